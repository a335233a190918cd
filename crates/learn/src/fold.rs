//! [`Fold`]: which rows are trained on and which are tested.

use dejalu_base::error::{LearnError, Result};

/// A fold of a cross-validation: the rows that are trained on and the rows that are then tested.
///
/// The folds come from the caller, who knows which rows share a document; here it is only checked
/// that no row is tested twice or tested after it was trained on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    /// Indices of the training rows.
    pub train: Vec<usize>,
    /// Indices of the test rows.
    pub test: Vec<usize>,
}

impl Fold {
    /// A fold of these training and test rows.
    pub fn new(
        train: impl IntoIterator<Item = usize>,
        test: impl IntoIterator<Item = usize>,
    ) -> Self {
        Fold {
            train: train.into_iter().collect(),
            test: test.into_iter().collect(),
        }
    }

    /// Returns whether rows of both classes are trained on.
    pub(super) fn trains_both(&self, labels: &[bool]) -> bool {
        let positives = self.train.iter().filter(|&&row| labels[row]).count();
        positives > 0 && positives < self.train.len()
    }
}

/// Refuses folds that would make an out-of-fold score a lie.
pub(super) fn check_folds(folds: &[Fold], rows: usize) -> Result<()> {
    let mut tested = vec![false; rows];
    for (index, fold) in folds.iter().enumerate() {
        if let Some(problem) = problem(fold, &mut tested) {
            return Err(LearnError::BadFold {
                fold: index,
                folds: folds.len(),
                problem,
            }
            .into());
        }
    }
    Ok(())
}

fn problem(fold: &Fold, tested: &mut [bool]) -> Option<String> {
    let rows = tested.len();
    let mut trained = vec![false; rows];
    for &row in &fold.train {
        match trained.get_mut(row) {
            Some(seen) => *seen = true,
            None => return Some(format!("row {row} does not exist, there are {rows}")),
        }
    }
    for &row in &fold.test {
        match tested.get_mut(row) {
            None => return Some(format!("row {row} does not exist, there are {rows}")),
            Some(true) => return Some(format!("row {row} is tested twice")),
            Some(_) if trained[row] => {
                return Some(format!("row {row} is trained on and tested"));
            }
            Some(seen) => *seen = true,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_that_would_lie_are_refused() {
        let refusal = |folds: &[Fold]| check_folds(folds, 9).unwrap_err().to_string();
        assert_eq!(
            refusal(&[Fold::new(0..5, 4..6)]),
            "fold 0 of 1: row 4 is trained on and tested; expected folds that test each row at most once and never train on it; split the pairs again"
        );
        assert!(
            refusal(&[Fold::new(0..5, 5..6), Fold::new(0..5, 5..7)])
                .contains("row 5 is tested twice")
        );
        assert!(refusal(&[Fold::new(0..5, 9..10)]).contains("row 9 does not exist, there are 9"));
        assert!(refusal(&[Fold::new(0..10, 0..0)]).contains("row 9 does not exist"));
    }
}
