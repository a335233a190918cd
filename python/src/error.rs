//! Errors of the crate as exceptions.

use dejalu::error::{
    DocumentError, ErrorKind, FeatureError, InputError, PairError, Parameter, Place,
};
use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyOSError, PyPermissionError, PyValueError,
};
use pyo3::prelude::*;

pyo3::create_exception!(
    dejalu,
    DejaluError,
    PyValueError,
    "An input that cannot be used. Its message says where, what was found, what was expected and what to do.\n\n\
     `parameter` is the name of the parameter whose value cannot be used, `place` the file and line, or the row, where \
     the error was met; each None where there is none."
);

/// The exception for an error: an `OSError` where the system refused, else a [`DejaluError`].
pub fn raised(error: dejalu::Error) -> PyErr {
    let sentence = sentence(&error);
    let ErrorKind::Io { source, .. } = error.kind() else {
        return with_data(DejaluError::new_err(sentence), &error);
    };
    match source.kind() {
        std::io::ErrorKind::NotFound => PyFileNotFoundError::new_err(sentence),
        std::io::ErrorKind::AlreadyExists => PyFileExistsError::new_err(sentence),
        std::io::ErrorKind::PermissionDenied => PyPermissionError::new_err(sentence),
        _ => PyOSError::new_err(sentence),
    }
}

/// A parameter whose value cannot be used.
pub fn wrong(parameter: Parameter, found: &str, expected: &str) -> PyErr {
    raised(dejalu::Error::invalid(parameter, found, expected))
}

/// The sentence of an error, and what of this package it is about where not every function has it: the list of
/// measures, the parameters of reading.
fn sentence(error: &dejalu::Error) -> String {
    let besides = match error.kind() {
        ErrorKind::Feature(FeatureError::UnknownMeasure { .. }) => "; dejalu.measures() lists them",
        ErrorKind::Pair(PairError::PairColumns { .. }) => " to dejalu.read_pairs",
        ErrorKind::Input(InputError::Columns { .. } | InputError::NotUtf8 { .. }) => {
            " in dejalu.read_documents"
        }
        ErrorKind::Document(DocumentError::NoWords) => {
            "; dejalu.read_documents(skip_bad=True) leaves such documents out"
        }
        ErrorKind::Pair(PairError::NoWords { .. }) => {
            "; dejalu.read_pairs(skip_bad=True) leaves such pairs out"
        }
        ErrorKind::Input(InputError::MissingValue { .. }) => {
            "; skip_bad=True of dejalu.read_documents and dejalu.read_pairs leaves such rows out"
        }
        _ => "",
    };
    format!("{error}{besides}")
}

/// The exception with what the error holds.
fn with_data(exception: PyErr, error: &dejalu::Error) -> PyErr {
    let parameter = match error.kind() {
        ErrorKind::InvalidParameter { parameter, .. } => Some(parameter.name()),
        _ => None,
    };
    let place = error.place().map(Place::to_string);
    Python::attach(|py| {
        let value = exception.value(py);
        let set = value.setattr("parameter", parameter);
        set.and_then(|()| value.setattr("place", place)).err()
    })
    .unwrap_or(exception)
}
