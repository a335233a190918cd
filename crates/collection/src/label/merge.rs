//! [`MergedLabels`]: the answers of two people in one file, and how far they agree.

use std::collections::{BTreeMap, BTreeSet};

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
        let (first, second) = (last(first), last(second));
        let mut merged = MergedLabels {
            both: 0,
            agreed: 0,
            kappa: None,
            alone: [0, 0],
            disagreements: Vec::new(),
            rows: Vec::new(),
        };
        let mut answers: Vec<[Opinion; 2]> = Vec::new();
        let of_second: BTreeMap<&Key, &LabelRow> =
            second.iter().map(|(key, it)| (key, *it)).collect();
        for (key, row) in &first {
            let other = of_second.get(key).copied();
            let row = match (row.opinion, other.and_then(|it| it.opinion), other) {
                (Some(of_first), Some(of_second), Some(other)) => {
                    answers.push([of_first, of_second]);
                    merged.agree_on([row, other], [of_first, of_second])
                }
                (None, Some(_), Some(other)) => {
                    merged.alone[1] += 1;
                    other.clone()
                }
                (said, _, _) => {
                    merged.alone[0] += usize::from(said.is_some());
                    (*row).clone()
                }
            };
            merged.rows.push(row);
        }
        let of_first: BTreeSet<&Key> = first.iter().map(|(key, _)| key).collect();
        for (_, row) in second.iter().filter(|(key, _)| !of_first.contains(key)) {
            merged.alone[1] += usize::from(row.opinion.is_some());
            merged.rows.push((*row).clone());
        }
        merged.disagreements.sort_by(|a, b| a.pair.cmp(&b.pair));
        merged.both = answers.len();
        merged.kappa = cohens_kappa(&answers);
        merged
    }

    /// The row of a pair that both have answered.
    fn agree_on(&mut self, rows: [&LabelRow; 2], [a, b]: [Opinion; 2]) -> LabelRow {
        let row = rows[0];
        let notes = rows.map(|row| row.note.clone());
        if a == b {
            self.agreed += 1;
            let parts = notes.iter().map(String::as_str);
            let mut parts: Vec<&str> = parts.filter(|it| !it.is_empty()).collect();
            parts.dedup();
            return LabelRow {
                note: parts.join("; "),
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

/// The last row of each pair, in the order in which the file names the pairs first.
fn last(rows: &[LabelRow]) -> Vec<(Key, &LabelRow)> {
    let mut places: BTreeMap<Key, usize> = BTreeMap::new();
    let mut last: Vec<(Key, &LabelRow)> = Vec::new();
    for row in rows {
        let key = key(&row.pair);
        let place = *places.entry(key.clone()).or_insert(last.len());
        match last.get_mut(place) {
            Some(earlier) => earlier.1 = row,
            None => last.push((key, row)),
        }
    }
    last
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
