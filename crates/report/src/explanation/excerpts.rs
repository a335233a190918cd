//! The text of each sentence, and the parts of it that differ.

use std::ops::Range;

use super::explanation::Explanation;
use crate::evidence::{MatchKind, Run, SentenceMatch};

/// The length of a beginning, in characters.
const BEGINNING: usize = 70;

/// The fate of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fate {
    /// The kind of its match in the other document; nothing if it does not.
    pub kind: Option<MatchKind>,
    /// True if it stands there in another order.
    pub moved: bool,
}

impl Fate {
    /// One word, the same in files, on the page and in the terminal.
    pub(super) fn word(self) -> &'static str {
        match self.kind {
            Some(MatchKind::Identical) => "identical",
            Some(MatchKind::Reworded) => "reworded",
            Some(MatchKind::Split) => "split",
            Some(MatchKind::Merged) => "merged",
            Some(MatchKind::Altered) => "altered",
            Some(MatchKind::Rewritten) => "rewritten",
            None => "alone",
        }
    }
}

impl Explanation {
    /// For every sentence of a side its match, as an index.
    pub(super) fn match_of_sentence(&self, side: usize) -> Vec<Option<usize>> {
        let mut found = vec![None; self.evidence.sides[side].sentences.len()];
        for (index, it) in self.evidence.matches.iter().enumerate() {
            let Range { start, end } = it.sentences[side];
            found[start as usize..end as usize].fill(Some(index));
        }
        found
    }

    /// The fate of the sentences of a match.
    pub(super) fn fate(&self, matched: Option<usize>) -> Fate {
        let found = matched.map(|index| &self.evidence.matches[index]);
        Fate {
            kind: found.map(|it| it.kind),
            moved: found.is_some_and(|it| it.moved),
        }
    }

    /// The text of some sentences of a side.
    pub(super) fn text(&self, side: usize, sentences: &Range<u32>) -> &str {
        let all = &self.evidence.sides[side].sentences;
        let (first, last) = (sentences.start as usize, sentences.end as usize - 1);
        &self.documents[side].text[all[first].span.start..all[last].span.end]
    }

    /// The runs of a match with their texts; of words that both sides hold the left one's.
    pub(super) fn runs(&self, found: &SentenceMatch) -> Vec<(&'static str, &str)> {
        let text = |side: usize, tokens: &Range<u32>| {
            let document = &self.documents[side];
            &document.text[document.span_of(tokens)]
        };
        let run = |run| match run {
            Run::Common([tokens, _]) => ("both", text(0, &tokens)),
            Run::Only(0, tokens) => ("a", text(0, &tokens)),
            Run::Only(_, tokens) => ("b", text(1, &tokens)),
        };
        found.difference.runs().into_iter().map(run).collect()
    }
}

/// The first words of a text, as many as fit, on one line; `…` after them where more follows.
pub(super) fn beginning(text: &str) -> String {
    let mut begin = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let space = usize::from(length > 0);
        let longer = length + space + word.chars().count();
        if longer > BEGINNING {
            if length == 0 {
                begin.extend(word.chars().take(BEGINNING));
            }
            begin.push('…');
            break;
        }
        begin.push_str(&" "[..space]);
        begin.push_str(word);
        length = longer;
    }
    begin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_ends_with_a_word() {
        assert_eq!(
            beginning("Boats  wait\nat the pier."),
            "Boats wait at the pier."
        );
        let long = beginning(&"ferry ".repeat(20));
        assert_eq!(long, format!("{}…", ["ferry"; 11].join(" ")));
        assert_eq!(
            beginning(&"f".repeat(99)),
            format!("{}…", "f".repeat(BEGINNING))
        );
    }
}
