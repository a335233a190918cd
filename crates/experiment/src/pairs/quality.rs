//! Quality checks of labelled pairs before training. Faults of the data show in every figure and
//! look there like faults of the deciders.

use std::collections::{BTreeMap, BTreeSet};

use unicode_segmentation::UnicodeSegmentation;

use super::pair_set::{Label, PairSet};

/// Statistics of labelled pairs and their documents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Quality {
    /// The words of the documents, all scripts, none left out: the shortest document, the
    /// quartiles, the longest. `None` without documents, or where only vectors are known.
    pub words: Option<[usize; 5]>,
    /// Documents without a letter or digit.
    pub wordless: usize,
    /// Documents whose text another document has as well.
    pub same_text: usize,
    /// Documents whose text occurs in another cluster as well: folds may part the two.
    pub same_text_apart: usize,
    /// Pairs labelled distinct although their texts are the same, by place.
    pub same_yet_distinct: Vec<usize>,
    /// Rows whose two documents were in an earlier row.
    pub repeated: usize,
    /// Pairs labelled distinct although duplicates connect their documents, by place.
    pub contradictory: Vec<usize>,
    /// The documents of the largest cluster: folds cannot divide it.
    pub largest_cluster: usize,
    /// The kinds of pairs, where the data name them.
    pub categories: Vec<Category>,
}

/// The pairs of one kind and label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Its name in the data; empty for pairs without a name.
    pub name: String,
    /// The label of its pairs.
    pub label: Label,
    /// The pairs, by place.
    pub pairs: Vec<usize>,
}

impl Quality {
    /// Looks at pairs and documents; O(text).
    pub fn of(set: &PairSet) -> Self {
        let known = if set.of_vectors {
            &[]
        } else {
            &set.documents[..]
        };
        let texts: Vec<Option<u128>> = set.documents.iter().map(|it| it.identity()).collect();
        let mut times: BTreeMap<u128, usize> = BTreeMap::new();
        for text in texts.iter().flatten() {
            *times.entry(*text).or_default() += 1;
        }
        let clusters = set.clusters();
        let is_distinct = |pair: &usize| set.pairs[*pair].label == Some(Label::Distinct);
        let same_text = |pair: &usize| {
            let [left, right] = set.pairs[*pair].documents.map(|place| texts[place]);
            left.is_some() && left == right
        };
        let all = || 0..set.pairs.len();
        Quality {
            words: five(known.iter().map(|it| it.text.unicode_words().count())),
            wordless: known.iter().filter(|it| it.identity().is_none()).count(),
            same_text: times.values().filter(|&&times| times > 1).sum(),
            same_text_apart: apart(&texts, &clusters),
            same_yet_distinct: all().filter(is_distinct).filter(same_text).collect(),
            repeated: repeated(set),
            contradictory: set.contradictions(),
            largest_cluster: largest(&clusters),
            categories: categories(set),
        }
    }
}

/// Number of documents whose text occurs in several clusters.
fn apart(texts: &[Option<u128>], clusters: &[u32]) -> usize {
    let known = || {
        texts
            .iter()
            .zip(clusters)
            .filter_map(|(text, &it)| Some(((*text)?, it)))
    };
    let mut homes: BTreeMap<u128, BTreeSet<u32>> = BTreeMap::new();
    for (text, cluster) in known() {
        homes.entry(text).or_default().insert(cluster);
    }
    known().filter(|(text, _)| homes[text].len() > 1).count()
}

/// The least, the quartiles, the greatest.
fn five(numbers: impl Iterator<Item = usize>) -> Option<[usize; 5]> {
    let mut sorted: Vec<usize> = numbers.collect();
    sorted.sort_unstable();
    let last = sorted.len().checked_sub(1)?;
    Some([0, 1, 2, 3, 4].map(|quarter| sorted[last * quarter / 4]))
}

/// Number of rows that repeat an earlier pair.
pub(super) fn repeated(set: &PairSet) -> usize {
    let mut known = BTreeSet::new();
    let is_new = |pair: &&super::pair_set::Pair| {
        let [left, right] = pair.documents;
        known.insert([left.min(right), left.max(right)])
    };
    set.pairs.len() - set.pairs.iter().filter(is_new).count()
}

fn largest(clusters: &[u32]) -> usize {
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for &cluster in clusters {
        *sizes.entry(cluster).or_default() += 1;
    }
    sizes.into_values().max().unwrap_or_default()
}

/// By label and name; none where no pair has a name.
fn categories(set: &PairSet) -> Vec<Category> {
    if set.pairs.iter().all(|pair| pair.category.is_none()) {
        return Vec::new();
    }
    let mut found: BTreeMap<(Label, &str), Vec<usize>> = BTreeMap::new();
    for (place, pair) in set.pairs.iter().enumerate() {
        let name = pair.category.as_deref().unwrap_or_default();
        if let Some(label) = pair.label {
            found.entry((label, name)).or_default().push(place);
        }
    }
    let category = |((label, name), pairs): ((Label, &str), Vec<usize>)| Category {
        name: name.to_string(),
        label,
        pairs,
    };
    found.into_iter().map(category).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::pair_set::Pair;
    use crate::pairs::testing;

    fn set(texts: &[&str], pairs: &[(usize, usize, Label, Option<&str>)]) -> PairSet {
        let pair = |&(left, right, label, category): &(usize, usize, Label, Option<&str>)| Pair {
            category: category.map(String::from),
            ..testing::pair(left, right, label)
        };
        testing::set(texts, pairs.iter().map(pair))
    }

    #[test]
    fn faults_are_found() {
        use Label::*;
        let set = set(
            &[
                "One ferry.",
                "One  ferry.",
                "Two",
                "",
                "A longer text of six words",
            ],
            &[
                (0, 1, Duplicate, None),
                (1, 2, Duplicate, None),
                (2, 0, Distinct, None),
                (1, 0, Distinct, None),
                (3, 4, Distinct, None),
            ],
        );
        let quality = Quality::of(&set);
        assert_eq!(quality.words, Some([0, 1, 2, 2, 6]));
        assert_eq!((quality.wordless, quality.same_text), (1, 2));
        assert_eq!(quality.same_yet_distinct, [3]);
        assert_eq!(quality.repeated, 1);
        assert_eq!(quality.contradictory, [2, 3]);
        assert_eq!(quality.largest_cluster, 3);
        assert!(quality.categories.is_empty());
    }

    #[test]
    fn a_text_in_two_clusters_is_found() {
        use Label::*;
        let pairs = [(0, 1, Duplicate, None), (2, 3, Duplicate, None)];
        let within = set(&["same", "same", "Two", "Three"], &pairs);
        let across = set(&["same", "Two", "same", "same"], &pairs);
        let apart = [within, across].map(|set| Quality::of(&set).same_text_apart);
        assert_eq!(apart, [0, 3]);
    }

    #[test]
    fn categories_are_told_apart_by_label() {
        use Label::*;
        let set = set(
            &["a", "b", "c"],
            &[
                (0, 1, Distinct, Some("near")),
                (1, 2, Duplicate, Some("near")),
                (0, 2, Duplicate, None),
            ],
        );
        let found = Quality::of(&set).categories;
        let told: Vec<_> = found
            .iter()
            .map(|it| (it.label, &*it.name, &*it.pairs))
            .collect();
        assert_eq!(
            told,
            [
                (Duplicate, "", &[2][..]),
                (Duplicate, "near", &[1][..]),
                (Distinct, "near", &[0][..]),
            ]
        );
    }

    #[test]
    fn nothing_is_said_of_texts_that_are_not_known() {
        let mut set = set(&["", ""], &[(0, 1, Label::Duplicate, None)]);
        set.of_vectors = true;
        let quality = Quality::of(&set);
        assert_eq!((quality.words, quality.wordless), (None, 0));
    }

    #[test]
    fn nothing_has_no_faults() {
        assert_eq!(Quality::of(&PairSet::default()), Quality::default());
    }
}
