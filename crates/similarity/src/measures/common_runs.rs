//! Counts the runs of words that two documents have in common, and derives bounds on other measures.

/// The runs of `w` words of two documents' bodies, each of at least so many words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommonRuns {
    /// Words in a run.
    pub(super) w: usize,
    /// Number of words in each document.
    pub(super) words: [usize; 2],
    /// Number of different runs in each.
    pub(super) distinct: [usize; 2],
    /// Number of runs in both.
    pub(super) shared: usize,
    /// In at least and at most how many places the documents differ: any number, unless it is
    /// [assumed](Self::by_differences).
    pub(super) differences: [usize; 2],
}

/// Bounds for longer runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct LongerRuns {
    /// At most how many different ones each document has.
    all: [usize; 2],
    /// At least how many of them it has alone.
    alone: [usize; 2],
}

impl CommonRuns {
    /// Those of two documents that differ throughout.
    pub(super) fn none() -> Self {
        const WORDS: usize = 1_000;
        CommonRuns {
            w: 2,
            words: [WORDS; 2],
            distinct: [WORDS - 1; 2],
            shared: 0,
            differences: [1, 1],
        }
    }

    /// Those of two documents with so many words and so many different runs of `w`, at most so many of them in
    /// common: more in common only raises what follows. `None` where a document has no run, or more than its
    /// words allow.
    pub fn at_most(
        w: usize,
        words: [usize; 2],
        distinct: [usize; 2],
        shared: usize,
    ) -> Option<Self> {
        let has_runs = |side: usize| words[side] >= w && distinct[side] <= words[side] + 1 - w;
        (has_runs(0) && has_runs(1)).then(|| CommonRuns {
            w,
            words,
            distinct,
            shared: shared.min(distinct[0]).min(distinct[1]),
            differences: [0, usize::MAX],
        })
    }

    /// The same by the number of places where the documents differ: one of these is true.
    pub fn by_differences(self) -> impl Iterator<Item = CommonRuns> {
        // Who has a run alone differs.
        let least = usize::from(self.alone() != [0, 0]);
        let from = std::iter::successors(Some(1), |from| Some(from * 2)).take(8);
        let ranges = from.map(move |from| match from {
            1 => [least, 1],
            128 => [from, usize::MAX],
            _ => [from, 2 * from - 1],
        });
        ranges.map(move |differences| CommonRuns {
            differences,
            ..self
        })
    }

    /// Number of runs that each document has alone.
    fn alone(&self) -> [usize; 2] {
        self.distinct.map(|distinct| distinct - self.shared)
    }

    /// Derives the counts for runs of `w` words; `None` of shorter ones, or where a document is shorter.
    ///
    /// A run that one document has alone begins a longer one, where it stands first, which the document
    /// has alone too, and different ones begin different ones. Only the last places begin none: as many as
    /// the longer run has words more.
    pub(super) fn longer(&self, w: usize) -> Option<LongerRuns> {
        let more = w.checked_sub(self.w)?;
        let is_long = self.words.iter().all(|&words| words >= w);
        is_long.then(|| LongerRuns {
            all: self.words.map(|words| words - w + 1),
            alone: self.alone().map(|alone| alone.saturating_sub(more)),
        })
    }

    /// The most words that they can have in common order.
    ///
    /// What differs in k places leaves at most k + 1 stretches of n words in common; within a stretch of l
    /// words begin at least l − w + 1 runs, all in common. So of N words at most N − n + k(w − 1) begin a run
    /// that a document has alone, each where it stands first.
    pub(super) fn words_in_order(&self) -> usize {
        let broken = self.differences[1].saturating_mul(self.w - 1);
        let most = |side: usize| {
            let left = self.words[side] - self.alone()[side];
            left.saturating_add(broken).min(self.words[side])
        };
        most(0).min(most(1))
    }

    /// The longest stretch that they can have in common.
    ///
    /// One of l words has l − w + 1 runs, all in common, of which so many may be equal as a document has more
    /// runs than different ones.
    pub(super) fn longest_stretch(&self) -> usize {
        let most = |side: usize| {
            let runs = self.words[side] + 1 - self.w;
            self.shared + (runs - self.distinct[side]) + self.w - 1
        };
        most(0).min(most(1)).min(self.shorter())
    }

    /// The words of the shorter document.
    pub(super) fn shorter(&self) -> usize {
        self.words[0].min(self.words[1])
    }
}

impl LongerRuns {
    /// The most that they can have of either document's runs in common: the more runs it has, the less
    /// those weigh that it has alone.
    pub(super) fn containment(&self) -> [f64; 2] {
        [0, 1].map(|side| self.in_common(side) as f64 / self.all[side] as f64)
    }

    /// The most that their runs in common can be of all.
    pub(super) fn resemblance(&self) -> f64 {
        let shared = self.in_common(0).min(self.in_common(1));
        if shared == 0 {
            return 0.0;
        }
        shared as f64 / (shared + self.alone[0] + self.alone[1]) as f64
    }

    fn in_common(&self, side: usize) -> usize {
        self.all[side].saturating_sub(self.alone[side])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::corpus::CorpusStats;
    use crate::measures::comparison::{Alignment, Body};
    use crate::measures::shingles::{ShingleKind, Shingles};
    use crate::measures::{AnyMeasure, Missing, Tables, View};
    use dejalu_text::document::Document;
    use dejalu_text::{AnalyzedDocument, Analyzer};

    const BOUNDED: [&str; 13] = [
        "resemblance:w=2",
        "resemblance:w=3",
        "resemblance",
        "resemblance:w=6",
        "containment:w=3",
        "containment",
        "containment:direction=min",
        "common-order",
        "common-order:direction=min",
        "same-words",
        "longest-common-run",
        "difference-runs",
        "jaccard",
    ];

    fn measure(feature: &str) -> AnyMeasure {
        let feature: crate::Feature = feature.parse().unwrap();
        feature.measure().unwrap().clone()
    }

    fn known(documents: &[AnalyzedDocument], w: u32) -> Option<(CommonRuns, Alignment)> {
        let stats = CorpusStats::default();
        let kind = ShingleKind::Words(w);
        let [left, right] = [0, 1].map(|place| Shingles::of(&documents[place], &stats, &kind));
        let bodies = [0, 1].map(|place| Body::of(&documents[place], &stats, &()));
        let known = left.common_runs(&right, &left.join(&right))?;
        Some((known, bodies[0].join(&bodies[1])))
    }

    fn similarities(documents: &[AnalyzedDocument], measures: &[AnyMeasure]) -> Vec<f64> {
        let stats = CorpusStats::default();
        let mut tables = Tables::new(documents, &stats);
        measures
            .iter()
            .for_each(|measure| measure.enter(&mut tables, Missing::Neutral));
        let mut vector = vec![0.0; measures.len()];
        tables.finish().similarities(0, 1, &mut vector);
        vector
    }

    /// A text, and an edit of it: so many words from another place of it, or new ones, put somewhere.
    fn edited() -> impl Strategy<Value = [Vec<char>; 2]> {
        let letter = || prop::sample::select("abcdefgh".chars().collect::<Vec<_>>());
        let text = prop::collection::vec(letter(), 1..60);
        let edits = prop::collection::vec(
            (
                any::<usize>(),
                0usize..4,
                prop::collection::vec(letter(), 0..5),
            ),
            0..6,
        );
        (text, edits).prop_map(|(text, edits)| {
            let mut other = text.clone();
            for (at, removed, put) in edits {
                let start = at % (other.len() + 1);
                let end = (start + removed).min(other.len());
                other.splice(start..end, put);
            }
            [text, other]
        })
    }

    proptest! {
        #[test]
        fn nothing_is_more_than_is_known(texts in edited(), w in 1u32..5) {
            let text = |words: &[char]| words.iter().map(|word| format!("{word}{word} ")).collect::<String>();
            let analyzer = Analyzer::new(Default::default());
            let documents = texts.map(|words| analyzer.analyze(&Document::plain("x", &text(&words))));
            let Some((known, alignment)) = known(&documents, w) else { return Ok(()) };
            let measures: Vec<AnyMeasure> = BOUNDED.iter().map(|it| measure(it)).collect();
            let found = similarities(&documents, &measures);
            let true_ones = known.by_differences().filter(|it| {
                (it.differences[0]..=it.differences[1]).contains(&alignment.differences)
            });
            let true_ones: Vec<CommonRuns> = true_ones.collect();
            prop_assert_eq!(true_ones.len(), 1);
            for known in [known, true_ones[0]] {
                prop_assert!(alignment.common <= known.words_in_order());
                prop_assert!(alignment.longest_run <= known.longest_stretch());
                for (measure, found) in measures.iter().zip(&found) {
                    let most = measure.at_most(&known);
                    prop_assert!((0.0..=1.0).contains(&most), "{:?} {}", measure, most);
                    prop_assert!(found.is_nan() || *found <= most, "{:?} {} {}", measure, found, most);
                }
            }
        }
    }

    #[test]
    fn one_changed_word_in_the_middle_is_known_to_be_one() {
        let analyzer = Analyzer::new(Default::default());
        let documents = ["aa bb cc dd ee ff gg hh ii", "aa bb cc dd XX ff gg hh ii"];
        let documents = documents.map(|text| analyzer.analyze(&Document::plain("x", text)));
        let (known, alignment) = known(&documents, 3).unwrap();
        assert_eq!(known.alone(), [3, 3]);
        let one = known.by_differences().next().unwrap();
        assert_eq!((one.differences, alignment.differences), ([1, 1], 1));
        assert_eq!((one.words_in_order(), alignment.common), (8, 8));
        let longer = one.longer(4).unwrap();
        assert_eq!((longer.all, longer.alone), ([6, 6], [2, 2]));
        assert_eq!(longer.resemblance(), 4.0 / 8.0);
        assert!(one.longer(2).is_none() && measure("containment").is_bounded());
        assert!(!measure("jaccard").is_bounded() && !measure("difference-weight").is_bounded());
    }
}
