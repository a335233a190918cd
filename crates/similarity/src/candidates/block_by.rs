//! Candidates by fields of records.

use std::str::FromStr;

use super::candidates::Filter;
use super::ratio::Ratio;
use crate::{Feature, FeatureSet, usual_measures};
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_text::document::RecordFields;

/// The fields of records that candidates are found by: a pair is a candidate if it is alike in any one of
/// them. Read from `title`, `title,doi` or `title=0.5,doi`; with a number also a measure of whole records,
/// `same-telling-words=0.5,same-keys=0.1`.
///
/// ```
/// use dejalu_similarity::candidates::BlockBy;
///
/// let by: BlockBy = "title=0.5, doi".parse()?;
/// assert_eq!(by.fields().collect::<Vec<_>>(), ["title", "doi"]);
/// assert!("title,title".parse::<BlockBy>().is_err());
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockBy(Vec<(String, Option<Ratio>)>);

/// Minimum similarity of a pair in a field, unless given.
const USUAL: (f64, u32) = (0.4, 10);

impl BlockBy {
    /// The fields that filters look at; `None` where one of them looks at whole texts, or there is none.
    pub(super) fn of<'f>(filters: impl Iterator<Item = &'f Filter>) -> Option<Self> {
        let named = |filter: &Filter| Some((filter.feature().measure()?.field()?.to_owned(), None));
        let fields: Vec<_> = filters.map(named).collect::<Option<_>>()?;
        (!fields.is_empty()).then_some(BlockBy(fields))
    }

    /// What filters look at that were given with their thresholds.
    pub(super) fn given<'f>(filters: impl Iterator<Item = &'f Filter>) -> Self {
        let named = |filter: &Filter| {
            let feature = filter.feature();
            let field = feature.measure().and_then(|measure| measure.field());
            (field.unwrap_or(feature.name()).to_owned(), Some(filter.at))
        };
        BlockBy(filters.map(named).collect())
    }

    /// Returns whether all come with a number, so that there is nothing to learn.
    pub fn is_given(&self) -> bool {
        self.0.iter().all(|(_, at)| at.is_some())
    }

    /// The names of the fields.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(field, _)| &**field)
    }

    /// The filters: of a field without a number at 0.4.
    ///
    /// # Errors
    ///
    /// A field that is not among those known; records without fields.
    pub fn filters(&self, known: &RecordFields) -> Result<Vec<Filter>> {
        let usual = Ratio::at_most(USUAL.0, USUAL.1);
        let filter = |(field, at): &(String, Option<Ratio>)| {
            let of_records = at.and_then(|_| feature_of_records(field));
            let feature = of_records.map_or_else(|| known_feature(field, known), Ok)?;
            Filter::new(feature, at.unwrap_or(usual))
        };
        self.0.iter().map(filter).collect()
    }

    /// The features that filters are learned for.
    ///
    /// # Errors
    ///
    /// As [`filters`](Self::filters), and a field with a number.
    pub fn to_learn(&self, known: &RecordFields) -> Result<FeatureSet> {
        if let Some((field, Some(at))) = self.0.iter().find(|(_, at)| at.is_some()) {
            let expected = "expected a number for every field or for none: training sets the numbers of all fields together";
            let found = format!("{field}={at}");
            return Err(Error::invalid(Parameter::BlockBy, found, expected));
        }
        self.fields()
            .map(|field| known_feature(field, known))
            .collect()
    }
}

impl FromStr for BlockBy {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let refuse = |expected: String| Err(Error::invalid(Parameter::BlockBy, text, expected));
        let mut by = BlockBy(Vec::new());
        for part in text.split(',') {
            let (field, at) = match part.split_once('=') {
                Some((field, at)) => (field.trim(), at.parse().map(Some)),
                None => (part.trim(), Ok(None)),
            };
            let Ok(at) = at else {
                return refuse("expected a field, or FIELD=T with T from 0 to 1".into());
            };
            if field.is_empty() {
                return refuse("expected a field, or several with a comma between two".into());
            }
            if by.fields().any(|known| known == field) {
                return refuse(format!(
                    "expected each field once, and '{field}' occurs twice"
                ));
            }
            by.0.push((field.to_owned(), at));
        }
        Ok(by)
    }
}

/// The feature that finds candidates by a field: of a field of codes, numbers or dates the share of codes
/// that the one with fewer has in common with the other, of any other Jaccard similarity of the words.
///
/// # Errors
///
/// As the parser of features.
pub(super) fn field_feature(field: &str) -> Result<Feature> {
    // No word has a digit.
    let of_digits = ["code-agreement", "page-agreement", "year-closeness"];
    let mut usual = usual_measures(field).iter();
    let measure = if usual.any(|measure| of_digits.contains(measure)) {
        "code-agreement"
    } else {
        "jaccard"
    };
    format!("{measure}:field={field}").parse()
}

/// A measure of whole records by which they can be searched.
fn feature_of_records(name: &str) -> Option<Feature> {
    const OF_RECORDS: [&str; 2] = ["same-telling-words", "same-keys"];
    let name = OF_RECORDS.iter().find(|known| **known == name)?;
    name.parse().ok()
}

fn known_feature(field: &str, known: &RecordFields) -> Result<Feature> {
    if known.names().any(|name| name == field) {
        return field_feature(field);
    }
    let expected = if known.is_empty() {
        format!(
            "expected a model that compares the fields of records, such as 'records', or a rule with {}",
            Parameter::Fields
        )
    } else {
        let names: Vec<&str> = known.names().collect();
        format!("expected one of the fields {}", names.join(", "))
    };
    Err(Error::invalid(Parameter::BlockBy, field, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_what_they_hold() {
        let known: RecordFields = "title,author,year,doi,pages".parse().unwrap();
        let filters = |text: &str| {
            let by: BlockBy = text.parse()?;
            let filters = by.filters(&known)?;
            let said: Vec<String> = filters.iter().map(Filter::to_string).collect();
            Ok::<_, Error>(said.join(", "))
        };
        assert_eq!(
            filters("title=1/2, doi,author").unwrap(),
            "jaccard:field=title at least 0.5, code-agreement:field=doi at least 0.4, \
             jaccard:field=author at least 0.4"
        );
        assert_eq!(
            filters("year=1,pages=1").unwrap(),
            "code-agreement:field=year at least 1, code-agreement:field=pages at least 1"
        );
        let refused = |text: &str| filters(text).unwrap_err().to_string();
        for (wrong, expected) in [
            (
                "title,isbn",
                "'isbn': expected one of the fields title, author, year, doi, pages",
            ),
            (
                "title,doi,title=0.5",
                "'title,doi,title=0.5': expected each field once, and 'title' occurs twice",
            ),
            (
                "title=,doi",
                "'title=,doi': expected a field, or FIELD=T with T from 0 to 1",
            ),
            (
                "title,",
                "'title,': expected a field, or several with a comma between two",
            ),
            (
                "",
                "'': expected a field, or several with a comma between two",
            ),
        ] {
            assert_eq!(refused(wrong), format!("block_by {expected}"));
        }
    }

    #[test]
    fn training_learns_the_numbers() {
        let known: RecordFields = "title,doi".parse().unwrap();
        let learned = |text: &str| text.parse::<BlockBy>().unwrap().to_learn(&known);
        let features: Vec<String> = learned("title,doi")
            .unwrap()
            .iter()
            .map(|feature| feature.name().to_string())
            .collect();
        assert_eq!(
            features,
            ["jaccard:field=title", "code-agreement:field=doi"]
        );
        assert_eq!(
            learned("title,doi=0.5").unwrap_err().to_string(),
            "block_by 'doi=0.5': expected a number for every field or for none: training sets the numbers of all fields together"
        );
    }
}
