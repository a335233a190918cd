//! Numbers and words as papers print them.

use serde::Serialize;

/// A value: a number, or a word where the paper prints one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A number; of a percentage the share, in [0, 1].
    Number(f64),
    /// A word.
    Word(String),
}

impl From<f64> for Figure {
    fn from(number: f64) -> Self {
        Figure::Number(number)
    }
}

impl From<usize> for Figure {
    fn from(count: usize) -> Self {
        Figure::Number(count as f64)
    }
}

impl From<&str> for Figure {
    fn from(word: &str) -> Self {
        Figure::Word(word.to_string())
    }
}

impl From<String> for Figure {
    fn from(word: String) -> Self {
        Figure::Word(word)
    }
}

/// The format of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Form {
    /// Number of decimals.
    pub decimals: usize,
    /// True if it is a percentage.
    pub is_percent: bool,
}

impl Form {
    pub(crate) const fn number(decimals: usize) -> Self {
        Form {
            decimals,
            is_percent: false,
        }
    }

    pub(crate) const fn percent(decimals: usize) -> Self {
        Form {
            decimals,
            is_percent: true,
        }
    }

    /// Value of one unit in the last digit.
    pub fn unit(self) -> f64 {
        let whole = if self.is_percent { 0.01 } else { 1.0 };
        whole * 0.1f64.powi(self.decimals as i32)
    }
}

/// Reads what a paper prints, `0.966`, `52,506`, `5.5 %`, `same`: the value, and how it is written.
pub(crate) fn printed(text: &str) -> (Figure, Form) {
    let (digits, is_percent) = match text.strip_suffix(" %") {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let Ok(number) = digits.replace(',', "").parse::<f64>() else {
        return (Figure::from(text), Form::default());
    };
    let decimals = digits.split_once('.').map_or(0, |(_, behind)| behind.len());
    let form = Form {
        decimals,
        is_percent,
    };
    let number = if is_percent { number / 100.0 } else { number };
    (Figure::Number(number), form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_with_its_digits() {
        for (text, number, form) in [
            ("0.966", 0.966, Form::number(3)),
            ("52,506", 52_506.0, Form::number(0)),
            ("5.5 %", 0.055, Form::percent(1)),
            ("60 %", 0.6, Form::percent(0)),
        ] {
            assert_eq!(printed(text), (Figure::Number(number), form), "{text}");
        }
        assert_eq!(printed("same"), (Figure::from("same"), Form::default()));
        assert!((Form::percent(1).unit() - 0.001).abs() < 1e-15);
    }
}
