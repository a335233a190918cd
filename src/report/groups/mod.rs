//! A deduplicated collection on one page: how many groups, how large, how sure, and those to look
//! at.
//!
//! | file | the question it answers |
//! |---|---|
//! | `pictures.rs` | how large are the groups, how alike the pairs? |
//! | `shown.rs` | which groups and pairs should a person look at? |
//! | `groups.html`, `style.css` | how does it look? |

mod contents;
mod page;
mod pictures;
mod shown;
pub use contents::GroupsPage;
