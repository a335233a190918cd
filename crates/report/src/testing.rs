//! Comparisons for the tests of this folder.

use dejalu_experiment::compare::{
    CompareOptions, Comparison, Decider, Experiment, FORMAT, FeatureImportance, Importance,
    ImportanceKind, Kind, Learned, LearningCurve, LearningCurvePoint, Mistake, Suspects,
};
use dejalu_experiment::rules::Origin;
use dejalu_learn::evaluation::{
    Abstention, Bootstrap, Change, Counts, Interval, LabelledPredictions, NOISE, Reliability,
    Verdict,
};
use dejalu_learn::{Kernel, Learner, SearchPoint, SearchTable};
use dejalu_similarity::FeatureSet;

/// A decider with the figures given and no pairs.
pub(super) fn decider(name: &str, kind: Kind, f1: Option<f64>, p: Option<f64>) -> Decider {
    let empty = LabelledPredictions::new(&[], &[], &[], &[], &[]).unwrap();
    let mut figures = empty.evaluate(&Bootstrap::default(), None).unwrap();
    figures.f1 = f1;
    figures.precision = f1.map(|f1| f1 + 0.004);
    figures.recall = f1.map(|f1| f1 - 0.004);
    figures.f1_unseen = f1.map(|f1| f1 - 0.002);
    figures.f1_interval = f1.map(|f1| Interval {
        low: f1 - 0.023,
        high: f1 + 0.018,
    });
    let mut decider = Decider {
        name: name.to_string(),
        kind,
        threshold: 0.5,
        threshold_origin: (kind == Kind::Published).then_some(Origin::Paper),
        statistics: None,
        source: (kind != Kind::Learned)
            .then(|| "Das, Mathew and Vijayaraghavan (002), section 4.3".to_string()),
        figures,
        base_rates: Vec::new(),
        learned: None,
        variation: None,
        scores: Vec::new(),
        margins: Vec::new(),
        decisions: Vec::new(),
    };
    if let Some(p) = p {
        rate(&mut decider, f1.unwrap_or(0.0), p);
        decider.figures.f1 = f1;
    }
    decider
}

/// The F1 of the decider that others are compared with.
const REFERENCE: f64 = 0.971;

/// Gives a decider an F1 and McNemar's p, and what follows from them.
pub(super) fn rate(decider: &mut Decider, f1: f64, p: f64) {
    let change = |difference: f64| match difference {
        up if up > 0.0 => Change::Higher,
        _ => Change::Lower,
    };
    let apart = f1 - REFERENCE;
    decider.figures.f1 = Some(f1);
    decider.figures.mcnemar_p = Some(p);
    decider.figures.verdict = Some(Verdict {
        errors: if p < NOISE {
            change(-apart)
        } else {
            Change::Same
        },
        f1: if apart.abs() > 0.02 {
            change(apart)
        } else {
            Change::Same
        },
    });
}

/// Two learned deciders, two rules as published and re-tuned, one that calls nothing a duplicate.
pub(super) fn comparison() -> Comparison {
    let mut deciders = vec![
        decider("svm-rbf", Kind::Learned, Some(0.971), None),
        decider("svm-linear", Kind::Learned, Some(0.970), Some(0.04)),
        decider("mwo", Kind::Published, Some(0.88), Some(0.0002)),
        decider("resemblance", Kind::Published, Some(0.713), Some(0.00001)),
        decider("silent", Kind::Published, None, Some(0.00001)),
        decider("mwo", Kind::Retuned, Some(0.959), Some(0.21)),
        decider("resemblance", Kind::Retuned, Some(0.9), Some(0.003)),
        decider("all-duplicates", Kind::Baseline, Some(0.5), None),
        decider("none", Kind::Baseline, Some(0.0), None),
    ];
    let none = &mut deciders[8].figures;
    (none.precision, none.recall) = (None, Some(0.0));
    (none.f1_interval, none.f1_unseen) = (None, Some(0.0));
    none.counts.tn = 240;
    deciders[0].threshold = -0.0301;
    deciders[3].threshold_origin = Some(Origin::Choice);
    deciders[5].threshold = 0.61;
    Comparison {
        format: FORMAT,
        pairs: 360,
        positives: 120,
        clusters: 30,
        documents: 96,
        seen_share: 0.05,
        deciders,
        outside: None,
        suspects: Suspects::default(),
        learning_curve: None,
        labels: Vec::new(),
        folds: Vec::new(),
        notes: Vec::new(),
        set: Default::default(),
        plane: None,
        experiment: Experiment::Comparison(CompareOptions::default()),
    }
}

/// The learning curve of 1,513 pairs.
pub(super) fn learning_curve() -> LearningCurve {
    let point = |(pairs, f1, low, high): (usize, f64, f64, f64)| LearningCurvePoint {
        pairs,
        f1: Some(f1),
        f1_interval: Some(Interval { low, high }),
    };
    let points = [
        (60, 0.891, 0.847, 0.926),
        (120, 0.923, 0.891, 0.948),
        (250, 0.944, 0.921, 0.965),
        (500, 0.951, 0.933, 0.968),
        (1_210, 0.958, 0.942, 0.971),
    ];
    LearningCurve {
        labelled: 1_513,
        points: points.map(point).to_vec(),
        left_out: vec![30],
        gain_of_doubling: Some(0.0094),
    }
}

/// The diagnostics of a learned decider on these pairs.
fn learned(name: &str, labels: &[bool], margins: &[f64], decisions: &[bool]) -> Learned {
    let probabilities: Vec<f64> = margins
        .iter()
        .map(|it| 1.0 / (1.0 + (-2.0 * it).exp()))
        .collect();
    let point = |c: f64, kernel| SearchPoint {
        learner: Learner::new(kernel, c),
        loss: Some(1.0 / (10.0 + c)),
        best_f1: Some(0.9),
        average_precision: None,
        folds: vec![Some(0.9 + c / 1000.0), Some(0.92)],
    };
    let rbf = Kernel::Rbf { gamma: 0.0123 };
    let points = [
        point(1.0, Kernel::Linear),
        point(1.0, rbf),
        point(10.0, rbf),
    ];
    let feature = |(place, feature): (usize, &str)| FeatureImportance {
        feature: feature.to_string(),
        value: 0.1 - 0.06 * place as f64,
        interval: Some(Interval {
            low: 0.09 - 0.06 * place as f64,
            high: 0.11 - 0.06 * place as f64,
        }),
    };
    let features = ["number-agreement", "mwo", "containment:direction=min"];
    Learned {
        search: SearchTable::new(&points, &[points[2].learner]),
        reliability: Reliability::of(labels, &probabilities).unwrap(),
        abstention: Abstention::table(labels, decisions, &probabilities, None).unwrap(),
        abstains_at: None,
        importance: Some(Importance {
            kind: match name {
                "svm-linear" => ImportanceKind::Weight,
                _ => ImportanceKind::LossOfF1,
            },
            pairs: labels.len() as u64,
            features: features.into_iter().enumerate().map(feature).collect(),
        }),
        probabilities,
        features: FeatureSet::parse(&features.join(" ")).unwrap(),
        mistakes: mistakes(labels, margins),
    }
}

/// The first false alarm and the first miss.
fn mistakes(labels: &[bool], margins: &[f64]) -> Vec<Mistake> {
    let of = |label: bool| {
        let pair =
            (0..labels.len()).find(|&it| labels[it] == label && (margins[it] >= 0.0) != label)?;
        Some(Mistake {
            pair,
            clusters: [pair as u32; 2],
            label,
            margin: margins[pair],
            probability: if label { 0.02 } else { 0.98 },
            values: vec![0.93, 0.4, 0.2],
            deviations: vec![1.2, -0.4, 0.1],
            effects: vec![0.5, -0.2, 0.01],
            comparable: vec![true; 3],
        })
    };
    [false, true].into_iter().filter_map(of).collect()
}

/// A generator of numbers in [0, 1): equal on every machine.
pub(super) struct Dice(pub u64);

impl Dice {
    pub(super) fn roll(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as f64 / (1u64 << 31) as f64
    }

    fn bell(&mut self) -> f64 {
        (0..6).map(|_| self.roll()).sum::<f64>() / 3.0 - 1.0
    }
}

/// Pairs whose scores are drawn; what `apart` is to a decider, its quality.
pub(super) fn drawn(pairs: usize) -> Comparison {
    let mut dice = Dice(7);
    let labels: Vec<bool> = (0..pairs).map(|_| dice.roll() < 0.35).collect();
    let clusters: Vec<(u32, u32)> = (0..pairs as u32).map(|i| (i % 40, (i * i) % 40)).collect();
    let unseen: Vec<bool> = (0..pairs).map(|i| i % 20 != 0).collect();
    let mut deciders: Vec<Decider> = Vec::new();
    let plan = [
        ("svm-rbf", Kind::Learned, 1.5, 0.0, 0.0),
        ("svm-linear", Kind::Learned, 1.3, 0.0, 0.0),
        ("mwo", Kind::Published, 1.0, 0.5, 0.05),
        ("fuzzy-document", Kind::Published, 0.8, 0.5, 0.3),
        ("resemblance", Kind::Published, 0.9, 0.5, -0.2),
        ("containment", Kind::Published, 1.1, 0.5, -0.05),
        ("mwo", Kind::Retuned, 1.0, 0.53, 0.0),
        ("fuzzy-document", Kind::Retuned, 0.8, 0.66, 0.0),
        ("resemblance", Kind::Retuned, 0.9, 0.39, 0.0),
        ("containment", Kind::Retuned, 1.1, 0.47, 0.0),
        ("all-duplicates", Kind::Baseline, 0.0, 1.0, 100.0),
        ("none", Kind::Baseline, 0.0, 1.0, -100.0),
    ];
    for (name, kind, apart, threshold, shift) in plan {
        let scale = if kind == Kind::Learned { 1.0 } else { 0.3 };
        let margins: Vec<f64> = labels
            .iter()
            .map(|&label| {
                let side = if label { apart } else { -apart };
                let margin = (side + dice.bell() * 3.2) * scale + shift;
                let rule = |margin: f64| (margin + threshold).clamp(0.0, 1.0) - threshold;
                if kind == Kind::Learned {
                    margin
                } else {
                    rule(margin)
                }
            })
            .collect();
        let decisions: Vec<bool> = margins.iter().map(|&margin| margin >= 0.0).collect();
        let predictions =
            LabelledPredictions::new(&labels, &margins, &decisions, &clusters, &unseen).unwrap();
        let other = deciders.first().map(|it| it.decisions.clone());
        let figures = predictions
            .evaluate(&Bootstrap::default(), other.as_deref())
            .unwrap();
        let choice = ["resemblance", "containment", "fuzzy-document"].contains(&name);
        let origin = if choice {
            Origin::Choice
        } else {
            Origin::Paper
        };
        let template = decider(name, kind, None, None);
        let base_rates = match (kind, name) {
            (Kind::Learned, _) | (Kind::Published, "mwo") => {
                let bootstrap = Bootstrap::default();
                predictions.base_rates(&bootstrap, threshold, None).unwrap()
            }
            _ => Vec::new(),
        };
        let learned = (kind == Kind::Learned).then(|| learned(name, &labels, &margins, &decisions));
        deciders.push(Decider {
            base_rates,
            learned,
            threshold,
            threshold_origin: (kind == Kind::Published).then_some(origin),
            statistics: Some("training folds".to_string()),
            figures,
            margins,
            decisions,
            ..template
        });
    }
    Comparison {
        pairs,
        positives: Counts::of(&labels, &labels).tp as usize,
        clusters: 40,
        documents: 212,
        deciders,
        labels,
        notes: vec!["<b>a note</b> that is \"escaped\" & kept".to_string()],
        ..comparison()
    }
}
