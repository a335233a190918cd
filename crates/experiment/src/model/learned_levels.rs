//! Learns levels from labelled pairs whose categories say what kind of versions they are.

use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::plural::counted;
use dejalu_base::progress::Progress;
use dejalu_learn::kinds_threshold;

use super::levels::{Level, LevelThreshold, Levels};
use super::model::Model;
use crate::pairs::{Label, Pair, PairSet};

/// A level is learned from at least so many pairs of its own kind, and of the next weaker one.
const FEWEST: usize = 10;

/// Fewer levels than these are none: one name tells no more than the threshold alone.
const FEWEST_LEVELS: usize = 2;

const WITHOUT_KINDS: &str =
    "expected pairs of several kinds (category), without which a model has no levels";

/// The categories of duplicates that are names of a level, or of a kind of version in this project's documents.
const CATEGORIES: [(Level, [&str; 4]); 3] = [
    (Level::Copy, ["copy", "exact", "near", "identical"]),
    (Level::Revision, ["revision", "light", "excerpt", "state"]),
    (
        Level::Rewrite,
        ["rewrite", "heavy", "rewritten", "paraphrase"],
    ),
];

/// Share of versions among the pairs from which the weakest level is learned: in a collection more pairs are alike by
/// chance or by form than are versions, so distinct pairs count twice.
const SHARE_OF_VERSIONS: f64 = 1.0 / 3.0;

impl Level {
    /// The level that pairs of a category have to reach.
    pub fn of_category(category: &str) -> Option<Self> {
        let category = category.trim().to_lowercase();
        let of_level = CATEGORIES
            .iter()
            .find(|(_, names)| names.contains(&category.as_str()));
        of_level.map(|(level, _)| *level)
    }
}

/// Scores of labelled pairs, by kind.
#[derive(Default)]
struct Kinds {
    /// Of the duplicates, by the place of their level in [`Level::ALL`].
    versions: [Vec<f64>; 3],
    distinct: Vec<f64>,
}

impl Kinds {
    fn add(&mut self, pair: &Pair, score: f64) {
        let category = pair.category.as_deref().unwrap_or_default();
        match pair.label {
            Some(Label::Duplicate) => {
                if let Some(level) = Level::of_category(category) {
                    self.versions[level as usize].push(score);
                }
            }
            Some(Label::Distinct) => self.distinct.push(score),
            None => {}
        }
    }

    /// The levels that have enough pairs.
    fn known(&self) -> Vec<Level> {
        let known = |level: &Level| self.versions[*level as usize].len() >= FEWEST;
        Level::ALL.into_iter().filter(known).collect()
    }

    /// The levels that may get a threshold, whatever the scores: the weakest is told from distinct pairs.
    fn teachable(&self) -> Vec<Level> {
        let mut levels = self.known();
        if self.distinct.len() < FEWEST {
            levels.pop();
        }
        levels
    }

    /// The thresholds of the levels that have enough pairs. Each is the score with the largest expected F1 for pairs of
    /// its kind and of stricter ones against the next weaker kind, as if either were as frequent, or against the
    /// distinct pairs, as if these were twice as frequent ([`kinds_threshold`]). The weakest, which alone is told from
    /// distinct pairs, stays; a stricter one that would not lie above the next weaker one is left out.
    fn thresholds(&self) -> Result<Vec<LevelThreshold>> {
        let mut thresholds: Vec<LevelThreshold> = Vec::new();
        let known = self.known();
        let mut stricter: Vec<f64> = Vec::new();
        for (place, &level) in known.iter().enumerate() {
            stricter.extend(&self.versions[level as usize]);
            let (weaker, share) = match known.get(place + 1) {
                Some(next) => (&self.versions[*next as usize], 0.5),
                None => (&self.distinct, SHARE_OF_VERSIONS),
            };
            if weaker.len() < FEWEST {
                continue;
            }
            let Some(from) = kinds_threshold(&stricter, weaker, share)? else {
                continue;
            };
            while thresholds.pop_if(|it| it.from <= from).is_some() {}
            thresholds.push(LevelThreshold { level, from });
        }
        Ok(thresholds)
    }
}

impl Levels {
    /// The levels that labelled pairs teach: `scores` are those of the pairs by learners that have not seen them,
    /// `None` where there is none. No level unless the duplicates are of two kinds at least, since a name tells no
    /// more than the threshold alone.
    ///
    /// # Errors
    ///
    /// A score that is not finite.
    pub(crate) fn of_texts(pairs: &[Pair], scores: &[Option<f64>]) -> Result<Self> {
        let mut kinds = Kinds::default();
        for (pair, score) in pairs.iter().zip(scores) {
            if let Some(score) = score {
                kinds.add(pair, *score);
            }
        }
        let texts = kinds.thresholds()?;
        let texts = if texts.len() < FEWEST_LEVELS {
            Vec::new()
        } else {
            texts
        };
        Ok(Levels {
            texts,
            ..Levels::default()
        })
    }

    /// Why some levels that the categories of duplicates name are not among these, which the pairs taught; `None` where
    /// all are.
    pub(crate) fn why_missing(&self, pairs: &[Pair]) -> Option<String> {
        let mut counts = [0usize; 3];
        let duplicates = pairs
            .iter()
            .filter(|pair| pair.label == Some(Label::Duplicate));
        for category in duplicates.filter_map(|pair| pair.category.as_deref()) {
            if let Some(level) = Level::of_category(category) {
                counts[level as usize] += 1;
            }
        }
        let is_missing = |level: &Level| {
            counts[*level as usize] > 0 && self.texts.iter().all(|it| it.level != *level)
        };
        let missing = Level::ALL.into_iter().filter(is_missing);
        let reason = |level: Level| match counts[level as usize] {
            few if few < FEWEST => format!(
                "{level} ({}, of at least {FEWEST})",
                counted(few, "duplicate", "duplicates")
            ),
            _ => format!(
                "{level} (its duplicates score no higher than those of the next level, or no other has enough)"
            ),
        };
        let missing: Vec<String> = missing.map(reason).collect();
        (!missing.is_empty())
            .then(|| format!("levels that were not learned: {}", missing.join(", ")))
    }

    /// Refuses a default level that these pairs cannot teach, whatever is learned of them: before a training, which may
    /// take hours. A level that passes may still not be learned, if its scores are those of the next weaker kind.
    ///
    /// # Errors
    ///
    /// Fewer than ten pairs of its kind (category) or of the next weaker one, or no other level.
    pub fn check_default(level: Level, pairs: &[Pair]) -> Result<()> {
        let mut kinds = Kinds::default();
        for pair in pairs {
            kinds.add(pair, 0.0);
        }
        let levels = kinds.teachable();
        if levels.len() < FEWEST_LEVELS {
            return Err(Error::invalid(
                Parameter::DefaultLevel,
                level,
                WITHOUT_KINDS,
            ));
        }
        if levels.contains(&level) {
            return Ok(());
        }
        let names: Vec<String> = levels.iter().map(Level::to_string).collect();
        let expected = format!(
            "expected a level of which there are ten pairs ({})",
            names.join(", ")
        );
        Err(Error::invalid(Parameter::DefaultLevel, level, expected))
    }

    /// Adds the thresholds of pages. A level that the pages do not teach keeps that of texts, but none is lower than the
    /// lowest that they do teach: a pair of pages that misses it is no more alike than its template makes it.
    fn with_pages(mut self, learned: &[LevelThreshold]) -> Self {
        let Some(lowest) = learned.last() else {
            return self;
        };
        let mut stricter = f64::INFINITY;
        self.pages = self.texts.clone();
        for page in &mut self.pages {
            let own = learned.iter().find(|it| it.level == page.level);
            let from = own.map_or(page.from.max(lowest.from), |it| it.from);
            page.from = from.min(stricter);
            stricter = page.from;
        }
        self
    }
}

impl Model {
    /// The model with a level that decides where none is named.
    ///
    /// # Errors
    ///
    /// A level that it does not have.
    pub fn with_default_level(mut self, level: Level) -> Result<Self> {
        if self.levels.minimum(level).is_none() {
            let expected = match self.levels.names() {
                names if names.is_empty() => WITHOUT_KINDS.to_owned(),
                names => format!("expected a level that was learned ({names})"),
            };
            return Err(Error::invalid(Parameter::DefaultLevel, level, expected));
        }
        self.levels.default = Some(level);
        Ok(self)
    }

    /// The model with thresholds for web pages, learned from labelled pairs of pages that it was not trained on. Nothing
    /// else changes. A model without levels stays as it is, as does one whose pages have no kind with enough pairs.
    ///
    /// # Errors
    ///
    /// As [`judge_all`](Model::judge_all).
    pub fn with_page_levels(mut self, pages: &PairSet, progress: &dyn Progress) -> Result<Self> {
        let mut kinds = Kinds::default();
        let judged = self.judge_all(pages, progress)?;
        for (pair, (judgement, _)) in pages.pairs.iter().zip(&judged) {
            if pages.are_pages(pair) {
                kinds.add(pair, judgement.score);
            }
        }
        self.levels = self.levels.with_pages(&kinds.thresholds()?);
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builtin;
    use dejalu_base::error::Place;
    use dejalu_base::progress::Silent;

    fn pair(label: Label, category: &str) -> Pair {
        Pair {
            documents: [0, 1],
            label: Some(label),
            category: (!category.is_empty()).then(|| category.to_string()),
            group: None,
            given: Vec::new(),
            place: Place::named("pairs"),
        }
    }

    /// Twenty pairs of each kind, with scores half a point around a middle.
    fn levels(kinds: &[(Label, &str, f64)]) -> Levels {
        let spread = (0..20).map(|step| f64::from(step) / 20.0 - 0.475);
        let (pairs, scores): (Vec<Pair>, Vec<Option<f64>>) = kinds
            .iter()
            .flat_map(|&(label, category, middle)| {
                let each = spread.clone();
                each.map(move |by| (pair(label, category), Some(middle + by)))
            })
            .unzip();
        Levels::of_texts(&pairs, &scores).unwrap()
    }

    use Label::{Distinct, Duplicate};

    #[test]
    fn levels_that_were_not_learned_are_explained() {
        let of = |kinds: &[(Label, &str, usize)]| -> Vec<Pair> {
            let each = kinds
                .iter()
                .map(|&(label, category, count)| vec![pair(label, category); count]);
            each.collect::<Vec<_>>().concat()
        };
        let why = |pairs: &[Pair]| Levels::default().why_missing(pairs);
        assert_eq!(
            why(&of(&[(Duplicate, "same_page", 30), (Distinct, "copy", 30)])),
            None
        );
        assert_eq!(
            why(&of(&[(Duplicate, "exact", 4), (Duplicate, "light", 20)])).unwrap(),
            "levels that were not learned: copy (4 duplicates, of at least 10), revision (its duplicates score no higher \
             than those of the next level, or no other has enough)"
        );
        let kinds = [
            (Duplicate, "exact", 3.0),
            (Duplicate, "rewrite", 1.0),
            (Distinct, "", 0.0),
        ];
        let learned = levels(&kinds);
        let pairs = of(&kinds.map(|(label, category, _)| (label, category, 20)));
        assert_eq!(
            (learned.texts.len(), learned.why_missing(&pairs)),
            (2, None)
        );
    }

    #[test]
    fn each_level_lies_between_its_kind_and_the_next() {
        let learned = levels(&[
            (Duplicate, "exact", 3.0),
            (Duplicate, "Revision ", 2.0),
            (Duplicate, "rewrite", 1.0),
            (Duplicate, "unheard of", -5.0),
            (Distinct, "similar", 0.0),
        ]);
        assert_eq!(learned.names(), "copy, revision, rewrite");
        for (level, between) in learned.texts.iter().zip([2.5, 1.5, 0.5]) {
            assert!((level.from - between).abs() < 0.2, "{level:?} {between}");
        }
    }

    #[test]
    fn labels_of_one_kind_or_of_few_pairs_teach_no_level() {
        let one = [(Duplicate, "exact", 3.0), (Distinct, "", 0.0)];
        assert!(levels(&one).is_empty());
        let none = [(Duplicate, "", 3.0), (Distinct, "", 0.0)];
        assert!(levels(&none).is_empty());
        let two = [one[0], (Duplicate, "heavy", 1.0), one[1]];
        assert_eq!(levels(&two).names(), "copy, rewrite");
        let few: Vec<Pair> = (0..9).map(|_| pair(Duplicate, "heavy")).collect();
        let scores = vec![Some(1.0); 9];
        assert!(Levels::of_texts(&few, &scores).unwrap().is_empty());
    }

    #[test]
    fn a_default_level_that_the_pairs_cannot_teach_is_refused() {
        let pairs = |kinds: &[(Label, &str)]| -> Vec<Pair> {
            let each = kinds.iter().flat_map(|kind| [*kind; FEWEST]);
            each.map(|(label, category)| pair(label, category))
                .collect()
        };
        let refused = |level, pairs: &[Pair]| {
            Levels::check_default(level, pairs).map_err(|error| error.to_string())
        };
        let kinds = [(Duplicate, "exact"), (Duplicate, "heavy"), (Distinct, "")];
        let all = pairs(&kinds);
        assert_eq!(refused(Level::Rewrite, &all), Ok(()));
        let message = "expected a level of which there are ten pairs (copy, rewrite)";
        let error = refused(Level::Revision, &all).unwrap_err();
        assert!(error.ends_with(message), "{error}");
        for too_few in [&kinds[..2], &kinds[1..]] {
            let error = refused(Level::Rewrite, &pairs(too_few)).unwrap_err();
            assert!(error.ends_with(WITHOUT_KINDS), "{error}");
        }
    }

    #[test]
    fn a_level_that_scores_do_not_tell_from_the_next_weaker_one_is_left_out() {
        let learned = levels(&[
            (Duplicate, "exact", 1.0),
            (Duplicate, "light", 3.0),
            (Duplicate, "heavy", 1.0),
            (Distinct, "", 0.0),
        ]);
        assert_eq!(learned.names(), "revision, rewrite");
        let learned = levels(&[
            (Duplicate, "exact", 3.0),
            (Duplicate, "light", 1.0),
            (Duplicate, "heavy", 2.0),
            (Distinct, "", 0.0),
        ]);
        assert_eq!(learned.names(), "copy, rewrite");
        for level in &learned.texts {
            assert!(level.from > 0.3, "{level:?}");
        }
    }

    #[test]
    fn the_levels_of_pages_in_the_built_in_model_are_those_of_the_siblings() {
        let model = builtin::model().unwrap();
        let mut without = model.clone();
        without.levels.pages.clear();
        let siblings = builtin::siblings().unwrap();
        let again = without.with_page_levels(&siblings, &Silent).unwrap();
        assert_eq!(again.levels.pages, model.levels.pages);
        assert_eq!(again, model);
    }
}
