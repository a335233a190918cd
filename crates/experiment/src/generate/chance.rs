//! Draws that are the same on every run and machine.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use dejalu_base::error::{Error, GenerateError, Result};

/// The draws for one document.
pub(super) type Chance = ChaCha8Rng;

/// The draws for the document of this number: what else a recipe makes, and how much of it, does
/// not matter.
pub(super) fn chance(seed: u64, part: &str, number: usize) -> Chance {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(xxh3_64(format!("{part}\0{number}").as_bytes()));
    chance
}

/// A whole number below `count`; 0 where there is none. Sixty-four bits wide, so that it is the same
/// on machines of any width.
pub(super) fn below(count: usize, chance: &mut Chance) -> usize {
    chance.gen_range(0..count.max(1) as u64) as usize
}

/// One of several; none of none.
pub(super) fn pick<'a, T>(all: &'a [T], chance: &mut Chance) -> Option<&'a T> {
    all.get(below(all.len(), chance))
}

/// A share in [0, 1], or two between which one is drawn evenly for every document. In files a number,
/// or a list of the least and the largest.
/// By default never.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Rate {
    least: f64,
    most: f64,
}

impl Rate {
    /// Always 1.
    pub const ALWAYS: Rate = Rate {
        least: 1.0,
        most: 1.0,
    };

    /// Drawn between two shares, either of which is possible.
    ///
    /// # Errors
    ///
    /// Shares outside [0, 1], or the larger one first.
    pub fn between(least: f64, most: f64) -> Result<Self> {
        if 0.0 <= least && least <= most && most <= 1.0 {
            Ok(Rate { least, most })
        } else {
            Err(GenerateError::BadRate {
                found: format!("[{least}, {most}]"),
            }
            .into())
        }
    }

    pub(super) fn least(self) -> f64 {
        self.least
    }

    pub(super) fn most(self) -> f64 {
        self.most
    }

    pub(super) fn draw(self, chance: &mut Chance) -> f64 {
        chance.gen_range(self.least..=self.most)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Fixed(f64),
    Bounds([f64; 2]),
}

impl TryFrom<Written> for Rate {
    type Error = Error;

    fn try_from(written: Written) -> Result<Self> {
        match written {
            Written::Fixed(share) => Rate::between(share, share),
            Written::Bounds([least, most]) => Rate::between(least, most),
        }
    }
}

impl From<Rate> for Written {
    fn from(Rate { least, most }: Rate) -> Self {
        if least == most {
            Written::Fixed(least)
        } else {
            Written::Bounds([least, most])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_the_same_wherever_they_are_made() {
        let drawn = |part, number| {
            let mut chance = chance(42, part, number);
            [0; 6].map(|_| below(1000, &mut chance))
        };
        assert_eq!(drawn("near", 7), [70, 600, 713, 407, 505, 521]);
        assert_ne!(drawn("near", 7), drawn("near", 8));
        assert_ne!(drawn("near", 7), drawn("far", 7));
        assert_eq!(below(0, &mut chance(1, "", 0)), 0);
    }

    #[test]
    fn a_rate_is_a_number_or_its_bounds() {
        let read = |text| serde_json::from_str::<Rate>(text).unwrap();
        let written = |rate: Rate| serde_json::to_string(&rate).unwrap();
        assert_eq!(written(read("0.5")), "0.5");
        assert_eq!(written(read("[0, 0.5]")), "[0.0,0.5]");
        let mut chance = chance(1, "x", 0);
        assert_eq!(read("0.25").draw(&mut chance), 0.25);
        assert_eq!(Rate::ALWAYS.draw(&mut chance), 1.0);
        let drawn: Vec<f64> = (0..50)
            .map(|_| read("[0.5, 0.6]").draw(&mut chance))
            .collect();
        assert!(drawn.iter().all(|share| (0.5..=0.6).contains(share)));
        assert!(drawn.iter().any(|share| *share < 0.52) && drawn.iter().any(|share| *share > 0.58));
        for (least, most) in [(-0.1, 0.5), (0.5, 0.4), (0.5, 1.1), (f64::NAN, 0.5)] {
            assert!(Rate::between(least, most).is_err(), "{least} {most}");
        }
    }
}
