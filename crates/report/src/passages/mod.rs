//! Reused passages: what two documents share, as a text and on a page for a class.

mod page;
mod text;
pub use page::PassagesPage;
pub use text::passages_text;
