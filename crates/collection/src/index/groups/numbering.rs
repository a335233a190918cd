//! Which group keeps its number. A number that users have seen keeps its meaning: of groups that merge the
//! oldest number survives, and of a group that splits the larger part keeps it.

use rustc_hash::FxHashMap;

use super::history::Event;

/// The numbers of groups after a change, and what became of those before.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Numbering {
    /// The number of each group after the change.
    pub(super) numbers: Vec<u32>,
    /// The groups that merged, and that split.
    pub(super) events: Vec<Event<u32>>,
}

/// Numbers groups. `before` has the number of the group of each document that was there, `after` the place
/// of the group of each document, old ones first; `next` is the first number that is free, and is moved.
pub(super) fn number(before: &[u32], after: &[u32], next: &mut u32) -> Numbering {
    let groups = after.iter().max().map_or(0, |&last| last as usize + 1);
    let mut numbers: Vec<Option<u32>> = vec![None; groups];
    let mut merged: Vec<(u32, usize)> = Vec::new();
    for (number, successor) in successors(before, after) {
        match &mut numbers[successor as usize] {
            Some(_) => merged.push((number, successor as usize)),
            free => *free = Some(number),
        }
    }
    // The oldest group whose documents are in each: where it is not the successor of any, it split.
    let mut from: Vec<Option<u32>> = vec![None; groups];
    for (&old, &group) in before.iter().zip(after) {
        let from = &mut from[group as usize];
        *from = Some(from.map_or(old, |least| least.min(old)));
    }
    let mut events = Vec::new();
    let mut given = |place: usize, number: Option<u32>| {
        number.unwrap_or_else(|| {
            let group = *next;
            *next += 1;
            events.extend(from[place].map(|from| Event::Split { group, from }));
            group
        })
    };
    let numbers = numbers.into_iter().enumerate();
    let numbers: Vec<u32> = numbers
        .map(|(place, number)| given(place, number))
        .collect();
    let merged = merged.into_iter().map(|(group, successor)| Event::Merged {
        group,
        into: numbers[successor],
    });
    events.splice(0..0, merged);
    Numbering { numbers, events }
}

/// Of each number, ascending, the group that holds most of its documents, of equal ones that with the oldest
/// document.
fn successors(before: &[u32], after: &[u32]) -> Vec<(u32, u32)> {
    // How many documents of each old group are in each new one, and the first of them.
    let mut shared: FxHashMap<(u32, u32), (usize, usize)> = FxHashMap::default();
    for (document, (&old, &new)) in before.iter().zip(after).enumerate() {
        shared.entry((old, new)).or_insert((0, document)).0 += 1;
    }
    let mut best: Vec<(u32, usize, std::cmp::Reverse<usize>, u32)> = shared
        .into_iter()
        .map(|((old, new), (count, first))| (old, count, std::cmp::Reverse(first), new))
        .collect();
    best.sort_unstable();
    let last_of_each = best.chunk_by(|a, b| a.0 == b.0);
    last_of_each
        .filter_map(|of_one| of_one.last().map(|&(old, _, _, new)| (old, new)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(before: &[u32], after: &[u32]) -> (Vec<u32>, Vec<Event<u32>>) {
        let mut next = before.iter().max().map_or(1, |last| last + 1);
        let found = number(before, after, &mut next);
        (found.numbers, found.events)
    }

    #[test]
    fn the_first_groups_are_numbered_from_1() {
        assert_eq!(numbered(&[], &[0, 0, 1]), (vec![1, 2], vec![]));
    }

    #[test]
    fn of_merged_groups_the_oldest_number_survives() {
        let merged = Event::Merged { group: 7, into: 3 };
        assert_eq!(
            numbered(&[7, 3, 3], &[0, 0, 0, 1]),
            (vec![3, 8], vec![merged])
        );
    }

    #[test]
    fn of_a_split_group_the_larger_part_keeps_the_number() {
        let split = Event::Split { group: 3, from: 2 };
        assert_eq!(
            numbered(&[2, 2, 2], &[0, 1, 1]),
            (vec![3, 2], vec![split.clone()])
        );
        // Of equal parts that with the oldest document.
        assert_eq!(numbered(&[2, 2], &[0, 1]), (vec![2, 3], vec![split]));
    }

    #[test]
    fn groups_may_exchange_documents() {
        // Group 1 loses a document to a part of group 2, which splits.
        let (numbers, events) = numbered(&[1, 1, 1, 2, 2, 2, 2], &[0, 0, 1, 1, 2, 2, 2]);
        assert_eq!(numbers, [1, 3, 2]);
        assert_eq!(events, [Event::Split { group: 3, from: 1 }]);
    }
}
