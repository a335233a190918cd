//! Data for the tests of this folder.

use ndarray::Array2;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// n rows × d features in \[0, 1\]: every third row is positive and lies higher; the clouds overlap.
pub(crate) fn two_clouds(n: usize, d: usize, seed: u64) -> (Array2<f64>, Vec<bool>) {
    let labels: Vec<bool> = (0..n).map(|i| i % 3 == 0).collect();
    let rows = Array2::from_shape_fn((n, d), |(i, j)| {
        let shift = if labels[i] { 0.4 } else { 0.0 };
        0.6 * uniform(seed, i, j) + shift
    });
    (rows, labels)
}

fn uniform(seed: u64, i: usize, j: usize) -> f64 {
    let key = [i.to_le_bytes(), j.to_le_bytes()].concat();
    (xxh3_64_with_seed(&key, seed) >> 11) as f64 / (1u64 << 53) as f64
}

/// Runs `work` in a pool of `threads` threads.
pub(crate) fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(work)
}

/// n standardised rows × d features, a fifth of them positive, that no boundary separates: the best
/// F1 is about 0.7.
pub(crate) fn overlapping(n: usize, d: usize, seed: u64) -> (Array2<f64>, Vec<bool>) {
    let normal = |i: usize, j: usize| {
        let (u, v) = (uniform(seed, i, 2 * j), uniform(seed, i, 2 * j + 1));
        (-2.0 * (1.0 - u).ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    };
    let labels: Vec<bool> = (0..n).map(|i| i % 5 == 0).collect();
    let rows = Array2::from_shape_fn((n, d), |(i, j)| {
        let shift = if labels[i] {
            1.8 / (d as f64).sqrt()
        } else {
            0.0
        };
        let bend = if j == 0 {
            0.3 * normal(i, 1) * normal(i, 2)
        } else {
            0.0
        };
        normal(i, j) + shift + bend
    });
    (rows, labels)
}
