//! Errors of a file, a stream or a table, whatever it holds.

use super::nearest::did_you_mean;
use super::parameter::Parameter;
use crate::plural::{count, counted};

/// The kinds of error that reading files, streams and tables can meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// A column is longer or shorter than another.
    #[error(
        "column '{column}' has {}, the columns before it have {expected}; give all columns the same length",
        counted(*.found, "row", "rows")
    )]
    UnevenColumns {
        /// The column's name.
        column: String,
        /// Its rows.
        found: usize,
        /// The rows of the columns before it.
        expected: usize,
    },

    /// A table has two columns of one name.
    #[error("column '{column}' occurs twice; rename or remove one of them")]
    DoubledColumn {
        /// The columns' name.
        column: String,
    },

    /// A file's name ends in nothing that is known.
    #[error(
        "{found} has an unknown extension; expected one of {accepted}, each also with .gz or .zst"
    )]
    UnknownEnding {
        /// The path as the user gave it.
        found: String,
        /// The endings that are read.
        accepted: String,
    },

    /// A compressed file ends too early.
    #[error(
        "the file is cut short: its compressed data ends after {read} bytes of text; copy or download it again"
    )]
    Truncated {
        /// Number of bytes of text that came out of it.
        read: u64,
    },

    /// A compressed file that is damaged, or whose name belies it.
    #[error("cannot be decompressed ({reason}); copy it again or correct its extension")]
    BadCompression {
        /// The decompressor's words.
        reason: String,
    },

    /// A compressed file that is damaged behind what was read.
    #[error(
        "the compressed file is damaged ({reason}): what was read of it, {}, may be wrong in places, and the rest is not read; copy or download it again",
        counted(*.read, "byte", "bytes")
    )]
    DamagedCompression {
        /// The decompressor's words.
        reason: String,
        /// Number of bytes of text that came out of it.
        read: u64,
    },

    /// A damaged part of a compressed file that has others behind it.
    #[error(
        "the compressed file is damaged from byte {from} to byte {to}, and that part is not read; reading continues after it; copy or download the file again"
    )]
    DamagedMember {
        /// The first byte, counted from 0.
        from: u64,
        /// The byte behind the last.
        to: u64,
    },

    /// More bytes in one piece than are read into memory at once.
    #[error(
        "more than {} bytes in one text, line or row, which is the limit; split it, or remove it if it is not what its name says; the rest of the file is not read",
        count(*.most)
    )]
    TooLarge {
        /// The maximum size of a piece.
        most: u64,
    },

    /// A file that is read whole and has more bytes than are.
    #[error(
        "it has more than {} bytes, which is the limit; split it, or remove it if it is not what its name says",
        count(*.most)
    )]
    LargeFile {
        /// The maximum size of a file.
        most: u64,
    },

    /// A line that is longer than a document may be.
    #[error(
        "the line has more than {} bytes, the limit of a document; split it or remove it",
        count(*.most)
    )]
    LongLine {
        /// The maximum size of a line.
        most: u64,
    },

    /// Bytes that are not UTF-8.
    #[error(
        "not valid UTF-8 at byte {byte}{}; convert the file to UTF-8, or name the character set of documents, such as latin1, with {}",
        in_column(.column), Parameter::Encoding
    )]
    NotUtf8 {
        /// Position of the first wrong byte, counted from 0 at the start of the file, line or cell.
        byte: u64,
        /// The cell's column in a table.
        column: Option<String>,
    },

    /// Bytes after a UTF-16 mark that are not UTF-16.
    #[error("not valid UTF-16 at byte {byte}; convert the file to UTF-8")]
    NotUtf16 {
        /// Position of the first wrong byte, counted from 0.
        byte: u64,
    },

    /// A file of text that holds zero bytes.
    #[error(
        "looks binary (a zero byte at byte {byte}); expected text in UTF-8, in UTF-16 with a byte order mark, or in a character set without zero bytes; convert or remove it"
    )]
    Binary {
        /// Position of the first zero byte, counted from 0.
        byte: u64,
    },

    /// A pipe, a socket or a device in the place of a document.
    #[error(
        "not a regular file, but a pipe, socket or device; copy what comes from it into a file"
    )]
    NotRegular,

    /// One of several sources stands there twice.
    #[error("the source is given twice; name it once")]
    SourceTwice,

    /// A file of a folder of exports is a result of this program.
    #[error(
        "it describes documents and holds none, as what this program writes; move it out of the folder, or name the \
         files to be read"
    )]
    ResultAmongSources,

    /// A folder of references in which many texts lie.
    #[error(
        "the folder holds {} and {}, and either may be meant; name the files to be read, or move the others out of it",
        counted(*.references, "file of references", "files of references"),
        counted(*.texts, "text", "texts")
    )]
    UnclearFolder {
        /// Number of files of references, and tables of them.
        references: usize,
        /// Number of texts.
        texts: usize,
    },

    /// One of several sources can be read only once.
    #[error(
        "a stream cannot be one of several sources, since each of them is read twice; save it to a file and pass that"
    )]
    StreamAmongSources,

    /// A source without content.
    #[error("the input is empty; fill or remove it")]
    Empty,

    /// A line of JSONL that is not an object.
    #[error("not one JSON object on one line: {problem} (column {column})")]
    BadJson {
        /// Column of the line, counted from 1.
        column: usize,
        /// The parser's words.
        problem: String,
    },

    /// A cell that is not text.
    #[error("'{column}' is {found}; expected text or a number, in quotation marks if it is long")]
    BadCell {
        /// The cell's column or key.
        column: String,
        /// Description of the cell.
        found: &'static str,
    },

    /// A row of a table that does not fit its header.
    #[error(
        "the row has {}{}, the header {expected}; put cells that contain the separator, a quotation mark or a line break in quotation marks",
        counted(*.found, "cell", "cells"), in_lines(*.lines)
    )]
    CellCount {
        /// The cells of the row.
        found: usize,
        /// The cells of the header.
        expected: usize,
        /// The lines that the row runs over.
        lines: u64,
    },

    /// A quotation mark opens a cell and none closes it.
    #[error(
        "a quoted cell begins here and never ends, so {} not read; close its quotation mark, or double a quotation mark that belongs to the text",
        counted(*.lines, "line is", "lines are")
    )]
    UnclosedQuote {
        /// The lines to the end of the file.
        lines: u64,
    },

    /// A quoted cell over several lines, and text after the mark that closes it.
    #[error(
        "a quoted cell begins here and runs to line {last}, where text follows its closing mark, so these {lines} lines are not read; close its quotation mark where it ends, or double a quotation mark that belongs to the text"
    )]
    TextAfterQuotes {
        /// The line where it is closed.
        last: u64,
        /// The lines that it runs over.
        lines: u64,
    },

    /// A quoted cell whose lines look like rows.
    #[error(
        "a quoted cell begins here and runs to line {last}, and its lines look like rows of the table, so these {lines} lines are not read; close its quotation mark where it ends, or double a quotation mark that belongs to the text; if the lines are text, write the table as JSONL"
    )]
    QuotedRows {
        /// The line where it is closed.
        last: u64,
        /// The lines that it runs over.
        lines: u64,
    },

    /// Quoted cells of a few lines each that look like rows.
    #[error(
        "a quoted cell begins here and contains what looks like a row of the table, one of {lines} such lines in quoted cells, which are read as text; close each quotation mark where its cell ends, or double a quotation mark that belongs to the text; if the lines are text, write the table as JSONL"
    )]
    ScatteredQuotedRows {
        /// Number of such lines.
        lines: u64,
    },

    /// A table or row lacks a column.
    #[error("the columns are {}; expected {expected}", listed(.found))]
    Columns {
        /// The columns found.
        found: Vec<String>,
        /// The columns expected, in words.
        expected: String,
    },

    /// A row lacks the id that others have.
    #[error("the row has no '{column}', which other rows have; add one that no other row has")]
    NoId {
        /// The column of ids.
        column: String,
    },

    /// A name that was given for a column is that of none.
    #[error(
        "there is no column '{column}'{}; the columns are {}; correct the name or add the column",
        did_you_mean(.nearest), listed(.found)
    )]
    UnknownColumn {
        /// The name given.
        column: String,
        /// The columns found.
        found: Vec<String>,
        /// The column that may be meant.
        nearest: Option<String>,
    },

    /// A field of a model is under its name in no column.
    #[error(
        "there is no column '{field}', which the model compares{}; the columns are {}; name the column of each field ({} {field}=COLUMN,...) or add the column",
        did_you_mean(.nearest), listed(.found), Parameter::Fields
    )]
    NoFieldColumn {
        /// The field.
        field: String,
        /// The columns found.
        found: Vec<String>,
        /// The column that may be meant.
        nearest: Option<String>,
    },

    /// A table whose cells are parted by another character than the user says.
    #[error(
        "the header is one cell, '{header}', which {delimiter} would split; give that delimiter, or none: it is detected"
    )]
    Delimiter {
        /// The header.
        header: String,
        /// The character that seems to separate its cells.
        delimiter: &'static str,
    },

    /// A cell with bytes that are no character of the table's character set.
    #[error(
        "'{column}' has bytes that are not characters in the table's character set; name the right one, or convert the file to UTF-8"
    )]
    NoCharacter {
        /// The cell's column.
        column: String,
    },

    /// A record of several lines that is longer than a document may be.
    #[error(
        "the record has more than {} bytes, the limit of a document; shorten or remove it",
        count(*.most)
    )]
    LongRecord {
        /// The maximum size of a record.
        most: u64,
    },

    /// A file that is no Parquet file, or a damaged one.
    #[error("not a Parquet file, or a damaged one ({problem}); copy it again or remove it")]
    BadParquet {
        /// The library's words.
        problem: String,
    },

    /// Documents that are no rows.
    #[error(
        "its documents have no fields that could be filled; expected a table, JSON, references or Parquet"
    )]
    NoFields,

    /// Documents that are no rows, among sources that are put together.
    #[error(
        "its documents have no fields that could be written with those of other sources; expected tables, JSON or references"
    )]
    NoRecords,

    /// Records that are copied as they are only.
    #[error(
        "its records can be copied but not filled; save the references as .nbib or .ris and fill those"
    )]
    FixedRecords,

    /// XML whose bytes are not those that were read.
    #[error(
        "the records of an XML file in {charset} cannot be copied, since the file names its character set; convert it to UTF-8"
    )]
    CopiedCharset {
        /// The character set.
        charset: &'static str,
    },

    /// A list of records without its last tag.
    #[error("{list} begins here and never ends; the file may be cut short, copy it again")]
    UnclosedList {
        /// The element.
        list: &'static str,
    },

    /// XML of another kind than that of PubMed and EndNote.
    #[error(
        "it contains no record of PubMed or EndNote (no element PubmedArticle, no record in records); their exports are the only XML that is read; convert or remove it"
    )]
    NoXmlRecords,

    /// A row in a character set whose bytes hold a delimiter within a character.
    #[error(
        "the row has {} by its bytes and {expected} by its characters, so that no cell of it can be filled; convert the file to UTF-8",
        counted(*.found, "cell", "cells")
    )]
    CellsAsBytes {
        /// The cells by bytes.
        found: usize,
        /// The cells by characters.
        expected: usize,
    },

    /// A reference in a character set whose bytes hold a brace within a character.
    #[error(
        "the fields of the reference cannot be told apart by its bytes ({problem}), so that none of them can be filled; convert the file to UTF-8"
    )]
    FieldsAsBytes {
        /// The parser's words.
        problem: String,
    },

    /// Content in a compression that cannot be read.
    #[error(
        "its content is compressed with {found}, which cannot be read; expected {readable}; write or fetch it again with one of these"
    )]
    UnreadCompression {
        /// The compression.
        found: String,
        /// Those that can be read, in words.
        readable: &'static str,
    },

    /// A Parquet file that was compressed as a whole.
    #[error("Parquet has its own compression; unpack the file around it")]
    PackedTwice,

    /// A reference that cannot be read.
    #[error("the reference cannot be read: {problem}; correct or remove it")]
    BadReference {
        /// The parser's words.
        problem: String,
    },

    /// Text among references.
    #[error(
        "{} between the references {} skipped, of which this is the first; correct what was meant to be a reference",
        counted(*.lines, "line of text", "lines of text"), if *.lines == 1 { "was" } else { "were" }
    )]
    BetweenReferences {
        /// Number of lines.
        lines: u64,
    },

    /// Elements of XML beside records.
    #[error(
        "{} beside the records {} skipped, of which '{first}' is the first; records of PubMed and EndNote are the only XML that is read",
        counted(*.elements, "element", "elements"), if *.elements == 1 { "was" } else { "were" }
    )]
    BesideRecords {
        /// Number of elements.
        elements: u64,
        /// The name of the first.
        first: String,
    },

    /// References without their last line.
    #[error(
        "{} without a last line ({last}), of which this is the first; each was read up to where the next one begins",
        counted(*.references, "reference is", "references are")
    )]
    OpenReferences {
        /// Number of references.
        references: u64,
        /// The tag of the last line.
        last: &'static str,
    },

    /// The last reference of a file lacks the last line that others have.
    #[error(
        "the last reference begins here and has no last line ({last}); the file may be cut short, copy it again"
    )]
    CutReference {
        /// The tag of the last line.
        last: &'static str,
    },

    /// A reference among those of another format.
    #[error(
        "a {found} record begins here; expected one that begins with {first}; put the {found} records into a file of their own ({ending})"
    )]
    OtherFormat {
        /// The name of its format.
        found: &'static str,
        /// First characters of the file's references.
        first: &'static str,
        /// Ending of files of its format.
        ending: &'static str,
    },

    /// A table among references.
    #[error(
        "a table begins here, and {} not read as references; put the table into a file of its own (.csv)",
        counted(*.lines, "line of it is", "lines of it are")
    )]
    TableAmong {
        /// Number of its lines.
        lines: u64,
    },

    /// A header that stands again between the rows of a table.
    #[error(
        "{} between the rows {} skipped, as in concatenated tables; this is the first",
        counted(*.rows, "header row", "header rows"), if *.rows == 1 { "was" } else { "were" }
    )]
    HeadersBetween {
        /// Number of rows.
        rows: u64,
    },

    /// Text without a reference.
    #[error(
        "there is no reference in it: no line begins with {first}; correct the file, or its extension if it is of another format"
    )]
    NoReference {
        /// First characters of references.
        first: &'static str,
    },

    /// A value of a JSON array that is not an object.
    #[error("not a JSON object: {problem}; correct or remove it")]
    BadObject {
        /// The parser's words.
        problem: String,
    },

    /// A JSON array, or an object of documents, without its last bracket.
    #[error("the {what} begins here and never ends; the file may be cut short, copy it again")]
    UnclosedArray {
        /// Which of them: object or list.
        what: &'static str,
    },

    /// Something else behind a JSON array, or behind an object of documents.
    #[error(
        "the {what} ends before this, and nothing from here on is read; remove it, or make the file one {what}"
    )]
    AfterArray {
        /// Which of them: object or list.
        what: &'static str,
    },

    /// The standard input where a document is expected.
    #[error(
        "- is the standard input, which has no name that says whether it is a text or a web page; save it to a file with one of the extensions {accepted} and pass that"
    )]
    NamelessDocument {
        /// The endings that are read.
        accepted: String,
    },

    /// A row has no value where one is needed.
    #[error("'{column}' is empty; every row needs a value there")]
    MissingValue {
        /// The column or key.
        column: String,
    },

    /// Rows that were read and are no longer there.
    #[error(
        "it was changed while the program ran ({} no longer there); run the command again",
        counted(*.rows, "row is", "rows are")
    )]
    RowsGone {
        /// Number of rows.
        rows: usize,
    },

    /// A source that is needed twice can be read only once.
    #[error(
        "{what} can be read only once, but its documents have to be copied; save them to a file and pass that"
    )]
    ReadTwice {
        /// Name of the source: `the standard input`.
        what: &'static str,
    },
}

impl InputError {
    /// The reason why a document is left out, in a word for programs.
    pub(super) fn reason(&self) -> &'static str {
        match self {
            InputError::Empty => "empty",
            InputError::MissingValue { .. }
            | InputError::NoId { .. }
            | InputError::Columns { .. } => "missing_value",
            InputError::LongLine { .. }
            | InputError::LongRecord { .. }
            | InputError::LargeFile { .. }
            | InputError::TooLarge { .. } => "too_long",
            InputError::NotUtf8 { .. }
            | InputError::NotUtf16 { .. }
            | InputError::NoCharacter { .. } => "character_set",
            InputError::BadCell { .. }
            | InputError::BadJson { .. }
            | InputError::BadObject { .. }
            | InputError::BadReference { .. }
            | InputError::DamagedMember { .. }
            | InputError::CellCount { .. } => "damaged",
            InputError::UnclosedQuote { .. }
            | InputError::TextAfterQuotes { .. }
            | InputError::QuotedRows { .. } => "unclosed_quotes",
            InputError::AfterArray { .. } => "rest_not_read",
            InputError::TableAmong { .. } | InputError::OtherFormat { .. } => "other_format",
            _ => "unreadable",
        }
    }

    /// Returns whether it is said of a source as a whole, every record of which was read.
    pub fn leaves_nothing_out(&self) -> bool {
        self.is_remark()
            || matches!(
                self,
                InputError::ScatteredQuotedRows { .. }
                    | InputError::UnclosedArray { .. }
                    | InputError::UnclosedList { .. }
                    | InputError::CutReference { .. }
            )
    }

    /// Returns whether it says how a source was read, in which nothing is wrong.
    pub fn is_remark(&self) -> bool {
        matches!(
            self,
            InputError::BetweenReferences { .. }
                | InputError::HeadersBetween { .. }
                | InputError::OpenReferences { .. }
                | InputError::BesideRecords { .. }
        )
    }
}

fn in_column(column: &Option<String>) -> String {
    match column {
        Some(column) => format!(" of '{column}'"),
        None => String::new(),
    }
}

fn in_lines(lines: u64) -> String {
    match lines {
        1 => String::new(),
        _ => format!(" in {} lines", count(lines)),
    }
}

fn listed(names: &[String]) -> String {
    const SHOWN: usize = 50;
    match names {
        [] => "none".to_owned(),
        _ if names.len() <= SHOWN => names.join(", "),
        _ => {
            let more = count(names.len() - SHOWN);
            format!("{} and {more} more", names[..SHOWN].join(", "))
        }
    }
}
