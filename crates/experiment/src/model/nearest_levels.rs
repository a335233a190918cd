//! The levels that a pair reaches and misses.

use serde::Serialize;

use super::levels::{LevelThreshold, MinimumScore};
use super::model::{Decision, Model};
use dejalu_similarity::measures::Missing;

/// The levels nearest to the score of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct NearestLevels {
    /// The strictest level that it reaches; `None` if it reaches none.
    pub reached: Option<LevelThreshold>,
    /// The next stricter one, which it misses; `None` if there is none.
    pub missed: Option<LevelThreshold>,
}

impl NearestLevels {
    /// The name of the level that is reached; empty if none is.
    pub fn reached_name(&self) -> String {
        self.reached
            .map_or_else(String::new, |it| it.level.to_string())
    }
}

/// The measures of markup, which have something to compare in two web pages alone.
const OF_MARKUP: [&str; 2] = ["tag-counts", "tag-paths"];

impl Model {
    /// The minimum score of a duplicate where nothing else is named: that of the default level, or else the operating
    /// point.
    pub fn minimum(&self) -> MinimumScore {
        let level = self.levels.default;
        let level = level.and_then(|level| self.levels.minimum(level));
        level.unwrap_or(self.operating_point.threshold.into())
    }

    /// Returns whether a vector is that of two web pages, as far as it tells: one without measures of markup tells
    /// nothing, nor does one that has numbers where there is nothing to compare.
    pub fn are_pages(&self, vector: &[f64]) -> bool {
        if self.features.missing() == Missing::Conventional {
            return false;
        }
        let mut values = self.features.iter().zip(vector);
        let is_of_markup = |name: &str| OF_MARKUP.iter().any(|it| name.starts_with(it));
        values.any(|(feature, value)| is_of_markup(feature.name()) && !value.is_nan())
    }

    /// The strictest level that a pair reaches with a score, and the next stricter one; neither of a model without
    /// levels. A pair that a veto holds of, or that the model leaves undecided, reaches none.
    pub fn nearest_levels(&self, score: f64, are_pages: bool) -> NearestLevels {
        let all = self.levels.of(are_pages);
        let reaches = |it: &LevelThreshold| self.decide_at(score, it.from) == Decision::Duplicate;
        let place = all.iter().position(reaches);
        NearestLevels {
            reached: place.map(|place| all[place]),
            missed: match place {
                Some(place) => place.checked_sub(1).map(|stricter| all[stricter]),
                None => all.last().copied(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::levels::Levels;
    use super::*;
    use crate::model::{Level, builtin};

    fn levels(texts: &[(Level, f64)], pages: &[(Level, f64)]) -> Levels {
        let all = |of: &[(Level, f64)]| {
            let all = of.iter();
            all.map(|&(level, from)| LevelThreshold { level, from })
                .collect()
        };
        Levels {
            texts: all(texts),
            pages: all(pages),
            default: None,
        }
    }

    const THREE: [(Level, f64); 3] = [
        (Level::Copy, 1.0),
        (Level::Revision, 0.25),
        (Level::Rewrite, -0.5),
    ];

    #[test]
    fn levels_that_no_training_writes_are_refused() {
        let mut model = builtin::model().unwrap();
        let mut refused = |wrong: Levels| {
            model.levels = wrong;
            let error = Model::from_json(&model.to_json().unwrap()).unwrap_err();
            error.to_string()
        };
        let end = "; restore the file or train again";
        assert_eq!(
            refused(levels(&[THREE[0], (Level::Rewrite, 1.0)], &[])),
            format!("its levels do not fall: copy from 1, then rewrite from 1{end}")
        );
        assert_eq!(
            refused(levels(&[THREE[1], (Level::Copy, 0.0)], &[])),
            format!("its levels do not fall: revision from 0.25, then copy from 0{end}")
        );
        assert_eq!(
            refused(levels(&THREE, &THREE[1..])),
            format!("the levels of its pages are not those of its texts{end}")
        );
        model.levels = levels(&THREE[1..], &[]);
        model.levels.default = Some(Level::Copy);
        let error = Model::from_json(&model.to_json().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("its default level copy is none of its levels{end}")
        );
        let not_finite = levels(&[(Level::Copy, f64::NAN)], &[]);
        assert_eq!(
            not_finite.check().unwrap_err().to_string(),
            format!("the threshold of its level copy is not a finite number{end}")
        );
        model.levels = levels(&THREE, &THREE);
        let json = String::from_utf8(model.to_json().unwrap()).unwrap();
        let unknown = json.replacen("\"level\":\"copy\"", "\"level\":\"clone\"", 1);
        let error = Model::from_json(unknown.as_bytes())
            .unwrap_err()
            .to_string();
        assert!(error.contains("unknown variant `clone`"), "{error}");
    }

    #[test]
    fn the_digest_covers_the_levels() {
        let mut model = builtin::model().unwrap();
        model.levels = levels(&THREE, &[]);
        let before = model.digest().unwrap();
        model.levels.texts[1].from += 1e-9;
        assert_ne!(model.digest().unwrap(), before);
        let json = String::from_utf8(model.to_json().unwrap()).unwrap();
        let changed = json.replacen("\"from\":-0.5", "\"from\":-0.25", 1);
        let error = Model::from_json(changed.as_bytes())
            .unwrap_err()
            .to_string();
        assert!(error.contains("it was changed after training"), "{error}");
    }

    #[test]
    fn a_pair_reaches_one_level_and_misses_the_next() {
        let mut model = builtin::model().unwrap();
        let pages = [
            (Level::Copy, 1.0),
            (Level::Revision, 0.75),
            (Level::Rewrite, 0.75),
        ];
        model.levels = levels(&THREE, &pages);
        let nearest = |score, are_pages| {
            let NearestLevels { reached, missed } = model.nearest_levels(score, are_pages);
            [reached, missed].map(|it| it.map(|it| it.level))
        };
        let [copy, revision, rewrite] = Level::ALL.map(Some);
        assert_eq!(nearest(1.0, false), [copy, None]);
        assert_eq!(nearest(0.5, false), [revision, copy]);
        assert_eq!(nearest(0.2, false), [rewrite, revision]);
        assert_eq!(nearest(-0.75, false), [None, rewrite]);
        assert_eq!(nearest(0.5, true), [None, rewrite]);
        assert_eq!(nearest(0.75, true), [revision, copy]);
        assert_eq!(
            model.levels.minimum(Level::Rewrite),
            Some(MinimumScore {
                texts: -0.5,
                pages: 0.75
            })
        );
        model.levels = Levels::default();
        assert_eq!(model.nearest_levels(1.0, false), NearestLevels::default());
        assert_eq!(model.levels.minimum(Level::Copy), None);
    }
}
