//! [`Cell`]: a printed value beside ours, and what is to be said of the two.

use serde::Serialize;

use crate::figure::{Figure, Form, printed};

/// The verdict on a printed value and ours; of a whole exhibit the last of these that one of its cells has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is nothing to compute it from: the reason is said.
    CannotBeRepeated,
    /// Ours, rounded to the digits that are printed, is what is printed.
    Equal,
    /// Ours is at most one unit of the last printed digit away: the paper cut digits off, or rounded
    /// what it had rounded before.
    Close,
    /// The same was done with the project's own documents, since the paper's are not published: the
    /// values stand side by side, and need not be equal.
    OtherDocuments,
    /// Ours is further away, or a conclusion of the paper is not found again: the reason is said.
    Differs,
}

impl Verdict {
    /// All of them, from the best.
    pub const ALL: [Verdict; 5] = [
        Verdict::Equal,
        Verdict::Close,
        Verdict::OtherDocuments,
        Verdict::Differs,
        Verdict::CannotBeRepeated,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::CannotBeRepeated => "cannot be repeated",
            Verdict::Equal => "equal",
            Verdict::Close => "close",
            Verdict::Differs => "differs",
            Verdict::OtherDocuments => "other documents",
        }
    }
}

/// A printed value beside ours.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Cell {
    /// The printed value; none if the paper prints nothing.
    pub printed: Option<Figure>,
    /// The value computed here; none if nothing can be computed.
    pub ours: Option<Figure>,
    /// The verdict; none if the paper prints nothing.
    pub verdict: Option<Verdict>,
    /// The format of both.
    #[serde(skip)]
    pub form: Form,
}

impl Cell {
    /// Computed from what the paper prints, or a conclusion: the two should be equal.
    pub(crate) fn judged(text: &str, ours: impl Into<Figure>) -> Self {
        let (printed, form) = printed(text);
        let ours = ours.into();
        Cell {
            verdict: Some(verdict(&printed, &ours, form)),
            printed: Some(printed),
            ours: Some(ours),
            form,
        }
    }

    /// Measured on the project's own documents.
    pub(crate) fn measured(text: &str, ours: Option<f64>) -> Self {
        let (printed, form) = printed(text);
        Cell {
            printed: Some(printed),
            ours: ours.map(Figure::Number),
            verdict: Some(Verdict::OtherDocuments),
            form,
        }
    }

    /// Printed, and not to be repeated.
    pub(crate) fn only_printed(text: &str) -> Self {
        let (printed, form) = printed(text);
        Cell {
            printed: Some(printed),
            ours: None,
            verdict: Some(Verdict::CannotBeRepeated),
            form,
        }
    }

    /// Ours, of what the paper does not print.
    pub(crate) fn only_ours(ours: impl Into<Figure>, form: Form) -> Self {
        Cell {
            ours: Some(ours.into()),
            form,
            ..Cell::default()
        }
    }
}

fn verdict(printed: &Figure, ours: &Figure, form: Form) -> Verdict {
    let (Figure::Number(printed), Figure::Number(ours)) = (printed, ours) else {
        return if printed == ours {
            Verdict::Equal
        } else {
            Verdict::Differs
        };
    };
    // In units of the last digit, with room for the rounding of decimals to binary.
    const ROUNDING: f64 = 1e-6;
    let away = (printed - ours).abs() / form.unit();
    if away <= 0.5 + ROUNDING {
        Verdict::Equal
    } else if away <= 1.0 + ROUNDING {
        Verdict::Close
    } else {
        Verdict::Differs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_equal_in_the_digits_that_are_printed() {
        for (printed, ours, verdict) in [
            ("0.38", 0.375, Verdict::Equal),
            ("0.98", 0.9749, Verdict::Close),
            ("0.098", 0.0989, Verdict::Close),
            ("0.865", 0.8710, Verdict::Differs),
            ("4 %", 0.0353, Verdict::Equal),
            ("0.5", f64::NAN, Verdict::Differs),
        ] {
            let cell = Cell::judged(printed, ours);
            assert_eq!(cell.verdict, Some(verdict), "{printed} {ours}");
        }
        assert_eq!(Cell::judged("same", "same").verdict, Some(Verdict::Equal));
        assert_eq!(
            Cell::judged("same", "other").verdict,
            Some(Verdict::Differs)
        );
    }
}
