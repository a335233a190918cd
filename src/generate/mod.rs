//! Documents whose similarity is known beforehand: plagiarised mixtures (003, section 4.1) and
//! edited variants, as a [`Recipe`] says.
//!
//! Every word knows where it is from, so that the expected similarity of two texts, the share of
//! the one's words that stand in the other, is counted and not estimated: S_e of 003, for edited
//! variants too.
//!
//! | file | the question it answers |
//! |---|---|
//! | `recipe.rs` | what is to be made? |
//! | `chance.rs` | what is drawn? |
//! | `prose.rs` | what does a text consist of, and where is it from? |
//! | `sources.rs` | what are texts made of? |
//! | `mixture.rs` | how is a document plagiarised? |
//! | `variants.rs` | which texts make a pair? |
//! | `edits.rs`, `words.rs`, `furniture.rs` | how does a text change? |
//! | `experiment.rs` | how far is a measured similarity from the expected one? |

mod chance;
mod edits;
pub mod experiment;
mod furniture;
mod generate;
mod mixture;
mod prose;
mod recipe;
mod sources;
mod variants;
mod words;
pub use chance::Rate;
pub use edits::Edits;
pub use generate::{Generated, Known, generate};
pub use recipe::{FORMAT, Mixture, Part, Recipe, Variants};
