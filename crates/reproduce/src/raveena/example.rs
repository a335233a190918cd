//! The example of section 3: a sentence in which one word is replaced, by its heaviest words.

use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::figure::Form;
use crate::source::{RAVEENA, Source};
use dejalu_base::error::Result;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::measures::View;
use dejalu_similarity::measures::weights::{Scope, Selection, TopK, WeightedWords};
use dejalu_similarity::{FeatureSet, PreparedDocuments};
use dejalu_text::document::Document;
use dejalu_text::{AnalyzedDocument, Analyzer, TermId};

const A: &str = "People rally on the sidewalk as legal arguments over the Patient Protection and Affordable Care Act \
                 take place at the Supreme Court.";

/// The words that the paper orders by weight, each with a document frequency of a hundred documents that gives
/// its order; the paper's own collection is not named.
const ORDER: [(&str, u32); 8] = [
    ("supreme", 1),
    ("affordable", 2),
    ("protection", 3),
    ("patient", 4),
    ("pavement", 5),
    ("legal", 6),
    ("sidewalk", 7),
    ("argument", 8),
];

/// Frequency of the words of the sentence that the paper does not order.
const OTHERS: u32 = 50;

/// Number of words that the paper takes.
const K: u32 = 4;

pub(crate) fn top_words() -> Exhibit {
    const EXAMPLE: Source = Source {
        paper: RAVEENA,
        number: "example of section 3.2.1",
        section: "3.2.1",
        page: None,
        title: "the four heaviest words of documents A and B",
    };
    let example = Example::new();
    let printed = "supreme affordable protection patient";
    let row = |name: &str, document: &AnalyzedDocument| {
        let words = example.heaviest(document).join(" ");
        Row::new(name, [Cell::judged(printed, words)])
    };
    let rows = ["A", "B"].iter().zip(&example.documents);
    Exhibit::new(
        EXAMPLE,
        ["words"],
        rows.map(|(name, document)| row(name, document)).collect(),
        "From the printed sentences, with document frequencies that give the printed order: the paper does not say \
         where its own come from. 'Sidewalk' and 'pavement' are not among the four, so that A and B are the same.",
    )
}

pub(crate) fn measures() -> Result<Exhibit> {
    const EQUATIONS: Source = Source {
        paper: RAVEENA,
        number: "equations 1 to 5",
        section: "3.2.2",
        page: None,
        title: "the five measures of documents A and B",
    };
    const MEASURES: [(&str, &str); 5] = [
        ("Jaccard (1)", "jaccard"),
        ("cosine (2)", "cosine"),
        ("Euclidean (3), as 1/(1 + distance)", "euclidean"),
        ("extended Jaccard (4)", "extended-jaccard"),
        ("Dice (5)", "dice"),
    ];
    let example = Example::new();
    let vector = |k: &str| -> Result<Vec<f64>> {
        let features = MEASURES
            .map(|(_, measure)| format!("{measure}:k={k}"))
            .join(" ");
        let features = FeatureSet::parse(&features)?;
        let prepared = PreparedDocuments::new(&example.documents, &features, &example.statistics)?;
        Ok(prepared.vector(0, 1))
    };
    let (four, five, all) = (vector("4")?, vector("5")?, vector("all")?);
    let row = |(place, (name, _)): (usize, (&str, &str))| {
        let ours = |similarity: f64| Cell::only_ours(similarity, Form::number(3));
        // What is identical has a similarity of 1 by every measure.
        let four = Cell::judged("1", four[place]);
        Row::new(name, [four, ours(five[place]), ours(all[place])])
    };
    Ok(Exhibit::new(
        EQUATIONS,
        ["four words", "five words", "all words"],
        MEASURES.into_iter().enumerate().map(row).collect(),
        "The paper says that A and B are identical by four words (section 3.2.1), so each measure is 1. It prints no \
         value of a measure and no results of the experiments that section IV mentions. For its method on labelled pairs, run \
         `dejalu compare`.",
    ))
}

/// Documents A and B, and the statistics by which their words are weighed.
struct Example {
    documents: [AnalyzedDocument; 2],
    statistics: CorpusStats,
}

impl Example {
    fn new() -> Self {
        let analyzer = Analyzer::new(Default::default());
        let analyze = |text: &str| analyzer.analyze(&Document::plain(text, text));
        let documents =
            [A.to_string(), A.replace("sidewalk", "pavement")].map(|text| analyze(&text));
        let words = documents
            .iter()
            .flat_map(|document| document.vocabulary.iter());
        let others = words.map(|word| (word.term, OTHERS));
        let ordered = ORDER.map(|(word, frequency)| (term(word), frequency));
        Example {
            statistics: CorpusStats::with_document_frequencies(100, others.chain(ordered)),
            documents,
        }
    }

    /// The words of the paper's order that are among the four heaviest of a document.
    fn heaviest(&self, document: &AnalyzedDocument) -> Vec<&'static str> {
        let selection = Selection {
            k: TopK::Heaviest(K),
            scope: Scope::Document,
        };
        let chosen = WeightedWords::of(document, &self.statistics, &selection).into_sketch();
        let chosen = chosen.unwrap_or_default().values;
        let ordered = ORDER.iter().map(|(word, _)| *word);
        ordered
            .filter(|word| chosen.contains(&term(word).0))
            .collect()
    }
}

/// The number of a word as texts have it: of its stem.
fn term(word: &str) -> TermId {
    let document = Analyzer::new(Default::default()).analyze(&Document::plain("word", word));
    let first = document.vocabulary.first().map(|word| word.term);
    first.unwrap_or_else(|| TermId::of(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_words_and_all_tell_a_from_b() {
        let example = Example::new();
        let [a, b] = example.documents.each_ref().map(|it| example.heaviest(it));
        assert_eq!(a, b);
        let features = FeatureSet::parse("jaccard:k=5 jaccard:k=4 jaccard").unwrap();
        let prepared =
            PreparedDocuments::new(&example.documents, &features, &example.statistics).unwrap();
        let vector = prepared.vector(0, 1);
        assert_eq!(vector[..2], [4.0 / 6.0, 1.0]);
        assert!(vector[2] < 1.0);
    }
}
