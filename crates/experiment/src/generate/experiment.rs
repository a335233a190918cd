//! Differences between measured and expected similarity: the experiment of Pereira and Ziviani 2003
//! (003), section 4.2: plagiarised documents, each compared with its sources by shingles of 2 to 10
//! words and by Patricia overlap.
//!
//! S_e divides by the source's words, the paper's c(P, C) and S by those of P, the plagiarised
//! document. \[choice\] Both are reported: the differences as *published*, and with the roles
//! exchanged, where expected and measured similarity have the *same base*.

use serde::Serialize;

use super::generate::{Generated, generate};
use super::recipe::{FORMAT, Mixture, Part, Recipe};
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::{FeatureSet, PreparedDocuments};
use dejalu_text::document::Document;
use dejalu_text::{Analyzer, analyze_all};

/// The lengths of shingles, in words.
pub const LENGTHS: std::ops::RangeInclusive<usize> = 2..=10;

/// The differences of 003, table 1, in percent: shingles of 2 to 10 words, then Patricia.
const PAPER: [f64; 10] = [
    8.97, 6.72, 4.13, 5.04, 7.34, 9.67, 11.42, 12.71, 13.78, 7.50,
];

/// The measurements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlagiarismExperiment {
    /// The recipe of the plagiarised documents.
    pub recipe: Recipe,
    /// Number of documents to take from.
    pub collection: usize,
    /// Number of documents made.
    pub plagiarised: usize,
    /// Number of pairs of a source and a plagiarised document.
    pub comparisons: usize,
    /// S_e, the mean over all pairs; in [0, 1].
    pub expected: f64,
    /// One method per row: shingles of 2 to 10 words, then Patricia.
    pub methods: Vec<Method>,
}

/// The mean absolute differences of one method. Each in [0, 1].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Method {
    /// `containment` or `patricia`.
    pub measure: &'static str,
    /// The length of the shingles, in words.
    pub words: Option<usize>,
    /// |S_e − c(P, C)|, |S_e − S(P, C)|: as 003 measures.
    pub published: f64,
    /// |S_e − c(C, P)|, |S_e − S(C, P)|: both divide by the source.
    pub same_base: f64,
    /// The figure that 003 reports for its own documents.
    pub paper: f64,
}

/// Plagiarises these documents so many times (003: 900) and measures: ten sources each, no text of
/// a user. The order of the documents does not matter.
///
/// # Errors
///
/// Those of [`generate`].
pub fn experiment(
    documents: &[Document],
    count: usize,
    seed: u64,
    progress: &dyn Progress,
) -> Result<PlagiarismExperiment> {
    let mixture = Mixture {
        count,
        ..Mixture::default()
    };
    let recipe = Recipe {
        format: FORMAT,
        seed,
        parts: vec![Part::Mixture(mixture)],
    };
    let generated = generate(documents, &recipe, progress)?;
    let differences = differences(&generated, &methods()?, progress)?;
    let lengths = LENGTHS.map(Some).chain([None]);
    let rows = lengths.zip(differences).zip(PAPER);
    let mut table = Vec::with_capacity(PAPER.len());
    for ((words, [published, same_base]), paper) in rows {
        table.push(Method {
            measure: match words {
                Some(_) => "containment",
                None => "patricia",
            },
            words,
            published,
            same_base,
            paper: paper / 100.0,
        });
    }
    let comparisons = generated.known.len();
    let expected: f64 = generated.known.iter().map(|pair| pair.expected[0]).sum();
    Ok(PlagiarismExperiment {
        recipe,
        collection: documents.len(),
        plagiarised: count,
        comparisons,
        expected: expected / comparisons.max(1) as f64,
        methods: table,
    })
}

fn methods() -> Result<FeatureSet> {
    let shingles = LENGTHS.map(|words| format!("containment:w={words} "));
    FeatureSet::parse(&(shingles.collect::<String>() + "patricia"))
}

/// The two mean differences of every method.
fn differences(
    generated: &Generated,
    features: &FeatureSet,
    progress: &dyn Progress,
) -> Result<Vec<[f64; 2]>> {
    let set = &generated.set;
    let documents = analyze_all(&Analyzer::new(Default::default()), &set.documents);
    let stats = CorpusStats::default();
    let comparable = PreparedDocuments::new(&documents, features, &stats)?;
    progress.begin("comparing with the sources", set.pairs.len());
    let mut sums = vec![[0.0; 2]; features.len()];
    for (pair, known) in set.pairs.iter().zip(&generated.known) {
        // Left stands the source C, right the plagiarised P.
        let [source, plagiarised] = pair.documents;
        let directed = comparable.directed(source, plagiarised);
        for (sum, both) in sums.iter_mut().zip(directed) {
            let [of_source, of_plagiarised] = both.unwrap_or_default();
            sum[0] += (known.expected[0] - of_plagiarised).abs();
            sum[1] += (known.expected[0] - of_source).abs();
        }
        progress.advance(1);
    }
    let pairs = set.pairs.len().max(1) as f64;
    let mean = |both: [f64; 2]| both.map(|sum| sum / pairs);
    Ok(sums.into_iter().map(mean).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_base::progress::Silent;

    fn collection(documents: usize) -> Vec<Document> {
        let sentence = |document: usize, place: usize| {
            let word = |at: usize| format!("w{document}x{}", place * 8 + at);
            (0..8).map(word).collect::<Vec<_>>().join(" ") + "."
        };
        let document = |number: usize| {
            let text: Vec<String> = (0..10).map(|place| sentence(number, place)).collect();
            Document::plain(format!("d{number:02}"), &text.join("\n\n"))
        };
        (0..documents).map(document).collect()
    }

    #[test]
    fn differences_come_from_where_passages_meet_and_from_the_base() {
        let result = experiment(&collection(12), 20, 42, &Silent).unwrap();
        assert_eq!((result.plagiarised, result.comparisons), (20, 200));
        // Paragraphs of an equal number of words: a tenth of each source, no more.
        assert!((result.expected - 0.1).abs() < 1e-12);
        // All words are different, and sources as long as mixtures: both bases are the same, except
        // for the letters of the words.
        for method in &result.methods {
            let most = if method.words.is_some() { 1e-12 } else { 0.005 };
            let apart = (method.published - method.same_base).abs();
            assert!(apart < most, "{method:?}");
        }
        // A paragraph of eight words has 9 − w shingles, a text of eighty words 81 − w.
        for method in &result.methods[..7] {
            let words = method.words.unwrap() as f64;
            let expected = 0.1 - (9.0 - words) / (81.0 - words);
            assert!((method.same_base - expected).abs() < 1e-12, "{method:?}");
        }
    }

    #[test]
    fn the_order_of_documents_is_of_no_account() {
        let documents = collection(6);
        let reversed: Vec<Document> = documents.iter().rev().cloned().collect();
        let [one, other] = [documents, reversed].map(|it| experiment(&it, 3, 42, &Silent).unwrap());
        assert_eq!(one, other);
    }
}
