"""What runs in the workers: batches of Arrow in, batches of Arrow out, the crate between them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .. import _dejalu

Batches = Iterable[pa.RecordBatch]

#: Wide, narrow columns of a posting, in the order in which the crate gives and takes them.
WIDE = ["value", "set", "bits_0", "bits_1", "bits_2", "bits_3"]
NARROW = ["size", "rest"]


#: How the key of a document without a word begins, and that of others.
WORDLESS, WORDED = b"i", b"t"


@lru_cache(maxsize=2)
def parts_of(model: bytes, at: float) -> _dejalu.Parts:
    """The model, built once in a worker. Spark runs as many workers as there are cores, so that each
    has one thread."""
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    return _dejalu.Parts(_dejalu.Model.from_json(model), at)


def identify(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Adds what is equal in documents of the same text; of one without a word, what no other has."""
    for batch in batches:
        ids, texts = batch.column("id"), batch.column("text")
        identities = _dejalu.Parts.identities(texts.to_pylist())
        pairs = zip(identities, ids.to_pylist())
        keys = [WORDLESS + id.encode() if same is None else WORDED + same for same, id in pairs]
        columns = [ids, texts, pa.array(keys, pa.binary())]
        yield pa.RecordBatch.from_arrays(columns, ["id", "text", "key"])


def pack(model: bytes, at: float, batches: Batches) -> Iterator[pa.RecordBatch]:
    """Documents as packed bytes, with the values by which they are searched."""
    parts = parts_of(model, at)
    for batch in batches:
        ids, texts = (batch.column(name).to_pylist() for name in ("id", "text"))
        packed, ends, values = parts.pack(ids, texts)
        offsets = np.concatenate([[0], ends]).astype(np.int32)
        lists = pa.ListArray.from_arrays(pa.array(offsets), pa.array(values))
        columns = [batch.column("number"), pa.array(packed, pa.binary()), lists]
        yield pa.RecordBatch.from_arrays(columns, ["number", "packed", "values"])


def postings(
    model: bytes, at: float, common: bytes, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """The postings of each document; ``common`` are the most frequent values, the most frequent last."""
    prefixes = _dejalu.Prefixes(parts_of(model, at), np.frombuffer(common, np.int64))
    for batch in batches:
        lists = batch.column("values")
        ends = np.cumsum(pc.list_value_length(lists).to_numpy(zero_copy_only=False))
        numbers = batch.column("number").to_numpy()
        values = lists.flatten().to_numpy()
        wide, narrow, indexed = prefixes.postings(numbers, ends.astype(np.int64), values)
        columns = [pa.array(column) for column in (*wide, *narrow, indexed)]
        yield pa.RecordBatch.from_arrays(columns, [*WIDE, *NARROW, "indexed"])


def join(model: bytes, at: float, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The pairs of the postings of each cell, once for each part of a partition."""
    prefixes = _dejalu.Prefixes(parts_of(model, at), np.empty(0, np.int64))
    for table in whole_runs(batches, "cell"):
        column = {name: table.column(name).to_numpy() for name in table.column_names}
        left, right = prefixes.pairs(
            column["cell"],
            [column[name] for name in WIDE],
            [column[name] for name in NARROW],
            column["indexed"],
            column["side"],
        )
        pairs = np.unique(np.stack([left, right], axis=1), axis=0)
        columns = [pa.array(np.ascontiguousarray(side)) for side in pairs.T]
        yield pa.RecordBatch.from_arrays(columns, ["left", "right"])


def judge(model: bytes, at: float, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The duplicates among the pairs of each cell, with their scores. A cell's documents come first."""
    parts = parts_of(model, at)
    for table in whole_runs(batches, "cell"):
        documents = table.filter(pc.is_valid(table.column("number")))
        pairs = table.filter(pc.is_valid(table.column("left")))
        # A document may be in several cells of the table.
        numbers, first = np.unique(documents.column("number").to_numpy(), return_index=True)
        packed = documents.column("packed").take(pa.array(first)).to_pylist()
        left, right = (pairs.column(side).to_numpy() for side in ("left", "right"))
        places = (np.searchsorted(numbers, side) for side in (left, right))
        scores = parts.scores(packed, *places)
        found = ~np.isnan(scores)
        columns = [pa.array(column[found]) for column in (left, right, scores)]
        yield pa.RecordBatch.from_arrays(columns, ["left", "right", "score"])


def group(
    model: bytes, at: float, keep: str, lose_at_most: float | None, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """The groups of whole components. A component's documents come before its pairs."""
    parts = parts_of(model, at)
    names = ["id", "first", "representative", "score", "kept", "lost", "reason", "relation"]
    for table in whole_runs(batches, "component"):
        documents = table.filter(pc.is_valid(table.column("number")))
        pairs = table.filter(pc.is_valid(table.column("left")))
        numbers = documents.column("number").to_numpy()
        order = np.argsort(numbers)
        left, right = (pairs.column(side).to_numpy() for side in ("left", "right"))
        places = (order[np.searchsorted(numbers, side, sorter=order)] for side in (left, right))
        ids, texts = (documents.column(name).to_pylist() for name in ("id", "text"))
        scores = pairs.column("score").to_numpy()
        rows = parts.group(ids, texts, *places, scores, keep, lose_at_most)
        kinds = [pa.string()] * 3 + [pa.float64(), pa.bool_(), pa.float64()] + [pa.string()] * 2
        columns = [pa.array(list(column), kind) for column, kind in zip(zip(*rows), kinds)]
        yield pa.RecordBatch.from_arrays(columns, names)


def whole_runs(batches: Batches, column: str) -> Iterator[pa.Table]:
    """The rows in tables that part no run of equal values; equal values stand together."""
    pending: list[pa.RecordBatch] = []
    for batch in batches:
        if batch.num_rows == 0:
            continue
        values = batch.column(column).to_numpy()
        others = np.flatnonzero(values != values[-1])
        cut = int(others[-1]) + 1 if len(others) else 0
        begins_anew = bool(pending) and pending[-1].column(column)[-1].as_py() != values[0]
        if pending and (cut > 0 or begins_anew):
            pending.append(batch.slice(0, cut))
            yield pa.Table.from_batches(pending)
            pending = [batch.slice(cut)]
        elif cut > 0:
            yield pa.Table.from_batches([batch.slice(0, cut)])
            pending = [batch.slice(cut)]
        else:
            pending.append(batch)
    if pending:
        yield pa.Table.from_batches(pending)
