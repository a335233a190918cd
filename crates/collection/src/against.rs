//! Deduplication against another collection.

use super::collection::Collection;
use super::find::{FindOptions, Match, find};
use super::groups::{Reason, Relation};
use super::judge::Judge;
use super::shared::{Shared, shared};
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_similarity::candidates::Plan;
use dejalu_text::document::{Document, DocumentId};

/// A collection, deduplicated against another one, which stays as it is.
#[derive(Debug)]
pub struct DeduplicatedAgainst<'c> {
    collection: &'c Collection,
    others: &'c Collection,
    /// How candidates were found.
    pub plan: Plan,
    /// For each document of the collection, by place, the most similar one among the others; `None` where none of
    /// them is a near-duplicate.
    pub best: Vec<Option<Match>>,
    /// How many pairs the judge leaves undecided.
    pub unsure: usize,
}

/// What came of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct AgainstRow<'a> {
    /// Its name.
    pub id: &'a DocumentId,
    /// The best one among the others, and how the document relates to it; `None` if it is kept.
    pub best: Option<(&'a Match, Shared)>,
}

impl AgainstRow<'_> {
    /// The document that it is represented by: the best one among the others, or itself. Its group is called like that.
    pub fn representative(&self) -> &DocumentId {
        self.best.as_ref().map_or(self.id, |(best, _)| &best.id)
    }

    /// Why the document is kept or not.
    pub fn reason(&self) -> Reason {
        match &self.best {
            None => Reason::Unique,
            Some((_, shared)) if shared.relation == Relation::Identical => Reason::Copy,
            Some(_) => Reason::Duplicate,
        }
    }
}

impl<'c> DeduplicatedAgainst<'c> {
    /// The documents without a near-duplicate among the others.
    pub fn kept(&self) -> impl Iterator<Item = &'c Document> {
        let documents = self.collection.documents().iter().zip(&self.best);
        documents.filter_map(|(document, best)| best.is_none().then_some(document))
    }

    /// The other documents, by name, each with the one that is among the others: the id removed, the id there.
    pub fn removed(&self) -> impl Iterator<Item = (&DocumentId, &DocumentId)> {
        let documents = self.collection.documents().iter().zip(&self.best);
        documents.filter_map(|(document, best)| Some((&document.id, &best.as_ref()?.id)))
    }

    /// What came of each document, in the order of the collection. Reads the pairs again, as the judge does.
    pub fn rows(&self, judge: &Judge) -> Vec<AgainstRow<'_>> {
        let documents = self.collection.documents();
        let others = self.others.documents();
        let found = documents.iter().zip(&self.best);
        let pairs = found.filter_map(|(document, best)| {
            Some([document, &others[best.as_ref()?.document as usize]])
        });
        let mut shared = shared(judge, &pairs.collect::<Vec<_>>()).into_iter();
        let found = documents.iter().zip(&self.best);
        let rows = found.map(|(document, best)| AgainstRow {
            id: &document.id,
            best: best.as_ref().zip(best.as_ref().and_then(|_| shared.next())),
        });
        rows.collect()
    }
}

/// Removes the documents of a collection that another one has already: those with a near-duplicate there, at least
/// of the score that the options say.
///
/// ```
/// use dejalu_base::Silent;
/// use dejalu_collection::{Collection, FindOptions, Judge, dedupe_against};
/// use dejalu_text::Document;
///
/// let collection = Collection::new(vec![
///     Document::plain("a", "The ferry waits at the old pier."),
///     Document::plain("b", "Beetles farm fungus in dead wood."),
/// ]);
/// let test_set = Collection::new(vec![Document::plain("x", "The ferry waits at the pier.")]);
/// let judge = Judge::rule("jaccard=0.7", Default::default())?;
/// let result = dedupe_against(&collection, &test_set, &judge, &FindOptions::default(), &Silent)?;
/// let kept: Vec<&str> = result.kept().map(|document| document.id.as_str()).collect();
/// assert_eq!(kept, ["b"]);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
///
/// # Errors
///
/// As [`find`].
pub fn dedupe_against<'c>(
    collection: &'c Collection,
    others: &'c Collection,
    judge: &Judge,
    options: &FindOptions,
    progress: &dyn Progress,
) -> Result<DeduplicatedAgainst<'c>> {
    let found = find(collection, others, judge, options, progress)?;
    let unsure = found.answers.iter().map(|it| it.unsure.len()).sum();
    let answers = found.answers.into_iter();
    Ok(DeduplicatedAgainst {
        collection,
        others,
        plan: found.plan,
        best: answers.map(|it| it.matches.into_iter().next()).collect(),
        unsure,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_base::progress::Silent;

    #[test]
    fn documents_with_one_best_are_a_group_and_the_others_are_kept() {
        let old = "The ferry waits at the old pier.";
        let new = "The ferry waits at the pier.";
        let texts = [old, "Beetles farm fungus.", new, "A storm broke the lamp."];
        let documents = (0..).zip(texts);
        let documents = documents.map(|(id, text): (u32, _)| Document::plain(id.to_string(), text));
        let collection = Collection::new(documents.collect());
        let others = Collection::new(vec![Document::plain("x", old)]);
        let judge = Judge::rule("jaccard=0.7", Default::default()).unwrap();
        let options = FindOptions::default();
        let result = dedupe_against(&collection, &others, &judge, &options, &Silent).unwrap();
        let rows = result.rows(&judge);
        let told: Vec<_> = rows
            .iter()
            .map(|row| (row.representative().as_str(), row.reason()))
            .collect();
        use Reason::{Copy, Duplicate, Unique};
        assert_eq!(
            told,
            [("x", Copy), ("1", Unique), ("x", Duplicate), ("3", Unique)]
        );
        let removed = result.removed();
        let removed: Vec<_> = removed.map(|(id, there)| format!("{id} {there}")).collect();
        assert_eq!(removed, ["0 x", "2 x"]);
        assert_eq!(result.kept().count(), 2);
    }
}
