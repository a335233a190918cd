//! Formats counts, with singular and plural, and shares. In sentences of errors, of the terminal and of
//! the report alike.

use std::fmt::Display;

/// `5,801`, of a whole number from 0 on.
pub fn count<N: Display>(number: N) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 pair`, `5,801 pairs`; a verb may follow the noun: `1 row repeats`, `2 rows repeat`.
pub fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = count(number);
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}

/// `4.13 %`, with so many decimals.
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$} %", 100.0 * share)
}

/// Writes a share as a percentage with a decimal, if it has one: `2 %`, `2.5 %`.
pub fn short_percent(share: f64) -> String {
    percent(share, 1).replacen(".0 %", " %", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded() {
        assert_eq!(
            [0, 1, 2].map(|decimals| percent(0.04128, decimals)),
            ["4 %", "4.1 %", "4.13 %"]
        );
    }

    #[test]
    fn counts_are_grouped_and_inflected() {
        assert_eq!(
            [1, 999, 1000, 1234567].map(count),
            ["1", "999", "1,000", "1,234,567"]
        );
        assert_eq!(counted(1, "pair", "pairs"), "1 pair");
        assert_eq!(counted(0, "pair", "pairs"), "0 pairs");
        assert_eq!(counted(5801, "pair", "pairs"), "5,801 pairs");
    }
}
