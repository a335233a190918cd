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
    let sentence = in_python(&error.to_string());
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
    DejaluError::new_err(format!("{option} {found}: {expected}"))
}

/// The flags of the command line that are keyword arguments here.
const FLAGS: &str = "abstain at-least background c candidates coef0 degree documents features \
    filter folds gamma html id inner-folds kernel label language left main-content operating-point right rule \
    split text threshold";

/// A sentence with flags as Python spells them: `--inner-folds` is `inner_folds` there.
pub fn in_python(sentence: &str) -> String {
    let mut parts = sentence.split("--");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_ascii_lowercase() || c == '-' || c == '0'));
        let (flag, rest) = part.split_at(end.unwrap_or(part.len()));
        match FLAGS.split_whitespace().any(|known| known == flag) {
            true => told.push_str(&flag.replace('-', "_")),
            false => told.extend(["--", flag]),
        }
        told.push_str(rest);
    }
    told
}
