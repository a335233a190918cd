//! Options and results of a probe.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use dejalu_base::error::{Error, Parameter, Result, read_by_name, shown_by_name};
use dejalu_base::threshold::reaches;
use dejalu_similarity::measures::sentences::OverlapThreshold;
use dejalu_text::Analyzer;
use dejalu_text::document::{Document, DocumentId};

/// The sentences of a document that count as copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CopyRule {
    /// Exact matches and overlaps: OP_r = (EM + SOM) / min(N_d, N_r) (004, section 5.3).
    #[default]
    OsCds,
    /// Exact matches alone: EM / min(N_d, N_r) (004, section 7's baseline).
    Scam,
}

read_by_name!(CopyRule, Rule, "expected 'os-cds' or 'scam'");

/// The share of the shorter document that occurs in the other. Classes are disjoint.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// A part: 5 % or more of its sentences, and less than half.
    #[default]
    Some,
    /// Most: half or more, and not all.
    High,
    /// All of it.
    Exact,
}

impl Class {
    /// Every class, from the most that is shared to the least.
    pub const ALL: [Class; 3] = [Class::Exact, Class::High, Class::Some];

    /// Reads a name, given for this parameter.
    ///
    /// # Errors
    ///
    /// No class has that name.
    pub fn parse(parameter: Parameter, name: &str) -> Result<Self> {
        parameter.choose(name, "expected 'exact', 'high' or 'some'")
    }
}

shown_by_name!(Class);

/// The document thresholds D_th: where the classes begin, as shares of sentences; by default the best of
/// 004, section 7: 100, 50 and 5 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, SmartDefault)]
pub struct Cuts {
    /// Start of [`Class::Exact`].
    #[default(1.0)]
    pub exact: f64,
    /// Start of [`Class::High`].
    #[default(0.5)]
    pub high: f64,
    /// Start of [`Class::Some`].
    #[default(0.05)]
    pub some: f64,
}

impl Cuts {
    /// Start of a class.
    pub fn of(&self, class: Class) -> f64 {
        match class {
            Class::Exact => self.exact,
            Class::High => self.high,
            Class::Some => self.some,
        }
    }

    /// The class of an overlap percentage, if it is in any.
    pub fn class(&self, overlap: f64) -> Option<Class> {
        Class::ALL
            .into_iter()
            .find(|&class| reaches(overlap, self.of(class)))
    }
}

/// Options of a probe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, SmartDefault)]
pub struct ProbeOptions {
    /// The sentences that count.
    pub rule: CopyRule,
    /// S_th, the minimum overlap of two sentences that counts, in (0, 1]; 0.8, the best of eight in
    /// 004, by default.
    #[default(0.8)]
    pub threshold: f64,
    /// The minimum class to report.
    pub at_least: Class,
    /// True if quotations in the probed document are ignored: quoting is not copying.
    pub ignore_quotes: bool,
    /// The sentences that never count, by [`Chunk::sequence`](dejalu_text::Chunk::sequence): those
    /// of an assignment's question, of a boilerplate notice.
    pub ignored: BTreeSet<u64>,
}

impl ProbeOptions {
    /// Lets the sentences of a text never count. The analyser is that of the registry.
    pub fn ignore(&mut self, text: &Document, analyzer: &Analyzer) {
        let chunks = analyzer.analyze(text).chunks();
        self.ignored
            .extend(chunks.iter().map(|chunk| chunk.sequence));
    }

    /// Refuses a threshold out of range.
    pub fn check(&self) -> Result<()> {
        self.overlap_threshold().map(drop)
    }

    pub(super) fn overlap_threshold(&self) -> Result<OverlapThreshold> {
        if self.threshold > 0.0 && self.threshold <= 1.0 {
            Ok(OverlapThreshold::of(self.threshold))
        } else {
            Err(Error::invalid(
                Parameter::Threshold,
                self.threshold,
                "expected a number above 0 and at most 1",
            ))
        }
    }
}

/// The result of a probe.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Probed {
    /// N_d, how many sentences of the probed document count. Nothing is found where it is 0.
    pub sentences: usize,
    /// The registered documents that it shares enough with, most first.
    pub found: Vec<Found>,
}

/// A registered document that a probed one shares sentences with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// The registered document's name.
    pub id: DocumentId,
    /// Class of their overlap.
    pub class: Class,
    /// The overlap percentage OP_r, in [0, 1].
    pub overlap: f64,
    /// EM, how many sentences are equal.
    pub exact: usize,
    /// SOM, the sum of the overlaps that count.
    pub overlap_sum: f64,
    /// N_r, how many sentences the registered document has.
    pub sentences: usize,
    /// Matching sentences, in the order of the probed document.
    pub matches: Vec<CopiedSentence>,
}

/// A sentence of the probed document, and the one that it matches.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CopiedSentence {
    /// Its byte range in the text of the probed document.
    pub probed: Range<u32>,
    /// The byte range of the other in the text of the registered document.
    pub registered: Range<u32>,
    /// OM, the share of its words that the other contains; 1 for equal sentences.
    pub overlap: f64,
    /// True if the sentences are equal.
    pub exact: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_similarity::measures::sentences::{SentenceOverlap, overlap_percentage};

    #[test]
    fn classes_are_disjoint_and_begin_at_their_cuts() {
        let cuts = Cuts::default();
        for (overlap, class) in [
            (1.0, Some(Class::Exact)),
            (0.99, Some(Class::High)),
            (0.5, Some(Class::High)),
            (0.49, Some(Class::Some)),
            (0.05, Some(Class::Some)),
            (0.049, None),
            (0.0, None),
        ] {
            assert_eq!(cuts.class(overlap), class, "{overlap}");
        }
        assert!(Class::Exact > Class::High && Class::High > Class::Some);
    }

    #[test]
    fn a_sum_of_overlaps_at_a_cut_is_of_its_class() {
        let overlaps = |count: u32, common, of| -> Vec<SentenceOverlap> {
            let overlap = |place| SentenceOverlap {
                places: [place; 2],
                common,
                of,
            };
            (0..count).map(overlap).collect()
        };
        let class = |matched: &[SentenceOverlap], sentences| {
            Cuts::default().class(overlap_percentage(0, matched, [sentences; 2]))
        };
        // 7 · 6/7 = 6 of 12 sentences.
        assert_eq!(class(&overlaps(7, 6, 7), 12), Some(Class::High));
        assert_eq!(class(&overlaps(6, 6, 7), 12), Some(Class::Some));
        for (common, of) in [(2, 3), (4, 5), (5, 6), (6, 7), (9, 10), (10, 11), (13, 14)] {
            assert_eq!(
                class(&overlaps(of, common, of), 2 * common as usize),
                Some(Class::High)
            );
            assert_eq!(
                class(&overlaps(of, common, of), 20 * common as usize),
                Some(Class::Some)
            );
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for class in Class::ALL {
            assert_eq!(
                Class::parse(Parameter::Refuse, &class.to_string()).unwrap(),
                class
            );
        }
        assert_eq!(
            Class::parse(Parameter::Refuse, "most")
                .unwrap_err()
                .to_string(),
            "refuse 'most': expected 'exact', 'high' or 'some'"
        );
        assert_eq!(
            "cops".parse::<CopyRule>().unwrap_err().to_string(),
            "rule 'cops': expected 'os-cds' or 'scam'"
        );
    }
}
