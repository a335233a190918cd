"""Words counted in the workers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .. import _dejalu
from ._arrow import Batches, cells, column, whole
from ._worker import check_version

#: What is counted: features, how documents are read, the version of dejalu.
Counting = tuple[str, tuple, str]

#: In how many documents each word stands: numbers of words, and counts, as bytes of eight each.
Frequencies = tuple[bytes, bytes]


@lru_cache(maxsize=2)
def counting_of(features: str, reading: tuple, version: str) -> _dejalu.Counting:
    """The counter, built once in a worker."""
    check_version(version)
    return _dejalu.Counting(features, dict(reading))


@lru_cache(maxsize=1)
def _correlating(counting: Counting, words: Frequencies) -> _dejalu.CorrelatingWords:
    terms, counts = (np.frombuffer(it, np.int64) for it in words)
    return counting_of(*counting).correlating((terms, counts))


def counted(counting: Counting, batches: Batches) -> Iterator[pa.RecordBatch]:
    """Words (0) and runs of four characters (1), and how often each occurs in a batch."""
    for batch in batches:
        found = counting_of(*counting).count(cells(batch.column("text")))
        for kind, (terms, counts) in enumerate(found):
            kinds = np.full(len(terms), kind, np.int8)
            columns = [pa.array(made) for made in (kinds, terms, counts)]
            yield pa.RecordBatch.from_arrays(columns, ["kind", "term", "count"])


def distributed(
    counting: Counting, words: Frequencies, parts: int, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """The words of each document that may correlate, as bytes for each part that has one of its own."""
    counter, correlating = counting_of(*counting), _correlating(counting, words)
    for batch in batches:
        made = column(counter.distribute(cells(batch.column("text")), correlating, parts))
        numbers = pa.array(np.arange(parts, dtype=np.int32))
        yield pa.RecordBatch.from_arrays([numbers, made], ["part", "distributed"])


def partners(
    counting: Counting, words: Frequencies, parts: int, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """The strongest partners of the words of each part that is in a partition."""
    table = whole(batches)
    if table is None:
        return
    for part in pc.unique(table.column("part")).to_pylist():
        of_part = cells(table.filter(pc.equal(table.column("part"), part)).column("distributed"))
        found = _correlating(counting, words).partners(of_part, part, parts)
        columns = [pa.array(made) for made in found]
        yield pa.RecordBatch.from_arrays(columns, ["a", "b", "factor"])
