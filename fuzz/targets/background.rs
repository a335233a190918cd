//! Any bytes as a background file, and any body of one whose digest fits.
#![no_main]

use dejalu::Document;
use dejalu::corpus::background::{Background, FORMAT};
use dejalu::similarity::{FeatureSet, PreparedDocuments};
use dejalu::text::{Analyzer, analyze_all};
use dejalu_fuzz::written;
use libfuzzer_sys::fuzz_target;
use serde::Serialize;

const MAGIC: &[u8] = b"dejalu background\n";

#[derive(Serialize)]
struct Header {
    format: u32,
    made_by: String,
    digest: String,
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    let bytes = match choice {
        0..64 => content.to_vec(),
        _ => sealed(content),
    };
    let Ok(background) = Background::load(&written("file.background", &bytes)) else {
        return;
    };
    let documents = [
        Document::plain("left", "The ferry waits at the pier, and so do we."),
        Document::plain("right", "We wait at the pier. The ferry waits, too."),
    ];
    let analyzed = analyze_all(&Analyzer::new(background.analysis.clone()), &documents);
    for feature in &FeatureSet::parse("all").expect("a name of many") {
        let alone = FeatureSet::from_iter([feature.clone()]);
        if let Ok(comparable) = PreparedDocuments::new(&analyzed, &alone, &background.statistics) {
            let similarity = comparable.vector(0, 1)[0];
            let is_missing = similarity.is_nan();
            assert!(
                is_missing || (0.0..=1.0).contains(&similarity),
                "{feature}: {similarity}"
            );
        }
    }
});

fn sealed(body: &[u8]) -> Vec<u8> {
    let header = Header {
        format: FORMAT,
        made_by: String::new(),
        digest: blake3::hash(body).to_hex().to_string(),
    };
    let header = rmp_serde::to_vec_named(&header).expect("plain values");
    let parts = zstd::encode_all(&*[header.as_slice(), body].concat(), 1).expect("memory takes it");
    [MAGIC, parts.as_slice()].concat()
}
