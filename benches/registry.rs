//! Measures how registering and probing grow with the number of registered documents.
//!
//! ```text
//! python3 benches/peers/corpus.py 100500 pieces.jsonl
//! cargo bench --bench registry -- pieces.jsonl 1000 10000 100000
//! ```
//!
//! The pieces are shuffled and the first are registered; then 500 documents that are registered, and
//! as many others, are probed one by one.

use std::path::Path;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use dejalu::Document;
use dejalu::document::reader::{OnBad, ReadOptions, read_all};
use dejalu::registry::{Class, ProbeOptions, Registry};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Documents of a batch.
const BATCH: usize = 4096;
/// Probes that the median is taken of.
const PROBES: usize = 500;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let [pieces, sizes @ ..] = &arguments[..] else {
        // `cargo test --benches` and a bare `cargo bench` have no corpus to work on.
        eprintln!("usage: cargo bench --bench registry -- PIECES.jsonl SIZE...");
        return;
    };
    let mut documents = read_all(Path::new(pieces), &ReadOptions::default(), OnBad::Stop)
        .expect("pieces")
        .documents;
    // Neighbours in the corpus are of one source, and alike.
    documents.shuffle(&mut ChaCha8Rng::seed_from_u64(42));
    println!(
        "documents  text MB  store MB  ratio  documents/s  checked/s  probe ms: new  known  95 %"
    );
    for size in sizes {
        let size: usize = size.parse().expect("a number of documents");
        let needed = size + PROBES;
        assert!(
            documents.len() >= needed,
            "{size} documents to register need {needed} pieces, and there are {}",
            documents.len()
        );
        let (registered, others) = documents.split_at(size);
        measure(registered, others);
    }
}

fn measure(registered: &[Document], others: &[Document]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store");
    let (registry, per_second) = fill(&path, registered, None);
    let new: Vec<f64> = probes(&registry, others);
    let step = (registered.len() / PROBES).max(1);
    let known: Vec<Document> = registered.iter().step_by(step).cloned().collect();
    let known = probes(&registry, &known);
    eprintln!(
        "{} documents: a probe takes {:.2} ms for a new one, {:.2} for a known one (medians)",
        registered.len(),
        quantile(&new, 0.5),
        quantile(&known, 0.5)
    );
    drop(registry);
    let bytes = path.metadata().expect("a store").len() as f64;
    let text: usize = registered.iter().map(|document| document.text.len()).sum();
    let refuse = ProbeOptions {
        at_least: Class::High,
        ..ProbeOptions::default()
    };
    let (_, checked) = fill(&folder.path().join("checked"), registered, Some(&refuse));
    println!(
        "{:>9}  {:>7.1}  {:>8.1}  {:>5.2}  {per_second:>11.0}  {checked:>9.0}  {:>13.2}  {:>5.2}  {:>4.1}",
        registered.len(),
        text as f64 / 1e6,
        bytes / 1e6,
        bytes / text as f64,
        quantile(&new, 0.5),
        quantile(&known, 0.5),
        quantile(&known, 0.95).max(quantile(&new, 0.95)),
    );
}

/// Registers documents in batches; gives also how many a second of wall time.
fn fill(path: &Path, documents: &[Document], refuse: Option<&ProbeOptions>) -> (Registry, f64) {
    let mut registry = Registry::create(path, Default::default()).expect("a store");
    let (begun, cpu) = (Instant::now(), ProcessTime::now());
    for batch in documents.chunks(BATCH) {
        registry.register(batch, refuse).expect("room");
    }
    let seconds = |time: Duration| documents.len() as f64 / time.as_secs_f64();
    eprintln!(
        "{} documents: {:.0} a second, {:.0} a CPU second",
        documents.len(),
        seconds(begun.elapsed()),
        seconds(cpu.elapsed())
    );
    (registry, seconds(begun.elapsed()))
}

/// Milliseconds of each probe, ascending.
fn probes(registry: &Registry, documents: &[Document]) -> Vec<f64> {
    let options = ProbeOptions::default();
    let milliseconds = |document: &Document| {
        let begun = Instant::now();
        registry.probe(document, &options).expect("an answer");
        1e3 * begun.elapsed().as_secs_f64()
    };
    let mut times: Vec<f64> = documents.iter().take(PROBES).map(milliseconds).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn quantile(ascending: &[f64], share: f64) -> f64 {
    let place = (ascending.len() as f64 * share) as usize;
    ascending.get(place).copied().unwrap_or(f64::NAN)
}
