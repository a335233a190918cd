//! Truths that are as hard for the test as any: a set breaks the promise, and just so.

use dejalu::collection::TestPlan;

use crate::case::Truth;

/// Six truths of the same removals: of the first set that is tested, or of the largest, as many are wrong as break the promise,
/// and no more. They are its least doubted, its most doubted, or spread over it.
pub fn adversarial(by_risk: &[u32], plan: &TestPlan) -> Vec<Truth> {
    let Some((first, last)) = plan.chains.first().and_then(|it| it.first().zip(it.last())) else {
        return Vec::new();
    };
    let truths = [first.size, last.size].into_iter().flat_map(|size| {
        let set = &by_risk[..size as usize];
        let wrong = (plan.promise.wrong_at_most * size as f64 + 1e-9) as usize + 1;
        let spread = (0..wrong).map(|place| set[place * set.len() / wrong]);
        [
            set[..wrong].iter().copied().collect(),
            set[set.len() - wrong..].iter().copied().collect(),
            spread.collect(),
        ]
    });
    truths.collect()
}
