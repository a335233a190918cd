//! Figures that 004 prints (tables 1 and 2), on 80 queries.

use crate::answer::Class;

/// A figure that 004 prints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Published {
    /// S_th; none for SCAM.
    pub threshold: Option<f64>,
    /// The class.
    pub class: Class,
    /// Its start.
    pub cut: f64,
    /// The false negative error.
    pub false_negative: f64,
    /// The false positive error, where it is legible.
    pub false_positive: Option<f64>,
}

/// Every row of both tables.
pub const PUBLISHED: [Published; 10] = {
    const fn row(
        threshold: Option<f64>,
        class: Class,
        cut: f64,
        false_negative: f64,
        false_positive: Option<f64>,
    ) -> Published {
        Published {
            threshold,
            class,
            cut,
            false_negative,
            false_positive,
        }
    }
    const SCAM: Option<f64> = None;
    const OS_CDS: Option<f64> = Some(0.8);
    [
        row(SCAM, Class::Exact, 1.0, 0.268750, Some(0.0)),
        row(SCAM, Class::High, 0.5, 0.113333, Some(0.001512)),
        row(SCAM, Class::Some, 0.05, 0.028542, Some(0.012965)),
        row(OS_CDS, Class::Exact, 1.0, 0.0, Some(0.000233)),
        row(OS_CDS, Class::High, 0.5, 0.037500, Some(0.000581)),
        row(OS_CDS, Class::Some, 0.05, 0.026875, Some(0.016628)),
        row(SCAM, Class::Some, 0.1, 0.034792, None),
        row(OS_CDS, Class::Some, 0.1, 0.033125, Some(0.010640)),
        row(SCAM, Class::Some, 0.33, 0.194583, None),
        row(OS_CDS, Class::Some, 0.33, 0.172083, Some(0.000465)),
    ]
};
