//! - [`definition`]: a probe equals the definition, computed directly;
//! - [`safety`]: damage, a full disk, other processes, readers beside a writer.

mod definition;
mod safety;

use super::*;
use crate::{Class, CopyRule};

/// Words that stay as they are: no stop words, no endings.
const WORDS: [&str; 12] = [
    "ferri", "pier", "storm", "harbor", "lamp", "crew", "rope", "deck", "fog", "gull", "tide",
    "mast",
];

/// A document of sentences of [`WORDS`], one letter a word, `a` the first.
fn document(id: &str, sentences: &[&str]) -> Document {
    let words = |sentence: &&str| -> Vec<&str> {
        let letters = sentence.bytes();
        letters
            .map(|letter| WORDS[usize::from(letter - b'a')])
            .collect()
    };
    let sentences: Vec<String> = sentences
        .iter()
        .map(|sentence| words(sentence).join(" "))
        .collect();
    Document::plain(id, &format!("{}.", sentences.join(". ")))
}

fn registry(documents: &[Document]) -> Registry {
    let mut registry = Registry::in_memory(AnalysisOptions::default()).unwrap();
    registry.register(documents, None).unwrap();
    registry
}

fn ids(probed: &Probed) -> Vec<&str> {
    probed.found.iter().map(|found| found.id.as_str()).collect()
}

#[test]
fn a_probe_tells_what_matches_and_where() {
    let text = "A storm broke the old pier in March. The ferries wait, nobody knows why.";
    let old = Document::plain("old", text);
    let registry = registry(&[old]);
    let new = "In the night a heavy storm broke the old pier in March! Nobody knows why.";
    let probed = registry
        .probe(&Document::plain("new", new), &ProbeOptions::default())
        .unwrap();
    assert_eq!(probed.sentences, 2);
    let found = &probed.found[0];
    let counts = (found.exact, found.sentences, found.class);
    assert_eq!(counts, (1, 3, Class::High));
    // Of night, heavy, storm, broke, old, pier, March five of seven are shared: below 80 %.
    assert_eq!(found.overlap, 0.5);
    let exact = &found.matches[0];
    assert_eq!(
        &new[exact.probed.start as usize..exact.probed.end as usize],
        "Nobody knows why"
    );
    assert_eq!(
        &text[exact.registered.start as usize..exact.registered.end as usize],
        "nobody knows why"
    );
    let lower = ProbeOptions {
        threshold: 0.7,
        ..ProbeOptions::default()
    };
    let probed = registry
        .probe(&Document::plain("new", new), &lower)
        .unwrap();
    let found = &probed.found[0];
    assert_eq!(found.matches.len(), 2);
    assert_eq!(found.overlap, (1.0 + 5.0 / 7.0) / 2.0);
}

#[test]
fn scam_counts_exact_matches_alone() {
    let registry = registry(&[document("old", &["abcde", "fghij"])]);
    let new = document("new", &["abcde", "fghik"]);
    let overlap = |rule| {
        let options = ProbeOptions {
            rule,
            ..ProbeOptions::default()
        };
        registry.probe(&new, &options).unwrap().found[0].overlap
    };
    assert_eq!(overlap(CopyRule::Scam), 0.5);
    assert_eq!(overlap(CopyRule::OsCds), 0.9);
}

#[test]
fn ignored_sentences_count_on_neither_side() {
    let question = document("question", &["abc", "def"]);
    let registry = registry(&[document("old", &["abc", "def", "ghi", "jkl"])]);
    let mut options = ProbeOptions::default();
    let new = document("new", &["abc", "def", "ghi"]);
    assert_eq!(
        registry.probe(&new, &options).unwrap().found[0].overlap,
        1.0
    );
    options.ignore(&question, registry.analyzer());
    let probed = registry.probe(&new, &options).unwrap();
    assert_eq!((probed.sentences, probed.found[0].sentences), (1, 2));
    assert_eq!(probed.found[0].exact, 1);
    let only = document("new", &["abc", "def"]);
    assert_eq!(registry.probe(&only, &options).unwrap().sentences, 0);
    assert!(registry.probe(&only, &options).unwrap().found.is_empty());
}

#[test]
fn who_quotes_does_not_copy() {
    let registry = registry(&[document("old", &["abc", "def"])]);
    let text = "ferri pier storm. He wrote: \"harbor lamp crew.\"";
    let new = Document::plain("new", text);
    let mut options = ProbeOptions::default();
    assert_eq!(registry.probe(&new, &options).unwrap().found[0].exact, 2);
    options.ignore_quotes = true;
    let probed = registry.probe(&new, &options).unwrap();
    assert_eq!(probed.found[0].exact, 1);
    assert_eq!(probed.found[0].matches[0].probed, 0..16);
}

#[test]
fn a_copy_is_refused_also_within_a_batch() {
    let mut registry = registry(&[document("old", &["abc", "def"])]);
    let refuse = ProbeOptions {
        at_least: Class::High,
        ..ProbeOptions::default()
    };
    let batch = [
        document("copy", &["abc", "def"]),
        document("new", &["ghi", "jkl"]),
        document("half", &["ghi", "lkj", "abd", "bcd"]),
        document("old", &["adg", "beh"]),
    ];
    let registered = registry.register(&batch, Some(&refuse)).unwrap();
    let said: Vec<String> = registered
        .iter()
        .map(|registration| match registration {
            Registration::Registered => "registered".to_string(),
            Registration::Refused(found) => format!("{} {}", found.id, found.class),
            Registration::Known => "known".to_string(),
        })
        .collect();
    assert_eq!(said, ["old exact", "registered", "new exact", "known"]);
    let listed = registry.list().unwrap();
    assert_eq!(
        listed.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(),
        ["new", "old"]
    );
    registry.verify().unwrap();
}

#[test]
fn what_is_removed_is_gone_and_the_rest_stays() {
    let mut registry = registry(&[
        document("a", &["abc", "def"]),
        document("b", &["abc", "ghi"]),
    ]);
    let error = registry.remove(&["a".into(), "x".into()]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "registry in memory: document 'x' is not registered (2 documents registered)"
    );
    assert_eq!(registry.stats().unwrap().documents, 2);
    registry.remove(&["a".into()]).unwrap();
    registry.verify().unwrap();
    let stats = registry.stats().unwrap();
    assert_eq!((stats.documents, stats.sentences, stats.words), (1, 2, 6));
    let probe = |registry: &Registry, sentences: &[&str]| {
        let new = document("new", sentences);
        registry.probe(&new, &ProbeOptions::default()).unwrap()
    };
    assert_eq!(ids(&probe(&registry, &["abc", "def"])), ["b"]);
    assert!(probe(&registry, &["def", "fed"]).found.is_empty());
    registry
        .register(&[document("a", &["def", "abc"])], None)
        .unwrap();
    assert_eq!(ids(&probe(&registry, &["abc", "def"])), ["a", "b"]);
    registry.verify().unwrap();
}

#[test]
fn long_lists_are_kept_in_blocks() {
    let documents: Vec<Document> = (0..1000)
        .map(|number| document(&format!("{number:04}"), &["abc", "abd"]))
        .collect();
    let mut registry = registry(&documents[..301]);
    for batch in documents[301..].chunks(70) {
        registry.register(batch, None).unwrap();
    }
    registry.verify().unwrap();
    let gone: Vec<DocumentId> = (100..1000)
        .map(|number| format!("{number:04}").into())
        .collect();
    registry.remove(&gone).unwrap();
    registry.verify().unwrap();
    let probed = registry
        .probe(&documents[0], &ProbeOptions::default())
        .unwrap();
    assert_eq!(probed.found.len(), 100);
    registry.register(&documents[500..], None).unwrap();
    registry.verify().unwrap();
    let probed = registry
        .probe(&documents[0], &ProbeOptions::default())
        .unwrap();
    assert_eq!(probed.found.len(), 600);
}

#[test]
fn documents_without_a_sentence_share_nothing() {
    let registry = registry(&[document("old", &["a", "b"])]);
    let probed = registry.probe(&document("new", &["a"]), &ProbeOptions::default());
    let expected = Probed {
        sentences: 0,
        found: Vec::new(),
    };
    assert_eq!(probed.unwrap(), expected);
    registry.verify().unwrap();
}

#[test]
fn a_threshold_out_of_range_is_refused() {
    let registry = registry(&[]);
    for threshold in [0.0, 1.1, f64::NAN] {
        let options = ProbeOptions {
            threshold,
            ..ProbeOptions::default()
        };
        let error = registry
            .probe(&document("new", &["ab"]), &options)
            .unwrap_err();
        let expected = format!("threshold '{threshold}': expected a number above 0 and at most 1");
        assert_eq!(error.to_string(), expected);
    }
}
