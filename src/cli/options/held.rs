//! What documents hold, by which a model is chosen where none is named.

use dejalu_io::{RowKind, TableOptions, are_references, kind_of_rows};

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
    /// Records beside texts.
    Both,
}

/// What one source holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    References,
    Works,
    /// Rows that have no text, beside records a table of works whose columns have other names: the model of records says which
    /// column it misses, where whole texts would be compared of rows without one.
    Rows,
    Texts,
}

impl Held {
    /// What sources hold, read with these options.
    pub(super) fn of(inputs: &Inputs, reading: &Reading) -> Self {
        let table = reading.table();
        let kinds: Vec<Kind> = inputs
            .iter()
            .map(|input| kind(input, reading, &table))
            .collect();
        let has = |kind| kinds.contains(&kind);
        let has_works = has(Kind::Works) && !reading.names_text();
        match (has(Kind::References), has_works) {
            (false, false) => Held::Texts,
            (true, _) | (_, true) if has(Kind::Texts) => Held::Both,
            (true, _) => Held::References,
            (false, true) => Held::Works,
        }
    }

    /// The sentence that documents hold records; none of texts.
    pub(super) fn sentence(self, inputs: &Inputs) -> Option<String> {
        let what = match self {
            Held::References => "references",
            Held::Works => "records of works",
            Held::Texts | Held::Both => return None,
        };
        let holds = match inputs.single() {
            Some(path) => format!("{} holds", path.display()),
            None => "the sources hold".to_owned(),
        };
        Some(format!(
            "{holds} {what}: compared field by field, by the model of records; --model built-in compares whole texts"
        ))
    }

    /// What is said where records are compared as texts, since others are texts.
    pub(super) fn warning(self) -> Option<&'static str> {
        (self == Held::Both).then_some(
            "some sources hold records of works and others texts, so all are compared as whole texts; deduplicate the records \
             alone, or name --model records",
        )
    }
}

fn kind(input: &Input, reading: &Reading, table: &TableOptions) -> Kind {
    if are_references(&input.path, table) {
        return Kind::References;
    }
    match kind_of_rows(&input.path, table) {
        Some(RowKind::Works) => Kind::Works,
        _ if reading.names_fields_of(input) => Kind::Rows,
        Some(RowKind::Unknown) => Kind::Rows,
        Some(RowKind::Texts) | None => Kind::Texts,
    }
}
