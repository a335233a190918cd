"""Tables in memory that documents and pairs were taken out of, and results in their likeness."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import narwhals.stable.v2 as nw

from ._dejalu import Documents, Pairs
from ._frames import index_of, is_list, is_list_of, tidied
from ._table import Table


class Origin:
    """What documents or pairs were read from. Results have its ids, and come as a frame of its library."""

    def __init__(self, source: Any = None, ids: Any = None, whole: bool = False, like: Any = None) -> None:
        #: The table, list or mapping as the caller has it; None of files.
        self.source = source
        #: The id of each of its rows: a series or a list. None where their texts are all that is known.
        self.given = ids
        #: Whether the ids are whole numbers.
        self.whole = whole
        found = tidied(source, "source") if like is None else like
        #: The frame whose library results come in; None of lists and mappings.
        self.frame = found if isinstance(found, (nw.DataFrame, nw.Series)) else None
        self._rows: dict[str, int] | None = None

    @staticmethod
    def of(read: Documents | Pairs) -> Origin:
        """Where they come from; of files a new one, without rows."""
        return read.origin or Origin(whole=read.whole_ids)

    def places_of(self, ids: Iterable[str]) -> list[int | None]:
        """The row of each id, as documents write it; None of one that is in none."""
        if self._rows is None:
            given = self.given if self.given is not None else []
            texts = (id_text(value) for value in (given.to_list() if isinstance(given, nw.Series) else given))
            rows: dict[str, int] = {}
            for row, text in enumerate(texts):
                rows.setdefault(text, row)
            self._rows = rows
        return list(map(self._rows.get, ids))

    def ids(self, ids: Sequence[str], whole: bool | None = None) -> list[Any]:
        """Ids as they were given."""
        if self.whole if whole is None else whole:
            return [int(id) for id in ids]
        places = self.places_of(ids)
        if self.given is None or None in places:
            return list(ids)
        if isinstance(self.given, nw.Series):
            return _at(self.given, places).to_list()
        return [self.given[place] for place in places if place is not None]

    def table(self, columns: Mapping[str, Any], ids: Sequence[str] = (), of_rows: bool = False) -> Any:
        """A result: a frame of the library of the source, else columns. `ids` names the columns of ids; `of_rows` says
        that its rows are those of the source, whose order and index it then has."""
        columns = dict(columns)
        has_rows = of_rows and self.source is not None
        places = self.places_of(columns["id"]) if has_rows and "id" in columns else []
        known = [place for place in places if place is not None]
        order: list[int] = []
        if known and len(known) == len(places):
            count = len(set(known))
            order = sorted(range(len(known)), key=lambda row: (row // count, known[row]))
            columns = {name: _taken(values, order) for name, values in columns.items()}
        if self.frame is None:
            return Table(columns | {name: self.ids(columns[name]) for name in ids})
        named = [column for name in ids if (column := self._column(name, columns[name])) is not None]
        own = {column.name for column in named}
        columns |= {name: self.ids(columns[name]) for name in ids if name not in own}
        # The columns of ids keep their type beside others alone.
        frame = nw.from_dict(columns, backend=self.frame.implementation).with_columns(*named).to_native()
        index = index_of(self.frame) if has_rows else None
        if index is not None and order:
            frame.index = index[[known[row] for row in order]]
        elif index is not None and len(index) == len(frame):
            frame.index = index
        return frame

    def _column(self, name: str, ids: Sequence[str]) -> nw.Series[Any] | None:
        """A column of ids, of the type that they were given in; None if that is no type of a column of the frame."""
        places = self.places_of(ids)
        is_own = isinstance(self.given, nw.Series) and self.frame is not None
        if not is_own or None in places or self.given.implementation != self.frame.implementation:
            return None
        return nw.maybe_reset_index(_at(self.given, places)).alias(name)

    def rows(self, ids: Iterable[str]) -> Any:
        """The rows of these ids, unchanged, as a table of the same kind; None where there are none to take."""
        places = sorted(place for place in self.places_of(ids) if place is not None)
        return None if self.source is None else rows_at(self.source, places)


def rows_at(source: Any, places: list[int]) -> Any:
    """The rows, or documents, at these places, as a source of the same kind."""
    if hasattr(source, "with_format") and hasattr(source, "select"):  # a dataset of Hugging Face
        return source.select(places)
    table = tidied(source, "the table")
    if isinstance(table, (nw.DataFrame, nw.Series)):
        return _at(table, places).to_native()
    if isinstance(table, Mapping):
        if all(isinstance(value, str) for value in table.values()):
            ids = list(table)
            return {ids[place]: table[ids[place]] for place in places}
        return {name: _taken(values, places) for name, values in table.items()}
    if hasattr(source, "take"):  # Arrow, NumPy
        return source.take(places, axis=0) if hasattr(source, "ndim") else source.take(places)
    return [dict(table[place]) if is_list_of(table, Mapping) else table[place] for place in places]


def _at(frame: Any, places: Sequence[Any]) -> Any:
    """The rows at these places; of none the type stays."""
    return frame[list(places)] if places else frame[0:0]


def _taken(values: Any, places: Sequence[int]) -> Any:
    """The values at these places, as a list or as what can be asked for several at once."""
    values = tidied(values, "values") if not hasattr(values, "dtype") else values
    if is_list(values):
        return [values[place] for place in places]
    taken = _at(values, places)
    return taken.to_native() if isinstance(taken, nw.Series) else taken


def id_text(id: Any) -> str:
    """An id as documents have it."""
    if hasattr(id, "isoformat"):
        return id.isoformat()
    is_whole = isinstance(id, float) and id.is_integer()
    return str(int(id) if is_whole else id)
