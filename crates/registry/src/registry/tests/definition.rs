//! A probe equals the definition (004, section 5), computed directly against every registered
//! document, whatever the order of registration.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::{CopyRule, Cuts};

/// A document as sentences of letters.
type Sentences = Vec<String>;

/// Refined words without repeated words, sentences of one word and repeated sentences.
fn chunked(sentences: &Sentences, ignored: &BTreeSet<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for sentence in sentences {
        let mut words = String::new();
        for word in sentence.chars() {
            if !words.contains(word) {
                words.push(word);
            }
        }
        if words.len() > 1 && !kept.contains(&words) && !ignored.contains(&words) {
            kept.push(words);
        }
    }
    kept
}

/// OP_r: exact matches leave both documents, the rest is matched one to one, the largest overlap
/// first.
fn overlap_percentage(probed: &[String], registered: &[String], least: (u32, u32)) -> f64 {
    let exact = |one: &[String], other: &[String]| -> Vec<String> {
        let rest = one.iter().filter(|sentence| !other.contains(sentence));
        rest.cloned().collect()
    };
    let (here, there) = (exact(probed, registered), exact(registered, probed));
    let em = probed.len() - here.len();
    let mut pairs = Vec::new();
    for (i, new) in here.iter().enumerate() {
        for (j, old) in there.iter().enumerate() {
            let common = new.chars().filter(|&word| old.contains(word)).count() as u32;
            let words = new.len() as u32;
            if common > 0 && common * least.1 >= words * least.0 {
                pairs.push((common, words, i, j));
            }
        }
    }
    let (mut som, mut used) = (0.0, (BTreeSet::new(), BTreeSet::new()));
    // Stable: ties stay in the order of the probed document, then of the registered one.
    pairs.sort_by(|a, b| (b.0 * a.1).cmp(&(a.0 * b.1)));
    for (common, words, i, j) in pairs {
        if !used.0.contains(&i) && !used.1.contains(&j) {
            used.0.insert(i);
            used.1.insert(j);
            som += f64::from(common) / f64::from(words);
        }
    }
    match probed.len().min(registered.len()) {
        0 => 0.0,
        shorter => (em as f64 + som) / shorter as f64,
    }
}

fn sentences() -> impl Strategy<Value = Sentences> {
    let sentence = prop::collection::vec(0..7u8, 1..7).prop_map(|letters| {
        letters
            .iter()
            .map(|&letter| char::from(b'a' + letter))
            .collect()
    });
    prop::collection::vec(sentence, 0..6)
}

fn named(documents: &[Sentences]) -> Vec<Document> {
    let document = |(number, sentences): (usize, &Sentences)| {
        let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
        document(&number.to_string(), &sentences)
    };
    documents.iter().enumerate().map(document).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_probe_equals_the_definition_for_any_order_of_registration(
        documents in prop::collection::vec(sentences(), 1..8),
        order in Just((0..8usize).collect::<Vec<_>>()).prop_shuffle(),
        batch in 1..5usize,
        removed in 0..8usize,
        again in any::<bool>(),
        probed in sentences(),
        ignored in prop::collection::btree_set("[a-g]{2}", 0..3),
        least in prop::sample::select(vec![(1, 2), (3, 5), (3, 4), (4, 5), (9, 10), (1, 1)]),
        scam in any::<bool>(),
    ) {
        let named = named(&documents);
        let mut registry = registry(&[]);
        let in_order: Vec<Document> =
            order.iter().filter_map(|&place| named.get(place).cloned()).collect();
        for batch in in_order.chunks(batch) {
            registry.register(batch, None).unwrap();
        }
        if let Some(document) = named.get(removed) {
            registry.remove(std::slice::from_ref(&document.id)).unwrap();
            if again {
                registry.register(std::slice::from_ref(document), None).unwrap();
            }
        }
        registry.verify().unwrap();

        let none = BTreeSet::new();
        let ignored = ignored.into_iter().filter(|words| words[..1] != words[1..]).collect();
        let mut options = ProbeOptions {
            rule: if scam { CopyRule::Scam } else { CopyRule::OsCds },
            threshold: f64::from(least.0) / f64::from(least.1),
            ..ProbeOptions::default()
        };
        let words: Vec<&str> = Iterator::collect(BTreeSet::iter(&ignored).map(String::as_str));
        options.ignore(&document("ignored", &words), registry.analyzer());
        let probe: Vec<&str> = probed.iter().map(String::as_str).collect();
        let answer = registry.probe(&document("new", &probe), &options).unwrap();

        prop_assert_eq!(answer.sentences, chunked(&probed, &ignored).len());
        let mut expected = BTreeMap::new();
        for (number, sentences) in documents.iter().enumerate() {
            // SCAM is OS-CDS at a threshold that no overlap reaches.
            let least = if scam { (2, 1) } else { least };
            let [new, old] = [&probed, sentences].map(|it| chunked(it, &ignored));
            let overlap = overlap_percentage(&new, &old, least);
            let there = number != removed || again;
            if there && Cuts::default().class(overlap).is_some() {
                expected.insert(number.to_string(), (overlap, old.len()));
            }
        }
        let found: BTreeMap<String, (f64, usize)> = answer
            .found
            .iter()
            .map(|found| (found.id.to_string(), (found.overlap, found.sentences)))
            .collect();
        prop_assert_eq!(found, expected);
        let descending = answer.found.windows(2).all(|two| {
            (two[0].overlap, &two[1].id) > (two[1].overlap, &two[0].id)
        });
        prop_assert!(descending);
        let listed: Vec<usize> = registry.list().unwrap().iter().map(|it| it.sentences).collect();
        let lengths = documents.iter().enumerate();
        let lengths: Vec<usize> = lengths
            .filter(|(number, _)| *number != removed || again)
            .map(|(_, it)| chunked(it, &none).len())
            .collect();
        prop_assert_eq!(listed, lengths);
    }
}
