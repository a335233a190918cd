//! Agreement of two people beyond chance.

use std::collections::BTreeMap;

/// Cohen's kappa of two people who put the same things into categories, in \[-1, 1\]: (p − e) / (1 − e), p the share on which
/// they agree and e the share that people who answer as often, but at random, would agree on. `None` without a
/// thing, and where both only ever use one and the same category, so that there is no disagreement to expect (Cohen 1960).
pub fn cohens_kappa<C: Ord + Copy>(answers: &[[C; 2]]) -> Option<f64> {
    if answers.is_empty() {
        return None;
    }
    let all = answers.len() as f64;
    let mut counts: BTreeMap<C, [u64; 2]> = BTreeMap::new();
    for pair in answers {
        for (side, category) in pair.iter().enumerate() {
            counts.entry(*category).or_default()[side] += 1;
        }
    }
    let agreed = answers.iter().filter(|[a, b]| a == b).count() as f64 / all;
    let by_chance = counts
        .values()
        .map(|[a, b]| *a as f64 / all * (*b as f64 / all));
    let by_chance: f64 = by_chance.sum();
    (by_chance < 1.0).then(|| (agreed - by_chance) / (1.0 - by_chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of scikit-learn's `cohen_kappa_score`.
    #[test]
    fn kappa_is_that_of_scikit_learn() {
        let of = |a: &[u8], b: &[u8]| {
            let pairs: Vec<[u8; 2]> = a.iter().zip(b).map(|(&a, &b)| [a, b]).collect();
            cohens_kappa(&pairs)
        };
        let close = |found: Option<f64>, expected: f64| {
            assert!(
                (found.unwrap() - expected).abs() < 1e-12,
                "{found:?} {expected}"
            );
        };
        let [a, b] = [
            [1, 1, 0, 0, 1, 0, 1, 0, 1, 1],
            [1, 0, 0, 0, 1, 0, 1, 1, 1, 1],
        ];
        close(of(&a, &b), 0.583_333_333_333_333_3);
        let [a, b] = [
            [0, 1, 2, 2, 1, 0, 0, 1, 2, 1, 1],
            [0, 2, 2, 2, 1, 0, 1, 1, 1, 1, 0],
        ];
        close(of(&a, &b), 0.435_897_435_897_435_8);
        close(of(&[1, 0], &[0, 1]), -1.0);
        close(of(&[1, 1, 1, 0], &[1, 1, 1, 1]), 0.0);
        close(of(&[0, 1, 2], &[0, 1, 2]), 1.0);
        assert_eq!(of(&[], &[]), None);
        assert_eq!(of(&[1, 1], &[1, 1]), None);
    }
}
