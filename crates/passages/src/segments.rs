//! A document as passages are found in it: words with their places, in segments of about a sentence.

use std::ops::Range;

use dejalu_text::{AnalyzedDocument, TermId, Token};

/// The fewest words of a segment: a shorter one joins the next, or the last joins the one before.
const FEWEST_WORDS: usize = 6;
/// The most words of a segment: what has no sentence ends (lists, verse, transcripts, scripts that were read without
/// marks) is cut into windows.
const MOST_WORDS: usize = 50;

/// A document cut into segments. Places are in characters of the document's text.
#[derive(Debug, Clone)]
pub struct Segmented {
    /// The words in reading order: stems, and the raw forms of stop words and of words with digits. Stop words
    /// count, since what was reworded keeps many of them.
    pub(crate) words: Vec<TermId>,
    /// Where each word stands.
    pub(crate) spans: Vec<Range<u32>>,
    /// The segments: ascending ranges of words that leave none out.
    pub(crate) segments: Vec<Range<u32>>,
    /// Where each segment ends, with the marks after its last word.
    pub(crate) ends: Vec<u32>,
}

impl Segmented {
    /// Cuts a document into segments: at line ends, unless the next line goes on in lower case, and after a full
    /// stop, exclamation or question mark that a blank follows; a longer stretch without either after 50 words.
    pub fn of(document: &AnalyzedDocument) -> Self {
        let text = &*document.text;
        let mut places = Places::default();
        let mut cut = Segmented {
            words: Vec::with_capacity(document.tokens.len()),
            spans: Vec::with_capacity(document.tokens.len()),
            segments: Vec::new(),
            ends: Vec::new(),
        };
        let mut begun = 0;
        let mut tokens = document.tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            let [start, end] = [token.span.start, token.span.end].map(|it| places.of(text, it));
            cut.words.push(term(document, token));
            cut.spans.push(start..end);
            let next = tokens.peek().map_or(text.len() as u32, |it| it.span.start);
            // The two words that a character of a script without spaces begins may overlap.
            let gap = text
                .get(token.span.end as usize..next as usize)
                .unwrap_or_default();
            let rest = &text[(next as usize).min(text.len())..];
            let count = cut.words.len() as u32;
            let length = (count - begun) as usize;
            let is_end = length >= FEWEST_WORDS && ends_segment(gap, rest);
            if is_end || length == MOST_WORDS {
                cut.segments.push(begun..count);
                cut.ends.push(end + marks(gap));
                begun = count;
            }
        }
        cut.close(begun);
        cut
    }

    /// Ends the last segment, which joins the one before where it is short.
    fn close(&mut self, begun: u32) {
        let count = self.words.len() as u32;
        if begun == count {
            return;
        }
        let end = self.spans.last().map_or(0, |span| span.end);
        match (self.segments.last_mut(), self.ends.last_mut()) {
            (Some(last), Some(at)) if count - begun < FEWEST_WORDS as u32 => {
                last.end = count;
                *at = end;
            }
            _ => {
                self.segments.push(begun..count);
                self.ends.push(end);
            }
        }
    }

    /// Where a range of words stands, in characters: to the end of its last segment where it ends with one.
    pub(crate) fn place(&self, words: &Range<u32>) -> Range<u32> {
        let Some(last) = words.end.checked_sub(1) else {
            return 0..0;
        };
        let segment = self.segment_of(last);
        let end = if self.segments[segment].end == words.end {
            self.ends[segment]
        } else {
            self.spans[last as usize].end
        };
        self.spans[words.start as usize].start..end
    }

    /// The segment of a word.
    pub(crate) fn segment_of(&self, word: u32) -> usize {
        self.segments.partition_point(|it| it.end <= word)
    }

    /// The words of a range of segments.
    pub(crate) fn words_of(&self, segments: &Range<usize>) -> Range<u32> {
        self.segments[segments.start].start..self.segments[segments.end - 1].end
    }

    /// Length of a range of words in characters.
    pub(crate) fn length(&self, words: &Range<u32>) -> u32 {
        let place = self.place(words);
        place.end - place.start
    }
}

/// The stem of a word, or its raw form where it has none.
fn term(document: &AnalyzedDocument, token: &Token) -> TermId {
    document.refined(token).map_or(token.raw, |word| word.term)
}

/// Returns whether what stands between two words ends a segment.
fn ends_segment(gap: &str, rest: &str) -> bool {
    if gap.contains('\n') {
        let blank_lines = gap.matches('\n').count() > 1;
        return blank_lines || !rest.starts_with(char::is_lowercase) || ends_sentence(gap);
    }
    ends_sentence(gap)
}

/// Returns whether a mark that ends sentences stands here before a blank.
fn ends_sentence(gap: &str) -> bool {
    const CLOSING: [char; 6] = ['"', '\'', ')', ']', '\u{201d}', '\u{2019}'];
    const MARKS: [char; 6] = ['.', '!', '?', '\u{3002}', '\u{ff01}', '\u{ff1f}'];
    let Some((at, mark)) = gap.char_indices().find(|(_, it)| MARKS.contains(it)) else {
        return false;
    };
    let after = gap[at + mark.len_utf8()..].trim_start_matches(CLOSING);
    // The marks of scripts without spaces need no blank.
    !mark.is_ascii()
        || after.is_empty()
        || after.starts_with(|it: char| it.is_whitespace() || MARKS[..3].contains(&it))
}

/// The number of characters of marks that directly follow a word.
fn marks(gap: &str) -> u32 {
    gap.chars().take_while(|it| !it.is_whitespace()).count() as u32
}

/// Turns ascending places in bytes into places in characters.
#[derive(Default)]
struct Places {
    bytes: u32,
    characters: u32,
    /// The last place before this one, since spans may overlap by a character.
    before: (u32, u32),
}

impl Places {
    fn of(&mut self, text: &str, byte: u32) -> u32 {
        if byte < self.bytes {
            (self.bytes, self.characters) = self.before;
        }
        if byte < self.bytes {
            (self.bytes, self.characters) = (0, 0);
        }
        let passed = &text[self.bytes as usize..byte as usize];
        self.before = (self.bytes, self.characters);
        self.characters += passed.chars().count() as u32;
        self.bytes = byte;
        self.characters
    }
}

#[cfg(test)]
mod tests {
    use dejalu_text::{Analyzer, Document};

    use super::*;

    fn cut(text: &str) -> Segmented {
        Segmented::of(&Analyzer::new(Default::default()).analyze(&Document::plain("x", text)))
    }

    #[test]
    fn segments_end_with_sentences_and_lines() {
        let text = "The ferry waits at the old pier. A storm broke the lamp on the wall!\nNobody knows why the lamp still burns there";
        let found = cut(text);
        let written = |words: &Range<u32>| {
            let place = found.place(words);
            &text[place.start as usize..place.end as usize]
        };
        let written: Vec<&str> = found.segments.iter().map(written).collect();
        assert_eq!(
            written,
            [
                "The ferry waits at the old pier.",
                "A storm broke the lamp on the wall!",
                "Nobody knows why the lamp still burns there"
            ]
        );
    }

    #[test]
    fn short_sentences_join_their_neighbours() {
        let joined = cut("No. Yes. The ferry waits here. Go on.");
        assert_eq!(
            (joined.segments.len(), joined.segments[0].clone()),
            (1, 0..8)
        );
        assert_eq!(cut("").segments, []);
    }

    #[test]
    fn what_has_no_sentence_ends_is_cut_into_windows() {
        let lengths: Vec<usize> = cut(&"ferry pier ".repeat(60))
            .segments
            .iter()
            .map(|it| it.len())
            .collect();
        assert_eq!(lengths, [50, 50, 20]);
    }

    #[test]
    fn a_line_that_goes_on_is_no_end() {
        let wrapped = "The ferry waits for the storm\nat the old pier until the lamp burns";
        assert_eq!(cut(wrapped).segments.len(), 1);
    }

    #[test]
    fn places_are_in_characters() {
        let text = "Die Fähre wartet am Kai – überall. Der Sturm ist über dem Meer.";
        let found = cut(text);
        let last = found.segments.last().unwrap();
        assert_eq!(found.place(last).end as usize, text.chars().count());
    }
}
