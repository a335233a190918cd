"""Candidates: the pairs that the model's own filter may keep.

Each document is distributed by what it is searched by: of the exact search the head of its values, the rarest
first, since two documents that are similar enough share values there. What lies in one bucket meets; in how
many values a pair meets over all buckets says whether it can be similar enough. Which values count as
frequent is found in a sample, and bears on the cost alone: any order of values that is the same for all
documents brings the same pairs.
"""

from __future__ import annotations

from functools import partial
from math import ceil

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from . import _worker
from ._shuffle import together
from ._worker import Order, Work

#: So many of the most frequent values are put in order by frequency, the others by themselves. They travel
#: with the program of each task: 8 bytes each.
MOST_COMMON = 1 << 18

#: A value with more postings than this is distributed to several cells, so that no task compares more
#: than this with as many others.
MOST_POSTINGS = 2_048

#: Frequencies are those of so many documents, and of this share at most.
SAMPLE, SHARE = 1 << 14, 0.1

_GRAIN = 1 << 20


def size_of_sample(count: int) -> float:
    """In how many of so many documents frequencies are counted."""
    return min(SAMPLE, SHARE * count)


def order(originals: DataFrame, share: float, work: Work, seed: int | None) -> DataFrame:
    """The order of the search, from this share of the documents: one row."""
    share = max(1, round(min(share, 1.0) * _GRAIN)) / _GRAIN
    drawn = F.pmod(F.xxhash64("key"), F.lit(_GRAIN)) < round(share * _GRAIN)
    values = originals.filter(drawn).select("text")
    values = values.mapInArrow(partial(_worker.values, work), "values array<long>")
    found = partial(_worker.order, work, seed, share, (MOST_COMMON, MOST_POSTINGS))
    kind = "common binary, crowded array<struct<key long, postings long>>"
    return values.repartition(1).mapInArrow(found, kind)


def read_order(row: Row, seed: int | None) -> Order:
    """The order for the workers. Of bounded size: it may pass through the driver."""
    blocks = [(it["key"], ceil(it["postings"] / MOST_POSTINGS)) for it in row["crowded"]]
    return Order(bytes(row["common"]), tuple(blocks), seed)


def worst(row: Row) -> list[dict[str, int]]:
    """The keys with the most postings, of those that are distributed into blocks."""
    by_postings = sorted((it["postings"] for it in row["crowded"]), reverse=True)[:10]
    return [{"postings": it, "blocks": ceil(it / MOST_POSTINGS)} for it in by_postings]


def distributed(documents: DataFrame, work: Work, order: Order, side: str, partitions: int) -> DataFrame:
    """Documents (number, text), distributed into as many buckets as there are partitions."""
    distribute = partial(_worker.distribute, work, order, side, partitions)
    return documents.select("number", "text").mapInArrow(distribute, "bucket int, distributed binary")


def pairs(distributed: DataFrame, work: Work, order: Order, partitions: int) -> DataFrame:
    """The candidates, each once: the smaller number, the larger, the cell in which they are judged."""
    count_pairs = partial(_worker.count_pairs, work, order, partitions)
    counts = together(distributed, partitions, "bucket").mapInArrow(count_pairs, "bucket int, distributed binary")
    by_pair = together(counts, partitions, "bucket")
    return by_pair.mapInArrow(_worker.candidates, "left long, right long, cell long")
