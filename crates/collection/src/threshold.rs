//! The threshold of a deduplication: the judge's own, given ones, or one that the collection itself
//! suggests.
//!
//! A threshold learned from labelled pairs, half of them duplicates, is too low for a collection in
//! which one pair in a thousand is: its false positives outnumber the duplicates and chain them. Where
//! nobody has labelled pairs of the collection, two properties of its scores say where
//! near-duplication begins. Often they have two modes with a valley between. And true
//! near-duplication is nearly transitive, so that groups at a sensible threshold are cohesive.
//! Both are guesses, and are called so wherever they are shown.

use std::fmt;
use std::str::FromStr;

use petgraph::unionfind::UnionFind;
use serde::{Deserialize, Serialize};

use super::judge::{ALIKE_IN_COLLECTIONS, Judge};
use super::scoring::Edge;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::numbers::{as_one_number, number};
use dejalu_base::plural::{count, percent};
use dejalu_base::threshold::reaches;
use dejalu_experiment::model::{Level, MinimumScore, Model};
use dejalu_learn::evaluation::wilson;

/// From which score on a pair is a duplicate.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Threshold {
    /// The judge's own.
    #[default]
    Own,
    /// The one that the collection suggests ([`SuggestedThreshold`]): never below the judge's own, nor
    /// below the score of a pair whose similarities are all 0.75.
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

/// The evidence that a suggested threshold rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The scores have two modes; it lies in the valley between them.
    Valley,
    /// The groups are nearly as cohesive as at any other; it is the lowest such.
    Cohesion,
    /// Neither is seen: too few duplicates, or groups that are not cohesive. It is the score of a pair
    /// whose similarities are all 0.9.
    Alike,
    /// Neither is seen, and the judge is a rule, or a model whose own threshold is higher than that: it
    /// is the judge's own.
    Own,
}

impl Basis {
    /// Returns whether the scores show a threshold at all.
    pub fn is_seen(self) -> bool {
        matches!(self, Basis::Valley | Basis::Cohesion)
    }
}

/// A threshold that the scores of a collection suggest, without any label.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuggestedThreshold {
    /// The threshold.
    pub at: f64,
    /// The evidence it rests on.
    pub basis: Basis,
    /// Of the pairs within groups of single linkage at this threshold the share that are duplicates
    /// themselves, in \[0, 1\]; `None` without a group.
    pub cohesion: Option<f64>,
    /// The score from which on pairs were looked at: the judge's own threshold, or that of a pair whose
    /// similarities are all 0.6 where this is higher.
    pub from: f64,
    /// The candidates whose scores it rests on.
    pub sample: SampledCandidates,
    /// The scores of the pairs that were looked at and are no duplicates at this threshold, ascending.
    #[serde(skip)]
    pub below: Vec<f64>,
}

/// Number of candidates a guess rests on: all, or where these are many those of some connected components, drawn by a
/// fixed seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SampledCandidates {
    /// As large a share of the different texts as the sample is of the candidates.
    pub texts: usize,
    /// Candidates in the sample.
    pub sampled: usize,
    /// All candidates.
    pub candidates: usize,
}

impl SampledCandidates {
    pub(super) fn new(sampled: usize, candidates: usize, texts: usize) -> Self {
        // Not the texts that happen to be drawn: a component is drawn with others as chance will have it,
        // and one large component would make duplicates look frequent or rare.
        let share = if candidates == 0 {
            1.0
        } else {
            sampled as f64 / candidates as f64
        };
        SampledCandidates {
            texts: (share * texts as f64).round() as usize,
            sampled,
            candidates,
        }
    }

    /// Returns whether there are others.
    pub fn is_part(&self) -> bool {
        self.sampled < self.candidates
    }
}

/// The limit if the threshold is suggested and none is given: a document is removed only if its representative lacks at
/// most this share of its runs of three words: a wrong guess then costs little.
pub const LOSS_IF_SUGGESTED: f64 = 0.2;

/// Fewer pairs on either side of a valley say nothing about modes, and fewer within groups nothing
/// about cohesion.
const LEAST_PAIRS: usize = 30;

/// Nor do fewer pairs than this part of the texts: where duplicates are rare, the chance
/// likenesses of a collection may be just as cohesive.
const LEAST_OF_TEXTS: f64 = 0.5;

/// Groups that are less cohesive than this at every threshold say nothing either.
const LEAST_COHESION: f64 = 0.8;

/// Groups are nearly as cohesive as the best if they fall short by at most this.
const TOLERANCE: f64 = 0.02;

/// Every similarity of a pair that is called a duplicate where nothing else is known. In collections
/// without duplicates it removes next to nothing (`docs/results.md`), and only a reader of the documents
/// could tell that what it keeps are duplicates.
const ALIKE: f64 = 0.9;

/// Pairs are looked at from the score of a pair whose similarities are all so large, since whole vectors
/// of all that the judge would call duplicates cost more than all the rest. The lower side of a valley lies
/// between the two.
const LOOKED_AT: f64 = 0.6;

/// Number of candidates that are sampled, plus as many as complete a connected component: a small part of what a large
/// collection has, and enough for a histogram of forty bars.
pub(super) const SAMPLED_CANDIDATES: usize = 20_000;

/// Bars of the histogram in which valleys are looked for.
const BARS: usize = 40;

/// A valley is at most this part as high as the lower one of its two modes.
const DEPTH: f64 = 0.25;

/// A valley ends where its bars are more than this many times as high as at its bottom.
const RISE: f64 = 2.0;

/// Each side of a valley has at least this share of the pairs.
const SIDE: f64 = 0.05;

const UNSEEN: &str = "its scores do not show where duplicates begin";

impl SuggestedThreshold {
    /// The score from which on it looks at pairs.
    pub(super) fn looks_from(judge: &Judge) -> f64 {
        judge.threshold_alike(LOOKED_AT)
    }

    /// The threshold for a collection, given the candidates of the sample that reach what it
    /// [looks from](Self::looks_from).
    pub(super) fn of(edges: &[Edge], sample: SampledCandidates, judge: &Judge) -> Self {
        let mut edges = edges.to_vec();
        edges.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
        let (own, least) = (
            judge.threshold(),
            judge.threshold_alike(ALIKE_IN_COLLECTIONS),
        );
        let mut steps = steps(&edges);
        steps.retain(|step| reaches(step.at, least));
        let groups = match cohesive(&steps, sample.texts) {
            Some(at) => (at, Basis::Cohesion),
            None => match judge.threshold_alike(ALIKE) {
                at if at > own => (at, Basis::Alike),
                _ => (own, Basis::Own),
            },
        };
        let valley = valley(&edges).filter(|&at| at > groups.0);
        let (at, basis) = valley.map_or(groups, |at| (at, Basis::Valley));
        let reached = steps.iter().rev().find(|step| reaches(step.at, at));
        let below = edges.iter().rev().map(|edge| edge.score);
        SuggestedThreshold {
            at,
            basis,
            cohesion: reached.map(Step::cohesion),
            from: Self::looks_from(judge),
            sample,
            below: below.take_while(|&score| !reaches(score, at)).collect(),
        }
    }

    /// The lowest threshold that an audit tests. Where the scores show none, answers can tell, so that it is the
    /// one that pairs were looked at from. Where they show one, a lower one would take drawn documents from it:
    /// on `newsgroup_copies` an audit then removes less (`docs/results.md`).
    pub(super) fn audited_from(&self) -> f64 {
        if self.basis.is_seen() {
            self.at
        } else {
            self.from.min(self.at)
        }
    }

    /// Describes the evidence, as a clause.
    pub fn reason(&self) -> String {
        let SampledCandidates {
            sampled,
            candidates,
            ..
        } = self.sample;
        let seen = if self.sample.is_part() {
            let [sampled, candidates] = [sampled, candidates].map(count);
            format!(" (from a sample of {sampled} of {candidates} pairs)")
        } else {
            String::new()
        };
        self.sign() + &seen
    }

    /// Describes the shape of its scores.
    fn sign(&self) -> String {
        let cohesion = self
            .cohesion
            .map_or("–".to_string(), |share| percent(share, 1));
        match self.basis {
            Basis::Valley => format!(
                "it lies in the valley between the two modes of the scores, and of the pairs within groups \
                 {cohesion} reach it themselves, which does not say how many are right"
            ),
            Basis::Cohesion => format!(
                "of the pairs within groups {cohesion} reach it themselves, about as many as at any higher \
                 threshold, which does not say how many are right"
            ),
            Basis::Alike => {
                format!("{UNSEEN}, so it is the score of a pair whose similarities are all {ALIKE}")
            }
            Basis::Own => format!("{UNSEEN}, so it is the decider's own"),
        }
    }
}

/// The groups at a threshold.
#[derive(Debug, Clone, Copy)]
struct Step {
    at: f64,
    /// Pairs that reach it; all are within groups.
    duplicates: usize,
    /// Pairs within groups.
    pairs: usize,
}

impl Step {
    fn cohesion(&self) -> f64 {
        self.duplicates as f64 / self.pairs as f64
    }

    /// The lower end of its interval: of few pairs all may be duplicates by chance.
    fn surely(&self) -> f64 {
        let interval = wilson(self.duplicates as u64, self.pairs as u64, 0.95);
        interval.map_or(0.0, |interval| interval.low)
    }
}

/// Every score as a threshold, from the highest on, given edges by falling score.
fn steps(edges: &[Edge]) -> Vec<Step> {
    let last = edges.iter().map(|edge| edge.left.max(edge.right)).max();
    let documents = last.map_or(0, |last| last as usize + 1);
    let mut groups = UnionFind::<u32>::new(documents);
    let mut sizes = vec![1usize; documents];
    let mut pairs = 0;
    let mut steps = Vec::new();
    for (place, edge) in edges.iter().enumerate() {
        let [left, right] = [edge.left, edge.right].map(|end| groups.find_mut(end));
        if groups.union(left, right) {
            let [a, b] = [left, right].map(|group| sizes[group as usize]);
            pairs += a * b;
            sizes[groups.find_mut(left) as usize] = a + b;
        }
        let next = edges.get(place + 1);
        if next.is_none_or(|next| next.score < edge.score) {
            steps.push(Step {
                at: edge.score,
                duplicates: place + 1,
                pairs,
            });
        }
    }
    steps
}

/// The lowest threshold whose groups are nearly as cohesive as those of any. `None` where there are
/// too few pairs, or no cohesive groups.
fn cohesive(steps: &[Step], texts: usize) -> Option<f64> {
    let least = LEAST_PAIRS.max((LEAST_OF_TEXTS * texts as f64).ceil() as usize);
    let enough = || steps.iter().filter(|step| step.duplicates >= least);
    let best = enough().map(Step::surely).reduce(f64::max)?;
    if best < LEAST_COHESION {
        return None;
    }
    let nearly = enough().filter(|step| step.cohesion() >= best - TOLERANCE);
    nearly.map(|step| step.at).reduce(f64::min)
}

/// The end of the deepest valley of the scores, of equally deep ones the highest: from there on bars are more than
/// twice as high as at the bottom. A guess that removes too little costs less than one that removes too much. `None`
/// where they have one mode only.
fn valley(edges: &[Edge]) -> Option<f64> {
    let (most, least) = (edges.first()?.score, edges.last()?.score);
    let width = (most - least) / BARS as f64;
    if width <= 0.0 || !width.is_finite() {
        return None;
    }
    let mut bars = [0usize; BARS];
    for edge in edges {
        let bar = ((edge.score - least) / width) as usize;
        bars[bar.min(BARS - 1)] += 1;
    }
    let bar = |place: usize| bars.get(place).copied().unwrap_or_default() as f64;
    let smooth = |place: usize| {
        let left = if place == 0 { 0.0 } else { bar(place - 1) };
        (left + 2.0 * bar(place) + bar(place + 1)) / 4.0
    };
    let highest = |places: std::ops::Range<usize>| places.map(smooth).fold(0.0, f64::max);
    let enough = (SIDE * edges.len() as f64).max(LEAST_PAIRS as f64);
    let depth = |place: usize| {
        let sides = [&bars[..place], &bars[place + 1..]].map(|side| side.iter().sum::<usize>());
        let mode = highest(0..place).min(highest(place + 1..BARS));
        let is_between = sides.iter().all(|&side| side as f64 >= enough);
        is_between.then(|| (smooth(place) / mode, place))
    };
    let better =
        |best: (f64, usize), next: (f64, usize)| if next.0 <= best.0 { next } else { best };
    let (depth, place) = (1..BARS - 1).filter_map(depth).reduce(better)?;
    let mode = (place + 1..BARS).max_by(|&a, &b| smooth(a).total_cmp(&smooth(b)))?;
    let is_low = |&bar: &usize| smooth(bar) <= RISE * smooth(place);
    let last = (place..mode).rev().find(is_low)?;
    (depth <= DEPTH).then_some(least + last as f64 * width)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Disjoint groups of so many documents each; all pairs of a group have scores from `from` on.
    fn groups(count: u32, size: u32, from: f64) -> Vec<Edge> {
        let pairs = (0..size).flat_map(move |right| (0..right).map(move |left| (left, right)));
        let of_group = move |group: u32| {
            pairs
                .clone()
                .enumerate()
                .map(move |(step, (left, right))| Edge {
                    left: group * size + left,
                    right: group * size + right,
                    score: from + (step % 7) as f64 * 0.01 + f64::from(group % 5) * 0.002,
                })
        };
        (0..count).flat_map(of_group).collect()
    }

    fn suggested(edges: &[Edge], documents: usize) -> SuggestedThreshold {
        let judge = Judge::rule("jaccard=0.2", Default::default()).unwrap();
        SuggestedThreshold::of(edges, all(edges, documents), &judge)
    }

    fn all(edges: &[Edge], texts: usize) -> SampledCandidates {
        SampledCandidates::new(edges.len(), edges.len(), texts)
    }

    /// Pairs that join the groups of five into chains, at falling scores.
    fn bridges(count: u32, from: f64, to: f64) -> impl Iterator<Item = Edge> {
        (1..count).map(move |group| Edge {
            left: (group - 1) * 5,
            right: group * 5,
            score: from + (to - from) * f64::from(group) / f64::from(count),
        })
    }

    #[test]
    fn cohesive_groups_are_not_chained() {
        let mut edges = groups(40, 5, 0.8);
        edges.extend(bridges(40, 0.5, 0.2));
        let found = suggested(&edges, 200);
        assert_eq!(found.basis, Basis::Cohesion);
        assert!((0.5..=0.8).contains(&found.at), "{found:?}");
        assert!(found.cohesion.unwrap() > 0.9);
        assert!(found.below.is_sorted() && found.below.iter().all(|&score| score < found.at));
        assert!(!found.below.is_empty());
    }

    #[test]
    fn a_valley_between_two_modes_is_found_however_cohesive_the_lower_one_is() {
        let mut edges = groups(40, 5, 0.8);
        edges.extend(groups(30, 5, 0.3).into_iter().map(|edge| Edge {
            left: edge.left + 200,
            right: edge.right + 200,
            ..edge
        }));
        let found = suggested(&edges, 350);
        assert_eq!(found.basis, Basis::Valley);
        assert!((0.4..0.8).contains(&found.at), "{found:?}");
        assert_eq!((found.below.len(), found.cohesion), (300, Some(1.0)));
    }

    #[test]
    fn one_mode_has_no_valley_and_all_of_it_stays() {
        let edges = groups(40, 5, 0.8);
        assert_eq!(valley(&edges), None);
        let found = suggested(&edges, 200);
        assert_eq!(
            (found.at, found.basis, found.below.len()),
            (0.8, Basis::Cohesion, 0)
        );
    }

    #[test]
    fn no_lower_threshold_is_suggested_than_that_of_pairs_which_are_fairly_alike() {
        let judge = Judge::model(dejalu_experiment::model::builtin::model().unwrap());
        let from = |similarity| judge.score_of_all_at(similarity).unwrap();
        let looked_at = SuggestedThreshold::looks_from(&judge);
        assert_eq!(looked_at, from(LOOKED_AT));
        let edges = groups(40, 5, looked_at);
        let found = SuggestedThreshold::of(&edges, all(&edges, 200), &judge);
        assert_eq!((found.at, found.basis), (from(ALIKE), Basis::Alike));
        assert_eq!(found.audited_from(), looked_at);
        assert_eq!((found.from, found.below.len()), (looked_at, 400));
        let least = from(ALIKE_IN_COLLECTIONS) + 0.01;
        let edges = groups(40, 5, least);
        let found = SuggestedThreshold::of(&edges, all(&edges, 200), &judge);
        assert_eq!((found.at, found.basis), (least, Basis::Cohesion));
        assert_eq!(found.audited_from(), least);
    }

    #[test]
    fn chains_alone_say_nothing() {
        let edges: Vec<Edge> = bridges(400, 0.9, 0.3).collect();
        let found = suggested(&edges, 400);
        assert_eq!((found.at, found.basis), (0.2, Basis::Own));
    }

    #[test]
    fn a_sample_stands_for_as_large_a_share_of_the_texts() {
        let texts = |sampled, candidates| SampledCandidates::new(sampled, candidates, 900).texts;
        assert_eq!([texts(0, 0), texts(20, 20), texts(20, 60)], [900, 900, 300]);
        let part = SampledCandidates::new(20_000, 90_000, 900);
        let edges = groups(40, 5, 0.8);
        let judge = Judge::rule("jaccard=0.2", Default::default()).unwrap();
        let found = SuggestedThreshold::of(&edges, part, &judge);
        let said = "(from a sample of 20,000 of 90,000 pairs)";
        assert!(found.reason().ends_with(said), "{}", found.reason());
    }

    #[test]
    fn few_pairs_say_nothing() {
        let rare = groups(40, 5, 0.8);
        for (edges, texts) in [(groups(5, 3, 0.8), 15), (Vec::new(), 20), (rare, 1_000)] {
            let found = suggested(&edges, texts);
            assert_eq!((found.at, found.basis), (0.2, Basis::Own));
            assert_eq!(found.cohesion, (!edges.is_empty()).then_some(1.0));
        }
    }

    #[test]
    fn equal_scores_and_the_order_of_the_pairs_change_nothing() {
        let mut edges = groups(40, 5, 0.8);
        edges.extend(bridges(40, 0.3, 0.3));
        let found = suggested(&edges, 200);
        edges.reverse();
        assert_eq!(suggested(&edges, 200), found);
        let all: Vec<Edge> = groups(40, 5, 0.8)
            .iter()
            .map(|edge| Edge {
                score: 0.7,
                ..*edge
            })
            .collect();
        assert_eq!(suggested(&all, 200).at, 0.7);
    }

    #[test]
    fn steps_count_pairs_as_a_slow_count_does() {
        let mut edges = groups(6, 4, 0.6);
        edges.extend(bridges(4, 0.65, 0.5));
        edges.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
        for step in steps(&edges) {
            let mut components = UnionFind::<u32>::new(30);
            let reached = edges.iter().filter(|edge| edge.score >= step.at);
            let duplicates = reached
                .map(|edge| components.union(edge.left, edge.right))
                .count();
            let label = components.into_labeling();
            let pairs = (0..30).flat_map(|right| (0..right).map(move |left| (left, right)));
            let together =
                pairs.filter(|&(left, right): &(usize, usize)| label[left] == label[right]);
            assert_eq!(
                (step.duplicates, step.pairs),
                (duplicates, together.count())
            );
        }
    }
}
