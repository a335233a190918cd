//! Documents whose similarity is known beforehand: plagiarised mixtures (003, section 4.1) and
//! edited variants, as a [`Recipe`] says.
//!
//! Every word knows where it is from, so that the expected similarity of two texts, the share of
//! the one's words that occur in the other, is counted and not estimated: S_e of 003, for edited
//! variants too.
//!
//! | file | contents |
//! |---|---|
//! | `generate.rs` | a collection from a recipe |
//! | `recipe.rs` | recipes |
//! | `chance.rs` | random choices |
//! | `prose.rs` | texts whose words know their source |
//! | `sources.rs` | source texts |
//! | `mixture.rs` | plagiarised mixtures |
//! | `variants.rs` | pairs of texts |
//! | `edits.rs`, `words.rs`, `page_elements.rs` | edits of a text |
//! | `records/` | bibliographic records |
//! | `passages.rs` | documents with known passages of others |
//! | `experiment.rs` | the experiment of Pereira and Ziviani 2003 (003) |
//!
//! ```
//! use dejalu_base::Silent;
//! use dejalu_experiment::generate::generate;
//! use dejalu_experiment::model::builtin;
//!
//! let recipe = builtin::recipe()?.with_count(2);
//! let made = generate(&builtin::originals()?, &recipe, &Silent)?;
//! assert!(!made.set.pairs.is_empty());
//! # Ok::<(), dejalu_base::Error>(())
//! ```

mod chance;
mod edits;
pub mod experiment;
mod generate;
mod mixture;
mod page_elements;
pub mod passages;
mod prose;
mod recipe;
pub mod records;
mod sources;
mod variants;
mod words;
pub use chance::Rate;
pub use edits::Edits;
pub use generate::{Generated, Known, generate};
pub use recipe::{FORMAT, Mixture, Part, Recipe, Variants};
