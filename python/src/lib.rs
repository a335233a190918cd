//! The Python bindings of dejalu: the crate's functions under the names that `dejalu/*.py` use.
//!
//! Nothing is computed here. Inputs arrive in the two forms that the Python side makes of whatever
//! its users have, [`tables::Documents`] and [`tables::Pairs`]; long work runs without the
//! interpreter's lock ([`work`]); errors become exceptions with the crate's own sentence ([`error`]).
#![deny(missing_docs)]

use pyo3::prelude::*;

mod analysis;
mod cells;
mod collections;
mod columns;
mod comparison;
mod counting;
mod error;
mod explanation;
mod first_rows;
mod given_groups;
mod ids;
mod index;
mod labelling;
mod model;
mod moving;
mod papers;
mod parts;
mod passages;
mod registry;
mod removals;
mod tables;
mod training;
mod vectors;
mod whole;
mod work;

/// The private module `dejalu._dejalu`.
#[pymodule]
mod _dejalu {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::analysis::Analyzer;
    #[pymodule_export]
    use super::collections::{Deduplicated, Judge, dedupe, find, matrix};
    #[pymodule_export]
    use super::comparison::{Comparison, compare_deciders, evaluate};
    #[pymodule_export]
    use super::counting::{CorrelatingWords, Counting, correlations};
    #[pymodule_export]
    use super::error::DejaluError;
    #[pymodule_export]
    use super::explanation::Explanation;
    #[pymodule_export]
    use super::first_rows::FirstRows;
    #[pymodule_export]
    use super::given_groups::{Answers, AppliedGroups, AuditedGroups, GroupsTable, apply, audit};
    #[pymodule_export]
    use super::index::{Index, IndexGroups};
    #[pymodule_export]
    use super::labelling::{Labelling, label};
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::moving::restore;
    #[pymodule_export]
    use super::papers::reproduce;
    #[pymodule_export]
    use super::parts::{Parts, Search, candidates, components};
    #[pymodule_export]
    use super::passages::passages;
    #[pymodule_export]
    use super::registry::Registry;
    #[pymodule_export]
    use super::removals::{AuditedRemovals, audit_removals};
    #[pymodule_export]
    use super::tables::{Document, Documents, Pairs, label_of};
    #[pymodule_export]
    use super::training::train;
    #[pymodule_export]
    use super::vectors::{Vectorizer, feature_names, measures};

    /// Attributes of an exception that Python raises itself, besides its message.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let exception = module.py().get_type::<DejaluError>();
        exception.setattr("parameter", module.py().None())?;
        exception.setattr("place", module.py().None())
    }
}
