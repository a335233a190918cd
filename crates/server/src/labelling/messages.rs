//! Messages between the page and the server.

use serde::{Deserialize, Serialize};

use dejalu_text::document::DocumentId;

/// Whoever asks: a tab of a browser.
#[derive(Debug, Deserialize)]
pub(super) struct Asking {
    pub(super) tab: String,
    /// The pair, where it is about one.
    #[serde(default)]
    pub(super) pair: Option<[DocumentId; 2]>,
    /// `1`, `0` or `unsure`.
    #[serde(default)]
    pub(super) answer: Option<String>,
    #[serde(default)]
    pub(super) note: String,
    /// The name of an action.
    #[serde(default)]
    pub(super) name: String,
}

/// The next contents of a tab. Nothing in it tells which stream a pair is of.
#[derive(Debug, Default, Serialize)]
pub(super) struct Showing {
    /// `question`, `wait` or `done`.
    pub(super) kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pair: Option<[DocumentId; 2]>,
    /// Both texts as a piece of a page.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) texts: String,
    /// Number of answered pairs, in words.
    pub(super) answered: String,
    /// Share of the usual number, until the model can be evaluated.
    pub(super) progress: Option<f64>,
    pub(super) can_go_back: bool,
}

/// Something in a sentence.
#[derive(Debug, Serialize)]
pub(super) struct Words {
    pub(super) words: String,
    pub(super) is_running: bool,
}
