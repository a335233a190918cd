//! Similarities of weighted words (001, section 3.2): Jaccard, cosine, Dice, extended Jaccard,
//! Euclidean. All compare the same view, a document's words by tf·idf weight.

use serde::{Deserialize, Serialize};

use super::{BoundSketch, CommonValues, Entry, Measure, Sketch, View};
use crate::corpus::{CorpusStats, Needs};
use dejalu_text::sorted::shared_places;
use dejalu_text::{AnalyzedDocument, Vocabulary};

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<Jaccard>(),
    Entry::of::<Cosine>(),
    Entry::of::<Dice>(),
    Entry::of::<ExtendedJaccard>(),
    Entry::of::<Euclidean>(),
];

/// Number of words that represent a document: the k heaviest, or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "serde_json::Value", try_from = "serde_json::Value")]
pub enum TopK {
    /// All words.
    #[default]
    All,
    /// The k heaviest words, ties by word; k ≥ 1.
    Heaviest(u32),
}

impl From<TopK> for serde_json::Value {
    fn from(k: TopK) -> Self {
        match k {
            TopK::All => "all".into(),
            TopK::Heaviest(k) => k.into(),
        }
    }
}

impl TryFrom<serde_json::Value> for TopK {
    type Error = String;

    fn try_from(value: serde_json::Value) -> Result<Self, String> {
        let number = value.as_u64().and_then(|k| u32::try_from(k).ok());
        match (value.as_str(), number) {
            (Some("all"), _) => Ok(TopK::All),
            (_, Some(k)) if k >= 1 => Ok(TopK::Heaviest(k)),
            _ => Err(format!(
                "k is {value}, expected 'all' or a whole number from 1"
            )),
        }
    }
}

/// The part of a document in which the heaviest words are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// \[choice\] In the document as a whole, as 001's title, section 3.2.1 and listing say.
    #[default]
    Document,
    /// In each sentence, united: the paper's other wording (abstract and section 3).
    Sentence,
}

/// Selects the words that represent a document. The parameters of every measure of this family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Selection {
    /// Number of words.
    pub k: TopK,
    /// From where.
    pub scope: Scope,
}

impl Selection {
    fn is_all(self) -> bool {
        self.k == TopK::All
    }
}

/// A document's chosen words with their tf·idf weights, ascending by term.
#[derive(Debug)]
pub struct WeightedWords {
    terms: Vec<u64>,
    weights: Vec<f64>,
    /// a·a
    squared_norm: f64,
}

impl View for WeightedWords {
    type Options = Selection;
    type Joint = SharedWords;

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, selection: &Selection) -> Self {
        let words = &document.vocabulary;
        let weight = |place: &u32| {
            let word = &words[*place as usize];
            f64::from(word.count) * stats.idf(word.term)
        };
        let mut body: Vec<u32> = (0..words.len() as u32).collect();
        body.retain(|&place| words[place as usize].count > 0);
        let mut chosen = match (selection.k, selection.scope) {
            (TopK::All, _) => body,
            (TopK::Heaviest(k), Scope::Document) => heaviest(words, body, weight, k),
            (TopK::Heaviest(k), Scope::Sentence) => {
                let sentences = document.refined_sentences();
                sentences
                    .flat_map(|sentence| heaviest(words, sentence, weight, k))
                    .collect()
            }
        };
        chosen.sort_unstable();
        chosen.dedup();
        // The vocabulary ascends by term.
        let weighted = |place: &u32| (words[*place as usize].term.0, weight(place));
        let (terms, weights): (Vec<u64>, Vec<f64>) = chosen.iter().map(weighted).unzip();
        WeightedWords {
            squared_norm: weights.iter().map(|weight| weight * weight).sum(),
            terms,
            weights,
        }
    }

    fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    fn join(&self, other: &Self) -> SharedWords {
        SharedWords::of(self, other)
    }

    fn into_sketch(self) -> Option<Sketch> {
        Some(Sketch {
            values: self.terms,
            shares: Vec::new(),
        })
    }

    /// Of all words; how few represent a document changes with their weights.
    fn bound_sketch(
        document: &AnalyzedDocument,
        stats: &CorpusStats,
        selection: &Selection,
    ) -> Option<BoundSketch> {
        let weighted = document.body_words().map(|word| {
            let weight = f64::from(word.count) * stats.idf(word.term);
            (word.term.0, word.count, weight)
        });
        selection
            .is_all()
            .then(|| BoundSketch::of_weights(weighted))
    }
}

/// The `k` heaviest of some words, given by place, ties by word; one that is there repeatedly counts
/// once.
fn heaviest(
    words: &Vocabulary,
    places: Vec<u32>,
    weight: impl Fn(&u32) -> f64,
    k: u32,
) -> Vec<u32> {
    let weighted = places.into_iter().map(|place| (weight(&place), place));
    let mut weighted: Vec<(f64, u32)> = weighted.collect();
    let text = |place: u32| words.text(place as usize);
    weighted.sort_by(|&(a, left), &(b, right)| {
        b.total_cmp(&a).then_with(|| text(left).cmp(text(right)))
    });
    weighted.dedup_by_key(|&mut (_, place)| place);
    weighted
        .into_iter()
        .take(k as usize)
        .map(|(_, place)| place)
        .collect()
}

/// Common words of two documents; summed in order of the terms, so that equal documents give their
/// own norms to the bit.
#[derive(Debug, Clone, Copy, Default)]
pub struct SharedWords {
    /// Number of words that both hold.
    shared: usize,
    /// f1·f2.
    dot: f64,
    /// |f1 − f2|² of the raw vectors, and of the vectors brought to length 1. Summed word by word:
    /// from the norms and the dot product it would lose half its digits for near-equal vectors.
    squared_distance: [f64; 2],
}

impl SharedWords {
    fn of(left: &WeightedWords, right: &WeightedWords) -> Self {
        let scale = [left, right].map(|view| view.squared_norm.sqrt().recip());
        let (mut dot, mut raw, mut normalised) = (0.0, 0.0, 0.0);
        let mut squares = [0.0; 2];
        let places = shared_places(&left.terms, &right.terms);
        for &[i, j] in &places {
            let (a, b) = (left.weights[i as usize], right.weights[j as usize]);
            dot += a * b;
            squares[0] += a * a;
            squares[1] += b * b;
            raw += (a - b) * (a - b);
            let difference = a * scale[0] - b * scale[1];
            normalised += difference * difference;
        }
        // The words of one side alone: what of its norm is not shared.
        let alone = [
            left.squared_norm - squares[0],
            right.squared_norm - squares[1],
        ];
        let unit = alone[0] * scale[0] * scale[0] + alone[1] * scale[1] * scale[1];
        SharedWords {
            shared: places.len(),
            dot,
            squared_distance: [raw + (alone[0] + alone[1]), normalised + unit],
        }
    }
}

/// One measure of the family.
macro_rules! weighted {
    ($(#[$doc:meta])* $name:ident, $text:literal, $summary:literal, $phrase:literal, $source:literal, |$selection:ident| $needs:expr, $searched_by:expr, |$common:ident| $at_most:expr, |$left:ident, $right:ident, $overlap:ident| $similarity:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name {
            /// Words that represent a document.
            pub selection: Selection,
        }

        impl Measure for $name {
            const NAME: &'static str = $text;
            const SUMMARY: &'static str = $summary;
            const PHRASE: &'static str = $phrase;
            const SOURCE: &'static str = $source;
            const COST: &'static str = "O(words)";
            type View = WeightedWords;

            fn view(&self) -> Selection {
                self.selection
            }

            fn needs(&self) -> Needs {
                let $selection = self.selection;
                $needs
            }

            fn overlap(&self) -> Option<super::Overlap> {
                $searched_by
            }

            fn at_most_of(&self, $common: &CommonValues) -> Option<f64> {
                Some($at_most)
            }

            fn similarity(&self, $left: &WeightedWords, $right: &WeightedWords, $overlap: &SharedWords) -> f64 {
                $similarity
            }
        }
    };
}

weighted! {
    /// |∩|/|∪| of the chosen words as sets (001, section 3.2.2, equation 1). In [0, 1].
    Jaccard, "jaccard",
    "shared words divided by all words of both documents",
    "words in common",
    "Raveena and Nandini 2014 (001), section 3.2.2, equation 1",
    // With all words no weight decides, and no statistics are needed.
    |selection| if selection.is_all() { Needs::NOTHING } else { Needs::DOCUMENT_FREQUENCIES },
    Some(super::Overlap::Jaccard),
    |common| common.jaccard(),
    |left, right, overlap| {
        let either = left.terms.len() + right.terms.len() - overlap.shared;
        overlap.shared as f64 / either as f64
    }
}

weighted! {
    /// The cosine of the angle between the weight vectors (001, section 3.2.2, equation 2). In
    /// [0, 1], since no weight is negative. \[choice\] Computed as dot/√(a·a × b·b): as
    /// dot/(√(a·a) × √(b·b)) equal vectors give values other than 1.
    Cosine, "cosine",
    "cosine of the angle between the documents' tf-idf vectors",
    "characteristic words in common",
    "Raveena and Nandini 2014 (001), section 3.2.2, equation 2",
    |_selection| Needs::DOCUMENT_FREQUENCIES,
    None,
    |common| common.cosine(),
    |left, right, overlap| overlap.dot / (left.squared_norm * right.squared_norm).sqrt()
}

weighted! {
    /// 2 f1·f2/(f1·f1 + f2·f2) of the weight vectors (001, section 3.2.2, equation 5). In [0, 1].
    Dice, "dice",
    "twice the common weight divided by the sum of both weights",
    "weight of the words in common",
    "Raveena and Nandini 2014 (001), section 3.2.2, equation 5",
    |_selection| Needs::DOCUMENT_FREQUENCIES,
    None,
    |common| common.dice(),
    |left, right, overlap| 2.0 * overlap.dot / (left.squared_norm + right.squared_norm)
}

weighted! {
    /// f1·f2/(f1·f1 + f2·f2 − f1·f2) of the weight vectors (001, section 3.2.2, equation 4). In
    /// [0, 1]. With D the Dice similarity it is D/(2 − D): one of the two tells all that the
    /// other does.
    ExtendedJaccard, "extended-jaccard",
    "common weight divided by the weight of the union",
    "weight of the words in common",
    "Raveena and Nandini 2014 (001), section 3.2.2, equation 4",
    |_selection| Needs::DOCUMENT_FREQUENCIES,
    None,
    // It follows from Dice, with which it rises.
    |common| common.dice() / (2.0 - common.dice()),
    |left, right, overlap| overlap.dot / (left.squared_norm + right.squared_norm - overlap.dot)
}

/// 1/(1 + d) with d the Euclidean distance of the weight vectors (001, section 3.2.2, equation 3,
/// which prints d itself). In (0, 1]; falls with the lengths of the documents unless normalised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Euclidean {
    /// Number of words that represent a document.
    pub k: TopK,
    /// The part in which the heaviest words are looked for.
    pub scope: Scope,
    /// True if the vectors are brought to length 1 first. False, as in the paper, by default.
    pub normalised: bool,
}

impl Measure for Euclidean {
    const NAME: &'static str = "euclidean";
    const SUMMARY: &'static str = "closeness of the documents' tf-idf vectors, 1/(1 + distance)";
    const PHRASE: &'static str = "agreement in characteristic words";
    const SOURCE: &'static str = "Raveena and Nandini 2014 (001), section 3.2.2, equation 3";
    const COST: &'static str = "O(words)";
    const NEEDS: Needs = Needs::DOCUMENT_FREQUENCIES;
    type View = WeightedWords;

    fn view(&self) -> Selection {
        Selection {
            k: self.k,
            scope: self.scope,
        }
    }

    fn at_most_of(&self, common: &CommonValues) -> Option<f64> {
        Some(1.0 / (1.0 + common.distance(self.normalised)))
    }

    fn similarity(&self, _: &WeightedWords, _: &WeightedWords, overlap: &SharedWords) -> f64 {
        // Rounding may carry what is alone below 0 by a few units in the last place.
        let squared = overlap.squared_distance[usize::from(self.normalised)].max(0.0);
        1.0 / (1.0 + squared.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, TermId};

    const A: &str = "People rally on the sidewalk as legal arguments over the Patient Protection and Affordable Care Act take place at the Supreme Court.";

    /// Document frequencies that give the order which the paper prints (001, section 3.2.1).
    fn papers_order() -> CorpusStats {
        let words = [
            ("suprem", 1),
            ("afford", 2),
            ("protect", 3),
            ("patient", 4),
            ("legal", 5),
            ("sidewalk", 6),
            ("pavement", 6),
        ];
        let rare = words.map(|(word, df)| (TermId::of(word), df));
        let common = [
            "argument", "peopl", "ralli", "care", "act", "take", "place", "court",
        ]
        .map(|word| (TermId::of(word), 50));
        CorpusStats::with_document_frequencies(100, rare.into_iter().chain(common))
    }

    fn views(k: TopK) -> [WeightedWords; 2] {
        let selection = Selection {
            k,
            scope: Scope::Document,
        };
        [A.to_string(), A.replace("sidewalk", "pavement")].map(|text| {
            let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", &text));
            WeightedWords::of(&document, &papers_order(), &selection)
        })
    }

    fn all_four(views: &[WeightedWords; 2]) -> [f64; 4] {
        let [a, b] = views;
        let overlap = a.join(b);
        [
            Jaccard::default().similarity(a, b, &overlap),
            Cosine::default().similarity(a, b, &overlap),
            Dice::default().similarity(a, b, &overlap),
            ExtendedJaccard::default().similarity(a, b, &overlap),
        ]
    }

    #[test]
    fn sidewalk_and_pavement_are_equal_at_four_words_and_not_at_all() {
        assert_eq!(all_four(&views(TopK::Heaviest(4))), [1.0; 4]);
        assert!(
            all_four(&views(TopK::All))
                .iter()
                .all(|&similarity| similarity < 1.0)
        );
    }

    #[test]
    fn the_four_heaviest_words_are_the_papers() {
        let [a, _] = views(TopK::Heaviest(4));
        let mut expected =
            ["suprem", "afford", "protect", "patient"].map(|word| TermId::of(word).0);
        expected.sort_unstable();
        assert_eq!(a.terms, expected);
    }

    #[test]
    fn extended_jaccard_follows_from_dice() {
        let [a, b] = views(TopK::All);
        let dice = Dice::default().similarity(&a, &b, &a.join(&b));
        let extended = ExtendedJaccard::default().similarity(&a, &b, &a.join(&b));
        assert!((extended - dice / (2.0 - dice)).abs() < 1e-12);
    }

    #[test]
    fn euclidean_is_one_by_one_plus_the_distance() {
        let [a, b] = views(TopK::All);
        // Only sidewalk and pavement differ, each of weight ln(1 + 100/6).
        let distance = (1.0 + 100.0 / 6.0f64).ln() * 2.0f64.sqrt();
        let similarity = Euclidean::default().similarity(&a, &b, &a.join(&b));
        assert!((similarity - 1.0 / (1.0 + distance)).abs() < 1e-12);
    }

    #[test]
    fn sentence_scope_unites_the_heaviest_words_of_each_sentence() {
        let document = Analyzer::new(Default::default()).analyze(&Document::plain(
            "x",
            "Ferry ferry pier. Storm anchor. Ferry.",
        ));
        let selection = Selection {
            k: TopK::Heaviest(1),
            scope: Scope::Sentence,
        };
        let view = WeightedWords::of(&document, &CorpusStats::default(), &selection);
        let mut expected = ["ferri", "anchor"].map(|word| TermId::of(word).0);
        expected.sort_unstable();
        assert_eq!(
            view.terms, expected,
            "ferri outweighs pier; anchor comes before storm"
        );
    }
}
