//! Keys, of which two records of one work nearly always share one, and words of titles: candidates are found by them.

use super::codes::Codes;
use super::finding::{Finding, Found, Sign};
use super::numbers::Numbers;
use super::pages::Pages;
use super::people::People;
use super::plain::hash;
use super::title::Title;
use super::work::field;
use super::years::Year;
use crate::corpus::CorpusStats;
use crate::measures::{Direction, Entry, Overlap, Reads, Sketch, View};
use dejalu_text::sorted::{distinct, intersection};
use dejalu_text::{AnalyzedDocument, Depth};

pub(super) const FINDINGS: &[Entry] = &[Found::<SameKeys>::ENTRY, Found::<SameTellingWords>::ENTRY];

/// The keys of a record, ascending: at most nine.
#[derive(Debug, Default)]
pub(super) struct Keys(Vec<u64>);

/// The fields that keys are made of.
struct Place {
    title: Title,
    /// The first word of the first author's name.
    author: Option<String>,
    year: Year,
    volume: Numbers,
    number: Numbers,
    pages: Pages,
    doi: Codes,
    isbn: Codes,
}

impl Place {
    fn of(document: &AnalyzedDocument, stats: &CorpusStats) -> Self {
        Place {
            title: field(document, "title", stats),
            author: first_author(document, stats),
            year: field(document, "year", stats),
            volume: field(document, "volume", stats),
            number: field(document, "number", stats),
            pages: field(document, "pages", stats),
            doi: field(document, "doi", stats),
            isbn: field(document, "isbn", stats),
        }
    }

    fn keys(&self) -> Vec<u64> {
        let year = self.year.0.unwrap_or_default();
        let mut keys = Vec::new();
        keys.extend(self.doi.first().map(|doi| hash(&format!("doi {doi}"))));
        if let Some(page) = self.pages.first() {
            let volume = self.volume.first();
            keys.extend(volume.map(|volume| hash(&format!("volume {volume} {page} {year}"))));
            let author = self.author.as_ref();
            keys.extend(author.map(|author| hash(&format!("author {author} {page} {year}"))));
        }
        keys.extend(title_keys(&self.title));
        keys.extend(self.generic_keys());
        distinct(keys)
    }

    /// Of a title that many works may have: an author and the page or the volume and issue, in which records without a
    /// year meet; and the whole title with the year and volume, page or ISSN, in which records without an author do.
    fn generic_keys(&self) -> Vec<u64> {
        if !self.title.is_generic() {
            return Vec::new();
        }
        let keys = |of: &str, places: &[&Option<String>]| {
            let places = places.iter().copied().flatten();
            let keys = places.map(|place| hash(&format!("generic {of} {place}")));
            keys.collect::<Vec<u64>>()
        };
        let page = self.pages.first().map(|page| format!("page {page}"));
        let volume = self.volume.first();
        let issue = volume.zip(self.number.first());
        let issue = issue.map(|(volume, number)| format!("{volume} {number}"));
        let volume = volume.map(|volume| format!("volume {volume}"));
        let isbn = self.isbn.first_of_any().map(|isbn| format!("isbn {isbn}"));
        let title = String::from_iter(&self.title.glued);
        let title = self.year.0.map(|year| format!("{title} {year}"));
        let of_author = self
            .author
            .iter()
            .flat_map(|author| keys(author, &[&page, &issue]));
        let of_title = title
            .iter()
            .flat_map(|title| keys(title, &[&page, &volume, &isbn]));
        of_author.chain(of_title).collect()
    }
}

/// The first word of the first author's name.
fn first_author(document: &AnalyzedDocument, stats: &CorpusStats) -> Option<String> {
    let author: People = field(document, "author", stats);
    let word = author.names.first()?.first_word();
    (!word.is_empty()).then_some(word)
}

/// The first letters and the last of a title, and those of its main part; none of a title that many works may have.
fn title_keys(title: &Title) -> Vec<u64> {
    const FIRST: usize = 16;
    const LAST: usize = 20;
    const MAIN: usize = 25;
    let glued = &title.glued;
    if title.is_generic() || glued.len() < FIRST {
        return Vec::new();
    }
    let key =
        |name: &str, letters: &[char]| hash(&format!("{name} {}", String::from_iter(letters)));
    let mut keys = vec![
        key("first", &glued[..FIRST]),
        key("last", &glued[glued.len().saturating_sub(LAST)..]),
    ];
    let main = &title.main;
    if main.len() >= FIRST {
        keys.push(key("main", &main[..main.len().min(MAIN)]));
    }
    keys
}

impl View for Keys {
    type Options = ();
    type Joint = ();

    const READS: Reads = Reads::Fields(&[
        ("title", Depth::Text),
        ("author", Depth::Text),
        ("year", Depth::Text),
        ("volume", Depth::Text),
        ("number", Depth::Text),
        ("pages", Depth::Text),
        ("doi", Depth::Text),
        ("isbn", Depth::Text),
    ]);

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, (): &()) -> Self {
        Keys(Place::of(document, stats).keys())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn into_sketch(self) -> Option<Sketch> {
        let (values, shares) = (self.0, Vec::new());
        Some(Sketch { values, shares })
    }
}

struct SameKeys;

impl Finding for SameKeys {
    const NAME: &'static str = "same-keys";
    const SUMMARY: &'static str = "share of the keys of a record: DOI, volume or author with page and year, ends of the title";
    const PHRASE: &'static str = "the same DOI, place or ends of the title";
    const SIGN: Sign = Sign::Agreement;
    type Field = Keys;

    fn value(left: &Keys, right: &Keys, (): &()) -> f64 {
        let fewer = left.0.len().min(right.0.len()).max(1);
        intersection(&left.0, &right.0) as f64 / fewer as f64
    }

    fn overlap() -> Option<Overlap> {
        Some(Overlap::Containment(Direction::Max))
    }
}

/// The words of a title that not every title has, ascending, as hashes. Of a title that many works share it is one word
/// with the year and the first author: thousands of editorials are no candidates of each other, and of two years or
/// two people they are two works. Without an author nothing but a key finds them.
#[derive(Debug, Default)]
pub(super) struct TellingWords(Vec<u64>);

impl TellingWords {
    fn read(document: &AnalyzedDocument, stats: &CorpusStats) -> Self {
        let title: Title = field(document, "title", stats);
        if !title.is_generic() {
            return TellingWords(title.content);
        }
        let Some(author) = first_author(document, stats).filter(|_| !title.glued.is_empty()) else {
            return TellingWords::default();
        };
        let year: Year = field(document, "year", stats);
        let year = year.0.unwrap_or_default();
        let title = String::from_iter(&title.glued);
        TellingWords(vec![hash(&format!("{title} {year} {author}"))])
    }
}

impl View for TellingWords {
    type Options = ();
    type Joint = ();

    const READS: Reads = Reads::Fields(&[
        ("title", Depth::Text),
        ("author", Depth::Text),
        ("year", Depth::Text),
    ]);

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, (): &()) -> Self {
        TellingWords::read(document, stats)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn into_sketch(self) -> Option<Sketch> {
        let (values, shares) = (self.0, Vec::new());
        Some(Sketch { values, shares })
    }
}

struct SameTellingWords;

impl Finding for SameTellingWords {
    const NAME: &'static str = "same-telling-words";
    const SUMMARY: &'static str = "Jaccard similarity of the words of two titles; of a generic title the whole with year and first author is one word";
    const PHRASE: &'static str = "the same telling words of the title";
    const COST: &'static str = "O(n + m) for n and m words";
    const SIGN: Sign = Sign::Agreement;
    type Field = TellingWords;

    fn value(left: &TellingWords, right: &TellingWords, (): &()) -> f64 {
        let shared = intersection(&left.0, &right.0) as f64;
        shared / (left.0.len() as f64 + right.0.len() as f64 - shared)
    }

    fn overlap() -> Option<Overlap> {
        Some(Overlap::Jaccard)
    }
}
