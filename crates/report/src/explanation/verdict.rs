//! The decision and the evidence in one sentence.

use super::explanation::Explanation;
use crate::evidence::hierarchy::NodeKind;
use crate::evidence::{MatchKind, Side};
use crate::figures::number;
use crate::pair::PairReport;
use dejalu_base::plural::{count, counted};
use dejalu_experiment::model::Decision;
use dejalu_similarity::measures::fuzzy::bounded::CANDIDATES;

impl Explanation {
    /// `Near-duplicate (probability of a duplicate 0.97): 41 of 46 sentences of A are in B, 5 of them reworded; B
    /// adds a paragraph; 9 of the 13 published rules agree.` Of records: `Near-duplicate (probability of a duplicate
    /// 0.97): same: title, year; nearly: author; only in A: abstract.`
    pub fn verdict(&self) -> String {
        let (answer, findings) = (self.answer(), self.findings());
        let why = match &self.judged.veto {
            Some(veto) => format!("never joined: {}", veto.says),
            None => format!("probability of a duplicate {}", self.probability()),
        };
        format!("{answer} ({why}): {findings}")
    }

    /// The answer alone.
    pub(super) fn answer(&self) -> &'static str {
        match self.judged.judgement.decision {
            Decision::Duplicate => "Near-duplicate",
            Decision::Distinct => "Not a near-duplicate",
            Decision::Unsure => "Undecided",
        }
    }

    /// States the share of A in B, moves, additions of B, the level that the pair reaches, the number of rules that agree, and whether the model knows
    /// such pairs.
    pub(super) fn findings(&self) -> String {
        format!("{}.", self.all_findings().join("; "))
    }

    /// The same, one by one.
    pub(super) fn all_findings(&self) -> Vec<String> {
        let report = PairReport::new(&self.judged);
        let of_records = self.is_of_records();
        let mut found = if of_records {
            self.agreements()
        } else {
            let of_texts = [Some(self.coverage()), self.moves(), self.additions()];
            of_texts.into_iter().flatten().collect()
        };
        // Published rules are about texts.
        let rules = report.agreement().filter(|_| !of_records);
        let others = [report.level(), rules, report.extrapolation()];
        found.extend(others.into_iter().flatten());
        found
    }

    /// The probability of a duplicate; never written as 0 or 1, which no model can know.
    pub(super) fn probability(&self) -> String {
        match self.judged.judgement.probability {
            p if p > 0.99 => "over 0.99".to_string(),
            p if p < 0.01 => "under 0.01".to_string(),
            p => format!("{p:.2}"),
        }
    }

    /// States how much of A is in B.
    fn coverage(&self) -> String {
        let all = self.evidence.sides[0].sentences.len();
        let stand = self.contained(0);
        let reworded = self.evidence.matched(0, &[MatchKind::Reworded]);
        let joined = self
            .evidence
            .matched(0, &[MatchKind::Split, MatchKind::Merged]);
        let how_many = match (stand, all) {
            (_, 0) => return "A has no sentences to compare".to_string(),
            (0, _) => "no sentence of A is in B".to_string(),
            (1, 1) => "the only sentence of A is in B".to_string(),
            (2, 2) => "both sentences of A are in B".to_string(),
            (stand, all) if stand == all => {
                format!("all {} sentences of A are in B", count(all))
            }
            (1, all) => format!("1 of {} sentences of A is in B", count(all)),
            (stand, all) => format!("{} of {} sentences of A are in B", count(stand), count(all)),
        };
        let how = match (reworded, joined) {
            (0, 0) => String::new(),
            (all, 0) if all == stand => ", reworded".to_string(),
            (some, 0) => format!(", {} of them reworded", count(some)),
            (0, all) if all == stand => ", split or merged".to_string(),
            (0, some) => format!(", {} of them split or merged", count(some)),
            (some, others) => format!(
                ", {} of them reworded and {} split or merged",
                count(some),
                count(others)
            ),
        };
        let others: Vec<String> = self
            .changed(0)
            .zip(0..)
            .map(|((number, what), place)| {
                let some = count(number);
                match (place, stand) {
                    (0, 0) => format!("but {some} {} there {what}", be(number)),
                    (0, _) => format!("{some} more {} {what}", be(number)),
                    _ => format!("{some} {what}"),
                }
            })
            .collect();
        if others.is_empty() {
            [how_many, how].concat()
        } else {
            format!("{how_many}{how}, {}", others.join(" and "))
        }
    }

    /// Number of sentences of a side that are in the other document with changes, if there are any.
    pub(super) fn changed(&self, side: usize) -> impl Iterator<Item = (usize, &'static str)> {
        let kinds = [
            (MatchKind::Altered, "altered"),
            (MatchKind::Rewritten, "rewritten"),
        ];
        let counted = kinds.map(|(kind, what)| (self.evidence.matched(side, &[kind]), what));
        counted.into_iter().filter(|(some, _)| *some > 0)
    }

    /// Number of sentences of a side that occur in the other document.
    pub(super) fn contained(&self, side: usize) -> usize {
        let standing = self.evidence.contained(side);
        standing.iter().filter(|&&stands| stands).count()
    }

    /// Counts the sentences of A that are in a different order.
    fn moves(&self) -> Option<String> {
        let moved = self.evidence.runs.iter().filter(|it| it.moved);
        let moved: usize = moved.map(|it| it.sentences[0].len()).sum();
        (moved > 0).then(|| format!("{} moved", number(moved, "sentence")))
    }

    /// States what B has beyond A; nothing if they share nothing.
    fn additions(&self) -> Option<String> {
        let side = &self.evidence.sides[1];
        let alone: usize = side.alone.iter().map(|run| run.len()).sum();
        // A sentence that is not as it was may say something else.
        let is_changed = self.changed(1).next().is_some();
        let added = match (alone, whole_paragraphs(side)) {
            (0, _) if is_changed => "no other sentence".to_string(),
            (0, _) => "nothing".to_string(),
            (_, Some(1)) => "a paragraph".to_string(),
            (_, Some(paragraphs)) => number(paragraphs, "paragraph"),
            (1, None) => "a sentence".to_string(),
            (sentences, None) => number(sentences, "sentence"),
        };
        let shared = side.sentences.len() > alone;
        shared.then(|| format!("B adds {added}"))
    }

    /// States what was not compared; nothing if every sentence was with every other.
    pub(super) fn shortcut(&self) -> Option<String> {
        (!self.evidence.is_complete).then(|| {
            format!(
                "The documents are too long to compare every sentence with every other: each \
                 was compared with the {CANDIDATES} nearest sentences of the other document that \
                 share its rarest words, and only equal words count"
            )
        })
    }

    /// The collection whose correlations say which words are related.
    pub(super) fn reference(&self) -> String {
        match self.evidence.reference {
            0 => "only equal words count: the model has no word correlations".to_string(),
            documents => format!(
                "related words count according to their correlation in {}",
                counted(documents, "document", "documents")
            ),
        }
    }
}

fn be(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// Number of paragraphs that a side has to itself, if its sentences without counterpart are just
/// these.
fn whole_paragraphs(side: &Side) -> Option<usize> {
    let alone: Vec<u32> = side.alone.iter().cloned().flatten().collect();
    let is_alone = |place: &u32| alone.binary_search(place).is_ok();
    let nodes = side.hierarchy.nodes.iter();
    let paragraphs = nodes.filter(|node| node.kind == NodeKind::Paragraph);
    let whole: Vec<usize> = paragraphs
        .filter(|node| node.sentences.iter().all(is_alone))
        .map(|node| node.sentences.len())
        .collect();
    (whole.iter().sum::<usize>() == alone.len()).then_some(whole.len())
}
