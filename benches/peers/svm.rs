//! Our side of `svm.py`: trains or decides on rows that a file holds, and prints what it cost.
//!
//! ```text
//! cargo bench --bench svm -- rbf|linear ROWS C GAMMA
//! cargo bench --bench svm -- decide ROWS VECTORS GAMMA
//! ```
//!
//! ROWS holds little-endian doubles: n, d, then n rows of d features and a label (1 or 0). VECTORS
//! holds the same of support vectors, with coefficients for labels, and the bias at the end.

// The widest SIMD vectors brought decisions from 0.33 to 0.147 s and training from 0.27 to 0.17, to the bit. The work must be a
// type with an always-inlined method: a closure is not compiled to the wide instructions.

use std::fs;

use cpu_time::ProcessTime;
use dejalu::learning::{Discriminant, Kernel, Learner};
use ndarray::{Array2, s};

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let threads = std::env::var("THREADS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .expect("one pool");
    match words[..] {
        ["rbf", rows, c, gamma] => train(rows, number(c), rbf(gamma)),
        ["linear", rows, c, _] => train(rows, number(c), Kernel::Linear),
        ["decide", rows, vectors, gamma] => decide(rows, vectors, rbf(gamma)),
        // `cargo test --benches` and a bare `cargo bench` have no rows to work on.
        _ => eprintln!("usage: cargo bench --bench svm -- rbf|linear|decide ROWS C|VECTORS GAMMA"),
    }
}

/// Prints ‖w‖²/2 + C·Σ hinge for a check: what training makes small.
fn train(path: &str, c: f64, kernel: Kernel) {
    let Table { rows, last, .. } = Table::read(path);
    let labels: Vec<bool> = last.iter().map(|&label| label > 0.5).collect();
    let learner = Learner {
        class_weights: false,
        ..Learner::new(kernel, c)
    };
    let before = status("VmRSS:");
    let start = ProcessTime::now();
    let found = learner.fit(rows.view(), &labels).expect("a boundary");
    let seconds = start.elapsed().as_secs_f64();
    let mebibytes = status("VmHWM:").saturating_sub(before) as f64 / 1024.0;
    let scores = found.scores(rows.view());
    let hinge = scores.iter().zip(&labels).map(|(score, &label)| {
        let margin = if label { *score } else { -score };
        (1.0 - margin).max(0.0)
    });
    let objective = square(&found) / 2.0 + c * hinge.sum::<f64>();
    print(seconds, mebibytes, objective);
}

/// ‖w‖², of a kernel Σ cᵢ·(g(xᵢ) − b).
fn square(found: &Discriminant) -> f64 {
    match found {
        Discriminant::Linear { weights, .. } => weights.iter().map(|w| w * w).sum(),
        Discriminant::Kernel {
            vectors,
            coefficients,
            bias,
            ..
        } => {
            let scores = found.scores(vectors.view());
            let terms = scores.iter().zip(coefficients);
            terms.map(|(score, c)| (score - bias) * c).sum()
        }
        _ => f64::NAN,
    }
}

/// Prints the sum of the scores for a check.
fn decide(path: &str, vectors: &str, kernel: Kernel) {
    let rows = Table::read(path).rows;
    let support = Table::read(vectors);
    let found = Discriminant::Kernel {
        kernel,
        vectors: support.rows,
        coefficients: support.last,
        bias: support.rest[0],
    };
    let start = ProcessTime::now();
    let scores = found.scores(rows.view());
    print(start.elapsed().as_secs_f64(), 0.0, scores.iter().sum());
}

fn print(seconds: f64, mebibytes: f64, check: f64) {
    println!("{{\"seconds\": {seconds}, \"mebibytes\": {mebibytes:.1}, \"check\": {check}}}");
}

/// The contents of a file.
struct Table {
    rows: Array2<f64>,
    last: Vec<f64>,
    rest: Vec<f64>,
}

impl Table {
    fn read(path: &str) -> Self {
        let bytes = fs::read(path).expect("a file of rows");
        let eights = bytes.chunks_exact(8);
        let values: Vec<f64> = eights
            .map(|eight| f64::from_le_bytes(eight.try_into().expect("eight bytes")))
            .collect();
        let (n, d) = (values[0] as usize, values[1] as usize);
        let end = 2 + n * (d + 1);
        let whole = Array2::from_shape_vec((n, d + 1), values[2..end].to_vec()).expect("n rows");
        Table {
            rows: whole.slice(s![.., ..d]).as_standard_layout().into_owned(),
            last: whole.column(d).to_vec(),
            rest: values[end..].to_vec(),
        }
    }
}

fn rbf(gamma: &str) -> Kernel {
    Kernel::Rbf {
        gamma: number(gamma),
    }
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

/// A line of /proc/self/status, in KiB; 0 where there is none.
fn status(line: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let found = status
        .lines()
        .find_map(|text| text.strip_prefix(line))
        .unwrap_or_default();
    found
        .split_whitespace()
        .next()
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}
