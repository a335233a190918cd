//! Passages that stand in many groups of near copies: what a form, a manual or a newsletter repeats on
//! every page. They say nothing of which pages are duplicates, so documents are compared without them.
//!
//! | file | contents |
//! |---|---|
//! | `repeated.rs` | the runs of words that stand in many groups of near copies |
//! | `near_copies.rs` | documents that are near copies of each other |
//! | `template.rs` | those of them around which documents differ |
//! | `boilerplate.rs` | the whole: a collection without them, and what was left out |

mod boilerplate;
mod near_copies;
mod repeated;
mod template;

pub(super) use boilerplate::leave_out;
#[cfg(feature = "store")]
pub(super) use boilerplate::without_runs;
pub use boilerplate::{Boilerplate, BoilerplateRemover, LeftOut, Passage};
