//! [`MergedLabels`]: the answers of two people in one file, and how far they agree.

use std::collections::BTreeMap;

use serde::Serialize;

use super::question::{Key, key};
use dejalu_base::plural::{count, counted};
use dejalu_experiment::pairs::{LabelRow, Opinion};
use dejalu_learn::evaluation::cohens_kappa;
use dejalu_text::document::DocumentId;

/// The answers of two people.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MergedLabels {
    /// Pairs that both have answered.
    pub both: usize,
    /// Of them those on which they agree.
    pub agreed: usize,
    /// Cohen's kappa over these, with 1, 0 and unsure as categories; `None` where it is not defined.
    pub kappa: Option<f64>,
    /// Pairs that only the first and only the second has answered.
    pub alone: [usize; 2],
    /// The pairs to talk about, by id.
    pub disagreements: Vec<Disagreement>,
    /// A row for each pair: those of the first file in its order, then what the second has more. Where the two disagree
    /// there is no answer, and both are in the note.
    #[serde(skip)]
    pub rows: Vec<LabelRow>,
}

/// A pair that two people have answered differently.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Disagreement {
    /// The pair.
    pub pair: [DocumentId; 2],
    /// What the first and the second say: 1, 0 or unsure.
    pub answers: [String; 2],
    /// What they noted.
    pub notes: [String; 2],
}

impl MergedLabels {
    /// Merges two files; of several rows for one pair the last counts, whatever the order of its documents.
    pub fn new(first: &[LabelRow], second: &[LabelRow]) -> Self {
        let (a, b) = (last(first), last(second));
        let mut merged = MergedLabels {
            both: 0,
            agreed: 0,
            kappa: None,
            alone: [0, 0],
            disagreements: Vec::new(),
            rows: Vec::new(),
        };
        let mut answers: Vec<[Opinion; 2]> = Vec::new();
        for pair in order(first, second) {
            let rows = [a.get(&pair).copied(), b.get(&pair).copied()];
            let opinions = rows.map(|row| row.and_then(|row| row.opinion));
            let Some(row) = rows[0].or(rows[1]) else {
                continue;
            };
            let row = match opinions {
                [Some(of_a), Some(of_b)] => {
                    answers.push([of_a, of_b]);
                    let noted = rows.map(|row| row.map_or(String::new(), |it| it.note.clone()));
                    merged.agree_on(row, [of_a, of_b], noted)
                }
                [None, Some(_)] => {
                    merged.alone[1] += 1;
                    rows[1].unwrap_or(row).clone()
                }
                [Some(_), None] => {
                    merged.alone[0] += 1;
                    row.clone()
                }
                [None, None] => row.clone(),
            };
            merged.rows.push(row);
        }
        merged.disagreements.sort_by(|a, b| a.pair.cmp(&b.pair));
        merged.both = answers.len();
        merged.kappa = cohens_kappa(&answers);
        merged
    }

    /// The row of a pair that both have answered.
    fn agree_on(&mut self, row: &LabelRow, [a, b]: [Opinion; 2], notes: [String; 2]) -> LabelRow {
        if a == b {
            self.agreed += 1;
            let parts: Vec<&str> = notes
                .iter()
                .map(String::as_str)
                .filter(|it| !it.is_empty())
                .collect();
            return LabelRow {
                note: distinct(parts).join("; "),
                ..row.clone()
            };
        }
        let answers = [a, b].map(|opinion| opinion.to_string());
        let said = |side: usize| match notes[side].as_str() {
            "" => answers[side].clone(),
            note => format!("{} ({note})", answers[side]),
        };
        let note = format!("first: {}; second: {}", said(0), said(1));
        self.disagreements.push(Disagreement {
            pair: row.pair.clone(),
            answers,
            notes,
        });
        LabelRow {
            opinion: None,
            note,
            ..row.clone()
        }
    }

    /// The agreement in sentences, each without its full stop.
    pub fn sentences(&self) -> Vec<String> {
        let [first, second] = self.alone.map(count::<usize>);
        let mut sentences = vec![format!(
            "{} answered by both, {first} by the first alone, {second} by the second alone",
            counted(self.both, "pair", "pairs")
        )];
        if self.both > 0 {
            let kappa = self.kappa.map_or(
                "Cohen's kappa is not defined, since both always say the same".to_string(),
                |kappa| format!("Cohen's kappa {kappa:.3}"),
            );
            sentences.push(format!(
                "they agree on {} of {}: {kappa}",
                count(self.agreed),
                count(self.both)
            ));
        }
        if !self.disagreements.is_empty() {
            sentences.push(format!(
                "{} to discuss: label empty in the merged file, both answers in the note",
                counted(self.disagreements.len(), "pair", "pairs")
            ));
        }
        sentences
    }
}

fn distinct(mut parts: Vec<&str>) -> Vec<&str> {
    parts.dedup();
    parts
}

fn last(rows: &[LabelRow]) -> BTreeMap<Key, &LabelRow> {
    rows.iter().map(|row| (key(&row.pair), row)).collect()
}

/// Each pair once, in the order in which the files name it first.
fn order(first: &[LabelRow], second: &[LabelRow]) -> Vec<Key> {
    let mut known = std::collections::BTreeSet::new();
    let keys = first.iter().chain(second).map(|row| key(&row.pair));
    keys.filter(|key| known.insert(key.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_experiment::pairs::{Label, Stream};

    fn row([a, b]: [&str; 2], said: &str, note: &str) -> LabelRow {
        LabelRow {
            pair: [a.into(), b.into()],
            opinion: (!said.is_empty()).then(|| said.parse().unwrap()),
            stream: Stream::Audit,
            stratum: "removal".into(),
            probability: None,
            note: note.into(),
            drawn: None,
            ranked: None,
        }
    }

    #[test]
    fn answers_are_merged_and_their_agreement_told() {
        let first = [
            row(["a", "b"], "0", ""),
            row(["a", "b"], "1", "a comma"),
            row(["a", "c"], "1", ""),
            row(["a", "d"], "unsure", "?"),
            row(["a", "e"], "", ""),
            row(["a", "f"], "0", ""),
        ];
        let second = [
            row(["b", "a"], "1", "a comma"),
            row(["c", "a"], "0", "other year"),
            row(["a", "d"], "0", ""),
            row(["a", "e"], "1", ""),
            row(["a", "g"], "1", ""),
        ];
        let merged = MergedLabels::new(&first, &second);
        assert_eq!((merged.both, merged.agreed, merged.alone), (3, 1, [1, 2]));
        let shown: Vec<String> = merged
            .rows
            .iter()
            .map(|it| {
                let said = it.opinion.map_or("-".into(), |it| it.to_string());
                format!("{} {} {said} {}", it.pair[0], it.pair[1], it.note)
                    .trim_end()
                    .to_string()
            })
            .collect();
        assert_eq!(
            shown,
            [
                "a b 1 a comma",
                "a c - first: 1; second: 0 (other year)",
                "a d - first: unsure (?); second: 0",
                "a e 1",
                "a f 0",
                "a g 1",
            ]
        );
        assert_eq!(
            merged.sentences(),
            [
                "3 pairs answered by both, 1 by the first alone, 2 by the second alone",
                "they agree on 1 of 3: Cohen's kappa 0.143",
                "2 pairs to discuss: label empty in the merged file, both answers in the note",
            ]
        );
        assert_eq!(merged.rows[0].sure(), Some(Label::Duplicate));
        let same = MergedLabels::new(&first[1..2], &second[..1]);
        assert_eq!(same.kappa, None);
        assert!(MergedLabels::new(&[], &[]).rows.is_empty());
    }
}
