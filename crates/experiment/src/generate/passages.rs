//! Pairs of documents whose reused passages are known: what passages are learned from.
//!
//! Both documents of a pair are mixtures of pieces of texts. The passages of the first were made of pieces of the
//! second: copied, reworded by chance, or rewritten by a person.

use std::fmt;
use std::ops::Range;

use rand::Rng;
use rand::seq::SliceRandom;

use super::chance::{Chance, below, chance};
use dejalu_text::{AnalyzedDocument, Analyzer, Document};

/// A text that passages are taken from, with its rewritten versions; one without such versions is copied and
/// reworded by chance alone.
#[derive(Debug, Clone)]
pub struct Source<'d> {
    /// The text.
    pub text: &'d Document,
    /// The whole text in other words, each by a person.
    pub rewritten: Vec<&'d Document>,
}

/// Options of the mixtures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MixtureOptions {
    /// Number of pairs. About one in four has no passage.
    pub pairs: usize,
    /// The seed of all draws.
    pub seed: u64,
}

/// What was done to a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reuse {
    /// Nothing.
    Copied,
    /// Words were replaced, left out and reordered by chance.
    Reworded,
    /// A person wrote it anew.
    Rewritten,
}

impl fmt::Display for Reuse {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Reuse::Copied => "copied",
            Reuse::Reworded => "reworded",
            Reuse::Rewritten => "rewritten",
        })
    }
}

/// A passage: its place in both documents in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPassage {
    /// In the first document.
    pub a: Range<u32>,
    /// In the second document.
    pub b: Range<u32>,
    /// What was done to it.
    pub reuse: Reuse,
}

/// Two documents and the passages of the first that were made of the second.
#[derive(Debug, Clone)]
pub struct MixedPair {
    /// The document with the passages.
    pub a: Document,
    /// The document that they were made of.
    pub b: Document,
    /// The passages, in the order of their number.
    pub passages: Vec<KnownPassage>,
}

/// Pieces of a document: its sentences, each as its words.
struct Pieces {
    sentences: Vec<Vec<Word>>,
}

struct Word {
    /// As it is written, with what stands between it and the next word.
    text: String,
    is_stop_word: bool,
}

impl Pieces {
    fn of(document: &AnalyzedDocument) -> Self {
        let text = &*document.text;
        let tokens = &document.tokens;
        let end = |place: usize| {
            tokens
                .get(place + 1)
                .map_or(text.len(), |it| it.span.start as usize)
        };
        let word = |place: usize| Word {
            text: text[tokens[place].span.start as usize
                ..end(place).max(tokens[place].span.end as usize)]
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            is_stop_word: tokens[place].is_stop_word,
        };
        let sentence = |range: &Range<u32>| {
            (range.start as usize..range.end as usize)
                .map(word)
                .collect()
        };
        Pieces {
            sentences: document.sentences.iter().map(sentence).collect(),
        }
    }

    /// The places of at least three sentences in a row; of fewer where there are no three.
    fn stretch(&self, chance: &mut Chance) -> Range<usize> {
        const FEWEST: usize = 3;
        let all = self.sentences.len();
        let count = if all <= FEWEST {
            all
        } else {
            FEWEST + below(all - FEWEST + 1, chance)
        };
        let from = below(all - count + 1, chance);
        from..from + count
    }
}

fn written(sentences: &[Vec<Word>]) -> String {
    let words = sentences.iter().flatten().map(|word| &*word.text);
    words.collect::<Vec<_>>().join(" ")
}

/// A source in pieces.
struct Prepared {
    text: Pieces,
    rewritten: Vec<Pieces>,
}

/// How much chance changes.
struct Rewording {
    content: f64,
    stop_words: f64,
    left_out: f64,
    shuffled: f64,
    reorders: bool,
}

impl Rewording {
    fn drawn(chance: &mut Chance) -> Self {
        Rewording {
            content: chance.gen_range(0.1..0.7),
            stop_words: chance.gen_range(0.0..0.3),
            left_out: chance.gen_range(0.0..0.1),
            shuffled: chance.gen_range(0.0..0.6),
            reorders: chance.gen_bool(0.3),
        }
    }

    fn apply(&self, sentences: &[Vec<Word>], words: &Words, chance: &mut Chance) -> String {
        let mut changed: Vec<String> = sentences
            .iter()
            .map(|it| self.sentence(it, words, chance))
            .collect();
        if self.reorders {
            changed.shuffle(chance);
        }
        changed.join(" ")
    }

    /// A sentence with other words in the place of some, and in places in another order.
    fn sentence(&self, sentence: &[Word], words: &Words, chance: &mut Chance) -> String {
        let mut changed: Vec<&str> = Vec::with_capacity(sentence.len());
        for word in sentence {
            let (others, rate) = if word.is_stop_word {
                (&words.stop_words, self.stop_words)
            } else {
                (&words.content, self.content)
            };
            let drawn: f64 = chance.r#gen();
            if drawn < rate {
                changed.extend(others.choose(chance).map(|it| &**it));
            } else if word.is_stop_word || drawn >= rate + self.left_out {
                changed.push(word.text.trim_end_matches(['.', '!', '?']));
            }
        }
        if chance.gen_bool(self.shuffled) {
            let width = 2 + below(7, chance);
            changed
                .chunks_mut(width)
                .for_each(|part| part.shuffle(chance));
        }
        changed.join(" ") + "."
    }
}

/// The words that others are replaced by.
struct Words {
    content: Vec<String>,
    stop_words: Vec<String>,
}

impl Words {
    fn of(sources: &[Prepared]) -> Self {
        let all = || {
            sources
                .iter()
                .flat_map(|it| it.text.sentences.iter().flatten())
        };
        let bare = |word: &Word| {
            let text = word
                .text
                .trim_matches(|letter: char| !letter.is_alphanumeric());
            text.to_lowercase()
        };
        let of = |stop_words: bool| {
            all()
                .filter(|it| it.is_stop_word == stop_words)
                .map(bare)
                .collect()
        };
        Words {
            content: of(false),
            stop_words: of(true),
        }
    }
}

/// A part of a mixture: a passage with what stands before and after it in its text.
struct Part {
    before: String,
    text: String,
    after: String,
    /// The number of the passage, if it is one.
    passage: Option<usize>,
}

impl Part {
    fn of(text: String, passage: Option<usize>) -> Self {
        Part {
            before: String::new(),
            text,
            after: String::new(),
            passage,
        }
    }

    /// A stretch of a text within all of it: a passage is seldom all of what it was taken from, and what surrounds it
    /// is about the same.
    fn within(pieces: &Pieces, stretch: &Range<usize>, passage: usize) -> Self {
        let before = written(&pieces.sentences[..stretch.start]);
        let after = written(&pieces.sentences[stretch.end..]);
        Part {
            before: if before.is_empty() {
                before
            } else {
                before + " "
            },
            text: written(&pieces.sentences[stretch.clone()]),
            after: if after.is_empty() {
                after
            } else {
                format!(" {after}")
            },
            passage: Some(passage),
        }
    }
}

/// Draws pairs of documents. The same sources in the same order, options and seed give the same pairs; those with
/// fewer than four sources that have words give none.
pub fn mixtures(sources: &[Source], options: MixtureOptions) -> Vec<MixedPair> {
    let analyzer = Analyzer::new(Default::default());
    let pieces = |document: &Document| Pieces::of(&analyzer.analyze(document));
    let prepared = sources.iter().map(|source| Prepared {
        text: pieces(source.text),
        rewritten: source.rewritten.iter().map(|it| pieces(it)).collect(),
    });
    let prepared: Vec<Prepared> = prepared
        .filter(|it| !it.text.sentences.is_empty())
        .collect();
    const FEWEST: usize = 4;
    if prepared.len() < FEWEST {
        return Vec::new();
    }
    let words = Words::of(&prepared);
    let pair = |number| mixed(&prepared, &words, options.seed, number);
    (0..options.pairs).map(pair).collect()
}

fn mixed(sources: &[Prepared], words: &Words, seed: u64, number: usize) -> MixedPair {
    let chance = &mut chance(seed, "passages", number);
    let mut order: Vec<&Prepared> = sources.iter().collect();
    order.shuffle(chance);
    let has_passages = chance.gen_bool(0.75);
    let reused = if has_passages {
        1 + below(3.min(order.len() - 3), chance)
    } else {
        0
    };
    let (reused, others) = order.split_at(reused);
    // No text of the one's frame is in the other's.
    let middle = 1 + below(6.min(others.len() / 3).max(1), chance);
    let (frame_a, others) = others.split_at(middle);
    let frame_b = &others[..1 + below(others.len().min(14), chance)];
    let frame = |sources: &[&Prepared], chance: &mut Chance| -> Vec<Part> {
        let part = |source: &&Prepared| {
            let stretch = source.text.stretch(chance);
            Part::of(written(&source.text.sentences[stretch]), None)
        };
        sources.iter().map(part).collect()
    };
    let (mut a, mut b) = (frame(frame_a, chance), frame(frame_b, chance));
    let mut kinds = Vec::new();
    let kind = *KINDS.choose(chance).unwrap_or(&Reuse::Copied);
    for (passage, source) in reused.iter().enumerate() {
        let (kind, [of_a, of_b]) = reuse(source, kind, words, passage, chance);
        kinds.push(kind);
        a.push(of_a);
        b.push(of_b);
    }
    a.shuffle(chance);
    b.shuffle(chance);
    let (text_a, places_a) = joined(&a, kinds.len(), chance);
    let (text_b, places_b) = joined(&b, kinds.len(), chance);
    let places = places_a.into_iter().zip(places_b).zip(kinds);
    MixedPair {
        a: Document::plain(format!("{number}-reusing"), &text_a),
        b: Document::plain(format!("{number}-source"), &text_b),
        passages: places
            .map(|((a, b), reuse)| KnownPassage { a, b, reuse })
            .collect(),
    }
}

/// How often what is done to the passages of a pair.
const KINDS: [Reuse; 6] = [
    Reuse::Copied,
    Reuse::Reworded,
    Reuse::Reworded,
    Reuse::Reworded,
    Reuse::Rewritten,
    Reuse::Rewritten,
];

/// What a passage of a source becomes, and the source; one that nobody rewrote is reworded.
fn reuse(
    source: &Prepared,
    kind: Reuse,
    words: &Words,
    passage: usize,
    chance: &mut Chance,
) -> (Reuse, [Part; 2]) {
    let part = |text| Part::of(text, Some(passage));
    if let (Reuse::Rewritten, Some(rewritten)) = (kind, source.rewritten.choose(chance)) {
        let texts = [&rewritten.sentences, &source.text.sentences];
        return (Reuse::Rewritten, texts.map(|it| part(written(it))));
    }
    let stretch = source.text.stretch(chance);
    let of_b = Part::within(&source.text, &stretch, passage);
    if kind == Reuse::Copied {
        return (kind, [part(of_b.text.clone()), of_b]);
    }
    let sentences = &source.text.sentences[stretch];
    let reworded = Rewording::drawn(chance).apply(sentences, words, chance);
    (Reuse::Reworded, [part(reworded), of_b])
}

/// Parts put one after the other, and where each passage stands, in characters.
fn joined(parts: &[Part], passages: usize, chance: &mut Chance) -> (String, Vec<Range<u32>>) {
    let mut text = String::new();
    let mut length = 0;
    let mut places = vec![0..0; passages];
    for part in parts {
        if !text.is_empty() {
            let between = [" ", "\n", "\n\n"].choose(chance).copied().unwrap_or(" ");
            text.push_str(between);
            length += between.len() as u32;
        }
        let [before, within, after] = [&part.before, &part.text, &part.after].map(|it| {
            text.push_str(it);
            it.chars().count() as u32
        });
        let start = length + before;
        if let Some(passage) = part.passage {
            places[passage] = start..start + within;
        }
        length = start + within + after;
    }
    (text, places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builtin;

    fn drawn(pairs: usize, seed: u64) -> Vec<MixedPair> {
        let originals = builtin::originals().unwrap();
        let source = |text| Source {
            text,
            rewritten: Vec::new(),
        };
        let sources: Vec<Source> = originals.iter().map(source).collect();
        mixtures(&sources, MixtureOptions { pairs, seed })
    }

    fn written_at(document: &Document, place: &Range<u32>) -> String {
        let characters = document.text.chars().skip(place.start as usize);
        characters.take(place.len()).collect()
    }

    #[test]
    fn a_copied_passage_is_the_same_text_in_both() {
        let pairs = drawn(60, 42);
        let mut copied = 0;
        for pair in &pairs {
            for passage in &pair.passages {
                let [a, b] = [
                    written_at(&pair.a, &passage.a),
                    written_at(&pair.b, &passage.b),
                ];
                assert!(!a.is_empty() && !b.is_empty());
                assert_eq!(a == b, passage.reuse == Reuse::Copied, "{a}\n{b}");
                copied += usize::from(a == b);
            }
        }
        assert!(copied > 3);
        assert!(pairs.iter().any(|it| it.passages.is_empty()));
    }

    #[test]
    fn a_seed_says_everything_and_a_pair_does_not_depend_on_how_many_there_are() {
        let texts = |pairs: &[MixedPair]| -> Vec<String> {
            let texts = pairs.iter().flat_map(|it| [&it.a, &it.b]);
            texts.map(|it| it.text.to_string()).collect()
        };
        assert_eq!(texts(&drawn(5, 7)[..3]), texts(&drawn(3, 7)));
        assert_ne!(texts(&drawn(3, 7)), texts(&drawn(3, 8)));
    }
}
