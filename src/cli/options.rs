//! Options that several commands share, and what they mean.

use std::path::PathBuf;

use crate::error::ErrorKind;

mod analysis;
mod columns;
mod decision;
mod features;
mod finding;
mod ignoring;
mod kernel;
mod labelled;
mod learning;
mod order;
mod pairs;
mod reading;

pub(super) use analysis::Analysis;
pub(super) use columns::Columns;
pub(super) use decision::{Decision, ModelFile, model};
pub(super) use features::{Features, Reference};
pub(super) use finding::Finding;
pub(super) use ignoring::Ignoring;
pub(super) use kernel::{Kernel, Polynomial};
pub(super) use labelled::{Labelled, without_vectors};
pub(super) use learning::{Chance, Learning};
pub(super) use order::Order;
pub(super) use pairs::{Loaded, Pairs, Selection, Wanted};
pub(super) use reading::{Documents, ReadDocuments, Reading, read_file};

/// Reads a whole number between two bounds, both included, and says them otherwise.
pub(super) fn whole<N>(least: u64, most: u64) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: TryFrom<u64>,
{
    move |text| {
        let number: Option<u64> = text.parse().ok();
        number
            .filter(|number| (least..=most).contains(number))
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// The path of a chart, which is SVG under whatever name.
pub(super) fn chart_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(ending) if ending != "svg" => Err("expected a name that ends in .svg".to_string()),
        _ => Ok(path),
    }
}

/// An option whose value cannot be used.
pub(super) fn wrong(option: &str, found: &str, expected: &str) -> crate::Error {
    crate::Error::option(option, found, expected)
}

fn wrong_as_said(option: &str, found: &str, expected: &str) -> crate::Error {
    ErrorKind::Option {
        option: option.into(),
        found: found.into(),
        expected: expected.into(),
    }
    .into()
}
