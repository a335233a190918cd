"""Results that have no frame to follow: columns, and rows."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw

from . import _html


class Results:
    """A result of several tables, each of which is a property."""

    if not TYPE_CHECKING:  # A checker would take any attribute for one that is there.

        def __getattr__(self, name: str) -> Any:
            kind = type(self)
            sentence = f"{kind.__name__!r} object has no attribute {name!r}"
            if name in _OF_FRAMES:
                tables = [own for own in _TABLES if hasattr(kind, own)]
                sentence += f"; its tables are {', '.join(tables)}"
            raise AttributeError(sentence, name=name, obj=self)


#: What is asked of a frame, and the properties that are tables.
_OF_FRAMES = {"to_frame", "to_pandas", "to_polars", "to_arrow", "to_df", "to_csv", "head", "columns", "loc", "iloc", "merge"}
_TABLES = ("rows", "removed", "groups", "pairs", "losses", "certificates", "deciders", "predictions")


class Table(dict[str, Any]):
    """Columns by name: lists and arrays of the same length. ``to_pandas()``, ``to_polars()`` and ``to_arrow()`` make a
    frame of them; a notebook shows their first rows."""

    def to_pandas(self) -> Any:
        """A frame of pandas."""
        return _frame(self, "pandas")

    def to_polars(self) -> Any:
        """A frame of polars."""
        return _frame(self, "polars")

    def to_arrow(self) -> Any:
        """A table of pyarrow."""
        return _frame(self, "pyarrow")

    def _repr_html_(self) -> str:
        return _html.columns(self)


class Rows(list[dict[str, Any]]):
    """Rows, each a mapping of names to values, with the frames of ``Table``."""

    def to_pandas(self) -> Any:
        """A frame of pandas."""
        return _frame(_columns(self), "pandas")

    def to_polars(self) -> Any:
        """A frame of polars."""
        return _frame(_columns(self), "polars")

    def to_arrow(self) -> Any:
        """A table of pyarrow."""
        return _frame(_columns(self), "pyarrow")

    def _repr_html_(self) -> str:
        return _html.columns(_columns(self))


def _frame(columns: Mapping[str, Any], library: str) -> Any:
    """Columns as a frame of a library, which has to be installed."""
    importlib.import_module(library)
    return nw.from_dict(dict(columns), backend=library).to_native()  # type: ignore[arg-type]


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}
