//! Axes: scales with ticks, grid lines and titles.

use crate::figures::decimal;
use dejalu_base::plural::{count, percent};

/// A scale with its title in words.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Axis {
    pub(crate) title: String,
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// Positions and labels of grid lines.
    pub(crate) ticks: Vec<(f64, String)>,
}

impl Axis {
    pub(crate) fn new(
        title: &str,
        from: f64,
        to: f64,
        ticks: impl IntoIterator<Item = (f64, String)>,
    ) -> Self {
        Axis {
            title: title.to_string(),
            from,
            to,
            ticks: ticks.into_iter().collect(),
        }
    }

    /// A share of 1, written in percent, down to `from`.
    pub(crate) fn percent(title: &str, from: f64) -> Self {
        let step = if from < 0.45 { 0.2 } else { 0.1 };
        let tick = |at| (at, percent(at, 0));
        Axis::new(title, from, 1.0, steps(from, 1.0, step).map(tick)).roomy()
    }

    /// A share from 0 to 1 at its square root, which gives small shares more room.
    pub(crate) fn rooted(title: &str) -> Self {
        let ticks = [0.0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0_f64];
        let ticks = ticks.map(|share| (share.sqrt(), percent(share, 0)));
        Axis::new(title, 0.0, 1.0, ticks).roomy()
    }

    /// With a little room at both ends, so that no point hangs over the rim.
    pub(crate) fn roomy(self) -> Self {
        let room = 0.025 * (self.to - self.from);
        Axis {
            from: self.from - room,
            to: self.to + room,
            ..self
        }
    }

    /// Plain numbers, about `about` of them.
    pub(crate) fn numbers(title: &str, from: f64, to: f64, about: f64) -> Self {
        let step = round_step((to - from) / about);
        let places = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
        let tick = |at| (at, decimal(at, places));
        Axis::new(title, from, to, steps(from, to, step).map(tick))
    }

    /// Shares of 1, written as hundredths with their `unit`, about `about` of them.
    pub(crate) fn shares(title: &str, from: f64, to: f64, about: f64, unit: &str) -> Self {
        let written = Axis::numbers(title, 100.0 * from, 100.0 * to, about).ticks;
        let ticks = written.into_iter();
        let ticks = ticks.map(|(at, text)| (at / 100.0, text + unit));
        Axis::new(title, from, to, ticks)
    }

    /// Counts at their square roots, which give small ones more room, and a little room above the
    /// largest.
    pub(crate) fn counts(title: &str, most: u64) -> Self {
        let mut ticks = vec![(0.0, "0".to_string())];
        let powers = (0..18).map(|power| 10_u64.pow(power));
        for number in powers.flat_map(|power| [1, 2, 5].map(|factor| factor * power)) {
            let last = ticks.last().map_or(0.0, |last| last.0);
            if number <= most && root(number) - last >= root(most) * 0.15 {
                ticks.push((root(number), count(number)));
            }
        }
        Axis::new(title, 0.0, root(most) * 1.25, ticks)
    }

    /// The same downwards as well.
    pub(crate) fn mirrored(mut self) -> Self {
        let below = self.ticks.iter().filter(|tick| tick.0 > 0.0);
        let below: Vec<_> = below.map(|(at, text)| (-at, text.clone())).collect();
        self.ticks.extend(below);
        Axis {
            from: -self.to,
            ..self
        }
    }

    /// One row below the other, at 0, −1, −2 and so on.
    pub(crate) fn rows(names: impl IntoIterator<Item = String>) -> Self {
        let named = names.into_iter().enumerate();
        let ticks: Vec<(f64, String)> = named.map(|(row, name)| (-(row as f64), name)).collect();
        Axis::new("", 0.4 - ticks.len() as f64, 0.6, ticks)
    }
}

/// Position of a count among [`Axis::counts`].
pub(crate) fn root(number: u64) -> f64 {
    (number as f64).sqrt()
}

/// 1, 2 or 5 times a power of ten, at least `least`.
pub(crate) fn round_step(least: f64) -> f64 {
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
    fn counts_are_round_and_apart() {
        let texts = |axis: Axis| -> Vec<String> { axis.ticks.into_iter().map(|it| it.1).collect() };
        let axis = Axis::counts("", 130);
        assert_eq!(texts(axis.clone()), ["0", "5", "20", "50", "100"]);
        assert_eq!(texts(axis.mirrored()).len(), 9);
        assert_eq!(texts(Axis::counts("", 0)), ["0"]);
    }

    #[test]
    fn rows_have_equal_room() {
        let axis = Axis::rows(["a", "b"].map(String::from));
        assert_eq!((axis.from, axis.to), (-1.6, 0.6));
        assert_eq!(axis.ticks[1], (-1.0, "b".to_string()));
    }
}
