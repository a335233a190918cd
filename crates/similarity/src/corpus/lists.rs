//! Lists of different lengths, one after the other in memory.

use std::ops::Range;

use smart_default::SmartDefault;

/// Lists that are known by their numbers, from 0.
#[derive(Debug, Clone, PartialEq, Eq, SmartDefault)]
pub struct Lists<T> {
    items: Vec<T>,
    /// End of each list; it begins where the one before ends.
    ends: Vec<usize>,
}

impl<T> Lists<T> {
    /// Of items, list after list, and where each list ends.
    pub(crate) fn new(items: Vec<T>, ends: Vec<usize>) -> Self {
        Lists { items, ends }
    }

    /// Adds the next list.
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len());
    }

    /// Number of lists.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The items of a list.
    pub(crate) fn get(&self, list: u32) -> &[T] {
        &self.items[self.span(list)]
    }

    /// The range of a list among the items of all.
    pub(crate) fn span(&self, list: u32) -> Range<usize> {
        let list = list as usize;
        let start = list.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[list]
    }

    /// The length of each list.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = usize> {
        (0..self.len() as u32).map(|list| self.span(list).len())
    }

    /// The items of all lists.
    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }
}

impl<T: Copy + Default> Lists<T> {
    /// Deals items out to so many lists: `each(source)` gives the items of one of the sources and the
    /// list that each belongs to. A list's items are in the order of the sources.
    pub(crate) fn gather<I>(lists: usize, sources: usize, each: impl Fn(u32) -> I) -> Self
    where
        I: Iterator<Item = (u32, T)>,
    {
        let mut lengths = vec![0; lists];
        for (list, _) in (0..sources as u32).flat_map(&each) {
            lengths[list as usize] += 1;
        }
        Lists::scatter(lengths, (0..sources as u32).flat_map(&each))
    }

    /// Scatters items to lists of these lengths: each comes with the list that it belongs to. A list's items
    /// stay in their order.
    pub(crate) fn scatter(
        mut lengths: Vec<usize>,
        items: impl IntoIterator<Item = (u32, T)>,
    ) -> Self {
        let mut total = 0;
        for length in &mut lengths {
            total += std::mem::replace(length, total);
        }
        let mut scattered = vec![T::default(); total];
        // Where each list's next item comes: first where it begins, at last where it ends.
        let mut ends = lengths;
        for (list, item) in items {
            let next = &mut ends[list as usize];
            scattered[*next] = item;
            *next += 1;
        }
        Lists {
            items: scattered,
            ends,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_gathered_in_the_order_of_their_sources() {
        let sources: [&[u32]; 3] = [&[0, 2], &[2], &[1, 2]];
        let gathered = Lists::gather(4, 3, |source| {
            let lists = sources[source as usize].iter();
            lists.map(move |&list| (list, source))
        });
        let mut pushed = Lists::default();
        for list in [&[0][..], &[2], &[0, 1, 2], &[]] {
            pushed.push(list.iter().copied());
        }
        assert_eq!(gathered, pushed);
        assert_eq!(
            (gathered.get(2), gathered.get(3)),
            (&[0, 1, 2][..], &[][..])
        );
    }
}
