"""Rows of a table, with what they lack from other rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._dejalu import DejaluError
from ._options import kind_of
from ._tables import is_list_of


def merge(
    table: Any, removed_for: Mapping[str, list[str]], kept: set[str], id: str
) -> tuple[Any, dict[str, Any]]:
    """The kept rows of a table, filled from those that are removed for them, and what was taken from
    where."""
    columns = _lists(table)
    if id not in columns:
        raise DejaluError(f"the table has no column '{id}'; name that of its ids with id")
    ids = [_text(value) for value in columns[id]]
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
        for field, values in sorted(columns.items()):
            if field == id or not _is_empty(values[place]):
                continue
            others = (name for name in removed_for.get(ids[place], []) if name in place_of)
            name = next((it for it in others if not _is_empty(values[place_of[it]])), None)
            if name is not None:
                value = values[place_of[name]]
                changed.setdefault(field, {})[row] = value
                kept_id, removed_id = columns[id][place], columns[id][place_of[name]]
                for column, cell in zip(found.values(), (kept_id, field, removed_id, value)):
                    column.append(cell)
    return _taken(table, columns, places, changed), found


def taken_rows(source: Any, places: list[int], is_table: bool) -> Any:
    """The documents at these places, as a source of the same kind."""
    if isinstance(source, Mapping) and all(isinstance(value, str) for value in source.values()):
        ids = list(source)
        return {ids[place]: source[ids[place]] for place in places}
    if is_table:
        return _taken(source, _lists(source) if isinstance(source, Mapping) else {}, places, {})
    if hasattr(source, "iloc"):  # a series of pandas
        return source.iloc[places]
    if hasattr(source, "take"):  # Arrow, NumPy
        return source.take(places)
    if hasattr(source, "gather"):  # a series of polars
        return source.gather(places)
    return [source[place] for place in places]


def _lists(table: Any) -> dict[str, list[Any]]:
    """The columns of a table as lists."""
    if is_list_of(table, Mapping):
        names = dict.fromkeys(name for row in table for name in row)
        return {name: [row.get(name) for row in table] for name in names}
    if isinstance(table, Mapping):
        return {name: list(values) for name, values in table.items()}
    names = getattr(table, "column_names", getattr(table, "columns", None))
    if names is None:
        raise TypeError(f"the table is {kind_of(table)}: expected the table that was deduplicated")
    return {name: _values(table[name]) for name in names}


def _values(column: Any) -> list[Any]:
    return column.to_pylist() if hasattr(column, "to_pylist") else column.to_list()


def _text(id: Any) -> str:
    """An id as documents have it."""
    is_whole = isinstance(id, float) and id.is_integer()
    return str(int(id) if is_whole else id)


def _is_empty(value: Any) -> bool:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    if isinstance(value, str):
        return not value.strip()
    return isinstance(value, float) and value != value


def _taken(
    table: Any,
    columns: dict[str, list[Any]],
    places: list[int],
    changed: dict[str, dict[int, Any]],
) -> Any:
    """These rows of a table, with the changed values, as a table of its kind."""
    if is_list_of(table, Mapping):
        rows = [dict(table[place]) for place in places]
        for field, values in changed.items():
            for row, value in values.items():
                rows[row][field] = value
        return rows
    if isinstance(table, Mapping):
        taken = {name: [values[place] for place in places] for name, values in columns.items()}
        return {name: _with(values, changed.get(name, {})) for name, values in taken.items()}
    if hasattr(table, "iloc"):  # pandas
        frame = table.iloc[places].copy()
        for field, values in changed.items():
            at = list(frame.columns).index(field)
            for row, value in values.items():
                frame.iat[row, at] = value
        return frame
    if hasattr(table, "with_columns"):
        import polars

        frame = table[places]
        for field, values in changed.items():
            column = _with(frame[field].to_list(), values)
            frame = frame.with_columns(polars.Series(field, column, dtype=table.schema[field]))
        return frame
    import pyarrow

    taken = table.take(places)
    for field, values in changed.items():
        at = taken.column_names.index(field)
        column = pyarrow.array(_with(taken[field].to_pylist(), values), taken.schema.types[at])
        taken = taken.set_column(at, taken.schema.field(at), column)
    return taken


def _with(values: list[Any], changed: dict[int, Any]) -> list[Any]:
    return [changed.get(place, value) for place, value in enumerate(values)]
