//! The threshold of a deduplication: the judge's own, given ones, or one that the collection itself
//! suggests.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::judge::Judge;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::numbers::{as_one_number, number};
use dejalu_experiment::model::{Level, MinimumScore, Model};

/// From which score on a pair is a duplicate.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Threshold {
    /// The judge's own.
    #[default]
    Own,
    /// The one that the collection suggests ([`SuggestedThreshold`](super::SuggestedThreshold)): never below the judge's own,
    /// nor below the score of a pair whose similarities are all 0.75, or all 0.6 where rare duplicates stand apart.
    Auto,
    /// A level of the model, which may have another score for web pages.
    Level(Level),
    /// These, one grouping each; the judge's own where there is none.
    At(Vec<f64>),
}

impl Threshold {
    /// The given scores, each once, in their order.
    pub fn given(&self) -> Vec<f64> {
        let mut given = Vec::new();
        if let Threshold::At(scores) = self {
            for score in scores {
                if !given.contains(score) {
                    given.push(*score);
                }
            }
        }
        given
    }

    /// The threshold that a user names for groups, or else the one that suits the judge: the threshold of a model that
    /// someone trained, or of a rule, is that person's choice; the built-in model knows nothing of the collection.
    ///
    /// # Errors
    ///
    /// No number, or several of which one is a word; a level that the model does not have.
    pub fn of_groups(named: &[String], judge: &Judge) -> Result<Self> {
        let expected = judge.expected(Some("auto"), "numbers (0.8 or 0.8,0.9)");
        match named {
            [] if judge.is_built_in() => Ok(Threshold::Auto),
            [] => Ok(Threshold::Own),
            [named] => {
                let threshold = Threshold::read(named, &expected)?;
                threshold.minimum(judge).map(|_| threshold)
            }
            several => {
                let scores = several.iter().map(|named| scores(named, &expected));
                let scores: Result<Vec<_>> = scores.collect();
                scores.map(|scores| Threshold::At(scores.concat()))
            }
        }
    }

    /// The score from which on a search finds documents, as a user names it.
    ///
    /// # Errors
    ///
    /// What is neither `own`, a level of the model nor a number; what [`Judge::check_threshold`] refuses.
    pub fn of_search(named: &str, judge: &Judge) -> Result<MinimumScore> {
        let threshold = match (named, Level::named(named), number(named)) {
            ("own", ..) => Threshold::Own,
            (_, Some(level), _) => Threshold::Level(level),
            (_, _, Some(score)) => Threshold::At(vec![score]),
            _ => {
                let expected = judge.expected(None, "a number");
                return Err(Error::invalid(Parameter::At, named, expected));
            }
        };
        threshold.minimum(judge)
    }

    /// The minimum score of a duplicate by a model, as a user may name it; the model's own where nothing is named.
    ///
    /// # Errors
    ///
    /// As [`of_search`](Self::of_search).
    pub fn of_model(named: Option<&str>, model: &Model) -> Result<MinimumScore> {
        // A judge finds out whether it is the built-in model, which takes longer than two documents do.
        match named {
            None => Ok(model.minimum()),
            Some(named) => Threshold::of_search(named, &Judge::model(model.clone())),
        }
    }

    /// The minimum score of a duplicate: the lowest, where several are given; the judge's own where it is suggested.
    ///
    /// # Errors
    ///
    /// A level that the judge does not have; what [`Judge::check_threshold`] refuses.
    pub fn minimum(&self, judge: &Judge) -> Result<MinimumScore> {
        match self {
            Threshold::Own | Threshold::Auto => Ok(judge.minimum()),
            Threshold::Level(level) => judge.minimum_at(*level),
            Threshold::At(_) => {
                let given = self.given();
                given.iter().try_for_each(|&at| judge.check_threshold(at))?;
                let lowest = given.into_iter().reduce(f64::min);
                Ok(lowest.map_or(judge.minimum(), MinimumScore::from))
            }
        }
    }

    fn read(text: &str, expected: &str) -> Result<Self> {
        match (text, Level::named(text)) {
            ("own", _) => Ok(Threshold::Own),
            ("auto", _) => Ok(Threshold::Auto),
            (_, Some(level)) => Ok(Threshold::Level(level)),
            _ => scores(text, expected).map(Threshold::At),
        }
    }

    /// The error of several scores where one is expected.
    pub(super) fn several(&self) -> Error {
        let expected = "expected one threshold, since each removes other documents";
        Error::invalid(Parameter::At, self, expected)
    }
}

impl FromStr for Threshold {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let levels = "copy, revision, rewrite";
        let expected = format!("expected own, auto, {levels}, or numbers (0.8 or 0.8,0.9)");
        Threshold::read(text, &expected)
    }
}

/// Scores with commas between them. Whole numbers alone are refused: their commas may be meant for decimal points,
/// and the pairs that another threshold joins are removed.
fn scores(text: &str, expected: &str) -> Result<Vec<f64>> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let may_be_decimals = |two: &[&str]| as_one_number(two[0], two[1]);
    if parts.windows(2).all(|two| may_be_decimals(two).is_some())
        && let Some(decimal) = parts.windows(2).find_map(may_be_decimals)
    {
        let with_points: Vec<String> = parts.iter().map(|part| format!("{part}.0")).collect();
        let expected = format!(
            "expected numbers with decimal points, so that no comma is taken for one: {decimal}, or {} for {} thresholds",
            with_points.join(","),
            parts.len(),
        );
        return Err(Error::invalid(Parameter::At, text, expected));
    }
    let scores = parts.iter().map(|score| score.parse());
    scores
        .collect::<Result<_, _>>()
        .map_err(|_| Error::invalid(Parameter::At, text, expected))
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Threshold::Own => f.write_str("own"),
            Threshold::Auto => f.write_str("auto"),
            Threshold::Level(level) => level.fmt(f),
            Threshold::At(_) => {
                let given = self.given().into_iter().map(|score| score.to_string());
                f.write_str(&given.collect::<Vec<_>>().join(","))
            }
        }
    }
}
