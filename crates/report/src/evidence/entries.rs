//! Splits long sentences into entries. A list or a table without full stops is one sentence to
//! whoever looks for their ends, and an entry that is gone is lost in it.

use std::ops::Range;

use dejalu_text::AnalyzedDocument;

/// The fewest lines or cells of a table.
const FEWEST_LINES: usize = 4;

/// The fewest entries of a list between commas or semicolons; a sentence of prose enumerates fewer.
const FEWEST_ENTRIES: usize = 12;

/// The most words of nearly every entry between commas or semicolons.
const SHORT: usize = 6;

/// An entry of more words is a clause, and what it occurs in is prose.
const CLAUSE: usize = 9;

/// Lines of no more characters are no wrapped prose.
const NARROW: usize = 40;

/// Ends of entries, in the order in which it is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// A line that ends though the next word would fit.
    Line,
    Cell,
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
    for end in [End::Line, End::Cell, End::Semicolon, End::Comma] {
        let cut = |part: Range<u32>| {
            if part.len() > long {
                cut_at(document, &part, end)
            } else {
                vec![part]
            }
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
            End::Cell => text[gap].contains(['|', '\t']),
            End::Semicolon => text[gap].contains([';', '\u{ff1b}']),
            End::Comma => text[gap].contains([',', '\u{ff0c}', '\u{3001}']),
        }
    };
    let ends = (tokens.start + 1..tokens.end).filter(ends);
    let mut starts: Vec<u32> = std::iter::once(tokens.start).chain(ends).collect();
    starts.push(tokens.end);
    let entries: Vec<Range<u32>> = starts.windows(2).map(|two| two[0]..two[1]).collect();
    let are_entries = match end {
        End::Line | End::Cell => entries.len() >= FEWEST_LINES,
        End::Semicolon | End::Comma => are_listed(&entries),
    };
    if are_entries {
        entries
    } else {
        vec![tokens.clone()]
    }
}

/// Returns whether what stands between commas or semicolons has the shape of a list: many entries, nine of ten of them
/// short and none as long as a clause. Prose has commas too, but not so.
fn are_listed(entries: &[Range<u32>]) -> bool {
    let short = entries.iter().filter(|it| it.len() <= SHORT).count();
    let has_clause = entries.iter().any(|it| it.len() > CLAUSE);
    entries.len() >= FEWEST_ENTRIES && 10 * short >= 9 * entries.len() && !has_clause
}

fn widest_line(document: &AnalyzedDocument, tokens: &Range<u32>) -> usize {
    let text = &document.text[document.span_of(tokens)];
    let widths = text.lines().map(|line| line.trim_end().chars().count());
    widths.max().unwrap_or(0)
}

/// Returns whether the line was ended on purpose, and not wrapped: it has columns, its next begins
/// with the sign of an item, or the next word would have fit into the widest line.
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
    use std::path::Path;

    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

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
    fn clauses_between_commas_or_semicolons_are_no_list() {
        let clauses = [
            "The pier",
            "built in 1961",
            "was insured for only 900 crowns",
            "and council leader Marten Oxley",
            "who had warned of the piles",
            "said on Monday",
            "after the storm",
            "that the village has no choice but to ask the assembly for the rest of the money",
            "as it did in 1998",
            "when the last storm came",
        ];
        for between in [", ", "; "] {
            assert_eq!(entries_of(&clauses.join(between)), 1);
        }
    }

    #[test]
    fn no_prose_of_the_articles_is_cut() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/articles");
        let articles = std::fs::read_dir(folder).unwrap();
        let (mut read, mut lists) = (0, Vec::new());
        for article in articles.map(|it| it.unwrap().path()) {
            for name in ["original.txt", "original.html"] {
                let Ok(text) = std::fs::read_to_string(article.join(name)) else {
                    continue;
                };
                let document = if name.ends_with("html") {
                    Document::html("a", &text, None)
                } else {
                    Document::plain("a", &text)
                };
                read += 1;
                let analyzed = Analyzer::new(Default::default()).analyze(&document);
                for tokens in &analyzed.sentences {
                    let cut = entries(&analyzed, tokens, 20);
                    let text = |it: &Range<u32>| {
                        let [first, last] = [it.start as usize, it.end as usize - 1];
                        let [first, last] = [first, last].map(|place| &analyzed.tokens[place].span);
                        &analyzed.text[first.start as usize..last.end as usize]
                    };
                    if cut.len() > 1 {
                        lists.push(cut.iter().map(text).collect::<Vec<_>>().join(" / "));
                    }
                }
            }
        }
        assert_eq!(read, 60);
        // A numbered list and two tables, a line an entry; every sentence of prose is whole.
        lists.sort();
        assert_eq!(
            lists,
            [
                "Other names: stair goat, postman's goat / Origin: island of Sennet / Use: draught, \
                 milk (little), company / Height at the withers: 88 to 96 cm / Weight: bucks to 110 \
                 kg, does to 85 kg / Recorded animals: 1,460 (2022",
                "Root | 2023 | 2024 | 2025 | Mean / Own | 4.1 | 3.6 | 2.9 | 3.5 / Maxen | 5.0 | 4.8 \
                 | 4.3 | 4.7 / Brak 7 | 4.6 | 4.9 | 5.2 | 4.9",
                "measure, log and tame the redox potential of 48,000 litres of blue / set up a small \
                 laboratory in the old mordant store, for which 85,000 dalers have been put aside / \
                 teach nine vat hands, who know more than they can say, why it works / report to \
                 Dorothea Imrie, head of colour",
            ]
        );
    }

    #[test]
    fn short_sentences_stay_whole() {
        assert_eq!(entries_of("boats, nets, ropes, buoys, anchors"), 1);
    }
}
