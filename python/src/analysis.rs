//! The words and sentences of a document.

use dejalu::document::RecordFields;
use dejalu::similarity::TypedField;
use dejalu::text::{self, AnalysisOptions, AnalyzedDocument, WordIndex};
use pyo3::prelude::*;

use crate::error::raised;
use crate::tables::Document;

/// Options of reading documents, as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Reading {
    language: String,
    main_content: String,
    fields: String,
    types: Vec<(String, Option<String>)>,
}

impl Reading {
    /// The same as the crate takes it.
    pub fn options(&self) -> PyResult<AnalysisOptions> {
        Ok(AnalysisOptions {
            language: self.language.parse().map_err(raised)?,
            main_content: self.main_content.parse().map_err(raised)?,
            fields: fields(&self.fields)?,
            ..AnalysisOptions::default()
        })
    }

    /// The fields with what they hold, as far as that was looked for.
    pub fn typed(&self) -> PyResult<Vec<TypedField>> {
        let typed = fields(&self.fields)?.0.into_iter().map(|it| {
            let known = self.types.iter().find(|(field, _)| **field == *it.field);
            let field_type = known.and_then(|(_, field_type)| field_type.as_deref());
            Ok(TypedField {
                field: it.field.to_string(),
                field_type: field_type.map(str::parse).transpose().map_err(raised)?,
            })
        });
        typed.collect()
    }
}

/// Fields of records, written `title,year=date`; none where nothing is.
pub fn fields(text: &str) -> PyResult<RecordFields> {
    if text.is_empty() {
        return Ok(RecordFields::default());
    }
    text.parse().map_err(raised)
}

/// Reads documents in one way.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Analyzer(text::Analyzer);

#[pymethods]
impl Analyzer {
    #[new]
    fn new(language: &str) -> PyResult<Self> {
        let language = language.parse().map_err(raised)?;
        Ok(Analyzer(text::Analyzer::new(AnalysisOptions {
            language,
            ..AnalysisOptions::default()
        })))
    }

    /// The words of a document in reading order: letters only, without stop words, stemmed.
    fn words(&self, py: Python<'_>, document: &Document) -> Vec<String> {
        let analyzed = self.read(py, document);
        let words = analyzed.body().filter_map(|token| token.word);
        let text = |word: WordIndex| analyzed.vocabulary.text(word.get() as usize).to_string();
        words.map(text).collect()
    }

    /// Its sentences unchanged.
    fn sentences(&self, py: Python<'_>, document: &Document) -> Vec<String> {
        let analyzed = self.read(py, document);
        let sentence = |range: &std::ops::Range<u32>| {
            let tokens = &analyzed.tokens[range.start as usize..range.end as usize];
            let (first, last) = (tokens.first()?, tokens.last()?);
            let span = first.span.start as usize..last.span.end as usize;
            Some(analyzed.text[span].to_string())
        };
        analyzed.sentences.iter().filter_map(sentence).collect()
    }

    /// The language that it is read in.
    fn language(&self, py: Python<'_>, document: &Document) -> String {
        self.read(py, document).language.to_string()
    }
}

impl Analyzer {
    fn read(&self, py: Python<'_>, document: &Document) -> AnalyzedDocument {
        py.detach(|| self.0.analyze(&document.0))
    }
}
