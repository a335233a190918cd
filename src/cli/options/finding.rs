//! How candidates are found.

use clap::Args;
use dejalu::candidates::{CandidateOptions, ShareFilter, TermOrder};
use dejalu::error::Result;
use serde::Serialize;

use super::values::{whole, wrong};

/// How candidates are found.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Candidates")]
pub(in crate::cli) struct Finding {
    /// Which pairs are judged: auto (all of a small collection, else what the filter keeps), exact
    /// (what the filter keeps), minhash (most of that), or all. A model's filter may lose some
    /// duplicates; how many is said at the end
    #[arg(long, value_name = "WAY", default_value = "auto")]
    candidates: String,

    /// Filter for minimum weight overlapping: weight (exact) or jaccard (the paper's, which loses
    /// some; how many is said)
    #[arg(long, value_name = "NAME", default_value = "weight")]
    filter: String,

    /// Order of the terms for that filter: frequency (rare ones first) or weight (light ones first). It
    /// matters to what jaccard loses and to the sizes that find --evaluate tells of each phase
    #[arg(long, value_name = "NAME", default_value = "frequency")]
    order: String,

    /// Seed of MinHash and of --pairs-sample
    #[arg(
        long,
        value_name = "N",
        default_value_t = 42,
        value_parser = whole::<u64>(0, u64::MAX),
        allow_negative_numbers = true
    )]
    pub(in crate::cli) seed: u64,
}

impl Finding {
    /// The search for candidates.
    pub(in crate::cli) fn options(&self) -> Result<CandidateOptions> {
        Ok(CandidateOptions {
            choice: self.candidates.parse()?,
            shares: match self.filter.as_str() {
                "weight" => ShareFilter::Weight,
                "jaccard" => ShareFilter::Jaccard,
                other => return Err(wrong("--filter", other, "expected weight or jaccard")),
            },
            order: match self.order.as_str() {
                "frequency" => TermOrder::Frequency,
                "weight" => TermOrder::Weight,
                other => return Err(wrong("--order", other, "expected frequency or weight")),
            },
            seed: self.seed,
        })
    }
}
