//! Exact bounds on a finite population from a random sample without replacement.

use statrs::function::factorial::ln_binomial;

/// Terms below this share of their sum cannot change it.
const NEGLIGIBLE: f64 = 1e-18;

/// The natural logarithm of the hypergeometric chance P(X = `found`), where `drawn` of `population` are drawn at random
/// without replacement and `marked` of them are marked. Minus infinity where it is impossible.
pub fn ln_chance_of(found: u64, drawn: u64, marked: u64, population: u64) -> f64 {
    let is_possible = drawn <= population
        && marked <= population
        && found <= drawn.min(marked)
        && found + population >= drawn + marked;
    if !is_possible {
        return f64::NEG_INFINITY;
    }
    ln_binomial(marked, found) + ln_binomial(population - marked, drawn - found)
        - ln_binomial(population, drawn)
}

/// The exact one-sided test that more than a share of a finite population is marked: P(X ≤ `found`)
/// where `drawn` of `population` are drawn at random without replacement and `marked` of them are
/// marked. In \[0, 1\]; 1 where there is nothing to draw. Counts that contradict each other (more
/// drawn or marked than there are) are cut to the population.
pub fn chance_of_so_few(found: u64, drawn: u64, marked: u64, population: u64) -> f64 {
    let (drawn, marked) = (drawn.min(population), marked.min(population));
    // So many of the drawn are marked whatever is drawn.
    let least = (drawn + marked).saturating_sub(population);
    let most = drawn.min(marked);
    if found >= most {
        return 1.0;
    }
    if found < least {
        return 0.0;
    }
    let chance = |hits| ln_chance_of(hits, drawn, marked, population).exp();
    let odds = |hits| odds_of_one_more(hits, drawn, marked, population);
    let is_below_mode = odds(found) >= 1.0;
    if is_below_mode {
        let down = (least..found).rev().map(|hits| odds(hits).recip());
        sum_of_falling(chance(found), down)
    } else {
        let up = (found + 1..most).map(odds);
        1.0 - sum_of_falling(chance(found + 1), up)
    }
}

/// P(X = `hits` + 1) / P(X = `hits`), of a possible number of hits; 0 where no more are possible.
pub fn odds_of_one_more(hits: u64, drawn: u64, marked: u64, population: u64) -> f64 {
    let more = marked.saturating_sub(hits) as f64 * drawn.saturating_sub(hits) as f64;
    let others = (population + hits + 1).saturating_sub(marked + drawn);
    more / ((hits + 1) as f64 * others as f64)
}

/// The sum of a first term and of those that follow it, each by its ratio to the one before; the ratios fall from at
/// most 1.
fn sum_of_falling(first: f64, ratios: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut term) = (first, first);
    for ratio in ratios {
        term *= ratio;
        sum += term;
        if term <= sum * NEGLIGIBLE {
            break;
        }
    }
    sum.clamp(0.0, 1.0)
}

/// The smallest number to draw of `population` so that at most `found` of `marked` ones are among them with a chance of
/// `level` at most; `None` where no number is, since `found` are all that are marked.
pub fn fewest_to_draw(found: u64, marked: u64, population: u64, level: f64) -> Option<u64> {
    if found >= marked.min(population) || level < 0.0 {
        return None;
    }
    // The chance falls with the drawn.
    let is_enough = |drawn| chance_of_so_few(found, drawn, marked, population) <= level;
    let (mut too_few, mut enough) = (found, population);
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if is_enough(middle) {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    Some(enough)
}

/// The most marked ones among `drawn` that rule out, at this level, that so many of `population` are marked: found with a
/// chance of at most `level`. `None` where not even none does.
pub fn most_to_find(drawn: u64, marked: u64, population: u64, level: f64) -> Option<u64> {
    let rules_out = |found| chance_of_so_few(found, drawn, marked, population) <= level;
    // The chance rises with the found, so that the numbers which rule it out are the first.
    let (mut few, mut many) = (0, marked.min(drawn.saturating_add(1)));
    while few < many {
        let middle = few + (many - few) / 2;
        if rules_out(middle) {
            few = middle + 1;
        } else {
            many = middle;
        }
    }
    few.checked_sub(1)
}

/// The most of a finite population that may be marked where `found` of `drawn` are: the exact upper
/// bound at confidence `level`, one-sided. The whole population where nothing is drawn.
pub fn most_marked(found: u64, drawn: u64, population: u64, level: f64) -> u64 {
    let is_possible = |marked| chance_of_so_few(found, drawn, marked, population) > 1.0 - level;
    // What was seen is possible, and the chance falls with the marked.
    let (mut possible, mut beyond) = (found.min(population), population + 1);
    while beyond - possible > 1 {
        let middle = possible + (beyond - possible) / 2;
        if is_possible(middle) {
            possible = middle;
        } else {
            beyond = middle;
        }
    }
    possible
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sample of a small population, counted.
    fn by_counting(found: u64, drawn: u64, marked: u64, population: u64) -> f64 {
        let samples =
            (0u64..1 << population).filter(|sample| u64::from(sample.count_ones()) == drawn);
        let few = |sample: &u64| u64::from((sample & ((1 << marked) - 1)).count_ones()) <= found;
        let samples: Vec<u64> = samples.collect();
        samples.iter().filter(|sample| few(sample)).count() as f64 / samples.len() as f64
    }

    #[test]
    fn the_chance_is_that_of_all_samples_counted() {
        for population in 0..=10 {
            for drawn in 0..=population {
                for marked in 0..=population {
                    for found in 0..=drawn {
                        let exact = by_counting(found, drawn, marked, population);
                        let chance = chance_of_so_few(found, drawn, marked, population);
                        assert!(
                            (chance - exact).abs() < 1e-12,
                            "{found} of {drawn}, {marked} of {population}: {chance} {exact}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_bound_is_the_largest_that_the_chance_allows() {
        for (found, drawn, population) in [(0, 5, 10), (1, 5, 12), (3, 3, 9), (0, 0, 7), (2, 9, 9)]
        {
            let bound = most_marked(found, drawn, population, 0.95);
            let slow = (found..=population)
                .rev()
                .find(|&marked| by_counting(found, drawn, marked, population) > 0.05);
            assert_eq!(Some(bound), slow, "{found} of {drawn} of {population}");
        }
    }

    #[test]
    fn a_large_population_is_as_the_rule_of_three_has_it_and_a_census_has_no_doubt() {
        // ln 0.05 / ln 0.98 = 148.3: so many without a wrong one, and 2 % are excluded.
        let population = 10_000_000;
        assert!(chance_of_so_few(0, 148, 200_001, population) > 0.05);
        assert!(chance_of_so_few(0, 149, 200_001, population) < 0.05);
        assert_eq!(most_marked(3, 500, 500, 0.95), 3);
        assert_eq!(chance_of_so_few(3, 500, 4, 500), 0.0);
        // Far more are marked than could be found, which must not become a number that is none.
        assert_eq!(chance_of_so_few(1, 1_000, 9_000_000, population), 0.0);
    }

    #[test]
    fn chances_add_up_and_so_few_are_enough() {
        let population = 30;
        for marked in 0..=population {
            for drawn in 0..=population {
                let chance = |found| ln_chance_of(found, drawn, marked, population).exp();
                let sum: f64 = (0..=population).map(chance).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{marked} {drawn}: {sum}");
            }
            for (found, level) in [(0, 0.05), (2, 0.3), (1, 0.0)] {
                let is_enough =
                    |drawn: &u64| chance_of_so_few(found, *drawn, marked, population) <= level;
                let slow = (0..=population).find(is_enough);
                let fast = fewest_to_draw(found, marked, population, level);
                assert_eq!(fast, slow, "{found} of {marked}, {level}");
            }
            for (drawn, level) in [(0, 0.05), (11, 0.3), (20, 0.05), (30, 0.0)] {
                let rules_out =
                    |found: &u64| chance_of_so_few(*found, drawn, marked, population) <= level;
                let slow = (0..marked.min(drawn + 1)).take_while(rules_out).last();
                let fast = most_to_find(drawn, marked, population, level);
                assert_eq!(fast, slow, "{drawn} of {marked}, {level}");
            }
        }
    }
}
