//! Scores the words that differ: a number learned from labelled pairs.

use serde::{Deserialize, Serialize};

use super::{Entry, Measure, View};
use crate::corpus::{CorpusStats, Needs, TermWeights, WeightedTerm, heaviest};
use dejalu_text::sorted::intersection;
use dejalu_text::{AnalyzedDocument, shingles};

pub(crate) const MEASURES: &[Entry] = &[Entry::of::<DifferenceTerms>()];

/// The terms of a document: its words and pairs of neighbouring words, of all fields, since a page's title
/// may say what its body does not.
#[derive(Debug)]
pub struct Terms {
    /// All of them, hashed, ascending.
    all: Vec<u64>,
    /// Those that have a weight: their places among the weighted terms, ascending, and weights.
    weighted: Vec<(u32, f64)>,
    /// The log odds where none that differs has a weight.
    bias: f64,
}

impl Terms {
    /// Number of terms in exactly one of the two documents.
    fn differing(&self, other: &Self) -> usize {
        self.all.len() + other.all.len() - 2 * intersection(&self.all, &other.all)
    }

    /// Calls `found` with the weighted terms that stand in exactly one of the two, ascending, whichever
    /// document is whose.
    fn each_weighted(&self, other: &Self, mut found: impl FnMut(u32, f64)) {
        let (mut left, mut right) = (&self.weighted[..], &other.weighted[..]);
        while let (Some(a), Some(b)) = (left.first(), right.first()) {
            match a.0.cmp(&b.0) {
                std::cmp::Ordering::Less => found(a.0, a.1),
                std::cmp::Ordering::Greater => found(b.0, b.1),
                std::cmp::Ordering::Equal => {}
            }
            let (step, other_step) = (usize::from(a.0 <= b.0), usize::from(b.0 <= a.0));
            (left, right) = (&left[step..], &right[other_step..]);
        }
        for &(place, weight) in left.iter().chain(right) {
            found(place, weight);
        }
    }
}

impl View for Terms {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, _options: &()) -> Self {
        let all = shingles::terms(document);
        let weights = stats.term_weights();
        let weighted = |weights: &TermWeights| -> Vec<(u32, f64)> {
            let places = all.iter().filter_map(|&term| weights.place(term));
            places.map(|place| (place, weights.weight(place))).collect()
        };
        Terms {
            weighted: weights.map(weighted).unwrap_or_default(),
            bias: weights.map_or(0.0, TermWeights::bias),
            all,
        }
    }

    fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// The probability of a duplicate by the terms alone that stand in exactly one of the two documents:
/// 1 / (1 + e⁻ᶻ) with z = bias + Σ weights / √n for n such terms, and 1 where there are none. In
/// [0, 1]. The weights are those of a linear support vector machine, trained on labelled pairs with
/// classes balanced and every pair's vector of length 1 (`train`); a term without a weight counts
/// in n alone. The inductive form of TF-KLD (Ji and Eisenstein 2013).
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DifferenceTerms {}

impl DifferenceTerms {
    /// The terms of the two documents that differ and weigh most, for a duplicate and against one,
    /// `most` of each, the heaviest first; each with what it adds to the log odds.
    pub fn heaviest(
        left: &AnalyzedDocument,
        right: &AnalyzedDocument,
        stats: &CorpusStats,
        most: usize,
    ) -> [Vec<WeightedTerm>; 2] {
        let Some(weights) = stats.term_weights() else {
            return Default::default();
        };
        let [left, right] = [left, right].map(|document| Terms::of(document, stats, &()));
        let scale = (left.differing(&right) as f64).sqrt().recip();
        let mut found = Vec::new();
        left.each_weighted(&right, |place, weight| {
            found.push((weights.text(place), weight * scale));
        });
        heaviest(found, most)
    }
}

impl Measure for DifferenceTerms {
    const NAME: &'static str = "difference-terms";
    const SUMMARY: &'static str = "which words and pairs of words stand in one document alone, by weights learned from labelled pairs";
    const PHRASE: &'static str = "which words differ";
    const SOURCE: &'static str = "after Ji and Eisenstein 2013 (TF-KLD)";
    const COST: &'static str = "O(words)";
    const LIMITS: &'static str =
        "learned by train and compare with --terms, which add it by themselves";
    const NEEDS: Needs = Needs::TERM_WEIGHTS;
    type View = Terms;

    fn view(&self) {}

    fn similarity(&self, left: &Terms, right: &Terms, _: &()) -> f64 {
        let differing = left.differing(right);
        if differing == 0 {
            return 1.0;
        }
        let mut sum = 0.0;
        left.each_weighted(right, |_, weight| sum += weight);
        let log_odds = left.bias + sum / (differing as f64).sqrt();
        1.0 / (1.0 + (-log_odds).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, TermId, analyze_all};

    /// Documents of these texts, and statistics with weights of terms.
    fn case<const N: usize>(
        texts: [&str; N],
        weights: &[(&str, f64)],
        bias: f64,
    ) -> (Vec<AnalyzedDocument>, CorpusStats) {
        let documents = texts.map(|text| Document::plain(text, text));
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
        let number = |text: &str| {
            let document = Document::plain(text, text);
            let analyzed = Analyzer::new(Default::default()).analyze(&document);
            let mut number = None;
            shingles::written_terms(
                &analyzed,
                |_| true,
                |term, written| {
                    if written == text {
                        number = Some(TermId(term));
                    }
                },
            );
            number.unwrap()
        };
        let numbered = weights.iter().map(|(text, weight)| (number(text), *weight));
        let text = |term: &TermId| {
            let found = weights.iter().find(|(text, _)| number(text) == *term);
            found.unwrap().0.to_string()
        };
        let weights = TermWeights::new(numbered.collect(), bias, |terms| {
            terms.iter().map(text).collect()
        });
        let stats = CorpusStats::default().with_term_weights(Some(weights));
        (analyzed, stats)
    }

    fn value(documents: &[AnalyzedDocument], stats: &CorpusStats) -> f64 {
        let [left, right] = [0, 1].map(|place| Terms::of(&documents[place], stats, &()));
        DifferenceTerms::default().similarity(&left, &right, &())
    }

    #[test]
    fn the_terms_of_one_document_alone_add_up() {
        let texts = ["you may copy it", "you may not copy it"];
        let weights = [
            ("not", -2.0),
            ("may copy", -1.0),
            ("you", 7.0),
            ("not copy", 0.5),
        ];
        let (documents, stats) = case(texts, &weights, 0.25);
        // "not", "may not", "not copy"; and "may copy".
        let log_odds: f64 = 0.25 + (-2.0 - 1.0 + 0.5) / f64::sqrt(4.0);
        let expected = 1.0 / (1.0 + (-log_odds).exp());
        assert!((value(&documents, &stats) - expected).abs() < 1e-12);
        let [for_it, against] = DifferenceTerms::heaviest(&documents[0], &documents[1], &stats, 5);
        let told = |terms: &[WeightedTerm]| -> Vec<(String, f64)> {
            terms
                .iter()
                .map(|it| (it.term.clone(), it.weight))
                .collect()
        };
        assert_eq!(told(&for_it), [("not copy".to_string(), 0.25)]);
        let expected = [("not".to_string(), -1.0), ("may copy".to_string(), -0.5)];
        assert_eq!(told(&against), expected);
    }

    #[test]
    fn where_no_term_differs_it_is_1_and_order_of_the_words_alone_does_not_make_it_so() {
        let (documents, stats) = case(
            ["It waits, it waits.", "it WAITS it waits it waits"],
            &[],
            -3.0,
        );
        assert_eq!(value(&documents, &stats), 1.0);
        let (documents, stats) = case(["dog bites man", "man bites dog"], &[], -3.0);
        assert!(value(&documents, &stats) < 0.05, "pairs of words differ");
    }
}
