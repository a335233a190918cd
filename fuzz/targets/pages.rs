//! Any text as two web pages: read in every way, analysed, compared by their markup.
#![no_main]

use dejalu::Document;
use dejalu::corpus::CorpusStats;
use dejalu::document::MainContent;
use dejalu::similarity::{FeatureSet, PreparedDocuments};
use dejalu::text::{Analyzer, analyze_all};
use dejalu_fuzz::check;
use libfuzzer_sys::fuzz_target;

const WAYS: [MainContent; 3] = [
    MainContent::Landmarks,
    MainContent::Readability,
    MainContent::Off,
];

fuzz_target!(|source: &str| {
    let half = source.len() / 2;
    let half = (half..)
        .find(|&at| source.is_char_boundary(at))
        .unwrap_or(0);
    let (left, right) = source.split_at(half);
    let features = FeatureSet::parse("tag-counts tag-paths heading-outline url-agreement mwo")
        .expect("these are measures");
    for way in WAYS {
        let documents = [
            Document::page("left", left, Some("https://www.example.org/pier"), way),
            Document::page("right", right, None, way),
        ];
        documents.iter().for_each(check);
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
        let comparable = PreparedDocuments::new(&analyzed, &features, &CorpusStats::default())
            .expect("these need no statistics");
        for similarity in comparable.vector(0, 1) {
            assert!(similarity.is_nan() || (0.0..=1.0).contains(&similarity));
        }
    }
});
