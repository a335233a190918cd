//! DOIs, ISBNs, ISSNs and other codes.

use std::ops::Range;

use super::finding::{Finding, Found, Sign, of};
use super::plain::{body, hash};
use crate::corpus::CorpusStats;
use crate::measures::{Entry, Reads, View};
use dejalu_text::AnalyzedDocument;
use dejalu_text::sorted::{distinct, intersection};

pub(super) const FINDINGS: &[Entry] = &[Found::<SameCode>::ENTRY, Found::<NoOtherCode>::ENTRY];

/// The codes of a field, as hashes, ascending.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Codes {
    /// DOIs from `10.` on, and words with a digit that are no other code.
    names: Vec<u64>,
    /// ISBNs of books, by the nine digits that both forms have.
    books: Vec<u64>,
    /// ISSNs: journals have several, so that two that differ say nothing.
    journals: Vec<u64>,
}

impl Codes {
    fn read(text: &str) -> Self {
        let text = text.to_lowercase();
        let is_between = |c: char| {
            c.is_whitespace() || matches!(c, ';' | ',' | '(' | ')' | '[' | ']' | '"' | '<' | '>')
        };
        let (mut names, mut books, mut journals) = (Vec::new(), Vec::new(), Vec::new());
        let mut rest = text.as_str();
        let mut others = String::new();
        // A DOI may hold brackets and an ISSN (`10.1016/S0140-6736(19)30149-8`): what is in it is no code of its own.
        while let Some(span) = doi(rest) {
            names.push(hash(&letters_and_digits(&rest[span.clone()])));
            others.push_str(&rest[..span.start]);
            others.push(' ');
            rest = &rest[span.end..];
        }
        others.push_str(rest);
        let parts = others
            .split(is_between)
            .filter(|part| part.contains(|c: char| c.is_ascii_digit()));
        for part in parts {
            let code = letters_and_digits(part);
            let code = code.trim_start_matches("isbn").trim_start_matches("issn");
            if let Some(core) = isbn(code) {
                books.push(hash(core));
            } else if is_issn(code) {
                journals.push(hash(code));
            } else {
                names.push(hash(code.trim_start_matches('0')));
            }
        }
        Codes {
            names: distinct(names),
            books: distinct(books),
            journals: distinct(journals),
        }
    }

    pub(super) fn first(&self) -> Option<u64> {
        self.names.first().copied()
    }

    /// The first code of whatever kind: also of a book or a journal.
    pub(super) fn first_of_any(&self) -> Option<u64> {
        let rest = self.books.iter().chain(&self.journals);
        self.names.iter().chain(rest).next().copied()
    }

    /// Returns whether they have a code in common.
    pub(super) fn meet(&self, other: &Codes) -> bool {
        let pairs = [
            (&self.names, &other.names),
            (&self.books, &other.books),
            (&self.journals, &other.journals),
        ];
        pairs
            .iter()
            .any(|(left, right)| intersection(left, right) > 0)
    }

    /// Returns whether they have codes of one kind, but for ISSNs, and none in common.
    pub(super) fn differ(&self, other: &Codes) -> bool {
        let differ = |left: &[u64], right: &[u64]| {
            !left.is_empty() && !right.is_empty() && intersection(left, right) == 0
        };
        differ(&self.names, &other.names) || differ(&self.books, &other.books)
    }
}

/// The place of the first DOI of a text, from `10.` on. Those made of the identifiers of serial items (`(sici)`) hold signs that
/// end others.
fn doi(text: &str) -> Option<Range<usize>> {
    let ends = |c: char| c.is_whitespace() || matches!(c, ';' | '"' | '<' | '>');
    let ends_any = |c: char| c.is_whitespace() || c == '"';
    let starts = text.match_indices("10.").map(|(start, _)| start);
    let spans = starts.map(|start| {
        let rest = &text[start..];
        let end = rest.find(ends);
        let is_of_item = rest[..end.unwrap_or(rest.len())].contains("(sici)");
        let end = if is_of_item { rest.find(ends_any) } else { end };
        start..end.map_or(text.len(), |end| start + end)
    });
    let is_doi = |span: &Range<usize>| {
        let is_inside = text[..span.start].ends_with(|c: char| c.is_ascii_digit() || c == '.');
        !is_inside && text[span.clone()].contains('/')
    };
    let mut spans = spans;
    spans.find(is_doi)
}

fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The nine digits that the ISBNs of 10 and of 13 digits of a book share; none of a code whose check digit is wrong.
fn isbn(code: &str) -> Option<&str> {
    if !code.is_ascii() {
        return None;
    }
    let values =
        |text: &str| -> Option<Vec<u32>> { text.chars().map(|c| c.to_digit(10)).collect() };
    match code.len() {
        10 => {
            let check = if code.ends_with('x') {
                10
            } else {
                values(&code[9..])?[0]
            };
            let digits = values(&code[..9])?;
            let sum: u32 = digits
                .iter()
                .zip((2..=10).rev())
                .map(|(digit, weight)| digit * weight)
                .sum();
            (sum + check).is_multiple_of(11).then(|| &code[..9])
        }
        13 if code.starts_with("978") || code.starts_with("979") => {
            let digits = values(code)?;
            let sum: u32 = digits
                .iter()
                .zip([1, 3].into_iter().cycle())
                .map(|(digit, weight)| digit * weight)
                .sum();
            sum.is_multiple_of(10).then(|| &code[3..12])
        }
        _ => None,
    }
}

/// Returns whether a code is an ISSN: seven digits and one that checks them.
fn is_issn(code: &str) -> bool {
    if code.len() != 8 || !code.is_ascii() {
        return false;
    }
    let digits: Option<Vec<u32>> = code[..7].chars().map(|c| c.to_digit(10)).collect();
    let check = match &code[7..] {
        "x" => Some(10),
        last => last.parse().ok(),
    };
    let (Some(digits), Some(check)) = (digits, check) else {
        return false;
    };
    let sum: u32 = digits
        .iter()
        .zip((2..=8).rev())
        .map(|(digit, weight)| digit * weight)
        .sum();
    (sum + check).is_multiple_of(11)
}

impl View for Codes {
    type Options = ();
    type Joint = ();

    const READS: Reads = Reads::TEXT;

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        Codes::read(&body(document))
    }

    fn is_empty(&self) -> bool {
        self.names.is_empty() && self.books.is_empty() && self.journals.is_empty()
    }
}

struct SameCode;

impl Finding for SameCode {
    const NAME: &'static str = "same-code";
    const SUMMARY: &'static str = "whether a DOI, ISBN, ISSN or other code is in both";
    const PHRASE: &'static str = "the same code";
    const SIGN: Sign = Sign::Agreement;
    type Field = Codes;

    fn value(left: &Codes, right: &Codes, (): &()) -> f64 {
        of(left.meet(right))
    }
}

struct NoOtherCode;

impl Finding for NoOtherCode {
    const NAME: &'static str = "no-other-code";
    const SUMMARY: &'static str = "0 where both have DOIs, ISBNs or other codes of one kind, but for ISSNs, and none in common";
    const PHRASE: &'static str = "no other code";
    const SIGN: Sign = Sign::NoConflict;
    type Field = Codes;

    fn value(left: &Codes, right: &Codes, (): &()) -> f64 {
        of(!left.differ(right))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::values;
    use super::*;

    #[test]
    fn codes_agree_however_they_are_written() {
        for (left, right, same, no_other) in [
            (
                "10.1097/MOL.0b013e",
                "https://doi.org/10.1097/mol.0B013E",
                1.0,
                1.0,
            ),
            ("10.5555/las.101", "10.5555/las.201", 0.0, 0.0),
            // The year in brackets is no code of its own, nor is the ISSN of a serial item's number.
            (
                "10.1016/S0140-6736(19)30149-8",
                "10.1016/s0140-6736(19)30239-x",
                0.0,
                0.0,
            ),
            (
                "10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
                "10.1002/(SICI)1097-0258(19990815/30)17:15/16<1700::AID-SIM969>3.0.CO;2-2",
                0.0,
                0.0,
            ),
            ("10.5555/1; 10.5555/2", "doi:10.5555/2", 1.0, 1.0),
            ("10.5555/1 0957-9672", "0957-9672", 1.0, 1.0),
            ("978-0-306-40615-7", "ISBN 0-306-40615-2", 1.0, 1.0),
            ("978-0-306-40615-7", "978-0-00-222333-1", 0.0, 0.0),
            ("0957-9672 (Print)\n0957-9672", "09579672", 1.0, 1.0),
            ("0957-9672", "1473-6535", 0.0, 1.0),
            ("PMC12345", "pmc12345", 1.0, 1.0),
        ] {
            let found = ["same-code", "no-other-code"].map(|name| values(name, left, right));
            assert_eq!(found, [Some(same), Some(no_other)], "{left} {right}");
        }
    }

    #[test]
    fn check_digits_are_checked() {
        assert_eq!(isbn("9780306406157"), isbn("0306406152"));
        assert_eq!(isbn("9780306406158"), None);
        assert!(is_issn("09579672") && !is_issn("09579673") && is_issn("2434561x"));
    }
}
