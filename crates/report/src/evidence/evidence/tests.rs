//! The evidence of whole documents.

// Lists of one range are meant.
#![allow(clippy::single_range_in_vec_init)]

use proptest::prelude::*;

use super::*;
use dejalu_similarity::corpus::Correlations;
use dejalu_similarity::measures::View;
use dejalu_similarity::measures::fuzzy::Sentences;
use dejalu_similarity::{FeatureSet, PreparedDocuments};
use dejalu_text::document::Document;
use dejalu_text::{Analyzer, TermId};

fn gather_with(documents: &[Document; 2], stats: &CorpusStats) -> Evidence {
    let analyzer = Analyzer::new(Default::default());
    let analyzed = documents
        .each_ref()
        .map(|document| analyzer.analyze(document));
    Evidence::new(
        documents.each_ref(),
        analyzed.each_ref(),
        stats,
        &Thresholds::default(),
    )
}

fn gather(left: &str, right: &str) -> Evidence {
    let documents = [Document::plain("a", left), Document::plain("b", right)];
    gather_with(&documents, &CorpusStats::default())
}

/// The matches as `kind left right`, with a `>` where they moved.
fn listed(evidence: &Evidence) -> Vec<String> {
    let line = |it: &SentenceMatch| {
        let [left, right] = &it.sentences;
        let moved = if it.moved { " >" } else { "" };
        format!("{:?} {left:?} {right:?}{moved}", it.kind)
    };
    evidence.matches.iter().map(line).collect()
}

const NEWS: [&str; 6] = [
    "Storm Imke tore the seaward end off the ferry pier at Vellan.",
    "Waves of seven metres broke through the timber decking before dawn.",
    "Nobody was hurt because the night watchman had left early.",
    "Divers found eleven broken piles and a crack in the concrete head.",
    "The council hopes to have a steel pontoon in place by December.",
    "Milk is rationed in the village shop to two litres a household.",
];

fn text(sentences: &[usize]) -> String {
    sentences
        .iter()
        .map(|&i| NEWS[i])
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_document_and_itself_are_the_main_diagonal() {
    let all = text(&[0, 1, 2, 3, 4, 5]);
    let evidence = gather(&all, &all);
    assert_eq!(
        evidence.equal.pairs(),
        [0, 1, 2, 3, 4, 5].map(|place| [place, place])
    );
    assert_eq!(evidence.runs.len(), 1);
    assert_eq!(evidence.figures.odds(), 100.0);
    assert!(evidence.sides.iter().all(|side| side.alone.is_empty()));
}

#[test]
fn sentences_in_reverse_order_are_the_other_diagonal() {
    let evidence = gather(&text(&[0, 1, 2, 3, 4, 5]), &text(&[5, 4, 3, 2, 1, 0]));
    assert_eq!(
        evidence.equal.pairs(),
        [0, 1, 2, 3, 4, 5].map(|place| [place, 5 - place])
    );
    assert_eq!(evidence.runs.len(), 6);
    assert_eq!(evidence.matches.iter().filter(|it| it.moved).count(), 5);
    assert_eq!(evidence.figures.resemblance, [1.0, 1.0]);
}

#[test]
fn a_subset_lies_within_and_the_unrelated_nowhere() {
    // The first three test cases of 000, section 3.3.
    let subset = gather(&text(&[1, 2, 3]), &text(&[0, 1, 2, 3, 4, 5]));
    assert_eq!(subset.equal.pairs(), [[0, 1], [1, 2], [2, 3]]);
    assert_eq!(
        subset.figures,
        Figures {
            resemblance: [1.0, 0.5],
            overlap: [1.0, 0.5]
        }
    );
    assert_eq!(subset.sides[1].alone, [0..1, 4..6]);

    let with_others = gather(&text(&[1, 2, 3]), &text(&[4, 1, 5, 2, 3]));
    assert_eq!(with_others.equal.pairs(), [[0, 1], [1, 3], [2, 4]]);
    assert_eq!(with_others.runs.len(), 2);

    let unrelated = gather(&text(&[0, 1, 2]), &text(&[3, 4, 5]));
    assert!(unrelated.equal.count() == 0 && unrelated.matches.is_empty());
    assert_eq!(unrelated.figures, Figures::default());
    assert_eq!(unrelated.sides[0].alone, [0..3]);
}

#[test]
fn a_passage_that_moved_is_told_from_what_stayed() {
    let evidence = gather(&text(&[0, 1, 2, 3, 4, 5]), &text(&[4, 5, 0, 1, 2, 3]));
    let runs: Vec<_> = evidence
        .runs
        .iter()
        .map(|it| (it.sentences.clone(), it.moved))
        .collect();
    assert_eq!(runs, [([0..4, 2..6], false), ([4..6, 0..2], true)]);
}

#[test]
fn repeated_sentences_find_their_own_repetition() {
    let evidence = gather(&text(&[0, 1, 0, 2]), &text(&[0, 1, 0, 2]));
    assert_eq!(
        listed(&evidence),
        [
            "Identical 0..1 0..1",
            "Identical 1..2 1..2",
            "Identical 2..3 2..3",
            "Identical 3..4 3..4"
        ]
    );
    assert_eq!(evidence.equal.count(), 6);
    // One more repetition on the right has no counterpart left.
    let evidence = gather(&text(&[0, 1]), &text(&[0, 0, 1]));
    assert_eq!(evidence.matches.len(), 2);
    assert_eq!(evidence.sides[1].alone.len(), 1);
    assert_eq!(evidence.figures.resemblance, [1.0, 1.0]);
}

#[test]
fn a_sentence_said_ten_thousand_times_is_no_trouble() {
    let often = |count: usize, end: &str| {
        let text = "Boats wait at the pier. ".repeat(count);
        format!("{text}{end}")
    };
    let evidence = gather(&often(10_000, NEWS[5]), &often(9_000, NEWS[4]));
    assert_eq!(evidence.equal.count(), 90_000_000);
    assert_eq!(evidence.matched(0, &[MatchKind::Identical]), 9_000);
    assert_eq!(evidence.runs.len(), 1);
    assert_eq!(evidence.sides[0].alone, [9_000..10_001]);
    assert_eq!(evidence.sides[1].alone, [9_000..9_001]);
    let [left, right] = evidence.figures.overlap;
    assert_eq!([left, right], [9_000.0 / 10_001.0, 9_000.0 / 9_001.0]);
    assert_eq!(evidence.figures.resemblance[0], 10_000.0 / 10_001.0);
}

#[test]
fn every_kind_of_change_is_named() {
    let left = "The storm tore the seaward end off the old ferry pier at Vellan harbour on Monday night. \
        Waves of seven metres broke through the timber decking, and divers found eleven broken piles underneath. \
        Nobody was hurt. The watchman had left early. \
        The council hopes to have a steel pontoon in place by December, says its leader Oxley.";
    let right = "The storm tore the seaward end off the old ferry pier at Vellan harbour on Tuesday night. \
        Waves of seven metres broke through the timber decking. Divers found eleven broken piles underneath. \
        Nobody was hurt as the watchman had left early. \
        Leader Oxley expects a temporary steel pontoon before December. Cheese is cheap.";
    let evidence = gather(left, right);
    assert_eq!(
        listed(&evidence),
        [
            "Altered 0..1 0..1",
            "Split 1..2 1..3",
            "Merged 2..4 3..4",
            "Rewritten 4..5 4..5",
        ]
    );
    assert_eq!(evidence.sides[1].alone, [5..6]);
    assert_eq!(
        evidence.matched(0, &[MatchKind::Merged, MatchKind::Split]),
        3
    );
    let changed = &evidence.matches[0].difference;
    assert_eq!(changed.only(0).collect::<Vec<_>>(), [15..16]);
    assert_eq!(changed.only(1).collect::<Vec<_>>(), [15..16]);
}

#[test]
fn a_sentence_with_another_number_or_name_does_not_stand() {
    let altered = |left: &str, right: &str| {
        let evidence = gather(left, right);
        let kinds: Vec<MatchKind> = evidence.matches.iter().map(|it| it.kind).collect();
        assert_eq!(
            evidence.contained(0),
            [kinds[0].is_contained()],
            "{left} {right}"
        );
        kinds[0]
    };
    let sentence = |value: &str| {
        format!(
            "The old ferry waits at the new pier of the {value} until the autumn storm is over."
        )
    };
    for [one, other, kind] in [
        ["12 boats", "13 boats", "Altered"],
        ["village of Vellan", "village of Orrow", "Altered"],
        ["harbour on 3 May 1998", "harbour on 4 May 1998", "Altered"],
        ["big harbour", "wide harbour", "Reworded"],
        ["village of Vellan", "Village of Vellan", "Identical"],
    ] {
        let found = altered(&sentence(one), &sentence(other));
        assert_eq!(format!("{found:?}"), kind, "{one} {other}");
    }
    // Numbers in another order are others; names are not.
    let boats = |one: u8, other: u8| {
        sentence(&format!(
            "{one} boats and {other} men who came home at dawn"
        ))
    };
    assert_eq!(altered(&boats(7, 9), &boats(9, 7)), MatchKind::Altered);
    assert_eq!(
        altered(
            "At Vellan the old ferry waits for Imke until the storm is over.",
            "For Imke the old ferry waits at Vellan until the storm is over."
        ),
        MatchKind::Reworded
    );
}

#[test]
fn a_table_of_other_figures_stands_nowhere() {
    let table = |shift: u32| {
        let rows = (0..12).map(|row| format!("<tr><td>Harbour<td>{}", 100 + shift + row));
        Document::html(
            "a",
            &format!("<table>{}</table>", rows.collect::<String>()),
            None,
        )
    };
    let evidence = gather_with(&[table(0), table(50)], &CorpusStats::default());
    assert_eq!(evidence.sides[0].sentences.len(), 24);
    let standing = evidence
        .contained(0)
        .iter()
        .filter(|&&stands| stands)
        .count();
    assert_eq!(standing, 12, "the cells that say 'Harbour'");
    let same = gather_with(&[table(0), table(0)], &CorpusStats::default());
    assert!(same.contained(0).iter().all(|&stands| stands));
}

#[test]
fn entries_that_are_gone_from_a_list_are_missed() {
    let goods = [
        "rope", "tar", "nails", "canvas", "lamps", "oil", "flour", "salt", "pork", "beans",
        "coffee", "sugar", "tea", "rice", "candles", "soap", "paint", "brushes", "timber", "glass",
    ];
    let list = |names: &[&str], between: &str| {
        let entries = names.iter().map(|name| format!("{name} for the old ferry"));
        entries.collect::<Vec<_>>().join(between)
    };
    for between in ["\n", "; ", ", "] {
        let whole = list(&goods, between);
        let shorter = list(&[&goods[..9], &goods[12..]].concat(), between);
        let evidence = gather(&whole, &shorter);
        assert_eq!(evidence.sides[0].alone, [9..12], "{between:?}");
        assert!(evidence.sides[1].alone.is_empty());
        assert!(
            evidence
                .matches
                .iter()
                .all(|it| it.kind == MatchKind::Identical)
        );
    }
    // Nor is one hidden in a sentence that is no list.
    let long = |more: &str| {
        let words = goods.map(|name| format!("{name} un{name} out{name}"));
        format!("{} {more}", words.join(" "))
    };
    let lost = "with cheese butter milk onions apples pears plums cherries grapes";
    let evidence = gather(&long(lost), &long(""));
    assert_eq!(evidence.matches[0].kind, MatchKind::Altered);
}

#[test]
fn thousands_of_near_repeats_find_their_own() {
    let text = |place: &str| {
        let rows = (0..3_000).map(|n| {
            format!(
                "The ferry number {n} waits at the old pier of the {place} harbour until noon. "
            )
        });
        rows.collect::<String>()
    };
    let evidence = gather(&text("northern"), &text("southern"));
    assert!(!evidence.is_complete);
    assert_eq!(evidence.matches.len(), 3_000);
    let own = |it: &SentenceMatch| it.sentences[0] == it.sentences[1] && !it.moved;
    assert!(evidence.matches.iter().all(own));
    // So many pairs are kept, not all nine million.
    assert!(evidence.equal.count() <= 2 * 64 * 3_000);
    assert!(gather(NEWS[0], NEWS[1]).is_complete);
}

#[test]
fn documents_without_words_have_nothing_in_common() {
    for (left, right) in [
        ("", ""),
        ("", NEWS[0]),
        ("...", "It was so."),
        (NEWS[0], "12 34."),
    ] {
        let evidence = gather(left, right);
        assert!(evidence.matches.is_empty() && evidence.equal.count() == 0);
        assert_eq!(evidence.figures, Figures::default());
    }
}

#[test]
fn pages_are_matched_across_their_markup() {
    let one = "<h1>Harbour</h1><p>Storm Imke tore the pier. Waves broke the decking.</p>";
    let other = "<p>Waves broke the decking.</p><h2>Harbour</h2><ul><li>Cheese is cheap.</ul>";
    let documents = [
        Document::html("a", one, None),
        Document::html("b", other, None),
    ];
    let evidence = gather_with(&documents, &CorpusStats::default());
    let nodes = evidence.sides.each_ref().map(|side| {
        let sentences = side.sentences.len();
        side.hierarchy.node_of_sentence(sentences)
    });
    let pairs = evidence.equal.pairs().into_iter();
    let edges = pairs.map(|[left, right]| [nodes[0][left as usize], nodes[1][right as usize]]);
    assert_eq!(edges.collect::<Vec<_>>(), [[1, 2], [2, 1]]);
}

#[test]
fn resemblance_is_that_of_the_measure() {
    let pairs = dejalu_experiment::model::builtin::pairs().unwrap();
    let stats = dejalu_experiment::model::builtin::model()
        .unwrap()
        .statistics;
    let features = FeatureSet::parse("fuzzy-resemblance fuzzy-overlap").unwrap();
    let analyzer = Analyzer::new(Default::default());
    for (one, other) in [(0, 1), (2, 4), (3, 10)] {
        let documents = [pairs.documents[one].clone(), pairs.documents[other].clone()];
        let evidence = gather_with(&documents, &stats);
        let analyzed = documents
            .each_ref()
            .map(|document| analyzer.analyze(document));
        let comparable = PreparedDocuments::new(&analyzed, &features, &stats).unwrap();
        let Figures {
            resemblance,
            overlap,
        } = evidence.figures;
        assert_eq!(
            comparable.directed(0, 1),
            [Some(resemblance), Some(overlap)]
        );
    }
}

/// 000, section 4.3, example 5: three pairs of sentences and the factors between words of theirs
/// that a reference collection must give so that each pair is the same. The thesis does not print
/// its own factors.
#[test]
fn the_reworded_sentences_of_example_5_are_equal_with_these_correlations() {
    let pairs = [
        [
            "Al-Sistani arrived around 1:40 p.m. (12:40 GMT) at Heathrow Airport west of London, \
             Jaffar Bassam, a spokesman for the Imam Ali foundation, al-Sistani's liaison office in \
             London, told The Associated Press.",
            "Sistani arrived yesterday afternoon at Heathrow Airport, west of London, Jaffar Bassam, \
             a spokesman for the Imam Ali foundation, Sistani's liaison office in London, told The \
             Associated Press.",
        ],
        [
            "LONDON, England (AP) – Iraq's top Shiite Muslim cleric, Grand Ayatollah Ali al-Sistani, \
             arrived Friday in Britain, where he is expected to receive treatment for a heart \
             condition, a spokesman said.",
            "Iraq's top Shi'ite Muslim cleric, Grand Ayatollah Ali al-Sistani, travelled to Britain, \
             where treatment is expected to be received by him for a heart condition, a spokesman \
             said.",
        ],
        [
            "Al-Sistani flew into Heathrow on a scheduled Middle East Airlines flight from Beirut, \
             Lebanon, where he stopped earlier Friday on a chartered jet from Iraq.",
            "Sistani flew into Heathrow on a scheduled Middle East Airlines flight from Beirut, \
             Lebanon, where he stopped earlier yesterday on a chartered jet from Iraq.",
        ],
    ];
    let factors = [
        ("alsistani", "sistani", 0.9),
        ("alsistani", "ayatollah", 0.8),
        ("arriv", "travel", 0.6),
        ("friday", "yesterday", 0.5),
        ("gmt", "afternoon", 0.4),
        ("england", "britain", 0.8),
        ("london", "britain", 0.7),
        ("ap", "spokesman", 0.4),
    ];
    let table = factors.map(|(one, other, factor)| (TermId::of(one), TermId::of(other), factor));
    println!("injected correlation factors:");
    factors
        .iter()
        .for_each(|(one, other, factor)| println!("  {one:10} {other:10} {factor}"));
    let injected = CorpusStats::with_correlations(Correlations::from_factors(table));
    let bundled = dejalu_experiment::model::builtin::model()
        .unwrap()
        .statistics;
    let none = CorpusStats::default();

    let thresholds = Thresholds::default();
    let similarities = |pair: &[&str; 2], stats: &CorpusStats| {
        let analyzer = Analyzer::new(Default::default());
        let [left, right] = pair.map(|text| {
            let document = analyzer.analyze(&Document::plain("a", text));
            let words = document.body_words().map(|word| word.term).collect();
            Sentences::new([words], stats.correlations())
        });
        left.join(&right).of_first()
    };
    // Of each pair what the built-in statistics give, which docs/results.md tells, and what no
    // statistics give.
    let expected = [
        ([0.842, 0.842], [0.842, 0.842], true),
        ([0.773, 0.944], [0.773, 0.944], false),
        ([0.887, 0.875], [0.875, 0.875], true),
    ];
    for (pair, (with_bundled, with_none, equal)) in pairs.iter().zip(expected) {
        let [injected, bundled, none] =
            [&injected, &bundled, &none].map(|stats| similarities(pair, stats));
        println!("injected {injected:.3?}, built-in statistics {bundled:.3?}, none {none:.3?}");
        assert!(thresholds.are_equal(injected[0], injected[1]), "{pair:?}");
        for (found, told) in [(bundled, with_bundled), (none, with_none)] {
            let rounded = found.map(|share| (share * 1000.0).round() / 1000.0);
            assert_eq!(rounded, told, "{pair:?}");
            assert_eq!(thresholds.are_equal(found[0], found[1]), equal, "{pair:?}");
        }
    }
}

proptest! {
    #[test]
    fn every_sentence_is_matched_at_most_once_and_none_is_lost(
        left in prop::collection::vec(0usize..6, 0..8),
        right in prop::collection::vec(0usize..6, 0..8),
    ) {
        let evidence = gather(&text(&left), &text(&right));
        for side in [0, 1] {
            let matched = evidence.matches.iter().map(|it| it.sentences[side].clone());
            let mut places: Vec<u32> =
                matched.chain(evidence.sides[side].alone.clone()).flatten().collect();
            places.sort_unstable();
            let all: Vec<u32> = (0..evidence.sides[side].sentences.len() as u32).collect();
            prop_assert_eq!(places, all);
        }
        let covered: usize = evidence.runs.iter().map(|it| it.matches.len()).sum();
        prop_assert_eq!(covered, evidence.matches.len());
        let kept: Vec<&SentenceMatch> = evidence.matches.iter().filter(|it| !it.moved).collect();
        prop_assert!(kept.windows(2).all(|two| two[0].sentences[1].start < two[1].sentences[1].start));
    }
}
