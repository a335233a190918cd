//! The training problem.

use ndarray::ArrayView2;

use crate::kernel::Kernel;

/// Values looked at together; their intermediate results stay in the first-level cache.
pub(super) const BLOCK: usize = 256;

/// The training problem, and when to stop.
pub(crate) struct Task<'a> {
    /// n rows × d features.
    pub rows: ArrayView2<'a, f64>,
    /// n labels.
    pub labels: &'a [bool],
    /// C of the positives and of the negatives.
    pub penalties: (f64, f64),
    /// K.
    pub kernel: Kernel,
    /// The largest difference of errors left.
    pub tolerance: f64,
    /// Memory for kernel rows.
    pub cache: usize,
    /// Steps after which to give up.
    pub steps: usize,
}
