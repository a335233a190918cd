//! Our side of the races in `benches/peers/`: does one work on one thread and prints what it cost.
//!
//! ```text
//! cargo bench --bench peers -- WORK PIECES.jsonl
//! ```

// What helped: one pass over the words for five measures and one over the shingles (20.8 → 4.9 s for a million pairs); SIMD
// for shared shingles (1,250 → 390 ns for two sets of 290); one kind of view at a time for blocks of 1,024 documents, which
// stay in the second-level cache; a table of words for each thread, with prefetching; ASCII without Unicode tables.
// Tried and left out: a radix sort of hashes (7.1 → 4.5 ns for each of 300, a 250th of `dedupe`); mimalloc with huge pages
// (5 % less time of whole commands, a quarter to a half more memory).

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cpu_time::ProcessTime;
use dejalu::Silent;
use dejalu::corpus::background::Background;
use dejalu::corpus::{CorpusStats, CorrelationLimits, Correlations, Needs};
use dejalu::document::reader::{OnBad, ReadOptions, read_all};
use dejalu::similarity::measures::View;
use dejalu::similarity::measures::fuzzy::{Sentences, Similarities, Thresholds};
use dejalu::similarity::measures::shingles::{ShingleKind, Shingles};
use dejalu::similarity::measures::weights::{Selection, WeightedWords};
use dejalu::similarity::{FeatureSet, PreparedDocuments, similarity_vectors};
use dejalu::text::{AnalysisOptions, AnalyzedDocument, Analyzer, TermId, analyze_all};

const TEN: &str = "jaccard cosine dice extended-jaccard euclidean euclidean:normalised=true mwo \
    resemblance:w=3 containment:w=3 containment:w=3,direction=min";

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let [work, pieces] = &arguments[..] else {
        // `cargo test --benches` and a bare `cargo bench` have no corpus to work on.
        eprintln!(
            "usage: cargo bench --bench peers -- vectors|statistics|analysis|collection|correlation|sentences|sentences-naive PIECES.jsonl"
        );
        return;
    };
    let threads = std::env::var("THREADS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .expect("one pool");
    let pieces = Path::new(pieces);
    let documents = read_all(pieces, &ReadOptions::default(), OnBad::Stop)
        .expect("pieces")
        .documents;
    let ((count, check), cost) = match work.as_str() {
        "statistics" => timed(|| statistics(&documents, &statistics_of(pieces))),
        "analysis" => analysis(&documents, &statistics_of(pieces)),
        "collection" => timed(|| collection(&documents)),
        _ => {
            let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
            match work.as_str() {
                "vectors" => vectors(&analyzed),
                "correlation" => timed(|| correlation(&analyzed)),
                "sentences" => sentences(&analyzed, fast),
                "sentences-naive" => sentences(&analyzed, naive),
                _ => panic!("no such work: {work}"),
            }
        }
    };
    let Cost { seconds, mebibytes } = cost;
    println!(
        "{{\"seconds\": {seconds}, \"count\": {count}, \"check\": {check}, \"mebibytes\": {mebibytes:.1}}}"
    );
}

/// The cost of a task: CPU seconds, and the memory that it held at most beside what there was
/// before.
struct Cost {
    seconds: f64,
    mebibytes: f64,
}

/// A work's result (how many things were done, and a figure that depends on all of them) with its
/// cost.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    // From here on the highest mark of memory is counted anew; where it cannot be, it is that of the
    // whole process.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let (before, start) = (status("VmRSS:"), ProcessTime::now());
    let done = work();
    let seconds = start.elapsed().as_secs_f64();
    let mebibytes = status("VmHWM:").saturating_sub(before) as f64 / 1024.0;
    (done, Cost { seconds, mebibytes })
}

/// Path of the statistics of the pieces, for tasks that find them there as a model brings them.
fn statistics_of(pieces: &Path) -> PathBuf {
    pieces.with_extension("background")
}

/// Counts and stores them, in a process of its own.
fn statistics(documents: &[dejalu::Document], file: &Path) -> (usize, f64) {
    let limits = CorrelationLimits::default();
    let counted = Background::collect(
        documents,
        AnalysisOptions::default(),
        Needs::DOCUMENT_FREQUENCIES,
        limits,
    );
    counted
        .and_then(|counted| counted.save(file))
        .expect("statistics");
    (documents.len(), 0.0)
}

/// Every document to its words by tf·idf and its runs of three words, one after the other, as an index
/// or a search reads them.
fn analysis(documents: &[dejalu::Document], statistics: &Path) -> ((usize, f64), Cost) {
    let stats = Background::load(statistics)
        .expect("run the work statistics first")
        .statistics;
    let analyzer = Analyzer::new(Default::default());
    let views = |document| {
        let analyzed = analyzer.analyze(document);
        let words = WeightedWords::of(&analyzed, &stats, &Selection::default());
        let runs = Shingles::of(&analyzed, &stats, &ShingleKind::Words(3));
        (words, runs)
    };
    let (views, cost) = timed(|| documents.iter().map(views).collect::<Vec<_>>());
    let bytes = documents.iter().map(|document| document.text.len()).sum();
    let shared = views[0].1.join(&views[1].1);
    ((bytes, shared as f64), cost)
}

/// The same for documents that are all kept, with statistics counted on them.
fn collection(documents: &[dejalu::Document]) -> (usize, f64) {
    let analyzed = analyze_all(&Analyzer::new(Default::default()), documents);
    let features = FeatureSet::parse("cosine resemblance:w=3").expect("features");
    let stats = CorpusStats::collect(&analyzed, features.needs(), &CorrelationLimits::default())
        .expect("statistics");
    let views = PreparedDocuments::new(&analyzed, &features, &stats).expect("statistics");
    let bytes = documents.iter().map(|document| document.text.len()).sum();
    (bytes, views.vector(0, 1)[0])
}

/// A million random pairs.
fn vectors(analyzed: &[AnalyzedDocument]) -> ((usize, f64), Cost) {
    let features = FeatureSet::parse(TEN).expect("features");
    let stats = CorpusStats::collect(analyzed, features.needs(), &CorrelationLimits::default())
        .expect("statistics");
    let mut state = 88172645463325252u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % analyzed.len() as u64) as usize
    };
    let pairs: Vec<(usize, usize)> = (0..1_000_000).map(|_| (random(), random())).collect();
    // Their side has its matrices made beforehand: the making of views is taken off again, as it takes
    // once the memory is warm.
    drop(PreparedDocuments::new(analyzed, &features, &stats));
    let (views, making) = timed(|| PreparedDocuments::new(analyzed, &features, &stats));
    drop(views.expect("statistics"));
    let (matrix, all) = timed(|| similarity_vectors(analyzed, &features, &stats, &pairs, &Silent));
    let matrix = matrix.expect("statistics");
    let seconds = all.seconds - making.seconds;
    ((pairs.len(), matrix.sum()), Cost { seconds, ..all })
}

fn correlation(analyzed: &[AnalyzedDocument]) -> (usize, f64) {
    let stats = CorpusStats::collect(analyzed, Needs::CORRELATIONS, &CorrelationLimits::default())
        .expect("statistics");
    (analyzed.len(), stats.correlations().pairs() as f64)
}

type EqualSentences = fn(&[Vec<TermId>], &[Vec<TermId>], &Arc<Correlations>) -> usize;

/// Equal sentences (000, equation 3.4) of fifty pairs of documents of sixty sentences.
fn sentences(analyzed: &[AnalyzedDocument], equal: EqualSentences) -> ((usize, f64), Cost) {
    let stats = CorpusStats::collect(analyzed, Needs::CORRELATIONS, &CorrelationLimits::default())
        .expect("statistics");
    let table = stats.correlations();
    let all: Vec<Vec<TermId>> = analyzed
        .iter()
        .flat_map(|document| {
            let term = |word: u32| document.vocabulary[word as usize].term;
            document.refined_sentences().map(move |words| {
                words
                    .into_iter()
                    .map(term)
                    .collect::<HashSet<_>>()
                    .into_iter()
                    .collect()
            })
        })
        .filter(|sentence: &Vec<TermId>| (5..40).contains(&sentence.len()))
        .take(60 * 100)
        .collect();
    let documents: Vec<&[Vec<TermId>]> = all.chunks_exact(60).collect();
    let (count, seconds) = timed(|| {
        documents
            .chunks_exact(2)
            .map(|pair| equal(pair[0], pair[1], &table))
            .sum::<usize>()
    });
    ((documents.len() / 2, count as f64), seconds)
}

fn fast(left: &[Vec<TermId>], right: &[Vec<TermId>], table: &Arc<Correlations>) -> usize {
    let [left, right] =
        [left, right].map(|sentences| Sentences::new(sentences.to_vec(), table.clone()));
    Similarities::of(&left, &right)
        .equal(&Thresholds::default())
        .count() as usize
}

/// The definition, every word with every word.
fn naive(left: &[Vec<TermId>], right: &[Vec<TermId>], table: &Arc<Correlations>) -> usize {
    let rows = |sentences: &[Vec<TermId>]| -> Vec<Vec<(TermId, Option<u32>)>> {
        sentences
            .iter()
            .map(|words| words.iter().map(|&word| (word, table.row(word))).collect())
            .collect()
    };
    let factor = |(left, from): (TermId, Option<u32>), (right, to): (TermId, Option<u32>)| match (
        from, to,
    ) {
        _ if left == right => 1.0,
        (Some(from), Some(to)) => {
            let near = table.neighbours(from);
            near.binary_search_by_key(&to, |near| near.row)
                .map_or(0.0, |place| near[place].factor)
        }
        _ => 0.0,
    };
    let similarity = |s1: &[(TermId, Option<u32>)], s2: &[(TermId, Option<u32>)]| {
        let membership = |&word: &_| {
            1.0 - s2
                .iter()
                .map(|&other| 1.0 - factor(word, other))
                .product::<f64>()
        };
        s1.iter().map(membership).sum::<f64>() / s1.len() as f64
    };
    let (left, right) = (rows(left), rows(right));
    let thresholds = Thresholds::default();
    let equal =
        |s1: &Vec<_>, s2: &Vec<_>| thresholds.are_equal(similarity(s1, s2), similarity(s2, s1));
    left.iter()
        .map(|s1| right.iter().filter(|s2| equal(s1, s2)).count())
        .sum()
}

/// A line of /proc/self/status, in KiB; 0 where there is none.
fn status(line: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
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
