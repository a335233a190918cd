//! Row weights for a different share of positives.
//!
//! Folds split by cluster lose the rows that cross folds, most of them negatives, so that each
//! trains on more positives than there are in the whole set. Their scores are then too high for the
//! discriminant that is trained on all rows. **\[choice\]** Every fold trains with its classes
//! weighted to the share of the whole set; a shift of its scores by the difference in log-odds
//! would need scores that are log-odds, which those of a support vector machine are not.

use super::checks::count;

/// Weight of a row of each class; 1 and 1 if nothing is to be restored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClassWeights {
    /// A positive row.
    pub positive: f64,
    /// A negative row.
    pub negative: f64,
}

impl ClassWeights {
    /// Every row counts once.
    pub const EQUAL: Self = ClassWeights {
        positive: 1.0,
        negative: 1.0,
    };

    /// The weights, 1 on average, under which positives make up `share` of these rows. Equal ones
    /// where the rows or the share know one class only.
    pub fn restoring(share: f64, labels: &[bool]) -> Self {
        let own = share_of(labels);
        let inside = |share: f64| share > 0.0 && share < 1.0;
        if !inside(share) || !inside(own) {
            return ClassWeights::EQUAL;
        }
        ClassWeights {
            positive: share / own,
            negative: (1.0 - share) / (1.0 - own),
        }
    }

    /// The weight of a row with this label.
    pub fn of(self, label: bool) -> f64 {
        if label { self.positive } else { self.negative }
    }
}

/// The share of positives, in \[0, 1\]; 0 without rows.
pub fn share_of(labels: &[bool]) -> f64 {
    let (positives, _) = count(labels);
    positives as f64 / labels.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_restore_the_share_and_keep_the_number_of_rows() {
        let labels = [true, true, true, false];
        let weights = ClassWeights::restoring(0.25, &labels);
        let total: f64 = labels.iter().map(|&label| weights.of(label)).sum();
        assert!((total - 4.0).abs() < 1e-12);
        assert!((3.0 * weights.positive / total - 0.25).abs() < 1e-12);
        assert_eq!(ClassWeights::restoring(0.75, &labels), ClassWeights::EQUAL);
        for (share, labels) in [(0.0, &labels[..]), (0.5, &labels[..3]), (0.5, &[])] {
            assert_eq!(ClassWeights::restoring(share, labels), ClassWeights::EQUAL);
        }
    }
}
