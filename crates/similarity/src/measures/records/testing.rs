//! Helpers of the tests of the comparisons.

use super::ShortField;
use dejalu_text::Analyzer;
use dejalu_text::document::Document;

/// Asserts the similarity of each two texts, in either order.
pub(super) fn assert_similarities<F: ShortField>(pairs: &[(&str, &str, f64)]) {
    let kept = |text: &str| {
        let analyzer = Analyzer::new(Default::default());
        F::of(&analyzer.analyze(&Document::plain("x", text)))
    };
    for (left, right, expected) in pairs {
        let [one, other] = [kept(left), kept(right)];
        assert!(!one.is_empty() && !other.is_empty(), "{left} {right}");
        for similarity in [one.similarity(&other), other.similarity(&one)] {
            assert!(
                (similarity - expected).abs() < 1e-12,
                "{left} {right}: {similarity}"
            );
        }
    }
}
