//! Whole numbers, as large as Python has them.

use dejalu::error::Parameter;
use pyo3::prelude::*;

use crate::error::wrong;

/// A whole number whose range is not yet checked.
pub struct Whole {
    /// None of a number that is below 0 or too large.
    number: Option<u64>,
    shown: String,
}

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Ok(Whole {
            number: given.extract().ok(),
            // Python writes no number of more than some thousand digits.
            shown: given.str().map_or("…".into(), |shown| shown.to_string()),
        })
    }
}

impl Whole {
    /// The number. Refuses one out of range.
    pub fn within(&self, parameter: Parameter, least: u64, most: u64) -> PyResult<u64> {
        let number = self.number.filter(|it| (least..=most).contains(it));
        number.ok_or_else(|| {
            let expected = format!("expected a whole number from {least} to {most}");
            wrong(parameter, &self.shown, &expected)
        })
    }
}
