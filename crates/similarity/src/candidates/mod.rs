//! Candidate selection: which pairs of a collection are compared at all. All pairs would be far too
//! many; [`Candidates`] finds those that pass a [`Filter`], a similarity of two sketches with a
//! threshold.
//!
//! Useful for: near-duplicates in collections, exactly, from a thousand documents to a million. Not
//! useful for: deciding. A pair that is not a candidate is not classified, which does not mean that
//! it is distinct.
//!
//! | file | contents |
//! |---|---|
//! | `candidates.rs` | the pairs of a collection that pass a filter |
//! | `ratio.rs` | thresholds as exact fractions |
//! | `overlap.rs` | the minimum overlap of two similar sets |
//! | `sketches.rs` | sketches of the documents |
//! | `walk.rs` | all pairs of a search, a bounded number at a time |
//! | `ranks.rs` | the values of many sets as ranks in one order, counted once |
//! | `rough_order.rs` | the heads of sets, chosen without counting every value |
//! | `bitmap.rs` | bitmaps of sets, which tell most pairs apart |
//! | `order.rs` | the ranks of queries' values, and of weighted terms |
//! | `records.rs` | distinct sets, and the verification of two |
//! | `join.rs` | the trait of all joins |
//! | `scratch.rs` | what a thread writes on while it searches |
//! | `growing.rs` | a search among documents that are added to it |
//! | `any_join.rs` | several joins as one |
//! | `listed.rs` | pairs that were found before |
//! | `set_join.rs` | exact join of similar sets |
//! | `share_join.rs` | join by minimum weight overlapping (exact, and with the filter of 002) |
//! | `postings.rs` | the join of sets in parts |
//! | `pair_counts.rs` | how many keys pairs share, added up over the parts |
//! | `min_hash.rs` | MinHash bands, with a known probability |
//! | `mixing.rs` | hashes of numbers |
//! | `shared_values.rs` | bounds of a similarity when only the shared values are known |
//! | `blocking.rs` | learning a filter from labelled pairs |
//! | `block_by.rs` | candidates by fields of records |
//! | `least_by_score.rs` | how alike pairs of a score are at least |
//!
//! ```
//! use dejalu_similarity::candidates::{Candidates, Filter, CandidateOptions, SketchRef, Sketches};
//!
//! let mut sketches = Sketches::default();
//! for values in [&[1, 2, 3, 4, 5][..], &[7, 8, 9], &[1, 2, 3, 4]] {
//!     sketches.push(SketchRef { values, shares: &[] });
//! }
//! let filter = Filter::new("jaccard".parse()?, "0.8".parse()?)?;
//! let candidates = Candidates::new(&sketches, &filter, &CandidateOptions::default())?;
//! assert_eq!(candidates.pairs(0..candidates.records()), [(0, 2)]);
//! # Ok::<(), dejalu_base::Error>(())
//! ```

mod any_join;
mod bitmap;
mod block_by;
mod blocking;
mod candidates;
mod growing;
mod join;
mod least_by_score;
mod listed;
mod min_hash;
mod mixing;
mod order;
mod overlap;
mod pair_counts;
mod postings;
mod ranks;
mod ratio;
mod records;
mod rough_order;
mod scratch;
mod set_join;
mod share_join;
mod shared_values;
mod sketches;
mod walk;
pub use block_by::BlockBy;
pub use blocking::{Blocking, Labelled, given, learn};
pub use candidates::{
    CandidateIndex, CandidateOptions, Candidates, Filter, Hits, Method, Patience, Plan, in_words,
};
pub use growing::GrowingIndex;
pub use least_by_score::LeastByScore;
pub use pair_counts::{Candidate, PairCounts};
pub use postings::{PartedSearch, Postings, Side};
pub use ratio::Ratio;
pub use share_join::ShareFilter;
pub use shared_values::{Admission, SharedValues};
pub use sketches::{SketchRef, Sketches, TermOrder};
pub use walk::Walk;
