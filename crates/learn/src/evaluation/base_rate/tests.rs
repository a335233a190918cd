use super::*;

/// Two of four positives and one of five negatives are called positive.
const LABELS: [bool; 9] = [true, true, true, true, false, false, false, false, false];
const SCORES: [f64; 9] = [3.0, 1.0, -1.0, -2.0, 2.0, -1.5, -3.0, -4.0, -5.0];

fn decisions() -> Vec<bool> {
    SCORES.iter().map(|&score| score >= 0.0).collect()
}

/// Each row is a cluster of its own; the threshold is 10.
fn base_rates(
    labels: &[bool],
    scores: &[f64],
    decisions: &[bool],
    asked: Option<f64>,
) -> Vec<BaseRate> {
    let clusters: Vec<(u32, u32)> = (0..labels.len() as u32).map(|row| (row, row)).collect();
    let predictions = LabelledPredictions::new(labels, scores, decisions, &clusters, &[]).unwrap();
    let bootstrap = Bootstrap {
        draws: 400,
        ..Bootstrap::default()
    };
    predictions.base_rates(&bootstrap, 10.0, asked).unwrap()
}

fn near(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
}

#[test]
fn figures_at_another_share_are_those_worked_out_by_hand() {
    let found = base_rates(&LABELS, &SCORES, &decisions(), Some(0.25));
    let shares: Vec<f64> = found.iter().map(|it| it.share).collect();
    assert_eq!(shares, [0.5, 0.25, 0.1, 0.01, 0.001]);
    // Recall 1/2, and 1/5 of the negatives are called positive.
    let quarter = &found[1].figures;
    near(quarter.recall, 0.5);
    near(quarter.precision, 0.125 / (0.125 + 0.15));
    near(quarter.f1, 2.0 * 0.125 / (0.125 + 0.15 + 0.25));
    near(found[4].figures.precision, 0.0005 / 0.2003);
    // At their own share, 4 of 9, the figures are those of the rows.
    let same = base_rates(&LABELS, &SCORES, &decisions(), Some(4.0 / 9.0));
    let counts = Counts::of(&LABELS, &decisions());
    near(same[1].figures.precision, counts.precision().unwrap());
    near(same[1].figures.f1, counts.f1().unwrap());
}

#[test]
fn the_best_threshold_rises_as_positives_become_rare() {
    let found = base_rates(&LABELS, &SCORES, &decisions(), None);
    // Of equal classes all positives, at the cost of two negatives: 2·0.5 / (0.5 + 0.2 + 0.5).
    assert_eq!(found[0].best.threshold, 10.0 - 2.5);
    near(found[0].best.figures.f1, 1.0 / 1.2);
    // One in a thousand: only the score above every negative, half-way to it.
    assert_eq!(found[3].best.threshold, 10.0 + 2.5);
    near(found[3].best.figures.precision, 1.0);
    near(found[3].best.figures.recall, 0.25);
    for it in &found {
        let interval = it.best.threshold_interval.unwrap();
        assert!(interval.low <= it.best.threshold && it.best.threshold <= interval.high);
        assert!(it.best.figures.f1 >= it.figures.f1);
    }
}

#[test]
fn intervals_hold_the_figures_and_lie_within_0_and_1() {
    for it in base_rates(&LABELS, &SCORES, &decisions(), None) {
        for figures in [it.figures, it.best.figures] {
            for (figure, interval) in [
                (figures.precision, figures.precision_interval),
                (figures.recall, figures.recall_interval),
                (figures.f1, figures.f1_interval),
            ] {
                let (figure, interval) = (figure.unwrap(), interval.unwrap());
                assert!(0.0 <= interval.low && interval.high <= 1.0);
                assert!(interval.low <= figure && figure <= interval.high);
            }
        }
    }
}

#[test]
fn no_error_among_a_hundred_is_not_a_rate_of_0() {
    let labels: Vec<bool> = (0..200).map(|row| row < 100).collect();
    let score = |&label: &bool| if label { 1.0 } else { -1.0 };
    let scores: Vec<f64> = labels.iter().map(score).collect();
    let found = base_rates(&labels, &scores, &labels, None);
    let hundredth = &found[2].figures;
    assert_eq!(hundredth.precision, Some(1.0));
    assert_eq!(hundredth.precision_interval.unwrap().high, 1.0);
    // Up to 2.95 % of either class may err.
    let unseen = 1.0 - 0.05_f64.powf(0.01);
    let low = |interval: Option<Interval>| Some(interval.unwrap().low);
    near(low(hundredth.recall_interval), 1.0 - unseen);
    near(
        low(hundredth.precision_interval),
        0.01 / (0.01 + 0.99 * unseen),
    );
    near(
        low(hundredth.f1_interval),
        2.0 * 0.01 / (0.01 + 0.99 * unseen + 0.01),
    );
}

#[test]
fn what_calls_nothing_has_no_precision() {
    for it in base_rates(&LABELS, &SCORES, &[false; 9], None) {
        let figures = it.figures;
        assert_eq!(
            (figures.precision, figures.precision_interval),
            (None, None)
        );
        assert_eq!((figures.recall, figures.f1), (Some(0.0), Some(0.0)));
    }
}

#[test]
fn a_single_class_has_no_figures_and_unknown_clusters_no_intervals() {
    assert_eq!(base_rates(&[true; 3], &[0.0; 3], &[true; 3], None), []);
    assert_eq!(base_rates(&[false; 3], &[0.0; 3], &[true; 3], None), []);
    let predictions = LabelledPredictions::new(&LABELS, &SCORES, &LABELS, &[], &[]).unwrap();
    let bootstrap = Bootstrap::default();
    let found = predictions.base_rates(&bootstrap, 0.0, None).unwrap();
    assert_eq!(found[0].figures.f1_interval, None);
    assert_eq!(found[0].best.threshold_interval, None);
}

#[test]
fn a_share_outside_0_and_1_is_refused() {
    for share in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
        assert_eq!(
            check_share(share).unwrap_err().to_string(),
            format!(
                "base_rate '{share}': expected a number above 0 and below 1, the share of duplicates"
            )
        );
    }
    assert_eq!(base_rate("0.001").unwrap(), 0.001);
    for text in ["5%", "1", "0", "nan", ""] {
        assert_eq!(
            base_rate(text).unwrap_err().to_string(),
            format!(
                "base_rate '{text}': expected a number above 0 and below 1, the share of duplicates"
            )
        );
    }
    let predictions = LabelledPredictions::new(&LABELS, &SCORES, &LABELS, &[], &[]).unwrap();
    let refused = predictions.base_rates(&Bootstrap::default(), 0.0, Some(1.5));
    assert!(refused.is_err());
}

#[test]
fn the_json_has_the_names_of_the_other_figures() {
    let found = base_rates(&LABELS, &SCORES, &decisions(), None);
    let json = serde_json::to_value(&found[0]).unwrap();
    for (value, own) in [
        (&json, ["share", "best"]),
        (&json["best"], ["threshold", "threshold_interval"]),
    ] {
        for name in ["precision", "recall", "f1"] {
            assert!(value[name].is_f64() && value[format!("{name}_interval")].is_array());
        }
        assert!(own.iter().all(|name| value.get(name).is_some()));
    }
}
