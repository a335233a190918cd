//! Minimum weight overlapping of field-weighted terms (002, section 3).

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::{Entry, Measure, Overlap, Sketch, View};
use crate::corpus::CorpusStats;
use dejalu_base::threshold::reaches;
use dejalu_text::document::FieldKind;
use dejalu_text::sorted::shared_places;
use dejalu_text::{AnalyzedDocument, TermId};

pub(super) const MEASURES: &[Entry] = &[Entry::of::<Mwo>()];

/// MWO(r, s) = Σ min(w_xr, w_xs) over all terms x, where w_xr is x's share of the weight of r
/// (002, section 3, tables 2 and 3). In [0, 1]: 1 for equal records, 0 for disjoint ones.
///
/// A term weighs the sum over its occurrences of the weight of the field that it occurs in.
/// \[choice\] Main content is what occurs in no other field, so that a link there weighs as a link;
/// of other nested fields the heaviest counts ([`FieldKinds::heaviest`]). Plain text is main
/// content throughout.
///
/// [`FieldKinds::heaviest`]: dejalu_text::document::FieldKinds::heaviest
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct Mwo {
    /// Terms below this multiple of the record's mean weight are dropped and the rest normalised
    /// again: the paper's "dynamic thresholding", whose rule it does not print. \[choice\] 0,
    /// which drops none, by default.
    pub lambda: f64,
    /// Weight of a term in the page's address.
    #[default(FieldKind::Url.weight())]
    pub url: f64,
    /// Weight in a heading.
    #[default(FieldKind::Heading.weight())]
    pub heading: f64,
    /// Weight in the title.
    #[default(FieldKind::Title.weight())]
    pub title: f64,
    /// Weight in a link to the same site.
    #[default(FieldKind::AnchorSameSite.weight())]
    pub same_site: f64,
    /// Weight in a link to another site.
    #[default(FieldKind::AnchorOtherSite.weight())]
    pub other_site: f64,
    /// Weight in the meta field `keywords`.
    #[default(FieldKind::MetaKeywords.weight())]
    pub keywords: f64,
    /// Weight in the meta field `description`.
    #[default(FieldKind::MetaDescription.weight())]
    pub description: f64,
    /// Weight in the main content, outside links and headings.
    #[default(FieldKind::Main.weight())]
    pub main: f64,
}

impl Mwo {
    fn weight(&self, kind: FieldKind) -> f64 {
        match kind {
            FieldKind::Url => self.url,
            FieldKind::Heading => self.heading,
            FieldKind::Title => self.title,
            FieldKind::AnchorSameSite => self.same_site,
            FieldKind::AnchorOtherSite => self.other_site,
            FieldKind::MetaKeywords => self.keywords,
            FieldKind::MetaDescription => self.description,
            FieldKind::Main => self.main,
        }
    }
}

/// A record: its terms, ascending, and each one's share of the weight. The shares sum to 1.
#[derive(Debug)]
pub struct WeightedRecord {
    terms: Vec<u64>,
    shares: Vec<f64>,
}

impl View for WeightedRecord {
    type Options = Mwo;
    type Joint = ();

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, mwo: &Mwo) -> Self {
        let mut terms = document.weighted_terms(|kinds| kinds.heaviest(|kind| mwo.weight(kind)));
        let total = |terms: &[(TermId, f64)]| terms.iter().map(|&(_, weight)| weight).sum::<f64>();
        let least = mwo.lambda * total(&terms) / terms.len().max(1) as f64;
        terms.retain(|&(_, weight)| reaches(weight, least));
        let total = total(&terms);
        let (terms, shares) = terms
            .into_iter()
            .map(|(term, weight)| (term.0, weight / total))
            .unzip();
        WeightedRecord { terms, shares }
    }

    fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    fn into_sketch(self) -> Option<Sketch> {
        Some(Sketch {
            values: self.terms,
            shares: self.shares,
        })
    }
}

impl Measure for Mwo {
    const NAME: &'static str = "mwo";
    const SUMMARY: &'static str =
        "weight that the documents' terms share, by title, heading, link, meta field";
    const PHRASE: &'static str = "words in common by title, heading, link and text";
    const SOURCE: &'static str = "Das, Mathew and Vijayaraghavan (002), section 3";
    const COST: &'static str = "O(words)";
    type View = WeightedRecord;

    fn view(&self) -> Mwo {
        *self
    }

    fn check(&self) -> Result<(), String> {
        let weights = FieldKind::ALL.map(|kind| self.weight(kind));
        let mut all = [self.lambda].into_iter().chain(weights);
        let negative = all.find(|value| !(value.is_finite() && *value >= 0.0));
        match negative {
            Some(value) => Err(format!("a weight is {value}, expected a number from 0")),
            None if weights.iter().all(|&weight| weight == 0.0) => {
                Err("every field weight is 0, expected one above 0".into())
            }
            None => Ok(()),
        }
    }

    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Shares)
    }

    fn similarity(&self, left: &WeightedRecord, right: &WeightedRecord, _: &()) -> f64 {
        let places = shared_places(&left.terms, &right.terms);
        places
            .iter()
            .map(|&[i, j]| left.shares[i as usize].min(right.shares[j as usize]))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::{Builder, Document, FieldKinds};

    fn record(document: &Document, mwo: &Mwo) -> WeightedRecord {
        let analyzed = Analyzer::new(Default::default()).analyze(document);
        WeightedRecord::of(&analyzed, &CorpusStats::default(), mwo)
    }

    fn plain(text: &str) -> WeightedRecord {
        record(&Document::plain("x", text), &Mwo::default())
    }

    #[test]
    fn equal_records_overlap_fully_and_disjoint_ones_not_at_all() {
        let mwo = Mwo::default();
        let r = plain("ferry pier storm ferry");
        assert!((mwo.similarity(&r, &r, &()) - 1.0).abs() < 1e-12);
        assert_eq!(mwo.similarity(&r, &plain("beetle fungus"), &()), 0.0);
    }

    #[test]
    fn the_lesser_share_of_each_common_term_counts() {
        // 002, table 3: r1 = {x2, x1, x3}, r2 = {x4, x1, x3}.
        let r1 = plain("xtwo xone xone xthree");
        let r2 = plain("xfour xone xthree xthree");
        let expected = f64::min(2.0 / 4.0, 1.0 / 4.0) + f64::min(1.0 / 4.0, 2.0 / 4.0);
        assert_eq!(Mwo::default().similarity(&r1, &r2, &()), expected);
        assert_eq!(Mwo::default().similarity(&r2, &r1, &()), expected);
    }

    #[test]
    fn fields_weigh_as_the_paper_says_and_main_content_is_the_rest() {
        let main = FieldKinds::from(FieldKind::Main);
        let heading_in_main = main.with(FieldKind::Heading);
        let page = Builder::new("page")
            .block(FieldKind::Url.into(), "harbour")
            .block(FieldKind::Title.into(), "ferry")
            .block(FieldKind::MetaKeywords.into(), "storm")
            .block(FieldKind::MetaDescription.into(), "storm")
            .block(FieldKind::AnchorOtherSite.into(), "weather")
            .block(main.with(FieldKind::AnchorOtherSite), "radio")
            .block(main.with(FieldKind::AnchorSameSite), "timetable")
            .block(heading_in_main, "pier")
            .block(
                heading_in_main.with(FieldKind::AnchorOtherSite),
                "lighthouse",
            )
            .block(FieldKind::Main.into(), "island")
            .build();
        let record = record(&page, &Mwo::default());
        let share = |word| {
            let term = dejalu_text::TermId::of(word).0;
            record.shares[record.terms.binary_search(&term).unwrap()] * 17.0
        };
        for (word, weight) in [
            ("harbour", 2.0),
            ("ferri", 2.0),
            ("storm", 6.0),
            ("weather", 0.5),
            ("radio", 0.5),
            ("timet", 1.0),
            ("pier", 2.0),
            ("lighthous", 2.0),
            ("island", 1.0),
        ] {
            assert!((share(word) - weight).abs() < 1e-12, "{word}");
        }
    }

    #[test]
    fn seven_of_fourteen_equal_shares_are_a_half() {
        for terms in (2..60).step_by(2) {
            let words: Vec<String> = (0..terms * 3 / 2)
                .map(|i| format!("w{}x", letters(i)))
                .collect();
            let (left, right) = (
                plain(&words[..terms].join(" ")),
                plain(&words[terms / 2..].join(" ")),
            );
            assert_eq!((left.terms.len(), right.terms.len()), (terms, terms));
            let mwo = Mwo::default().similarity(&left, &right, &());
            assert!(
                reaches(mwo, 0.5) && !reaches(mwo, 0.500_001),
                "{terms}: {mwo}"
            );
        }
    }

    /// A number in letters.
    fn letters(number: usize) -> String {
        number
            .to_string()
            .bytes()
            .map(|digit| char::from(b'k' + digit - b'0'))
            .collect()
    }

    #[test]
    fn light_terms_are_dropped_and_the_rest_sums_to_one() {
        let mwo = Mwo {
            lambda: 1.0,
            ..Mwo::default()
        };
        let kept = record(&Document::plain("x", "ferry ferry ferry pier storm"), &mwo);
        assert_eq!(kept.terms.len(), 1);
        assert_eq!(kept.shares, [1.0]);
    }
}
