//! A comparison as JSON.

use dejalu_experiment::compare::Comparison;

/// The comparison as indented JSON with a line end: the figures of `evaluate` and `compare`. What
/// does not exist is `null`.
pub fn json(comparison: &Comparison) -> Vec<u8> {
    // Strings, numbers and lists in memory: writing them cannot fail.
    let mut bytes = serde_json::to_vec_pretty(comparison).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
