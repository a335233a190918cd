"""Candidates: the pairs that the model's own filter may keep, found by their rarest values.

Of each document only the head of its values, the rarest first, becomes postings: two documents that are
similar enough share a value there. A pair is met under a common value, once or several times; what the
filter really keeps, the judge finds out. Which values count as frequent bears on the cost alone: any order
of values that is the same for all documents brings the same pairs.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from . import _worker

#: So many of the most frequent values are put in order by frequency, the others by themselves. They travel
#: with the program of each task: 8 bytes each.
MOST_COMMON = 1 << 18

#: A value with more postings than this is dealt out to several cells, so that no task compares more
#: than this with as many others.
MOST_POSTINGS = 2_048

_POSTING = (
    "value long, set long, bits_0 long, bits_1 long, bits_2 long, bits_3 long, "
    "size int, rest int, indexed boolean"
)


def frequent(originals: DataFrame) -> DataFrame:
    """The most frequent values, with the number of documents that hold each."""
    values = originals.select(F.explode("values").alias("value"))
    counted = values.groupBy("value").agg(F.count("*").alias("documents")).filter("documents > 1")
    return counted.orderBy(F.desc("documents"), "value").limit(MOST_COMMON)


def in_order(frequent: DataFrame) -> bytes:
    """The most frequent values, the most frequent last. Of bounded size: it may pass through the driver."""
    rows = frequent.orderBy("documents", "value").select("value").collect()
    return np.array([row["value"] for row in rows], np.int64).tobytes()


def postings(originals: DataFrame, common: bytes, work: tuple[bytes, float]) -> DataFrame:
    """The heads of all documents."""
    make = partial(_worker.postings, *work, common)
    return originals.select("number", "values").mapInArrow(make, _POSTING)


def crowded(postings: DataFrame) -> DataFrame:
    """The values whose postings are too many for one task, and into how many blocks they are dealt."""
    counted = postings.groupBy("value").agg(F.count("*").alias("postings"))
    blocks = F.ceil(F.col("postings") / MOST_POSTINGS).cast("int")
    many = counted.filter(F.col("postings") > MOST_POSTINGS)
    return many.withColumn("blocks", blocks)


def in_cells(postings: DataFrame, crowded: DataFrame) -> DataFrame:
    """Postings by the cell in which they meet others. The postings of a crowded value are dealt into
    blocks; a cell is a pair of blocks, so that every pair of postings has one."""
    blocks = F.broadcast(crowded.select("value", "blocks"))
    found = postings.join(blocks, "value", "left").fillna(1, ["blocks"])
    found = found.withColumn("own", F.pmod(F.xxhash64("set"), "blocks").cast("int"))
    found = found.withColumn("other", F.explode(F.sequence(F.lit(0), F.col("blocks") - 1)))
    low, high = F.least("own", "other"), F.greatest("own", "other")
    side = F.when(F.col("own") < F.col("other"), 1).when(F.col("own") > F.col("other"), 2)
    found = found.withColumn("cell", F.xxhash64("value", low, high))
    found = found.withColumn("side", F.coalesce(side, F.lit(0)).cast("byte"))
    return found.drop("own", "other", "blocks")


def pairs(cells: DataFrame, work: tuple[bytes, float], partitions: int) -> DataFrame:
    """The candidates, each once."""
    together = cells.repartition(partitions, "cell").sortWithinPartitions("cell")
    met = together.mapInArrow(partial(_worker.join, *work), "left long, right long")
    return met.distinct()
