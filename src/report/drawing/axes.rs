//! Where a number stands: scales with grid lines and titles in words.

/// A scale with its title in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    pub title: String,
    pub from: f64,
    pub to: f64,
    /// Where grid lines stand, and what is written there.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// A share of 1, written in percent, down to `from`.
    pub fn percent(title: &str, from: f64) -> Self {
        let step = if from < 0.45 { 0.2 } else { 0.1 };
        let ticks = steps(from, 1.0, step)
            .map(|at| (at, format!("{:.0} %", at * 100.0)))
            .collect();
        Axis {
            title: title.to_string(),
            from,
            to: 1.0,
            ticks,
        }
    }

    /// A share from 0 to 1 at its square root, which gives small shares more room.
    pub fn rooted(title: &str) -> Self {
        let ticks = [0.0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0_f64];
        let ticks = ticks.map(|share| (share.sqrt(), format!("{:.0} %", share * 100.0)));
        Axis {
            title: title.to_string(),
            from: 0.0,
            to: 1.0,
            ticks: ticks.to_vec(),
        }
    }

    /// Plain numbers, about `count` of them.
    pub fn numbers(title: &str, from: f64, to: f64, count: f64) -> Self {
        let step = round_step((to - from) / count);
        let places = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
        let ticks = steps(from, to, step)
            .map(|at| (at, super::super::figures::decimal(at, places)))
            .collect();
        Axis {
            title: title.to_string(),
            from,
            to,
            ticks,
        }
    }

    /// One row below the other, at 0, −1, −2 and so on.
    pub fn rows(names: impl IntoIterator<Item = String>) -> Self {
        let named = names.into_iter().enumerate();
        let ticks: Vec<(f64, String)> = named.map(|(row, name)| (-(row as f64), name)).collect();
        Axis {
            title: String::new(),
            from: 0.4 - ticks.len() as f64,
            to: 0.6,
            ticks,
        }
    }
}

/// 1, 2 or 5 times a power of ten, at least `least`.
pub fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|factor| factor * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

fn steps(from: f64, to: f64, step: f64) -> impl Iterator<Item = f64> {
    // Rounded outward by less than a visible distance, so that the ends are not lost.
    let first = (from / step - 1e-6).ceil() as i64;
    let last = (to / step + 1e-6).floor() as i64;
    (first..=last).map(move |index| index as f64 * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_reach_the_ends() {
        assert_eq!(
            [0.11, 0.2, 0.31, 0.7, 7.0].map(round_step),
            [0.2, 0.2, 0.5, 1.0, 10.0]
        );
        let ticks =
            |axis: Axis| -> Vec<String> { axis.ticks.into_iter().map(|(_, text)| text).collect() };
        assert_eq!(
            ticks(Axis::percent("", 0.4)),
            ["40 %", "60 %", "80 %", "100 %"]
        );
        assert_eq!(
            ticks(Axis::numbers("", -1.0, 1.0, 4.0)),
            ["-1.0", "-0.5", "0.0", "0.5", "1.0"]
        );
    }

    #[test]
    fn rows_have_equal_room() {
        let axis = Axis::rows(["a", "b"].map(String::from));
        assert_eq!((axis.from, axis.to), (-1.6, 0.6));
        assert_eq!(axis.ticks[1], (-1.0, "b".to_string()));
    }
}
