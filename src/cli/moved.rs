//! Options that another command has taken over. They work where they were for one version, hidden from help, and say with
//! what to type where they went.

use std::ffi::OsStr;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};

use crate::cli::options::{Decision, Reading};

/// The command whose options moved.
const FROM: &str = "dedupe";

/// Options that moved together, since one line types them.
struct Moved {
    /// The options, each as it was and as it is now; no longer needed where it is empty.
    options: &'static [[&'static str; 2]],
    /// The command that has them now, with what names the table of groups to it.
    to: &'static str,
    groups: &'static str,
    /// Options of both commands that belong to these.
    with: &'static [&'static str],
}

const MOVED: [Moved; 4] = [
    Moved {
        options: &[
            ["audit_sample", "draw"],
            ["audit", "answers"],
            ["wrong_at_most", "wrong_at_most"],
            ["confidence", "confidence"],
            ["looks", "looks"],
        ],
        to: "audit",
        groups: "",
        with: &["seed"],
    },
    Moved {
        options: &[["merge", "merge"]],
        to: "apply",
        groups: "",
        with: &["write_kept"],
    },
    Moved {
        options: &[["move_removed", "move_removed"], ["unaudited", ""]],
        to: "apply",
        groups: "",
        with: &[],
    },
    Moved {
        options: &[
            ["evidence", "report"],
            ["evidence_of", "of"],
            ["evidence_order", "order"],
            ["evidence_top", "top"],
        ],
        to: "explain",
        groups: "--groups ",
        with: &["ignore", "ignore_quotes", "boilerplate"],
    },
];

/// The options that say how documents are read and judged, which any of the commands needs again.
fn of_documents() -> Vec<String> {
    let both = Reading::augment_args(Decision::augment_args(Command::new(FROM)));
    both.get_arguments()
        .map(|it| it.get_id().to_string())
        .collect()
}

/// Returns whether an option, by its name in the program, has moved.
pub(super) fn has_moved(id: &str) -> bool {
    let options = MOVED.iter().flat_map(|moved| moved.options);
    options.into_iter().any(|[before, _]| *before == id)
}

/// What is to be said of the options that were typed where they no longer belong, a sentence for each command to type.
pub(super) fn notes(program: &Command, typed: &ArgMatches) -> Vec<String> {
    let Some((name, typed)) = typed.subcommand().filter(|(name, _)| *name == FROM) else {
        return Vec::new();
    };
    let command = |name: &str| program.find_subcommand(name);
    let Some(from) = command(name) else {
        return Vec::new();
    };
    let typed = Typed {
        command: from,
        typed,
    };
    let moved = MOVED.iter();
    let notes = moved.filter_map(|moved| typed.note(moved, command(moved.to)?));
    notes.collect()
}

/// What was typed for a command.
struct Typed<'a> {
    command: &'a Command,
    typed: &'a ArgMatches,
}

impl Typed<'_> {
    fn note(&self, moved: &Moved, to: &Command) -> Option<String> {
        let options = moved.options.iter();
        let given: Vec<_> = options.filter(|[before, _]| self.has(before)).collect();
        let names: Vec<String> = given.iter().map(|[before, _]| long(before)).collect();
        if names.is_empty() {
            return None;
        }
        let mut line = format!("dejalu {} {}{}", moved.to, moved.groups, self.groups());
        for documents in self
            .values("documents")
            .into_iter()
            .chain(self.values("index"))
        {
            line += &format!(" --documents {documents}");
        }
        for [before, now] in given.iter().filter(|[_, now]| !now.is_empty()) {
            line += &self.option(before, &long(now));
        }
        let of_documents = of_documents();
        let of_documents = of_documents.iter().map(String::as_str);
        for id in moved.with.iter().copied().chain(of_documents) {
            let has = |argument: &&Arg| argument.get_id() == id;
            let argument = to.get_arguments().find(has);
            if let Some(option) = argument.and_then(Arg::get_long).filter(|_| self.has(id)) {
                line += &self.option(id, &format!("--{option}"));
            }
        }
        if self.has("audit_sample") && moved.to == "audit" {
            line += &self.option("out", "--out");
        } else if moved.to == "audit" {
            line += " --out passed.csv";
        }
        let (has, go) = if names.len() == 1 {
            ("has", "goes")
        } else {
            ("have", "go")
        };
        Some(format!(
            "{} {has} moved to 'dejalu {}' and {go} from 'dejalu {FROM}' with the next version; type {line}",
            names.join(", "),
            moved.to
        ))
    }

    /// The table of groups, as far as it is one that has a name.
    fn groups(&self) -> String {
        let out = self.values("out");
        let is_table = |name: &&String| name.contains(".csv");
        out.iter()
            .find(is_table)
            .map_or("groups.csv".to_owned(), String::clone)
    }

    fn has(&self, id: &str) -> bool {
        let mut arguments = self.command.get_arguments();
        arguments.any(|it| it.get_id() == id)
            && self.typed.value_source(id) == Some(ValueSource::CommandLine)
    }

    fn values(&self, id: &str) -> Vec<String> {
        let values = self.has(id).then(|| self.typed.get_raw(id)).flatten();
        values.into_iter().flatten().map(quoted).collect()
    }

    /// An option with its values, as it is typed.
    fn option(&self, id: &str, name: &str) -> String {
        let mut arguments = self.command.get_arguments();
        let argument = arguments.find(|it| it.get_id() == id);
        if !argument.is_some_and(|it| it.get_action().takes_values()) {
            return format!(" {name}");
        }
        let values = self.values(id).into_iter();
        values.map(|value| format!(" {name} {value}")).collect()
    }
}

fn long(id: &str) -> String {
    format!("--{}", id.replace('_', "-"))
}

/// A word as a shell takes it.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
