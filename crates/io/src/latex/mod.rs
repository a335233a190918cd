//! The text of what is written in LaTeX: letters for accents and commands, what formulas say, no markup.
//!
//! BibTeX is LaTeX as a whole; records of other formats hold some where a reference manager exported it. Copies of
//! records keep the markup.
//!
//! | file | contents |
//! |---|---|
//! | `latex.rs` | reads a text from its start to its end |
//! | `formulas.rs` | where a formula ends |
//! | `commands.rs` | what commands stand for |

mod commands;
mod formulas;
mod latex;
pub use latex::{text_of_latex, without_latex};
