//! The printed tables and figures of the five papers beside ours, on a page and in a terminal.

mod cells;
mod page;
mod summary;
mod terminal;
pub use page::ReproductionPage;
pub use terminal::reproduction_text;
