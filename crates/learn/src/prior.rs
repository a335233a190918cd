//! Prior knowledge of rows.

use super::share::share_of;

/// Prior knowledge of a set besides its rows and their labels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prior<'a> {
    /// The share of positives in the set, in \[0, 1\]; these rows may have another.
    pub share: f64,
    /// Whether each feature rises: a larger value never speaks against the positive class, all else
    /// equal. Features beyond the end of the slice do. Only [`Kernel::Monotone`](super::Kernel::Monotone) makes
    /// use of it.
    pub rising: &'a [bool],
    /// The value of each feature that a missing one stands for; NaN, and of features beyond the end of the slice, for
    /// the training mean.
    pub neutral: &'a [f64],
}

impl Prior<'_> {
    /// The share is that of these labels, and every feature rises.
    pub fn of(labels: &[bool]) -> Self {
        Prior {
            share: share_of(labels),
            rising: &[],
            neutral: &[],
        }
    }

    /// The places of the features that rise, of this number of them.
    pub(super) fn rising_places(&self, features: usize) -> Vec<usize> {
        let rises = |place: &usize| self.rising.get(*place).copied().unwrap_or(true);
        (0..features).filter(rises).collect()
    }
}
