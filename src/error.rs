//! What can go wrong, and what to do about it.
//!
//! There is one [`Error`]. Its [`ErrorKind`] holds data, never prose; the sentence is made in one
//! place, when it is shown, and says where, what was found, what was expected and what to do:
//!
//! ```text
//! pairs.csv:18: document 'b7' is not in the collection (412 documents); correct the id or pass the right --documents
//! ```

use std::fmt;
use std::path::{Path, PathBuf};

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Where in the input something was found: a file or stream, and a line where there is one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file's path as the user gave it, or `stdin`.
    pub source: String,
    /// The line, counted from 1.
    pub line: Option<u64>,
}

impl Place {
    /// A whole file.
    pub fn file(path: &Path) -> Self {
        Place {
            source: path.display().to_string(),
            line: None,
        }
    }

    /// A line (counted from 1) of the same source.
    pub fn at_line(&self, line: u64) -> Self {
        Place {
            source: self.source.clone(),
            line: Some(line),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.source),
            None => f.write_str(&self.source),
        }
    }
}

/// An error: a kind, and the place where it was met if there is one.
#[derive(Debug)]
pub struct Error {
    kind: Box<ErrorKind>,
    place: Option<Place>,
}

impl Error {
    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where it was met.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// Whether a reader of what was written went away.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        match &*self.kind {
            ErrorKind::Io { source, .. } => source.kind() == std::io::ErrorKind::BrokenPipe,
            _ => false,
        }
    }

    /// The same error, met at `place`. A place that is already known is kept: the innermost is the
    /// most precise. An [`ErrorKind::Io`] names its path, which need not be said twice.
    pub fn at(mut self, place: &Place) -> Self {
        let named = match &*self.kind {
            ErrorKind::Io { path, .. } => Place::file(path).source == place.source,
            _ => false,
        };
        if !named {
            self.place.get_or_insert_with(|| place.clone());
        }
        self
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Error {
            kind: Box::new(kind),
            place: None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&*self.kind)
    }
}

/// The kinds of error. Each holds what its sentence needs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operating system refused to read or write.
    #[error("cannot {doing} {}: {source}{}", path.display(), remedy(.source))]
    Io {
        /// What was tried: `read`, `write`, `open`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's own reason.
        source: std::io::Error,
    },

    /// A flag or an option has a value that cannot be used.
    #[error("{option} {found}: {expected}")]
    Option {
        /// The flag or field, as the user writes it: `--folds`.
        option: String,
        /// The value found.
        found: String,
        /// What would be accepted.
        expected: String,
    },

    /// A feature's text names no measure.
    #[error("there is no measure '{name}'{}; 'dejalu measures' lists them", did_you_mean(.nearest))]
    UnknownMeasure {
        /// The name found.
        name: String,
        /// The known name closest to it.
        nearest: Option<String>,
    },

    /// A feature's parameters cannot be read.
    #[error("feature '{feature}': {problem}; 'dejalu measures' lists parameters and their ranges")]
    BadFeature {
        /// The feature as written.
        feature: String,
        /// What is wrong with it.
        problem: String,
    },

    /// A file was written by a newer version of the program.
    #[error(
        "the {what} has format {found} (written by {made_by}), and this version reads formats up to {known}; update dejalu or train again"
    )]
    NewerFormat {
        /// `model`.
        what: &'static str,
        /// The file's format.
        found: u32,
        /// The newest format that is known here.
        known: u32,
        /// What wrote the file.
        made_by: String,
    },

    /// A model file is damaged or was changed.
    #[error("{problem}; restore the file or train again")]
    BadModel {
        /// What is wrong with it.
        problem: String,
    },

    /// Training again gave another model.
    #[error(
        "training again on {pairs} pairs gave another model (its record names {recorded} pairs); pass the pairs and documents it was trained on"
    )]
    OtherModel {
        /// The pairs trained on now.
        pairs: usize,
        /// The pairs that the model's record names.
        recorded: usize,
    },

    /// A model's companion file is not beside it.
    #[error("the model's companion file '{name}' is not beside it; put it there or train again")]
    MissingCompanion {
        /// The file's name.
        name: String,
    },

    /// A feature needs statistics that were not collected.
    #[error(
        "feature '{feature}' needs statistics of a reference collection, and none were collected; train on documents or pass --background"
    )]
    MissingStatistics {
        /// The feature's name.
        feature: String,
    },

    /// A label's text is none of the usual ones.
    #[error(
        "label '{found}' cannot be read; expected 1 or 0, +1 or -1, true or false, yes or no, duplicate or distinct"
    )]
    BadLabel {
        /// The text found.
        found: String,
    },

    /// A table of pairs lacks the columns of a pair.
    #[error("the columns are {}; expected {expected}; rename them or pass --left, --right, --label", quoted(.found))]
    PairColumns {
        /// The columns found.
        found: Vec<String>,
        /// The columns expected.
        expected: String,
    },

    /// No pair was read.
    #[error("{}", no_pairs(.wanted, .splits, *.skipped))]
    NoPairs {
        /// The splits that were asked for.
        wanted: Vec<String>,
        /// The splits that there are.
        splits: Vec<String>,
        /// How many rows could not be read.
        skipped: usize,
    },

    /// A pair names a document that is not in the collection.
    #[error(
        "document '{id}' is not in the collection ({documents} documents); correct the id or pass the right --documents"
    )]
    UnknownDocument {
        /// The id found.
        id: String,
        /// How many documents the collection holds.
        documents: usize,
    },

    /// Pairs name documents by id, and there is no collection.
    #[error("the pairs name documents by id and no collection was given; pass --documents")]
    NoCollection,

    /// A document is paired with itself.
    #[error("the row pairs document '{id}' with itself; remove the row")]
    SelfPair {
        /// The document's id.
        id: String,
    },

    /// One id stands for two texts.
    #[error("id '{id}' stands for two different texts; give each text an id of its own")]
    TwoTexts {
        /// The id.
        id: String,
    },

    /// A pair that is to be learned from has no label.
    #[error(
        "the pair has no label; expected 1 (duplicate) or 0 (distinct); fill it in or remove the row"
    )]
    NoLabel,

    /// There are too few clusters of documents for the folds.
    #[error(
        "{pairs} pairs of {clusters} document clusters cannot be dealt into {folds} folds; expected a cluster or more a fold; label pairs of more documents or ask for fewer folds (--folds, --inner-folds)"
    )]
    TooFewClusters {
        /// The folds asked for.
        folds: usize,
        /// The clusters there are.
        clusters: usize,
        /// The pairs there are.
        pairs: usize,
    },

    /// A file's name ends in nothing that is known.
    #[error(
        "{found} has an unknown ending; expected one of {accepted}, each also with .gz or .zst"
    )]
    UnknownEnding {
        /// The path as the user gave it.
        found: String,
        /// The endings that are read.
        accepted: String,
    },

    /// A compressed file ends too early.
    #[error(
        "the file is cut short: its compressed data end after {read} bytes of text; copy or download it again"
    )]
    Truncated {
        /// How much text came out of it, in bytes.
        read: u64,
    },

    /// A compressed file that is damaged, or whose name belies it.
    #[error(
        "cannot be decompressed ({reason}); expected what its name says; copy it again or correct the ending of its name"
    )]
    BadCompression {
        /// The decompressor's words.
        reason: String,
    },

    /// Bytes that are not UTF-8.
    #[error("not valid UTF-8 at byte {byte}{}; convert the file to UTF-8", in_column(.column))]
    NotUtf8 {
        /// Where the first wrong byte is, counted from 0 at the start of the file, line or cell.
        byte: u64,
        /// The cell's column in a table.
        column: Option<String>,
    },

    /// Bytes after a UTF-16 mark that are not UTF-16.
    #[error("not valid UTF-16 at byte {byte}; convert the file to UTF-8")]
    NotUtf16 {
        /// Where the first wrong byte is, counted from 0.
        byte: u64,
    },

    /// A file of text that holds zero bytes.
    #[error(
        "looks binary (a zero byte at byte {byte}); a text in UTF-8 is expected; convert or remove it"
    )]
    Binary {
        /// Where the first zero byte is, counted from 0.
        byte: u64,
    },

    /// A source without content.
    #[error("empty: there is nothing to read in it; fill or remove it")]
    Empty,

    /// A document without a word.
    #[error("the document holds no word; correct or remove it")]
    NoWords,

    /// A folder without documents.
    #[error(
        "the folder holds no document; expected files that end in {accepted}, each also with .gz or .zst"
    )]
    NoDocuments {
        /// The endings that are read.
        accepted: String,
    },

    /// A collection none of whose documents could be read.
    #[error(
        "none of its {documents} documents could be read; correct them, or name their columns with --id, --text, --html"
    )]
    NothingRead {
        /// How many documents were left out.
        documents: usize,
    },

    /// A line of JSONL that is not an object.
    #[error("not one JSON object on one line: {problem} (column {column})")]
    BadJson {
        /// Where in the line, counted from 1.
        column: usize,
        /// The parser's words.
        problem: String,
    },

    /// A cell that is no text.
    #[error("'{column}' is {found}; expected text or a number, in quotation marks if it is long")]
    BadCell {
        /// The cell's column or key.
        column: String,
        /// What the cell is.
        found: &'static str,
    },

    /// A row of a table that does not fit its header.
    #[error(
        "the row has {found} cells, the header {expected}; put cells that hold the separator, a quotation mark or a line end in quotation marks"
    )]
    CellCount {
        /// The cells of the row.
        found: usize,
        /// The cells of the header.
        expected: usize,
    },

    /// A table or row lacks a column.
    #[error("the columns are {}; expected {expected}", listed(.found))]
    Columns {
        /// The columns found.
        found: Vec<String>,
        /// The columns expected, in words.
        expected: String,
    },

    /// A row has no value where one is needed.
    #[error("'{column}' is empty; every row needs a value there")]
    MissingValue {
        /// The column or key.
        column: String,
    },

    /// A row holds a document twice over.
    #[error("both '{text}' and '{html}' have a value; give one of them")]
    TextAndHtml {
        /// The column or key of the text.
        text: String,
        /// The column or key of the web page.
        html: String,
    },

    /// Two documents of one name.
    #[error("document '{id}' was already read at {first}; give every document an id of its own")]
    DuplicateId {
        /// The name.
        id: String,
        /// Where the first document of that name is.
        first: Place,
    },

    /// Values that belong to labels are not as many as the labels.
    #[error(
        "{found} {what} for {expected} labels; expected one for each; pass slices of equal length"
    )]
    LengthMismatch {
        /// What the values are: `scores`, `rows`.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many labels there are.
        expected: usize,
    },

    /// A score cannot be ranked.
    #[error(
        "the score of row {row} is {found}; expected a finite number; leave the row out or correct what computes its score"
    )]
    NonFiniteScore {
        /// The row, counted from 0.
        row: usize,
        /// The score.
        found: f64,
    },

    /// A feature's value cannot be learned from.
    #[error(
        "feature {column} of row {row} is {found} (rows and features counted from 0; {count} such values); expected a finite number; correct the input or leave the feature out"
    )]
    NonFiniteFeature {
        /// The first such row, counted from 0.
        row: usize,
        /// Its first such feature, counted from 0.
        column: usize,
        /// The value.
        found: f64,
        /// How many values are not finite in all.
        count: usize,
    },

    /// A feature's value is far outside the scale of the learner.
    #[error(
        "feature {column} of row {row} is {found:e} (rows and features counted from 0); expected scaled values between -{limit:e} and {limit:e}; scale the features before training"
    )]
    UnscaledFeature {
        /// The row, counted from 0.
        row: usize,
        /// The feature, counted from 0.
        column: usize,
        /// The value.
        found: f64,
        /// The largest size allowed.
        limit: f64,
    },

    /// Training needs both classes.
    #[error(
        "{positives} duplicate and {negatives} distinct pairs to train on; expected at least one of each; add labelled pairs of the missing class"
    )]
    OneClass {
        /// Pairs labelled as duplicates.
        positives: usize,
        /// Pairs labelled as distinct.
        negatives: usize,
    },

    /// A fold whose training pairs are of one class.
    #[error(
        "without the documents of fold {fold} of {folds}, {positives} duplicate and {negatives} distinct pairs are left to train on; expected at least one of each; label pairs of more documents"
    )]
    OneClassFold {
        /// The fold, counted from 1.
        fold: usize,
        /// How many there are.
        folds: usize,
        /// Pairs labelled as duplicates.
        positives: usize,
        /// Pairs labelled as distinct.
        negatives: usize,
    },

    /// There is nothing to train on.
    #[error("{found} labelled pairs to train on; expected at least 2; add labelled pairs")]
    TooFewRows {
        /// The pairs found.
        found: usize,
    },

    /// The solver ended with numbers that are not finite.
    #[error(
        "training with C = {c:?} and kernel {kernel} found no solution; expected finite weights within the limit of steps; choose a smaller C or gamma"
    )]
    Unsolved {
        /// The penalty.
        c: f64,
        /// The kernel and its parameters.
        kernel: String,
    },

    /// Folds that cannot be used for cross-validation.
    #[error(
        "fold {fold} of {folds}: {problem}; expected folds that test each row at most once and never train on it; deal them again"
    )]
    BadFold {
        /// The fold, counted from 0.
        fold: usize,
        /// How many there are.
        folds: usize,
        /// What is wrong with it.
        problem: String,
    },

    /// No fold can be trained.
    #[error(
        "none of {folds} folds trains on both classes ({positives} duplicate and {negatives} distinct pairs in all); expected at least one such fold; add labelled pairs of more document clusters or use more folds"
    )]
    NoUsableFold {
        /// The folds given.
        folds: usize,
        /// Pairs labelled as duplicates.
        positives: usize,
        /// Pairs labelled as distinct.
        negatives: usize,
    },

    /// No threshold is as precise, or finds as much, as was asked for.
    #[error(
        "no threshold reaches {asked} on the held-out pairs; expected a target that some threshold reaches; ask for less or add features"
    )]
    Unreachable {
        /// What was asked for: `precision 0.99`.
        asked: String,
    },

    /// A saved discriminant or scaling does not fit together.
    #[error(
        "the learned {part} is damaged: {problem}; expected what training writes; train the model again"
    )]
    BadLearned {
        /// `discriminant`, `scaling` or `calibration`.
        part: &'static str,
        /// What is wrong with it.
        problem: String,
    },
}

/// What to do about the system's refusal, where that is plain.
fn remedy(reason: &std::io::Error) -> &'static str {
    use std::io::ErrorKind::*;
    match reason.kind() {
        NotFound => "; correct the path",
        IsADirectory => "; give the name of a file",
        AlreadyExists | NotADirectory => "; give the name of a folder",
        PermissionDenied => "; allow it or choose another path",
        StorageFull => "; make room or choose another path",
        _ => "",
    }
}

fn in_column(column: &Option<String>) -> String {
    match column {
        Some(column) => format!(" of '{column}'"),
        None => String::new(),
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        _ => names.join(", "),
    }
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    quoted.join(", ")
}

fn no_pairs(wanted: &[String], splits: &[String], skipped: usize) -> String {
    let wanted = wanted.join(", ");
    match (wanted.as_str(), splits, skipped) {
        ("", _, 0) => "there are no pairs in it; add rows below the header".to_string(),
        ("", _, rows) => format!("none of the {rows} rows could be read; correct them"),
        (_, [], _) => format!(
            "no row is of split {wanted}; there is no split column; add it or leave --split out"
        ),
        _ => format!(
            "no row is of split {wanted}; the splits are {}; choose among them",
            splits.join(", ")
        ),
    }
}

fn did_you_mean(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!(" (did you mean '{name}'?)"),
        None => String::new(),
    }
}

/// Adds the path to an input/output error.
pub(crate) trait IoContext<T> {
    /// Turns the system's error into ours.
    fn context(self, doing: &'static str, path: &Path) -> Result<T>;
}

impl<T> IoContext<T> for std::io::Result<T> {
    fn context(self, doing: &'static str, path: &Path) -> Result<T> {
        self.map_err(|source| {
            ErrorKind::Io {
                doing,
                path: path.to_path_buf(),
                source,
            }
            .into()
        })
    }
}
