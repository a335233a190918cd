//! A printed value and ours as texts.

use serde::Serialize;

use crate::figures::{ABSENT, decimal};
use dejalu_base::plural::count;
use dejalu_reproduce::{Cell, Figure, Form, Verdict};

/// A printed value and ours as they are shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Shown {
    pub(super) printed: String,
    pub(super) ours: String,
    /// Set only where two values that should be equal are not: `≈` or `≠`.
    pub(super) sign: &'static str,
}

impl Shown {
    pub(super) fn of(cell: &Cell) -> Self {
        let is_judged = cell.verdict.is_none_or(|it| it != Verdict::OtherDocuments);
        Shown {
            printed: text(cell.printed.as_ref(), cell.form),
            ours: text(cell.ours.as_ref(), precise(cell, is_judged)),
            sign: match cell.verdict {
                Some(Verdict::Close) => "≈",
                Some(Verdict::Differs) => "≠",
                _ => "",
            },
        }
    }
}

/// The form of our value: with one digit more than is printed, so that it can be seen how it was rounded, unless that
/// would be a 0; on other documents no more than is printed, but for means of whole numbers.
fn precise(cell: &Cell, is_judged: bool) -> Form {
    let form = cell.form;
    let Some(Figure::Number(number)) = &cell.ours else {
        return form;
    };
    const ROUNDING: f64 = 1e-6;
    let digits = number / form.unit();
    let is_whole = (digits - digits.round()).abs() < ROUNDING;
    let is_mean = form.decimals == 0 && !form.is_percent;
    let is_more = !is_whole && cell.printed.is_some() && (is_judged || is_mean);
    Form {
        decimals: form.decimals + usize::from(is_more),
        ..form
    }
}

fn text(figure: Option<&Figure>, form: Form) -> String {
    match figure {
        None => ABSENT.to_string(),
        Some(Figure::Word(word)) => word.clone(),
        Some(Figure::Number(share)) if form.is_percent => {
            format!("{} %", decimal(100.0 * share, form.decimals))
        }
        Some(Figure::Number(number)) if form.decimals == 0 && *number >= 0.0 => {
            count(number.round())
        }
        Some(Figure::Number(number)) => decimal(*number, form.decimals),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(printed: f64, ours: f64, form: Form, verdict: Verdict) -> Cell {
        Cell {
            printed: Some(Figure::Number(printed)),
            ours: Some(Figure::Number(ours)),
            verdict: Some(verdict),
            form,
        }
    }

    #[test]
    fn ours_has_a_digit_more_where_it_was_rounded() {
        let decimals = |decimals| Form {
            decimals,
            is_percent: false,
        };
        let percent = Form {
            decimals: 0,
            is_percent: true,
        };
        for (shown, of) in [
            (
                ["0.966", "0.9667", "≈"],
                cell(0.966, 0.96672, decimals(3), Verdict::Close),
            ),
            (
                ["0.5", "0.5", ""],
                cell(0.5, 0.5, decimals(1), Verdict::Equal),
            ),
            (
                ["3 %", "2.9 %", ""],
                cell(0.03, 0.0294, percent, Verdict::Equal),
            ),
            (
                ["3 %", "4 %", ""],
                cell(0.03, 0.0364, percent, Verdict::OtherDocuments),
            ),
            (
                ["52,506", "7.7", ""],
                cell(52_506.0, 7.65, decimals(0), Verdict::OtherDocuments),
            ),
        ] {
            let Shown {
                printed,
                ours,
                sign,
            } = Shown::of(&of);
            assert_eq!([&*printed, &*ours, sign], shown);
        }
        assert_eq!(Shown::of(&Cell::default()).printed, ABSENT);
    }
}
