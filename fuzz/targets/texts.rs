//! Any two texts: sentences and words in a language or in that of each, then every measure.
#![no_main]

use std::sync::LazyLock;

use dejalu::Document;
use dejalu::corpus::CorpusStats;
use dejalu::similarity::{FeatureSet, PreparedDocuments};
use dejalu::text::{AnalysisOptions, AnalyzedDocument, Analyzer, analyze_all};
use libfuzzer_sys::fuzz_target;

const LANGUAGES: [&str; 6] = ["english", "german", "arabic", "tamil", "other", "auto"];

static FEATURES: LazyLock<FeatureSet> =
    LazyLock::new(|| FeatureSet::parse("all").expect("a name of many"));

fuzz_target!(|data: (u8, &str, &str)| {
    let (choice, left, right) = data;
    let documents = [
        Document::plain("left", left),
        Document::plain("right", right),
    ];
    let language = LANGUAGES[usize::from(choice) % LANGUAGES.len()];
    let options = AnalysisOptions {
        language: language.parse().expect("a language"),
        ..AnalysisOptions::default()
    };
    let analyzer = Analyzer::new(options.resolved(&documents));
    let analyzed = analyze_all(&analyzer, &documents);
    analyzed.iter().for_each(check);
    let statistics = CorpusStats::collect(&analyzed, FEATURES.needs(), &Default::default())
        .expect("two documents are few");
    let comparable =
        PreparedDocuments::new(&analyzed, &FEATURES, &statistics).expect("they are collected");
    let there = comparable.vector(0, 1);
    let back = comparable.vector(1, 0);
    for ((feature, there), back) in FEATURES.iter().zip(there).zip(back) {
        let is_missing = there.is_nan();
        assert!(
            is_missing || (0.0..=1.0).contains(&there),
            "{feature}: {there}"
        );
        assert_eq!(there.to_bits(), back.to_bits(), "{feature}");
    }
});

/// Tokens ascend and lie between characters; sentences part them.
fn check(document: &AnalyzedDocument) {
    let mut end = 0;
    for token in &document.tokens {
        let span = token.span.start as usize..token.span.end as usize;
        assert!(end <= span.start && document.text.get(span.clone()).is_some());
        end = span.end;
    }
    let mut end = 0;
    for sentence in &document.sentences {
        assert!(end <= sentence.start && sentence.start < sentence.end);
        end = sentence.end;
    }
    assert!(end as usize <= document.tokens.len());
}
