"""Copy detection with a registry."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _dejalu, _html
from ._model import Model
from ._options import checked, kind_of, names_of, path_of, reading_of
from ._reading import Reading, checked_reading
from ._table import Rows
from ._tables import (
    Document,
    DocumentLike,
    DocumentsLike,
    one_document,
    read_documents,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Registry:
    """Stores the chunks of registered documents on disk, and finds those that a new document shares
    with them (Ismail, Saad and Badr (004)). A chunk is the distinct words between two of . ? ! : ,
    ; stemmed and without stop words; ``sentences`` counts chunks.

    ``Registry.create`` creates one, ``Registry.open`` opens one, ``Registry.in_memory`` has no
    file. It is a context manager, and several threads can use it, one at a time.

    Examples
    --------
    >>> registry = Registry.in_memory()
    >>> registry.register({"old": "The ferry waits at the pier. A storm broke the pier in March."})
    [{'id': 'old', 'result': 'registered'}]
    >>> found = registry.probe("It was a cold day in town. In March, a storm broke the pier.")["found"]
    >>> found[0]["id"], found[0]["class"]
    ('old', 'high')
    """

    def __init__(self, inner: _dejalu.Registry) -> None:
        self._inner = inner

    @staticmethod
    def create(
        path: str | os.PathLike[str],
        *,
        language: str = "english",
        main_content: str = "landmarks",
    ) -> Registry:
        """Creates an empty registry, whose documents are read with these options. Refuses a path
        that exists."""
        reading = reading_of(language, main_content)
        return Registry(_dejalu.Registry.create(path_of(path, "path"), reading))

    @staticmethod
    def open(path: str | os.PathLike[str], *, write: bool = False) -> Registry:
        """Opens a registry, to read or to write as well."""
        checked(write=write)
        return Registry(_dejalu.Registry.open(path_of(path, "path"), write))

    @staticmethod
    def in_memory(*, language: str = "english", main_content: str = "landmarks") -> Registry:
        """An empty registry without a file."""
        reading = reading_of(language, main_content)
        return Registry(_dejalu.Registry.in_memory(reading))

    def register(
        self,
        documents: DocumentsLike,
        *,
        refuse: str | None = "high",
        rule: str = "os-cds",
        threshold: float = 0.8,
        ignore: Sequence[DocumentLike] = (),
        ignore_quotes: bool = False,
        **reading: Unpack[Reading],
    ) -> Rows:
        """Registers as one batch the documents that are not copies of registered ones.

        Parameters
        ----------
        documents:
            What ``read_documents`` takes.
        refuse:
            Minimum class of copies to refuse: "exact" (one is contained in the other), "high" (half
            or more), "some" (5 % or more); None to register copies as well.
        rule, threshold, ignore, ignore_quotes:
            As for ``probe``.
        reading:
            Options of ``read_documents``, such as ``id`` and ``text``.

        Returns
        -------
        list of dict
            For each document id and result ("registered", "refused", "known": the id is already
            registered); for a refused one also copy_of, class and overlap.
        """
        checked(refuse=refuse)
        pages = self._inner.main_content()
        counting = _counting(rule, threshold, ignore, ignore_quotes, pages)
        read = read_documents(documents, main_content=pages, **checked_reading(Registry.register, reading))
        return Rows(json.loads(self._inner.register(read, refuse, counting)))

    def probe(
        self,
        document: DocumentLike,
        *,
        at_least: str = "some",
        rule: str = "os-cds",
        threshold: float = 0.8,
        ignore: Sequence[DocumentLike] = (),
        ignore_quotes: bool = False,
        model: Model | None = None,
    ) -> dict[str, Any]:
        """Finds the registered documents that share chunks with this one.

        Parameters
        ----------
        document:
            A text, a file (a ``pathlib.Path``) or a ``Document``.
        at_least:
            Minimum class to report: "exact", "high" or "some".
        rule:
            "os-cds" (equal and overlapping chunks) or "scam" (only equal chunks).
        threshold:
            Minimum share of a chunk's words that another chunk must contain to overlap with it, in
            (0, 1].
        ignore:
            Documents whose chunks are ignored, for example an assignment's question or a notice.
        ignore_quotes:
            Whether to ignore text in quotation marks.
        model:
            A model that classifies the document with each document found, as well.

        Returns
        -------
        dict
            id; sentences, the number of chunks; found, most similar first: id, class, overlap (the
            share of the shorter document's chunks that match, in [0, 1]), exact, overlap_sum,
            sentences, matches (spans in bytes of both texts).
        """
        checked(at_least=at_least)
        pages = self._inner.main_content()
        counting = _counting(rule, threshold, ignore, ignore_quotes, pages)
        if model is not None and not isinstance(model, Model):
            raise TypeError(f"model is {kind_of(model)}: expected a Model or None")
        inner = None if model is None else model._inner
        asked = one_document(document, "document", pages)
        return json.loads(self._inner.probe(asked, at_least, counting, inner))

    def remove(self, ids: str | Iterable[str]) -> int:
        """Removes documents, all of them or, after an error, none; returns how many."""
        return self._inner.remove(names_of(ids, "ids"))

    def list(self) -> dict[str, int]:
        """Every registered document and how many chunks it has, by id."""
        return dict(self._inner.list())

    def document(self, id: str) -> Document:
        """A registered document, unchanged."""
        checked(id=id)
        return self._inner.document(id)

    def stats(self) -> dict[str, Any]:
        """How many documents, chunks (sentences) and words it holds, and how documents are read."""
        return json.loads(self._inner.stats_json())

    def verify(self) -> None:
        """Reads the whole registry and checks its integrity."""
        self._inner.verify()

    def close(self) -> None:
        """Closes the file."""
        self._inner.close()

    def __len__(self) -> int:
        return self.stats()["documents"]

    def __repr__(self) -> str:
        return f"<dejalu.Registry: {len(self)} documents>"

    def _repr_html_(self) -> str:
        listed = self.list()
        return _html.table(["id", "chunks"], listed.items(), len(listed), repr(self)[1:-1])

    def __enter__(self) -> Registry:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _counting(
    rule: str,
    threshold: float,
    ignore: Sequence[DocumentLike],
    ignore_quotes: bool,
    main_content: str,
) -> dict[str, Any]:
    texts = [ignore] if isinstance(ignore, (str, os.PathLike, Document)) else ignore
    if not isinstance(texts, Iterable):
        raise TypeError(f"ignore is {kind_of(texts)}: expected a list of documents")
    counted = checked(rule=rule, threshold=threshold, ignore_quotes=ignore_quotes)
    return counted | {"ignore": [one_document(text, "ignored", main_content) for text in texts]}
