//! [`Candidates`]: the pairs of a collection that pass a [`Filter`].

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;
use thread_local::ThreadLocal;

use super::any_join::AnyJoin;
use super::join::{AllPairs, Join, Probe};
use super::listed::Listed;
use super::min_hash::{Bands, MinHashJoin};
use super::overlap::SetThreshold;
use super::ratio::Ratio;
use super::scratch::Scratch;
use super::set_join::SetJoin;
use super::share_join::{ShareFilter, ShareJoin, ShareOptions};
use super::sketches::{SketchRef, Sketches, TermOrder};
use crate::Feature;
use crate::measures::Overlap;
use dejalu_base::error::{Error, Result, SearchError, read_by_name};
use dejalu_base::plural::count;

/// Decides which pairs become candidates: those whose similarity is at least a threshold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    pub(super) feature: Feature,
    pub(super) at: Ratio,
}

impl Filter {
    /// A filter by a feature that follows from sketches ([`Overlap`]): Jaccard, resemblance,
    /// containment, minimum weight overlapping.
    ///
    /// # Errors
    ///
    /// A feature of another kind.
    pub fn new(feature: Feature, at: Ratio) -> Result<Self> {
        match overlap(&feature) {
            Some(_) => Ok(Filter { feature, at }),
            None => Err(SearchError::NoFilter {
                feature: feature.name().into(),
            }
            .into()),
        }
    }

    /// Its feature.
    pub fn feature(&self) -> &Feature {
        &self.feature
    }

    /// The minimum similarity of a candidate.
    pub fn at(&self) -> Ratio {
        self.at
    }

    /// Returns whether it compares weighted terms, not sets.
    pub fn is_of_weights(&self) -> bool {
        self.threshold().overlap == Overlap::Shares
    }

    pub(super) fn threshold(&self) -> SetThreshold {
        // Checked when the filter was made; one read from a file is checked with its model.
        let overlap = overlap(&self.feature).unwrap_or(Overlap::Jaccard);
        let at = match overlap {
            // Its join has a margin of its own, for rounded sums.
            Overlap::Shares => self.at,
            _ => self.at.less_the_margin(),
        };
        SetThreshold { overlap, at }
    }
}

/// Between filters of which a pair has to pass one.
const OR: &str = " or ";

/// Filters of which a pair has to pass one, in words.
pub fn in_words<'f>(filters: impl IntoIterator<Item = &'f Filter>) -> String {
    let each: Vec<String> = filters.into_iter().map(Filter::to_string).collect();
    each.join(OR)
}

/// Derives a feature from sketches, if it follows from them.
pub(super) fn overlap(feature: &Feature) -> Option<Overlap> {
    feature.measure()?.overlap()
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at.value() > 0.0 {
            write!(f, "{} at least {}", self.feature, self.at)
        } else {
            // What has nothing in common is found by no search.
            write!(f, "{} above 0", self.feature)
        }
    }
}

/// The way to find candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// All pairs where judging them costs a second or two; else exactly, unless that would take too
    /// long.
    #[default]
    Auto,
    /// Exactly the pairs that the filter keeps.
    Exact,
    /// Of those, the ones that meet in a MinHash band.
    MinHash,
    /// Every pair, filter or not.
    All,
}

read_by_name!(Method, Candidates, "expected auto, exact, minhash or all");

/// Options of a search for candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SmartDefault)]
pub struct CandidateOptions {
    /// The way to find them.
    #[serde(rename = "choice")]
    pub method: Method,
    /// The filter for weighted terms; the exact one by default.
    pub shares: ShareFilter,
    /// In which order weighted terms are taken; by document frequency by default.
    #[serde(default)]
    pub order: TermOrder,
    /// Seed of MinHash; 42 by default.
    #[default(42)]
    pub seed: u64,
}

impl CandidateOptions {
    fn share_options(&self) -> ShareOptions {
        ShareOptions {
            filter: self.shares,
            order: self.order,
        }
    }
}

/// The way candidates were found, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// `all`, `exact` or `minhash`.
    pub method: Method,
    /// The filter, in words.
    pub filter: Option<String>,
    /// Reason for this method.
    pub why: String,
}

impl Plan {
    /// The plan of several searches that together visit `work` index entries.
    fn of_any(mut plans: Vec<Plan>, work: u64) -> Self {
        if plans.len() == 1 {
            return plans.remove(0);
        }
        let filters: Vec<&str> = plans
            .iter()
            .filter_map(|plan| plan.filter.as_deref())
            .collect();
        let filter = Some(filters.join(OR));
        let mut whys: Vec<&str> = plans.iter().map(|plan| &*plan.why).collect();
        whys.dedup();
        let is_exact = plans.iter().all(|plan| plan.method == Method::Exact);
        // Something may be missing where one of them is by chance.
        let (method, why) = match (is_exact, &whys[..]) {
            (true, [_, _, ..]) => (Method::Exact, visits(work)),
            (true, _) => (Method::Exact, whys.concat()),
            (false, _) => (Method::MinHash, whys.join("; ")),
        };
        Plan {
            method,
            filter,
            why,
        }
    }
}

/// The cost of an exact search, in words.
fn visits(work: u64) -> String {
    format!("exact search visits {} index entries", count(work))
}

/// The time that judging every pair may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// A second or two: beside a filter of which it is known how little it loses.
    BesideFilter,
    /// Ten times as long: where that is hardly known.
    WithoutFilter,
}

/// Every pair is judged, where a filter may lose some, if that costs at most so much: features times
/// bytes of both texts, over all pairs. With the built-in model's 35 features one costs 0.5 to 1 ns, of
/// texts of 300 to 2,500 bytes (documents of a vocabulary in common, where no pair is dropped early),
/// so that this is a second or two. Counted, and not timed: the candidates are the same everywhere.
const AFFORDABLE: f64 = 2e9;

/// Above so many index entries to be looked at, a few minutes, an exact search takes too long.
const MOST_WORK: u64 = 100_000_000_000;

/// The candidates of a collection.
pub struct Candidates {
    join: Box<dyn Join>,
    plan: Plan,
    /// Kept from step to step, for what it knows of those before.
    scratch: ThreadLocal<RefCell<Scratch>>,
}

impl Candidates {
    pub(super) fn planned(join: Box<dyn Join>, plan: Plan) -> Self {
        Candidates {
            join,
            plan,
            scratch: ThreadLocal::new(),
        }
    }

    /// Makes the index that finds what a filter keeps.
    ///
    /// # Errors
    ///
    /// MinHash with a filter that is not Jaccard's.
    pub fn new(sketches: &Sketches, filter: &Filter, options: &CandidateOptions) -> Result<Self> {
        let asked = "as requested".to_string();
        match options.method {
            Method::All => Ok(Candidates::all(sketches.len(), asked)),
            Method::Auto => Ok(Candidates::chosen(sketches, filter, options)),
            Method::Exact => {
                let join = exact_join(sketches, filter, options.share_options());
                Ok(Candidates::exactly(join, sketches, filter, options, asked))
            }
            Method::MinHash => match filter.threshold().overlap {
                Overlap::Jaccard => Ok(Candidates::min_hash(sketches, filter, options, asked)),
                _ => Err(Error::from(SearchError::NoMinHash {
                    filter: filter.to_string(),
                })),
            },
        }
    }

    /// The pairs that at least one of several searches of the same documents finds; none without a search.
    /// None of them may come from this function itself: each has at most one record of a document.
    pub fn any(searches: impl IntoIterator<Item = Candidates>) -> Self {
        let (mut joins, mut plans) = (Vec::new(), Vec::new());
        for Candidates { join, plan, .. } in searches {
            joins.push(join);
            plans.push(plan);
        }
        let join: Box<dyn Join> = match joins.len() {
            1 => joins.remove(0),
            _ => Box::new(AnyJoin::of(joins)),
        };
        let plan = Plan::of_any(plans, join.work());
        Candidates::planned(join, plan)
    }

    /// Every pair of so many documents, where no filter is known.
    ///
    /// # Errors
    ///
    /// A method that needs a filter.
    pub fn without_filter(documents: usize, method: Method) -> Result<Self> {
        match method {
            Method::All => Ok(Candidates::all(documents, "as requested".into())),
            Method::Auto => {
                let why = "there is no filter that keeps the duplicates".into();
                Ok(Candidates::all(documents, why))
            }
            Method::Exact | Method::MinHash => Err(Error::from(SearchError::NoBlocking)),
        }
    }

    /// Every pair of so many documents, for a reason.
    pub fn all(documents: usize, why: String) -> Self {
        Candidates::planned(
            Box::new(AllPairs::of(documents)),
            Plan {
                method: Method::All,
                filter: None,
                why,
            },
        )
    }

    /// Of these candidates those that one or more of some filters keep; `sketches` are those of all documents, under each of
    /// the filters.
    ///
    /// # Errors
    ///
    /// A filter by weighted terms.
    pub fn kept_by(&self, filters: &[Filter], sketches: &[Sketches]) -> Result<Self> {
        let pairs = self.pairs(0..self.records());
        let is_kept = |&(left, right): &(u32, u32)| {
            for (filter, sketches) in filters.iter().zip(sketches) {
                if filter.keeps(sketches.get(left as usize), sketches.get(right as usize))? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let is_kept = pairs.par_iter().map(is_kept);
        let is_kept: Vec<bool> = is_kept.collect::<Result<_>>()?;
        let kept = pairs.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
        let kept: Vec<(u32, u32)> = kept.map(|(&pair, _)| pair).collect();
        let found = count(pairs.len());
        Ok(Candidates::planned(
            Box::new(Listed::new(self.records(), &kept)),
            Plan {
                method: self.plan.method,
                filter: Some(in_words(filters)),
                why: format!("of {found} that the guess looked at"),
            },
        ))
    }

    /// Returns whether every pair of so many documents may be judged by so many features, whose
    /// texts have so many bytes together.
    pub fn all_are_affordable(
        documents: usize,
        bytes: usize,
        features: usize,
        patience: Patience,
    ) -> bool {
        // A text occurs in a pair with every other.
        let compared = documents.saturating_sub(1) as f64 * bytes as f64;
        let times = match patience {
            Patience::BesideFilter => 1.0,
            Patience::WithoutFilter => 10.0,
        };
        compared * features as f64 <= times * AFFORDABLE
    }

    fn chosen(sketches: &Sketches, filter: &Filter, options: &CandidateOptions) -> Self {
        let join = exact_join(sketches, filter, options.share_options());
        let work = join.work();
        let why = visits(work);
        if work > MOST_WORK && filter.threshold().overlap == Overlap::Jaccard {
            drop(join);
            return Candidates::min_hash(sketches, filter, options, why);
        }
        Candidates::exactly(join, sketches, filter, options, why)
    }

    fn exactly(
        join: Box<dyn Join>,
        sketches: &Sketches,
        filter: &Filter,
        options: &CandidateOptions,
        why: String,
    ) -> Self {
        let mut candidates = Candidates::by(join, Method::Exact, filter, why);
        let lossy =
            options.shares == ShareFilter::Jaccard && filter.threshold().overlap == Overlap::Shares;
        if lossy {
            let exact = ShareOptions {
                filter: ShareFilter::Weight,
                ..options.share_options()
            };
            let join = exact_join(sketches, filter, exact);
            let all = Candidates::by(join, Method::Exact, filter, String::new()).count();
            let kept = candidates.count();
            candidates.plan.why += &format!(
                "; the paper's filter keeps {} of the {} pairs",
                count(kept),
                count(all)
            );
        }
        candidates
    }

    fn min_hash(
        sketches: &Sketches,
        filter: &Filter,
        options: &CandidateOptions,
        why: String,
    ) -> Self {
        let bands = Bands::for_threshold(filter.at);
        let join = MinHashJoin::new(sketches, filter.threshold(), bands, options.seed);
        let why = format!(
            "{why}; {} bands of {} minima find a pair at the threshold with probability {:.4}, a more similar one with a higher",
            bands.bands,
            bands.rows,
            bands.recall(filter.at.value())
        );
        Candidates::by(Box::new(join), Method::MinHash, filter, why)
    }

    fn by(join: Box<dyn Join>, method: Method, filter: &Filter, why: String) -> Self {
        let filter = Some(filter.to_string());
        let plan = Plan {
            method,
            filter,
            why,
        };
        Candidates::planned(join, plan)
    }

    /// Number of index entries that the search visits.
    pub(super) fn work(&self) -> u64 {
        self.join.work()
    }

    /// The way they are found.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Number of records: different sketches.
    pub fn records(&self) -> usize {
        self.join.len()
    }

    /// The pairs of documents, by place, that these records bring: each with the records before it,
    /// and the documents of one record with each other. Over all records every candidate once, in
    /// an order that does not depend on the number of threads.
    pub fn pairs(&self, records: Range<usize>) -> Vec<(u32, u32)> {
        const BLOCK: usize = 64;
        let blocks = records.clone().step_by(BLOCK).collect::<Vec<usize>>();
        let found: Vec<Vec<(u32, u32)>> = blocks
            .into_par_iter()
            .map(|from| {
                let scratch = || RefCell::new(Scratch::new(self.join.len()));
                let scratch = &mut *self.scratch.get_or(scratch).borrow_mut();
                let block = from..(from + BLOCK).min(records.end);
                let pairs = block.flat_map(|record| self.pairs_of(record as u32, scratch));
                pairs.collect()
            })
            .collect();
        found.concat()
    }

    /// The pairs that a record brings with its members from one on, and before which member they stop, once there
    /// are `most`; `None` where they are all.
    pub(super) fn pairs_of_members(
        &self,
        record: u32,
        from: usize,
        most: usize,
    ) -> (Vec<(u32, u32)>, Option<usize>) {
        let scratch = || RefCell::new(Scratch::new(self.join.len()));
        let scratch = &mut *self.scratch.get_or(scratch).borrow_mut();
        let members = self.join.members(record);
        let earlier = self.join.earlier(record, scratch);
        let mut pairs = Vec::new();
        let mut stopped = None;
        for (index, &right) in members.iter().enumerate().skip(from) {
            if pairs.len() >= most {
                stopped = Some(index);
                break;
            }
            let others = earlier.iter().flat_map(|&other| self.join.members(other));
            let others = members[..index].iter().chain(others);
            pairs.extend(others.map(|&left| (left.min(right), left.max(right))));
        }
        self.join.keep_new(record, &mut pairs);
        (pairs, stopped)
    }

    fn pairs_of(&self, record: u32, scratch: &mut Scratch) -> Vec<(u32, u32)> {
        let members = self.join.members(record);
        let mut pairs = Vec::new();
        for (index, &right) in members.iter().enumerate() {
            pairs.extend(members[..index].iter().map(|&left| (left, right)));
        }
        for other in self.join.earlier(record, scratch) {
            for &left in self.join.members(other) {
                pairs.extend(
                    members
                        .iter()
                        .map(|&right| (left.min(right), left.max(right))),
                );
            }
        }
        self.join.keep_new(record, &mut pairs);
        pairs
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidates")
            .field("plan", &self.plan)
            .finish_non_exhaustive()
    }
}

fn exact_join(sketches: &Sketches, filter: &Filter, options: ShareOptions) -> Box<dyn Join> {
    let threshold = filter.threshold();
    match threshold.overlap {
        Overlap::Shares => Box::new(ShareJoin::new(sketches, threshold.at, options)),
        _ => Box::new(SetJoin::new(sketches, threshold)),
    }
}

/// An index for queries from outside the collection.
pub struct CandidateIndex {
    join: Box<dyn Probe>,
}

/// The result of a query: documents left after each phase (002, section 3), and those left at the
/// end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hits {
    /// After the prefix filter: they share a value of the prefix.
    pub by_prefix: usize,
    /// After the positional filter.
    pub by_position: usize,
    /// After verification: the candidates, by place, ascending.
    pub documents: Vec<u32>,
}

impl CandidateIndex {
    /// An index of a collection. The order of terms is settled here, for all later queries.
    pub fn new(sketches: &Sketches, filter: &Filter, options: &CandidateOptions) -> Self {
        let threshold = filter.threshold();
        let share_options = options.share_options();
        CandidateIndex {
            join: match threshold.overlap {
                Overlap::Shares => Box::new(ShareJoin::for_queries(
                    sketches,
                    threshold.at,
                    share_options,
                )),
                _ => Box::new(SetJoin::for_queries(sketches, threshold)),
            },
        }
    }

    /// The results of each query, in order.
    pub fn ask<'q>(
        &self,
        queries: impl IndexedParallelIterator<Item = SketchRef<'q>>,
    ) -> Vec<Hits> {
        let ask = |scratch: &mut Scratch, query| {
            let met = self.join.probe(query, scratch);
            let members = met
                .records
                .iter()
                .flat_map(|&record| self.join.members(record));
            let mut documents: Vec<u32> = members.copied().collect();
            documents.sort_unstable();
            Hits {
                by_prefix: met.by_prefix,
                by_position: met.by_position,
                documents,
            }
        };
        queries
            .map_init(|| Scratch::new(self.join.len()), ask)
            .collect()
    }
}

#[cfg(test)]
mod tests;
