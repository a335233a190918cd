//! The laws that every measure of the table obeys.

use serde_json::{Map, Value};

use super::*;
use crate::corpus::{CorpusStats, CorrelationLimits, Needs, TermWeights};
use dejalu_text::document::{Builder, Document, FieldKind};
use dejalu_text::sorted::distinct;
use dejalu_text::{AnalyzedDocument, Analyzer, TermId, analyze_all, shingles};

/// Documents of every awkward kind, with neighbours that make the measures work.
fn documents() -> Vec<Document> {
    let ferry = "The ferry waits at the pier. A storm broke the old pier in March. Nobody was hurt, the harbour master said.";
    let mut documents: Vec<Document> = [
        ferry,
        "The ferry is waiting at the pier. A storm broke the pier in March! Nobody was hurt.",
        "Beetles farm fungus in dead wood. One tree they spare.",
        "Beetles farm fungi in wood. They spare one tree, and nobody knows why. The ferry waits at the pier.",
        "ferry",
        "3.14 2026 77",
        "the of and to",
        "",
        "… !? —",
        "渡し船は桟橋で待っている。嵐が桟橋を壊した。",
        "Η θάλασσα. The sea, the sea, the sea, the sea, the sea!",
    ]
    .iter()
    .zip(0..)
    .map(|(text, i)| Document::plain(format!("{i}"), text))
    .collect();
    let page = Builder::new("page")
        .block(FieldKind::Title.into(), "Ferry news")
        .block(FieldKind::AnchorSameSite.into(), "More ferry news")
        .block(FieldKind::Main.into(), ferry);
    documents.push(page.build());
    let markup = format!(
        "<title>Ferry F40</title><h1>Ferry news</h1><p>{ferry}<p>In 1998 Ann saw 13 beetles (10.1000/182)."
    );
    documents.push(Document::html(
        "markup",
        &markup,
        Some("https://example.org/ferry"),
    ));
    let markup = "<h1>Beetle news</h1><ul><li>The ferry waits at the pier.<li>Wood</ul>";
    documents.push(Document::html("list", markup, None));
    documents.extend(records(ferry));
    let values = [
        "2015-01-01",
        "2015-01-02",
        "13/02/2020",
        "03/04/2020 10:00 +0200",
        "12 Pier St Apt 3",
        "12A Pier St #3",
        "5 kg",
        "5",
        "-$5",
        "Rs.5.01",
        "Clip art (v2.1, 1.5TB)",
        "clipart v2.10 [feat. Ann]",
    ];
    documents.extend(values.map(|value| Document::plain(value, value)));
    documents
}

/// Three records: of a work, of the same as another source writes it, and one with a title alone.
fn records(ferry: &str) -> Vec<Document> {
    let whole = [
        ("title", "Wages of net menders in the northern ports"),
        ("author", "Norling, Eva; Osei, Martha"),
        ("journal", "Labour and Sea"),
        ("year", "1999"),
        ("volume", "12"),
        ("number", "3"),
        ("pages", "101-120"),
        ("doi", "10.5555/las.101"),
        ("isbn", "0957-9672"),
        ("abstract", ferry),
    ];
    let cut = [
        (
            "title",
            "Wages of net menders in the northern ports: an account",
        ),
        ("author", "Norling E, Zhao L"),
        ("year", "2000"),
        ("pages", "101-20"),
    ];
    let record = |id: &str, fields: &[(&str, &str)]| {
        let empty = Builder::new(id);
        let all = fields.iter().fold(empty, |record, (name, value)| {
            record.named(&(*name).into(), FieldKind::Main.into(), value)
        });
        all.build()
    };
    vec![
        record("whole", &whole),
        record("cut", &cut),
        record("bare", &[("title", "Editorial")]),
    ]
}

/// The places of two documents of which every measure can compare one: a page, and a record.
const ORDINARY: [usize; 2] = [12, 14];
/// The place of a document that none can.
const EMPTY: usize = 7;

/// Each measure with its defaults, and with every other value of its enumerated parameters.
fn measures() -> Vec<AnyMeasure> {
    let mut all = Vec::new();
    for entry in catalogue() {
        let plain = entry.measure();
        for (name, values) in [
            ("direction", &["max", "min", "combined"][..]),
            ("scope", &["document", "sentence"]),
            ("place", &["middle", "edge"]),
            ("normalised", &["true"]),
            ("k", &["3"]),
            ("w", &["1", "9"]),
            ("n", &["1", "9"]),
            ("lexicons", &["5"]),
        ] {
            if !plain.parameters().contains_key(name) {
                continue;
            }
            for value in values {
                let value = serde_json::from_str(value).unwrap_or(Value::String(value.to_string()));
                let parameters = Map::from_iter([(name.to_string(), value)]);
                all.extend(entry.with(parameters));
            }
        }
        all.push(plain);
    }
    all
}

fn comparisons(
    measure: &AnyMeasure,
    documents: &[AnalyzedDocument],
    stats: &CorpusStats,
) -> Comparisons<'static> {
    let mut tables = Tables::new(documents, stats);
    measure.enter(&mut tables, Missing::Neutral);
    tables.finish()
}

/// Of the one measure that there is; `None` where it is missing.
fn similarity(of: &Comparisons, left: usize, right: usize) -> Option<f64> {
    let mut value = [0.0];
    of.similarities(left, right, &mut value);
    (!value[0].is_nan()).then_some(value[0])
}

fn similarities(
    documents: &[Document],
    measure: &AnyMeasure,
    stats: &CorpusStats,
) -> Vec<Vec<Option<f64>>> {
    let analyzed = analyze_all(&Analyzer::new(Default::default()), documents);
    let views = comparisons(measure, &analyzed, stats);
    let row = |i| {
        (0..documents.len())
            .map(|j| similarity(&views, i, j))
            .collect()
    };
    (0..documents.len()).map(row).collect()
}

fn stats() -> CorpusStats {
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents());
    let needs = measures().iter().fold(Needs::NOTHING, |needs, measure| {
        needs.union(measure.needs())
    });
    let all = CorrelationLimits {
        factor: 0.0,
        documents: 1,
        neighbours: usize::MAX,
    };
    let stats = CorpusStats::collect(&analyzed, needs, &all).unwrap();
    stats.with_term_weights(Some(term_weights(&analyzed)))
}

/// A weight for every other term of these documents.
fn term_weights(documents: &[AnalyzedDocument]) -> TermWeights {
    let terms = documents.iter().flat_map(shingles::terms).step_by(2);
    let terms = distinct(terms.map(TermId));
    let weights = terms.into_iter().zip([-2.0, 0.5, 1.0].into_iter().cycle());
    TermWeights::new(weights.collect(), 0.5, |terms| {
        vec![String::new(); terms.len()]
    })
}

#[test]
fn defaults_are_accepted_and_names_are_unique() {
    let names: Vec<&str> = catalogue()
        .iter()
        .map(|entry| entry.measure().entry().name)
        .collect();
    let all = names.len();
    assert_eq!(distinct(names).len(), all);
}

#[test]
fn similarities_lie_between_0_and_1_and_are_symmetric_to_the_bit() {
    let stats = stats();
    for measure in measures() {
        let table = similarities(&documents(), &measure, &stats);
        for (i, row) in table.iter().enumerate() {
            for (j, &there) in row.iter().enumerate() {
                let back = table[j][i];
                let bits = |similarity: Option<f64>| similarity.map(f64::to_bits);
                assert_eq!(bits(there), bits(back), "{measure:?} {i} {j}");
                let within = there.is_none_or(|it| (0.0..=1.0).contains(&it));
                assert!(within, "{measure:?} {i} {j}: {there:?}");
            }
        }
    }
}

#[test]
fn a_document_is_itself_and_an_empty_one_has_nothing_to_compare() {
    let (documents, stats) = (documents(), stats());
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
    for measure in measures() {
        let views = comparisons(&measure, &analyzed, &stats);
        for i in 0..documents.len() {
            let own = similarity(&views, i, i);
            let is_one = own.is_none_or(|own| (own - 1.0).abs() < 1e-12);
            assert!(is_one, "{measure:?} {i}: {own:?}");
            for j in 0..documents.len() {
                let is_known = similarity(&views, i, j).is_some();
                assert_eq!(
                    views.are_comparable(i, j),
                    [is_known],
                    "{measure:?} {i} {j}"
                );
            }
        }
        assert!(!views.are_comparable(EMPTY, EMPTY)[0], "{measure:?}");
        let is_compared = |&place: &usize| views.are_comparable(place, place)[0];
        assert!(ORDINARY.iter().any(is_compared), "{measure:?}");
        assert!(
            (0..documents.len()).all(|i| similarity(&views, i, EMPTY).is_none()),
            "{measure:?}"
        );
    }
}

#[test]
fn neither_the_order_of_documents_nor_the_number_of_threads_matters() {
    let stats = stats();
    let reversed: Vec<Document> = documents().into_iter().rev().collect();
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    };
    for measure in measures() {
        let one = pool(1).install(|| similarities(&documents(), &measure, &stats));
        let two = pool(2).install(|| similarities(&documents(), &measure, &stats));
        let mut back = similarities(&reversed, &measure, &stats);
        back.reverse();
        back.iter_mut().for_each(|row| row.reverse());
        assert_eq!(one, two, "{measure:?}");
        assert_eq!(one, back, "{measure:?}");
    }
}

#[test]
fn a_document_that_is_analysed_no_further_than_a_measure_reads_is_the_same_to_it() {
    let (documents, stats) = (documents(), stats());
    let analyzer = Analyzer::new(Default::default());
    let whole = analyze_all(&analyzer, &documents);
    let of_fields = measures();
    let of_fields = of_fields.into_iter().flat_map(|measure| {
        let of = |field| measure.clone().of_field(Some(field));
        [of("title"), of("abstract"), measure]
    });
    for measure in of_fields {
        let scope = measure.scope();
        let within = documents.iter();
        let within: Vec<AnalyzedDocument> = within
            .map(|it| analyzer.analyze_within(it, &scope))
            .collect();
        let [whole, within] = [&whole, &within].map(|it| comparisons(&measure, it, &stats));
        for i in 0..documents.len() {
            for j in 0..documents.len() {
                let [whole, within] = [&whole, &within].map(|it| similarity(it, i, j));
                assert_eq!(
                    whole,
                    within,
                    "{measure:?} of {:?}: {i} {j}",
                    measure.field()
                );
            }
        }
    }
}

#[test]
fn directed_values_combine_to_the_similarity() {
    let (documents, stats) = (documents(), stats());
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
    for measure in measures() {
        let views = comparisons(&measure, &analyzed, &stats);
        let direction = measure.parameters().get("direction").cloned();
        let (Some(values), Some(direction)) = (views.directed(0, 3)[0], direction) else {
            continue;
        };
        let combined = match direction.as_str() {
            Some("max") => values[0].max(values[1]),
            Some("min") => values[0].min(values[1]),
            _ => values[0] * values[1],
        };
        assert_eq!(similarity(&views, 0, 3), Some(combined), "{measure:?}");
    }
}

#[test]
fn what_is_searched_by_sketches_is_the_similarity() {
    let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents());
    let stats = stats();
    for measure in measures() {
        let Some(overlap) = measure.overlap() else {
            assert_eq!(measure.sketch(&analyzed[0], &stats), None);
            continue;
        };
        let sketches: Vec<Sketch> = analyzed
            .iter()
            .filter_map(|document| measure.sketch(document, &stats))
            .collect();
        assert_eq!(sketches.len(), analyzed.len());
        let of = comparisons(&measure, &analyzed, &stats);
        for (left, a) in sketches.iter().enumerate() {
            assert!(a.values.is_sorted_by(|x, y| x < y), "{measure:?}");
            for (right, b) in sketches.iter().enumerate() {
                let by_sketch = by_sketches(overlap, a, b);
                assert_eq!(
                    by_sketch,
                    similarity(&of, left, right).unwrap_or(0.0),
                    "{measure:?} {left} {right}"
                );
            }
        }
    }
}

fn by_sketches(overlap: Overlap, a: &Sketch, b: &Sketch) -> f64 {
    let there = |value| b.values.binary_search(value).ok();
    let common = a
        .values
        .iter()
        .enumerate()
        .filter_map(|(i, value)| Some((i, there(value)?)));
    let (lengths, shared) = (
        [a.values.len(), b.values.len()],
        common.clone().count() as f64,
    );
    match overlap {
        _ if lengths.contains(&0) => 0.0,
        Overlap::Jaccard => shared / (lengths[0] as f64 + lengths[1] as f64 - shared),
        Overlap::Containment(direction) => {
            direction.combine(lengths.map(|length| shared / length as f64))
        }
        Overlap::Shares => {
            let sum: f64 = common.map(|(i, j)| a.shares[i].min(b.shares[j])).sum();
            sum.min(1.0)
        }
    }
}

#[test]
fn unknown_names_and_parameters_are_refused_with_a_remedy() {
    let error = AnyMeasure::new("jacard", Map::new())
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "there is no measure 'jacard' (did you mean 'jaccard'?)"
    );
    let parameters = Map::from_iter([("w".to_string(), Value::from(0))]);
    let error = AnyMeasure::new("containment", parameters)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("w is 0, expected a whole number from 1"),
        "{error}"
    );
}
