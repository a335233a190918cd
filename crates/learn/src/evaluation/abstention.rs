//! The effect of leaving uncertain rows undecided.

use serde::{Deserialize, Serialize};

use super::counts::Counts;
use super::ranking::same_length;
use dejalu_base::error::Result;

/// The error probabilities at which the cost of abstaining is reported.
pub(crate) const ERRORS: [f64; 7] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4];

/// Returns whether a decision is wrong with a probability above `error`, given the probability of a
/// positive: such a row is left undecided (Chow 1970). As the probability rises with the score, the
/// rows left undecided are a band of scores around the threshold.
pub fn is_unsure(decision: bool, probability: f64, error: f64) -> bool {
    let wrong = if decision {
        1.0 - probability
    } else {
        probability
    };
    wrong > error
}

/// The cost of leaving rows undecided, and what it buys.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Abstention {
    /// A decision that is wrong with a larger probability than this is not made; in (0, 0.5).
    pub error: f64,
    /// Number of rows left undecided.
    pub undecided: u64,
    /// Their share; `None` without rows.
    pub share: Option<f64>,
    /// The decisions that are made.
    #[serde(flatten)]
    pub counts: Counts,
    /// See [`Counts::precision`]; of the rows decided, as are the next two.
    pub precision: Option<f64>,
    /// See [`Counts::recall`].
    pub recall: Option<f64>,
    /// See [`Counts::f1`].
    pub f1: Option<f64>,
}

impl Abstention {
    /// Leaves out the rows whose `decisions` are wrong with a probability above `error`, given the
    /// `probabilities` of a positive, and counts the others against their `labels`.
    ///
    /// # Errors
    ///
    /// Slices of different length.
    pub fn of(
        labels: &[bool],
        decisions: &[bool],
        probabilities: &[f64],
        error: f64,
    ) -> Result<Self> {
        same_length("decisions", decisions.len(), labels.len())?;
        same_length("probabilities", probabilities.len(), labels.len())?;
        let mut counts = Counts::default();
        let rows = labels.iter().zip(decisions).zip(probabilities);
        for ((&label, &decision), &probability) in rows {
            if !is_unsure(decision, probability, error) {
                counts.add(label, decision, 1);
            }
        }
        let rows = labels.len() as u64;
        let undecided = rows - counts.total();
        Ok(Abstention {
            error,
            undecided,
            share: (rows > 0).then(|| undecided as f64 / rows as f64),
            precision: counts.precision(),
            recall: counts.recall(),
            f1: counts.f1(),
            counts,
        })
    }

    /// The cost at each of `ERRORS` and at the one asked for, ascending.
    ///
    /// # Errors
    ///
    /// Slices of different length.
    pub fn table(
        labels: &[bool],
        decisions: &[bool],
        probabilities: &[f64],
        asked: Option<f64>,
    ) -> Result<Vec<Self>> {
        let mut errors: Vec<f64> = ERRORS.into_iter().chain(asked).collect();
        errors.sort_by(f64::total_cmp);
        errors.dedup();
        let of = |error| Abstention::of(labels, decisions, probabilities, error);
        errors.into_iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: [bool; 6] = [true, true, true, false, false, false];
    const DECISIONS: [bool; 6] = [true, true, false, true, false, false];
    const PROBABILITIES: [f64; 6] = [0.99, 0.7, 0.3, 0.6, 0.2, 0.05];

    #[test]
    fn what_is_doubtful_is_left_out_and_the_rest_counted() {
        let at = |error| Abstention::of(&LABELS, &DECISIONS, &PROBABILITIES, error).unwrap();
        let found = at(0.25);
        assert_eq!((found.undecided, found.share), (3, Some(0.5)));
        assert_eq!((found.counts.tp, found.counts.tn), (1, 2));
        assert_eq!(found.f1, Some(1.0));
        assert_eq!(at(0.49).undecided, 0);
        assert_eq!(at(0.001).f1, None);
    }

    #[test]
    fn a_decision_against_the_odds_is_never_sure() {
        // A threshold chosen for precision calls 95 % "distinct"; one for recall 5 % "duplicate".
        assert!(is_unsure(false, 0.95, 0.1) && is_unsure(true, 0.05, 0.1));
        assert!(!is_unsure(true, 0.95, 0.1) && !is_unsure(false, 0.05, 0.1));
    }

    #[test]
    fn the_table_holds_the_one_asked_for_and_grows_as_the_error_falls() {
        let table = |asked| Abstention::table(&LABELS, &DECISIONS, &PROBABILITIES, asked).unwrap();
        assert_eq!(table(Some(0.1)).len(), ERRORS.len());
        let found = table(Some(0.15));
        assert_eq!(found.len(), ERRORS.len() + 1);
        assert!(
            found
                .windows(2)
                .all(|pair| pair[0].undecided >= pair[1].undecided)
        );
        assert_eq!(Abstention::of(&[], &[], &[], 0.1).unwrap().share, None);
        assert!(Abstention::of(&[true], &[], &[0.5], 0.1).is_err());
    }
}
