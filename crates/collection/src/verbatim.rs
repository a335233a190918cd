//! The passages of a removed text that the one kept in its place holds word for word, and what is lost.
//!
//! It is what a certificate of a removal states, so it needs nothing but the two texts: words are the longest runs of
//! letters and digits, in lower case, and positions are counted in characters. Anybody can check it.

use std::collections::HashMap;
use std::ops::Range;

/// A passage has at least so many words, or all of a text that has fewer.
const LEAST: usize = 3;

/// A run of words that stands so often in the kept text is followed from its first places alone.
const PLACES: usize = 64;

/// Passages of a removed text that the kept one holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Verbatim {
    /// Passages of equal words, as characters of the removed and of the kept text; in the removed one they rise and do not
    /// overlap.
    pub passages: Vec<[Range<usize>; 2]>,
    /// The stretches of the removed text, from its first to its last word each, that are in no passage.
    pub lost: Vec<Range<usize>>,
    /// The share of the letters and digits of the removed text that are in a passage, in \[0, 1\]; 1 where it has none.
    pub held: f64,
}

impl Verbatim {
    /// The longest stretch that is lost, of equally long ones the last; `None` where nothing is.
    pub fn longest_lost(&self) -> Option<&Range<usize>> {
        let stretches = self.lost.iter();
        stretches.max_by_key(|stretch| (stretch.len(), stretch.start))
    }
}

/// The words of a text.
struct Words {
    /// In lower case.
    words: Vec<String>,
    /// As characters of the text.
    spans: Vec<Range<usize>>,
}

impl Words {
    fn of(text: &str) -> Self {
        let mut found = Words {
            words: Vec::new(),
            spans: Vec::new(),
        };
        let mut word = String::new();
        let mut start = 0;
        for (place, character) in text.chars().chain([' ']).enumerate() {
            if character.is_alphanumeric() {
                if word.is_empty() {
                    start = place;
                }
                word.extend(character.to_lowercase());
            } else if !word.is_empty() {
                found.words.push(std::mem::take(&mut word));
                found.spans.push(start..place);
            }
        }
        found
    }

    fn span(&self, words: Range<usize>) -> Range<usize> {
        self.spans[words.start].start..self.spans[words.end - 1].end
    }

    /// Number of letters and digits in some words.
    fn letters(&self, words: Range<usize>) -> usize {
        self.spans[words].iter().map(Range::len).sum()
    }
}

/// Finds the passages of a removed text that the kept one holds: from its beginning on the longest at each place.
pub fn verbatim(removed: &str, kept: &str) -> Verbatim {
    let (removed, kept) = (Words::of(removed), Words::of(kept));
    let run = LEAST.min(removed.words.len());
    let mut places: HashMap<&[String], Vec<usize>> = HashMap::new();
    if run > 0 {
        for (place, words) in kept.words.windows(run).enumerate() {
            let places = places.entry(words).or_default();
            if places.len() < PLACES {
                places.push(place);
            }
        }
    }
    let mut result = Verbatim {
        passages: Vec::new(),
        lost: Vec::new(),
        held: 1.0,
    };
    let (mut place, mut lost_from, mut letters) = (0, 0, 0);
    while place < removed.words.len() {
        let Some((other, length)) = longest(&removed, &kept, place, run, &places) else {
            place += 1;
            continue;
        };
        if lost_from < place {
            result.lost.push(removed.span(lost_from..place));
        }
        let spans = [
            removed.span(place..place + length),
            kept.span(other..other + length),
        ];
        result.passages.push(spans);
        letters += removed.letters(place..place + length);
        place += length;
        lost_from = place;
    }
    if lost_from < place {
        result.lost.push(removed.span(lost_from..place));
    }
    let all = removed.letters(0..removed.words.len());
    if all > 0 {
        result.held = letters as f64 / all as f64;
    }
    result
}

/// The longest passage that begins at a word of the removed text: its place in the kept one, the first of equally long
/// ones, and its length in words.
fn longest(
    removed: &Words,
    kept: &Words,
    place: usize,
    run: usize,
    places: &HashMap<&[String], Vec<usize>>,
) -> Option<(usize, usize)> {
    let begins = removed.words.get(place..place + run)?;
    let mut best: Option<(usize, usize)> = None;
    for &other in places.get(begins)? {
        let pairs = removed.words[place..].iter().zip(&kept.words[other..]);
        let length = pairs.take_while(|(a, b)| a == b).count();
        if best.is_none_or(|(_, longest)| length > longest) {
            best = Some((other, length));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text_at(text: &str, span: &Range<usize>) -> String {
        text.chars().skip(span.start).take(span.len()).collect()
    }

    #[test]
    fn what_is_held_and_what_is_lost_is_told_in_characters() {
        let removed = "Früh: THE ferry waits at the pier. Nobody rows today.";
        let kept = "Today the ferry waits, at the pier, for nobody.";
        let found = verbatim(removed, kept);
        let passages: Vec<[String; 2]> = found
            .passages
            .iter()
            .map(|[a, b]| [text_at(removed, a), text_at(kept, b)])
            .collect();
        assert_eq!(
            passages,
            [[
                "THE ferry waits at the pier",
                "the ferry waits, at the pier"
            ]]
        );
        let lost: Vec<String> = found.lost.iter().map(|it| text_at(removed, it)).collect();
        assert_eq!(lost, ["Früh", "Nobody rows today"]);
        assert_eq!(found.longest_lost(), found.lost.last());
        assert!((found.held - 22.0 / 41.0).abs() < 1e-12, "{}", found.held);
    }

    #[test]
    fn short_and_empty_texts_are_held_as_a_whole_or_not() {
        assert_eq!(verbatim("", "a b").held, 1.0);
        assert_eq!(verbatim("A b!", "x a B c").held, 1.0);
        assert_eq!(verbatim("a b", "a c b").held, 0.0);
        assert_eq!(verbatim("a b c", "").lost, vec![0..5]);
    }

    proptest! {
        #[test]
        fn passages_are_equal_and_cover_what_is_not_lost(
            removed in "[a-c .]{0,40}",
            kept in "[a-c .]{0,40}",
        ) {
            let found = verbatim(&removed, &kept);
            let words = |text: &str| Words::of(text).words;
            let mut covered = Vec::new();
            for [a, b] in &found.passages {
                prop_assert_eq!(words(&text_at(&removed, a)), words(&text_at(&kept, b)));
                covered.push(a.clone());
            }
            covered.extend(found.lost.iter().cloned());
            covered.sort_by_key(|span| span.start);
            prop_assert!(covered.windows(2).all(|pair| pair[0].end <= pair[1].start));
            let parts: Vec<String> = covered.iter().flat_map(|it| words(&text_at(&removed, it))).collect();
            prop_assert_eq!(parts, words(&removed), "each word is held or lost");
            prop_assert_eq!(verbatim(&removed, &removed).held, 1.0);
        }
    }
}
