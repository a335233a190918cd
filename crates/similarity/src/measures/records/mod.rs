//! Comparisons of short fields, as records of works, people and goods have them: names of people and of
//! journals, codes, pages, years, and any short text by its letters. Each is meant for a field
//! (`person-names:field=author`); of a whole document it compares what it finds there.
//!
//! **To add one**: write a file with a type that implements [`ShortField`] and a `MEASURE`, and put the
//! file's name into the table below.
//!
//! | file | contents |
//! |---|---|
//! | `short_field.rs` | what all comparisons of short fields share |
//! | `words.rs` | the words of a field |
//! | `units.rs` | units of measure and currencies |
//! | `codes.rs` | codes, sizes and versions in one form |
//! | `months.rs` | months by their names |
//! | `nicknames.rs` | given names and their short forms |
//! | `name_shape.rs` | what looks like the name of a person |
//! | `abbreviation.rs` | `abbreviation` |
//! | `address_agreement.rs` | `address-agreement` |
//! | `code_agreement.rs` | `code-agreement` |
//! | `codes_in_text.rs` | `codes-in-text` |
//! | `date_agreement.rs` | `date-agreement` |
//! | `edit_similarity.rs` | `edit-similarity` |
//! | `number_closeness.rs` | `number-closeness` |
//! | `number_equality.rs` | `number-equality` |
//! | `page_agreement.rs` | `page-agreement` |
//! | `person_names.rs` | `person-names` |
//! | `year_closeness.rs` | `year-closeness` |

mod codes;
mod months;
mod name_shape;
mod nicknames;
mod short_field;
#[cfg(test)]
mod testing;
mod units;
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
    edit_similarity, person_names, abbreviation, code_agreement, page_agreement, year_closeness,
    number_closeness, codes_in_text, address_agreement, date_agreement,  number_equality
}

pub(crate) use address_agreement::has_street;
pub(crate) use date_agreement::is_date;
pub(in crate::measures) use months::month;
pub(crate) use name_shape::is_person;
pub(crate) use units::{is_currency, is_of_unit, is_unit};
pub(in crate::measures) use words::without_accents;
