//! The page of an audit of removals, for those who decide.

mod page;
pub use page::RemovalsPage;
pub(crate) use page::tested;
