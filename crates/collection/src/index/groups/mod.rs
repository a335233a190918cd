//! Groups that an index keeps: formed once, with their threshold and what counts as boilerplate; every
//! document that is added later is compared with all others and joins them. What is there depends on the
//! documents alone, and not on the parts in which they came or their order; only the numbers of the groups
//! do.
//!
//! | file | contents |
//! |---|---|
//! | `groups.rs` | forming groups, adding to them, reading them |
//! | `rules.rs` | how groups are formed: chosen once, and kept |
//! | `linking.rs` | finding and judging the pairs of documents that are added |
//! | `members.rs` | what is kept of each document, and grouping from that |
//! | `numbering.rs` | which group keeps its number when groups merge and split |
//! | `history.rs` | what each change did to the groups |
//! | `schema.rs`, `tables.rs` | storage on disk |

mod groups;
mod history;
mod linking;
mod members;
mod numbering;
mod rules;
mod schema;
mod tables;
#[cfg(test)]
mod tests;

pub use groups::Groups;
pub use history::{Cause, Change, Event};
pub use rules::{GroupOptions, GroupRules};
pub(super) use schema::TABLES;
