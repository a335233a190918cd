//! Twelve databases, and how each writes a work.

use super::names::NameStyle;

/// How a database writes works.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    pub(super) names: NameStyle,
    pub(super) journal: JournalStyle,
    /// How often it leaves out each of these.
    pub(super) without_number: f64,
    pub(super) without_doi: f64,
    pub(super) without_code: f64,
    pub(super) without_abstract: f64,
    /// Journal and volume together, as of theses and reports.
    pub(super) without_journal: f64,
    pub(super) without_year: f64,
    pub(super) without_pages: f64,
    /// True if its column of numbers holds serial numbers of records.
    pub(super) has_serial_numbers: bool,
}

/// How a database writes the name of a journal.
#[derive(Debug, Clone, Copy)]
pub(super) enum JournalStyle {
    Full,
    Capitals,
    Short,
    ShortWithDots,
}

const fn source(names: NameStyle, journal: JournalStyle, without: [f64; 7]) -> Source {
    let [
        without_number,
        without_doi,
        without_code,
        without_abstract,
        rest @ ..,
    ] = without;
    let [without_journal, without_year, without_pages] = rest;
    Source {
        names,
        journal,
        without_number,
        without_doi,
        without_code,
        without_abstract,
        without_journal,
        without_year,
        without_pages,
        has_serial_numbers: false,
    }
}

pub(super) const SOURCES: [Source; 12] = [
    source(
        NameStyle::SurnameInitials,
        JournalStyle::Short,
        [0.05, 0.2, 0.1, 0.1, 0.02, 0.01, 0.06],
    ),
    source(
        NameStyle::SurnameCommaDotted,
        JournalStyle::Full,
        [0.1, 0.15, 0.05, 0.05, 0.02, 0.01, 0.06],
    ),
    source(
        NameStyle::SurnameCommaGiven,
        JournalStyle::Full,
        [0.1, 0.3, 0.2, 0.1, 0.02, 0.01, 0.06],
    ),
    source(
        NameStyle::Glued,
        JournalStyle::Full,
        [0.2, 0.6, 0.4, 0.2, 0.02, 0.01, 0.06],
    ),
    source(
        NameStyle::SurnameCommaInitials,
        JournalStyle::Capitals,
        [0.3, 0.3, 0.1, 0.1, 0.02, 0.01, 0.06],
    ),
    source(
        NameStyle::GivenSurname,
        JournalStyle::Full,
        [0.5, 0.1, 0.6, 0.7, 0.1, 0.01, 0.06],
    ),
    source(
        NameStyle::SurnameCommaGiven,
        JournalStyle::Capitals,
        [0.1, 0.9, 0.3, 0.3, 0.05, 0.01, 0.06],
    ),
    source(
        NameStyle::DottedSurname,
        JournalStyle::ShortWithDots,
        [0.3, 0.5, 0.8, 0.4, 0.05, 0.01, 0.06],
    ),
    source(
        NameStyle::GivenSurname,
        JournalStyle::Full,
        [1.0, 0.9, 1.0, 0.9, 0.5, 0.2, 0.6],
    ),
    source(
        NameStyle::SurnameInitials,
        JournalStyle::ShortWithDots,
        [0.1, 1.0, 0.5, 0.2, 0.02, 0.01, 0.06],
    ),
    source(
        NameStyle::CapitalsCommaGiven,
        JournalStyle::Full,
        [0.2, 0.5, 0.3, 0.3, 0.1, 0.01, 0.06],
    ),
    Source {
        has_serial_numbers: true,
        ..source(
            NameStyle::SurnameCommaDotted,
            JournalStyle::Full,
            [0.0, 0.4, 0.2, 0.1, 0.02, 0.01, 0.06],
        )
    },
];
