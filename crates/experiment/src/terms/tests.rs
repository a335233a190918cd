use super::*;
use crate::compare::CompareOptions;
use crate::model::{CrossValidationOptions, Model};
use crate::pairs::{Label, Pair, PairSet};
use crate::train::{TrainOptions, retrain, train};
use dejalu_base::error::Place;
use dejalu_base::progress::Silent;
use dejalu_learn::evaluation::Bootstrap;
use dejalu_learn::{KernelChoice, LearnerOptions, Setting};
use dejalu_text::document::{Document, DocumentId};
use dejalu_text::{Analyzer, analyze_all};

/// Pairs that only a word decides, and what deals them to folds: document 2k and 2k + 1 differ in a
/// word that tells what they are, and in words of their own.
struct Case {
    documents: Vec<AnalyzedDocument>,
    ids: Vec<DocumentId>,
    clusters: Vec<u32>,
    pairs: Vec<(usize, usize)>,
    labels: Vec<bool>,
}

impl Case {
    fn new(pairs: usize) -> Self {
        let texts = texts(pairs);
        let documents: Vec<Document> = (0..).zip(&texts).map(document).collect();
        Case {
            documents: analyze_all(&Analyzer::new(Default::default()), &documents),
            ids: documents.iter().map(|it| it.id.clone()).collect(),
            clusters: (0..pairs as u32).flat_map(|pair| [pair, pair]).collect(),
            pairs: (0..pairs).map(|pair| (2 * pair, 2 * pair + 1)).collect(),
            labels: (0..pairs).map(|pair| pair % 2 == 0).collect(),
        }
    }

    /// Every document beside that of the next pair, too.
    fn chained(pairs: usize) -> Self {
        let mut case = Case::new(pairs);
        let next = (1..pairs).map(|pair| (2 * pair - 1, 2 * pair));
        case.pairs.extend(next);
        case.labels.resize(case.pairs.len(), false);
        case
    }

    fn grouped(&self) -> GroupedPairs<'_> {
        GroupedPairs {
            ids: &self.ids,
            clusters: &self.clusters,
            pairs: &self.pairs,
            labels: &self.labels,
        }
    }

    fn all(&self) -> Vec<usize> {
        (0..self.pairs.len()).collect()
    }

    fn folds(&self) -> Folds {
        Folds::assign(&self.grouped(), &self.all(), FOLDS, 42).unwrap()
    }

    fn learn(&self, labels: &[bool], folds: &Folds) -> Option<LearnedTerms> {
        let grouped = GroupedPairs {
            labels,
            ..self.grouped()
        };
        let terms = PairTerms::new(&self.documents, &grouped);
        terms
            .learn(&self.documents, &grouped, &self.all(), folds)
            .unwrap()
    }
}

fn texts(pairs: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for pair in 0..pairs {
        let word = if pair % 2 == 0 { "maybe" } else { "never" };
        texts.push(format!("you may copy item{pair} freely"));
        texts.push(format!("you may copy item{pair} {word} extra{pair}"));
    }
    texts
}

fn document((number, text): (usize, &String)) -> Document {
    Document::plain(format!("d{number}"), text)
}

/// The area under the ROC curve.
fn auc(scores: &[f64], labels: &[bool]) -> f64 {
    let of = |want: bool| {
        let rows = scores.iter().zip(labels);
        rows.filter(move |(_, label)| **label == want)
            .map(|(score, _)| *score)
    };
    let (mut above, mut all) = (0.0, 0.0);
    for high in of(true) {
        for low in of(false) {
            all += 1.0;
            above += f64::from(u8::from(high > low)) + 0.5 * f64::from(u8::from(high == low));
        }
    }
    above / all
}

#[test]
fn a_word_that_decides_is_found_and_held_out_pairs_know_it() {
    let case = Case::new(60);
    let learned = case.learn(&case.labels, &case.folds()).unwrap();
    assert_eq!(auc(&learned.held_out, &case.labels), 1.0);
    let [for_it, against] = learned.weights.heaviest(1);
    assert_eq!((&*for_it[0].term, &*against[0].term), ("maybe", "never"));
}

#[test]
fn no_pair_is_scored_by_weights_that_have_seen_a_document_of_its_folds() {
    let case = Case::chained(40);
    let (grouped, folds) = (case.grouped(), case.folds());
    let mut asked = Vec::new();
    for cell in folds.cells(&grouped, &case.all()) {
        let folds_of = |pair: &usize| {
            let (low, high) = folds.both(&grouped, *pair).unwrap();
            [low, high]
        };
        let tested: Vec<u32> = cell.asked.iter().flat_map(folds_of).collect();
        let seen: Vec<u32> = cell.known.iter().flat_map(folds_of).collect();
        assert!(seen.iter().all(|fold| !tested.contains(fold)));
        let documents = |pairs: &[usize]| -> Vec<usize> {
            let of = pairs.iter().map(|&pair| case.pairs[pair]);
            of.flat_map(|(left, right)| [left, right]).collect()
        };
        let known = documents(&cell.known);
        assert!(documents(&cell.asked).iter().all(|it| !known.contains(it)));
        asked.extend(cell.asked);
    }
    asked.sort_unstable();
    assert_eq!(asked, case.all(), "every pair is asked about once");
}

#[test]
fn labels_that_were_shuffled_after_the_folds_were_dealt_gain_nothing() {
    let case = Case::chained(200);
    let folds = case.folds();
    let mut shuffled = case.labels.clone();
    // By a hash, as often true as before.
    let mut order = case.all();
    order.sort_by_key(|pair| xxh3_64(&pair.to_le_bytes()));
    for (to, from) in order.iter().enumerate() {
        shuffled[to] = case.labels[*from];
    }
    let found = case
        .learn(&shuffled, &folds)
        .map_or(0.5, |learned| auc(&learned.held_out, &shuffled));
    assert!((found - 0.5).abs() < 0.08, "{found}");
    let told = case.learn(&case.labels, &folds).unwrap();
    assert!(auc(&told.held_out, &case.labels) > 0.9);
}

#[test]
fn too_few_pairs_teach_nothing_and_pairs_beyond_the_limit_are_scored_all_the_same() {
    let few = Case::new(6);
    let one = [true, false, false, false, false, false];
    assert!(few.learn(&one, &few.folds()).is_none());
    let case = Case::new(80);
    let grouped = case.grouped();
    // Room for the terms of half the pairs.
    let terms = PairTerms::within(&case.documents, &grouped, 80 * 9);
    let teaching = terms.rows.iter().filter(|row| !row.is_empty()).count();
    assert!((20..60).contains(&teaching), "{teaching}");
    let learned = terms.learn(&case.documents, &grouped, &case.all(), &case.folds());
    let learned = learned.unwrap().unwrap();
    assert_eq!(auc(&learned.held_out, &case.labels), 1.0);
}

#[test]
fn any_number_of_threads_learns_the_same_bits() {
    let case = Case::chained(40);
    let learn = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let learned = || case.learn(&case.labels, &case.folds()).unwrap();
        let learned = pool.build().unwrap().install(learned);
        let bits = learned.held_out.iter().map(|value| value.to_bits());
        (bits.collect::<Vec<_>>(), learned.weights)
    };
    assert_eq!(learn(1), learn(4));
}

/// The pairs of [`Case::chained`].
fn set(pairs: usize) -> PairSet {
    let case = Case::chained(pairs);
    let pair = |(&(left, right), &label): (&(usize, usize), &bool)| Pair {
        documents: [left, right],
        label: Some(if label {
            Label::Duplicate
        } else {
            Label::Distinct
        }),
        category: None,
        group: None,
        given: Vec::new(),
        place: Place {
            source: "pairs".into(),
            line: None,
        },
    };
    PairSet {
        documents: (0..).zip(&texts(pairs)).map(document).collect(),
        pairs: case.pairs.iter().zip(&case.labels).map(pair).collect(),
        given: FeatureSet::default(),
        of_vectors: false,
    }
}

fn trained(set: &PairSet, terms: bool) -> Model {
    let usual = TrainOptions::default();
    let options = TrainOptions {
        comparison: CompareOptions {
            features: FeatureSet::parse("jaccard length-ratio").unwrap(),
            cross_validation: CrossValidationOptions {
                terms: Some(terms),
                ..CrossValidationOptions::default()
            },
            learner: LearnerOptions {
                kernel: KernelChoice::Linear,
                c: Setting::Fixed(1.0),
                ..LearnerOptions::default()
            },
            bootstrap: Bootstrap {
                draws: 0,
                ..Bootstrap::default()
            },
            ..usual.comparison
        },
        ..usual
    };
    train(set, &options, &Silent).unwrap().model
}

#[test]
fn a_model_that_has_learned_it_decides_by_it_and_says_so() {
    let set = set(520);
    let model = trained(&set, true);
    assert_eq!(
        model.features.iter().filter(|it| it.is_learned()).count(),
        1
    );
    let texts = [
        "you may copy this maybe once",
        "you may copy this freely",
        "you may copy this never once",
    ];
    let documents = texts.map(|text| Document::plain(text, text));
    let judged = model.classify(&documents, &[(0, 1), (1, 2), (1, 1)], &Silent);
    let duplicate: Vec<bool> = judged
        .unwrap()
        .iter()
        .map(|it| it.decision.is_duplicate())
        .collect();
    assert_eq!(duplicate, [true, false, true]);
    let saved = Model::from_json(&model.to_json().unwrap()).unwrap();
    assert_eq!(saved, model);
    assert_eq!(retrain(&model, &set, &Silent).unwrap(), model);
    let mut reversed = set.clone();
    reversed.pairs.reverse();
    assert_eq!(trained(&reversed, true), model);
    let without = trained(&set, false);
    assert_eq!(without.features.len(), 2);
    assert_eq!(without.statistics.term_weights(), None);
}
