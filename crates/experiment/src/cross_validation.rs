//! [`CrossValidation`]: the analysed documents, the folds, and the data of each fold.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use ndarray::{Array1, Array2, Axis};

use super::search_folds::search_folds;
use super::terms::{self, LearnedTerms, PairTerms};
use crate::model::CrossValidationOptions;
use crate::pairs::PairSet;
use crate::pairs::folds::{Cell, Folds, GroupedPairs};
use crate::rules::Rule;
use dejalu_base::error::{LearnError, Result};
use dejalu_base::progress::Progress;
use dejalu_learn::{Fold, share_of};
use dejalu_similarity::candidates::{self, BlockBy, Blocking, Labelled};
use dejalu_similarity::corpus::{CorpusStats, Needs, TermWeights};
use dejalu_similarity::{
    Feature, FeatureSet, PreparedDocuments, columns, copy_columns, similarity_vectors,
};
use dejalu_text::document::DocumentId;
use dejalu_text::{AnalyzedDocument, Analyzer, analyze_with_progress};

/// The fewest pairs of either label that a model can be trained on: one of them may lie in a fold that is held out.
pub const FEWEST_TO_TRAIN: usize = 2;

/// Number of folds that pairs are divided into if they are measured by what was counted in other pairs, which are then
/// those of at least three fifths of the clusters.
const STATISTICS_FOLDS: usize = 5;

/// Labelled pairs, ready to learn from.
pub struct CrossValidation<'a> {
    options: CrossValidationOptions,
    features: FeatureSet,
    /// The features that need statistics, and are computed anew for every fold.
    dependent: FeatureSet,
    /// The vectors of all pairs; 0 where a feature is dependent.
    fixed: Array2<f64>,
    set: Arc<PairSet>,
    documents: Vec<AnalyzedDocument>,
    ids: Vec<DocumentId>,
    labels: Vec<bool>,
    places: Vec<(usize, usize)>,
    clusters: Vec<u32>,
    duplicates: Vec<u32>,
    /// Made where weights of terms are learned.
    terms: OnceLock<PairTerms>,
    progress: &'a dyn Progress,
}

/// Pairs to learn from.
pub(crate) struct TrainingData {
    /// Their vectors (pairs × features).
    pub rows: Array2<f64>,
    /// The statistics of their documents, and what was learned of their terms.
    pub statistics: Arc<CorpusStats>,
}

/// One fold's data. Rows and labels are in the order of `train` and `test`.
pub(crate) struct FoldData {
    /// The pairs trained on.
    pub train: Vec<usize>,
    /// The pairs tested.
    pub test: Vec<usize>,
    /// The vectors trained on (pairs × features).
    pub train_rows: Array2<f64>,
    /// Their labels.
    pub train_labels: Vec<bool>,
    /// The repeats of the folds inside, over rows of `train_rows`.
    pub inner: Vec<Vec<Fold>>,
    /// The vectors tested (pairs × features).
    pub test_rows: Array2<f64>,
    /// Whether each tested pair has no document that was trained on.
    pub unseen: Vec<bool>,
    /// The statistics of the documents trained on.
    pub statistics: Arc<CorpusStats>,
}

impl<'a> CrossValidation<'a> {
    /// Analyses the documents and computes what no fold changes. Refuses a pair without a label,
    /// and a background whose documents were read in another way.
    pub(crate) fn new(
        set: Arc<PairSet>,
        features: FeatureSet,
        mut options: CrossValidationOptions,
        progress: &'a dyn Progress,
    ) -> Result<Self> {
        options.analysis = match &options.background {
            Some(background) => {
                background.check(&options.analysis)?;
                background.analysis.clone()
            }
            None => options.analysis.resolved(&set.documents),
        };
        let labels = set.labels()?;
        let places = set.places();
        let analyzer = Analyzer::new(options.analysis.clone());
        let documents = analyze_with_progress(&analyzer, &set.documents, progress);
        let by_needs = |nothing: bool| -> FeatureSet {
            let measured = features.iter().filter(|feature| !set.gives(feature));
            let chosen = measured.filter(|feature| feature.needs().is_nothing() == nothing);
            chosen.cloned().collect()
        };
        let (independent, dependent) = (by_needs(true), by_needs(false));
        progress.begin("comparing pairs", places.len());
        let nothing = CorpusStats::default();
        let measured = similarity_vectors(&documents, &independent, &nothing, &places, progress)?;
        let mut fixed = Array2::zeros((places.len(), features.len()));
        copy_columns(&measured, &independent, &mut fixed, &features);
        copy_columns(&set.given_rows(), &set.given, &mut fixed, &features);
        Ok(CrossValidation {
            dependent,
            fixed,
            ids: set
                .documents
                .iter()
                .map(|document| document.id.clone())
                .collect(),
            clusters: set.clusters(),
            duplicates: set.duplicate_clusters(),
            terms: OnceLock::new(),
            features,
            options,
            set,
            documents,
            labels,
            places,
            progress,
        })
    }

    /// Keeps only these of its features: no fold measures the others.
    pub(crate) fn keep_features(&mut self, features: FeatureSet) {
        self.fixed = columns(&self.fixed, &self.features, &features);
        let kept = |feature: &&Feature| features.position(feature).is_some();
        self.dependent = self.dependent.iter().filter(kept).cloned().collect();
        self.features = features;
    }

    /// The options it was made with, and the languages of its documents.
    pub(crate) fn options(&self) -> &CrossValidationOptions {
        &self.options
    }

    /// The features of its vectors.
    pub(crate) fn features(&self) -> &FeatureSet {
        &self.features
    }

    /// The statistics of a reference collection that its features need.
    pub(crate) fn needs(&self) -> Needs {
        self.needs_of(&self.features)
    }

    /// The same of some of its features. What the pairs' table gives needs nothing more.
    pub(crate) fn needs_of(&self, features: &FeatureSet) -> Needs {
        let measured = features.iter().filter(|feature| !self.set.gives(feature));
        measured
            .map(Feature::needs)
            .fold(Needs::NOTHING, Needs::union)
    }

    /// Returns whether a published rule applies: a sentence rule only to sentences; with vectors
    /// only a rule whose similarity is a column.
    pub(crate) fn applies(&self, rule: &Rule) -> bool {
        if self.set.of_vectors {
            !rule.for_sentences && self.set.gives(&rule.feature)
        } else {
            rule.applies_to(&self.documents)
        }
    }

    /// The pairs and their documents.
    pub(crate) fn set(&self) -> &Arc<PairSet> {
        &self.set
    }

    /// The documents, analysed, in the set's order.
    pub(crate) fn documents(&self) -> &[AnalyzedDocument] {
        &self.documents
    }

    /// The ids of a pair's documents.
    pub(crate) fn ids(&self, pair: usize) -> [DocumentId; 2] {
        let (left, right) = self.places[pair];
        [self.ids[left].clone(), self.ids[right].clone()]
    }

    /// Returns whether each pair is a duplicate.
    pub(crate) fn labels(&self) -> &[bool] {
        &self.labels
    }

    /// The share of the pairs that are duplicates.
    pub(crate) fn share(&self) -> f64 {
        share_of(&self.labels)
    }

    /// Number of clusters that the documents form.
    pub(crate) fn clusters(&self) -> usize {
        self.clusters
            .iter()
            .max()
            .map_or(0, |&last| last as usize + 1)
    }

    /// The clusters of each pair's documents.
    pub(crate) fn pair_clusters(&self) -> Vec<(u32, u32)> {
        let clusters =
            |&(left, right): &(usize, usize)| (self.clusters[left], self.clusters[right]);
        self.places.iter().map(clusters).collect()
    }

    /// All pairs, by place.
    pub(crate) fn pairs(&self) -> Vec<usize> {
        (0..self.places.len()).collect()
    }

    /// The outer folds.
    pub(crate) fn folds(&self) -> Result<Folds> {
        Folds::assign(
            &self.grouped(),
            &self.pairs(),
            self.options.folds,
            self.options.seed,
        )
    }

    /// The pairs that fold `k` trains on.
    pub(crate) fn train_pairs(&self, folds: &Folds, k: usize) -> Vec<usize> {
        folds.split(&self.grouped(), &self.pairs(), k as u32).0
    }

    /// The data of fold `k`.
    pub(crate) fn fold_data(&self, folds: &Folds, k: usize) -> Result<FoldData> {
        let (train, test) = folds.split(&self.grouped(), &self.pairs(), k as u32);
        self.check_both_classes(&train, k, folds.count())?;
        let data = self.training_data(&train, &self.features, self.needs())?;
        let inner = self.search_folds(&train, self.options.inner_folds)?;
        let mut trained = vec![false; self.documents.len()];
        for (left, right) in self.documents_of(&train) {
            trained[left] = true;
            trained[right] = true;
        }
        let unseen = self
            .documents_of(&test)
            .map(|(left, right)| !trained[left] && !trained[right]);
        Ok(FoldData {
            unseen: unseen.collect(),
            train_rows: data.rows,
            train_labels: train.iter().map(|&pair| self.labels[pair]).collect(),
            inner,
            test_rows: self.vectors(&test, &self.features, &data.statistics)?,
            statistics: data.statistics,
            train,
            test,
        })
    }

    /// Learns from these pairs: the statistics of their documents, at least those that are needed, and their vectors
    /// over `features`. Where weights of terms are learned, each pair's own value is by weights that have not seen its
    /// documents.
    pub(crate) fn training_data(
        &self,
        pairs: &[usize],
        features: &FeatureSet,
        needs: Needs,
    ) -> Result<TrainingData> {
        let statistics = self.statistics(pairs, needs)?;
        let Some(place) = features.iter().position(Feature::is_learned) else {
            return Ok(TrainingData {
                rows: self.training_rows(pairs, features, &statistics)?,
                statistics,
            });
        };
        let learned = self.learn_terms(pairs)?;
        let (weights, held_out) = match learned {
            Some(LearnedTerms { weights, held_out }) => (weights, held_out),
            None => (TermWeights::default(), vec![1.0; pairs.len()]),
        };
        let statistics = Arc::unwrap_or_clone(statistics).with_term_weights(Some(weights));
        let mut rows = self.training_rows(pairs, features, &statistics)?;
        rows.column_mut(place).assign(&Array1::from(held_out));
        Ok(TrainingData {
            rows,
            statistics: statistics.into(),
        })
    }

    /// The vectors of pairs to learn from: features that are [held out](Feature::is_held_out) are measured
    /// by what was counted in other pairs, which are divided into folds of their own. Where there are fewer clusters
    /// than folds, or no other pairs, what was counted in all of them is used.
    fn training_rows(
        &self,
        pairs: &[usize],
        features: &FeatureSet,
        statistics: &CorpusStats,
    ) -> Result<Array2<f64>> {
        let mut rows = self.vectors(pairs, features, statistics)?;
        let depends = |it: &&Feature| it.is_held_out() && self.dependent.position(it).is_some();
        let held_out: FeatureSet = features.iter().filter(depends).cloned().collect();
        if held_out.is_empty() || self.options.background.is_some() {
            return Ok(rows);
        }
        let grouped = self.grouped();
        let Ok(folds) = Folds::assign(&grouped, pairs, STATISTICS_FOLDS, self.options.seed) else {
            return Ok(rows);
        };
        let row_of: HashMap<usize, usize> = pairs.iter().copied().zip(0..).collect();
        for Cell { asked, known } in folds.cells(&grouped, pairs) {
            if known.is_empty() {
                continue;
            }
            let of_others = self.statistics(&known, self.needs_of(&held_out))?;
            let measured = self.vectors(&asked, &held_out, &of_others)?;
            for (pair, measured) in asked.iter().zip(measured.rows()) {
                for (feature, &value) in held_out.iter().zip(measured) {
                    if let Some(place) = features.position(feature) {
                        rows[[row_of[pair], place]] = value;
                    }
                }
            }
        }
        Ok(rows)
    }

    /// The weights of terms that these pairs teach; none where they are too few.
    fn learn_terms(&self, pairs: &[usize]) -> Result<Option<LearnedTerms>> {
        if pairs.len() < terms::FEWEST_PAIRS {
            return Ok(None);
        }
        let grouped = self.grouped();
        let Ok(folds) = Folds::assign(&grouped, pairs, terms::FOLDS, self.options.seed) else {
            return Ok(None);
        };
        let all = self
            .terms
            .get_or_init(|| PairTerms::new(&self.documents, &grouped));
        self.progress.begin("learning which words differ", 1);
        let learned = all.learn(&self.documents, &grouped, pairs, &folds)?;
        self.progress.advance(1);
        Ok(learned)
    }

    /// Folds over these pairs for the search of parameters ([`search_folds`]).
    pub fn search_folds(&self, pairs: &[usize], count: usize) -> Result<Vec<Vec<Fold>>> {
        search_folds(&self.grouped(), pairs, count, self.options.seed)
    }

    /// The filter that keeps the share `asked` of the duplicates, and as little else as possible;
    /// measured on the outer folds; by fields, if they are named. `scores` are those of all
    /// pairs.
    pub(crate) fn blocking(
        &self,
        asked: f64,
        block_by: Option<&BlockBy>,
        scores: &[f64],
    ) -> Result<Option<Blocking>> {
        let known = &self.options.analysis.fields;
        let given = block_by.filter(|by| by.is_given());
        let given = given.map(|by| by.filters(known)).transpose()?;
        let learned = block_by.filter(|by| !by.is_given());
        let only = learned.map(|by| by.to_learn(known)).transpose()?;
        let (grouped, folds) = (self.grouped(), self.folds()?);
        let duplicates = self.pairs().into_iter().filter(|&pair| self.labels[pair]);
        let (places, folds): (Vec<(usize, usize)>, Vec<usize>) = duplicates
            .map(|pair| {
                (
                    self.places[pair],
                    folds.tester(&grouped, pair).unwrap_or(0) as usize,
                )
            })
            .unzip();
        let labelled = Labelled {
            documents: &self.documents,
            clusters: &self.clusters,
            duplicates: &places,
            folds: &folds,
            pairs: &self.places,
            scores,
            only: only.as_ref(),
        };
        match given {
            Some(filters) => Ok(candidates::given(labelled, filters, asked)),
            None => candidates::learn(labelled, asked),
        }
    }

    /// The statistics of the documents of these pairs, as far as they are needed, or those of the
    /// background. Of documents known to be duplicates only one counts.
    pub(crate) fn statistics(&self, pairs: &[usize], needs: Needs) -> Result<Arc<CorpusStats>> {
        if let Some(background) = &self.options.background {
            return Ok(background.statistics.clone());
        }
        let places = self
            .documents_of(pairs)
            .flat_map(|(left, right)| [left, right]);
        let reference = one_of_each(&self.documents, &self.duplicates, places);
        CorpusStats::collect(reference, needs, &self.options.correlations).map(Arc::new)
    }

    /// The source of statistics: `vectors`, `background`, or else `own`.
    pub(crate) fn reference(&self, own: &'static str) -> &'static str {
        match self.options.background {
            _ if self.set.of_vectors => "vectors",
            Some(_) => "background",
            None => own,
        }
    }

    /// The vectors of these pairs over some of its features (pairs × features) under given
    /// statistics.
    pub(crate) fn vectors(
        &self,
        pairs: &[usize],
        features: &FeatureSet,
        stats: &CorpusStats,
    ) -> Result<Array2<f64>> {
        let fixed = self.fixed.select(Axis(0), pairs);
        let mut rows = columns(&fixed, &self.features, features);
        let depends = |feature: &&Feature| self.dependent.position(feature).is_some();
        let dependent: FeatureSet = features.iter().filter(depends).cloned().collect();
        if !dependent.is_empty() {
            let places: Vec<(usize, usize)> = self.documents_of(pairs).collect();
            self.progress.begin(
                "comparing pairs with statistics of the collection",
                places.len(),
            );
            let documents = &self.documents;
            let measured =
                similarity_vectors(documents, &dependent, stats, &places, self.progress)?;
            copy_columns(&measured, &dependent, &mut rows, features);
        }
        Ok(rows)
    }

    /// The two values of a directed feature on these pairs, from the first document to the second
    /// and back; 0 where the feature is not directed.
    pub(crate) fn directed(
        &self,
        pairs: &[usize],
        feature: &Feature,
        stats: &CorpusStats,
    ) -> Result<Vec<[f64; 2]>> {
        let alone = FeatureSet::from_iter([feature.clone()]);
        let comparable = PreparedDocuments::new(&self.documents, &alone, stats)?;
        let both = |(left, right)| comparable.directed(left, right)[0].unwrap_or_default();
        Ok(self.documents_of(pairs).map(both).collect())
    }

    /// Returns whether each of these features had anything to compare in a pair. Features that need
    /// statistics compare words, of which every document of a pair has some.
    pub(crate) fn comparable(&self, pair: usize, features: &FeatureSet) -> Vec<bool> {
        let mut all = vec![true; features.len()];
        let measured = features
            .iter()
            .filter(|it| !self.set.of_vectors && it.measure().is_some() && it.needs().is_nothing());
        let measured: FeatureSet = measured.cloned().collect();
        let (left, right) = self.places[pair];
        let documents = [left, right].map(|place| self.documents[place].clone());
        let stats = CorpusStats::default();
        if let Ok(prepared) = PreparedDocuments::new(&documents, &measured, &stats) {
            for (feature, comparable) in measured.iter().zip(prepared.are_comparable(0, 1)) {
                all[features.position(feature).unwrap_or_default()] = comparable;
            }
        }
        all
    }

    /// Refuses a fold that leaves pairs of one class to train on, as one of them does where there are fewer than
    /// [`FEWEST_TO_TRAIN`] of either.
    fn check_both_classes(&self, train: &[usize], k: usize, folds: usize) -> Result<()> {
        let positives = train.iter().filter(|&&pair| self.labels[pair]).count();
        let negatives = train.len() - positives;
        match positives.min(negatives) {
            0 => Err(LearnError::OneClassFold {
                fold: k + 1,
                folds,
                positives,
                negatives,
            }
            .into()),
            _ => Ok(()),
        }
    }

    fn documents_of<'s>(&'s self, pairs: &'s [usize]) -> impl Iterator<Item = (usize, usize)> + 's {
        pairs.iter().map(|&pair| self.places[pair])
    }

    fn grouped(&self) -> GroupedPairs<'_> {
        GroupedPairs {
            ids: &self.ids,
            clusters: &self.clusters,
            pairs: &self.places,
            labels: &self.labels,
        }
    }
}

/// One document per cluster: the one with the smallest id.
pub(crate) fn one_of_each<'d>(
    documents: &'d [AnalyzedDocument],
    clusters: &[u32],
    places: impl IntoIterator<Item = usize>,
) -> Vec<&'d AnalyzedDocument> {
    let mut chosen: BTreeMap<u32, &AnalyzedDocument> = BTreeMap::new();
    for place in places {
        let document = &documents[place];
        let kept = chosen.entry(clusters[place]).or_insert(document);
        if document.id < kept.id {
            *kept = document;
        }
    }
    chosen.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::{Label, Pair};
    use dejalu_base::error::Place;
    use dejalu_base::progress::Silent;
    use dejalu_text::document::Document;

    /// Twelve subjects, each with a text, a version of it, and another text that has a word of it in common.
    fn subjects() -> PairSet {
        let mut set = PairSet::default();
        for subject in 0..12u8 {
            let word =
                |kind: &str| format!("{kind}{}", char::from(b'a' + subject).to_string().repeat(3));
            let [common, own, other] = ["pier", "lamp", "storm"].map(word);
            let texts = [
                format!("{common} {own} waits here"),
                format!("{common} {own} waits here again"),
                format!("{common} {other} waits here"),
            ];
            let first = set.documents.len();
            for (place, text) in texts.iter().enumerate() {
                let document = Document::plain(format!("{subject:02}-{place}"), text);
                set.documents.push(document);
            }
            for (other, label) in [(1, Label::Duplicate), (2, Label::Distinct)] {
                set.pairs.push(Pair {
                    documents: [first, first + other],
                    label: Some(label),
                    category: None,
                    group: Some(word("subject")),
                    given: Vec::new(),
                    place: Place::file(std::path::Path::new("pairs.csv")),
                });
            }
        }
        set
    }

    #[test]
    fn the_rarest_words_of_labelled_pairs_are_those_of_pairs_that_were_not_counted() {
        let features = FeatureSet::parse("rarest-words:k=1 cosine").unwrap();
        let options = CrossValidationOptions::default();
        let cv = CrossValidation::new(subjects().into(), features, options, &Silent).unwrap();
        let pairs = cv.pairs();
        let data = cv.training_data(&pairs, cv.features(), cv.needs()).unwrap();
        let counted = cv.vectors(&pairs, cv.features(), &data.statistics).unwrap();
        for (pair, is_duplicate) in cv.labels().iter().enumerate() {
            // Counted, the word of a subject is rarer in two versions than in two texts.
            assert_eq!(counted[[pair, 0]] == 1.0, *is_duplicate, "{pair}");
            assert_eq!(data.rows[[pair, 0]], 1.0, "{pair}");
            assert_eq!(data.rows[[pair, 1]], counted[[pair, 1]], "{pair}");
        }
    }
}
