//! Does no file that a command writes take the place of another of its files or of a person's work, or become
//! one of its documents?
//!
//! Every option whose value is a path is looked at, in whatever command it stands.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command};
use dejalu::document::reader::{are_results, documents_below, exports_below};
use dejalu::error::Result;
use dejalu::pairs::{Handwritten, handwritten, handwritten_beside};
use dejalu_io::{Compression, FileIdentity, STANDARD_STREAM, rows};

use super::commands::KNOWN_BY;
use super::options::wrong;
use super::pair_columns;

/// The options that name something to be written; all others name something to be read.
const WRITTEN: [&str; 16] = [
    "certificates",
    "chart",
    "correlations",
    "evidence",
    "json",
    "matrix",
    "merge",
    "move_removed",
    "out",
    "page",
    "pairs_out",
    "predictions",
    "report",
    "review",
    "to",
    "write_kept",
];

/// Those of them that are web pages: written into a folder of documents, they would be read as documents.
const PAGES: [&str; 3] = ["evidence", "page", "report"];

/// The options that may name a folder of documents to read.
const FOLDERS: [&str; 5] = ["against", "collection", "documents", "inputs", "queries"];

/// The outputs that are made to be filled in by people: of them more is refused.
const FILLED_IN: [&str; 2] = ["pairs_out", "review"];

/// A path that was typed, or that stands for one that was not.
struct Named {
    /// The option, as the program and as the user writes it.
    id: String,
    option: String,
    path: PathBuf,
    /// The file that is there, or will be; none for the standard streams and devices.
    place: Option<Place>,
}

/// The file that a path leads to, whatever way it is written.
#[derive(PartialEq)]
enum Place {
    /// A file or folder, whichever of its names that is.
    There(FileIdentity),
    /// Nothing yet.
    New(PathBuf),
}

/// Refuses what was given if two results would go to one place, a result would replace what is
/// read, or two inputs would come from the standard input. Gives warnings of what the next run would read.
///
/// # Errors
///
/// The option that is to be changed.
pub(super) fn check(program: &Command, typed: &ArgMatches) -> Result<Vec<String>> {
    let (command, typed) = last_command(program, typed);
    let (written, read): (Vec<&Arg>, Vec<&Arg>) = command
        .get_arguments()
        .partition(|argument| WRITTEN.contains(&argument.get_id().as_str()));
    let among = |arguments: &[&Arg], ids: &[&str]| -> Vec<Named> {
        let mut arguments = arguments.to_vec();
        arguments.retain(|argument| ids.contains(&argument.get_id().as_str()));
        named(&arguments, typed)
    };
    let (pages, folders) = (among(&written, &PAGES), among(&read, &FOLDERS));
    let (written, read) = (named(&written, typed), named(&read, typed));
    apart(&read, "comes from stdin")?;
    apart(&written, "goes to stdout")?;
    for (number, output) in written.iter().enumerate() {
        let other = |other: &&Named| other.place == output.place;
        if output.place.is_none() {
            continue;
        }
        if let Some(input) = read.iter().find(other) {
            return Err(output.refused(&format!(
                "expected a path other than that of {}, which it would replace",
                input.option
            )));
        }
        if let Some(folder) = read.iter().find(|folder| output.is_document_of(folder)) {
            if are_results(&output.path) {
                return Err(output.refused(&format!(
                    "expected a path outside {}, whose files are read; move this one, a result of an earlier run, out \
                     of it",
                    folder.option
                )));
            }
            return Err(output.refused(&format!(
                "expected a path other than that of a document in {}, which it would replace",
                folder.option
            )));
        }
        output.check_replaceable()?;
        if let Some(first) = written[..number].iter().find(other) {
            return Err(output.refused(&format!(
                "expected a path other than that of {}, since one of the two would be lost",
                first.option
            )));
        }
    }
    let warnings = pages.iter().filter_map(|page| page.read_next(&folders));
    let exports = written
        .iter()
        .filter_map(|output| output.read_as_export(&folders));
    Ok(warnings.chain(exports).collect())
}

/// The command within a command, and what was given for it.
fn last_command<'a>(
    mut command: &'a Command,
    mut typed: &'a ArgMatches,
) -> (&'a Command, &'a ArgMatches) {
    while let Some((name, within)) = typed.subcommand()
        && let Some(found) = command.find_subcommand(name)
    {
        (command, typed) = (found, within);
    }
    (command, typed)
}

/// The paths among the values of these arguments, in their order.
fn named(arguments: &[&Arg], typed: &ArgMatches) -> Vec<Named> {
    let paths = |argument: &&Arg| {
        let paths = typed.try_get_many::<PathBuf>(argument.get_id().as_str());
        let option = option_of(argument);
        let paths = paths.ok().flatten().into_iter().flatten();
        paths
            .map(|path| Named {
                id: argument.get_id().to_string(),
                option: option.clone(),
                path: path.clone(),
                place: place(path),
            })
            .collect::<Vec<_>>()
    };
    arguments.iter().flat_map(paths).collect()
}

fn option_of(argument: &Arg) -> String {
    let values = argument.get_value_names().unwrap_or_default();
    match argument.get_long() {
        Some(long) => format!("--{long}"),
        None => values.join(" "),
    }
}

fn place(path: &Path) -> Option<Place> {
    if path.as_os_str() == STANDARD_STREAM {
        return None;
    }
    match path.metadata() {
        Ok(found) if !found.is_file() && !found.is_dir() => None,
        Ok(found) => FileIdentity::known(path, &found).map(Place::There),
        Err(_) => resolved(path).map(Place::New),
    }
}

/// The path without links, be there something or not.
fn resolved(path: &Path) -> Option<PathBuf> {
    if let Ok(path) = path.canonicalize() {
        return Some(path);
    }
    let folder = match path.parent()? {
        folder if folder.as_os_str().is_empty() => Path::new("."),
        folder => folder,
    };
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

/// Refuses a standard stream that is used twice.
fn apart(named: &[Named], how: &str) -> Result<()> {
    let mut streams = named
        .iter()
        .filter(|named| named.path.as_os_str() == STANDARD_STREAM);
    match (streams.next(), streams.next()) {
        (Some(first), Some(second)) => {
            let first = &first.option;
            Err(second.refused(&format!("expected a file, since {first} {how} already")))
        }
        _ => Ok(()),
    }
}

impl Named {
    /// That these pages lie in one of these folders.
    fn read_next(&self, folders: &[Named]) -> Option<String> {
        let folder = self.folder_of(folders)?;
        Some(self.lies_in(folder, "its pages as documents"))
    }

    /// That this file lies in a folder of exports, and is one by its name.
    fn read_as_export(&self, folders: &[Named]) -> Option<String> {
        let (_, name) = Compression::of(&self.path);
        let is_export = rows::endings().iter().any(|ending| name.ends_with(ending));
        let folder = self.folder_of(folders).filter(|_| is_export)?;
        let has_exports = !exports_below(&folder.path).is_empty();
        has_exports.then(|| self.lies_in(folder, "it as one of the exports; write it elsewhere"))
    }

    /// The folder that it lies in.
    fn folder_of<'f>(&self, folders: &'f [Named]) -> Option<&'f Named> {
        let place = resolved(&self.path).filter(|_| self.place.is_some())?;
        let holds = |folder: &&Named| {
            let above = resolved(&folder.path).filter(|_| folder.place.is_some());
            above.is_some_and(|above| place.starts_with(above))
        };
        folders.iter().find(holds)
    }

    fn lies_in(&self, folder: &Named, what: &str) -> String {
        format!(
            "{} '{}' lies in {} '{}': the next run will read {what}",
            self.option,
            self.path.display(),
            folder.option,
            folder.path.display()
        )
    }

    /// Returns whether this file is one of the documents of a folder, which the command reads. Pages that lie there
    /// were written by this program, or are refused by what writes them.
    fn is_document_of(&self, folder: &Named) -> bool {
        let is_file = self.path.is_file() && !PAGES.contains(&&*self.id);
        let is_read = FOLDERS.contains(&&*folder.id) && folder.path.is_dir();
        let Some(Place::There(identity)) = &self.place else {
            return false;
        };
        is_file
            && is_read
            && documents_below(&folder.path)
                .any(|it| FileIdentity::of(&it).as_ref() == Some(identity))
    }

    /// Refuses to replace a table in which people have written.
    fn check_replaceable(&self) -> Result<()> {
        // Answers are added to, and what draws questions looks at them itself.
        if self.id == "out" && self.path.extension().is_some_and(|it| it == "jsonl") {
            return Ok(());
        }
        let is_filled_in = FILLED_IN.contains(&&*self.id);
        let found = if is_filled_in {
            let own = pair_columns::written(&KNOWN_BY);
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            handwritten_beside(&self.path, &own)
        } else {
            handwritten(&self.path)
        };
        match found {
            Ok(Handwritten::Nothing) => Ok(()),
            Ok(Handwritten::Unknown) | Err(_) if !is_filled_in => Ok(()),
            other => Err(lost(&self.option, &self.path.display().to_string(), other)),
        }
    }

    fn refused(&self, expected: &str) -> dejalu::Error {
        wrong(&self.option, &self.path.display().to_string(), expected)
    }
}

/// That an option names a file in which people have written, or may have.
pub(super) fn lost(option: &str, path: &str, found: Result<Handwritten>) -> dejalu::Error {
    let why = match found {
        Ok(Handwritten::InColumn(column)) => format!("column '{column}' of this one is filled in"),
        Ok(_) => "this one is not a table that the program writes there".to_string(),
        Err(error) => format!("this one may hold people's answers, but cannot be read ({error})"),
    };
    let expected = format!("expected another file, since {why}, which would be lost");
    wrong(option, path, &expected)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    /// All options whose values are paths, of this command and those within it.
    fn options_of_paths(command: &Command) -> Vec<String> {
        let is_path = |argument: &&Arg| {
            let kind = argument.get_value_parser().type_id();
            kind == clap::builder::ValueParser::path_buf().type_id()
        };
        let own = command.get_arguments().filter(is_path);
        let own = own.map(|argument| argument.get_id().to_string());
        let within = command.get_subcommands().flat_map(options_of_paths);
        own.chain(within).collect()
    }

    /// An option that is new has to be put into one of the lists.
    #[test]
    fn every_path_is_known_to_be_read_or_written() {
        const READ: [&str; 30] = [
            "a",
            "against",
            "answers",
            "audit",
            "b",
            "background",
            "collection",
            "constraints",
            "documents",
            "evaluate",
            "file",
            "groups",
            "ignore",
            "index",
            "inputs",
            "labels",
            "model",
            "new",
            "old",
            "pairs",
            "passages",
            "paths",
            "queries",
            "recipe",
            "removed",
            "store",
            "token_file",
            "vectors",
            "vetoes",
            "page_pairs",
        ];
        let mut options = options_of_paths(&Cli::command());
        options.sort();
        options.dedup();
        let unknown: Vec<&String> = options
            .iter()
            .filter(|id| !READ.contains(&id.as_str()) && !WRITTEN.contains(&id.as_str()))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        let used = |id: &&str| options.iter().any(|option| option == id);
        let unused: Vec<&str> = WRITTEN.into_iter().filter(|id| !used(id)).collect();
        assert!(unused.is_empty(), "{unused:?}");
        assert!(PAGES.iter().all(|id| WRITTEN.contains(id)));
        assert!(FOLDERS.iter().all(|id| READ.contains(id) && used(id)));
    }
}
