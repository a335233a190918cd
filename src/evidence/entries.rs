//! Which entries does a long sentence consist of? A list or a table without full stops is one sentence
//! to whoever looks for their ends, and an entry that is gone is lost in it.

use std::ops::Range;

use crate::text::AnalyzedDocument;

/// The fewest entries of a list.
const FEWEST: usize = 4;

/// The most words that entries between commas have on average; clauses have more.
const SHORT: usize = 6;

/// Lines of no more characters are no wrapped prose.
const NARROW: usize = 40;

/// Where entries end, in the order in which it is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// A line that ends though the next word would fit.
    Line,
    Semicolon,
    Comma,
}

/// A sentence of more than `long` words as its entries, ranges of tokens that together are all of it;
/// as it is where it is shorter or no list.
pub(super) fn entries(
    document: &AnalyzedDocument,
    tokens: &Range<u32>,
    long: usize,
) -> Vec<Range<u32>> {
    let mut parts = vec![tokens.clone()];
    for end in [End::Line, End::Semicolon, End::Comma] {
        let cut = |part: Range<u32>| match part.len() > long {
            true => cut_at(document, &part, end),
            false => vec![part],
        };
        parts = parts.into_iter().flat_map(cut).collect();
    }
    parts
}

fn cut_at(document: &AnalyzedDocument, tokens: &Range<u32>, end: End) -> Vec<Range<u32>> {
    let gap = |next: u32| {
        let (before, after) = (next as usize - 1, next as usize);
        let start = document.tokens[before].span.end as usize;
        start..(document.tokens[after].span.start as usize).max(start)
    };
    let text = &document.text;
    let width = match end {
        End::Line => widest_line(document, tokens),
        _ => 0,
    };
    let ends = |next: &u32| {
        let gap = gap(*next);
        match end {
            End::Line => ends_line(text, &gap, width),
            End::Semicolon => text[gap].contains([';', '|', '\t']),
            End::Comma => text[gap].contains([',', '\u{ff0c}', '\u{3001}']),
        }
    };
    let ends = (tokens.start + 1..tokens.end).filter(ends);
    let mut starts: Vec<u32> = std::iter::once(tokens.start).chain(ends).collect();
    let entries = starts.len();
    starts.push(tokens.end);
    let is_list = entries >= FEWEST && (end != End::Comma || tokens.len() <= SHORT * entries);
    match is_list {
        true => starts.windows(2).map(|two| two[0]..two[1]).collect(),
        false => vec![tokens.clone()],
    }
}

fn widest_line(document: &AnalyzedDocument, tokens: &Range<u32>) -> usize {
    let (first, last) = (tokens.start as usize, tokens.end as usize - 1);
    let text = &document.text
        [document.tokens[first].span.start as usize..document.tokens[last].span.end as usize];
    let widths = text.lines().map(|line| line.trim_end().chars().count());
    widths.max().unwrap_or(0)
}

/// Whether the line was ended on purpose, and not wrapped: it has columns, its next begins with the
/// sign of an item, or the next word would have fit into the widest line.
fn ends_line(text: &str, gap: &Range<usize>, widest: usize) -> bool {
    let Some(at) = text[gap.clone()].find('\n') else {
        return false;
    };
    let at = gap.start + at;
    let line = text[..at].rsplit('\n').next().unwrap_or_default().trim();
    let next = text[at + 1..].trim_start();
    let has_columns = line.contains(['\t', '|']) || line.contains("  ");
    let is_item = next.starts_with(['-', '*', '\u{2022}', '\u{2013}', '+', '|']);
    let word = next.split_whitespace().next().unwrap_or_default();
    let would_fit = line.chars().count() + 1 + word.chars().count() <= widest;
    widest <= NARROW || has_columns || is_item || would_fit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::text::Analyzer;

    fn entries_of(text: &str) -> usize {
        let analyzed = Analyzer::new(Default::default()).analyze(&Document::plain("a", text));
        let all = analyzed.sentences.iter();
        all.map(|tokens| entries(&analyzed, tokens, 40).len()).sum()
    }

    #[test]
    fn lists_and_tables_are_cut_into_their_entries() {
        let lines = |line: fn(usize) -> String| (0..30).map(line).collect::<Vec<_>>();
        let named = lines(|n| format!("boat number {n} waits"));
        assert_eq!(entries_of(&named.join("\n")), 30);
        assert_eq!(entries_of(&named.join("; ")), 30);
        assert_eq!(entries_of(&named.join(", ")), 30);
        let table = lines(|n| format!("boat number {n} is in the harbour\t{n}\tand waits there"));
        assert_eq!(entries_of(&table.join("\n")), 30);
    }

    #[test]
    fn prose_is_not_cut_however_it_is_wrapped() {
        let prose = "whoever waits at the pier of the old harbour until the storm is over, which may \
            take a day or two in the dark part of the year, sees the boats come home one after another \
            with what the sea has left them, and nobody asks how much that is";
        assert_eq!(entries_of(prose), 1);
        for width in [50, 60, 72] {
            let mut wrapped = String::new();
            let mut column = 0;
            for word in prose.split_whitespace() {
                if column + 1 + word.len() > width {
                    wrapped.push('\n');
                    column = 0;
                } else if column > 0 {
                    wrapped.push(' ');
                    column += 1;
                }
                wrapped.push_str(word);
                column += word.len();
            }
            assert_eq!(entries_of(&wrapped), 1, "{wrapped}");
        }
    }

    #[test]
    fn short_sentences_stay_whole() {
        assert_eq!(entries_of("boats, nets, ropes, buoys, anchors"), 1);
    }
}
