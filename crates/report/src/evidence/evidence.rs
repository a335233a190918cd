//! [`Evidence`]: sentences, passages and values of two documents, matched.

use std::ops::Range;

use serde::Serialize;

use super::alike::{Compared, Stretches};
use super::hierarchy::Hierarchy;
use super::match_runs::MatchRun;
use super::pairing::{MatchKind, SentenceMatch};
use super::sentences::{Sentence, sentences};
use super::values::Names;
use dejalu_similarity::corpus::{CorpusStats, Needs};
use dejalu_similarity::measures::View;
use dejalu_similarity::measures::fuzzy::{EqualPairs, Sentences, Thresholds, Unit, odds};
use dejalu_text::AnalyzedDocument;
use dejalu_text::document::Document;

/// The common parts of two documents, with their places.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The two documents.
    pub sides: [Side; 2],
    /// Every pair of sentences with EQ = 1, by their places: the dots of 000's dot plot.
    pub equal: EqualPairs,
    /// Corresponding sentences, ascending on the left.
    pub matches: Vec<SentenceMatch>,
    /// Matches that follow one another, ascending on the left.
    pub runs: Vec<MatchRun>,
    /// The thesis's figures for the pair.
    pub figures: Figures,
    /// True if every sentence was compared with every other. Of long documents that say nearly the same over and over
    /// each is compared with 64 of the other's at most, and only equal words count.
    pub is_complete: bool,
    /// Number of documents in which the words' correlations were counted; 0 if none are known, so
    /// that only equal words count.
    pub reference: u32,
}

/// Figures of 000 for a pair. All are 0 where a document has no sentence.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Figures {
    /// RS(left, right) and RS(right, left), each in \[0, 1\] (section 4.2).
    pub resemblance: [f64; 2],
    /// The degree of overlap on the left and on the right, in \[0, 1\] (section 3.2.3).
    pub overlap: [f64; 2],
}

/// One of the two documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// Its sentences that are compared, in reading order.
    pub sentences: Vec<Sentence>,
    /// Its parts.
    pub hierarchy: Hierarchy,
    /// The runs of sentences that have no counterpart.
    pub alone: Vec<Range<u32>>,
}

impl Evidence {
    /// Gathers the evidence of two documents, analysed as they are compared elsewhere. Any two
    /// documents are accepted; without words they have nothing in common.
    ///
    /// ```
    /// use dejalu_text::Document;
    /// use dejalu_report::evidence::{Evidence, MatchKind};
    /// use dejalu_similarity::measures::fuzzy::Thresholds;
    /// use dejalu_text::Analyzer;
    ///
    /// let documents = [
    ///     Document::plain("a", "Boats wait at the pier. A storm broke the old pier in March."),
    ///     Document::plain("b", "Nobody was hurt. Boats wait at the pier."),
    /// ];
    /// let analyzer = Analyzer::new(Default::default());
    /// let analyzed = documents.each_ref().map(|document| analyzer.analyze(document));
    /// let evidence = Evidence::new(
    ///     documents.each_ref(),
    ///     analyzed.each_ref(),
    ///     &Default::default(),
    ///     &Thresholds::default(),
    /// );
    /// assert_eq!(evidence.matches[0].kind, MatchKind::Identical);
    /// assert_eq!(evidence.matches[0].sentences, [0..1, 1..2]);
    /// assert_eq!(evidence.figures.resemblance, [0.5, 0.5]);
    /// ```
    pub fn new(
        documents: [&Document; 2],
        analyzed: [&AnalyzedDocument; 2],
        stats: &CorpusStats,
        thresholds: &Thresholds,
    ) -> Self {
        let sentences = sentences(analyzed);
        let compared = [0, 1].map(|side: usize| Compared {
            document: analyzed[side],
            sentences: &sentences[side],
            names: Names::of(analyzed[side]),
            correlations: stats.correlations(),
        });
        let singly = Stretches::singly(compared.each_ref(), super::pairing::least(thresholds));
        let equal = singly.joint.equal(thresholds);
        let matches = super::pairing::matches(&singly, thresholds);
        let figures = Figures::new(analyzed, stats, thresholds);
        let sides = [0, 1].map(|side: usize| {
            let spans: Vec<_> = sentences[side].iter().map(|it| it.span.clone()).collect();
            Side {
                hierarchy: Hierarchy::new(documents[side], &spans),
                alone: super::match_runs::alone(&matches, side, spans.len()),
                sentences: sentences[side].clone(),
            }
        });
        let counted = stats.covers(Needs::CORRELATIONS);
        Evidence {
            runs: super::match_runs::match_runs(&matches),
            is_complete: singly.is_complete,
            reference: if counted { stats.documents() } else { 0 },
            sides,
            equal,
            matches,
            figures,
        }
    }

    /// Flags of the sentences of a side that occur in the other document
    /// ([`MatchKind::is_contained`]).
    pub fn contained(&self, side: usize) -> Vec<bool> {
        let mut standing = vec![false; self.sides[side].sentences.len()];
        for it in self.matches.iter().filter(|it| it.kind.is_contained()) {
            let Range { start, end } = it.sentences[side];
            standing[start as usize..end as usize].fill(true);
        }
        standing
    }

    /// Number of sentences of a side with a counterpart of one of these kinds.
    pub fn matched(&self, side: usize, kinds: &[MatchKind]) -> usize {
        let of_kinds = self.matches.iter().filter(|it| kinds.contains(&it.kind));
        of_kinds.map(|it| it.sentences[side].len()).sum()
    }
}

impl Figures {
    /// Of the thesis's sentences, none of them cut into entries, and of their refined words alone.
    fn new(
        documents: [&AnalyzedDocument; 2],
        stats: &CorpusStats,
        thresholds: &Thresholds,
    ) -> Self {
        let least = super::pairing::least(thresholds);
        let [left, right] = documents.map(|it| Sentences::of(it, stats, &Unit::Sentence { least }));
        let (joint, _) = left.join_bounded(&right, least);
        if joint.sentences().contains(&0) {
            Figures::default()
        } else {
            Figures {
                resemblance: joint.resemblance(thresholds),
                overlap: joint.overlap(thresholds),
            }
        }
    }

    /// RS(left, right) · RS(right, left), in \[0, 1\].
    pub fn combined(&self) -> f64 {
        self.resemblance[0] * self.resemblance[1]
    }

    /// The thesis's odds ratio, in \[0, 100\].
    pub fn odds(&self) -> f64 {
        odds(self.combined())
    }
}

#[cfg(test)]
mod tests;
