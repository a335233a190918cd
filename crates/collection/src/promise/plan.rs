//! [`TestPlan`]: the sets that are tested, and their order, fixed by numbers alone.

use serde::Serialize;

use super::design::SetToTest;
use super::promise::Promise;
use super::stopping_points::StoppingPoints;
use dejalu_learn::evaluation::fewest_to_draw;

/// The sets hold these thousandths of the removals, those of least risk.
const THOUSANDTHS: [u64; 19] = [
    100, 200, 300, 400, 500, 600, 700, 750, 800, 850, 900, 920, 940, 960, 970, 980, 990, 995, 1000,
];

/// From so many times the fewest possible answers on, there is a second chain.
const ANSWERS_OF_TWO_CHAINS: u64 = 3;

/// The share of the error rate that the first of two chains has.
const FIRST_CHAIN: f64 = 0.8;

/// A set of the removals of least risk.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestedSet {
    /// Removals in it.
    pub size: u64,
    /// Its stopping points.
    pub stopping_points: StoppingPoints,
}

/// The test of a promise about so many removals by so many answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestPlan {
    /// Removals.
    pub removals: u64,
    /// The number of answers that it is made for.
    pub answers: u64,
    /// The promise.
    pub promise: Promise,
    /// The chains of sets. Within each the sets are tested in their order, the smallest first, and the first that fails
    /// ends the chain. The second, of smaller sets, is tested where the first passes nothing. None where so few answers
    /// can promise nothing.
    pub chains: Vec<Vec<TestedSet>>,
}

impl TestPlan {
    /// Plans the test.
    ///
    /// Tested are the sets that can pass with at least a quarter of the wrong ones that any of them can pass with (half
    /// where that is at least four): a chain that began with less could end by chance at once, and one that began with more
    /// would miss what the smaller sets can promise. Within a chain a wrong pass needs the first broken set to pass, so
    /// each is tested at the full level (fixed sequence testing; Angelopoulos et al. 2021). Two chains share the level.
    pub fn new(removals: u64, answers: u64, promise: Promise) -> Self {
        let sets = Sets {
            removals,
            answers: answers.min(removals),
            promise,
        };
        let level = promise.doubt();
        let has_two = sets
            .fewest_answers()
            .is_some_and(|fewest| sets.answers >= ANSWERS_OF_TWO_CHAINS * fewest);
        let two = has_two.then(|| sets.two_chains(level)).flatten();
        let mut chains = two.unwrap_or_else(|| vec![sets.first_chain(level)]);
        chains.retain(|chain| !chain.is_empty());
        TestPlan {
            removals,
            answers,
            promise,
            chains,
        }
    }

    /// All sets, in the order in which they are tested.
    pub fn sets(&self) -> impl Iterator<Item = &TestedSet> {
        self.chains.iter().flatten()
    }

    /// The fewest answers that any procedure needs for this promise, where none is found wrong; `None` where
    /// there is nothing to remove.
    pub fn fewest_answers(removals: u64, promise: &Promise) -> Option<u64> {
        fewest_to_draw(0, promise.too_many(removals), removals, promise.doubt())
    }
}

/// The sets that could be tested.
struct Sets {
    removals: u64,
    answers: u64,
    promise: Promise,
}

impl Sets {
    fn sizes(&self) -> Vec<u64> {
        let size = |part: u64| (u128::from(self.removals) * u128::from(part) / 1000) as u64;
        let mut sizes: Vec<u64> = THOUSANDTHS.into_iter().map(size).collect();
        sizes.retain(|&size| size > 0);
        sizes.dedup();
        sizes
    }

    fn fewest_answers(&self) -> Option<u64> {
        TestPlan::fewest_answers(self.removals, &self.promise)
    }

    fn set(&self, size: u64, level: f64) -> SetToTest {
        let answers =
            u128::from(self.answers) * u128::from(size) / u128::from(self.removals.max(1));
        SetToTest {
            size,
            too_many: self.promise.too_many(size),
            expected: (self.promise.wrong_at_most * size as f64 / 4.0).round() as u64,
            answers: answers as u64,
            level,
        }
    }

    fn sizes_worth_testing(&self, level: f64) -> Vec<u64> {
        let most_wrong = |size: u64| Some((size, self.set(size, level).most_wrong()?));
        let sizes: Vec<(u64, u64)> = self.sizes().into_iter().filter_map(most_wrong).collect();
        let most = sizes.iter().map(|it| it.1).max().unwrap_or_default();
        let part = if most >= 4 { 2 } else { 4 };
        let is_worth = |&(_, wrong): &(u64, u64)| wrong * part >= most;
        sizes.into_iter().filter(is_worth).map(|it| it.0).collect()
    }

    fn first_chain(&self, level: f64) -> Vec<TestedSet> {
        self.chain(&self.sizes_worth_testing(level), level)
    }

    /// A first chain, and a second of the sets from half the size on that the first begins with; `None` where the second
    /// could pass nothing, and would only cost the first a part of its level.
    fn two_chains(&self, level: f64) -> Option<Vec<Vec<TestedSet>>> {
        let first_level = FIRST_CHAIN * level;
        let first = self.first_chain(first_level);
        let start = first.first()?.size;
        let mut below = self.sizes();
        below.retain(|&size| 2 * size >= start && size < start);
        let second = self.chain(&below, level - first_level);
        (!second.is_empty()).then(|| vec![first, second])
    }

    fn chain(&self, sizes: &[u64], level: f64) -> Vec<TestedSet> {
        let tested = sizes.iter().filter_map(|&size| {
            let stopping_points = self.set(size, level).stopping_points()?;
            Some(TestedSet {
                size,
                stopping_points,
            })
        });
        tested.collect()
    }
}
