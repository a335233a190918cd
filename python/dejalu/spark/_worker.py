"""What runs in the workers: batches of Arrow in, batches of Arrow out, the crate between them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .. import __version__, _dejalu
from .._tables import DejaluError
from ._arrow import Batches, cells, column, parted, places_of, whole

# Texts are sent to the workers, not analysed documents: these take 6.0 kB for a text of 2.0 kB and save 29 µs a document.
# With them 20,000 documents took 172 CPU seconds, 80 without.


class Work(NamedTuple):
    """What every part of a job knows."""

    #: The model as JSON.
    model: bytes
    #: The minimum score of a duplicate.
    at: float
    #: The version of dejalu where the job was started.
    version: str


class Order(NamedTuple):
    """How the search of a job meets documents."""

    #: The most frequent values, the most frequent last; none where bands are searched.
    common: bytes
    #: Values, or keys of bands, that are distributed into blocks, with how many.
    crowded: tuple[tuple[int, int], ...]
    #: The seed of the bands; None for the exact search.
    seed: int | None


def check_version(wanted: str) -> None:
    """Refuses a worker with another version: parts of the work would not fit together."""
    if wanted != __version__:
        raise DejaluError(
            f"dejalu {__version__} is installed on a worker, and {wanted} where the job was started; "
            "install the same version on all machines"
        )


@lru_cache(maxsize=2)
def parts_of(work: Work) -> _dejalu.Parts:
    """The model, built once in a worker. Spark runs as many workers as there are cores, so that each
    has one thread."""
    os.environ.setdefault("RAYON_NUM_THREADS", "1")
    check_version(work.version)
    return _dejalu.Parts(_dejalu.Model.from_json(work.model), work.at)


def search_of(work: Work, order: Order) -> _dejalu.Search:
    """The search of a job."""
    parts, crowded = parts_of(work), list(order.crowded)
    if order.seed is not None:
        return _dejalu.Search.by_bands(parts, order.seed, crowded)
    return _dejalu.Search.exact(parts, np.frombuffer(order.common, np.int64), crowded)


def identify(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Adds what is equal in documents of the same text (of one without a word, what no other has), and the
    number of characters."""
    for batch in batches:
        ids, texts = batch.column("id"), batch.column("text")
        keys, characters = _dejalu.Parts.keys(cells(ids), cells(texts))
        columns = {"id": ids, "text": texts, "key": column(keys), "characters": pa.array(characters)}
        yield pa.RecordBatch.from_pydict(columns)


def values(work: Work, batches: Batches) -> Iterator[pa.RecordBatch]:
    """What each document is searched by."""
    parts = parts_of(work)
    for batch in batches:
        ends, found = parts.values(cells(batch.column("text")))
        places = np.concatenate([[0], ends]).astype(np.int32)
        lists = pa.ListArray.from_arrays(pa.array(places), pa.array(found))
        yield pa.RecordBatch.from_arrays([lists], ["values"])


def order(
    work: Work, seed: int | None, share: float, most: tuple[int, int], batches: Batches
) -> Iterator[pa.RecordBatch]:
    """The order of a search, from the values of this share of all documents: one row. Of ``most`` the first
    is how many values are put in order by frequency, the second how many postings of one key a task
    may compare."""
    table = whole(batches)
    if table is None:
        table = pa.table({"values": pa.array([], pa.list_(pa.int64()))})
    lists = table.column("values").combine_chunks()
    ends = np.cumsum(pc.list_value_length(lists).to_numpy(zero_copy_only=False)).astype(np.int64)
    found = lists.flatten().to_numpy()
    held, counts = np.unique(found, return_counts=True)
    by_count = np.lexsort((held, counts))[-most[0] :]
    common = held[by_count[counts[by_count] > 1]]
    keys = search_of(work, Order(common.tobytes(), (), seed)).keys(ends, found)
    keys, counts = np.unique(keys, return_counts=True)
    expected = np.ceil(counts / share).astype(np.int64)
    # What only one or two documents of a sample hold may be held by few others.
    crowded = np.flatnonzero((expected > most[1]) & (counts > 2))
    rows = [{"key": int(keys[at]), "postings": int(expected[at])} for at in crowded]
    kind = pa.list_(pa.struct([("key", pa.int64()), ("postings", pa.int64())]))
    columns = [pa.array([common.tobytes()]), pa.array([rows], kind)]
    yield pa.RecordBatch.from_arrays(columns, ["common", "crowded"])


def distribute(
    work: Work, order: Order, side: str, buckets: int, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """Documents under all that they are searched by, as bytes for each bucket."""
    parts, search = parts_of(work), search_of(work, order)
    for batch in batches:
        numbers, texts = batch.column("number").to_numpy(), cells(batch.column("text"))
        yield _for_buckets(search.distribute(parts, numbers, texts, side, buckets))


def count_pairs(work: Work, order: Order, buckets: int, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The counts of pairs in a bucket, as bytes for each bucket of pairs."""
    table = whole(batches)
    if table is not None:
        search = search_of(work, order)
        yield _for_buckets(search.count_pairs(cells(table.column("distributed")), buckets))


def _for_buckets(made: tuple[np.ndarray, np.ndarray]) -> pa.RecordBatch:
    distributed = column(made)
    buckets = pa.array(np.arange(len(distributed), dtype=np.int32))
    return pa.RecordBatch.from_arrays([buckets, distributed], ["bucket", "distributed"])


def candidates(batches: Batches) -> Iterator[pa.RecordBatch]:
    """The pairs of a bucket, each once, with the cells in which they are judged."""
    table = whole(batches)
    if table is not None:
        found = _dejalu.candidates(cells(table.column("distributed")))
        columns = [pa.array(made) for made in found]
        yield pa.RecordBatch.from_arrays(columns, ["left", "right", "cell"])


def judge(work: Work, batches: Batches) -> Iterator[pa.RecordBatch]:
    """The duplicates among the pairs of a partition, with their scores. Its rows are pairs, and the
    documents that they name, each once."""
    table = whole(batches)
    if table is None:
        return
    documents, pairs = parted(table, "number")
    numbers = documents.column("number").to_numpy()
    left, right = (pairs.column(side).to_numpy() for side in ("left", "right"))
    places = places_of(numbers, left, right)
    one, other, scores = parts_of(work).duplicates(cells(documents.column("text")), *places)
    one, other = numbers[one], numbers[other]
    ends = (np.minimum(one, other), np.maximum(one, other))
    columns = [pa.array(made) for made in (*ends, scores)]
    yield pa.RecordBatch.from_arrays(columns, ["left", "right", "score"])


def connect(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Each end of the links of a partition, with the least that it is connected with."""
    table = whole(batches)
    if table is not None:
        ends = (table.column(side).to_numpy() for side in ("left", "right"))
        columns = [pa.array(made) for made in _dejalu.components(*ends)]
        yield pa.RecordBatch.from_arrays(columns, ["number", "component"])


def group(
    work: Work, keep: str, lose_at_most: float | None, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """The groups of the components of a partition. Its rows are documents, each with the number of those
    of its text, and their pairs."""
    table = whole(batches)
    if table is None:
        return
    documents, pairs = parted(table, "number")
    numbers, ids = documents.column("number"), documents.column("id")
    sides = (pairs.column(side).to_numpy() for side in ("left", "right"))
    places = places_of(numbers.to_numpy(), *sides)
    texts, scores = cells(documents.column("text")), pairs.column("score").to_numpy()
    of_text = documents.column("of_text").to_numpy().astype(np.int64)
    given = (cells(ids), texts, of_text)
    grouped = parts_of(work).group(*given, *places, scores, keep, lose_at_most)
    of_documents, figures, kept, words = grouped
    own, group, representative = (pa.array(made) for made in of_documents)
    score, lost = (pa.array(made, from_pandas=True) for made in figures)
    reason, relation = (pa.array(made, pa.string()) for made in words)
    named = {
        "number": numbers.take(own),
        "id": ids.take(own),
        "group": ids.take(group),
        "representative": ids.take(representative),
        "score": score,
        "kept": pa.array(kept),
        "lost": lost,
        "reason": reason,
        "relation": relation,
    }
    yield from pa.table(named).combine_chunks().to_batches()


def probable(work: Work, batches: Batches) -> Iterator[pa.RecordBatch]:
    """Adds the probability of each score."""
    parts = parts_of(work)
    for batch in batches:
        found = parts.probabilities(batch.column("score").to_numpy())
        names = [*batch.schema.names, "probability"]
        yield pa.RecordBatch.from_arrays([*batch.columns, pa.array(found)], names)
