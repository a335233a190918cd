//! Which solver finds the margin, and the discriminant that its solution stands for.

use ndarray::{ArrayView2, Axis};

use super::{Discriminant, Kernel, Learner, linear, smo, svm};
use crate::error::{ErrorKind, Result};

/// Up to so many rows the solver of `svm.rs` trains, an independent implementation; beyond it the
/// project's own do, which find the same decisions (tests) sooner.
const REFERENCE_ROWS: usize = 200;

/// The memory for kernel rows of one fit: 256 MiB, all of the matrix up to 8,000 rows.
const CACHE: usize = 256 << 20;

/// Fits checked rows and labels.
pub(super) fn fit(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
) -> Result<Discriminant> {
    let found = if rows.nrows() <= REFERENCE_ROWS {
        svm::fit(learner, rows, labels)
    } else {
        fit_large(learner, rows, labels)
    };
    let usable = found.filter(|found| found.check(rows.ncols()).is_ok());
    usable.ok_or_else(|| {
        ErrorKind::Unsolved {
            c: learner.c,
            kernel: learner.kernel.to_string(),
        }
        .into()
    })
}

/// The bytes that the kernel rows of a fit to `rows` rows may take.
pub(super) fn memory(rows: usize) -> u64 {
    let matrix = (rows as u64).saturating_mul(rows as u64);
    if rows <= REFERENCE_ROWS {
        return matrix * 8;
    }
    matrix.saturating_mul(4).min(CACHE as u64)
}

pub(super) fn fit_large(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
) -> Option<Discriminant> {
    match learner.kernel {
        Kernel::Linear => fit_linear(learner, rows, labels),
        Kernel::Rbf { gamma } => fit_rbf(learner, rows, labels, gamma),
    }
}

fn fit_linear(learner: &Learner, rows: ArrayView2<f64>, labels: &[bool]) -> Option<Discriminant> {
    let precision = learner.tolerance * 1e-3;
    let solution = linear::solve(rows, labels, learner.penalties(labels), precision);
    solution.solved.then_some(Discriminant::Linear {
        weights: solution.weights,
        bias: solution.bias,
    })
}

fn fit_rbf(
    learner: &Learner,
    rows: ArrayView2<f64>,
    labels: &[bool],
    gamma: f64,
) -> Option<Discriminant> {
    let solution = smo::solve(&smo::Task {
        rows: rows.view(),
        labels,
        penalties: learner.penalties(labels),
        gamma,
        tolerance: learner.tolerance,
        cache: CACHE,
        steps: labels.len().saturating_mul(100).max(10_000_000),
    });
    let beta = solution.beta;
    let support: Vec<usize> = (0..beta.len()).filter(|&row| beta[row] != 0.0).collect();
    solution.solved.then(|| Discriminant::Kernel {
        kernel: learner.kernel,
        vectors: rows.select(Axis(0), &support),
        coefficients: support.iter().map(|&row| beta[row]).collect(),
        bias: solution.bias,
    })
}

#[cfg(test)]
mod race {
    use super::*;
    use crate::learn::testing::overlapping;
    struct Instant(f64);
    impl Instant {
        fn now() -> Self {
            Instant(cpu())
        }
        fn elapsed(&self) -> std::time::Duration {
            std::time::Duration::from_secs_f64(cpu() - self.0)
        }
    }
    /// CPU seconds of all threads.
    fn cpu() -> f64 {
        std::fs::read_dir("/proc/self/task")
            .unwrap()
            .map(|t| {
                std::fs::read_to_string(t.unwrap().path().join("schedstat"))
                    .unwrap()
                    .split(' ')
                    .next()
                    .unwrap()
                    .parse::<f64>()
                    .unwrap()
            })
            .sum::<f64>()
            / 1e9
    }

    #[test]
    #[ignore]
    fn race() {
        let ns: Vec<usize> = std::env::var("NS")
            .unwrap_or("1000,3000".into())
            .split(',')
            .map(|s| s.parse().unwrap())
            .collect();
        let d: usize = std::env::var("D").unwrap_or("10".into()).parse().unwrap();
        let linfa = std::env::var("LINFA").is_ok();
        let points = [
            Learner::new(Kernel::Rbf { gamma: 0.01 }, 1.0),
            Learner::new(Kernel::Rbf { gamma: 0.03 }, 10.0),
            Learner::new(Kernel::Rbf { gamma: 0.1 }, 100.0),
            Learner::new(Kernel::Linear, 0.01),
            Learner::new(Kernel::Linear, 1.0),
            Learner::new(Kernel::Linear, 100.0),
        ];
        let which: Vec<usize> = std::env::var("P")
            .unwrap_or("0,1,2,3,4,5".into())
            .split(',')
            .map(|s| s.parse().unwrap())
            .collect();
        for n in ns {
            let (rows, labels) = overlapping(n, d, 1);
            let (fresh, truth) = overlapping(4000, d, 2);
            if let Ok(dir) = std::env::var("DUMP") {
                let text: String = rows
                    .outer_iter()
                    .zip(&labels)
                    .map(|(r, l)| {
                        let mut s: Vec<String> = r.iter().map(|x| x.to_string()).collect();
                        s.push((*l as u8).to_string());
                        s.join(",") + "\n"
                    })
                    .collect();
                std::fs::write(format!("{dir}/{n}x{d}.csv"), text).unwrap();
            }
            for &p in &which {
                let learner = points[p];
                let clock = Instant::now();
                let mut info = String::new();
                if let Kernel::Rbf { gamma } = learner.kernel {
                    let s = smo::solve(&smo::Task {
                        rows: rows.view(),
                        labels: &labels,
                        penalties: learner.penalties(&labels),
                        gamma,
                        tolerance: 1e-3,
                        cache: CACHE,
                        steps: usize::MAX,
                    });
                    info = format!(
                        "steps {} sv {} ",
                        s.steps,
                        s.beta.iter().filter(|b| **b != 0.0).count()
                    );
                }
                let t0 = clock.elapsed().as_secs_f64();
                let clock = Instant::now();
                let ours = if t0 < 20.0 || learner.kernel == Kernel::Linear {
                    fit_large(&learner, rows.view(), &labels)
                } else {
                    None
                };
                let t1 = clock.elapsed().as_secs_f64();
                let scores = ours.as_ref().map(|o| o.scores(fresh.view()));
                let f1 = scores.as_ref().map(|scores| {
                    let tp = scores
                        .iter()
                        .zip(&truth)
                        .filter(|(s, t)| **s > 0.0 && **t)
                        .count() as f64;
                    let wrong = scores
                        .iter()
                        .zip(&truth)
                        .filter(|(s, t)| (**s > 0.0) != **t)
                        .count() as f64;
                    2.0 * tp / (2.0 * tp + wrong)
                });
                let mut theirs_text = String::new();
                if linfa {
                    let clock = Instant::now();
                    let theirs = svm::fit(&learner, rows.view(), &labels).unwrap();
                    let t = clock.elapsed().as_secs_f64();
                    let ts = theirs.scores(fresh.view());
                    let ours = ours.as_ref().unwrap();
                    let os = scores.as_ref().unwrap();
                    let differ = os
                        .iter()
                        .zip(&ts)
                        .filter(|(a, b)| (**a > 0.0) != (**b > 0.0))
                        .count();
                    let far = os
                        .iter()
                        .zip(&ts)
                        .map(|(a, b)| (a - b).abs())
                        .fold(0.0, f64::max);
                    let (a, b) = (
                        objective(&learner, ours, &rows, &labels),
                        objective(&learner, &theirs, &rows, &labels),
                    );
                    theirs_text = format!(
                        "linfa {t:.3}s differ {differ} maxdiff {far:.2e} objective {a:.6} {b:.6} rel {:.1e}",
                        (a - b) / b
                    );
                }
                eprintln!(
                    "n={n} {} C={}: {t1:.3}s ({t0:.3}) {info}F1 {f1:.3?} {theirs_text}",
                    learner.kernel, learner.c
                );
            }
        }
    }

    #[test]
    #[ignore]
    fn search_time() {
        use crate::learn::{Fold, LearnerOptions, search};
        let (rows, labels) = overlapping(4000, 16, 1);
        let folds: Vec<Fold> = (0..3)
            .map(|f| {
                Fold::new(
                    (0..4000).filter(|i| i % 3 != f),
                    (0..4000).filter(|i| i % 3 == f),
                )
            })
            .collect();
        let grid = LearnerOptions::default().grid(16).unwrap();
        let (wall, clock) = (std::time::Instant::now(), Instant::now());
        let found = search(rows.view(), &labels, &folds, &grid).unwrap();
        eprintln!(
            "n=search wall {:?} cpu {:?} best {:?} {:?}",
            wall.elapsed(),
            clock.elapsed(),
            found.learner(),
            found.points[found.chosen].best_f1
        );
        for learner in &grid {
            let Kernel::Rbf { gamma } = learner.kernel else {
                continue;
            };
            let clock = Instant::now();
            let s = smo::solve(&smo::Task {
                rows: rows.view(),
                labels: &labels,
                penalties: learner.penalties(&labels),
                gamma,
                tolerance: 1e-3,
                cache: CACHE,
                steps: usize::MAX,
            });
            eprintln!(
                "n=4000 {learner:?} steps {} cpu {:?}",
                s.steps,
                clock.elapsed()
            );
        }
    }

    #[test]
    #[ignore]
    fn small() {
        for n in [50, 100, 200, 500, 1000, 2000] {
            let (rows, labels) = overlapping(n, 10, 1);
            for learner in [
                Learner::new(Kernel::Rbf { gamma: 0.003 }, 1.0),
                Learner::new(Kernel::Rbf { gamma: 0.1 }, 100.0),
                Learner::new(Kernel::Linear, 0.01),
                Learner::new(Kernel::Linear, 1.0),
            ] {
                let clock = std::time::Instant::now();
                let reps = 2000 / n;
                for _ in 0..reps {
                    fit_large(&learner, rows.view(), &labels).unwrap();
                }
                let a = clock.elapsed() / reps as u32;
                let clock = std::time::Instant::now();
                svm::fit(&learner, rows.view(), &labels).unwrap();
                eprintln!("n={n} {learner:?} ours {a:?} linfa {:?}", clock.elapsed());
            }
        }
    }

    fn objective(
        learner: &Learner,
        found: &Discriminant,
        rows: &ndarray::Array2<f64>,
        labels: &[bool],
    ) -> f64 {
        let scores = found.scores(rows.view());
        let (p, n) = learner.penalties(labels);
        let hinge: f64 = scores
            .iter()
            .zip(labels)
            .map(|(s, l)| {
                if *l {
                    p * (1.0 - s).max(0.0)
                } else {
                    n * (1.0 + s).max(0.0)
                }
            })
            .sum();
        let norm: f64 = match found {
            Discriminant::Linear { weights, .. } => weights.iter().map(|w| w * w).sum(),
            Discriminant::Kernel {
                vectors,
                coefficients,
                bias,
                ..
            } => {
                let s = found.scores(vectors.view());
                s.iter()
                    .zip(coefficients)
                    .map(|(s, c)| (s - bias) * c)
                    .sum()
            }
        };
        hinge + norm / 2.0
    }
}
