"""Tables in memory for what reads a file."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw

from ._frames import is_list_of, is_table, named_columns, tidied
from ._options import kind_of, path_of


@contextmanager
def as_file(table: Any, option: str) -> Iterator[str | None]:
    """The path of a file, as it is; of a table in memory that of a file which is there for as long as it is used."""
    if table is None or isinstance(table, (str, os.PathLike)):
        yield None if table is None else path_of(table, option)
        return
    plain = tidied(table, option)
    if not is_table(plain):
        raise TypeError(f"{option} is {kind_of(table)}: expected a path or a table")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{option}.jsonl"
        lines = (json.dumps(row, default=str) for row in _rows(plain, option))
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        yield str(path)


def _rows(table: Any, option: str) -> Iterable[Mapping[str, Any]]:
    """The rows, without what is missing."""
    if is_list_of(table, Mapping):
        return table  # type: ignore[no-any-return]
    names, column = named_columns(table, option)
    columns = [column(name) for name in names]
    lists = [it.to_list() if isinstance(it, nw.Series) else list(it) for it in columns]
    rows = (zip(map(str, names), cells) for cells in zip(*lists))
    return ({name: cell for name, cell in row if cell is not None and cell == cell} for row in rows)
