//! Connected components of documents.

use petgraph::unionfind::UnionFind;

/// The component of each of so many documents under some pairs, by place: the place of its first document. In
/// which order pairs come does not matter.
pub(super) fn components(
    documents: usize,
    pairs: impl IntoIterator<Item = (u32, u32)>,
) -> Vec<u32> {
    let mut components = UnionFind::<u32>::new(documents);
    for (left, right) in pairs {
        components.union(left, right);
    }
    let labels = components.into_labeling();
    let mut first = vec![u32::MAX; documents];
    for (place, &label) in (0u32..).zip(&labels) {
        first[label as usize] = first[label as usize].min(place);
    }
    labels.iter().map(|&label| first[label as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_is_named_by_its_first_document() {
        let mut pairs = vec![(4, 5), (3, 1), (5, 3), (2, 6)];
        let expected = [0, 1, 2, 1, 1, 1, 2];
        assert_eq!(components(7, pairs.iter().copied()), expected);
        pairs.reverse();
        assert_eq!(components(7, pairs), expected);
    }
}
