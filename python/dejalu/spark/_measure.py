"""Pairs and the documents that they name, measured in the workers."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pyarrow as pa

from .. import _dejalu
from .._model import Model
from .._tables import read_pairs
from ._arrow import Batches, parted, places_of, whole
from ._worker import check_version

#: So many pairs are measured at a time: the documents of a part would take forty times their texts.
_PAIRS_AT_A_TIME = 2_048


@lru_cache(maxsize=2)
def _model(model: bytes, version: str) -> Model:
    check_version(version)
    return Model(_dejalu.Model.from_json(model))


@lru_cache(maxsize=2)
def _vectorizer(vectorizer: bytes, version: str) -> _dejalu.Vectorizer:
    check_version(version)
    return _dejalu.Vectorizer.from_bytes(vectorizer)


def judged(model: bytes, version: str, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The decision on each pair of a partition."""
    for ids, documents, _ in _read(batches):
        found = _model(model, version).classify(ids, documents)
        columns = {name: pa.array(values) for name, values in {**found, **ids}.items()}
        yield from pa.table(columns).to_batches()


def vectors(vectorizer: bytes, version: str, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The vector of each pair of a partition."""
    by = _vectorizer(vectorizer, version)
    for ids, documents, labels in _read(batches):
        with warnings.catch_warnings():
            # Labels were not read, and what is odd about pairs was said where they were made.
            warnings.simplefilter("ignore")
            rows = by.vectors(read_pairs(ids, documents))
        features = {
            name: pa.array(np.ascontiguousarray(values), from_pandas=True)
            for name, values in zip(by.names, rows.T)
        }
        yield from pa.table({**ids, "label": labels, **features}).to_batches()


def _read(batches: Batches) -> Iterator[tuple[dict[str, list[str]], dict[str, str], pa.Array]]:
    """The ids of some pairs, their documents, their labels."""
    table = whole(batches)
    if table is None:
        return
    documents, pairs = parted(table, "number")
    sides = [pairs.column(side).to_numpy() for side in ("left", "right")]
    # Pairs of one document one after the other, so that it is read once.
    order = np.lexsort(sides[::-1])
    left, right = places_of(documents.column("number").to_numpy(), *(side[order] for side in sides))
    labels = pairs.column("label").take(order)
    ids, texts = documents.column("id"), documents.column("text")
    for start in range(0, len(order), _PAIRS_AT_A_TIME):
        here = slice(start, start + _PAIRS_AT_A_TIME)
        needed = np.unique(np.concatenate([left[here], right[here]]))
        read = dict(zip(ids.take(needed).to_pylist(), texts.take(needed).to_pylist()))
        pairs_here = {"id_a": left[here], "id_b": right[here]}
        named = {name: ids.take(places).to_pylist() for name, places in pairs_here.items()}
        yield named, read, labels.slice(start, _PAIRS_AT_A_TIME)
