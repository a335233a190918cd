"""Finds the fields of records and what they hold, as the program does."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from ._dejalu import Document, Documents, FirstRows, Pairs
from ._options import fields_of, types_of
from ._frames import columns_of, is_list_of, is_table, tidied
from ._tables import FieldsLike

#: What fields hold: a mapping of names of fields to types, or texts such as ``brand=category``.
FieldTypesLike = str | Sequence[str] | Mapping[str, str]


class KnownFields:
    """The fields that were named; where none were, all columns of a table without texts."""

    def __init__(self, documents: Any, fields: FieldsLike) -> None:
        #: As the program takes them.
        self.named = fields_of(fields)
        #: What they are fields of: read twice, so that what can be gone through once is a list.
        self.documents = None if documents is None else tidied(documents, "documents")
        self._rows: FirstRows | None = None
        documents = self.documents
        were_read = isinstance(documents, Documents) or is_list_of(documents, Document)
        if were_read or documents is None:
            return
        self._rows = _first_rows(documents, [part.split("=", 1)[-1] for part in self.named.split(",")])
        if not self.named and self._rows is not None:
            self.named = self._rows.all_columns(["id", "url"])

    def types(self, read: Pairs, said: FieldTypesLike) -> list[tuple[str, str | None]]:
        """What they hold: as said, or as the first rows show."""
        if self._rows is not None:
            return self._rows.types(self.named, types_of(said))
        # Of documents that were read before the fields have no columns.
        names = ",".join(part.split("=", 1)[0] for part in self.named.split(","))
        return FirstRows.of_pairs(read).types(names, types_of(said))


def _first_rows(documents: Any, columns: list[str]) -> FirstRows | None:
    """The first rows of what documents are read from, in these columns or else in all; None of what is no table."""
    if isinstance(documents, (str, os.PathLike)):
        return FirstRows.of_files([os.fspath(documents)])
    if is_list_of(documents, os.PathLike):
        return FirstRows.of_files([os.fspath(path) for path in documents])
    by_id = isinstance(documents, Mapping) and all(isinstance(it, str) for it in documents.values())
    if by_id or not is_table(documents):
        return None
    names, _ = columns_of(documents, set(), "documents")
    if columns == [""]:
        if len(set(names)) < len(names) or FirstRows.of_columns("documents", names, {}).has_text:
            return None
        columns = names
    names, cells = columns_of(documents, set(columns), "documents")
    return FirstRows.of_columns("documents", names, cells)
