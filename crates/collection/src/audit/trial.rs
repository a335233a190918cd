//! The test of the thresholds.
//!
//! Fixed sequence testing: the thresholds are tested from the strictest on, each at the full level,
//! and the first that fails ends it, so that a threshold is wrongly passed with at most the chance
//! that the level leaves ("learn then test", Angelopoulos et al. 2021). Which threshold is the first, and
//! which ones are left out, depends on how many documents were removed and drawn at each, and on no answer.
//! Each bound is exact for the number drawn at its own threshold; of a first one chosen by the numbers drawn
//! at all of them, that is no proof. The promise was kept in simulated audits (a test here, docs/results.md).

use std::iter::successors;

use serde::Serialize;

use crate::promise::Promise;
use dejalu_learn::evaluation::most_marked;
use dejalu_text::sorted::distinct;

/// A threshold that an audit tests, and what the answers say of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AuditedCut {
    /// The threshold.
    pub at: f64,
    /// Documents that would be removed.
    pub removed: u64,
    /// Of them those drawn.
    pub drawn: u64,
    /// Of those drawn the ones that nobody called a duplicate of their kept document: distinct,
    /// unsure, or without an answer.
    pub wrong: u64,
    /// The largest share of the removed that may be wrong, at the confidence of one look.
    pub bound: Option<f64>,
    /// Whether it passed; `None` where it was not tested: too few drawn to begin with it, or beyond a
    /// failure.
    pub passed: Option<bool>,
}

/// Tests thresholds of which `at`, `removed`, `drawn` and `wrong` are known, strictest first. Returns the
/// place of the one that removes most of those that passed: a lower one may remove less, where more would
/// be lost with it. What removes nothing is passed over.
///
/// \[choice\] Tested are the thresholds that pass with at least a quarter of the most wrong documents that
/// any of them could pass with. The test could begin where it passes only if no document is wrong (of many
/// removals ln δ / ln(1 − α) drawn, 149 for 2 % at 95 %); but then one wrong document among those ends it, even
/// where one in 400 is wrong, and more answers would only let it begin at a stricter threshold. So it begins
/// where one wrong document is allowed, if there is such a threshold, and more where more were drawn. Much
/// later it must not begin: where many removals at the lowest thresholds are wrong it would pass nowhere (from a half:
/// 0.48 of the possible instead of 0.80 where 8 % are wrong, 1,000 answers at 2 %).
pub fn trial(cuts: &mut [AuditedCut], promise: &Promise) -> Option<usize> {
    let confidence = 1.0 - promise.doubt();
    for cut in cuts.iter_mut().filter(|cut| cut.removed > 0) {
        let most = most_marked(cut.wrong, cut.drawn, cut.removed, confidence);
        cut.bound = Some(most as f64 / cut.removed as f64);
    }
    let mut passed: Option<(u64, usize)> = None;
    for (place, allowed) in tested(cuts, promise) {
        let cut = &mut cuts[place];
        let holds = cut.wrong <= allowed;
        cut.passed = Some(holds);
        if !holds {
            break;
        }
        passed = passed
            .filter(|best| best.0 >= cut.removed)
            .or(Some((cut.removed, place)));
    }
    passed.map(|best| best.1)
}

/// The places of the thresholds that are tested, unless an earlier one fails, each with the most wrong
/// documents that it passes with.
fn tested(cuts: &[AuditedCut], promise: &Promise) -> Vec<(usize, u64)> {
    let allowed = |(place, cut): (usize, &AuditedCut)| {
        let allowed = promise.allows(cut.drawn, cut.removed)?;
        (cut.removed > 0).then_some((place, allowed))
    };
    let mut tested: Vec<(usize, u64)> = cuts.iter().enumerate().filter_map(allowed).collect();
    let most = tested.iter().map(|it| it.1).max().unwrap_or_default();
    tested.retain(|&(_, allowed)| allowed >= most.div_ceil(4));
    tested
}

/// Number of documents that have to be drawn in all, of `removable`, so that one of the thresholds passes if as large a
/// share of them is wrong as of those drawn, with one look more. `None` where no number would do.
pub fn more_documents(cuts: &[AuditedCut], promise: &Promise, removable: u64) -> Option<u64> {
    let again = Promise {
        looks: promise.looks.saturating_add(1),
        ..*promise
    };
    let cuts: Vec<AuditedCut> = cuts.iter().copied().filter(|cut| cut.removed > 0).collect();
    let enough = |cut: &AuditedCut| enough_for(cut, &again, removable);
    let drawn = cuts.iter().map(|cut| cut.drawn).max().unwrap_or_default();
    // With enough for one threshold the test may begin at another one, and end there. Then more may do.
    let doubled = successors(Some(drawn.max(1)), |all| all.checked_mul(2));
    let doubled = doubled.take_while(|&all| all < removable);
    let numbers = cuts.iter().filter_map(enough).chain(doubled);
    let numbers = distinct(numbers.chain([removable]));
    numbers.into_iter().filter(|&all| all > drawn).find(|&all| {
        let expected = |cut: &AuditedCut| {
            let drawn = (all as f64 * cut.removed as f64 / removable as f64).round() as u64;
            expected(cut, drawn.min(cut.removed))
        };
        let mut cuts: Vec<AuditedCut> = cuts.iter().map(expected).collect();
        trial(&mut cuts, &again).is_some()
    })
}

/// Number of `removable` documents that have to be drawn so that this threshold passes, were it the
/// first.
fn enough_for(cut: &AuditedCut, promise: &Promise, removable: u64) -> Option<u64> {
    let holds = |drawn: u64| {
        let cut = expected(cut, drawn);
        promise.holds(cut.wrong, cut.drawn, cut.removed)
    };
    let mut drawn = cut.drawn.max(1);
    while drawn < cut.removed && !holds(drawn) {
        drawn += (drawn / 500).max(1);
    }
    let drawn = drawn.min(cut.removed);
    let all = (drawn as f64 * removable as f64 / cut.removed as f64).ceil() as u64;
    holds(drawn).then(|| all.min(removable))
}

/// The threshold with so many documents drawn, as large a share of them wrong as now.
fn expected(cut: &AuditedCut, drawn: u64) -> AuditedCut {
    let share = cut.wrong as f64 / cut.drawn.max(1) as f64;
    AuditedCut {
        drawn,
        wrong: (share * drawn as f64 - 1e-9).ceil().max(0.0) as u64,
        ..*cut
    }
}
