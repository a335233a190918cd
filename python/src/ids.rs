//! Ids as the user gave them: whole numbers, texts, or what the source of the documents holds.

use pyo3::prelude::*;

/// Ids for Python. The origin of documents, an `Origin` of Python, knows them as they were given; without one they are
/// whole numbers or texts.
pub fn given_ids<'py>(
    py: Python<'py>,
    ids: Vec<&str>,
    were_whole: bool,
    origin: Option<&Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match origin {
        Some(origin) => origin.bind(py).call_method1("ids", (ids, were_whole)),
        None => {
            let ids = ids.into_iter().map(|id| Id::of(id, were_whole));
            ids.collect::<Vec<_>>().into_pyobject(py)
        }
    }
}

/// An id from Python, or for it.
#[derive(FromPyObject, IntoPyObject)]
pub enum Id {
    Whole(i128),
    Text(String),
}

impl Id {
    /// An id for Python: as a whole number, if it was one.
    pub fn of(id: &str, was_whole: bool) -> Self {
        let whole = was_whole.then(|| id.parse().ok()).flatten();
        whole.map_or_else(|| Id::Text(id.to_string()), Id::Whole)
    }

    /// Returns whether it is a whole number.
    pub fn is_whole(&self) -> bool {
        matches!(self, Id::Whole(_))
    }
}

/// As documents have it.
impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Id::Whole(number) => write!(f, "{number}"),
            Id::Text(text) => f.write_str(text),
        }
    }
}
