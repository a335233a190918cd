//! The report page of a deduplication: number, size and scores of the groups, and those to check.
//!
//! | file | contents |
//! |---|---|
//! | `page.rs`, `contents.rs` | the page and what it holds |
//! | `pictures.rs` | the charts |
//! | `rows.rs` | the largest groups and the least certain pairs |
//! | `groups.html`, `style.css` | the template and its style |

mod contents;
mod page;
mod pictures;
mod rows;
pub use contents::GroupsPage;
