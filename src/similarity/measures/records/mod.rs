//! Comparisons of short fields, as records of works, people and goods have them: names of people and of
//! journals, codes, pages, years, and any short text by its letters. Each is meant for a field
//! (`person-names:field=author`); of a whole document it compares what it finds there.
//!
//! **To add one**: write a file with a type that implements [`ShortField`] and a `MEASURE`, and put the
//! file's name into the table below.

mod short_field;
#[cfg(test)]
mod testing;
mod words;
pub use short_field::{Agreement, ShortField};

use super::Entry;

/// The table of comparisons: one word a file.
macro_rules! short_fields {
    ($($comparison:ident),* $(,)?) => {
        $(mod $comparison;)*

        pub(super) const MEASURES: &[Entry] = &[$($comparison::MEASURE),*];
    };
}

short_fields! {
    edit_similarity, person_names, abbreviation, code_agreement, page_agreement, year_closeness
}
