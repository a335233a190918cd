//! One cell of a table.

/// A cell's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Text, or a number or truth value written as text.
    Text(String),
    /// A value that is none of these, and what it is: `a list`.
    Other(&'static str),
}
