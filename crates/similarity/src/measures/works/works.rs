//! Two records, by several fields together.

use super::finding::{Finding, Found, Sign, of};
use super::work::{ComparedWorks, Work};
use crate::measures::{Entry, View};

pub(super) const FINDINGS: &[Entry] = &[
    Found::<SameTitleAndPeople>::ENTRY,
    Found::<SamePlaceAndPeople>::ENTRY,
    Found::<NoOtherTitleAndAuthor>::ENTRY,
    Found::<NoGenericTitle>::ENTRY,
    Found::<FewerConflicts<2>>::ENTRY,
    Found::<FewerConflicts<3>>::ENTRY,
];

const COST: &str = "O(nm) for n and m names and words of short fields";

/// Title and authors alone identify a work if the title says enough and nothing speaks against it.
struct SameTitleAndPeople;

impl Finding for SameTitleAndPeople {
    const NAME: &'static str = "same-title-and-people";
    const SUMMARY: &'static str =
        "whether telling titles and all people are the same, and no field of the records differs";
    const PHRASE: &'static str = "the same telling title and people, and no field that differs";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::Agreement;
    type Field = Work;

    fn is_comparable(left: &Work, right: &Work) -> bool {
        const LETTERS: usize = 20;
        const WORDS: usize = 3;
        let is_telling = |work: &Work| {
            work.title.glued.len() >= LETTERS && work.telling >= WORDS && !work.author.is_empty()
        };
        is_telling(left) && is_telling(right)
    }

    fn value(_: &Work, _: &Work, compared: &ComparedWorks) -> f64 {
        of(compared.has_same_title && compared.people.shared == 1.0 && compared.is_clean)
    }
}

/// A title that was translated: all else that tells where a work is says that it is the same.
struct SamePlaceAndPeople;

impl Finding for SamePlaceAndPeople {
    const NAME: &'static str = "same-place-and-people";
    const SUMMARY: &'static str =
        "whether two or more people, the volume, the year and a range of pages are the same";
    const PHRASE: &'static str = "the same people, volume, year and pages";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::Agreement;
    type Field = Work;

    fn is_comparable(left: &Work, right: &Work) -> bool {
        let has_place = |work: &Work| {
            work.author.names.len() >= 2
                && !work.volume.is_empty()
                && !work.year.is_empty()
                && work.pages.share_range(&work.pages)
        };
        has_place(left) && has_place(right)
    }

    fn value(_: &Work, _: &Work, compared: &ComparedWorks) -> f64 {
        of(compared.has_same_place && compared.people.shared == 1.0)
    }
}

struct NoOtherTitleAndAuthor;

impl Finding for NoOtherTitleAndAuthor {
    const NAME: &'static str = "no-other-title-and-author";
    const SUMMARY: &'static str = "0 where both the titles and the first authors differ, 0.5 if one of these authors is elsewhere in the other list";
    const PHRASE: &'static str = "no other title of another first author";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::NoConflict;
    type Field = Work;

    fn is_comparable(left: &Work, right: &Work) -> bool {
        !left.author.is_empty() && !right.author.is_empty()
    }

    fn value(_: &Work, _: &Work, compared: &ComparedWorks) -> f64 {
        1.0 - compared.people.other_first * of(!compared.has_same_title)
    }
}

/// *Editorial*, *Poster session* and the like are one work only if nothing at all differs, and a DOI, page, issue or
/// abstract says which: an editor writes one in every issue.
struct NoGenericTitle;

impl Finding for NoGenericTitle {
    const NAME: &'static str = "no-other-work-of-generic-title";
    const SUMMARY: &'static str = "0 where a title is generic (editorial, report, poster session) and a field of the records differs, or neither DOI, first page, issue nor abstract is the same";
    const PHRASE: &'static str = "no generic title without the same DOI, page, issue or abstract, or with another volume or author";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::NoConflict;
    type Field = Work;

    fn value(left: &Work, right: &Work, compared: &ComparedWorks) -> f64 {
        let is_generic = left.is_generic() || right.is_generic();
        of(!is_generic || compared.is_identified && !compared.has_conflict)
    }
}

struct FewerConflicts<const COUNT: usize>;

impl<const COUNT: usize> Finding for FewerConflicts<COUNT> {
    const NAME: &'static str = match COUNT {
        2 => "fewer-than-2-conflicts",
        _ => "fewer-than-3-conflicts",
    };
    const SUMMARY: &'static str = match COUNT {
        2 => "0 where two or more of volume, pages, DOI, year, journal and ISBN differ",
        _ => "0 where three or more of volume, pages, DOI, year, journal and ISBN differ",
    };
    const PHRASE: &'static str = match COUNT {
        2 => "fewer than two fields that differ",
        _ => "fewer than three fields that differ",
    };
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::NoConflict;
    type Field = Work;

    fn value(_: &Work, _: &Work, compared: &ComparedWorks) -> f64 {
        of(compared.conflicts < COUNT)
    }
}
