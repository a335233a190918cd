//! Where chains of documents that name one another end.

/// The end of the chain from each place on, where `next` is the place that each names; a place that names none is an end.
/// Each step is taken once.
///
/// # Errors
///
/// A place on a circle, which has no end.
pub(super) fn ends(next: &[Option<u32>]) -> Result<Vec<u32>, u32> {
    let mut ends: Vec<Option<u32>> = vec![None; next.len()];
    let mut is_met = vec![false; next.len()];
    let mut path = Vec::new();
    for start in 0..next.len() as u32 {
        let mut place = start;
        let end = loop {
            if let Some(end) = ends[place as usize] {
                break end;
            }
            if std::mem::replace(&mut is_met[place as usize], true) {
                return Err(place);
            }
            path.push(place);
            match next[place as usize] {
                Some(named) => place = named,
                None => break place,
            }
        };
        for place in path.drain(..) {
            ends[place as usize] = Some(end);
        }
    }
    Ok(ends.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The end of one chain, step by step; `None` where it has none.
    fn slow(next: &[Option<u32>], start: u32) -> Option<u32> {
        let mut place = start;
        for _ in 0..=next.len() {
            match next[place as usize] {
                Some(named) => place = named,
                None => return Some(place),
            }
        }
        None
    }

    proptest! {
        #[test]
        fn each_end_is_where_its_own_steps_lead(
            next in prop::collection::vec(prop::option::weighted(0.7, 0u32..12), 12),
        ) {
            let slow = (0..12).map(|start| slow(&next, start));
            let slow: Option<Vec<u32>> = slow.collect();
            match ends(&next) {
                Ok(ends) => prop_assert_eq!(Some(ends), slow),
                Err(place) => {
                    prop_assert_eq!(slow, None);
                    let mut steps = std::iter::successors(next[place as usize], |it| next[*it as usize]);
                    prop_assert!(steps.by_ref().take(12).any(|it| it == place), "on the circle");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_is_walked_once() {
        let length = 1_000_000;
        let chain: Vec<Option<u32>> = (0..length).map(|place: u32| place.checked_sub(1)).collect();
        let backward: Vec<Option<u32>> = (1..length).map(Some).chain([None]).collect();
        assert!(ends(&chain).unwrap().iter().all(|&end| end == 0));
        assert!(
            ends(&backward)
                .unwrap()
                .iter()
                .all(|&end| end == length - 1)
        );
        assert_eq!(ends(&[]), Ok(Vec::new()));
    }
}
