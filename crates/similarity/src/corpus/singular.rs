//! The leading singular vectors of a sparse matrix, by subspace iteration from a fixed start (Halko,
//! Martinsson and Tropp 2011, algorithm 4.4).
//!
//! Sums are taken over rows in an order of their own and by columns in parallel, so that neither the
//! order of the rows nor the number of threads changes a bit. That is why no library's sparse solver
//! stands here: axes are saved with models, and none promises the same bits for any number of threads.

use linfa_linalg::eigh::{EigSort, EighInto};
use linfa_linalg::qr::QRInto;
use ndarray::{Array2, ArrayView1, ArrayView2, Axis, concatenate, s};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Axes that are iterated beyond those wanted, so that the last wanted one is found too.
const OVERSAMPLING: usize = 12;

/// Number of times the matrix is applied: each time, other axes lose against the leading ones.
const ITERATIONS: usize = 8;

/// The least squared extent of an axis, by that of the first; below it is rounding.
const LEAST_EXTENT: f64 = 1e-9;

/// Columns that one thread works on at a time.
const LANES: usize = 8;

/// A matrix of many rows, each its entries other than 0 as (column, value), ascending by column.
pub(super) struct SparseMatrix {
    rows: Vec<Vec<(u32, f64)>>,
    columns: usize,
}

impl SparseMatrix {
    /// The matrix of these rows in any order, of numbers from 0.
    pub(super) fn new(mut rows: Vec<Vec<(u32, f64)>>, columns: usize) -> Self {
        // Numbers from 0 are in the order of their bits.
        let key = |&(column, value): &(u32, f64)| (column, value.to_bits());
        rows.par_sort_unstable_by(|a, b| a.iter().map(key).cmp(b.iter().map(key)));
        SparseMatrix { rows, columns }
    }

    /// Its `most` leading right singular vectors, one per column; fewer where its rank is lower.
    #[cfg_attr(
        not(test),
        expect(
            clippy::expect_used,
            reason = "the decompositions refuse only other shapes"
        )
    )]
    pub(super) fn leading_axes(&self, most: usize) -> Array2<f64> {
        const SHAPE: &str = "no wider than high, or square";
        if most == 0 || self.columns == 0 {
            return Array2::zeros((self.columns, 0));
        }
        let width = (most + OVERSAMPLING).min(self.columns);
        let mut basis = start(self.columns, width);
        for _ in 0..ITERATIONS {
            basis = self
                .squared_times(&basis)
                .qr_into()
                .expect(SHAPE)
                .generate_q();
        }
        // Within the subspace the axes are those of a small symmetric matrix. It is lifted by its
        // trace: the decomposition has an absolute epsilon, and without the lift pairs values and
        // vectors wrongly where a block of the matrix is rounding alone.
        let within = basis.t().dot(&self.squared_times(&basis));
        let lift = within.diag().sum();
        let lifted = within + Array2::from_diag_elem(width, lift);
        let (values, vectors) = lifted.eigh_into().expect(SHAPE).sort_eig_desc();
        let extents = values.iter().map(|value| value - lift);
        let least = LEAST_EXTENT * (values[0] - lift);
        let axes = extents
            .take(most)
            .take_while(|&extent| extent > least)
            .count();
        basis.dot(&vectors.slice(s![.., ..axes]))
    }

    /// MᵀM times a matrix.
    #[cfg_attr(
        not(test),
        expect(clippy::expect_used, reason = "all products have the height of M")
    )]
    fn squared_times(&self, basis: &Array2<f64>) -> Array2<f64> {
        let blocks: Vec<ArrayView2<f64>> = basis.axis_chunks_iter(Axis(1), LANES).collect();
        let times = |block: ArrayView2<f64>| self.squared_times_block(block);
        let products: Vec<Array2<f64>> = blocks.into_par_iter().map(times).collect();
        let views: Vec<ArrayView2<f64>> = products.iter().map(Array2::view).collect();
        concatenate(Axis(1), &views).expect("blocks of equal height")
    }

    /// MᵀM times at most [`LANES`] columns.
    fn squared_times_block(&self, block: ArrayView2<f64>) -> Array2<f64> {
        let lanes = |row: ArrayView1<f64>| -> [f64; LANES] {
            std::array::from_fn(|lane| row.get(lane).copied().unwrap_or(0.0))
        };
        let block_rows: Vec<[f64; LANES]> = block.rows().into_iter().map(lanes).collect();
        let mut product = vec![[0.0; LANES]; self.columns];
        for row in &self.rows {
            let mut image = [0.0; LANES];
            for &(column, share) in row {
                add(&mut image, share, &block_rows[column as usize]);
            }
            for &(column, share) in row {
                add(&mut product[column as usize], share, &image);
            }
        }
        Array2::from_shape_fn(block.dim(), |(column, lane)| product[column][lane])
    }
}

fn add(sum: &mut [f64; LANES], factor: f64, values: &[f64; LANES]) {
    for (sum, value) in sum.iter_mut().zip(values) {
        *sum += factor * value;
    }
}

/// A fixed start of the iteration, +1 and −1 by hash: no axis is likely to be orthogonal to it.
fn start(height: usize, width: usize) -> Array2<f64> {
    Array2::from_shape_fn((height, width), |(row, column)| {
        let hash = xxh3_64_with_seed(&(row as u64).to_le_bytes(), column as u64);
        if hash & 1 == 1 { 1.0 } else { -1.0 }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matrix(rows: Vec<Vec<f64>>, columns: usize) -> SparseMatrix {
        let sparse = |row: Vec<f64>| {
            let entries = (0..).zip(row).filter(|&(_, value)| value != 0.0);
            entries.collect()
        };
        SparseMatrix::new(rows.into_iter().map(sparse).collect(), columns)
    }

    fn dense(matrix: &SparseMatrix) -> Array2<f64> {
        let mut dense = Array2::zeros((matrix.rows.len(), matrix.columns));
        for (row, entries) in matrix.rows.iter().enumerate() {
            for &(column, value) in entries {
                dense[(row, column as usize)] = value;
            }
        }
        dense
    }

    /// Eigenvalues of MᵀM, descending, by Jacobi's rotations.
    fn slow_values(matrix: &SparseMatrix) -> Vec<f64> {
        let dense = dense(matrix);
        let mut a = dense.t().dot(&dense);
        let n = a.nrows();
        for _ in 0..12 {
            for p in 0..n {
                for q in p + 1..n {
                    let angle = 0.5 * (2.0 * a[(p, q)]).atan2(a[(q, q)] - a[(p, p)]);
                    let mut rotation = Array2::eye(n);
                    rotation[(p, p)] = angle.cos();
                    rotation[(q, q)] = angle.cos();
                    rotation[(p, q)] = angle.sin();
                    rotation[(q, p)] = -angle.sin();
                    a = rotation.t().dot(&a).dot(&rotation);
                }
            }
        }
        let mut values = a.diag().to_vec();
        values.sort_by(|a, b| b.total_cmp(a));
        values
    }

    /// The squared extent of the matrix along each axis.
    fn extents(matrix: &SparseMatrix, axes: &Array2<f64>) -> Vec<f64> {
        let images = dense(matrix).dot(axes);
        images
            .columns()
            .into_iter()
            .map(|image| image.dot(&image))
            .collect()
    }

    fn close(found: &[f64], expected: &[f64], tolerance: f64) -> bool {
        found
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() <= tolerance * expected[0])
    }

    proptest! {
        #[test]
        fn axes_are_orthonormal_and_as_long_as_the_largest_singular_values(
            rows in prop::collection::vec(prop::collection::vec(prop_oneof![Just(0.0), 0.1..1.0], 6), 1..9),
            most in 1usize..7,
        ) {
            let matrix = matrix(rows, 6);
            let axes = matrix.leading_axes(most);
            let gram = axes.t().dot(&axes);
            prop_assert!((&gram - &Array2::<f64>::eye(axes.ncols())).iter().all(|x| x.abs() < 1e-9));
            let slow = slow_values(&matrix);
            prop_assert!(close(&extents(&matrix, &axes), &slow, 1e-9), "{axes} {slow:?}");
            let longer = |least: f64| slow.iter().filter(|&&value| value > least * slow[0]).count();
            // Near the least extent rounding may decide either way.
            if longer(LEAST_EXTENT * 10.0) == longer(LEAST_EXTENT / 10.0) {
                prop_assert_eq!(axes.ncols(), most.min(longer(LEAST_EXTENT)));
            }
        }
    }

    #[test]
    fn an_axis_of_little_extent_is_not_mistaken_for_one_of_none() {
        let rows = [
            [0.6866212074096041, 0.0, 0.0, 0.0, 0.0, 0.3182863274196905],
            [
                0.26318516448123064,
                0.886064708119926,
                0.28585570301594876,
                0.0,
                0.0,
                0.0,
            ],
            [0.0, 0.5389536320392494, 0.21108427207208788, 0.0, 0.0, 0.0],
        ];
        let matrix = matrix(rows.map(Vec::from).into(), 6);
        let extents = extents(&matrix, &matrix.leading_axes(3));
        assert!(close(&extents, &slow_values(&matrix), 1e-12), "{extents:?}");
    }

    #[test]
    fn a_wide_matrix_keeps_nearly_all_that_its_rank_can_hold() {
        // 200 documents of 20 words in ten topics of 30, with words of no topic.
        let word = |document: usize, i: usize| {
            let hash = xxh3_64_with_seed(&[document as u8, i as u8], 7) as usize;
            if i < 15 {
                document % 10 * 30 + hash % 30
            } else {
                300 + hash % 100
            }
        };
        let row = |document| {
            let mut row = vec![0.0; 400];
            (0..20).for_each(|i| row[word(document, i)] += 0.05);
            row
        };
        let matrix = matrix((0..200).map(row).collect(), 400);
        let axes = matrix.leading_axes(10);
        let dense = dense(&matrix);
        let (exact, _) = dense.t().dot(&dense).eigh_into().unwrap().sort_eig_desc();
        let held: f64 = extents(&matrix, &axes).iter().sum();
        let most: f64 = exact.iter().take(10).sum();
        assert!(
            held <= most + 1e-9 && held > 0.999 * most,
            "{held} of {most}"
        );
    }
}
