//! [`PairSet`]: documents, pairs, labels and clusters.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::str::FromStr;

use petgraph::unionfind::UnionFind;
use serde::{Deserialize, Serialize};

use dejalu_base::error::{Error, PairError, Place, Result, shown_by_name};
use dejalu_similarity::{Feature, FeatureSet};
use dejalu_text::document::Document;

/// What people say of a pair.
///
/// ```
/// use dejalu_experiment::Label;
///
/// assert_eq!("1".parse::<Label>()?, Label::Duplicate);
/// assert_eq!("no".parse::<Label>()?, Label::Distinct);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The documents are near-duplicates: t = +1 (001, section 3.2.2).
    Duplicate,
    /// They are not: t = −1.
    Distinct,
}

impl Label {
    /// Whether the label is [`Label::Duplicate`].
    pub fn is_duplicate(self) -> bool {
        self == Label::Duplicate
    }
}

shown_by_name!(Label);

impl FromStr for Label {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim().to_lowercase().as_str() {
            "1" | "+1" | "1.0" | "true" | "yes" | "y" | "duplicate" => Ok(Label::Duplicate),
            "0" | "-1" | "0.0" | "-1.0" | "false" | "no" | "n" | "distinct" => Ok(Label::Distinct),
            _ => Err(PairError::BadLabel { found: text.into() }.into()),
        }
    }
}

/// A pair of documents.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The places of its documents in [`PairSet::documents`]; two different ones.
    pub documents: [usize; 2],
    /// What people say of it, where they do.
    pub label: Option<Label>,
    /// What kind of pair it is, for reports.
    pub category: Option<String>,
    /// Pairs of an equal group stay in one fold.
    pub group: Option<String>,
    /// What its table gives, one number for each of [`PairSet::given`]; NaN where it gives none.
    pub given: Vec<f64>,
    /// Where it was read.
    pub place: Place,
}

/// Documents and pairs of them.
///
/// ```
/// use dejalu_experiment::model::builtin;
///
/// // Those of a table are read by `pairs::reader::read`.
/// let mut pairs = builtin::pairs()?;
/// assert_eq!(pairs.pairs.len(), 1173);
/// pairs.add_column("same-length", |left, right| {
///     f64::from(u8::from(left.text.len() == right.text.len()))
/// });
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct PairSet {
    /// The documents that occur in a pair.
    pub documents: Vec<Document>,
    /// The pairs, in the order in which they were read.
    pub pairs: Vec<Pair>,
    /// The features that the table gives a value of.
    pub given: FeatureSet,
    /// Whether these are all that is known of the pairs: the documents are names without a text.
    pub of_vectors: bool,
}

impl PairSet {
    /// Adds a labelled pair of documents or texts. A document that is already there is not added again. Texts
    /// are named by a hash of theirs ([`Document::from`]).
    ///
    /// Every document that is there is looked at: from a hundred thousand pairs on [`reader`](super::reader)
    /// is faster.
    ///
    /// ```
    /// use dejalu_experiment::pairs::{Label, PairSet};
    ///
    /// let mut pairs = PairSet::default();
    /// pairs.push("The ferry waits at the pier.", "The ferry is at the pier.", Label::Duplicate)?;
    /// pairs.push("The ferry waits at the pier.", "Beetles farm fungus.", Label::Distinct)?;
    /// assert_eq!((pairs.documents.len(), pairs.pairs.len()), (3, 2));
    /// # Ok::<(), dejalu_base::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A document paired with itself; another text than that of the document of this name. The set is then as it
    /// was.
    pub fn push(
        &mut self,
        a: impl Into<Document>,
        b: impl Into<Document>,
        label: Label,
    ) -> Result<()> {
        let known = self.documents.len();
        let pair = self.pair(a.into(), b.into(), label);
        let pair = pair.inspect_err(|_| self.documents.truncate(known))?;
        self.pairs.push(pair);
        Ok(())
    }

    /// Returns whether both documents of one of its pairs are web pages.
    pub fn are_pages(&self, pair: &Pair) -> bool {
        let mut places = pair.documents.into_iter();
        places.all(|place| self.documents[place].is_page())
    }

    fn pair(&mut self, a: Document, b: Document, label: Label) -> Result<Pair> {
        let place = Place::named("pairs").at_line(self.pairs.len() as u64 + 1);
        let documents = [self.place_of(a, &place)?, self.place_of(b, &place)?];
        if documents[0] == documents[1] {
            let id = self.documents[documents[0]].id.to_string();
            return Err(Error::from(PairError::SelfPair { id }).at(&place));
        }
        Ok(Pair {
            documents,
            label: Some(label),
            category: None,
            group: None,
            given: vec![f64::NAN; self.given.len()],
            place,
        })
    }

    /// The place of a document, which is added if it is new.
    fn place_of(&mut self, document: Document, place: &Place) -> Result<usize> {
        // Those of one document often follow each other.
        let known = self.documents.iter().rposition(|it| it.id == document.id);
        let Some(known) = known else {
            self.documents.push(document);
            return Ok(self.documents.len() - 1);
        };
        let there = &self.documents[known];
        if there.text == document.text && there.fields == document.fields {
            return Ok(known);
        }
        let id = document.id.to_string();
        Err(Error::from(PairError::TwoTexts { id }).at(place))
    }

    /// Whether each pair is a duplicate. Refuses a pair without a label.
    pub fn labels(&self) -> Result<Vec<bool>> {
        let label = |pair: &Pair| match pair.label {
            Some(label) => Ok(label.is_duplicate()),
            None => Err(Error::from(PairError::NoLabel).at(&pair.place)),
        };
        self.pairs.iter().map(label).collect()
    }

    /// The places of each pair's documents.
    pub fn places(&self) -> Vec<(usize, usize)> {
        self.pairs
            .iter()
            .map(|pair| (pair.documents[0], pair.documents[1]))
            .collect()
    }

    /// Gives every pair a number of the user's own, such as a measure that the library does not have,
    /// under the name of a feature; what it had under that name is gone. NaN where there is none.
    pub fn add_column(&mut self, name: &str, value: impl Fn(&Document, &Document) -> f64) {
        let feature = Feature::given(name);
        let place = self.given.position(&feature);
        if place.is_none() {
            self.given.extend([feature]);
        }
        for pair in &mut self.pairs {
            let [left, right] = pair.documents.map(|place| &self.documents[place]);
            let value = value(left, right);
            match place {
                Some(place) => pair.given[place] = value,
                None => pair.given.push(value),
            }
        }
    }

    /// The same set with its documents ordered by name, and its pairs by these and by what is said of them, so
    /// that what is learned from it does not depend on the order in which they were read.
    pub fn in_order(&self) -> PairSet {
        let mut order: Vec<usize> = (0..self.documents.len()).collect();
        order.sort_by_key(|&old| &self.documents[old].id);
        let mut place_of = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place_of[old] = new;
        }
        let moved = |pair: &Pair| Pair {
            documents: pair.documents.map(|old| place_of[old]),
            ..pair.clone()
        };
        let mut pairs: Vec<Pair> = self.pairs.iter().map(moved).collect();
        pairs.sort_by(order_of_pairs);
        let documents = order.iter().map(|&old| self.documents[old].clone());
        PairSet {
            documents: documents.collect(),
            pairs,
            given: self.given.clone(),
            of_vectors: self.of_vectors,
        }
    }

    /// Each document's cluster: its component over duplicate-labelled pairs, joined with equal
    /// `cluster` and `group` values. Numbered from 0 in order of each
    /// cluster's first document.
    pub fn clusters(&self) -> Vec<u32> {
        let mut components = self.components_of_duplicates();
        self.join_equal_clusters(&mut components);
        let mut first_of: HashMap<&str, usize> = HashMap::new();
        for pair in &self.pairs {
            let Some(group) = &pair.group else { continue };
            for document in pair.documents {
                let first = *first_of.entry(group).or_insert(document);
                components.union(first, document);
            }
        }
        number_by_first(components)
    }

    /// Each document's component over duplicate-labelled pairs and equal `cluster` values alone:
    /// documents known to be the same thing, of which one counts in statistics.
    pub fn duplicate_clusters(&self) -> Vec<u32> {
        let mut components = self.components_of_duplicates();
        self.join_equal_clusters(&mut components);
        number_by_first(components)
    }

    /// Pairs, by place, labelled as distinct whose documents a chain of duplicates joins: A = B,
    /// B = C, yet A ≠ C; also pairs that stand twice with different labels.
    pub fn contradictions(&self) -> Vec<usize> {
        let components = self.components_of_duplicates();
        let contradicts = |place: &usize| {
            let pair = &self.pairs[*place];
            let [left, right] = pair.documents;
            pair.label == Some(Label::Distinct) && components.equiv(left, right)
        };
        (0..self.pairs.len()).filter(contradicts).collect()
    }

    fn components_of_duplicates(&self) -> UnionFind<usize> {
        let mut components = UnionFind::new(self.documents.len());
        for pair in self
            .pairs
            .iter()
            .filter(|pair| pair.label == Some(Label::Duplicate))
        {
            components.union(pair.documents[0], pair.documents[1]);
        }
        components
    }

    fn join_equal_clusters(&self, components: &mut UnionFind<usize>) {
        let mut first_of: HashMap<&str, usize> = HashMap::new();
        for (place, document) in self.documents.iter().enumerate() {
            if let Some(cluster) = &document.cluster {
                components.union(*first_of.entry(cluster).or_insert(place), place);
            }
        }
    }
}

/// By documents, then by all else that a row may say: one pair may stand more than once.
fn order_of_pairs(one: &Pair, other: &Pair) -> Ordering {
    let documents = |pair: &Pair| {
        let [left, right] = pair.documents;
        (left.min(right), left.max(right), pair.label)
    };
    let numbers = one.given.iter().zip(&other.given);
    let mut numbers = numbers.map(|(one, other)| one.total_cmp(other));
    documents(one)
        .cmp(&documents(other))
        .then_with(|| numbers.find(|it| it.is_ne()).unwrap_or(Ordering::Equal))
        .then_with(|| one.group.cmp(&other.group))
        .then_with(|| one.category.cmp(&other.category))
        .then_with(|| one.documents.cmp(&other.documents))
}

fn number_by_first(components: UnionFind<usize>) -> Vec<u32> {
    let mut number_of = HashMap::new();
    components
        .into_labeling()
        .into_iter()
        .map(|component| {
            let next = number_of.len() as u32;
            *number_of.entry(component).or_insert(next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::testing;

    fn set(documents: usize, pairs: &[(usize, usize, Label)]) -> PairSet {
        let pairs = pairs.iter();
        let pairs = pairs.map(|&(left, right, label)| testing::pair(left, right, label));
        testing::set(&vec!["x"; documents], pairs)
    }

    #[test]
    fn labels_are_read_in_every_usual_spelling() {
        for text in ["1", "+1", "true", "Yes", " duplicate "] {
            assert_eq!(text.parse::<Label>().unwrap(), Label::Duplicate);
        }
        for text in ["0", "-1", "FALSE", "no", "distinct"] {
            assert_eq!(text.parse::<Label>().unwrap(), Label::Distinct);
        }
        assert_eq!(
            "maybe".parse::<Label>().unwrap_err().to_string(),
            "label 'maybe' is invalid; expected 1 or 0, +1 or -1, true or false, yes or no, y or n, duplicate or distinct"
        );
    }

    #[test]
    fn a_pair_that_is_refused_leaves_nothing_behind() {
        let mut set = PairSet::default();
        set.add_column("number", |_, _| 1.0);
        set.push("one", "two", Label::Distinct).unwrap();
        assert!(set.pairs[0].given[0].is_nan());
        let named = |text: &str| Document::plain("a", text);
        let error = set.push("three", "three", Label::Duplicate).unwrap_err();
        let said = "' with itself; remove the row";
        assert!(error.to_string().ends_with(said), "{error}");
        set.push(named("three"), "four", Label::Duplicate).unwrap();
        let error = set
            .push("five", named("six"), Label::Duplicate)
            .unwrap_err();
        let said = "pairs:3: id 'a' is used for two different texts; give each text its own id";
        assert_eq!(error.to_string(), said);
        set.push("one", named("three"), Label::Distinct).unwrap();
        assert_eq!((set.documents.len(), set.pairs.len()), (4, 3));
    }

    #[test]
    fn repeated_pairs_are_in_one_order_whatever_that_of_their_rows() {
        let pair = |number: f64, group: &str, category: &str| Pair {
            given: vec![number],
            group: Some(group.into()),
            category: Some(category.into()),
            ..testing::pair(0, 1, Label::Duplicate)
        };
        let mut set = set(2, &[]);
        set.pairs = vec![
            pair(f64::NAN, "g", "c"),
            pair(2.0, "g", "c"),
            pair(1.0, "h", "c"),
            pair(1.0, "g", "d"),
            pair(1.0, "g", "c"),
        ];
        let said = |set: &PairSet| format!("{:?}", set.in_order().pairs);
        let ordered = said(&set);
        set.pairs.reverse();
        assert_eq!(said(&set), ordered);
    }

    #[test]
    fn clusters_are_joined_by_duplicates_groups_and_cluster_values() {
        use Label::*;
        let mut set = set(6, &[(0, 1, Duplicate), (1, 2, Distinct), (2, 3, Distinct)]);
        assert_eq!(set.clusters(), [0, 0, 1, 2, 3, 4]);
        set.pairs[2].group = Some("g".into());
        set.documents[4].cluster = Some("c".into());
        set.documents[5].cluster = Some("c".into());
        assert_eq!(set.clusters(), [0, 0, 1, 1, 2, 2]);
        assert_eq!(set.duplicate_clusters(), [0, 0, 1, 2, 3, 3]);
    }

    #[test]
    fn a_chain_of_duplicates_contradicts_a_distinct_pair() {
        use Label::*;
        let set = set(
            4,
            &[
                (0, 1, Duplicate),
                (1, 2, Duplicate),
                (2, 0, Distinct),
                (2, 3, Distinct),
            ],
        );
        assert_eq!(set.contradictions(), [2]);
    }
}
