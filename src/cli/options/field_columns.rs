//! Fields and their columns, for all sources or for one of them.

use std::collections::BTreeMap;
use std::str::FromStr;

use dejalu::document::{FieldColumn, RecordFields};
use dejalu::error::{Error, Result};

use super::inputs::Inputs;
use super::values::wrong;

/// Fields, and the columns that have them in single sources: `title,author,scopus.csv:title=Title`.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldColumns {
    of_all: RecordFields,
    of_one: BTreeMap<String, RecordFields>,
}

impl FromStr for FieldColumns {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut of_all = Vec::new();
        let mut of_one: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for part in text.split(',') {
            let field = part.split('=').next().unwrap_or(part);
            match field.rsplit_once(':') {
                Some((source, _)) if !source.trim().is_empty() => {
                    let rest = &part[source.len() + 1..];
                    of_one
                        .entry(source.trim().to_owned())
                        .or_default()
                        .push(rest);
                }
                _ => of_all.push(part),
            }
        }
        let parsed = |parts: Vec<&str>| parts.join(",").parse::<RecordFields>();
        let of_one = of_one
            .into_iter()
            .map(|(source, parts)| Ok((source, parsed(parts)?)));
        Ok(FieldColumns {
            of_one: of_one.collect::<Result<_>>()?,
            of_all: match &of_all[..] {
                [] => RecordFields::default(),
                _ => parsed(of_all)?,
            },
        })
    }
}

impl FieldColumns {
    /// The fields: those of all sources, then those that only single ones name.
    pub(super) fn fields(&self) -> RecordFields {
        let mut fields = self.of_all.clone();
        for FieldColumn { field, .. } in self.of_one.values().flat_map(|of_one| &of_one.0) {
            if !fields.names().any(|name| name == &**field) {
                let column = field.to_string();
                fields.0.push(FieldColumn {
                    field: field.clone(),
                    column,
                });
            }
        }
        fields
    }

    /// The fields with their columns in a source of this name, which by default are the usual ones.
    pub(super) fn of_source(&self, name: &str, usual: &RecordFields) -> RecordFields {
        let mut fields = if self.of_all.is_empty() && !usual.is_empty() {
            usual.clone()
        } else {
            self.fields()
        };
        let own = self.of_one.get(name).into_iter().flat_map(|own| &own.0);
        for own in own {
            if let Some(field) = fields.0.iter_mut().find(|field| field.field == own.field) {
                field.column.clone_from(&own.column);
            }
        }
        fields
    }

    /// The same without the columns of sources of these names.
    pub(super) fn without(&self, names: &[&str]) -> Self {
        let mut own = self.clone();
        own.of_one.retain(|name, _| !names.contains(&&**name));
        own
    }

    /// The columns that were named for a source of this name, which has to have them.
    pub(super) fn required(&self, name: &str) -> Vec<String> {
        let own = self.of_one.get(name);
        let of_all = self
            .of_all
            .0
            .iter()
            .filter(|it| own.is_none_or(|own| own.names().all(|field| field != &*it.field)));
        let own = own.into_iter().flat_map(|own| &own.0);
        of_all.chain(own).map(|it| it.column.clone()).collect()
    }

    /// Returns whether fields were named for all sources, so that those that were not named are not compared.
    pub(super) fn are_chosen(&self) -> bool {
        !self.of_all.is_empty()
    }

    /// Refuses a name that is that of no source.
    pub(super) fn check(&self, inputs: &Inputs) -> Result<()> {
        let is_source = |name: &String| inputs.iter().any(|input| *input.name == **name);
        match self.of_one.keys().find(|name| !is_source(name)) {
            None => Ok(()),
            Some(name) => {
                let names: Vec<&str> = inputs.iter().map(|input| &*input.name).collect();
                let expected = format!(
                    "expected the name of a source before the colon: {}",
                    names.join(", ")
                );
                Err(wrong("--fields", name, &expected))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_may_have_columns_of_its_own() {
        let columns: FieldColumns = "title,year=date,a:b.csv:title=Title".parse().unwrap();
        assert_eq!(columns.fields().to_string(), "title,year=date");
        let usual = RecordFields::default();
        assert_eq!(
            columns.of_source("a:b.csv", &usual).to_string(),
            "title=Title,year=date"
        );
        assert_eq!(
            columns.of_source("c.ris", &usual).to_string(),
            "title,year=date"
        );
        assert_eq!(columns.required("a:b.csv"), ["date", "Title"]);
        let usual: RecordFields = "title,author".parse().unwrap();
        let columns: FieldColumns = "b.csv:author=by".parse().unwrap();
        assert_eq!(
            columns.of_source("b.csv", &usual).to_string(),
            "title,author=by"
        );
        assert!(!columns.are_chosen());
        assert!("".parse::<FieldColumns>().is_err() && ":x".parse::<FieldColumns>().is_err());
    }
}
