//! Reused passages: what two documents share, as a text and on a page for a class.

mod page;
mod shared;
mod text;
pub use page::PassagesPage;
pub use shared::SharedPassages;
pub use text::passages_text;
