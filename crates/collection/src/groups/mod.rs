//! Groups of near-duplicates, and the document of each that is kept.
//!
//! | file | contents |
//! |---|---|
//! | `linkage.rs` | how duplicate pairs form groups: single and complete linkage |
//! | `star.rs` | star groups: every member is a duplicate of the kept document |
//! | `keep.rs` | which document of a group is kept |
//! | `members.rs` | what grouping asks of documents |
//! | `relation.rs` | how two documents of a group relate |
//! | `removal.rs` | what is lost with a document that is not kept |
//! | `constraints.rs` | what people say of pairs, against any score |
//! | `grouping.rs` | the groups of a collection at a threshold |
//! | `table.rs` | a table of groups, of any tool |
//! | `fates.rs` | what such a table says of each document |
//! | `ends.rs` | where chains of documents that name one another end |
//! | `given.rs` | the groups that it describes |
//! | `sides.rs` | what it says document by document, to be compared |
//! | `changes.rs` | what is different between two such tables |
//! | `removed_for.rs` | which documents a kept one stands for |
//! | `row.rs` | what the table of groups says of a document |

mod changes;
mod constraints;
mod ends;
mod fates;
mod given;
mod grouping;
mod keep;
mod linkage;
mod members;
mod relation;
mod removal;
mod removed_for;
mod row;
mod sides;
mod star;
mod table;

pub use changes::{Cause, Change, ChangedDocument, GroupChanges};
pub(super) use constraints::ResolvedConstraints;
pub use constraints::{Constraint, Constraints};
pub(super) use fates::Fate;
pub(super) use grouping::GroupingOptions;
pub use grouping::{Group, Grouping};
pub use keep::Keep;
pub(super) use keep::Turns;
pub use linkage::Linkage;
#[cfg(feature = "store")]
pub(super) use members::{ComparedPairs, Members};
pub use relation::Relation;
pub(super) use relation::{RUN, Runs};
pub use removal::{Reason, Removal};
pub use row::GroupRow;
pub use table::{GroupColumns, GroupsTable};
