//! Levels: the named thresholds of a model, from copies to rewritings.
//!
//! No single threshold serves all collections, since people mean different things by a duplicate. A level says which
//! kind of version still counts.

use serde::{Deserialize, Serialize};

use dejalu_base::error::{ModelError, Result, read_by_name, shown_by_name};

/// A kind of version that still counts as a duplicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The same text but for small edits.
    Copy,
    /// The same document in another state.
    Revision,
    /// The same content in other words.
    Rewrite,
}

shown_by_name!(Level);

read_by_name!(Level, DefaultLevel, "expected copy, revision or rewrite");

impl Level {
    /// All of them, the strictest first.
    pub const ALL: [Level; 3] = [Level::Copy, Level::Revision, Level::Rewrite];

    /// The level of this name: `copy`, `revision`, `rewrite`.
    pub fn named(name: &str) -> Option<Self> {
        Level::ALL
            .into_iter()
            .find(|level| level.to_string() == name)
    }
}

/// The minimum score of a pair that reaches a level.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelThreshold {
    /// The level.
    pub level: Level,
    /// A pair reaches it with this score; finite.
    pub from: f64,
}

/// The levels of a model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    /// The levels, the strictest first, with falling thresholds; empty if the model has none.
    #[serde(default)]
    pub texts: Vec<LevelThreshold>,
    /// Those of two web pages, the same levels with thresholds that do not rise, since a template makes all pages of
    /// a site alike. Empty if pages have no thresholds of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<LevelThreshold>,
    /// The level that decides where none is named; `None` for the model's operating point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Level>,
}

/// The minimum score of a duplicate, which may be another one for two web pages.
///
/// ```
/// use dejalu_experiment::model::MinimumScore;
///
/// let minimum = MinimumScore { texts: -0.3, pages: 0.6 };
/// assert_eq!((minimum.of(true), minimum.of(false)), (0.6, -0.3));
/// assert_eq!(minimum.lowest(), -0.3);
/// assert_eq!(MinimumScore::from(0.5).of(true), 0.5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MinimumScore {
    /// Of two documents that are not both web pages.
    pub texts: f64,
    /// Of two web pages.
    pub pages: f64,
}

impl From<f64> for MinimumScore {
    fn from(score: f64) -> Self {
        MinimumScore {
            texts: score,
            pages: score,
        }
    }
}

impl MinimumScore {
    /// That of a pair, by whether both documents are web pages.
    pub fn of(self, are_pages: bool) -> f64 {
        if are_pages { self.pages } else { self.texts }
    }

    /// No pair with a lower score is a duplicate.
    pub fn lowest(self) -> f64 {
        self.texts.min(self.pages)
    }

    /// These, but none below a score.
    pub fn at_least(self, score: f64) -> Self {
        MinimumScore {
            texts: self.texts.max(score),
            pages: self.pages.max(score),
        }
    }

    /// Returns whether all pairs have the same.
    pub fn is_one(self) -> bool {
        self.texts == self.pages
    }
}

impl Levels {
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The thresholds of a pair, by whether both documents are web pages; the strictest first.
    pub fn of(&self, are_pages: bool) -> &[LevelThreshold] {
        if are_pages && !self.pages.is_empty() {
            &self.pages
        } else {
            &self.texts
        }
    }

    /// The minimum score at a level; `None` if the model does not have it.
    pub fn minimum(&self, level: Level) -> Option<MinimumScore> {
        let from = |are_pages| {
            let mut all = self.of(are_pages).iter();
            all.find(|it| it.level == level).map(|it| it.from)
        };
        Some(MinimumScore {
            texts: from(false)?,
            pages: from(true)?,
        })
    }

    /// The level with this minimum score, the strictest of several.
    pub fn with_minimum(&self, minimum: MinimumScore) -> Option<Level> {
        let mut levels = self.texts.iter().map(|it| it.level);
        levels.find(|&level| self.minimum(level) == Some(minimum))
    }

    /// The names, the strictest first, with commas between them.
    pub fn names(&self) -> String {
        let names = self.texts.iter().map(|it| it.level.to_string());
        names.collect::<Vec<_>>().join(", ")
    }

    /// Refuses levels that no training writes.
    ///
    /// # Errors
    ///
    /// A threshold that is not finite; levels that are not in the order of [`Level::ALL`] with falling thresholds;
    /// pages with other levels than texts.
    pub(super) fn check(&self) -> Result<()> {
        let bad = |problem: String| Err(ModelError::BadModel { problem }.into());
        for it in self.texts.iter().chain(&self.pages) {
            if !it.from.is_finite() {
                let level = it.level;
                return bad(format!(
                    "the threshold of its level {level} is not a finite number"
                ));
            }
        }
        for (all, may_equal) in [(&self.texts, false), (&self.pages, true)] {
            for two in all.windows(2) {
                let [stricter, weaker] = [two[0], two[1]];
                let falls =
                    stricter.from > weaker.from || may_equal && stricter.from == weaker.from;
                if stricter.level >= weaker.level || !falls {
                    return bad(format!(
                        "its levels do not fall: {} from {}, then {} from {}",
                        stricter.level, stricter.from, weaker.level, weaker.from
                    ));
                }
            }
        }
        let levels = |all: &[LevelThreshold]| all.iter().map(|it| it.level).collect::<Vec<Level>>();
        if !self.pages.is_empty() && levels(&self.pages) != levels(&self.texts) {
            return bad("the levels of its pages are not those of its texts".to_string());
        }
        if let Some(level) = self.default.filter(|&level| self.minimum(level).is_none()) {
            return bad(format!("its default level {level} is none of its levels"));
        }
        Ok(())
    }
}
