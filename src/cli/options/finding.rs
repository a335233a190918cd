//! Options for the candidate search.

use clap::Args;
use dejalu::candidates::CandidateOptions;
use dejalu::collection::Judge;
use dejalu::error::Result;
use serde::Serialize;

use super::values::whole;

/// Fields that candidates are found by.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Candidates")]
pub(in crate::cli) struct BlockBy {
    /// Compare only records that are similar in one of these fields ('title', 'title=0.5,doi'): the Jaccard similarity
    /// of their words is at least T, from 0 to 1 (default 0.4). For codes (doi, isbn, issn, pmid, volume, number,
    /// issue, year, date, pages) it is the overlap coefficient, and codes must be equal ('221-8' is not '221-228').
    /// Records without any of the fields are not compared [default: the filter of the model or rule]
    #[arg(long, value_name = "FIELD[=T],…", conflicts_with = "index")]
    block_by: Option<String>,
}

impl BlockBy {
    /// The judge, with candidates by these fields if any were named.
    pub(in crate::cli) fn apply(&self, judge: Judge) -> Result<Judge> {
        match &self.block_by {
            Some(fields) => judge.block_by(&fields.parse()?),
            None => Ok(judge),
        }
    }
}

/// Options for the candidate search.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Candidates")]
pub(in crate::cli) struct Finding {
    /// Which pairs to compare: auto (all pairs of a small collection, otherwise those that pass the
    /// filter), exact (those that pass the filter), minhash (most of those), or all. A model's
    /// filter may miss some; the summary estimates how many
    #[arg(long, value_name = "WAY", default_value = "auto")]
    candidates: String,

    /// Filter for minimum weight overlapping: weight (exact) or jaccard (the paper's, which misses
    /// some; the summary reports how many)
    #[arg(long, value_name = "NAME", default_value = "weight")]
    filter: String,

    /// Order of the terms in that filter: frequency (rare first) or weight (light first). Affects
    /// which pairs jaccard misses, and how many documents are left after each phase in find
    /// --evaluate
    #[arg(long, value_name = "NAME", default_value = "frequency")]
    order: String,

    /// Random seed for MinHash and samples
    #[arg(long, value_name = "N", default_value_t = 42, value_parser = whole::<u64>(0, u64::MAX))]
    pub(in crate::cli) seed: u64,
}

impl Finding {
    /// The search for candidates.
    pub(in crate::cli) fn options(&self) -> Result<CandidateOptions> {
        Ok(CandidateOptions {
            method: self.candidates.parse()?,
            shares: self.filter.parse()?,
            order: self.order.parse()?,
            seed: self.seed,
        })
    }
}
