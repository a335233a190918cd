//! Decides when a score reaches a threshold.

/// Distance by which a score may lie below a threshold and still reach it.
///
/// Scores are floating sums: seven of fourteen equal shares are 0.4999999999999999. A pair that sits
/// exactly at a threshold must not depend on the last bits of its sum.
pub const MARGIN: f64 = 1e-9;

/// Returns whether a score reaches a threshold. Every decision asks here, so that rules, searches,
/// classes, evaluation and tuning agree on what sits at a threshold.
///
/// ```
/// use dejalu_base::threshold::reaches;
///
/// let half: f64 = std::iter::repeat_n(1.0 / 14.0, 7).sum();
/// assert!(half < 0.5 && reaches(half, 0.5));
/// assert!(!reaches(0.499, 0.5));
/// ```
pub fn reaches(score: f64, threshold: f64) -> bool {
    score >= threshold - MARGIN
}
