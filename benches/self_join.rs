//! The exact self-join of a collection: its documents as sets of words or of runs of words, all pairs
//! with a Jaccard similarity of at least a threshold, listed.
//!
//! ```text
//! python3 benches/peers/corpus.py 50000 pieces.jsonl
//! cargo bench --bench self_join -- pieces.jsonl 1 0.8
//! cargo bench --bench self_join -- pieces.jsonl 3 0.8
//! ```
//!
//! The number after the collection is that of words in a run.
//! Prints for each threshold a line of JSON with the CPU seconds of ordering, indexing and joining,
//! reading words not counted, and the number of pairs.

// What helped: prefixes extended so that similar sets share up to four values; records by size, with first entries prefetched;
// ranks by classes of frequency and first bits, which need no sort, for 2 % (words) to a third (runs) more entries.
// Tried and left out: counting values in hash buckets to drop rare ones (0.17 to 0.3 s for 8 to 18 %, against 0.25 s to number
// all); values missing in the sample first (a tie); smaller rounds that reuse memory (reading sets in pieces costs more);
// sets in memory order, or prefetching the ends of sixteen (4 % at most); branch-free counting, ties by value (slower).

use std::path::Path;

use cpu_time::ProcessTime;
use dejalu::candidates::{CandidateOptions, Candidates, Filter, Method, Sketches};
use dejalu::document::reader::{OnBad, ReadOptions, read_all};
use dejalu::similarity::measures::Sketch;
use xxhash_rust::xxh3::xxh3_64;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let [pieces, length, thresholds @ ..] = &arguments[..] else {
        // `cargo test --benches` and a bare `cargo bench` have no corpus to work on.
        eprintln!("usage: cargo bench --bench self_join -- PIECES.jsonl WORDS THRESHOLD...");
        return;
    };
    let threads = std::env::var("THREADS").ok().and_then(|n| n.parse().ok());
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(1))
        .build_global()
        .expect("one pool");
    let documents = read_all(Path::new(pieces), &ReadOptions::default(), OnBad::Stop)
        .expect("pieces")
        .documents;
    let length = length.parse().expect("a number of words");
    let mut sketches = Sketches::default();
    for document in &documents {
        sketches.push(&runs(&document.text, length));
    }
    for at in thresholds {
        let at = at.parse().expect("a threshold");
        let filter = Filter::new("jaccard".parse().expect("a feature"), at).expect("a filter");
        let options = CandidateOptions {
            method: Method::Exact,
            ..CandidateOptions::default()
        };
        let start = ProcessTime::now();
        let candidates = Candidates::new(&sketches, &filter, &options).expect("candidates");
        let pairs = candidates.pairs(0..candidates.records()).len();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{{\"threshold\": \"{}\", \"seconds\": {seconds}, \"count\": {}, \"check\": {pairs}}}",
            filter.at(),
            documents.len()
        );
    }
}

/// The different runs of so many words of a text; words are runs of ASCII letters and digits, as the
/// peers of the race find them. A text of fewer words is one run.
fn runs(text: &str, length: usize) -> Sketch {
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let runs = words.windows(length.min(words.len().max(1)));
    let mut values: Vec<u64> = runs.map(|run| xxh3_64(run.join(" ").as_bytes())).collect();
    values.sort_unstable();
    values.dedup();
    Sketch {
        values,
        shares: Vec::new(),
    }
}
