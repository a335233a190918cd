//! What documents hold, by which a model is chosen where none is named.

use dejalu_io::{are_references, has_works};

use super::inputs::{Input, Inputs};
use super::reading::Reading;

/// What documents hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// References, alone or beside tables of works.
    References,
    /// Tables of works of which no column was named as the text.
    Works,
    Texts,
}

impl Held {
    /// What sources hold, read with these options.
    pub(super) fn of(inputs: &Inputs, reading: &Reading) -> Self {
        let table = reading.table();
        let are_references = |input: &&Input| are_references(&input.path, &table);
        let are_works = |input: &&Input| has_works(&input.path, &table);
        let (references, others): (Vec<&Input>, Vec<&Input>) =
            inputs.iter().partition(are_references);
        let are_records = |input: &&Input| are_works(input) || reading.names_fields_of(input);
        if !references.is_empty() && others.iter().all(are_records) {
            Held::References
        } else if !others.is_empty() && !reading.names_text() && others.iter().all(are_works) {
            Held::Works
        } else {
            Held::Texts
        }
    }

    /// The sentence that documents hold records; none of texts.
    pub(super) fn sentence(self, inputs: &Inputs) -> Option<String> {
        let what = match self {
            Held::References => "references",
            Held::Works => "records of works",
            Held::Texts => return None,
        };
        let holds = match inputs.single() {
            Some(path) => format!("{} holds", path.display()),
            None => "the sources hold".to_owned(),
        };
        Some(format!(
            "{holds} {what}: compared field by field, by the model of records; --model built-in compares whole texts"
        ))
    }
}
