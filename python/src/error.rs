//! Errors of the crate as exceptions.

use dejalu::ErrorKind;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyPermissionError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    dejalu,
    DejaluError,
    PyValueError,
    "An input that cannot be used. Its message says where, what was found, what was expected and what to do."
);

/// The exception for an error: an `OSError` where the system refused, else a [`DejaluError`].
pub fn raised(error: dejalu::Error) -> PyErr {
    let sentence = told(&error);
    let ErrorKind::Io { source, .. } = error.kind() else {
        return DejaluError::new_err(sentence);
    };
    match source.kind() {
        std::io::ErrorKind::NotFound => PyFileNotFoundError::new_err(sentence),
        std::io::ErrorKind::PermissionDenied => PyPermissionError::new_err(sentence),
        _ => PyOSError::new_err(sentence),
    }
}

/// An option whose value cannot be used.
pub fn wrong(option: &str, found: &str, expected: &str) -> PyErr {
    raised(dejalu::Error::option(option, found, expected))
}

/// The sentence of an error, in which options have the names that they have in Python. Paths, ids and
/// whatever else was found in the input stay as they are.
pub fn told(error: &dejalu::Error) -> String {
    let sentence = match error.kind() {
        kind @ ErrorKind::Io { .. } => kind.to_string(),
        ErrorKind::Option {
            option,
            found,
            expected,
        } => format!("{} {found}: {}", named(option), named(expected)),
        kind => advice(&kind.to_string()),
    };
    match error.place() {
        Some(place) => format!("{place}: {sentence}"),
        None => sentence,
    }
}

/// A sentence of the crate with Python's names of options where it speaks of them itself: at its
/// beginning, and after its last semicolon, where it says what to do.
pub fn advice(sentence: &str) -> String {
    let (found, to_do) = sentence.split_at(sentence.rfind("; ").unwrap_or(sentence.len()));
    let first = if found.starts_with("--") {
        found.find(' ').unwrap_or(found.len())
    } else {
        0
    };
    let (option, found) = found.split_at(first);
    [&*named(option), found, &*named(to_do)].concat()
}

/// Flags as Python spells them: `--inner-folds` is `inner_folds` there.
fn named(prose: &str) -> String {
    let word = |word: &str| match word.trim_start_matches('(').strip_prefix("--") {
        Some(flag) => word
            .replace("--", "")
            .replace(flag, &flag.replace('-', "_")),
        None => word.to_owned(),
    };
    let words: Vec<String> = prose.split(' ').map(word).collect();
    words.join(" ")
}
