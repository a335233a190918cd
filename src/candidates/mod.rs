//! Which pairs of a collection are worth a judgement? All are far too many; [`Candidates`] finds
//! those that a [`Filter`] keeps, a similarity of two sketches and the least value that counts.
//!
//! Useful for: near-duplicates in collections, exactly, from a thousand documents to a million.
//! Not useful for: deciding. A pair that is no candidate is not judged, which is not the same as
//! distinct.
//!
//! | file | the question it answers |
//! |---|---|
//! | `ratio.rs` | what is a threshold, exactly? |
//! | `overlap.rs` | what must two sets share, at least? |
//! | `sketches.rs` | what is kept of a collection; which values are rare; who holds them? |
//! | `records.rs` | which sets are equal; do two share enough? |
//! | `join.rs` | what can every join do? |
//! | `set_join.rs` | which sets are similar? (exact) |
//! | `share_join.rs` | which weighted terms overlap? (exact, and as 002 filters) |
//! | `min_hash.rs` | which sets are probably similar? (with a known probability) |
//! | `tally.rs` | may a document be similar enough, of which only the shared values are known? |
//! | `blocking.rs` | which filter keeps the duplicates of labelled pairs? |
//!
//! ```
//! use dejalu::candidates::{Candidates, Filter, CandidateOptions, SketchRef, Sketches};
//!
//! let mut sketches = Sketches::default();
//! for values in [&[1, 2, 3, 4, 5][..], &[7, 8, 9], &[1, 2, 3, 4]] {
//!     sketches.push(SketchRef { values, shares: &[] });
//! }
//! let filter = Filter::new("jaccard".parse()?, "0.8".parse()?)?;
//! let candidates = Candidates::new(&sketches, &filter, &CandidateOptions::default())?;
//! assert_eq!(candidates.pairs(0..candidates.records()), [(0, 2)]);
//! # Ok::<(), dejalu::Error>(())
//! ```

mod blocking;
mod candidates;
mod join;
mod min_hash;
mod overlap;
mod ratio;
mod records;
mod set_join;
mod share_join;
mod sketches;
mod tally;
pub use blocking::Blocking;
pub(crate) use blocking::{Labelled, learn};
pub(crate) use candidates::{CandidateIndex, Hits};
pub use candidates::{CandidateOptions, Candidates, Choice, Filter, Plan};
pub use ratio::Ratio;
pub use share_join::ShareFilter;
pub use sketches::{SketchRef, Sketches, TermOrder};
pub use tally::Tally;
