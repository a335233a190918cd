//! Precision, recall and F1 of all pairs of a population, from random samples of its strata.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Distribution, Gamma};
use serde::Serialize;

use super::bootstrap::Bootstrap;
use super::counts::Counts;
use super::intervals::Interval;

/// A stratum, and what is known of a simple random sample of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SampledStratum {
    /// Number of pairs.
    pub size: u64,
    /// The sample: what people say against what a decider says.
    pub counts: Counts,
    /// The share of all its pairs that the decider calls duplicates, where that is known.
    pub called: Option<f64>,
}

/// A figure and its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure, in [0, 1].
    pub value: f64,
    /// Its confidence interval, at the level asked for.
    pub interval: Interval,
}

impl Estimate {
    /// Margin of error of the figure: the longer side of the interval.
    pub fn margin(&self) -> f64 {
        let Interval { low, high } = self.interval;
        (self.value - low).max(high - self.value)
    }
}

/// Figures of a whole population.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StratifiedEstimates {
    /// Precision; `None` where nothing seems to be called a duplicate.
    pub precision: Option<Estimate>,
    /// Recall; `None` where nothing seems to be one.
    pub recall: Option<Estimate>,
    /// F1, likewise.
    pub f1: Option<Estimate>,
}

/// The end of an interval that is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

impl End {
    /// The kinds of pairs of which one more moves a figure to this end: errors down, right decisions up.
    fn kinds(self) -> [usize; 2] {
        match self {
            End::Low => [1, 2],
            End::High => [0, 3],
        }
    }
}

/// Pairs of a population by what they are and what they are called.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    tp: f64,
    fp: f64,
    fn_: f64,
}

/// Weights of the pairs of a stratum by kind: right and wrong among those called duplicates, missed and right among the
/// others.
type Weights = [f64; 4];

/// A draw of a stratum: the weights of its sample, and that of one pair more.
struct Draw {
    weights: Weights,
    one_more: f64,
}

/// Estimates from samples of all strata. `None` while a stratum that is not empty has no sample, and
/// for a level outside (0, 1).
///
/// The intervals are those of the design: what varies is which pairs were drawn. Each draw weighs the pairs
/// of a stratum's sample by the Bayesian bootstrap (Rubin 1981), for the pairs that nobody has seen. A
/// kind that a sample does not show may be there all the same, so each end is the percentile of draws with
/// one pair more in the samples: an error at the low end, a right decision at the high one, in the stratum
/// where it moves that end furthest. One pair in one stratum, as the interval of Fay & Feuer (1997) for
/// sums of weighted counts has it: ten strata that all hide one would be far rarer than the level says. In
/// a single large stratum these are the ends of Clopper & Pearson (1934).
pub fn stratified_estimates(
    strata: &[SampledStratum],
    bootstrap: &Bootstrap,
) -> Option<StratifiedEstimates> {
    let strata: Vec<SampledStratum> = strata.iter().copied().filter(|it| it.size > 0).collect();
    let are_sampled = strata.iter().all(|it| it.counts.total() > 0);
    let level = bootstrap.level;
    if strata.is_empty() || !are_sampled || !(level > 0.0 && level < 1.0) {
        return None;
    }
    let totals = Totals::sum(strata.iter().map(SampledStratum::expected));
    let draws = draws(&strata, bootstrap);
    let of = |figure: fn(&Totals) -> Option<f64>| {
        let value = figure(&totals)?;
        let low = ends(&strata, &draws, figure, End::Low, (1.0 - level) / 2.0);
        let high = ends(&strata, &draws, figure, End::High, (1.0 + level) / 2.0);
        let interval = Interval {
            low: low.fold(value, f64::min),
            high: high.fold(value, f64::max),
        };
        Some(Estimate { value, interval })
    };
    Some(StratifiedEstimates {
        precision: of(Totals::precision),
        recall: of(Totals::recall),
        f1: of(Totals::f1),
    })
}

/// Draws of each stratum.
fn draws(strata: &[SampledStratum], bootstrap: &Bootstrap) -> Vec<Vec<Draw>> {
    let mut chance = ChaCha8Rng::seed_from_u64(bootstrap.seed);
    let mut of = |stratum: &SampledStratum| {
        let draws = (0..bootstrap.draws).map(|_| stratum.draw(&mut chance));
        draws.collect()
    };
    strata.iter().map(&mut of).collect()
}

/// An end of the interval of a figure for each pair that the samples may have held beside theirs.
fn ends<'a>(
    strata: &'a [SampledStratum],
    draws: &'a [Vec<Draw>],
    figure: fn(&Totals) -> Option<f64>,
    end: End,
    share: f64,
) -> impl Iterator<Item = f64> + 'a {
    let of_stratum = move |(stratum, draws): (&SampledStratum, &Vec<Draw>)| -> Vec<Totals> {
        let totals = draws.iter().map(|it| stratum.totals(it.weights, end));
        totals.collect()
    };
    let parts: Vec<Vec<Totals>> = strata.iter().zip(draws).map(of_stratum).collect();
    let count = draws.first().map_or(0, Vec::len);
    let sums = (0..count).map(|draw| Totals::sum(parts.iter().map(|part| part[draw])));
    let sums: Vec<Totals> = sums.collect();
    let with_one_more = move |(place, kind): (usize, usize)| {
        let drawn = sums.iter().zip(&parts[place]).zip(&draws[place]);
        let figures = drawn.filter_map(|((sum, part), draw)| {
            let mut weights = draw.weights;
            weights[kind] += draw.one_more;
            let part_then = strata[place].totals(weights, end);
            figure(&sum.replacing(part, &part_then))
        });
        percentile(figures.collect(), share)
    };
    let places = (0..strata.len()).flat_map(move |place| end.kinds().map(|kind| (place, kind)));
    places.filter_map(with_one_more)
}

fn percentile(mut drawn: Vec<f64>, share: f64) -> Option<f64> {
    let last = drawn.len().checked_sub(1)?;
    let place = (share * last as f64).round() as usize;
    Some(*drawn.select_nth_unstable_by(place, f64::total_cmp).1)
}

impl SampledStratum {
    /// The sample by kind.
    fn sampled(&self) -> Weights {
        let Counts { tp, fp, tn, fn_ } = self.counts;
        [tp, fp, fn_, tn].map(|count| count as f64)
    }

    fn draw(&self, chance: &mut ChaCha8Rng) -> Draw {
        // The finite population correction: the fewer pairs are unseen, the less do they go by the shares
        // of the others, and the more each by itself.
        let unseen = self.size.saturating_sub(self.counts.total()) as f64 / self.size as f64;
        // Of a kind with so many pairs the weights sum to a gamma.
        let mut weight = |count: f64| {
            let gamma = Gamma::new(count * unseen, 1.0);
            gamma.map_or(0.0, |gamma| gamma.sample(chance))
        };
        let (weights, one_more) = (self.sampled().map(&mut weight), weight(1.0));
        let is_empty = weights.iter().sum::<f64>() <= 0.0;
        Draw {
            weights: if is_empty { self.sampled() } else { weights },
            one_more,
        }
    }

    /// All its pairs: those of the sample, and the unseen ones by these weights. Of a kind of decisions
    /// that the sample does not show all or none are wrong, whichever is worse at this end.
    fn totals(&self, weights: Weights, end: End) -> Totals {
        let [tp, fp, fn_, tn] = weights;
        let Some(called) = self.called else {
            return self.of_unseen(weights);
        };
        let seen = self.counts;
        let size = self.size.max(seen.total()) as f64;
        let unseen = |share: f64, seen: u64| (size * share - seen as f64).max(0.0);
        let called_unseen = unseen(called, seen.tp + seen.fp);
        let others_unseen = unseen(1.0 - called, seen.tn + seen.fn_);
        let if_unknown = if end == End::Low { 1.0 } else { 0.0 };
        let wrong = share(fp, fp + tp).unwrap_or(if_unknown);
        let missed = share(fn_, fn_ + tn).unwrap_or(if_unknown);
        Totals {
            tp: seen.tp as f64 + called_unseen * (1.0 - wrong),
            fp: seen.fp as f64 + called_unseen * wrong,
            fn_: seen.fn_ as f64 + others_unseen * missed,
        }
    }

    /// The same where nothing is known of how many are called duplicates.
    fn of_unseen(&self, weights: Weights) -> Totals {
        let seen = self.counts;
        let unseen = self.size.saturating_sub(seen.total()) as f64;
        let [tp, fp, fn_, _] = weights;
        let each = unseen / weights.iter().sum::<f64>();
        Totals {
            tp: seen.tp as f64 + each * tp,
            fp: seen.fp as f64 + each * fp,
            fn_: seen.fn_ as f64 + each * fn_,
        }
    }

    /// As the sample has it.
    fn expected(&self) -> Totals {
        let Counts { tp, fp, tn, fn_ } = self.counts;
        let is_sampled =
            |called: f64| (tp + fp > 0 || called <= 0.0) && (tn + fn_ > 0 || called >= 1.0);
        // Where one kind of decisions was not sampled nothing tells how frequent its errors are.
        if self.called.is_some_and(is_sampled) {
            self.totals(self.sampled(), End::High)
        } else {
            self.of_unseen(self.sampled())
        }
    }
}

impl Totals {
    fn sum(parts: impl Iterator<Item = Totals>) -> Self {
        parts.fold(Totals::default(), |sum, it| Totals {
            tp: sum.tp + it.tp,
            fp: sum.fp + it.fp,
            fn_: sum.fn_ + it.fn_,
        })
    }

    /// With another part in the place of one.
    fn replacing(&self, part: &Totals, other: &Totals) -> Self {
        let replaced = |sum: f64, part: f64, other: f64| (sum - part).max(0.0) + other;
        Totals {
            tp: replaced(self.tp, part.tp, other.tp),
            fp: replaced(self.fp, part.fp, other.fp),
            fn_: replaced(self.fn_, part.fn_, other.fn_),
        }
    }

    fn precision(&self) -> Option<f64> {
        share(self.tp, self.tp + self.fp)
    }

    fn recall(&self) -> Option<f64> {
        share(self.tp, self.tp + self.fn_)
    }

    fn f1(&self) -> Option<f64> {
        share(2.0 * self.tp, 2.0 * self.tp + self.fp + self.fn_)
    }
}

fn share(part: f64, of: f64) -> Option<f64> {
    (of > 0.0).then(|| part / of)
}

#[cfg(test)]
mod tests;
