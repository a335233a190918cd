//! Errors of labelling.

use crate::plural::counted;

/// The kinds of error that labelling can meet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// No pair could be asked about.
    #[error(
        "there is no pair to ask about among {documents} documents; expected at least two of different text that share a word"
    )]
    NothingToAsk {
        /// Number of documents.
        documents: usize,
    },

    /// Another process asks for answers in the same file.
    #[error("another program is writing answers to it; end it or use another file")]
    InUse,

    /// Not a file that answers can be added to.
    #[error("expected a file that ends in .jsonl, since answers are added line by line")]
    NotLines,

    /// A line that is not one answer.
    #[error("expected one answer, as a JSON object, since answers are added line by line")]
    NotALine,

    /// Its audit was drawn from other pairs.
    #[error(
        "the stratum '{stratum}' does not belong to this draw; expected answers to the pairs of these documents, scored by the same model and drawn with the same seed; pass those, or use another file"
    )]
    OtherDraw {
        /// The first stratum that is not known here.
        stratum: String,
    },

    /// An answer to what was not asked.
    #[error(
        "the pair '{left}', '{right}' is not asked here; expected an answer to the question that is shown"
    )]
    NotAsked {
        /// The first document.
        left: String,
        /// The second document.
        right: String,
    },

    /// Too long a note.
    #[error("a note of {found} bytes; expected at most {most}")]
    LongNote {
        /// Its length.
        found: usize,
        /// The limit.
        most: usize,
    },

    /// No answer to judge by.
    #[error("{}", no_audit(*.without_documents))]
    NoAudit {
        /// Number of answers that name documents which are not there.
        without_documents: usize,
    },
}

fn no_audit(without_documents: usize) -> String {
    let nothing = "there is no answer of the audit stream about pairs";
    match without_documents {
        0 => format!("{nothing}; expected some, such as those that 'dejalu label' asks for"),
        missing => format!(
            "{nothing} of these documents ({} other documents); pass the documents that were labelled",
            counted(missing, "answer names", "answers name")
        ),
    }
}
