//! The filters by which the candidates of a judge are found.

use super::judge::{Judge, JudgeKind};
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_similarity::candidates::{BlockBy, CandidateOptions, Filter, Method, Ratio, Sketches};
use dejalu_similarity::measures::Sketch;
use dejalu_text::AnalyzedDocument;

impl Judge {
    /// The same judge, with candidates by fields of records: pairs that are alike in any one of them. A record
    /// without any has none.
    ///
    /// # Errors
    ///
    /// A field that the judge does not know.
    pub fn block_by(self, fields: &BlockBy) -> Result<Self> {
        Ok(Judge {
            named_filters: fields.filters(&self.analysis.fields)?,
            ..self
        })
    }

    /// Returns whether candidates are found by what the user named, of which nobody knows what it
    /// loses.
    pub fn filter_is_named(&self) -> bool {
        !self.named_filters.is_empty()
    }

    /// Refuses to compare all pairs where fields were named to find candidates by, and what shapes a search
    /// by weighted terms where there is none.
    pub(crate) fn check_candidates(&self, options: &CandidateOptions) -> Result<()> {
        let all = options.method == Method::All;
        if all && self.filter_is_named() {
            let expected = format!(
                "expected auto, exact or minhash with {}",
                Parameter::BlockBy
            );
            return Err(Error::invalid(Parameter::Candidates, "all", expected));
        }
        let filters = self.filters(self.threshold());
        if !all && filters.iter().any(Filter::is_of_weights) {
            return Ok(());
        }
        let usual = CandidateOptions::default();
        let others = [
            (Parameter::Filter, options.shares != usual.shares, "jaccard"),
            (Parameter::Order, options.order != usual.order, "weight"),
        ];
        match others.into_iter().find(|(_, is_named, _)| *is_named) {
            None => Ok(()),
            Some((parameter, _, value)) => {
                let expected = "expected a search by minimum weight overlapping, as for the rule mwo, that does \
                                not compare all pairs";
                Err(Error::invalid(parameter, value, expected))
            }
        }
    }

    /// Refuses a field that was named to find candidates by and by which no document can be found.
    pub(crate) fn check_sketches(&self, filter: &Filter, sketches: &Sketches) -> Result<()> {
        if !self.filter_is_named() || !sketches.hold_nothing() {
            return Ok(());
        }
        let field = filter
            .feature()
            .measure()
            .and_then(|measure| measure.field());
        let expected = "expected a field in which records have words (those without a digit), or one of codes, \
                        which is named doi, isbn, issn, pmid, volume, number, issue, year, date or pages";
        Err(Error::invalid(
            Parameter::BlockBy,
            field.unwrap_or_default(),
            expected,
        ))
    }

    /// The filters that keep the duplicates, of which a pair has to pass one: those that the model has
    /// learned, for pairs with scores of at least `least` where that is above its threshold; or the rule's own
    /// similarity at `least` or the rule's threshold, whichever is lower; those that were
    /// [named](Self::block_by), if any. Empty where there is none.
    pub fn filters(&self, least: f64) -> Vec<Filter> {
        if self.filter_is_named() {
            return self.named_filters.clone();
        }
        match &self.kind {
            JudgeKind::Model(model) => match &model.blocking {
                Some(blocking) if least > self.threshold() => {
                    blocking.filters_from(model.distinct_below(least))
                }
                Some(blocking) => blocking.filters(),
                None => Vec::new(),
            },
            JudgeKind::Rule { at, exactly, .. } => {
                let at = if least < *at {
                    Ratio::at_most(least, 1_000_000_000)
                } else {
                    *exactly
                };
                let features = self.features.iter().cloned();
                let filters = features.map(|feature| Filter::new(feature, at));
                filters.filter_map(Result::ok).collect()
            }
        }
    }

    /// The only filter of a judge of texts as a whole; `None` where there is none.
    pub(crate) fn filter(&self, least: f64) -> Option<Filter> {
        self.filters(least).into_iter().next()
    }

    /// The sketch that a document is searched by under a filter: empty if the filter's similarity has no sketch.
    pub(crate) fn sketch(&self, filter: &Filter, document: &AnalyzedDocument) -> Sketch {
        let measure = filter.feature().measure();
        let sketch = measure.and_then(|it| it.sketch(document, self.statistics()));
        sketch.unwrap_or_else(|| Sketch {
            values: Vec::new(),
            shares: Vec::new(),
        })
    }

    /// Returns whether its filter was learned from so few duplicates that it is hardly known what it
    /// loses.
    pub(crate) fn filter_is_of_few(&self) -> bool {
        let blocking = self.trained().and_then(|model| model.blocking.as_ref());
        blocking.is_some_and(|blocking| blocking.is_of_few())
    }

    /// Returns whether its filter loses no duplicate.
    pub(crate) fn filter_is_exact(&self) -> bool {
        !self.filter_is_named() && matches!(self.kind, JudgeKind::Rule { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_searches_less_where_only_higher_scores_count() {
        let judge = Judge::model(dejalu_experiment::model::builtin::model().unwrap());
        let at = |least| judge.filter(least).unwrap().at().value();
        let own = at(judge.threshold());
        let blocking = judge.trained().and_then(|model| model.blocking.as_ref());
        let blocking = blocking.unwrap();
        assert_eq!(
            (own, at(f64::NEG_INFINITY)),
            (blocking.filter.at().value(), own)
        );
        let rising = [0.0, 0.5, 1.0, 1.5].map(at);
        assert!(rising.is_sorted() && rising[3] > rising[0], "{rising:?}");
        assert!(rising[0] >= own && rising[3] <= 0.5, "{own} {rising:?}");
    }

    #[test]
    fn a_rule_searches_by_its_own_similarity_where_that_follows_from_shared_words() {
        let filter = |text, least| Judge::rule(text, Default::default()).unwrap().filter(least);
        let said = |text, least| filter(text, least).map(|filter| filter.to_string());
        assert_eq!(
            said("jaccard=2/3", 1.0).as_deref(),
            Some("jaccard at least 2/3")
        );
        assert_eq!(said("mwo=0.5", 0.25).as_deref(), Some("mwo at least 0.25"));
        assert_eq!(said("fuzzy-document", 0.5), None);
    }
}
