//! Small dense linear systems.

/// L of a symmetric positive definite matrix L·Lᵀ.
pub(super) struct Cholesky {
    /// By rows of Lᵀ.
    factor: Vec<f64>,
    width: usize,
}

impl Cholesky {
    /// Factorises a matrix given from its diagonal on. A pivot lost to rounding becomes infinite:
    /// its unknown stays 0 (Wright 1999).
    pub(super) fn new(mut matrix: Vec<f64>, width: usize) -> Self {
        let largest = (0..width)
            .map(|k| matrix[k * width + k])
            .fold(0.0, f64::max);
        for k in 0..width {
            let (done, rest) = matrix.split_at_mut((k + 1) * width);
            let row = &mut done[k * width..];
            let pivot = row[k];
            let root = if pivot > 1e-30 * largest {
                pivot.sqrt()
            } else {
                f64::INFINITY
            };
            row[k..].iter_mut().for_each(|value| *value /= root);
            row[k] = root;
            for (below, values) in rest.chunks_exact_mut(width).enumerate() {
                let i = k + 1 + below;
                let multiple = row[i];
                for (value, x) in values[i..].iter_mut().zip(&row[i..]) {
                    *value -= multiple * x;
                }
            }
        }
        Cholesky {
            factor: matrix,
            width,
        }
    }

    /// Solves L·Lᵀ·x = b in place.
    pub(super) fn solve(&self, b: &mut [f64]) {
        for k in 0..self.width {
            let row = &self.factor[k * self.width..][..self.width];
            b[k] /= row[k];
            let known = b[k];
            for (b, l) in b[k + 1..].iter_mut().zip(&row[k + 1..]) {
                *b -= l * known;
            }
        }
        for k in (0..self.width).rev() {
            let row = &self.factor[k * self.width..][..self.width];
            let known: f64 = b[k + 1..]
                .iter()
                .zip(&row[k + 1..])
                .map(|(b, l)| b * l)
                .sum();
            b[k] = (b[k] - known) / row[k];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved_and_a_lost_pivot_leaves_its_unknown_at_0() {
        let factor = Cholesky::new(vec![4.0, 2.0, 0.0, 3.0], 2);
        let mut b = [8.0, 7.0];
        factor.solve(&mut b);
        assert!(
            (b[0] - 1.25).abs() < 1e-15 && (b[1] - 1.5).abs() < 1e-15,
            "{b:?}"
        );
        let factor = Cholesky::new(vec![4.0, 4.0, 0.0, 4.0], 2);
        let mut b = [8.0, 8.0];
        factor.solve(&mut b);
        assert_eq!(b, [2.0, 0.0]);
    }
}
