//! Gauss–Legendre quadrature.

use std::f64::consts::PI;

/// Points and weights that integrate every polynomial of degree 2n − 1 over \[0, 1\] exactly: the
/// zeros of Legendre's polynomial, found by Newton's method.
pub(super) fn gauss_legendre(n: usize) -> Vec<(f64, f64)> {
    // From this start six steps reach the last bit for any n.
    const STEPS: usize = 6;
    let point = |k: usize| {
        let mut x = (PI * (k as f64 + 0.75) / (n as f64 + 0.5)).cos();
        for _ in 0..STEPS {
            let (value, slope) = legendre(n, x);
            x -= value / slope;
        }
        let (_, slope) = legendre(n, x);
        ((1.0 + x) / 2.0, 1.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..n).map(point).collect()
}

/// Legendre's polynomial of degree n ≥ 1 and its slope at a place inside (−1, 1).
pub(super) fn legendre(n: usize, x: f64) -> (f64, f64) {
    let (mut before, mut value) = (1.0, x);
    for k in 1..n {
        let k = k as f64;
        let next = ((2.0 * k + 1.0) * x * value - k * before) / (k + 1.0);
        (before, value) = (value, next);
    }
    (value, n as f64 * (x * value - before) / (x * x - 1.0))
}
