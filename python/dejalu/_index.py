"""A collection on disk, and groups that grow with it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _dejalu, _html
from ._collections import finding, groups_table, matches
from ._model import Model
from ._options import checked, invalid, path_of, threshold_of
from ._origin import Origin
from ._reading import Reading, checked_reading
from ._table import Table
from ._tables import DocumentLike, DocumentsLike, one_document, read_documents

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Index:
    """Stores a collection in a folder, with inverted lists, so that the near-duplicates of a document are
    found without reading the others; and its groups, which every document that is added joins.

    ``Index.create`` creates one, ``Index.open`` opens one; ``dejalu index`` reads the same folder.

    Examples
    --------
    >>> import tempfile
    >>> index = Index.create(tempfile.mkdtemp())
    >>> index.add({"a": "The ferry waits at the old pier of Vellan until the storm is over."})["added"]
    1
    >>> index.form_groups(at="own")["groups"]
    0
    >>> change = index.add({"b": "The ferry waits at the old pier of Vellan till the storm is over."})
    >>> change["change"]["events"]
    [{'joined': {'document': 'b', 'group': 1}}]
    """

    def __init__(self, inner: _dejalu.Index) -> None:
        self._inner = inner

    @staticmethod
    def create(path: str | os.PathLike[str], model: Model | None = None) -> Index:
        """An empty index in this folder, which is made if it is not there; nothing is written before
        documents are added. ``model`` decides what near-duplicates are; by default the built-in one."""
        model = model or Model.built_in()
        return Index(_dejalu.Index.create(path_of(path, "path"), model._inner))

    @staticmethod
    def open(path: str | os.PathLike[str]) -> Index:
        """Opens the index of a folder."""
        return Index(_dejalu.Index.open(path_of(path, "path")))

    def __len__(self) -> int:
        """How many documents it holds."""
        return self._inner.count()

    def add(self, documents: DocumentsLike, **reading: Unpack[Reading]) -> dict[str, Any]:
        """Adds documents: all of them are on disk when this returns, or none.

        Parameters
        ----------
        documents:
            What ``read_documents`` takes. One whose id is already in the index is left out.
        reading:
            Options of ``read_documents``, such as ``id`` and ``text``.

        Returns
        -------
        dict
            added; known (number skipped) and changed (number of these that differ from the text in
            the index, which stays as it is); change: what happened to the groups, None if there are
            none: number, cause, added, documents, groups (of two or more), removed (not kept),
            events (joined, founded, merged, split, removed: no longer kept, restored: kept again).
        """
        named = checked_reading(Index.add, reading)
        read = read_documents(documents, main_content=self._inner.judge().main_content, **named)
        return json.loads(self._inner.add(read))

    def find(
        self, query: DocumentLike, *, top: int | None = None, at: float | str | None = None
    ) -> dict[str, Any]:
        """The near-duplicates of one document, as ``dejalu.find`` lists them, with the index's model."""
        judge = self._inner.judge()
        checked(top=top)
        asked = one_document(query, "query", judge.main_content)
        return matches(self._inner.find(asked, finding("auto", top, at)), Origin())

    def form_groups(
        self,
        *,
        at: float | str | None = None,
        keep: str = "longest",
        lose_at_most: float | None = None,
        boilerplate: int | str = "auto",
        fit_on: int = 500,
    ) -> dict[str, Any]:
        """Forms star groups of all documents, by options that stay: ``add`` lets the groups grow. Groups
        that are there are formed anew; a group keeps its number where it holds the same documents.

        Parameters
        ----------
        at, keep, lose_at_most, boilerplate:
            As for ``dejalu.dedupe``; ``at`` is "auto" for the built-in model by default, and "own"
            otherwise.
        fit_on:
            Choose the threshold and the boilerplate from this many megabytes of text at the start of
            the index, then add the rest in batches, which saves memory.

        Returns
        -------
        dict
            The change, as ``add`` has it.
        """
        how = checked(keep=keep, lose_at_most=lose_at_most, boilerplate=boilerplate, fit_on=fit_on)
        if not 1 <= fit_on < 2**32:
            raise invalid("fit_on", fit_on, "a whole number of megabytes from 1 to 4294967295")
        how["at"] = threshold_of(at)
        how["boilerplate"] = str(boilerplate)
        return json.loads(self._inner.form_groups(how))

    def constrain(self, constraints: str | os.PathLike[str]) -> dict[str, Any]:
        """Keeps what people say of pairs (a table with id_a, id_b, constraint: "must-link" or
        "cannot-link"), against any score, and lets the groups follow. Returns the change."""
        return json.loads(self._inner.constrain(path_of(constraints, "constraints")))

    @property
    def groups(self) -> dict[str, Any] | None:
        """A row for every document, as ``Deduplicated.groups`` has it; ``group`` is a number that stands
        for the group as long as there is one. None if no groups were formed."""
        groups = self._inner.groups()
        if groups is None:
            return None
        table = groups_table(groups.rows())
        return Table(table | {"group": np.array(table["group"], dtype=np.int64)})

    @property
    def history(self) -> list[dict[str, Any]]:
        """Every change of the groups, the first one first."""
        return json.loads(self._inner.history())

    def __repr__(self) -> str:
        return f"<dejalu.Index: {len(self)} documents>"

    def _repr_html_(self) -> str:
        return _html.columns(self.groups or {}, repr(self)[1:-1])
