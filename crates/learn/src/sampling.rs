//! Samples of rows, where there are more than a fit takes.

use xxhash_rust::xxh3::xxh3_64;

use super::fold::Fold;

/// The folds, each with at most `limit` of its training rows; what they test stays.
pub fn sample_training(repeats: &[Vec<Fold>], labels: &[bool], limit: usize) -> Vec<Vec<Fold>> {
    let of_fold = |fold: &Fold| Fold {
        train: sample(&fold.train, labels, limit),
        test: fold.test.clone(),
    };
    let of_repeat = |folds: &Vec<Fold>| folds.iter().map(of_fold).collect();
    repeats.iter().map(of_repeat).collect()
}

/// At most `limit` of `rows` (never fewer than two), each class by its share but at least one of each,
/// chosen by a fixed hash of the index: no chance, and a larger limit only adds rows. In ascending order
/// where anything was left out.
pub(super) fn sample(rows: &[usize], labels: &[bool], limit: usize) -> Vec<usize> {
    let limit = limit.max(2);
    if rows.len() <= limit {
        return rows.to_vec();
    }
    let positive = |row: &usize| labels.get(*row).copied().unwrap_or(false);
    let (positives, negatives): (Vec<usize>, Vec<usize>) =
        rows.iter().partition(|row| positive(row));
    let share = limit as f64 * positives.len() as f64 / rows.len() as f64;
    let wanted = (share.round() as usize).clamp(1, limit - 1);
    let mut kept = first_by_hash(positives, wanted);
    kept.extend(first_by_hash(negatives, limit - wanted));
    kept.sort_unstable();
    kept
}

fn first_by_hash(mut rows: Vec<usize>, count: usize) -> Vec<usize> {
    rows.sort_by_cached_key(|&row| (xxh3_64(&(row as u64).to_le_bytes()), row));
    rows.truncate(count);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_keep_the_share_of_each_class_and_grow() {
        let labels: Vec<bool> = (0..1000).map(|i| i % 100 == 0).collect();
        let every: Vec<usize> = (0..1000).collect();
        let small = sample(&every, &labels, 100);
        assert_eq!(small.len(), 100);
        assert_eq!(small.iter().filter(|&&row| labels[row]).count(), 1);
        let large = sample(&every, &labels, 500);
        assert!(small.iter().all(|row| large.contains(row)));
        assert_eq!(sample(&every, &labels, 0).len(), 2);
    }
}
