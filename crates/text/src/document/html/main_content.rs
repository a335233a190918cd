//! Finds the main content of a page.

use serde::{Deserialize, Serialize};

use dejalu_base::error::{read_by_name, shown_by_name};

/// The way the main content of a page is separated from its frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MainContent {
    /// By what the page calls its parts, and by nothing else, so that the same article gives the
    /// same content in any frame.
    #[default]
    Landmarks,
    /// By the shape of the text, as browsers do for their reading view; where that finds no article,
    /// by landmarks. For pages that name no parts.
    Readability,
    /// Not at all: all text of the page is content, its frame included.
    Off,
}

shown_by_name!(MainContent);

read_by_name!(
    MainContent,
    MainContent,
    "expected landmarks, readability or off"
);
