//! Options of reading pairs: columns and rows.

use smart_default::SmartDefault;

use dejalu_text::document::MainContent;

/// The labels that the rows of a table of pairs must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Labels {
    /// Each has a label. One that is unsure is left out.
    #[default]
    Required,
    /// A row may lack a label, or be unsure.
    Optional,
    /// None is read, whatever stands there.
    Ignored,
}

/// Columns that make a pair, and rows that are read. A name other than the default, and every one of
/// `required`, has to be that of a column; of JSONL, whose rows have keys of their own, that of a
/// key of any row.
#[derive(Debug, Clone, PartialEq, Eq, SmartDefault)]
pub struct PairOptions {
    /// The first document's id. Default `id_a`.
    #[default("id_a".into())]
    pub left: String,
    /// The second document's id. Default `id_b`.
    #[default("id_b".into())]
    pub right: String,
    /// Column of the label. Default `label`.
    #[default("label".into())]
    pub label: String,
    /// Names that have to be there even if they are the defaults. Default none.
    pub required: Vec<String>,
    /// The labels that rows must have. A label by default.
    pub labels: Labels,
    /// True if the audit stream of a file of answers is kept out, as it has to be where a model is
    /// trained that it is to judge.
    pub without_audit: bool,
    /// The splits whose rows are kept; all rows where empty.
    pub splits: Vec<String>,
    /// True if a row that cannot be read is skipped and reported instead of ending in an error.
    pub skip_bad: bool,
    /// The way to find the main content of pages. By landmarks by default.
    pub main_content: MainContent,
    /// Number of documents in the collection, if those given are only part of it.
    pub collection_size: Option<usize>,
    /// Columns of numbers that are features of the user's own.
    pub columns: Vec<String>,
    /// True if every column is a feature that neither names nor labels the pair, as in the output of
    /// `dejalu vectors`. Documents are then not looked for.
    pub vectors: bool,
}

impl PairOptions {
    /// Every name that a column may have.
    pub(super) fn asked(&self) -> impl Iterator<Item = &str> {
        const OTHERS: [&str; 11] = [
            "split",
            "category",
            "group",
            "cluster_a",
            "cluster_b",
            "text_a",
            "text_b",
            "html_a",
            "html_b",
            "path_a",
            "path_b",
        ];
        let named = [&self.left, &self.right, &self.label].into_iter();
        let named = named.chain(&self.columns).chain(&self.required);
        named.map(String::as_str).chain(OTHERS)
    }

    /// The names that a user chose.
    pub(super) fn named(&self) -> impl Iterator<Item = &str> {
        let usual = PairOptions::default();
        let others = [
            (&self.left, usual.left),
            (&self.right, usual.right),
            (&self.label, usual.label),
        ];
        let others = others.into_iter().filter(|(name, usual)| *name != usual);
        let named = others.map(|(name, _)| name).chain(&self.columns);
        let named = named.chain(&self.required);
        named.map(String::as_str)
    }
}
