//! `code-agreement`: DOIs, ISBNs, ISSNs, volumes, numbers of issues.

use xxhash_rust::xxh3::xxh3_64;

use super::codes::with_points;
use super::{Agreement, ShortField};
use crate::measures::{Direction, Entry, Overlap, Sketch};
use dejalu_text::AnalyzedDocument;
use dejalu_text::sorted::distinct;

pub(super) const MEASURE: Entry = Agreement::<Codes>::ENTRY;

/// Codes: words with a digit, ascending, by their letters and digits; of short ones also by the points between digits. Two lists are alike by
/// |∩| / min(|A|, |B|).
pub(super) struct Codes(Vec<String>);

impl ShortField for Codes {
    const NAME: &'static str = "code-agreement";
    const SUMMARY: &'static str =
        "share of the codes (words with a digit) of the one with fewer that the other has";
    const SOURCE: &'static str = "overlap coefficient; for DOI, ISBN, volume, number";
    const COST: &'static str = "O(n + m) for n and m codes";
    const OVERLAP: Option<Overlap> = Some(Overlap::Containment(Direction::Max));

    fn of(document: &AnalyzedDocument) -> Self {
        let mut codes = Vec::new();
        for text in document.body_text() {
            let text = text.to_lowercase();
            let parts = text.split(|c: char| {
                c.is_whitespace() || matches!(c, ';' | ',' | '(' | ')' | '[' | ']' | '"')
            });
            for part in parts.filter(|part| part.contains(|c: char| c.is_ascii_digit())) {
                let code = code(part);
                let code = code.trim_start_matches('0');
                codes.extend((!code.is_empty()).then(|| code.to_owned()));
            }
        }
        Codes(distinct(codes))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn similarity(&self, other: &Self) -> f64 {
        let is_shared = |code: &&String| other.0.binary_search(code).is_ok();
        let shared = self.0.iter().filter(is_shared).count();
        shared as f64 / self.0.len().min(other.0.len()) as f64
    }

    fn into_sketch(self) -> Option<Sketch> {
        let mut values: Vec<u64> = self.0.iter().map(|code| xxh3_64(code.as_bytes())).collect();
        values.sort_unstable();
        let shares = Vec::new();
        Some(Sketch { values, shares })
    }
}

/// A code by its letters and digits. A DOI begins with 10., whatever stands before it but another number. Points count between
/// few digits (`2.1`), not between those of a telephone.
fn code(part: &str) -> String {
    const DIGITS_OF_VERSION: usize = 6;
    let mut starts = part.match_indices("10.").map(|(start, _)| start);
    let is_start = |start: &usize| {
        let is_inside = part[..*start].ends_with(|c: char| c.is_ascii_digit() || c == '.');
        !is_inside && part[*start..].contains('/')
    };
    let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect();
    if let Some(start) = starts.find(is_start) {
        return plain(&part[start..]);
    }
    if part.bytes().filter(u8::is_ascii_digit).count() <= DIGITS_OF_VERSION {
        return with_points(part);
    }
    plain(part)
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn codes_agree_however_they_are_written() {
        assert_similarities::<Codes>(&[
            (
                "10.1097/MOL.0b013e",
                "https://doi.org/10.1097/mol.0B013E",
                1.0,
            ),
            ("0957-9672 (Print)\n0957-9672", "09579672", 1.0),
            ("19", "19(3)", 1.0),
            ("19", "20", 0.0),
            ("110.5", "10.5", 0.0),
            ("2.10.5", "10.5", 0.0),
            ("v2.1", "2.1.0", 1.0),
            ("10.0", "100", 0.0),
            ("10.0", "10", 1.0),
            ("v2.10", "v2.1", 0.0),
            ("1.5TB", "15TB", 0.0),
            ("404.237.7601", "404-237-7601", 1.0),
            ("02139", "2139", 1.0),
            ("SW1A 1AA", "sw1a 1aa", 1.0),
        ]);
    }
}
