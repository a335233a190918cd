//! Errors of a document.

use std::fmt;

use super::parameter::Parameter;
use super::phrases::documents_of;
use super::place::Place;
use crate::plural::count;

/// The kinds of error that a document alone can cause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// A file in UTF-8 some bytes of which are not.
    #[error(
        "the file is UTF-8 except at byte {byte}{}; save it again from its source, or remove the damaged bytes",
        and_more(*.places)
    )]
    DamagedUtf8 {
        /// Position of the first wrong byte, counted from 0.
        byte: u64,
        /// Number of damaged places.
        places: usize,
    },

    /// Bytes that are no text in the character set that a user named.
    #[error("not text in {charset}; name the right character set, or let it be detected")]
    NotInCharset {
        /// The character set.
        charset: &'static str,
    },

    /// A file whose format is not what its name says, or that is damaged.
    #[error(
        "it is damaged, or not what its extension says ({problem}); copy it again or remove it"
    )]
    Damaged {
        /// Message of the library.
        problem: String,
    },

    /// A file in a ZIP that lacks what every file of its format has.
    #[error(
        "it has no part {part}, so it is not what its extension says; correct the extension or remove it"
    )]
    NoPart {
        /// The part's name.
        part: String,
    },

    /// A file whose markup is larger than the memory can be trusted with.
    #[error("its parts have more than {} bytes, which is the limit; split or remove it", count(*.most))]
    TooMuchMarkup {
        /// The maximum size.
        most: u64,
    },

    /// An archive that goes on with something else than a record.
    #[error(
        "no valid record begins here: it is damaged, cut short or gives a wrong length; reading continues at the next one; copy or download the file again"
    )]
    NoRecord,

    /// A hard link in an archive to what is no file before it.
    #[error(
        "it is a hard link to '{target}', which is not an earlier file of the archive, or one too many to hold; pack the archive again without hard links"
    )]
    LinkWithoutFile {
        /// The name that it gives.
        target: String,
    },

    /// A file of an archive of which a later one has the name.
    #[error(
        "a later file of the same name in the archive replaces it, as when the archive is unpacked; rename one of them to keep both"
    )]
    Replaced,

    /// An archive of which only the beginning can be read.
    #[error(
        "the archive is cut short or damaged ({problem}); the rest of it is not read; copy or download it again"
    )]
    CutArchive {
        /// Message of the library.
        problem: String,
    },

    /// PDF where the program that reads it is not installed.
    #[error("PDF is read by the program pdftotext, which was not found; install it (Poppler)")]
    NoPdfReader,

    /// A PDF that takes too long.
    #[error("pdftotext did not finish in {seconds} seconds; convert it to text, or remove it")]
    SlowPdf {
        /// Time limit in seconds.
        seconds: u64,
    },

    /// A PDF that cannot be read.
    #[error(
        "pdftotext cannot read it: it is damaged, protected by a password or not a PDF; save it again or remove it"
    )]
    BadPdf,

    /// A PDF of pictures.
    #[error("it contains no text, as is usual for a scan; run OCR on it first, or remove it")]
    NoTextInPdf,

    /// A file that reads as text in no character set.
    #[error(
        "unknown character set: not valid UTF-8 at byte {byte}, and not text in {guess} either; convert the file to UTF-8 or remove it"
    )]
    UnknownCharacters {
        /// End of valid UTF-8, in bytes from 0.
        byte: u64,
        /// The character set that fits best.
        guess: &'static str,
    },

    /// A document without a word.
    #[error("the document contains no words; correct or remove it")]
    NoWords,

    /// A document of which nothing is left to compare.
    #[error(
        "the document contains no words besides those that are ignored, so that there is nothing to compare; ignore less, or give another document"
    )]
    OnlyIgnored,

    /// A folder without documents.
    #[error(
        "the folder contains no documents; expected files with one of the extensions {accepted}, each also with .gz or .zst"
    )]
    NoDocuments {
        /// The endings that are read.
        accepted: String,
    },

    /// A folder whose files each hold many documents.
    #[error(
        "the folder contains only files of many documents, which are not read from a folder; pass one of them, such as {first}"
    )]
    OnlyMany {
        /// The path of the first.
        first: String,
    },

    /// An archive whose files each hold many documents.
    #[error(
        "the archive contains only files of many documents, such as {first}, which are not read from an archive; unpack it, and pass the folder"
    )]
    OnlyManyPacked {
        /// The path of the first.
        first: String,
    },

    /// A file of many documents in a folder.
    #[error(
        "it holds many documents, but only files of one document each are read from a folder; files of many have most of the bytes of this folder; pass the file itself"
    )]
    HoldsMany,

    /// A file of a folder that is no document, where there must be none.
    #[error(
        "unknown file format; expected a regular file with one of the extensions {accepted}, each also with .gz or .zst; remove it, or leave {} out",
        Parameter::Strict
    )]
    UnknownFile {
        /// The endings that are read.
        accepted: String,
    },

    /// Documents that were read are not there when they are read again.
    #[error(
        "it was changed while the program ran ({} no longer at the place where {} read); run the command again",
        are(*.documents), if *.documents == 1 { "it was" } else { "they were" }
    )]
    Changed {
        /// Number of missing documents.
        documents: usize,
    },

    /// A file was written to after its documents were read from it.
    #[error("it was changed while the program ran; run the command again")]
    Rewritten,

    /// A collection none of whose documents could be read.
    #[error(
        "none of its documents could be read ({}); correct them{}",
        documents_of(*.documents), or_name_columns(*.by_columns)
    )]
    NothingRead {
        /// Number of documents left out.
        documents: usize,
        /// True if any was for lack of a column.
        by_columns: bool,
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
    #[error("document '{id}' was already read at {first}; give every document a different id")]
    DuplicateId {
        /// The name.
        id: String,
        /// Place of the first document of that name.
        first: Place,
    },
}

fn are(documents: usize) -> String {
    let verb = if documents == 1 { "is" } else { "are" };
    format!("{} {verb}", documents_of(documents))
}

fn or_name_columns(by_columns: bool) -> String {
    if !by_columns {
        return String::new();
    }
    let [id, text, html] = [Parameter::Id, Parameter::Text, Parameter::Html];
    format!(", or name their columns with {id}, {text}, {html}")
}

fn and_more(places: usize) -> String {
    match places {
        1 => String::new(),
        2 => " (and 1 more place)".to_string(),
        _ => format!(" (and {} more places)", places - 1),
    }
}

impl DocumentError {
    /// The reason why a document is left out, in a word for programs.
    pub(super) fn reason(&self) -> &'static str {
        match self {
            DocumentError::NoWords | DocumentError::NoTextInPdf => "empty",
            DocumentError::DuplicateId { .. } => "duplicate_id",
            DocumentError::Replaced => "replaced",
            DocumentError::HoldsMany => "holds_many",
            DocumentError::DamagedUtf8 { .. }
            | DocumentError::NotInCharset { .. }
            | DocumentError::UnknownCharacters { .. } => "character_set",
            DocumentError::Damaged { .. }
            | DocumentError::NoPart { .. }
            | DocumentError::NoRecord
            | DocumentError::BadPdf => "damaged",
            _ => "unreadable",
        }
    }

    /// [`Damaged`](Self::Damaged), in one line of the library that says so: some quote what they found, over
    /// as many lines as it has.
    pub fn damaged(reason: impl fmt::Display) -> Self {
        const MOST: usize = 200;
        let reason = reason.to_string();
        let words: Vec<&str> = reason.split_whitespace().collect();
        let mut problem = words.join(" ");
        if let Some((end, _)) = problem.char_indices().nth(MOST) {
            problem.truncate(end);
            problem.push('…');
        }
        DocumentError::Damaged { problem }
    }
}
