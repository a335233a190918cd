//! The built-in model beside what is learned: whoever trains sees whether it was worth it.

use super::options::CompareOptions;
use super::predictions::{FoldPrediction, minima};
use crate::cross_validation::CrossValidation;
use crate::model::{Model, builtin};
use crate::pairs::PairSet;
use dejalu_base::error::Result;
use dejalu_similarity::FeatureSet;

/// The features that it needs, where it is wanted: beside the default features, which take as long to measure.
pub(super) fn features(options: &CompareOptions, set: &PairSet) -> Result<FeatureSet> {
    let usual = CompareOptions::default().features;
    let is_learned_from = |feature| options.features.position(feature).is_some();
    if !options.built_in || set.of_vectors || !usual.iter().all(is_learned_from) {
        return Ok(FeatureSet::default());
    }
    let needed = builtin::model()?.features;
    Ok(needed
        .iter()
        .filter(|feature| set.offers(feature))
        .cloned()
        .collect())
}

/// The built-in model where it can decide: it reads documents as they were read, knows all that it compares them by,
/// and has learned from none of them.
pub(super) fn model(cv: &CrossValidation) -> Result<Option<Model>> {
    if cv.set().of_vectors {
        return Ok(None);
    }
    let model = builtin::model()?;
    let is_read_alike =
        model.analysis.clone().resolved(&cv.set().documents) == cv.options().analysis;
    let is_measured = |feature| cv.features().position(feature).is_some();
    let can_decide = is_read_alike
        && model.features.iter().all(is_measured)
        && !cv.documents().iter().any(|it| model.training.has_seen(it));
    Ok(can_decide.then_some(model))
}

/// Its predictions for some pairs, by the minimum of each: web pages have their own.
pub(super) fn predict(
    model: &Model,
    cv: &CrossValidation,
    pairs: &[usize],
) -> Result<FoldPrediction> {
    let rows = cv.vectors(pairs, &model.features, &model.statistics)?;
    let are_pages = |&pair: &usize| cv.set().are_pages(&cv.set().pairs[pair]);
    let are_pages: Vec<bool> = pairs.iter().map(are_pages).collect();
    let (minima, threshold) = minima(model.minimum(), &are_pages);
    Ok(FoldPrediction {
        minima: Some(minima),
        ..FoldPrediction::new(model.scores(rows.view()), threshold)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Kind, compare};
    use dejalu_base::progress::Silent;
    use dejalu_learn::evaluation::Bootstrap;
    use dejalu_learn::{KernelChoice, LearnerOptions, Setting};
    use dejalu_text::document::Document;

    fn kinds(set: &PairSet, features: FeatureSet) -> Vec<(Kind, String)> {
        let options = CompareOptions {
            features,
            learner: LearnerOptions {
                kernel: KernelChoice::Linear,
                c: Setting::Fixed(0.01),
                ..LearnerOptions::default()
            },
            other_kernels: Vec::new(),
            rules: false,
            bootstrap: Bootstrap {
                draws: 0,
                ..Bootstrap::default()
            },
            ..CompareOptions::default()
        };
        let deciders = compare(set, &options, &Silent).unwrap().deciders;
        deciders.into_iter().map(|it| (it.kind, it.name)).collect()
    }

    #[test]
    fn the_built_in_model_is_compared_on_pairs_that_it_has_not_learned_from() {
        let mut set = builtin::pairs().unwrap();
        set.pairs.truncate(150);
        let usual = || CompareOptions::default().features;
        let takes_part = |set: &PairSet, features| {
            let kinds = kinds(set, features);
            assert_eq!(kinds[0].0, Kind::Learned);
            kinds.contains(&(Kind::BuiltIn, "built-in".to_string()))
        };
        assert!(!takes_part(&set, usual()), "its own pairs");
        for document in &mut set.documents {
            let text = format!("{} Nobody has read this sentence before.", document.text);
            *document = Document {
                cluster: document.cluster.clone(),
                ..Document::plain(document.id.to_string(), &text)
            };
        }
        assert!(takes_part(&set, usual()));
        let few = FeatureSet::parse("jaccard resemblance:w=2").unwrap();
        assert!(!takes_part(&set, few), "its features would take longer");
    }
}
