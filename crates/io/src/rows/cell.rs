//! One cell of a table.

/// A cell's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Text, or a number or truth value written as text.
    Text(String),
    /// A list of texts. As the text of a document it is one text, each a line of it.
    Texts(Vec<String>),
    /// A value that is none of these, and what it is: `a list`.
    Other(&'static str),
}

impl Cell {
    /// The cell of a number, written as text where it is exact: from 2^53 on, different numbers may read as
    /// the same, and two ids would become one.
    pub fn of_number(number: f64) -> Self {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if number.abs() < EXACT {
            Cell::Text(number.to_string())
        } else {
            Cell::Other("a number too large to be exact")
        }
    }
}
