//! A record by all its fields, and what two of them have in common and not.

use super::abstracts::Abstract;
use super::codes::Codes;
use super::journals::{self, Journal};
use super::numbers::Numbers;
use super::pages::{ComparedPages, Pages};
use super::people::{ComparedPeople, People};
use super::title::Title;
use super::titles;
use super::years::Year;
use crate::corpus::CorpusStats;
use crate::measures::{Reads, View};
use dejalu_text::{AnalyzedDocument, Depth};

/// The fields of a record, by their names; those that it lacks are empty.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Work {
    pub(super) title: Title,
    /// Number of words of the title that tell what the work is about: no generic ones, and none of the journal's name.
    pub(super) telling: usize,
    pub(super) author: People,
    journal: Journal,
    pub(super) year: Year,
    pub(super) volume: Numbers,
    pub(super) number: Numbers,
    pub(super) pages: Pages,
    pub(super) doi: Codes,
    isbn: Codes,
    text: Abstract,
}

/// What two records have in common, by several fields together.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct ComparedWorks {
    /// True if the titles are the same but for slips.
    pub(super) has_same_title: bool,
    /// What the lists of authors have in common.
    pub(super) people: ComparedPeople,
    /// Number of the fields that differ, of volume, pages, DOI, year, journal and ISBN.
    pub(super) conflicts: usize,
    /// True if any field differs, be it by a little: also number, first author.
    pub(super) has_conflict: bool,
    /// True if nothing in the records, but for abstracts, speaks for two works.
    pub(super) is_clean: bool,
    /// True if volume, year and range of pages are the same, and no other code or journal is there.
    pub(super) has_same_place: bool,
    /// True if a DOI, a first page, an issue or most of an abstract is the same, which tells apart the works of a title
    /// and its authors; or if the records say the same in every field.
    pub(super) is_identified: bool,
}

impl Work {
    fn read(document: &AnalyzedDocument, stats: &CorpusStats) -> Self {
        let (title, journal): (Title, Journal) = (
            field(document, "title", stats),
            field(document, "journal", stats),
        );
        Work {
            telling: telling(&title, &journal),
            title,
            author: field(document, "author", stats),
            journal,
            year: field(document, "year", stats),
            volume: field(document, "volume", stats),
            number: field(document, "number", stats),
            pages: field(document, "pages", stats),
            doi: field(document, "doi", stats),
            isbn: field(document, "isbn", stats),
            text: field(document, "abstract", stats),
        }
    }

    /// Returns whether the title could be that of many works, whatever the journal.
    pub(super) fn is_generic(&self) -> bool {
        self.telling <= Title::FEW_WORDS
    }
}

/// The number of words of a title that tell what the work is about.
fn telling(title: &Title, journal: &Journal) -> usize {
    let is_of_journal = |word: &&u64| journal.hashes().any(|other| other == **word);
    let words = title.telling.iter();
    words.filter(|word| !is_of_journal(word)).count()
}

/// Returns whether a title of a journal could be that of many works (*Editorial*, *Reply to Smith*), whatever else a record
/// says. No title is none.
pub fn has_generic_title(title: &str, journal: &str) -> bool {
    let (title, journal) = (Title::read(title), Journal::read(journal));
    !title.is_empty() && telling(&title, &journal) <= Title::FEW_WORDS
}

/// A field of a record; an empty one where the record lacks it.
pub(super) fn field<V: View<Options = ()> + Default>(
    document: &AnalyzedDocument,
    name: &str,
    stats: &CorpusStats,
) -> V {
    let part = document.part(name);
    part.map(|part| V::of(part, stats, &())).unwrap_or_default()
}

impl View for Work {
    type Options = ();
    type Joint = ComparedWorks;

    const READS: Reads = Reads::Fields(&[
        ("title", Depth::Text),
        ("author", Depth::Text),
        ("journal", Depth::Text),
        ("year", Depth::Text),
        ("volume", Depth::Text),
        ("number", Depth::Text),
        ("pages", Depth::Text),
        ("doi", Depth::Text),
        ("isbn", Depth::Text),
        ("abstract", Depth::Words),
    ]);

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, (): &()) -> Self {
        Work::read(document, stats)
    }

    fn is_empty(&self) -> bool {
        self.title.is_empty()
    }

    fn join(&self, other: &Self) -> ComparedWorks {
        ComparedWorks::of(self, other)
    }
}

impl ComparedWorks {
    fn of(left: &Work, right: &Work) -> Self {
        const OTHER_JOURNAL: f64 = 0.5;
        let years = left.year.apart(&right.year);
        let journal = journals::no_other(left.journal.shared(&right.journal));
        let has_other_code = left.doi.differ(&right.doi) || left.isbn.differ(&right.isbn);
        let pages = left.pages.compare(&right.pages);
        let people = ComparedPeople::of(&left.author, &right.author);
        let conflicts = [
            left.volume.differ(&right.volume),
            pages == ComparedPages::Other,
            left.doi.differ(&right.doi),
            years.is_some_and(|apart| apart > 0),
            journal <= OTHER_JOURNAL,
            left.isbn.differ(&right.isbn),
        ];
        let conflicts = conflicts
            .into_iter()
            .filter(|&is_conflict| is_conflict)
            .count();
        let is_clean = left.title.numbers == right.title.numbers
            && left.title.notices == right.title.notices
            && people.other_first == 0.0
            && journal == 1.0
            && years.is_none_or(|apart| apart <= 1)
            && !left.volume.differ(&right.volume)
            && pages != ComparedPages::Other
            && !has_other_code;
        ComparedWorks {
            has_same_title: titles::are_same(&left.title, &right.title),
            has_conflict: conflicts > 0
                || left.number.differ_as_issues(&right.number)
                || people.other_first > 0.0,
            is_clean,
            has_same_place: years == Some(0)
                && left.volume.meet(&right.volume)
                && left.pages.share_range(&right.pages)
                && journal > OTHER_JOURNAL
                && !has_other_code,
            is_identified: left.doi.meet(&right.doi)
                || pages == ComparedPages::Same
                || left.number.meet(&right.number)
                || left.text.is_of(&right.text)
                || left == right,
            people,
            conflicts,
        }
    }
}
