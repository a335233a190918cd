//! Word alignment of two documents. [`align`] returns the blocks of equal words of a longest common
//! subsequence; what is between them differs.
//!
//! The work is counted, never timed. What the documents share at both ends is set aside first. A
//! rest of up to 4,096 × 4,096 words ("cells") is solved exactly, 64 cells at a step; a
//! larger one is cut at words that stand once in either document (the longest chain of them that
//! keeps its order, as in "patience" diffs), and its parts are solved alike. A part that is too
//! large and has no such word, or lies six cuts deep, counts as replaced.
//!
//! Cost: for documents of n and m words at most about 64·√(nm) steps of 64 cells (Cauchy: parts
//! of at most E cells, side by side, hold at most √(E·nm) cells), and O((n + m) log m) for the
//! rest. So a pair's cost grows with its length, never with the square of it.

mod align;
mod exact;
pub use align::{MatchingBlock, Sequence, align, common_order};
