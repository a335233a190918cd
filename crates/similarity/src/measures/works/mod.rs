//! Fields of bibliographic records: what speaks for one work, and what speaks for two.
//!
//! Agreement and conflict are two measures, each with one sign. `same-…` is 1 where a field shows that two
//! records are of one work; `no-other-…` is 0 where it shows that they are of two works. A conflict is measured
//! by its absence, so that every measure is a similarity: in \[0, 1\], 1 for equal fields, and more of it never
//! speaks against a duplicate. Where a record lacks the field, both are missing, and [`Measure::NEUTRAL`] says
//! what that stands for: no agreement shown (0), and no conflict shown (1). One measure for both would have to
//! guess how far a missing DOI lies between an equal one and another one; of two, training learns it.
//!
//! Each is meant for a field (`same-title:field=title`); of a whole document it compares what it finds there.
//! Those in `work.rs` look at several fields of a record, by their names: title, author, journal, year, volume,
//! number, pages, doi, isbn.
//!
//! **To add one**: a type that implements `Finding` in the file of its field, and a row in that file's `FINDINGS`.
//!
//! | file | contents |
//! |---|---|
//! | `finding.rs` | what all these measures share |
//! | `plain.rs` | texts without markup, marks and capitals |
//! | `word_lists.rs` | words that say little or something else in a title |
//! | `edits.rs` | edit similarity, and whether it reaches a limit |
//! | `title.rs`, `titles.rs` | a title; two titles |
//! | `title_numbers.rs`, `title_notice.rs` | numbers in a title; what makes it an erratum or a reply |
//! | `person.rs`, `people.rs` | the name of a person; two lists of people |
//! | `numbers.rs`, `years.rs`, `pages.rs` | volumes and numbers; years; pages |
//! | `codes.rs` | DOIs, ISBNs and other codes |
//! | `journals.rs`, `abstracts.rs` | names of journals; abstracts |
//! | `work.rs`, `works.rs` | a record; two records by all their fields |
//! | `keys.rs` | what two records of one work nearly always have in common |
//!
//! [`Measure::NEUTRAL`]: super::Measure::NEUTRAL

mod edits;
mod finding;
mod person;
mod plain;
#[cfg(test)]
mod testing;
mod title;
mod title_notice;
mod title_numbers;
mod word_lists;
mod work;

pub use work::has_generic_title;

use super::Entry;

/// The table of fields: one word a file.
macro_rules! fields {
    ($($field:ident),* $(,)?) => {
        $(mod $field;)*

        /// The measures of each field.
        const FIELDS: &[&[Entry]] = &[$($field::FINDINGS),*];
    };
}

fields! {
    titles, people, years, numbers, pages, codes, journals, abstracts, works, keys
}

/// The number of measures of all fields.
const COUNT: usize = {
    let (mut count, mut field) = (0, 0);
    while field < FIELDS.len() {
        count += FIELDS[field].len();
        field += 1;
    }
    count
};

/// The measures of all fields, in one list.
const ALL: [Entry; COUNT] = {
    let mut all = [FIELDS[0][0]; COUNT];
    let (mut count, mut field) = (0, 0);
    while field < FIELDS.len() {
        let mut place = 0;
        while place < FIELDS[field].len() {
            all[count] = FIELDS[field][place];
            (count, place) = (count + 1, place + 1);
        }
        field += 1;
    }
    all
};

pub(super) const MEASURES: &[Entry] = &ALL;
