//! Options that another command has taken over. They work where they were for one version, hidden from help, and say with
//! what to type where they went.

use std::ffi::OsStr;

use clap::{Arg, ArgMatches, Args, Command};
use dejalu_io::{Compression, STANDARD_STREAM};

use super::command_line::{Typed, option, quoted};
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

const AUDIT: Moved = Moved {
    options: &[
        ["audit_sample", "draw"],
        ["audit", "answers"],
        ["wrong_at_most", "wrong-at-most"],
        ["confidence", "confidence"],
        ["looks", "looks"],
    ],
    to: "audit",
    groups: "",
    with: &["candidates", "filter", "order", "seed"],
};

const MERGE: Moved = Moved {
    options: &[["merge", "merge"]],
    to: "apply",
    groups: "",
    with: &["write_kept"],
};

const MOVE: Moved = Moved {
    options: &[["move_removed", "move-removed"], ["unaudited", ""]],
    to: "apply",
    groups: "",
    with: &[],
};

const EVIDENCE: Moved = Moved {
    options: &[
        ["evidence", "report"],
        ["evidence_of", "of"],
        ["evidence_order", "order"],
        ["evidence_top", "top"],
    ],
    to: "explain",
    groups: "--groups ",
    with: &["at", "ignore", "ignore_quotes", "boilerplate"],
};

/// By a model: what classifies knows no rules.
const MATRIX: Moved = Moved {
    options: &[["matrix", "matrix"]],
    to: "classify",
    groups: "",
    with: &["ignore", "ignore_quotes"],
};

/// Options that no command has taken over, each with what to do instead.
const GONE: [[&str; 2]; 1] = [[
    "sort",
    "sort the table by its column 'score', or list the surest pairs to review with --review",
]];

/// The option that stays, but writes what passed an audit only after it.
const KEPT: Moved = Moved {
    options: &[],
    to: "apply",
    groups: "",
    with: &["write_kept"],
};

/// In the order in which they are typed: what moves files comes last, since the others read these.
const MOVED: [&Moved; 5] = [&AUDIT, &MERGE, &EVIDENCE, &MATRIX, &MOVE];

/// Where documents are to be saved that came on the standard input, which can be read once.
const SAVED: &str = "documents.jsonl";

/// The table of all groups, and the one of what passed an audit, where the run writes none that has a name.
const GROUPS: &str = "groups.csv";
const PASSED: &str = "passed.csv";

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
    let mut all = options.chain(&GONE);
    all.any(|[before, _]| *before == id)
}

/// What is to be said of the options that were typed where they no longer belong, a sentence for each group of them.
pub(super) fn notes(program: &Command, typed: &ArgMatches) -> Vec<String> {
    let Some((name, matches)) = typed.subcommand().filter(|(name, _)| *name == FROM) else {
        return Vec::new();
    };
    let Some(command) = program.find_subcommand(name) else {
        return Vec::new();
    };
    let run = Run {
        program,
        typed: Typed { command, matches },
    };
    let notes = MOVED.into_iter().filter_map(|moved| run.note(moved));
    let gone = GONE.iter().filter(|[id, _]| run.typed.has(id));
    let gone = gone.map(|[id, instead]| goes(&long(id), instead));
    notes.chain(gone).collect()
}

fn goes(option: &str, instead: &str) -> String {
    format!("{option} goes from 'dejalu {FROM}' with the next version; {instead}")
}

/// A run of the command from which options moved.
struct Run<'a> {
    program: &'a Command,
    typed: Typed<'a>,
}

/// A table of groups, and what to type before it is there.
struct Table {
    name: String,
    lines: Vec<String>,
}

impl Run<'_> {
    fn note(&self, moved: &Moved) -> Option<String> {
        let names = moved.options.iter().map(|[before, _]| *before);
        let names: Vec<String> = names.filter(|it| self.typed.has(it)).map(long).collect();
        if names.is_empty() {
            return None;
        }
        if moved.to == MATRIX.to && (self.typed.has("rule") || self.typed.has("index")) {
            let instead = "in Python 'dejalu.matrix' computes these scores";
            return Some(goes(&names.join(", "), instead));
        }
        let (has, go) = if names.len() == 1 {
            ("has", "goes")
        } else {
            ("have", "go")
        };
        let is_stdin = self
            .typed
            .values("documents")
            .contains(&OsStr::new(STANDARD_STREAM));
        let save = if is_stdin {
            format!("save the documents as {SAVED} and ")
        } else {
            String::new()
        };
        Some(format!(
            "{} {has} moved to 'dejalu {}' and {go} from 'dejalu {FROM}' with the next version; {save}type {}",
            names.join(", "),
            moved.to,
            self.lines(moved).join(" && ")
        ))
    }

    /// The commands that do what these options did.
    fn lines(&self, moved: &Moved) -> Vec<String> {
        if moved.to == MATRIX.to {
            return vec![self.line(moved, "")];
        }
        let is_audit = moved.to == AUDIT.to;
        let is_carried_out = moved.to == MERGE.to && self.typed.has("audit");
        if is_audit && self.typed.has("audit") && !self.draws() {
            let passed = self.passed();
            let mut lines = passed.lines;
            if self.typed.has("write_kept") && !self.typed.has("merge") {
                lines.push(self.line(&KEPT, &passed.name));
            }
            return lines;
        }
        let table = if is_carried_out {
            self.passed()
        } else {
            self.groups()
        };
        let mut lines = table.lines;
        let mut line = self.line(moved, &table.name);
        if is_audit {
            let out = self.typed.option("out", "out");
            line += if out.is_empty() { " --out -" } else { &out };
        }
        lines.push(line);
        lines
    }

    /// The table of all groups: that of this run, if it writes one.
    fn groups(&self) -> Table {
        match self.out() {
            Some(name) if !self.typed.has("audit") => Table {
                name,
                lines: Vec::new(),
            },
            _ => Table {
                name: GROUPS.into(),
                lines: vec![self.without_moved()],
            },
        }
    }

    /// The table of what passed an audit, which is judged anew: its answers are to all groups.
    fn passed(&self) -> Table {
        let all = self.groups();
        let name = self.out().filter(|name| *name != all.name);
        let name = name.unwrap_or_else(|| PASSED.into());
        let mut lines = all.lines;
        lines.push(self.line(&AUDIT, &all.name) + &format!(" --out {name}"));
        Table { name, lines }
    }

    /// The table that the run writes, where it has a name and one row for each document.
    fn out(&self) -> Option<String> {
        let is_table = |path: &&OsStr| Compression::of(path.as_ref()).1.ends_with(".csv");
        let out = self.typed.values("out").into_iter().find(is_table)?;
        (self.thresholds().len() < 2).then(|| quoted(out))
    }

    fn draws(&self) -> bool {
        self.typed.has("audit_sample")
    }

    /// A command with the options that it has now.
    fn line(&self, moved: &Moved, groups: &str) -> String {
        let table = format!("{}{groups}", moved.groups);
        let space = if table.is_empty() { "" } else { " " };
        let mut line = format!("dejalu {}{space}{table}", moved.to);
        for path in [self.documents(), self.typed.values("index")].concat() {
            line += &option("documents", path);
        }
        for [before, now] in moved.options.iter().filter(|[_, now]| !now.is_empty()) {
            line += &self.typed.option(before, now);
        }
        let of_documents = of_documents();
        let of_documents = of_documents.iter().map(String::as_str);
        let to = self.program.find_subcommand(moved.to);
        // Pages show what a score decides, at a threshold that is known before.
        let is_guessed = self.thresholds() == ["auto"];
        let with = moved.with.iter().copied().chain(of_documents);
        for id in with.filter(|id| *id != "at" || !is_guessed) {
            let mut arguments = to.into_iter().flat_map(Command::get_arguments);
            let argument = arguments.find(|it| it.get_id() == id);
            if let Some(name) = argument.and_then(Arg::get_long) {
                line += &self.shared(id, name);
            }
        }
        line
    }

    /// The run without what moved, for the table of its groups.
    fn without_moved(&self) -> String {
        let mut line = format!("dejalu {FROM}");
        for path in self.documents() {
            let is_dashed = path.as_encoded_bytes().starts_with(b"-");
            let from_here = if is_dashed { "./" } else { "" };
            line += &format!(" {from_here}{}", quoted(path));
        }
        // What an audit lets go or a merge fills is not yet known.
        let waits = self.typed.has("audit") || self.typed.has("merge");
        let is_other = |id: &str| id == "out" || id == "write_kept" && waits || has_moved(id);
        for argument in self.typed.command.get_arguments() {
            let id = argument.get_id().as_str();
            if let Some(name) = argument.get_long().filter(|_| !is_other(id)) {
                line += &self.shared(id, name);
            }
        }
        line + &format!(" --out {GROUPS}")
    }

    /// An option that stays what it was; a table of groups is made at one threshold.
    fn shared(&self, id: &str, name: &str) -> String {
        match (id, self.thresholds().first()) {
            ("at", Some(first)) => option(name, OsStr::new(first)),
            _ => self.typed.option(id, name),
        }
    }

    fn thresholds(&self) -> Vec<String> {
        let typed = self.typed.values("at").into_iter();
        let typed = typed.map(|value| value.to_string_lossy().into_owned());
        typed
            .flat_map(|it| it.split(',').map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }

    fn documents(&self) -> Vec<&OsStr> {
        let saved = |path| {
            if path == OsStr::new(STANDARD_STREAM) {
                OsStr::new(SAVED)
            } else {
                path
            }
        };
        self.typed
            .values("documents")
            .into_iter()
            .map(saved)
            .collect()
    }
}

fn long(id: &str) -> String {
    format!("--{}", id.replace('_', "-"))
}
