//! What the default level of a model would remove, beside a suggested threshold.

use serde::Serialize;

use super::judge::Judge;
use super::scoring::{Edge, Texts};
use super::search::Search;
use dejalu_base::error::Result;
use dejalu_experiment::model::{Decision, Level};
use dejalu_similarity::candidates::CandidateOptions;

/// What a model's default level would remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DefaultRemovals {
    /// The level.
    pub level: Level,
    /// Number of documents that it would remove.
    pub removed: usize,
}

/// More texts are not searched again, nor more candidates judged, only to count what another threshold would remove.
const COUNTED_TEXTS: usize = 2_000;

/// See [`COUNTED_TEXTS`].
const COUNTED_CANDIDATES: usize = 20_000;

/// The default level of the model with the duplicates at it; `None` without one, or of a large collection.
pub(super) fn duplicates_at_default(
    search: &mut Search<'_>,
    judge: &Judge,
    options: &CandidateOptions,
) -> Result<Option<(Level, Vec<Edge>)>> {
    let level = judge.trained().and_then(|model| model.levels.default);
    let collection = search.collection();
    let Some(level) = level.filter(|_| collection.originals().len() <= COUNTED_TEXTS) else {
        return Ok(None);
    };
    let minimum = judge.minimum();
    let candidates = search.candidates(minimum.lowest(), options)?;
    search.forget_sketches();
    let pairs = search.rounds(&candidates).flatten();
    let pairs: Vec<(u32, u32)> = pairs.take(COUNTED_CANDIDATES + 1).collect();
    if pairs.len() > COUNTED_CANDIDATES {
        return Ok(None);
    }
    let least = judge.distinct_below(minimum.lowest());
    let mut edges = search.scored(pairs, least, search.progress())?;
    edges.retain(|edge| {
        Texts::of(collection.documents()).decision(*edge, judge, minimum) == Decision::Duplicate
    });
    Ok(Some((level, edges)))
}
