//! The structure of a page: its tags, their paths and its headings.

use serde::{Deserialize, Serialize};

/// The markup of a page as it was parsed: elements that a browser adds are in it, formatting ones
/// (`b`, `code`, `font`, …) are counted as `span`. `html`, `head` and `body`, which every page has,
/// are left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Structure {
    /// Number of elements with each name; names hashed, ascending.
    pub tags: Vec<(u64, u32)>,
    /// Number of elements with each path, the names from the root on; paths hashed, ascending.
    pub paths: Vec<(u64, u32)>,
    /// The headings, in reading order.
    pub headings: Vec<Heading>,
}

/// A heading of a page, `h1` to `h6`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// Its number, 1 to 6.
    pub level: u8,
    /// Its text unchanged.
    pub text: String,
    /// True if it may name the page: it occurs in the main content, and the page does not call it
    /// the site's name.
    #[serde(default)]
    pub is_of_content: bool,
}
