"""Reused passages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from . import _dejalu
from ._options import checked, path_of, paths_of
from ._origin import Origin
from ._reading import Reading, checked_reading
from ._table import Rows
from ._tables import DocumentLike, DocumentsLike, read_documents

if TYPE_CHECKING:
    from typing_extensions import Unpack


def passages(
    documents: DocumentsLike,
    other: DocumentLike | None = None,
    *,
    ignore: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    ignore_quotes: bool = False,
    model: str | PathLike[str] | None = None,
    **reading: Unpack[Reading],
) -> Any:
    """Finds which text of one document was copied, edited, reordered or summarised from another.

    Parameters
    ----------
    documents, other
        A collection, as for :func:`read_documents`, whose documents are compared with each other; or two
        documents, each a text or a path.
    ignore
        A file, or several, whose sentences never count, such as an assignment's question.
    ignore_quotes
        Leave quoted text out.
    model
        A model that ``dejalu train --passages`` wrote. Default: the built-in one.
    reading
        Options of ``read_documents``, such as ``text``.

    Returns
    -------
    frame or list of dict
        One per passage, the surest that share most first: ``id_a``, ``offset_a``, ``length_a``, ``id_b``,
        ``offset_b``, ``length_b`` (in characters), ``kind`` (copied, edited, reordered, summarised) and ``score``.
        A frame of the library of the documents, if they are one.

    Examples
    --------
    >>> import dejalu
    >>> shared = (
    ...     "A storm broke the lamp on the harbour wall of Vellan in March. Nobody knows why it still burns there "
    ...     "at night, and nobody has ever climbed the wall to look at it."
    ... )
    >>> found = dejalu.passages("She told us this. " + shared, "The almanac says: " + shared)
    >>> [passage["kind"] for passage in found]
    ['copied']
    """
    checked(ignore_quotes=ignore_quotes)
    ignored = paths_of(ignore, "ignore")
    path = None if model is None else path_of(model, "model")
    if other is not None:
        documents = {"a": _text(documents), "b": _text(other)}
    read = read_documents(documents, **checked_reading(passages, reading))
    found = json.loads(_dejalu.passages(read, ignored, ignore_quotes, path))
    origin = Origin.of(read)
    rows = [
        {
            "id_a": pair["id_a"],
            "offset_a": passage["a"]["start"],
            "length_a": passage["a"]["end"] - passage["a"]["start"],
            "id_b": pair["id_b"],
            "offset_b": passage["b"]["start"],
            "length_b": passage["b"]["end"] - passage["b"]["start"],
            "kind": passage["kind"],
            "score": passage["score"],
        }
        for pair in found
        for passage in pair["passages"]
    ]
    if origin.frame is not None:
        return origin.table({name: [row[name] for row in rows] for name in _COLUMNS}, ["id_a", "id_b"])
    for row in rows:
        row["id_a"], row["id_b"] = origin.ids([row["id_a"], row["id_b"]])
    return Rows(rows)


#: What is known of a passage.
_COLUMNS = ("id_a", "offset_a", "length_a", "id_b", "offset_b", "length_b", "kind", "score")


def _text(document: DocumentLike) -> str:
    """The text of a document, or of the file at a path."""
    if isinstance(document, str):
        return document
    if isinstance(document, PathLike):
        return next(iter(read_documents(document))).text
    return document.text
