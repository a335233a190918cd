"""The similarity vectors of pairs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import narwhals.stable.v2 as nw
import numpy as np

from . import _dejalu
from ._fields import FieldTypesLike, KnownFields
from ._options import kind_of, names_of, one_of, path_of, reading_of
from ._origin import Origin
from ._tables import Document, DocumentLike, DocumentsLike, FieldsLike, PairsLike, one_document, read_pairs

if TYPE_CHECKING:
    from ._model import Model

#: Features by name: one text with blanks between them, or a list.
Features = str | Sequence[str]


def vectors(
    pairs: PairsLike,
    documents: DocumentsLike | None = None,
    features: Features = "default",
    *,
    columns: Sequence[str] = (),
    fields: FieldsLike = (),
    field_types: FieldTypesLike = (),
    language: str = "english",
    main_content: str = "landmarks",
    background: str | os.PathLike[str] | None = None,
    output: Literal["numpy", "pandas", "polars"] = "numpy",
) -> Any:
    """The similarity vectors of pairs, as ``dejalu vectors`` computes them.

    Parameters
    ----------
    pairs, documents:
        What ``read_pairs`` takes. Labels are not needed; if there are some, known duplicates count
        once in the statistics of the collection.
    features:
        "default", "papers" (the measures of the five papers), "all", or measures with parameters:
        "jaccard:k=20 containment:w=4,direction=max". ``measures()`` lists them.
    columns:
        Columns of the pairs' table to use as features of your own, after the others.
    fields, field_types:
        Fields of the documents and what they hold, as for ``train``; "default" then has measures of each.
    language:
        The language for stop words and stemming: a name or an ISO 639-1 code; with several,
        separated by commas, or "auto", the language of each document is detected.
    main_content:
        How to find the main content of web pages: "landmarks", "readability" or "off".
    background:
        A file of reference statistics (``dejalu background``), instead of those of the documents.
    output:
        "pandas" or "polars" for a frame whose columns are named by the features.

    Returns
    -------
    numpy.ndarray
        pairs × features, each value in [0, 1], or NaN where the documents have nothing to compare;
        1 throughout for two equal texts (Raveena and Nandini 2014 (001), definition 1).

    Raises
    ------
    DejaluError
        An input that cannot be read, an unknown feature.
    """
    one_of(output, "output", ("numpy", "pandas", "polars"))
    known = KnownFields(documents, fields)
    read = read_pairs(
        pairs, known.documents, columns=columns, fields=known.named, main_content=main_content
    )
    names = feature_text(features)
    reading = reading_of(language, main_content, known.named, known.types(read, field_types))
    if background is None:
        fitted, rows = _dejalu.Vectorizer.fit_vectors(read, names, reading)
    else:
        path = path_of(background, "background")
        fitted = _dejalu.Vectorizer.with_background(read, names, reading, path)
        rows = fitted.vectors(read)
    return frame(rows, fitted.names, output)


def similarity(
    a: DocumentLike | PairsLike,
    b: DocumentLike | DocumentsLike | None = None,
    features: Features | None = None,
    *,
    model: Model | None = None,
) -> Any:
    """How alike two texts are, by name of the measure; or those of two columns, row by row.

    >>> import dejalu
    >>> dejalu.similarity("A storm broke the pier.", "A storm broke a pier.", "jaccard length-ratio")
    {'jaccard': 1.0, 'length-ratio': 1.0}

    Parameters
    ----------
    a, b:
        Two texts, files (``pathlib.Path``) or a ``Document``; or two lists or series of texts of the same length; or
        pairs alone, as ``read_pairs`` takes them.
    features:
        As for ``vectors``, whose statistics are then those of these texts. None takes the features and the
        statistics of the model, so that a pair has the same values whichever others there are.
    model:
        The model of features that are not named; by default the built-in one.

    Returns
    -------
    dict or frame
        A number in [0, 1] for each feature, or nan where there is nothing to compare. Of columns a frame of
        their library with a column for each feature, with the index of ``a`` if that is of pandas.
    """
    single = (str, os.PathLike, Document)
    is_pair = isinstance(a, single) and isinstance(b, single)
    if is_pair:
        pairs: PairsLike = [(one_document(a, "a").text, one_document(b, "b").text)]
        read = read_pairs(pairs)
    else:
        read = read_pairs(a, b)
    if features is not None:
        if model is not None:
            raise TypeError("features and model are both given: a model has its own features")
        names = feature_text(features)
        fitted, rows = _dejalu.Vectorizer.fit_vectors(read, names, reading_of("english", "landmarks"))
        named = fitted.names
    else:
        inner = _built_in() if model is None else _inner_of(model)
        rows, named = inner.vectors(read), inner.features
    if is_pair:
        return dict(zip(named, rows[0].tolist()))
    columns = {name: rows[:, place] for place, name in enumerate(named)}
    return Origin.of(read).table(columns, of_rows=not read.skipped)


def _built_in() -> _dejalu.Model:
    return _dejalu.Model.built_in()


def _inner_of(model: Any) -> _dejalu.Model:
    inner = getattr(getattr(model, "model_", model), "_inner", None)
    if not isinstance(inner, _dejalu.Model):
        raise TypeError(f"model is {kind_of(model)}: expected a Model or None")
    return inner


def feature_names(features: Features = "default") -> list[str]:
    """The names of features, in the order of a vector: "default", "papers" and "all" stand for several."""
    return _dejalu.feature_names(feature_text(features))


def measures() -> dict[str, dict[str, str]]:
    """Every measure, with its summary and its source: paper and section."""
    listed = _dejalu.measures()
    return {name: {"summary": summary, "source": source} for name, summary, source in listed}


def feature_text(features: Features) -> str:
    """Features as the extension takes them."""
    return " ".join(names_of(features, "features"))


def frame(rows: np.ndarray, names: list[str], output: str) -> Any:
    """A matrix as it is, or as a frame."""
    return rows if output == "numpy" else nw.from_numpy(rows, schema=names, backend=output).to_native()
