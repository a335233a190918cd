//! The wrong ones of a set, whenever one stops.

use dejalu_learn::evaluation::ln_chance_of;
use statrs::function::beta::ln_beta;
use statrs::function::factorial::ln_binomial;

/// The prior on the share of wrong ones: a few per cent.
const PRIOR: [f64; 2] = [1.0, 20.0];

/// The fewest and the most wrong ones of `population` removals, where `found` of the first `drawn` in a random order are
/// wrong. The chance that this ever excludes the truth, however often one looks, is at most `doubt`.
///
/// Kept is each number W under which what was seen is not too surprising: Σ π(w)·L(w) / L(W) < 1/doubt, L(w) the chance
/// of what was seen and π the beta-binomial prior (Waudby-Smith and Ramdas 2020). The sum is the chance of what was
/// seen under the prior, itself beta-binomial.
pub fn wrong_between(found: u64, drawn: u64, population: u64, doubt: f64) -> [u64; 2] {
    let (drawn, found) = (drawn.min(population), found.min(drawn.min(population)));
    let least_chance = doubt.ln() + ln_chance_under_prior(found, drawn);
    let is_kept = |wrong| ln_chance_of(found, drawn, wrong, population) > least_chance;
    let possible = [found, population - (drawn - found)];
    // The chance has one peak, at which what was seen is the share of all.
    let peak = (u128::from(found) * u128::from(population) / u128::from(drawn.max(1))) as u64;
    let peak = peak.clamp(possible[0], possible[1]);
    let low = first(possible[0], peak, is_kept);
    let high = first(0, possible[1] - peak, |below| is_kept(possible[1] - below));
    [low, possible[1] - high]
}

/// The first number from `least` on for which it holds, at most `most`, for which it is taken to hold.
fn first(mut least: u64, mut most: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while least < most {
        let middle = least + (most - least) / 2;
        if holds(middle) {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    least
}

/// The beta-binomial chance of `found` of `drawn`.
fn ln_chance_under_prior(found: u64, drawn: u64) -> f64 {
    let [a, b] = PRIOR;
    let of = ln_beta(found as f64 + a, (drawn - found) as f64 + b) - ln_beta(a, b);
    ln_binomial(drawn, found) + of
}
