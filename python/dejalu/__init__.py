"""Learned near-duplicate detection.

A pair of documents becomes a vector of similarities; a support vector machine learns from labelled
pairs what a near-duplicate is; the result is measured on held-out pairs, beside the published
thresholds of five papers.

>>> import dejalu
>>> model = dejalu.Model.built_in()
>>> old = "The ferry waits at the pier. A storm broke the old pier in March."
>>> new = "The ferry is waiting at the pier. A storm broke the pier in March."
>>> model.predict([(old, new)])
array([1])

Everything here calls the Rust crate of the same name: the same input gives the same result as its
command line, whose documentation (``dejalu --help``, ``cargo doc``) says what each option means.
The papers are cited by author, year and the numbers used there.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from ._collections import Deduplicated, dedupe, find, find_all, matrix, restore
from ._comparison import Comparison, compare, evaluate
from ._correlations import correlations
from ._groups import Applied, Audited, apply, audit
from ._index import Index
from ._labelling import Labelling, label
from ._model import Explanation, Model, train
from ._papers import reproduce
from ._passages import passages
from ._registry import Registry
from ._table import Rows, Table
from ._tables import (
    DataWarning,
    DejaluError,
    Document,
    Documents,
    Pairs,
    read_documents,
    read_pairs,
)
from ._text import Analyzer
from ._vectors import feature_names, measures, similarity, vectors

if TYPE_CHECKING:
    from .sklearn import DuplicateClassifier, SimilarityVectorizer

__version__ = version("dejalu")

__all__ = [
    "Analyzer",
    "Applied",
    "Audited",
    "Comparison",
    "DataWarning",
    "Deduplicated",
    "DejaluError",
    "Document",
    "Documents",
    "DuplicateClassifier",
    "Explanation",
    "Index",
    "Labelling",
    "Model",
    "Pairs",
    "Registry",
    "Rows",
    "SimilarityVectorizer",
    "Table",
    "apply",
    "audit",
    "compare",
    "correlations",
    "dedupe",
    "evaluate",
    "feature_names",
    "find",
    "find_all",
    "label",
    "matrix",
    "measures",
    "passages",
    "read_documents",
    "read_pairs",
    "reproduce",
    "restore",
    "similarity",
    "train",
    "vectors",
]


def __getattr__(name: str) -> Any:
    """The estimators need scikit-learn, which the rest does without."""
    if name in ("DuplicateClassifier", "SimilarityVectorizer"):
        from . import sklearn

        return getattr(sklearn, name)
    raise AttributeError(f"module 'dejalu' has no attribute '{name}'")
