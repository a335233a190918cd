"""What workers do with groups of any tool: the package's own functions, on whole groups."""

from __future__ import annotations

import json
import tempfile
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from .. import _dejalu
from .._groups import Applied, apply, audit
from .._model import Model
from .._tables import DejaluError
from ._arrow import Batches, cells, whole
from ._given import COLUMNS, OF_TABLE
from ._worker import Work, parts_of

#: Answers as a worker gets them: the name and the bytes of a file.
Answered = tuple[str, bytes]


@lru_cache(maxsize=2)
def model_of(work: Work) -> Model:
    """The model, built once in a worker."""
    parts_of(work)
    return Model(_dejalu.Model.from_json(work.model))


def _ordered(batches: Batches) -> pa.Table | None:
    """The rows of a partition by id: whole numbers by value, before all others, which ascend as text. So the first of
    a group is the one with the smallest id."""
    table = whole(batches)
    if table is None:
        return None

    def place(row: int) -> tuple[bool, int, str]:
        is_number = ids[row].isascii() and ids[row].isdigit()
        return not is_number, int(ids[row]) if is_number else 0, ids[row]

    ids = table.column("id").to_pylist()
    return table.take(sorted(range(len(ids)), key=place))


def _given(table: pa.Table) -> pa.Table:
    columns = {role: table.column(OF_TABLE + role) for role in COLUMNS[1:]}
    return pa.table({"id": table.column("id"), **columns})


def losses(work: Work, keep: str, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The removals of the groups of a partition: id, representative, lost, relation, score, probability."""
    table = _ordered(batches)
    if table is None:
        return
    with warnings.catch_warnings(action="ignore"):
        texts = table.select(["id", "text"])
        found = audit(_given(table), texts, model_of(work), keep=keep).losses
    columns = {name: found[name].to_pylist() for name in found.column_names}
    numbers = ("lost", "score", "probability")
    # A number that is unknown is null to Spark.
    typed = {
        name: pa.array(values, pa.float64(), from_pandas=True) if name in numbers else pa.array(values, pa.string())
        for name, values in columns.items()
    }
    yield from pa.table(typed).to_batches()


def _applied(work: Work, keep: str, table: pa.Table) -> Applied:
    with warnings.catch_warnings(action="ignore"):
        return apply(_given(table), table.select(["id", "text"]), model_of(work), keep=keep)


def _named(table: pa.Table, named: dict[str, str]) -> pa.Table:
    """The columns of documents by the names that users know."""
    return table.select(list(named)).rename_columns(list(named.values()))


def fates(work: Work, keep: str, batches: Batches) -> Iterator[pa.RecordBatch]:
    """What becomes of each document of the groups of a partition: id, representative, kept."""
    table = _ordered(batches)
    if table is None:
        return
    found = _applied(work, keep, table).groups
    yield from found.select(["id", "representative", "kept"]).combine_chunks().to_batches()


def certificates(work: Work, keep: str, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The certificate of each removal of a partition, as a line of JSON."""
    table = _ordered(batches)
    if table is None:
        return
    found = [json.dumps(row) for row in _applied(work, keep, table).certificates]
    yield from pa.table({"certificate": pa.array(found, pa.string())}).to_batches()


def merged(work: Work, keep: str, named: dict[str, str], batches: Batches) -> Iterator[pa.RecordBatch]:
    """The kept rows of the groups of a partition, with what they lack from those that are removed for them."""
    table = _ordered(batches)
    if table is None:
        return
    filled, _ = _applied(work, keep, table).merge(_named(table, named))
    yield from filled.combine_chunks().to_batches()


def filled(work: Work, keep: str, named: dict[str, str], batches: Batches) -> Iterator[pa.RecordBatch]:
    """What the kept rows of a partition were filled with: kept, field, removed, value."""
    table = _ordered(batches)
    if table is None:
        return
    _, found = _applied(work, keep, table).merge(_named(table, named))
    columns = {name: pa.array([str(it) for it in values], pa.string()) for name, values in found.items()}
    yield from pa.table(columns).to_batches()


def verdict(
    work: Work, answers: Answered | None, how: dict[str, Any], batches: Batches
) -> Iterator[pa.RecordBatch]:
    """The questions or the verdict about all removals, which are in one partition: rows of what is said, one of it
    ("question", "sentence", "figures", "failed", "error") or the id of a removal that stays ("stays")."""
    table = whole(batches)
    if table is None:
        kinds = {"id": pa.string(), "representative": pa.string(), "relation": pa.string(), "lost": pa.float64()}
        kinds |= {"score": pa.float64(), "better": pa.int64()}
        table = pa.schema(list(kinds.items())).empty_table()
    else:
        # Sums have an order.
        table = table.sort_by("id")
    try:
        said = _said(work, answers, how, table)
    except DejaluError as error:
        said = [("error", str(error))]
    kinds, values = zip(*said)
    yield from pa.table({"kind": pa.array(kinds), "value": pa.array(values, pa.string())}).to_batches()


def _said(work: Work, answers: Answered | None, how: dict[str, Any], table: pa.Table) -> list[tuple[str, str]]:
    texts = [cells(table.column(name)) for name in ("id", "representative", "relation")]
    numbers = [
        pc.fill_null(table.column(name), float("nan")).to_numpy() for name in ("lost", "score")
    ]
    judge = _dejalu.Judge.model(model_of(work)._inner)
    better = table.column("better").to_numpy()
    found = _dejalu.audit_removals(judge, *texts, *numbers, better, _read(answers), how)
    said = [("sentence", sentence) for sentence in found.sentences()]
    said += [("question", row) for row in found.questions_json()]
    said += [("figures", found.figures_json()), ("failed", str(found.has_failed()))]
    ids = table.column("id").take(pa.array(found.stays(), pa.int64())).to_pylist()
    return said + [("stays", id) for id in ids]


def _read(answers: Answered | None) -> _dejalu.Answers | None:
    if answers is None:
        return None
    name, content = answers
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        return _dejalu.Answers.read(str(path))
