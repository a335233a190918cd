//! Figure 3.2: the thresholds at which the error curves cross.

use super::equality::PAIRS;
use crate::cell::Cell;
use crate::exhibit::{Exhibit, Row};
use crate::figure::Form;
use crate::source::{Source, YERRA};
use dejalu_base::error::Result;
use dejalu_experiment::rules::EqualityCalibration;
use dejalu_learn::evaluation::Counts;
use dejalu_similarity::measures::fuzzy::Thresholds;

const FIGURE: Source = Source {
    paper: YERRA,
    number: "figure 3.2",
    section: "3.2.2",
    page: Some(19),
    title: "the thresholds at which the error curves cross",
};

pub(crate) fn figure_3_2() -> Result<Exhibit> {
    let (both, labels): (Vec<[f64; 2]>, Vec<bool>) = PAIRS.into_iter().unzip();
    let calibration = EqualityCalibration::new(&both, &labels)?;
    let crossing = |curves: &dejalu_learn::evaluation::ErrorCurves| curves.crossing.map(|it| it.at);
    let cell = |text: &str, ours: Option<f64>| match ours {
        Some(ours) => Cell::judged(text, ours),
        None => Cell::only_printed(text),
    };
    let decisions = both
        .iter()
        .map(|[there, back]| Thresholds::default().are_equal(*there, *back));
    let counts = Counts::of(&labels, &decisions.collect::<Vec<_>>());
    let errors = (counts.fp + counts.fn_) as usize;
    let rows = vec![
        Row::new(
            "permissible threshold",
            [cell("0.825", crossing(&calibration.permissible))],
        ),
        Row::new(
            "variation threshold",
            [cell("0.15", crossing(&calibration.variation))],
        ),
        Row::new(
            "errors of the printed thresholds on the twelve printed pairs",
            [Cell::only_ours(errors, Form::number(0))],
        ),
    ];
    Ok(Exhibit::new(
        FIGURE,
        ["threshold"],
        rows,
        "The 200 documents and the labels of their sentences are not published. Ours is the same calibration on \
         the twelve pairs of tables 4.3 to 4.6, the only ones printed with label and degrees: on so few, several \
         thresholds make no error, and of these the lowest is taken. No different pair passes it, so there is nothing \
         to choose the variation threshold by.",
    ))
}
