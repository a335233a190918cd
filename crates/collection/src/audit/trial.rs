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
use smart_default::SmartDefault;

use dejalu_base::error::{Error, Parameter, Result};
use dejalu_learn::evaluation::{chance_of_so_few, most_marked};
use dejalu_text::sorted::distinct;

/// The bound that is promised for the documents that are removed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, SmartDefault)]
pub struct Promise {
    /// The largest share of them that may be wrong, in (0, 1).
    #[default(0.02)]
    pub wrong_at_most: f64,
    /// Confidence level, in (0, 1): of many collections the promise holds in at least this share.
    #[default(0.95)]
    pub confidence: f64,
    /// Number of times the answers are looked at, from 1 to 1,000: looking again until it passes would pass at last, so
    /// the error rate is divided among the looks.
    #[default(1)]
    pub looks: u32,
}

/// A promise as a user gives it: what is left out is that of [`Promise::default`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GivenPromise {
    /// [`Promise::wrong_at_most`].
    pub wrong_at_most: Option<f64>,
    /// [`Promise::confidence`].
    pub confidence: Option<f64>,
    /// [`Promise::looks`].
    pub looks: Option<u32>,
}

impl GivenPromise {
    /// The promise of an audit; none without one.
    ///
    /// # Errors
    ///
    /// What [`Promise::check`] refuses; a part of it that would be passed over, since nothing is audited.
    pub fn promise(&self, is_audited: bool) -> Result<Option<Promise>> {
        let usual = Promise::default();
        let promise = Promise {
            wrong_at_most: self.wrong_at_most.unwrap_or(usual.wrong_at_most),
            confidence: self.confidence.unwrap_or(usual.confidence),
            looks: self.looks.unwrap_or(usual.looks),
        };
        promise.check()?;
        let given = [
            (Parameter::WrongAtMost, self.wrong_at_most),
            (Parameter::Confidence, self.confidence),
            (Parameter::Looks, self.looks.map(f64::from)),
        ];
        let given = given
            .into_iter()
            .find_map(|(name, given)| Some((name, given?)));
        match given {
            Some((name, given)) if !is_audited => {
                let [sample, answers] = [Parameter::AuditSample, Parameter::Audit];
                let expected =
                    format!("expected {answers} or {sample} beside it, since an audit promises it");
                Err(Error::invalid(name, given, expected))
            }
            _ => Ok(is_audited.then_some(promise)),
        }
    }
}

impl Promise {
    /// Refuses what promises nothing or everything.
    ///
    /// # Errors
    ///
    /// A share or a confidence that is not between 0 and 1; no look, or more than a thousand.
    pub fn check(&self) -> Result<()> {
        let shares = [
            (Parameter::WrongAtMost, self.wrong_at_most),
            (Parameter::Confidence, self.confidence),
        ];
        for (name, share) in shares {
            if !(share > 0.0 && share < 1.0) {
                let expected = "expected a number between 0 and 1";
                return Err(Error::invalid(name, share, expected));
            }
        }
        if !(1..=1_000).contains(&self.looks) {
            let expected = "expected a whole number from 1 to 1000";
            return Err(Error::invalid(Parameter::Looks, self.looks, expected));
        }
        Ok(())
    }

    /// The chance of a broken promise that one look may have.
    fn doubt(&self) -> f64 {
        (1.0 - self.confidence) / f64::from(self.looks)
    }

    /// The fewest wrong ones of so many removals that break it.
    fn too_many(&self, removed: u64) -> u64 {
        // Rounding must not turn 0.02 of 150 into 2.
        (self.wrong_at_most * removed as f64 + 1e-9).floor() as u64 + 1
    }

    /// Returns whether so few wrong ones among those drawn rule out that it is broken.
    fn holds(&self, wrong: u64, drawn: u64, removed: u64) -> bool {
        chance_of_so_few(wrong, drawn, self.too_many(removed), removed) <= self.doubt()
    }

    /// The most wrong ones among those drawn that rule it out; `None` where not even none does.
    fn allows(&self, drawn: u64, removed: u64) -> Option<u64> {
        // The chance rises with the wrong ones, so that the numbers which hold are the first.
        let (mut holding, mut end) = (0, self.too_many(removed).min(drawn + 1));
        while holding < end {
            let middle = holding + (end - holding) / 2;
            if self.holds(middle, drawn, removed) {
                holding = middle + 1;
            } else {
                end = middle;
            }
        }
        holding.checked_sub(1)
    }
}

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
/// later it must not begin: where many removals at the lowest thresholds are wrong it would pass nowhere.
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
