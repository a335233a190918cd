//! Whole searches against the slow obvious way: every pair, every feature.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;
use dejalu_base::progress::Silent;
use dejalu_experiment::model::{Decision, Model};
use dejalu_similarity::PreparedDocuments;
use dejalu_similarity::candidates::{self, CandidateOptions, Method};
use dejalu_similarity::measures::Missing;
use dejalu_text::document::Document;

static MODEL: LazyLock<Model> =
    LazyLock::new(|| dejalu_experiment::model::builtin::model().unwrap());

/// Articles in several versions, from a few sentences.
fn collections() -> impl Strategy<Value = Vec<Document>> {
    const SENTENCES: [&str; 14] = [
        "The ferry waits at the old pier until the storm has passed.",
        "A storm broke the northern pier in March, and nobody was hurt.",
        "The harbour master counted 14 boats on Tuesday.",
        "Beetles farm fungus in dead wood and carry it from tree to tree.",
        "The council of Marlow voted for a new library by 9 to 4.",
        "Its roof will carry solar cells that feed the reading room.",
        "Critics say that the money is needed for the school.",
        "The satellite broke into 300 pieces above the Pacific.",
        "Operators moved two other satellites out of the way.",
        "Bread rises faster in a warm kitchen, the baker says.",
        "He has baked since 1974 and never written a recipe down.",
        "The museum lends its oldest map to the town of Aldern.",
        // Nothing to compare by the words that are no stop words, and by phrases.
        "It was not.",
        "!",
    ];
    let document = prop::collection::vec(prop::sample::select(SENTENCES.to_vec()), 1..7);
    prop::collection::vec(document, 2..14).prop_map(|texts| {
        let named = texts.iter().enumerate();
        named
            .map(|(i, text)| Document::plain(format!("d{i:02}"), &text.join(" ")))
            .collect()
    })
}

/// Finds near-duplicates of a collection's documents among the others of it.
fn find_others(collection: &Collection, judge: &Judge, candidates: CandidateOptions) -> Answers {
    let options = FindOptions {
        candidates,
        self_matches: SelfMatches::LeftOut,
        ..FindOptions::default()
    };
    find(collection, collection, judge, &options, &Silent).unwrap()
}

fn all() -> CandidateOptions {
    CandidateOptions {
        method: Method::All,
        ..Default::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn cheap_features_first_never_change_a_decision_or_a_score(
        documents in collections(),
        abstain in prop::sample::select(vec![None, Some(0.01), Some(0.2), Some(0.45)]),
        ceiling in prop::sample::select(vec![None, Some(1.5)]),
        missing in prop::sample::select(vec![Missing::Neutral, Missing::Conventional]),
    ) {
        let mut model = MODEL.clone();
        (model.operating_point.abstain, model.ceiling) = (abstain, ceiling);
        model.features = model.features.with_missing(missing);
        let judge = Judge::model(model.clone());
        let options = DedupeOptions { candidates: all(), all_pairs: true, ..Default::default() };
        let collection = Collection::new(documents);
        let result = dedupe(&collection, &judge, &options, &Silent).unwrap();
        let found = find_others(&collection, &judge, all());

        let originals: Vec<Document> =
            collection.originals().iter().map(|&o| collection.documents()[o as usize].clone()).collect();
        let analyzed = model.analyze(&originals);
        let comparable: PreparedDocuments<'_> = model.comparable(&analyzed).unwrap();
        let (mut expected, mut unsure) = (Vec::new(), Vec::new());
        for (left, &a) in collection.originals().iter().enumerate() {
            for (right, &b) in collection.originals().iter().enumerate().skip(left + 1) {
                // A text without words is compared with none.
                if ![a, b].iter().all(|&it| collection.has_words(it)) {
                    prop_assert!(found.answers[a as usize].matches.iter().all(|it| it.document != b));
                    continue;
                }
                let judged = model.judge(&comparable.vector(left, right));
                let edge = Edge { left: a, right: b, score: judged.score };
                let there = Match { id: collection.documents()[b as usize].id.clone(), document: b, score: judged.score, is_copy: false };
                let answer = &found.answers[a as usize];
                prop_assert_eq!(answer.matches.contains(&there), judged.decision == Decision::Duplicate);
                prop_assert_eq!(answer.unsure.contains(&there), judged.decision == Decision::Unsure);
                match judged.decision {
                    Decision::Duplicate => expected.push(edge),
                    Decision::Unsure => unsure.push(edge),
                    Decision::Distinct => {}
                }
            }
        }
        prop_assert_eq!(&result.edges, &expected);
        prop_assert_eq!(&result.unsure, &unsure);
        prop_assert_eq!((result.counts.duplicates, result.counts.unsure), (expected.len(), unsure.len()));
        // From a higher score on fewer are duplicates; those undecided stay the same.
        let at = model.sure_from() + 0.5;
        let options = DedupeOptions { threshold: Threshold::At(vec![at]), ..options };
        let higher = dedupe(&collection, &judge, &options, &Silent).unwrap();
        let reach = |edge: &&Edge| dejalu_base::threshold::reaches(edge.score, at);
        let above: Vec<Edge> = expected.iter().filter(reach).copied().collect();
        prop_assert_eq!((&higher.edges, &higher.unsure), (&above, &unsure));
        let lower = DedupeOptions { threshold: Threshold::At(vec![model.sure_from() - 0.5]), ..options };
        prop_assert_eq!(dedupe(&collection, &judge, &lower, &Silent).is_err(), abstain.is_some());
        // What is together is connected by duplicates and copies alone.
        let joined = expected.len() + collection.documents().len() - collection.originals().len();
        prop_assert!(collection.documents().len() - result.groupings[0].groups.len() <= joined);
    }

    #[test]
    fn a_rule_finds_what_comparing_all_pairs_finds(documents in collections(), at in prop::sample::select(vec!["0.3", "0.5", "2/3", "0.8"])) {
        let collection = Collection::new(documents);
        for name in ["jaccard", "mwo", "resemblance:w=2", "containment", "fuzzy-document"] {
            let judge = Judge::rule(&format!("{name}={at}"), Default::default()).unwrap();
            let fast = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent);
            let slow = DedupeOptions { candidates: all(), ..Default::default() };
            let slow = dedupe(&collection, &judge, &slow, &Silent);
            prop_assert_eq!(fast.unwrap().groupings, slow.unwrap().groupings, "{}", name);
        }
    }

    #[test]
    fn every_phase_counts_the_documents_that_comparing_all_counts(
        documents in collections(),
        rule in prop::sample::select(vec!["jaccard=0.3", "mwo=0.5", "resemblance:w=2=2/3", "containment=0.8"]),
    ) {
        let collection = Collection::new(documents);
        let judge = Judge::rule(rule, Default::default()).unwrap();
        let found = find_others(&collection, &judge, Default::default());
        // A filter keeps what lies at the threshold, whatever its sum is rounded to.
        let margin = FindOptions {
            candidates: all(),
            at: Some((judge.threshold() - 1e-9).into()),
            self_matches: SelfMatches::LeftOut,
        };
        let every = find(&collection, &collection, &judge, &margin, &Silent).unwrap();
        let others = collection.documents().len() - 1;
        let with_words = (0..=others as u32).filter(|&it| collection.has_words(it)).count();
        for (place, (answer, slow)) in (0..).zip(found.answers.iter().zip(&every.answers)) {
            // What a filter by the rule's own similarity leaves is what the rule finds, but for copies of a text
            // that has nothing to be searched by.
            let is_left = |it: &&Match| !it.is_copy || answer.by_prefix > 0;
            let left = slow.matches.iter().filter(is_left).count();
            prop_assert_eq!(answer.candidates, left);
            prop_assert!(answer.matches.iter().all(|it| slow.matches.contains(it)));
            let phases = [others, answer.by_prefix, answer.by_position, answer.candidates];
            prop_assert!(phases.is_sorted_by(|a, b| a >= b), "{:?}", phases);
            let compared = if collection.has_words(place) { with_words - 1 } else { 0 };
            prop_assert_eq!([slow.by_prefix, slow.by_position, slow.candidates], [compared; 3]);
        }
    }

    #[test]
    fn queries_find_the_pairs_that_deduplication_finds(documents in collections()) {
        let collection = Collection::new(documents);
        let judge = Judge::rule("mwo=0.5", Default::default()).unwrap();
        let grouped = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent).unwrap();
        let found = find_others(&collection, &judge, Default::default());
        for edge in &grouped.edges {
            let matches = &found.answers[edge.left as usize].matches;
            let id = collection.documents()[edge.right as usize].id.clone();
            let expected = Match { id, document: edge.right, score: edge.score, is_copy: false };
            prop_assert!(matches.contains(&expected));
        }
        for (copy, original) in collection.copies_with_originals() {
            let matches = &found.answers[copy as usize].matches;
            prop_assert_eq!(matches.iter().find(|it| it.document == original).map(|it| it.score), Some(1.0));
        }
        let pairs: usize = found.answers.iter().map(|answer| answer.matches.len()).sum();
        prop_assert_eq!(pairs % 2, 0, "every pair from both sides");
    }

    #[test]
    fn what_is_added_changes_the_name_of_no_group_that_stays(
        (before, added) in (collections(), collections()),
        keep in prop::sample::select(vec![Keep::Longest, Keep::First]),
        linkage in prop::sample::select(vec![Linkage::Star, Linkage::Single]),
        comes_first in any::<bool>(),
    ) {
        let judge = Judge::rule("jaccard=0.5", Default::default()).unwrap();
        // Of ids that stand before, between and behind the others.
        let renamed = (0..).zip(added).map(|(i, it): (usize, _)| Document {
            id: format!("{}{i:02}", ["a", "d", "z"][i % 3]).as_str().into(),
            ..it
        });
        let taken = |it: &Document| before.iter().any(|other| other.id == it.id);
        let added: Vec<Document> = renamed.filter(|it| !taken(it)).collect();
        let mut both = [before.clone(), added];
        if comes_first {
            both.reverse();
        }
        let groups = |documents: Vec<Document>| {
            let collection = Collection::new(documents);
            let options = DedupeOptions { keep, linkage, ..Default::default() };
            let result = dedupe(&collection, &judge, &options, &Silent).unwrap();
            let grouping = &result.groupings[0];
            let name = |place: u32| collection.documents()[place as usize].id.to_string();
            let groups = grouping.groups.iter().map(|group| {
                let members: Vec<String> = group.members.iter().map(|&it| name(it)).collect();
                let named = group.members.iter().map(|&it| name(grouping.row(it).group));
                let names: BTreeSet<String> = named.collect();
                (members, names.into_iter().collect::<Vec<_>>())
            });
            groups.collect::<BTreeMap<_, _>>()
        };
        let (old, new) = (groups(before), groups(both.concat()));
        let all: Vec<&Vec<String>> = new.values().collect();
        prop_assert!(all.iter().all(|names| names.len() == 1), "a group has one name");
        prop_assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "and no two have the same");
        for (members, name) in &old {
            if let Some(now) = new.get(members) {
                prop_assert_eq!(name, now);
            }
        }
    }

    #[test]
    fn neither_order_nor_threads_matter(documents in collections(), turn in 0usize..14) {
        let judge = Judge::model(MODEL.clone());
        let run = |documents: &[Document], threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let collection = Collection::new(documents.to_vec());
            let options = DedupeOptions::default();
            pool.install(|| dedupe(&collection, &judge, &options, &Silent).unwrap().groupings)
        };
        let mut turned = documents.clone();
        turned.rotate_left(turn % documents.len());
        let here = run(&documents, 1);
        prop_assert_eq!(&here, &run(&turned, 1));
        prop_assert_eq!(&here, &run(&documents, 2));
    }
}

#[test]
fn a_pair_exactly_at_the_threshold_is_found_and_grouped_by_every_way() {
    // Half of each document's weight is shared, a sum of equal parts; and half of all words.
    let word = |number: usize| format!("w{}x", ["a", "e", "o"][number % 3].repeat(number / 3 + 1));
    let text =
        |from: usize, count: usize| (from..from + count).map(word).collect::<Vec<_>>().join(" ");
    for (rule, shared, count) in [
        ("mwo=0.5", 7, 14),
        ("mwo=1/3", 7, 21),
        ("mwo=0.1", 3, 30),
        ("jaccard=0.333333334", 7, 14),
    ] {
        let documents = [("a", 0), ("b", count - shared)];
        let documents = documents.map(|(id, from)| Document::plain(id, &text(from, count)));
        let collection = Collection::new(documents.to_vec());
        let judge = Judge::rule(rule, Default::default()).unwrap();
        for method in [Method::Auto, Method::Exact, Method::All] {
            let candidates = CandidateOptions {
                method,
                ..Default::default()
            };
            let options = DedupeOptions {
                candidates,
                ..Default::default()
            };
            let grouped = dedupe(&collection, &judge, &options, &Silent).unwrap();
            assert_eq!(grouped.groupings[0].group_of, [0, 0], "{rule} {method:?}");
            let found = find_others(&collection, &judge, candidates);
            assert!(
                found.answers.iter().all(|answer| answer.matches.len() == 1),
                "{rule} {method:?}"
            );
        }
    }
}

#[test]
fn the_loss_is_split_into_what_was_never_asked_and_what_was_denied() {
    let text = |words: &str| Document::plain("", words);
    let mut documents = [
        text("ferry pier storm harbour boat captain"),
        text("ferry pier storm harbour boat sailor"),
        text("ferry pier storm museum map library"),
        text("beetle fungus wood tree bark leaf"),
    ];
    for (number, document) in documents.iter_mut().enumerate() {
        document.id = number.to_string().into();
        document.cluster = Some("one".into());
    }
    let judge = Judge::rule("jaccard=0.6", Default::default()).unwrap();
    let options = DedupeOptions {
        evaluate: true,
        threshold: Threshold::At(vec![0.9, 0.6]),
        ..Default::default()
    };
    let result = dedupe(
        &Collection::new(documents.to_vec()),
        &judge,
        &options,
        &Silent,
    )
    .unwrap();
    let [strict, lax] = &result.quality[..] else {
        panic!("one a threshold")
    };
    assert_eq!((strict.at, lax.at), (0.9, 0.6));
    assert_eq!((lax.agreement.pairs.tp, lax.agreement.pairs.fn_), (1, 5));
    assert_eq!((lax.never_a_candidate, lax.judged_distinct), (5, 0));
    assert_eq!((strict.never_a_candidate, strict.judged_distinct), (5, 1));
}

#[test]
fn copies_come_first_even_of_a_text_without_anything_to_search_by() {
    let collection = |texts: [(&str, &str); 3]| {
        let documents = texts.map(|(id, text)| Document::plain(id, text));
        Collection::new(documents.to_vec())
    };
    let ferry = "The ferry waits at the old pier until the storm has passed.";
    let late = "The ferry waits at the old pier until the storm has passed, says the captain.";
    let said = "It is what it is.";
    let among = collection([("a", late), ("b", ferry), ("c", said)]);
    let queries = collection([("1", ferry), ("2", said), ("3", "Of it and to it!")]);
    let mut model = MODEL.clone();
    let filter = candidates::Filter::new("jaccard".parse().unwrap(), "0.5".parse().unwrap());
    model.blocking = Some(candidates::Blocking {
        filter: filter.unwrap(),
        given: false,
        asked: 0.99,
        duplicates: 1,
        others: Vec::new(),
        kept: 1,
        by_score: Default::default(),
    });
    let rule = Judge::rule("mwo=0.5", Default::default()).unwrap();
    for judge in [rule, Judge::model(model)] {
        let found = find(&queries, &among, &judge, &FindOptions::default(), &Silent).unwrap();
        let found = found.answers.iter().map(|answer| {
            let found = answer.matches.iter();
            found
                .map(|it| (it.document, it.is_copy))
                .collect::<Vec<_>>()
        });
        let found: Vec<_> = found.collect();
        assert_eq!(
            found,
            [vec![(1, true), (0, false)], vec![(2, true)], vec![]]
        );
    }
}

/// Rare near copies of short texts: the scores have one mode, and nothing is near it.
#[test]
fn rare_near_copies_that_stand_apart_are_removed_without_a_label() {
    let word =
        |text: u32, place: u32| format!("w{}", (text * 7_919 + place * place * 104_729) % 50_021);
    let text = |text: u32| (0..60).map(|place| word(text, place)).collect::<Vec<_>>();
    let originals = (0..900).map(|it| (format!("o{it}"), text(it)));
    let copies = (0..120).map(|it| {
        let mut words = text(it);
        words[(it % 60) as usize] = "ferry".into();
        (format!("p{it}"), words)
    });
    let document = |(id, words): (String, Vec<String>)| Document::plain(id, &words.join(" "));
    let collection = Collection::new(originals.chain(copies).map(document).collect());
    let judge = Judge::model(MODEL.clone());
    let options = DedupeOptions::default().with_threshold(Threshold::Auto);
    let found = dedupe(&collection, &judge, &options, &Silent).unwrap();
    assert_eq!(
        found.suggested.as_ref().map(|it| it.basis),
        Some(Basis::Gap)
    );
    let removed: Vec<_> = found
        .removed()
        .map(|(removed, kept)| (removed.as_str(), kept.as_str()))
        .collect();
    assert_eq!(removed.len(), 120);
    assert!(
        removed
            .iter()
            .all(|(removed, kept)| removed[1..] == kept[1..]),
        "{removed:?}"
    );
}

#[test]
fn documents_left_out_of_a_guess_since_they_are_like_many_are_counted() {
    let form = |number: u32| {
        let words = (0..40).map(|place| format!("w{}", place * place * 7 % 997));
        let text = words.chain([format!("x{number}")]).collect::<Vec<_>>();
        Document::plain(format!("f{number}"), &text.join(" "))
    };
    let collection = Collection::new((0..700).map(form).collect());
    let judge = Judge::model(MODEL.clone());
    let options = DedupeOptions::default()
        .with_threshold(Threshold::Auto)
        .with_boilerplate(Boilerplate::Keep);
    let found = dedupe(&collection, &judge, &options, &Silent).unwrap();
    let suggested = found.suggested.unwrap();
    assert!(suggested.sample.left_out > 600, "{suggested:?}");
    assert!(suggested.sample.is_part());
    let said = format!(
        "without {} documents that are like many in it",
        suggested.sample.left_out
    );
    assert!(suggested.reason().contains(&said), "{}", suggested.reason());
}
