//! Two texts side by side, cut down to where they differ.

use crate::figures::number;
use std::ops::Range;

use serde::Serialize;

use dejalu_base::plural::{count, counted};
use dejalu_text::AnalyzedDocument;
use dejalu_text::alignment::{MatchingBlock, Sequence, align};

/// Equal words that are shown before and after a difference. As few between two of them are not
/// left out.
const CONTEXT: usize = 12;

/// Of a run of words that one text alone holds no more are shown.
const LONGEST: usize = 60;

/// Words of either text after which no further stretch is shown.
const MOST: usize = 180;

/// More signs in a row, in bytes, are a line and no punctuation.
const LINE: usize = 12;

/// Stretches of two texts in which they differ, with some words around.
#[derive(Debug, Serialize)]
pub(super) struct Excerpt {
    /// States in a sentence how much the texts have in common.
    summary: String,
    stretches: Vec<Stretch>,
    /// The text that is not shown at the end.
    rest: String,
}

/// Stretches that stand side by side.
#[derive(Debug, Default, Serialize)]
struct Stretch {
    /// The common text before it that is not shown.
    before: String,
    sides: [Vec<Piece>; 2],
}

/// Words that both texts hold, or that differ.
#[derive(Debug, PartialEq, Serialize)]
struct Piece {
    differs: bool,
    text: String,
}

impl Excerpt {
    /// Finds the places where the bodies of two documents differ. Case and punctuation count as
    /// nothing.
    pub(super) fn of(documents: [&AnalyzedDocument; 2]) -> Self {
        let texts = documents.map(Text::of);
        let [left, right] = [0, 1].map(|side: usize| texts[side].sequence());
        let blocks = align(&left, &right);
        let mut writer = Writer {
            texts: &texts,
            excerpt: Excerpt {
                summary: summary(&blocks, texts.each_ref().map(|it| it.tokens.len())),
                stretches: Vec::new(),
                rest: String::new(),
            },
            shown: [0, 0],
        };
        writer.write(&blocks);
        writer.excerpt
    }
}

/// `353 words in common, in the same order, of 369 on the left and 371 on the right; they differ in
/// 4 places.`
fn summary(blocks: &[MatchingBlock], [left, right]: [usize; 2]) -> String {
    let common: usize = blocks.iter().map(|block| block.len).sum();
    if common == left && common == right {
        return match common {
            0 => "Neither text contains words.".to_string(),
            _ => format!("All {} are the same.", number(common, "word")),
        };
    }
    let at_start = blocks
        .first()
        .is_some_and(|it| (it.left, it.right) == (0, 0));
    let at_end = blocks
        .last()
        .is_some_and(|it| (it.left + it.len, it.right + it.len) == (left, right));
    let places = blocks.len() + 1 - usize::from(at_start) - usize::from(at_end);
    format!(
        "{} in common, in the same order, of {} on the left and {} on the right; they differ in {}.",
        number(common, "word"),
        count(left),
        count(right),
        number(places, "place")
    )
}

/// The words of a document's body.
struct Text<'a> {
    document: &'a AnalyzedDocument,
    /// Their places among all tokens.
    tokens: Vec<usize>,
}

impl<'a> Text<'a> {
    fn of(document: &'a AnalyzedDocument) -> Self {
        let all = document.tokens.iter().enumerate();
        let body = all.filter(|(_, token)| token.kinds.is_body());
        Text {
            document,
            tokens: body.map(|(place, _)| place).collect(),
        }
    }

    fn sequence(&self) -> Sequence {
        let raw = |&place: &usize| self.document.tokens[place].raw.0;
        Sequence::from(self.tokens.iter().map(raw).collect::<Vec<u64>>())
    }

    /// The text of some words with the punctuation around them, white space folded.
    fn words(&self, range: Range<usize>) -> String {
        let chunks = self.tokens[range].chunk_by(|a, b| a + 1 == *b);
        let words = chunks.flat_map(|chunk| self.stretch(chunk).split_whitespace());
        // A ruled line says nothing.
        let is_said = |word: &&str| word.len() <= LINE || word.contains(char::is_alphanumeric);
        words.filter(is_said).collect::<Vec<_>>().join(" ")
    }

    /// From the first token of a chunk to the last: an opening bracket belongs to the word behind
    /// it, a full stop to the one before it.
    fn stretch(&self, chunk: &[usize]) -> &str {
        let text = &self.document.text;
        let span = |place: usize| &self.document.tokens[place].span;
        let start = span(chunk[0]).start as usize;
        let end = span(chunk[chunk.len() - 1]).end as usize;
        let before = text[..start].rsplit(char::is_alphanumeric).next();
        let opening = before.and_then(|it| it.rsplit_once(char::is_whitespace));
        let behind = text[end..].split(char::is_alphanumeric).next();
        let closing = behind.and_then(|it| it.split(char::is_whitespace).next());
        &text[start - opening.map_or(0, |it| it.1.len())..end + closing.map_or(0, str::len)]
    }
}

/// Puts an excerpt together, block by block.
struct Writer<'a> {
    texts: &'a [Text<'a>; 2],
    excerpt: Excerpt,
    /// The words shown of either text.
    shown: [usize; 2],
}

impl Writer<'_> {
    fn write(&mut self, blocks: &[MatchingBlock]) {
        let lengths = [0, 1].map(|side: usize| self.texts[side].tokens.len());
        let end = MatchingBlock {
            left: lengths[0],
            right: lengths[1],
            len: 0,
        };
        let mut at = [0, 0];
        for block in blocks.iter().chain([&end]) {
            let starts = [block.left, block.right];
            if at != lengths && self.shown.iter().any(|&shown| shown >= MOST) {
                self.leave_out([at[0]..lengths[0], at[1]..lengths[1]]);
                return;
            }
            for side in [0, 1] {
                self.differing(side, at[side]..starts[side]);
            }
            let is_first = starts == [0, 0];
            let is_last = [0, 1].map(|side: usize| starts[side] + block.len) == lengths;
            self.common(block, is_first, is_last);
            at = starts.map(|start| start + block.len);
        }
    }

    /// Words that one side alone holds.
    fn differing(&mut self, side: usize, words: Range<usize>) {
        let shown = words.start..words.end.min(words.start + LONGEST);
        self.push(side, true, shown.clone());
        if shown.end < words.end {
            let more = (words.end - shown.end) as u64;
            self.add(
                side,
                false,
                format!("[… {}]", counted(more, "more word", "more words")),
            );
        }
    }

    /// Words that both hold: what is near a difference.
    fn common(&mut self, block: &MatchingBlock, is_first: bool, is_last: bool) {
        let starts = [block.left, block.right];
        let head = if is_first { 0 } else { CONTEXT };
        let tail = if is_last { 0 } else { CONTEXT };
        let both = |from: usize, to: usize| starts.map(|start| start + from..start + to);
        if block.len <= head + tail + CONTEXT {
            self.push_both(both(0, block.len));
            return;
        }
        self.push_both(both(0, head));
        let hidden = number(block.len - head - tail, "word");
        if !is_last {
            self.excerpt.stretches.push(Stretch {
                before: format!("{hidden} in common"),
                ..Stretch::default()
            });
            self.push_both(both(block.len - tail, block.len));
        } else if !is_first {
            self.excerpt.rest = format!("Then {hidden} in common.");
        }
    }

    fn leave_out(&mut self, [left, right]: [Range<usize>; 2]) {
        self.excerpt.rest = format!(
            "Not shown: the last {} on the left and {} on the right.",
            number(left.len(), "word"),
            number(right.len(), "word")
        );
    }

    fn push_both(&mut self, [left, right]: [Range<usize>; 2]) {
        self.push(0, false, left);
        self.push(1, false, right);
    }

    fn push(&mut self, side: usize, differs: bool, words: Range<usize>) {
        if !words.is_empty() {
            self.shown[side] += words.len();
            let text = self.texts[side].words(words);
            self.add(side, differs, text);
        }
    }

    fn add(&mut self, side: usize, differs: bool, text: String) {
        if self.excerpt.stretches.is_empty() {
            self.excerpt.stretches.push(Stretch::default());
        }
        if let Some(last) = self.excerpt.stretches.last_mut() {
            last.sides[side].push(Piece { differs, text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn excerpt(left: &str, right: &str) -> Excerpt {
        let analyzer = Analyzer::new(Default::default());
        let [left, right] = [left, right].map(|it| analyzer.analyze(&Document::plain("x", it)));
        Excerpt::of([&left, &right])
    }

    /// `same [different] same | …`, a line a stretch.
    fn told(excerpt: &Excerpt) -> Vec<String> {
        let piece = |piece: &Piece| {
            if piece.differs {
                format!("[{}]", piece.text)
            } else {
                piece.text.clone()
            }
        };
        let side = |side: &Vec<Piece>| side.iter().map(piece).collect::<Vec<_>>().join(" ");
        let stretch = |it: &Stretch| {
            let [left, right] = it.sides.each_ref().map(side);
            format!("{}: {left} | {right}", it.before)
        };
        excerpt.stretches.iter().map(stretch).collect()
    }

    #[test]
    fn words_that_differ_stand_side_by_side() {
        let line = "—".repeat(30);
        let found = excerpt(
            &format!("The ferry, {line} (at last), waits."),
            "The ferry waits at noon.",
        );
        assert_eq!(
            told(&found),
            [": The ferry, [(at last),] waits. | The ferry waits [at noon.]"]
        );
        assert_eq!(found.rest, "");
        assert_eq!(
            found.summary,
            "3 words in common, in the same order, of 5 on the left and 5 on the right; they differ \
             in 2 places."
        );
    }

    #[test]
    fn what_is_common_is_left_out() {
        let common = "word ".repeat(100);
        let found = excerpt(
            &format!("{common} one {common} same {common}"),
            &format!("{common} two {common} same {common}"),
        );
        let context = ["word"; CONTEXT].join(" ");
        assert_eq!(
            told(&found),
            [format!(
                "88 words in common: {context} [one] {context} | {context} [two] {context}"
            )]
        );
        assert_eq!(found.rest, "Then 189 words in common.");
    }

    #[test]
    fn long_differences_and_long_texts_are_cut() {
        let words = |letter: &str, n: usize| {
            let words: Vec<String> = (0..n).map(|i| format!("{letter}{i}")).collect();
            words.join(" ")
        };
        let found = excerpt(&words("a", 100), &words("b", 10));
        let pieces = &found.stretches[0].sides;
        assert_eq!(pieces[0][1].text, "[… 40 more words]");
        assert_eq!(pieces[1].len(), 1);
        let many = |letter: &str| {
            let parts: Vec<String> = (0..50)
                .map(|i| format!("x{i} {}", words(letter, 20)))
                .collect();
            parts.join(" ")
        };
        let found = excerpt(&many("a"), &many("b"));
        assert!(
            found.rest.starts_with("Not shown: the last "),
            "{}",
            found.rest
        );
    }

    #[test]
    fn nothing_and_the_same_are_said() {
        let none = excerpt("", "");
        assert!(told(&none).is_empty());
        assert_eq!(none.summary, "Neither text contains words.");
        let same = excerpt("One ferry waits.", "one ferry waits");
        assert_eq!(told(&same), [": One ferry waits. | one ferry waits"]);
        assert_eq!(same.summary, "All 3 words are the same.");
        let apart = excerpt("one", "two ferries");
        assert!(apart.summary.starts_with("0 words in common"));
        assert!(apart.summary.ends_with("differ in 1 place."));
    }
}
