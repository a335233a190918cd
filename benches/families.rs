//! Measures the cost of each family of measures: its views, a document; its similarities, a pair.
//!
//! ```text
//! cargo bench --bench families -- DOCUMENTS [PAIRS.csv]
//! ```
//!
//! One thread. Without labelled pairs, which are alike more often than chance has it, random ones
//! are compared.

// Tried and left out of the default features:
// - fuzzy sets of Yerra 2005: five sixths of the cost of a pair, and nothing gained; explanations use them.
// - free signs for names and page structure in a monotone model: −0.2 to 0.7 points of F1 on `html_llvm_docs`, nothing elsewhere.
//   Free are length ratio, longest difference and difference runs: nine of their twelve weights in three models are negative.
// - agreement of titles, addresses, DOIs and years in the built-in model: −0.4 to −4.0 on `wiki_versions`, −0.1 to −0.8 on
//   `html_llvm_docs`, since a title that one document alone has counts as disagreement; `headline-agreement` takes it as unknown.
// - rare words counted in the pair's own documents: `rarest-words` then knows the labels in training. On `pan_paraphrase` with 30
//   and 120 labels F1 is 73.5 and 73.9, and 88.7 and 91.0 when they are counted in other pairs; a tie on large sets.

use std::path::Path;

use cpu_time::ProcessTime;
use dejalu::Silent;
use dejalu::corpus::{CorpusStats, CorrelationLimits};
use dejalu::document::reader::{OnBad, ReadOptions, read_all};
use dejalu::similarity::measures::{AnyMeasure, families};
use dejalu::similarity::{FeatureSet, PreparedDocuments, similarity_vectors};
use dejalu::text::{AnalyzedDocument, Analyzer, analyze_all};

/// Random pairs, and the most that are taken of a file.
const PAIRS: usize = 10_000;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let Some((documents, pairs)) = arguments.split_first() else {
        // `cargo test --benches` and a bare `cargo bench` have no documents to work on.
        eprintln!("usage: cargo bench --bench families -- DOCUMENTS [PAIRS.csv]");
        return;
    };
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .expect("one pool");
    let documents = read_all(Path::new(documents), &ReadOptions::default(), OnBad::Skip)
        .expect("documents")
        .documents;
    let analyzer = Analyzer::new(Default::default());
    let (analyzed, seconds) = timed(|| analyze_all(&analyzer, &documents));
    let all = FeatureSet::parse("all").expect("features");
    let stats = CorpusStats::collect(&analyzed, all.needs(), &CorrelationLimits::default())
        .expect("statistics");
    let pairs = match pairs {
        [path] => labelled(path, &analyzed),
        _ => random(analyzed.len()),
    };
    println!("family        measures  µs a document  µs a pair");
    let row = |name: &str, measures: usize, views: f64, similarities: f64| {
        let [views, similarities] =
            [(views, analyzed.len()), (similarities, pairs.len())].map(|(s, n)| 1e6 * s / n as f64);
        println!("{name:<12}  {measures:>8}  {views:>13.1}  {similarities:>9.2}");
    };
    row("(analysis)", 0, seconds, 0.0);
    for (family, measures) in families() {
        let of_family =
            |measure: &AnyMeasure| measures.iter().any(|e| e.name == measure.entry().name);
        let chosen = all
            .iter()
            .filter(|feature| feature.measure().is_some_and(of_family));
        let features: FeatureSet = chosen.cloned().collect();
        // Made once before, so that both times begin with warm memory.
        drop(PreparedDocuments::new(&analyzed, &features, &stats));
        let (views, making) = timed(|| PreparedDocuments::new(&analyzed, &features, &stats));
        drop(views.expect("statistics"));
        let (_, all) = timed(|| similarity_vectors(&analyzed, &features, &stats, &pairs, &Silent));
        row(family, features.len(), making, all - making);
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = ProcessTime::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

fn labelled(path: &str, analyzed: &[AnalyzedDocument]) -> Vec<(usize, usize)> {
    let text = std::fs::read_to_string(path).expect("pairs");
    let place = |id: &str| {
        analyzed
            .iter()
            .position(|document| document.id.as_str() == id)
    };
    let pair = |line: &str| {
        let mut ids = line.split(',');
        Some((place(ids.next()?)?, place(ids.next()?)?))
    };
    text.lines().skip(1).filter_map(pair).take(PAIRS).collect()
}

fn random(documents: usize) -> Vec<(usize, usize)> {
    let mut state = 88172645463325252u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % documents as u64) as usize
    };
    (0..PAIRS).map(|_| (next(), next())).collect()
}
