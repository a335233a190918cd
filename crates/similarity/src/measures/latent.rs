//! The angle between two documents on the latent axes of a reference collection (002, section 1, on
//! the forerunner that it replaces with minimum weight overlapping).

use serde::{Deserialize, Serialize};

use super::{Entry, Measure, View};
use crate::corpus::{CorpusStats, Needs};
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURES: &[Entry] = &[Entry::of::<LatentAngle>()];

/// A document's direction on the latent axes; none where it holds no term of the collection.
#[derive(Debug)]
pub struct FoldedIn(Vec<f64>);

impl View for FoldedIn {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, _options: &()) -> Self {
        FoldedIn(
            stats
                .latent_axes()
                .map(|axes| axes.fold_in(document))
                .unwrap_or_default(),
        )
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// max(0, cos) of the angle between two documents, field-weighted as for [`Mwo`](super::mwo::Mwo)
/// and folded in on the at most 100 leading singular vectors of a reference collection's at most
/// 4,096 most frequent terms (002, section 1; Deerwester et al. 1990). In [0, 1]: documents that
/// share no word are alike if the collection uses their words together. Refused for a collection of
/// more than ten million terms, counted once per document.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LatentAngle {}

impl Measure for LatentAngle {
    const NAME: &'static str = "latent-angle";
    const SUMMARY: &'static str =
        "cosine of the angle between the documents on the latent axes of a reference collection";
    const SOURCE: &'static str =
        "Das, Mathew and Vijayaraghavan (002), section 1 (latent semantic indexing)";
    const COST: &'static str = "O(axes)";
    const NEEDS: Needs = Needs::LATENT_AXES;
    type View = FoldedIn;

    fn view(&self) {}

    fn similarity(&self, left: &FoldedIn, right: &FoldedIn, _: &()) -> f64 {
        let cosine: f64 = left.0.iter().zip(&right.0).map(|(a, b)| a * b).sum();
        cosine.max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::CorrelationLimits;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, analyze_all};

    #[test]
    fn words_that_a_collection_uses_together_point_the_same_way() {
        // Three documents leave two axes, one a topic: pier and storm never stand together, and both
        // stand with ferry and harbour.
        let texts = [
            "ferry pier harbour",
            "harbour ferry storm",
            "beetle fungus wood",
            "pier",
            "storm",
            "beetle",
            "unseen",
        ];
        let documents = texts.map(|text| Document::plain("x", text));
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
        let stats = CorpusStats::collect(
            &analyzed[..3],
            Needs::LATENT_AXES,
            &CorrelationLimits::default(),
        );
        let stats = stats.unwrap();
        let view = |place: usize| FoldedIn::of(&analyzed[place], &stats, &());
        let angle = |left, right| LatentAngle::default().similarity(&view(left), &view(right), &());
        assert!(
            angle(3, 4) > 0.999 && angle(3, 5) < 0.001,
            "pier, storm; beetle"
        );
        assert!(view(6).is_empty());
        assert!((angle(3, 3) - 1.0).abs() < 1e-12);
    }
}
