//! Errors of pairs: their table, their labels, the documents they name, and the numbers that a table
//! gives for them.

use super::nearest::did_you_mean;
use super::parameter::Parameter;
use super::phrases::{documents_of, pairs_of};
use crate::plural::{count, counted};

/// The kinds of error that pairs and their labels can cause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairError {
    /// A cell that is no number.
    #[error(
        "column '{column}' holds '{found}'; expected a finite number{}, or an empty cell for a missing value: the column is a feature",
        with_point(*.has_comma)
    )]
    BadNumber {
        /// The column.
        column: String,
        /// Value of the cell.
        found: String,
        /// True if a point in the place of its comma makes it a number.
        has_comma: bool,
    },

    /// A similarity that no measure gives.
    #[error(
        "column '{column}' holds '{found}'; expected a number from 0 to 1, as the measure of this name gives, or an empty cell for a missing value; correct it, or rename the column if it is another feature"
    )]
    NoSimilarity {
        /// The column.
        column: String,
        /// Value of the cell.
        found: String,
    },

    /// A feature of the user's own where there are documents and no table of pairs.
    #[error(
        "'{column}' is a column of the pairs, which documents do not have: classify pairs that have it"
    )]
    OnlyGiven {
        /// The column.
        column: String,
    },

    /// Vectors without one of a model's features.
    #[error(
        "the vectors have no column '{column}', which is a feature of the model; write the vectors with the features of the model"
    )]
    NotInVectors {
        /// The feature.
        column: String,
    },

    /// A table of vectors without features.
    #[error("there is no column besides ids and label; expected one column per feature")]
    NoFeatures,

    /// A model of vectors where there are documents.
    #[error(
        "the model was trained on vectors and does not know how their documents were read: train on documents, or classify vectors"
    )]
    OfVectors,

    /// An answer of a file of answers is none of these.
    #[error(
        "label '{found}' is invalid; expected 1, 0, \"unsure\", or null where nobody has answered"
    )]
    BadAnswer {
        /// The text found.
        found: String,
    },

    /// A label's text is none of the usual ones.
    #[error(
        "label '{found}' is invalid; expected 1 or 0, +1 or -1, true or false, yes or no, y or n, duplicate or distinct"
    )]
    BadLabel {
        /// The text found.
        found: String,
    },

    /// A stream of answers that is none of the two.
    #[error("stream '{found}' is invalid; expected training or audit")]
    BadStream {
        /// The text found.
        found: String,
    },

    /// A probability of being drawn that is none.
    #[error(
        "probability '{found}' is invalid; expected a number above 0 and at most 1, or nothing"
    )]
    BadProbability {
        /// The text found.
        found: String,
    },

    /// A record of a question's draw that cannot be read.
    #[error("'{found}' in {column} does not describe a draw; expected it as the program wrote it")]
    BadDraw {
        /// The column.
        column: String,
        /// The text found.
        found: String,
    },

    /// A table of pairs lacks the columns of a pair.
    #[error(
        "the columns are {}; expected {expected}; rename them or pass {}, {}, {}",
        quoted(.found), Parameter::Left, Parameter::Right, Parameter::Label
    )]
    PairColumns {
        /// The columns found.
        found: Vec<String>,
        /// The columns expected.
        expected: String,
    },

    /// No pair was read.
    #[error("{}", no_pairs(*.skipped))]
    NoPairs {
        /// Number of rows that could not be read.
        skipped: usize,
    },

    /// A file of answers without one to train on.
    #[error("{}", no_answers(*.audit, *.open))]
    NoAnswers {
        /// Number of sure answers of the audit.
        audit: usize,
        /// Number of pairs without a sure answer.
        open: usize,
    },

    /// A split that no row is of.
    #[error("no row has split '{split}'{}", unknown_split(.found, .nearest, *.named))]
    UnknownSplit {
        /// The split that was asked for.
        split: String,
        /// The splits that there are.
        found: Vec<String>,
        /// The one that may be meant.
        nearest: Option<String>,
        /// True if there is a column of splits.
        named: bool,
    },

    /// A pair names a document that is not in the collection.
    #[error(
        "document '{id}' is not in the collection ({}); correct the id or pass the right {}",
        documents_of(*.documents), Parameter::Documents
    )]
    UnknownDocument {
        /// The id found.
        id: String,
        /// Number of documents in the collection.
        documents: usize,
    },

    /// A pair names a document by an id that several sources share.
    #[error("document '{id}' is in several sources; write one of: {}", .all.join(", "))]
    AmbiguousDocument {
        /// The id found.
        id: String,
        /// The ids of the documents that it may mean.
        all: Vec<String>,
    },

    /// Pairs name documents by id, and there is no collection.
    #[error(
        "the pairs refer to documents by id, but no collection was given; pass {}, or if the cells are texts, call their columns text_a and text_b",
        Parameter::Documents
    )]
    NoCollection,

    /// A document is paired with itself.
    #[error("the row pairs document '{id}' with itself; remove the row")]
    SelfPair {
        /// The document's id.
        id: String,
    },

    /// One id stands for two texts.
    #[error("id '{id}' is used for two different texts; give each text its own id")]
    TwoTexts {
        /// The id.
        id: String,
    },

    /// One id is in two clusters.
    #[error(
        "document '{id}' is in two clusters, '{}' and '{}'; correct one of them",
        .clusters[0], .clusters[1]
    )]
    TwoClusters {
        /// The document's id.
        id: String,
        /// The clusters.
        clusters: [String; 2],
    },

    /// A pair that is to be learned from has no label.
    #[error(
        "the pair has no label; expected 1 (duplicate) or 0 (distinct); fill it in or remove the row"
    )]
    NoLabel,

    /// A text of the row holds no word, so that there is nothing to compare.
    #[error("'{column}' contains no words; correct or remove the row")]
    NoWords {
        /// The column of the text.
        column: String,
    },

    /// There are too few clusters of documents for the folds.
    #[error(
        "{} of {} cannot be split into {folds} folds; expected at least one cluster per fold; label pairs of more documents or use fewer folds ({}, {})",
        pairs_of(*.pairs), counted(*.clusters, "document cluster", "document clusters"),
        Parameter::Folds, Parameter::InnerFolds
    )]
    TooFewClusters {
        /// The folds asked for.
        folds: usize,
        /// The clusters there are.
        clusters: usize,
        /// The pairs there are.
        pairs: usize,
    },
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    quoted.join(", ")
}

fn with_point(has_comma: bool) -> &'static str {
    if has_comma {
        ", with a decimal point instead of the comma"
    } else {
        ""
    }
}

fn no_pairs(skipped: usize) -> String {
    match skipped {
        0 => "it contains no pairs; add rows below the header".to_string(),
        rows => format!(
            "none of its rows could be read ({}); correct them",
            counted(rows, "row", "rows")
        ),
    }
}

fn no_answers(audit: usize, open: usize) -> String {
    match (audit, open) {
        (0, open) => format!(
            "none of its {} has a sure answer; answer some first",
            pairs_of(open)
        ),
        (audit, _) => format!(
            "all of its sure answers ({}) are of the audit, which is never trained on; answer questions of the training stream as well",
            count(audit)
        ),
    }
}

fn unknown_split(found: &[String], nearest: &Option<String>, named: bool) -> String {
    let split = Parameter::Split;
    match (found, named) {
        ([], false) => format!("; there is no split column; add it or leave {split} out"),
        ([], true) => {
            format!("; the column 'split' is empty in every row; fill it in or leave {split} out")
        }
        _ => format!(
            "{}; the splits are {}; choose among them",
            did_you_mean(nearest),
            found.join(", ")
        ),
    }
}
