//! The page where people label, and the pieces that it fetches: two documents with what they share
//! marked, in which nothing says what anybody decides.

mod page;

pub use page::{labelling_page, marked_texts};
