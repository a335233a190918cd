//! Keys, of which two records of one work nearly always share one, and words of titles: candidates are found by them.

use super::finding::{Finding, Found, Sign};
use super::plain::hash;
use super::work::Work;
use crate::corpus::CorpusStats;
use crate::measures::{Direction, Entry, Overlap, Sketch, View};
use dejalu_text::AnalyzedDocument;
use dejalu_text::sorted::{distinct, intersection};

pub(super) const FINDINGS: &[Entry] = &[Found::<SameKeys>::ENTRY, Found::<SameTellingWords>::ENTRY];

/// The keys of a record, ascending: at most eight.
#[derive(Debug, Default)]
pub(super) struct Keys(Vec<u64>);

impl Keys {
    fn of(work: &Work) -> Self {
        let year = work.year.0.unwrap_or_default();
        let mut keys = Vec::new();
        keys.extend(work.doi.first().map(|doi| hash(&format!("doi {doi}"))));
        if let Some(page) = work.pages.first() {
            let volume = work.volume.first();
            keys.extend(volume.map(|volume| hash(&format!("volume {volume} {page} {year}"))));
            let author = work.author.names.first().map(|name| name.first_word());
            keys.extend(author.map(|author| hash(&format!("author {author} {page} {year}"))));
        }
        keys.extend(title_keys(work));
        keys.extend(generic_keys(work));
        Keys(distinct(keys))
    }
}

/// A title that many works may have, with an author and the page or the volume and issue: records without a year meet in
/// them.
fn generic_keys(work: &Work) -> Vec<u64> {
    let author = work.author.names.first().map(|name| name.first_word());
    let Some(author) = author.filter(|_| work.title.is_generic()) else {
        return Vec::new();
    };
    let key = |place: String| hash(&format!("generic {author} {place}"));
    let page = work.pages.first().map(|page| key(format!("page {page}")));
    let issue = work.volume.first().zip(work.number.first());
    let issue = issue.map(|(volume, number)| key(format!("{volume} {number}")));
    page.into_iter().chain(issue).collect()
}

/// The first letters and the last of a title, and those of its main part; none of a title that many works may have.
fn title_keys(work: &Work) -> Vec<u64> {
    const FIRST: usize = 16;
    const LAST: usize = 20;
    const MAIN: usize = 25;
    let title = &work.title.glued;
    if work.title.is_generic() || title.len() < FIRST {
        return Vec::new();
    }
    let key =
        |name: &str, letters: &[char]| hash(&format!("{name} {}", String::from_iter(letters)));
    let mut keys = vec![
        key("first", &title[..FIRST]),
        key("last", &title[title.len().saturating_sub(LAST)..]),
    ];
    let main = &work.title.main;
    if main.len() >= FIRST {
        keys.push(key("main", &main[..main.len().min(MAIN)]));
    }
    keys
}

impl View for Keys {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, (): &()) -> Self {
        Keys::of(&<Work as View>::of(document, stats, &()))
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
/// with the year: thousands of editorials are no candidates of each other, and of two years they are two works.
#[derive(Debug, Default)]
pub(super) struct TellingWords(Vec<u64>);

impl TellingWords {
    fn of(work: &Work) -> Self {
        if !work.title.is_generic() {
            return TellingWords(work.title.content.clone());
        }
        let title = String::from_iter(&work.title.glued);
        let year = work.year.0.unwrap_or_default();
        let words = (!title.is_empty()).then(|| hash(&format!("{title} {year}")));
        TellingWords(words.into_iter().collect())
    }
}

impl View for TellingWords {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, (): &()) -> Self {
        TellingWords::of(&<Work as View>::of(document, stats, &()))
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
    const SUMMARY: &'static str = "Jaccard similarity of the words of two titles; of a generic title the whole with the year is one word";
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
