//! How much of a document an analysis finds.

use std::collections::BTreeMap;

/// How much of a text is found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The text as it stands: it has no words.
    #[default]
    Text,
    /// Its words and sentences.
    Words,
}

/// How much of a document, and which of its fields, an analysis finds: what will be compared, and no more. The default is
/// the text of a document, and none of its fields.
///
/// ```
/// use dejalu_text::{Analyzer, Depth, Document, Scope};
///
/// let analyzer = Analyzer::new(Default::default());
/// let analyzed = analyzer.analyze_within(&Document::plain("a", "A ferry waits."), &Scope::default());
/// assert_eq!(&*analyzed.text, "A ferry waits.");
/// assert!(analyzed.tokens.is_empty());
/// assert_eq!(Scope::default().with(None, Depth::Words).depth(None), Some(Depth::Words));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    whole: Depth,
    fields: BTreeMap<String, Depth>,
}

impl Scope {
    /// The same, with a field of records at least this deep, or the document as a whole.
    #[must_use]
    pub fn with(mut self, field: Option<&str>, depth: Depth) -> Self {
        let of = match field {
            None => &mut self.whole,
            Some(field) => self.fields.entry(field.to_owned()).or_default(),
        };
        *of = depth.max(*of);
        self
    }

    /// All that either scope has.
    #[must_use]
    pub fn and(self, other: &Scope) -> Self {
        let whole = self.with(None, other.whole);
        let fields = other.fields.iter();
        fields.fold(whole, |scope, (field, &depth)| {
            scope.with(Some(field), depth)
        })
    }

    /// How much of a field is found, or of the document as a whole; none of a field that is left out.
    pub fn depth(&self, field: Option<&str>) -> Option<Depth> {
        match field {
            None => Some(self.whole),
            Some(field) => self.fields.get(field).copied(),
        }
    }
}
