//! Formats numbers for people, so that equal values look equal.

use dejalu_base::plural::counted;
use dejalu_base::threshold::reaches;
use dejalu_experiment::compare::Decider;
use dejalu_experiment::rules::Origin;
use dejalu_learn::evaluation::Interval;
use dejalu_learn::{Kernel, Learner};

/// The sign for a figure that does not exist.
pub(super) const ABSENT: &str = "–";

/// `97.1`, of a share in [0, 1]. Only what is exactly 1 is written as 100.0.
pub(super) fn hundredths(share: Option<f64>) -> String {
    match share.filter(|share| share.is_finite()) {
        Some(share) if share < 1.0 => format!("{:.1}", (share * 100.0).min(99.9)),
        Some(share) => format!("{:.1}", share * 100.0),
        None => ABSENT.to_string(),
    }
}

/// `97.1 %`.
pub(super) fn percent(share: Option<f64>) -> String {
    match share {
        Some(share) if share.is_finite() => format!("{} %", hundredths(Some(share))),
        _ => ABSENT.to_string(),
    }
}

/// `97 %`, for sentences in which a tenth would distract.
pub(super) fn whole_percent(share: f64) -> String {
    let rounded = (share * 100.0).round();
    match rounded {
        0.0 if share > 0.0 => "under 1 %".to_string(),
        100.0 if share < 1.0 => "over 99 %".to_string(),
        _ => format!("{rounded:.0} %"),
    }
}

/// 97.1, of a share in [0, 1]: what a bar of 100 shows.
pub(super) fn tenths(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}

/// `94.8–98.9`.
pub(super) fn interval(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || ABSENT.to_string(),
        |Interval { low, high }| format!("{}–{}", hundredths(Some(low)), hundredths(Some(high))),
    )
}

/// `0.012`, `<0.001`.
pub(super) fn p_value(p: Option<f64>) -> String {
    match p {
        Some(p) if p < 0.001 => "<0.001".to_string(),
        Some(p) if p.is_finite() => format!("{p:.3}"),
        _ => ABSENT.to_string(),
    }
}

/// A score, threshold or correlation with so many decimals; never `-0.00`.
pub(super) fn decimal(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_string(),
        _ if value.is_finite() => text,
        _ => ABSENT.to_string(),
    }
}

/// A score and the threshold that it is compared with: with so many decimals, or as many more as it takes until what
/// is read says the same as what was decided.
pub(super) fn compared(score: f64, threshold: f64, places: usize) -> [String; 2] {
    const MOST: usize = 12;
    let decided = reaches(score, threshold);
    let both = |places: usize| [score, threshold].map(|it| decimal(it, places));
    let says_so = |places: &usize| {
        let read = both(*places).map(|it| it.parse::<f64>());
        matches!(read, [Ok(score), Ok(threshold)] if (score >= threshold) == decided)
    };
    both((places..MOST).find(says_so).unwrap_or(MOST))
}

/// `0.5`, `0.953`: at most three decimals.
pub(super) fn at_most_thousandths(value: f64) -> String {
    let text = decimal(value, 3);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// `+0.31`, `-0.02`, `0.00`.
pub(super) fn signed(value: f64) -> String {
    let text = decimal(value, 2);
    let some = text
        .bytes()
        .any(|byte| byte.is_ascii_digit() && byte != b'0');
    if value > 0.0 && some {
        format!("+{text}")
    } else {
        text
    }
}

/// `1 pair`, `5,801 pairs`, of what takes an s in the plural.
pub(super) fn number(of: usize, noun: &str) -> String {
    counted(of, noun, &format!("{noun}s"))
}

/// With two significant digits.
fn significant(positive: f64) -> String {
    let places = (1.0 - positive.log10().floor()).clamp(0.0, 12.0);
    decimal(positive, places as usize)
}

/// The same of what is not short as it is: `8`, `0.0029`.
pub(super) fn short(positive: f64) -> String {
    const SHORT: usize = 6;
    let exact = positive.to_string();
    if exact.len() <= SHORT {
        exact
    } else {
        significant(positive)
    }
}

/// The parameters of a learner: `rbf (gamma = 0.0029), C = 8`.
pub(super) fn settings(learner: &Learner) -> String {
    let kernel = match learner.kernel {
        Kernel::Rbf { gamma } => format!("rbf (gamma = {})", short(gamma)),
        Kernel::Laplacian { gamma, scales: 1 } => format!("laplacian (gamma = {})", short(gamma)),
        Kernel::Laplacian { gamma, scales } => {
            format!("laplacian (gamma = {}, {scales} scales)", short(gamma))
        }
        Kernel::Polynomial {
            degree,
            gamma,
            coef0,
        } => format!(
            "polynomial (degree = {degree}, gamma = {}, coef0 = {coef0:?})",
            short(gamma)
        ),
        kernel => kernel.to_string(),
    };
    format!("{kernel}, C = {}", short(learner.c))
}

/// `monotone`, `linear`, `degree 2, gamma 0.012`, `RBF, gamma 0.012`.
pub(super) fn kernel(kernel: &Kernel) -> String {
    match kernel {
        Kernel::Polynomial { degree, gamma, .. } => {
            format!("degree {degree}, gamma {}", significant(*gamma))
        }
        Kernel::Rbf { gamma } => format!("RBF, gamma {}", significant(*gamma)),
        Kernel::Laplacian { gamma, .. } => format!("Laplacian, gamma {}", significant(*gamma)),
        kernel => kernel.to_string(),
    }
}

/// The decider's name, with † where the cut of a published rule is ours.
pub(super) fn name(decider: &Decider) -> String {
    match decider.threshold_origin {
        Some(Origin::Choice) => format!("{} †", decider.name),
        _ => decider.name.clone(),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

pub(super) fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_never_shown_on_the_other_side_of_its_threshold() {
        for (score, threshold, shown) in [
            (0.4999999999999999, 0.5, ["0.50", "0.50"]),
            (0.498, 0.5, ["0.498", "0.500"]),
            (1.0161, 1.0212, ["1.016", "1.021"]),
            (-0.001, 0.0, ["-0.001", "0.000"]),
            (0.49999999, 0.5, ["0.49999999", "0.50000000"]),
            (0.73, 0.5, ["0.73", "0.50"]),
        ] {
            assert_eq!(compared(score, threshold, 2), shown);
        }
    }

    #[test]
    fn only_a_whole_is_written_as_a_whole() {
        let shares = [Some(1.0), Some(0.9999), Some(0.5), Some(0.0), None];
        let written = shares.map(percent);
        assert_eq!(written, ["100.0 %", "99.9 %", "50.0 %", "0.0 %", "–"]);
        let shares = [0.0, 0.001, 0.05, 0.999, 1.0];
        let written = shares.map(whole_percent);
        assert_eq!(written, ["0 %", "under 1 %", "5 %", "over 99 %", "100 %"]);
    }

    #[test]
    fn small_and_missing_numbers() {
        assert_eq!(p_value(Some(0.0)), "<0.001");
        assert_eq!(p_value(Some(0.0123)), "0.012");
        assert_eq!(p_value(None), "–");
        assert_eq!(decimal(-0.0001, 2), "0.00");
        assert_eq!(decimal(-0.25, 2), "-0.25");
        assert_eq!(decimal(f64::NAN, 2), "–");
        assert_eq!(percent(Some(f64::NAN)), "–");
        assert_eq!(interval(None), "–");
    }

    #[test]
    fn kernels_keep_two_digits() {
        let rbf = [0.000_123, 0.0385, 1.0, 250.0].map(|gamma| kernel(&Kernel::Rbf { gamma }));
        let digits = ["0.00012", "0.038", "1.0", "250"];
        assert_eq!(rbf, digits.map(|digits| format!("RBF, gamma {digits}")));
        assert_eq!(kernel(&Kernel::Linear), "linear");
    }

    #[test]
    fn parameters_are_rounded_for_people() {
        let rbf = |gamma, c| settings(&Learner::new(Kernel::Rbf { gamma }, c));
        assert_eq!(rbf(1.0 / 340.0, 8.0), "rbf (gamma = 0.0029), C = 8");
        assert_eq!(rbf(0.5, 2.0 / 3.0), "rbf (gamma = 0.5), C = 0.67");
    }

    #[test]
    fn effects_carry_their_sign() {
        let effects = [0.314, -0.02, 0.001, -0.001].map(signed);
        assert_eq!(effects, ["+0.31", "-0.02", "0.00", "0.00"]);
    }
}
