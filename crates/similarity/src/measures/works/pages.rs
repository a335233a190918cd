//! Pages.

use super::finding::{Finding, Found, Sign, of};
use super::plain::{body, folded};
use crate::corpus::CorpusStats;
use crate::measures::records::month;
use crate::measures::{Entry, Reads, View};
use dejalu_text::AnalyzedDocument;

pub(super) const FINDINGS: &[Entry] = &[
    Found::<SamePages>::ENTRY,
    Found::<SameLastPage>::ENTRY,
    Found::<NoOtherPages>::ENTRY,
];

/// \[choice\] No record has more ranges of pages than this, and every range of one is compared with every range of the other.
const MOST_RANGES: usize = 16;

/// The first ranges of pages of a field.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Pages(pub(super) Vec<Range>);

/// From one page to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Pages of different kinds cannot be compared: an article has a number online, and pages in print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Page,
    Roman,
    /// `S12`: pages of a supplement, which some sources write without the letter.
    Supplement,
    /// `t-20`, `Suppl-87`: pages of something else.
    Prefixed,
    /// `e1021`, `o2267`, or six digits or more: the number of an article.
    Article,
}

/// What the pages of two records say.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum ComparedPages {
    /// Nothing: of different kinds.
    #[default]
    Unknown,
    /// The same start, or a whole range in common.
    Same,
    /// The same end.
    SameEnd,
    /// Other pages.
    Other,
}

impl Kind {
    /// Returns whether pages of two kinds may be the same or others.
    fn is_comparable(self, other: Kind) -> bool {
        let is_of_print = |kind: Kind| matches!(kind, Kind::Page | Kind::Supplement);
        self == other || is_of_print(self) && is_of_print(other)
    }
}

impl Pages {
    fn read(text: &str) -> Self {
        let text = folded(text)
            .replace(['–', '—', '−', '‐', '‑'], "-")
            .replace("--", "-");
        let parts = text.split([',', ';', '/', '\n', '+']);
        let ranges = parts.filter_map(Range::read);
        Pages(ranges.take(MOST_RANGES).collect())
    }

    /// Returns whether both have a range of several pages, and one in common.
    pub(super) fn share_range(&self, other: &Pages) -> bool {
        let mut ranges = self.0.iter().filter(|range| range.start < range.end);
        ranges.any(|range| other.0.contains(range))
    }

    /// The first page, if it has any.
    pub(super) fn first(&self) -> Option<u32> {
        self.0.first().map(|range| range.start)
    }

    pub(super) fn compare(&self, other: &Pages) -> ComparedPages {
        let pairs = self
            .0
            .iter()
            .flat_map(|left| other.0.iter().map(move |right| (left, right)));
        let (Some(first), Some(other_first)) = (self.0.first(), other.0.first()) else {
            return ComparedPages::Unknown;
        };
        let is_same = |(left, right): (&Range, &Range)| left == right;
        if first.kind.is_comparable(other_first.kind) && first.start == other_first.start
            || pairs.clone().any(is_same)
        {
            return ComparedPages::Same;
        }
        if pairs.clone().any(|(left, right)| left.ends_like(right)) {
            return ComparedPages::SameEnd;
        }
        if pairs
            .clone()
            .any(|(left, right)| left.kind.is_comparable(right.kind))
        {
            ComparedPages::Other
        } else {
            ComparedPages::Unknown
        }
    }
}

impl Range {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches('p');
        let text = text.trim_start_matches(['.', ' ']);
        let mut ends = text.split('-').map(str::trim).filter(|end| !end.is_empty());
        let (first, last) = (ends.next()?, ends.next());
        let (kind, start) = page(first).or_else(|| {
            // `Suppl-87`: the number stands behind the dash.
            let (_, number) = page(last?)?;
            Some((Kind::Prefixed, number))
        })?;
        let end = last.and_then(page).map_or(start, |(_, end)| end);
        Some(Range {
            kind,
            start,
            end: completed(start, end),
        })
    }

    /// Returns whether both end on the same page, and begin on pages that cannot be compared or on one page that is
    /// the other's end, cut.
    fn ends_like(&self, other: &Range) -> bool {
        let are_ranges = self.start < self.end && other.start < other.end;
        let is_tail = |short: &Range, long: &Range| {
            short.kind == Kind::Prefixed
                && short.start == short.end
                && long.end.to_string().ends_with(&short.end.to_string())
        };
        let is_comparable = self.kind.is_comparable(other.kind);
        is_comparable && are_ranges && self.end == other.end
            || is_tail(self, other)
            || is_tail(other, self)
    }
}

/// The kind and the number of a page: of its last run of digits, of a Roman numeral or of a month, into which
/// spreadsheets turn a page.
fn page(text: &str) -> Option<(Kind, u32)> {
    const MOST_DIGITS: usize = 9;
    const LONG: usize = 6;
    let start = text.find(|c: char| c.is_ascii_digit());
    let Some(start) = start else {
        let number = month(text).map(|month| (Kind::Page, month));
        return number.or_else(|| Some((Kind::Roman, roman(text)?)));
    };
    let digits = text[start..].split(|c: char| !c.is_ascii_digit()).next()?;
    let number = digits.trim_start_matches('0');
    if number.len() > MOST_DIGITS {
        return None;
    }
    let number = number.parse().unwrap_or(0);
    let before = text[..start].trim_end();
    let is_article = digits.len() >= LONG || matches!(before, "e" | "o" | "art" | "article" | "id");
    let kind = match before {
        _ if is_article => Kind::Article,
        "" => Kind::Page,
        "s" => Kind::Supplement,
        _ => Kind::Prefixed,
    };
    Some((kind, number))
}

/// The last page of `221-8` is 228.
fn completed(start: u32, end: u32) -> u32 {
    if end >= start {
        return end;
    }
    let size = 10_u32.pow(end.max(1).ilog10() + 1);
    let full = start / size * size + end;
    if full >= start { full } else { start }
}

fn roman(text: &str) -> Option<u32> {
    let value = |c| {
        Some(match c {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            _ => return None,
        })
    };
    let values: Vec<i64> = text.chars().map(value).collect::<Option<_>>()?;
    let signed = values.iter().enumerate().map(|(place, &value)| {
        let is_less = values.get(place + 1).is_some_and(|&next| next > value);
        if is_less { -value } else { value }
    });
    u32::try_from(signed.sum::<i64>())
        .ok()
        .filter(|&sum| sum > 0)
}

impl View for Pages {
    type Options = ();
    type Joint = ComparedPages;

    const READS: Reads = Reads::TEXT;

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        Pages::read(&body(document))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn join(&self, other: &Self) -> ComparedPages {
        self.compare(other)
    }
}

const COST: &str = "O(nm) for n and m ranges, the first 16 of each";

struct SamePages;

impl Finding for SamePages {
    const NAME: &'static str = "same-pages";
    const SUMMARY: &'static str = "whether the first pages are equal, or a whole range";
    const PHRASE: &'static str = "the same pages";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::Agreement;
    type Field = Pages;

    fn value(_: &Pages, _: &Pages, compared: &ComparedPages) -> f64 {
        of(*compared == ComparedPages::Same)
    }
}

/// As [`SamePages`], or the last page alone.
struct SameLastPage;

impl Finding for SameLastPage {
    const NAME: &'static str = "same-last-page";
    const SUMMARY: &'static str = "whether the first pages are equal, or the last";
    const PHRASE: &'static str = "the same first or last page";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::Agreement;
    type Field = Pages;

    fn value(_: &Pages, _: &Pages, compared: &ComparedPages) -> f64 {
        of(matches!(
            compared,
            ComparedPages::Same | ComparedPages::SameEnd
        ))
    }
}

struct NoOtherPages;

impl Finding for NoOtherPages {
    const NAME: &'static str = "no-other-pages";
    const SUMMARY: &'static str =
        "0 for other pages of one kind; the number of an article is another kind than its pages";
    const PHRASE: &'static str = "no other pages";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::NoConflict;
    type Field = Pages;

    fn value(_: &Pages, _: &Pages, compared: &ComparedPages) -> f64 {
        of(*compared != ComparedPages::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_agree_however_they_are_written() {
        for (left, right, expected) in [
            ("221-8", "221-228", ComparedPages::Same),
            ("pp. 221–228", "221", ComparedPages::Same),
            ("1-6", "01-Jun", ComparedPages::Same),
            ("S12-S20", "S12-20", ComparedPages::Same),
            ("S12", "12-20", ComparedPages::Same),
            ("S12", "31-40", ComparedPages::Other),
            ("xi-xv", "xi", ComparedPages::Same),
            ("187-228", "Suppl-87", ComparedPages::Unknown),
            ("80-87", "Suppl-87", ComparedPages::SameEnd),
            ("220-228", "222-228", ComparedPages::SameEnd),
            ("221-228", "e1021", ComparedPages::Unknown),
            ("221-228", "30-41", ComparedPages::Other),
        ] {
            let [left, right] = [left, right].map(Pages::read);
            assert_eq!(left.compare(&right), expected, "{left:?} {right:?}");
            assert_eq!(right.compare(&left), expected, "{left:?} {right:?}");
        }
    }

    #[test]
    fn the_first_ranges_of_a_long_list_are_compared() {
        let list = |from: usize| {
            let pages = (from..from + 100_000).map(|page| page.to_string());
            Pages::read(&pages.collect::<Vec<_>>().join(","))
        };
        assert_eq!(list(1).0.len(), MOST_RANGES);
        assert_eq!(list(1).compare(&list(200_001)), ComparedPages::Unknown);
        assert_eq!(list(1).compare(&list(1)), ComparedPages::Same);
    }
}
