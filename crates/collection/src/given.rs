//! Groups that a table describes, of this program or of any other.

use std::collections::BTreeMap;

use super::collection::Collection;
use super::find::{FindOptions, find};
use super::groups::{Fate, Grouping, GroupsTable, Keep};
use super::judge::Judge;
use super::vectors::scores;
use super::word_reader::WordReader;
use dejalu_base::error::Result;
use dejalu_base::plural::counted;
use dejalu_base::progress::Progress;
use dejalu_text::document::{Document, DocumentId};

/// The groups of a collection, as a table describes them.
#[derive(Debug)]
pub struct GivenGroups {
    /// The groups, each removed document compared with the one kept in its place, with the score that the table gives it.
    pub grouping: Grouping,
    /// Documents that the table removes and no kept document is a near-duplicate of, by name, ascending. The grouping
    /// keeps them.
    pub alone: Vec<DocumentId>,
    /// Documents of groups that keep none of theirs, by name, ascending, each with the kept document of which it is a
    /// near-duplicate. None where the table says only what is kept, which is for the judge to match.
    pub matched: Vec<[DocumentId; 2]>,
    /// The table lists what is kept, and that is every document.
    pub lists_all: bool,
    /// Number of scores of the table that are ignored, since they are no finite numbers.
    pub ignored_scores: usize,
}

impl GivenGroups {
    /// Finds the documents of a table in a collection. Where the table does not say in favour of which document another is
    /// removed, it is the kept one that the judge finds most similar.
    ///
    /// # Errors
    ///
    /// A document that is not in the collection, or has two rows; documents that are removed in favour of each other;
    /// `keep` as the most central, which needs scores; what [`find`] refuses.
    pub fn new(
        collection: &Collection,
        table: &GroupsTable,
        keep: Keep,
        judge: &Judge,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let analysis = judge.analysis().clone().resolved(collection.documents());
        let reader = WordReader::uncached(collection, &analysis);
        let mut fates = table.fates(&reader, keep)?;
        let mut matched = Vec::new();
        if fates.contains(&Fate::RemovedAlone) {
            matched = nearest_kept(collection, &fates, judge, progress)?;
        }
        for &(place, kept) in &matched {
            fates[place as usize] = Fate::Removed(kept);
        }
        if !table.relates() {
            matched.clear();
        }
        let mut grouping = Grouping::of_fates(&reader, &fates, keep)?;
        let removals = grouping.removals.iter().zip(table.scores(&reader)?);
        let scores = removals.map(|(removal, score)| removal.and(score));
        grouping.scores = scores.collect();
        let name = |place: u32| collection.documents()[place as usize].id.clone();
        let is_alone = |&(_, fate): &(&Document, &Fate)| *fate == Fate::RemovedAlone;
        let alone = collection.documents().iter().zip(&fates).filter(is_alone);
        let removes = |fate: &Fate| matches!(fate, Fate::Removed(_) | Fate::RemovedAlone);
        Ok(GivenGroups {
            lists_all: table.lists_kept() && !fates.iter().any(removes),
            alone: alone.map(|(document, _)| document.id.clone()).collect(),
            ignored_scores: table.ignored_scores(),
            matched: matched.iter().map(|&(a, b)| [name(a), name(b)]).collect(),
            grouping,
        })
    }

    /// Says, where groups are carried out, what becomes of documents whose group keeps none.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if !self.alone.is_empty() {
            let documents = counted(self.alone.len(), "document is", "documents are");
            warnings.push(format!(
                "{documents} kept although removed by the table: no kept document is a near-duplicate"
            ));
        }
        warnings.extend(self.of_matched());
        warnings.extend(self.of_all());
        warnings.extend(self.of_scores());
        warnings
    }

    /// Says which documents are removed in favour of one that the table does not name.
    pub(crate) fn of_matched(&self) -> Option<String> {
        let [first, kept] = self.matched.first()?;
        let documents = counted(self.matched.len(), "document is", "documents are");
        Some(format!(
            "{documents} removed in favour of the kept document that the judge finds most similar, since the table names none (first: '{first}', for '{kept}')"
        ))
    }

    /// Says that a table keeps all it lists, which is seldom meant.
    pub(crate) fn of_all(&self) -> Option<String> {
        self.lists_all.then(|| {
            "the table lists every document, and so all of them as kept; name the column that says which are kept, or which belong together"
                .to_string()
        })
    }

    /// Says how many scores of the table are ignored.
    pub(crate) fn of_scores(&self) -> Option<String> {
        let scores = counted(self.ignored_scores, "score", "scores");
        (self.ignored_scores > 0)
            .then(|| format!("{scores} of the table ignored: expected finite numbers"))
    }

    /// Scores each document with the one kept in its place.
    ///
    /// # Errors
    ///
    /// As [`dedupe`](super::dedupe()).
    pub fn score(
        &mut self,
        collection: &Collection,
        judge: &Judge,
        progress: &dyn Progress,
    ) -> Result<()> {
        let text_of = collection.text_of();
        let text = |place: u32| text_of[place as usize];
        let removals = (0u32..).zip(&self.grouping.removals);
        let pairs = removals.filter_map(|(place, it)| Some((place, (*it)?.in_favour_of)));
        let pairs: Vec<(u32, u32)> = pairs.collect();
        let of_texts = |&(a, b): &(u32, u32)| (text(a).min(text(b)), text(a).max(text(b)));
        let different = pairs.iter().map(of_texts).filter(|(a, b)| a != b);
        let different = dejalu_text::sorted::distinct(different);
        let found = scores(collection, &different, judge, progress)?;
        let found: BTreeMap<(u32, u32), f64> = different.into_iter().zip(found).collect();
        for pair in pairs {
            let score = found.get(&of_texts(&pair)).copied();
            self.grouping.scores[pair.0 as usize] = Some(score.unwrap_or(judge.score_of_copies()));
        }
        Ok(())
    }
}

/// Similarities of pairs that are looked for first, the most alike before the others.
const NEAREST_FIRST: [f64; 2] = [0.95, 0.85];

/// For each document that is removed alone the most similar kept one, where the judge finds a near-duplicate. Most have one
/// that is much like them, and what scores less need then not be compared.
fn nearest_kept(
    collection: &Collection,
    fates: &[Fate],
    judge: &Judge,
    progress: &dyn Progress,
) -> Result<Vec<(u32, u32)>> {
    let documents = |is_asked: &dyn Fn(Fate) -> bool| -> Vec<Document> {
        let documents = collection.documents().iter().zip(fates);
        let asked = documents.filter(|(_, fate)| is_asked(**fate));
        asked.map(|(document, _)| document.clone()).collect()
    };
    let kept = documents(&|fate| matches!(fate, Fate::Kept | Fate::Beside(_)));
    let kept = Collection::new(kept);
    let mut removed = documents(&|fate| fate == Fate::RemovedAlone);
    let judge = collection.informed(judge, progress)?;
    let alike = |similarity| judge.minimum().at_least(judge.threshold_alike(similarity));
    let mut steps = NEAREST_FIRST.map(alike).to_vec();
    steps.push(judge.minimum());
    steps.dedup();
    let place = |id: &DocumentId| collection.place_of(id);
    let mut nearest = Vec::new();
    for at in steps {
        let asked = Collection::new(std::mem::take(&mut removed));
        let options = FindOptions::default().with_at(at);
        let found = find(&asked, &kept, &judge, &options, progress)?;
        for (document, answer) in asked.documents().iter().zip(&found.answers) {
            match answer.matches.first() {
                Some(best) => nearest.extend(place(&document.id).zip(place(&best.id))),
                None => removed.push(document.clone()),
            }
        }
    }
    nearest.sort_unstable();
    Ok(nearest)
}
