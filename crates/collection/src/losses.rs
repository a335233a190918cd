//! [`Losses`]: what each removal of a grouping would lose, the worst first.

use serde::Serialize;

use super::collection::Collection;
use super::groups::{Grouping, Relation};
use super::judge::Judge;
use super::scoring::Texts;
use dejalu_base::plural::{count, counted, short_percent as percent};
use dejalu_experiment::model::Decision;

/// A removal, and what is known of it without anybody's answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    /// The removed document, by place.
    pub removed: u32,
    /// The one kept in its place.
    pub kept: u32,
    /// As [`Removal::lost`](super::Removal::lost).
    pub lost: Option<f64>,
    /// The relation of the removed document to the kept one.
    pub relation: Relation,
    /// The score of the two, where it is known.
    pub score: Option<f64>,
    /// What the judge decides of the two at its own threshold, where the score is known.
    pub decision: Option<Decision>,
    /// The probability that they are duplicates, of a model; `None` of a rule.
    pub probability: Option<f64>,
}

/// The removals of a grouping.
#[derive(Debug, Clone, PartialEq)]
pub struct Losses {
    /// The removals, those first that lose most; of equal ones the least probable, then by place. What loses nobody knows
    /// how much comes first.
    pub rows: Vec<Loss>,
    /// Figures about them.
    pub figures: LossFigures,
}

/// Figures about the removals of a grouping.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LossFigures {
    /// Removals.
    pub removals: usize,
    /// Of them those of the same text as the kept document.
    pub copies: usize,
    /// Of the others those of which at least half would be lost.
    pub lose_half: usize,
    /// Half of the removals lose at most this share; `None` without removals.
    pub median_lost: Option<f64>,
    /// Removals that the judge calls distinct from the kept document at its own threshold, or leaves undecided.
    pub judged_distinct: usize,
    /// An estimate by a model, no proof: the share of wrong removals that its probabilities add up to. `None` of a rule.
    pub estimated_wrong: Option<f64>,
}

impl Losses {
    /// What a judge says of the removals from a collection.
    pub fn of(grouping: &Grouping, collection: &Collection, judge: &Judge) -> Self {
        let texts = Texts::of(collection.documents());
        let loss = |(place, removal): (u32, super::groups::Removal)| {
            let score = grouping.scores[place as usize];
            Loss {
                removed: place,
                kept: removal.in_favour_of,
                lost: removal.lost,
                relation: removal.relation,
                score,
                decision: score.map(|score| {
                    let pair = [place, removal.in_favour_of];
                    judge.decide(score, texts.minimum(pair, judge.minimum()))
                }),
                probability: score.and_then(|score| judge.probability(score)),
            }
        };
        Losses::of_rows(grouping.removed().map(loss).collect(), judge)
    }

    /// These removals, the worst first, and figures about them.
    pub fn of_rows(mut rows: Vec<Loss>, judge: &Judge) -> Self {
        let share = |loss: &Loss| loss.lost.unwrap_or(f64::INFINITY);
        let probability = |loss: &Loss| loss.probability.or(loss.score).unwrap_or(f64::INFINITY);
        // Stable: of equal ones the first by place.
        rows.sort_by(|a, b| {
            let by_loss = share(b).total_cmp(&share(a));
            by_loss.then(probability(a).total_cmp(&probability(b)))
        });
        Losses {
            figures: figures(&rows, judge),
            rows,
        }
    }
}

fn figures(rows: &[Loss], judge: &Judge) -> LossFigures {
    let is_copy = |loss: &&Loss| loss.relation == Relation::Identical;
    let is_distinct =
        |loss: &&Loss| !is_copy(loss) && loss.decision.is_some_and(|it| it != Decision::Duplicate);
    let wrong = rows.iter().map(|loss| {
        let probability = if is_copy(&loss) {
            Some(1.0)
        } else {
            loss.probability
        };
        Some(1.0 - probability?)
    });
    let wrong: Option<f64> = wrong.sum();
    let middle = rows.get(rows.len() / 2);
    LossFigures {
        removals: rows.len(),
        copies: rows.iter().filter(is_copy).count(),
        lose_half: rows
            .iter()
            .filter(|it| it.lost.is_none_or(|lost| lost >= 0.5))
            .count(),
        median_lost: middle.map(|it| it.lost.unwrap_or(1.0)),
        judged_distinct: rows.iter().filter(is_distinct).count(),
        estimated_wrong: wrong
            .filter(|_| !rows.is_empty() && judge.trained().is_some())
            .map(|wrong| wrong / rows.len() as f64),
    }
}

impl LossFigures {
    /// The figures in sentences, each without its full stop.
    pub fn sentences(&self) -> Vec<String> {
        if self.removals == 0 {
            return vec!["the groups remove nothing".to_string()];
        }
        let mut sentences = vec![format!(
            "{}, {} of an exact copy; median loss {}; {} at least half of the text",
            counted(self.removals, "removal", "removals"),
            count(self.copies),
            percent(self.median_lost.unwrap_or_default()),
            counted(self.lose_half, "loses", "lose"),
        )];
        if self.judged_distinct > 0 {
            sentences.push(format!(
                "{}, by this decider alone",
                counted(
                    self.judged_distinct,
                    "removal is no near-duplicate of its kept document",
                    "removals are no near-duplicates of their kept documents"
                )
            ));
        }
        sentences.extend(self.estimated_wrong.map(|share| {
            format!(
                "model estimate, not a guarantee: about {} of the removals are wrong; only answers can confirm it",
                percent(share)
            )
        }));
        sentences
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DedupeOptions, dedupe};
    use dejalu_base::progress::Silent;
    use dejalu_text::document::Document;

    #[test]
    fn the_worst_come_first_and_are_counted() {
        let ferry = "the ferry waits at the old pier until the storm has passed";
        let texts = [
            ("a", format!("{ferry} over the harbour")),
            ("b", ferry.to_string()),
            ("c", format!("{ferry} over the harbour")),
            ("d", format!("nobody rows and {ferry}")),
        ];
        let documents = texts.map(|(id, text)| Document::plain(id, &text)).to_vec();
        let collection = Collection::new(documents);
        let judge = Judge::rule("jaccard=0.5", Default::default()).unwrap();
        let result = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent).unwrap();
        let losses = Losses::of(&result.groupings[0], &collection, &judge);
        let removed: Vec<u32> = losses.rows.iter().map(|it| it.removed).collect();
        assert_eq!(removed, [3, 1, 2]);
        let figures = losses.figures;
        assert_eq!(
            (figures.removals, figures.copies, figures.lose_half),
            (3, 1, 0)
        );
        assert_eq!(
            (figures.median_lost, figures.estimated_wrong),
            (Some(0.0), None)
        );
        assert_eq!(
            figures.sentences(),
            ["3 removals, 1 of an exact copy; median loss 0 %; 0 lose at least half of the text"]
        );
    }
}
