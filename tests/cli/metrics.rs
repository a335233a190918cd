//! Our metrics are scikit-learn's, to 1e-12 (`tests/golden/metrics.py` writes the cases).

use dejalu::evaluation::{Bootstrap, LabelledPredictions, Point, precision_recall, roc};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    labels: Vec<u8>,
    scores: Vec<f64>,
    tp: u64,
    fp: u64,
    tn: u64,
    #[serde(rename = "fn")]
    fn_: u64,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    f2: Option<f64>,
    accuracy: Option<f64>,
    mcc: Option<f64>,
    roc_auc: Option<f64>,
    average_precision: Option<f64>,
    #[serde(default)]
    roc: Vec<[f64; 2]>,
    #[serde(default)]
    precision_recall: Vec<[f64; 2]>,
}

fn equal(ours: Option<f64>, theirs: Option<f64>) -> bool {
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => (ours - theirs).abs() <= 1e-12,
        (ours, theirs) => ours.is_none() && theirs.is_none(),
    }
}

fn same_curve(ours: &[Point], theirs: &[[f64; 2]]) -> bool {
    let near =
        |(p, [x, y]): (&Point, &[f64; 2])| (p.x - x).abs() <= 1e-12 && (p.y - y).abs() <= 1e-12;
    ours.len() == theirs.len() && ours.iter().zip(theirs).all(near)
}

#[test]
fn metrics_equal_scikit_learns() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../golden/metrics.json")).unwrap();
    assert_eq!(cases.len(), 14);
    for mut case in cases {
        let name = &case.name;
        let labels: Vec<bool> = case.labels.iter().map(|&label| label == 1).collect();
        let decisions: Vec<bool> = case.scores.iter().map(|&score| score >= 0.0).collect();
        let predictions =
            LabelledPredictions::new(&labels, &case.scores, &decisions, &[], &[]).unwrap();
        let ours = predictions.evaluate(&Bootstrap::default(), None).unwrap();
        let counts = ours.counts;
        assert_eq!(
            [counts.tp, counts.fp, counts.tn, counts.fn_],
            [case.tp, case.fp, case.tn, case.fn_],
            "{name}"
        );
        for (metric, ours, theirs) in [
            ("precision", ours.precision, case.precision),
            ("recall", ours.recall, case.recall),
            ("f1", ours.f1, case.f1),
            ("f2", counts.f_beta(2.0), case.f2),
            ("accuracy", ours.accuracy, case.accuracy),
            ("mcc", ours.mcc, case.mcc),
            ("roc_auc", ours.roc_auc, case.roc_auc),
            (
                "average_precision",
                ours.average_precision,
                case.average_precision,
            ),
        ] {
            assert!(
                equal(ours, theirs),
                "{name}: {metric} {ours:?}, expected {theirs:?}"
            );
        }
        let ranking = predictions.ranking().unwrap();
        assert!(same_curve(&roc(&ranking), &case.roc), "{name}: ROC curve");
        // scikit-learn lists this curve from the lowest threshold up.
        case.precision_recall.reverse();
        assert!(
            same_curve(&precision_recall(&ranking), &case.precision_recall),
            "{name}: precision-recall curve"
        );
    }
}
