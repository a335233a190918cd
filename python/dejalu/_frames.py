"""Brings frames, series and lists of any library into the few forms that are read."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import narwhals.stable.v2 as nw
from narwhals.exceptions import DuplicateError

from ._dejalu import DejaluError, Document, Documents, Pairs
from ._options import kind_of

#: What tables come in.
TABLES = "a path, a list, a mapping, a pandas or polars frame, or an Arrow table"


def tidied(source: Any, what: str) -> Any:
    """A frame or series as narwhals has it, a lazy one collected; iterators and arrays of one dimension as lists.
    Anything else as it is: paths, mappings, lists, and what was read before."""
    if isinstance(source, (str, bytes, os.PathLike, Document, Documents, Pairs, nw.DataFrame, nw.Series)):
        return source
    if isinstance(source, Mapping):
        return _checked_mapping(source, what)
    if hasattr(source, "with_format") and hasattr(source, "column_names"):  # of Hugging Face
        source = source.with_format("arrow")[:] if hasattr(source, "__len__") else list(source)
    try:
        source = nw.from_native(source, pass_through=True, allow_series=True)
    except DuplicateError:
        names = list(map(str, source.columns))
        twice = next(name for name in names if names.count(name) > 1)
        raise DejaluError(f"{what}: column '{twice}' occurs twice; give each a different name") from None
    if isinstance(source, nw.LazyFrame):
        source = source.collect()
    if isinstance(source, (nw.DataFrame, nw.Series)):
        return source
    if hasattr(source, "__arrow_c_stream__"):
        return _by_arrow(source, what)
    return _listed(source, what)


def _checked_mapping(source: Mapping[Any, Any], what: str) -> Mapping[Any, Any]:
    """Refuses a mapping of tables, such as the splits of a dataset."""
    name, first = next(iter(source.items()), (None, None))
    if hasattr(first, "column_names") or hasattr(first, "columns"):
        raise TypeError(f"{what} are {kind_of(source)} of several tables: pass one of them, such as that of {name!r}")
    return source


def _listed(source: Any, what: str) -> Any:
    """Arrays and iterators as lists."""
    if hasattr(source, "to_pylist"):  # an array of Arrow
        return source.to_pylist()
    if hasattr(source, "tolist"):  # of NumPy, an index of pandas
        is_column = getattr(source, "ndim", 1) == 2 and source.shape[1] == 1
        source = source.ravel() if is_column else source
        return source.tolist() if getattr(source, "ndim", 1) == 1 else source
    if isinstance(source, (set, frozenset)):
        raise TypeError(f"{what} are {kind_of(source)}: expected {TABLES}; it has no order, and sorted(…) makes a list")
    if isinstance(source, Iterable) and not isinstance(source, Sequence):
        return list(source)
    return source


def _by_arrow(source: Any, what: str) -> nw.DataFrame[Any]:
    """Anything else with an Arrow interface, as the table of an installed library."""
    for library in ("pyarrow", "polars"):
        try:
            importlib.import_module(library)
        except ImportError:
            continue
        try:
            return nw.from_arrow(source, backend=library)  # type: ignore[arg-type]
        except (TypeError, ValueError) as reason:
            raise TypeError(f"{what} are {kind_of(source)}: expected {TABLES} ({reason})") from None
    raise TypeError(f"{what} are {kind_of(source)}: read by pyarrow or polars; install one")


def columns_of(table: Any, wanted: set[str], what: str) -> tuple[list[str], dict[str, Any]]:
    """All names of a table, and the values of the wanted columns."""
    names, column = named_columns(table, what)
    keys = {str(name): name for name in names}
    for name in wanted & keys.keys():
        if sum(str(other) == name for other in names) > 1:
            raise DejaluError(f"{what}: column '{name}' occurs twice; give each a different name")
    found = {name: values(column(key), name) for name, key in keys.items() if name in wanted}
    return list(keys), found


def named_columns(table: Any, what: str) -> tuple[list[Any], Callable[[Any], Any]]:
    """The names of a table, and what has the column of each."""
    table = tidied(table, what)
    if is_list_of(table, Mapping):
        for row, cells in enumerate(table):
            if not isinstance(cells, Mapping):
                raise TypeError(f"{what}[{row}] is {kind_of(cells)}: expected a mapping")
        rows = table
        names = dict.fromkeys(name for row in rows for name in row)
        return list(names), lambda name: [row.get(name) for row in rows]
    if isinstance(table, Mapping):
        return list(table), table.__getitem__
    if isinstance(table, nw.DataFrame):
        return table.columns, table.get_column
    raise TypeError(f"{what} are {kind_of(table)}: expected {TABLES}")


#: Cells converted to Python objects at a time, so that a column's texts are never all in memory.
_CHUNK = 128


def values(column: Any, name: str) -> tuple[int, Iterator[list[Any]]]:
    """How many values a column has, and they as Python's own, in lists, when they are asked for."""
    if isinstance(column, (str, bytes, Mapping)) or not isinstance(column, (Iterable, nw.Series)):
        raise TypeError(f"column '{name}' is {kind_of(column)}: expected a list of values")
    column = tidied(column, f"column '{name}'")
    places = range(0, len(column), _CHUNK)
    if isinstance(column, nw.Series):
        return len(column), (column[at : at + _CHUNK].to_list() for at in places)
    return len(column), (list(column[at : at + _CHUNK]) for at in places)


def is_table(source: Any) -> bool:
    """Whether it has named columns: a frame, a mapping or a list of mappings."""
    return isinstance(source, (Mapping, nw.DataFrame)) or is_list_of(source, Mapping)


def is_list(source: Any) -> bool:
    """Whether it is a list, a tuple or the like."""
    return isinstance(source, Sequence) and not isinstance(source, (str, bytes))


def is_list_of(source: Any, kind: type) -> bool:
    """Whether it is a list that begins with one of a kind."""
    return is_list(source) and len(source) > 0 and isinstance(source[0], kind)


def index_of(source: Any) -> Any:
    """The index of a pandas frame or series; None of anything else."""
    is_frame = isinstance(source, (nw.DataFrame, nw.Series))
    return nw.maybe_get_index(source) if is_frame else None
