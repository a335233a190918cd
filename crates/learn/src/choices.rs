//! Parses options from text; invalid text is refused in one sentence.

use std::str::FromStr;

use super::kernel::LARGEST_FACTOR;
use super::learner::Solver;
use super::operating::OperatingRule;
use super::options::{KernelChoice, LearnerOptions, Setting};
use dejalu_base::error::{Error, Parameter, Result, read_by_name, shown_by_name};
use dejalu_base::numbers::number;

impl Setting {
    /// Reads `auto` or a number above 0, given for this parameter.
    ///
    /// ```
    /// use dejalu_base::error::Parameter;
    /// use dejalu_learn::Setting;
    ///
    /// assert_eq!(Setting::parse(Parameter::C, "10")?, Setting::Fixed(10.0));
    /// assert_eq!(
    ///     Setting::parse(Parameter::C, "-1").unwrap_err().to_string(),
    ///     "c '-1': expected 'auto' or a number above 0"
    /// );
    /// # Ok::<(), dejalu_base::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any other text.
    pub fn parse(parameter: Parameter, text: &str) -> Result<Self> {
        let number = number(text).filter(|x| x.is_finite() && *x > 0.0);
        match (text, number) {
            ("auto", _) => Ok(Setting::Auto),
            (_, Some(x)) => Ok(Setting::Fixed(x)),
            _ => Err(Error::invalid(
                parameter,
                text,
                "expected 'auto' or a number above 0",
            )),
        }
    }
}

/// Reads `f1`, `margin`, `precision=X` or `recall=X`.
impl FromStr for OperatingRule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let share = |text: &str| number(text).filter(|x| *x > 0.0 && *x <= 1.0);
        let rule = match text.split_once('=') {
            None if text == "f1" => Some(OperatingRule::BestF1),
            None if text == "margin" => Some(OperatingRule::Margin),
            Some(("precision", x)) => share(x).map(OperatingRule::Precision),
            Some(("recall", x)) => share(x).map(OperatingRule::Recall),
            _ => None,
        };
        let expected = "expected f1, margin, precision=X or recall=X with X above 0 and at most 1";
        rule.ok_or_else(|| Error::invalid(Parameter::OperatingPoint, text, expected))
    }
}

shown_by_name!(KernelChoice);

read_by_name!(
    KernelChoice,
    Kernel,
    "expected monotone, linear, rbf, laplacian, polynomial or auto"
);

read_by_name!(Solver, Solver, "expected own or linfa");

/// Reads the ends of a band of probabilities in which nothing is decided, of which either tells the
/// other: 0.1 and 0.9 are both a chance of error of 0.1.
///
/// # Errors
///
/// A text that is no number between 0 and 1, or 0.5.
pub fn chance_of_error(text: &str) -> Result<f64> {
    match number(text).filter(|x| *x > 0.0 && *x < 1.0 && *x != 0.5) {
        Some(x) if x < 0.5 => Ok(x),
        // 1 − 0.9 is not 0.1 in binary; what is shown and saved should be.
        Some(x) => Ok(((1.0 - x) * 1e12).round() / 1e12),
        None => Err(Error::invalid(
            Parameter::Abstain,
            text,
            "expected a number between 0 and 1 other than 0.5: the largest probability of a wrong decision, or the smallest of a right one",
        )),
    }
}

impl LearnerOptions {
    /// The options with this gamma.
    ///
    /// # Errors
    ///
    /// A number is given for a kernel without gamma.
    pub fn with_gamma(mut self, gamma: Setting) -> Result<Self> {
        if let (Setting::Fixed(x), KernelChoice::Linear | KernelChoice::Monotone) =
            (gamma, self.kernel)
        {
            let expected = format!(
                "expected {} rbf, laplacian, polynomial or auto",
                Parameter::Kernel
            );
            return Err(Error::invalid(Parameter::Gamma, x, expected));
        }
        self.gamma = gamma;
        Ok(self)
    }

    /// The options with what only a polynomial kernel has, where it is given.
    ///
    /// # Errors
    ///
    /// One of the two is given for another kernel; coef0 is not from 0 to [`LARGEST_FACTOR`].
    pub fn with_polynomial(mut self, degree: Option<u32>, coef0: Option<f64>) -> Result<Self> {
        let kernel = Parameter::Kernel;
        let alone = format!(
            "expected {kernel} polynomial, or auto with a {}",
            Parameter::Degree
        );
        let tried = match self.kernel {
            KernelChoice::Polynomial => true,
            KernelChoice::Auto => degree.is_some(),
            _ => false,
        };
        if let Some(degree) = degree {
            if !tried {
                return Err(Error::invalid(Parameter::Degree, degree, alone));
            }
            self.degree = Some(degree);
        }
        if let Some(x) = coef0 {
            if !(0.0..=LARGEST_FACTOR).contains(&x) {
                let expected = format!("expected a number from 0 to {LARGEST_FACTOR}");
                return Err(Error::invalid(Parameter::Coef0, x, expected));
            }
            if !tried {
                return Err(Error::invalid(Parameter::Coef0, x, alone));
            }
            self.coef0 = x;
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_written() {
        assert_eq!(Setting::parse(Parameter::C, "auto").unwrap(), Setting::Auto);
        assert_eq!(
            "f1".parse::<OperatingRule>().unwrap(),
            OperatingRule::BestF1
        );
        let precise = "precision=0.99".parse::<OperatingRule>().unwrap();
        assert_eq!(precise, OperatingRule::Precision(0.99));
        assert_eq!("auto".parse::<KernelChoice>().unwrap(), KernelChoice::Auto);
        assert_eq!(chance_of_error("0.9").unwrap(), 0.1);
        assert_eq!(
            "sigmoid".parse::<KernelChoice>().unwrap_err().to_string(),
            "kernel 'sigmoid': expected monotone, linear, rbf, laplacian, polynomial or auto"
        );
        assert_eq!(
            "recall=2".parse::<OperatingRule>().unwrap_err().to_string(),
            "operating_point 'recall=2': expected f1, margin, precision=X or recall=X with X above 0 and at most 1"
        );
    }

    #[test]
    fn degree_and_coef0_are_the_polynomial_kernels() {
        let options = |kernel| LearnerOptions {
            kernel,
            ..LearnerOptions::default()
        };
        let polynomial = options(KernelChoice::Polynomial).with_polynomial(Some(2), Some(0.5));
        assert_eq!(polynomial.unwrap().degree, Some(2));
        let refused = options(KernelChoice::Rbf).with_polynomial(None, Some(0.5));
        assert_eq!(
            refused.unwrap_err().to_string(),
            "coef0 '0.5': expected kernel polynomial, or auto with a degree"
        );
        let auto = options(KernelChoice::Auto);
        assert!(auto.with_polynomial(None, Some(0.5)).is_err());
        assert!(auto.with_polynomial(Some(3), Some(0.5)).is_ok());
    }
}
