//! A promise about removals: at most so large a share of them is wrong, by answers about as few of them as possible.
//!
//! The removals are ordered by how much they are doubted, before anybody answers. Nested sets of the least doubted are
//! tested, the smallest first; each passes as soon as so few wrong ones among its first answers rule out that the promise is
//! broken there, and the first that fails ends the test. It computes with counts alone, and knows no document.
//!
//! | file | contents |
//! |---|---|
//! | `promise.rs` | the share and the confidence that are promised |
//! | `risk.rs` | which removals are doubted most |
//! | `stopping_points.rs` | after how many answers a set passes with how many wrong ones, and the chance of that |
//! | `design.rs` | the choice of the stopping points of a set |
//! | `plan.rs` | the sets that are tested, in their order |
//! | `trial.rs` | the next question, and the verdict |
//! | `interval.rs` | the share of wrong ones, whenever one stops |

mod design;
mod interval;
mod plan;
mod promise;
mod risk;
mod stopping_points;
#[cfg(test)]
mod tests;
mod trial;

pub use interval::wrong_between;
pub use plan::{TestPlan, TestedSet};
pub use promise::{GivenPromise, Promise};
pub use risk::{Doubt, by_risk};
pub use stopping_points::{StoppingPoint, StoppingPoints};
pub use trial::{Missing, Outcome, Tested, Trial, Verdict};
