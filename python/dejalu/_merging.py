"""Rows of a table, with what they lack from other rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import narwhals.stable.v2 as nw

from ._dejalu import DejaluError
from ._frames import index_of, is_list_of, is_table, named_columns, tidied, values
from ._options import kind_of
from ._origin import id_text, rows_at
from ._table import Table


def merge(
    table: Any, removed_for: Mapping[str, list[str]], kept: set[str], id: str
) -> tuple[Any, dict[str, Any]]:
    """The kept rows of a table, filled from those that are removed for them, and what was taken from
    where."""
    plain = tidied(table, "the table")
    if not is_table(plain):
        raise TypeError(f"the table is {kind_of(table)}: expected the table that was deduplicated")
    names, column = named_columns(plain, "the table")
    columns = {name: _listed(column(name), name) for name in names}
    given = _ids(plain, columns, id)
    ids = [id_text(value) for value in given]
    missing = len(kept.difference(ids))
    if missing:
        raise DejaluError(
            f"the table lacks the ids of {missing:,} of {len(kept):,} kept documents; "
            "pass the table that was deduplicated, and name its column of ids with id"
        )
    place_of = {name: place for place, name in reversed(list(enumerate(ids)))}
    places = [place for place, name in enumerate(ids) if name in kept and place_of[name] == place]
    found: dict[str, list[Any]] = {"kept": [], "field": [], "removed": [], "value": []}
    changed: dict[str, dict[int, Any]] = {}
    for row, place in enumerate(places):
        for field, cells in sorted(columns.items()):
            if field == id or not _is_empty(cells[place]):
                continue
            others = (name for name in removed_for.get(ids[place], []) if name in place_of)
            name = next((it for it in others if not _is_empty(cells[place_of[it]])), None)
            if name is not None:
                value = cells[place_of[name]]
                changed.setdefault(field, {})[row] = value
                kept_id, removed_id = given[place], given[place_of[name]]
                for column_of, cell in zip(found.values(), (kept_id, field, removed_id, value)):
                    column_of.append(cell)
    return _with(rows_at(plain, places), changed), Table(found)


def _ids(table: Any, columns: Mapping[str, list[Any]], id: str) -> list[Any]:
    """The ids of a table: its column, or what names the rows of one without it."""
    if id in columns:
        return columns[id]
    if id != "id":
        raise DejaluError(f"the table has no column '{id}'; name that of its ids with id")
    index = index_of(table)
    count = len(next(iter(columns.values()), []))
    return list(range(count)) if index is None else index.tolist()


def _listed(column: Any, name: str) -> list[Any]:
    return [value for part in values(column, name)[1] for value in part]


def _is_empty(value: Any) -> bool:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    if isinstance(value, str):
        return not value.strip()
    return isinstance(value, float) and value != value


def _with(table: Any, changed: Mapping[str, Mapping[int, Any]]) -> Any:
    """A table with the changed values."""
    if is_list_of(table, Mapping):
        for field, cells in changed.items():
            for row, value in cells.items():
                table[row][field] = value
        return table
    if isinstance(table, Mapping):
        return {
            name: [changed.get(name, {}).get(row, cell) for row, cell in enumerate(column)]
            for name, column in table.items()
        }
    frame = nw.from_native(table, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        return table
    filled = [frame.get_column(field).scatter(list(cells), list(cells.values())) for field, cells in changed.items()]
    return frame.with_columns(*filled).to_native() if filled else table
