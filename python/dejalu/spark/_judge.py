"""Scores of the candidates.

Pairs are dealt into the cells of a square by both of their documents, and to each cell go the documents
that its pairs name, once each: a document with very many candidates is spread over a row of cells.
"""

from __future__ import annotations

from functools import partial
from math import ceil, sqrt

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from . import _worker

#: A cell has about so many pairs.
PAIRS_OF_A_CELL = 20_000

#: And there are at least so many cells for each partition, so that none has much more to do than another.
CELLS_OF_A_PARTITION = 4


def edges(
    candidates: DataFrame,
    count: int,
    originals: DataFrame,
    work: tuple[bytes, float],
    partitions: int,
) -> DataFrame:
    """The duplicates among so many candidates, with their scores."""
    cells = max(count / PAIRS_OF_A_CELL, CELLS_OF_A_PARTITION * partitions)
    side = F.lit(ceil(sqrt(cells)))
    row, column = (F.pmod(F.xxhash64(name), side) for name in ("left", "right"))
    pairs = candidates.select((row * side + column).alias("cell"), "left", "right")
    ends = [pairs.select("cell", F.col(name).alias("number")) for name in ("left", "right")]
    needed = ends[0].union(ends[1]).distinct()
    documents = needed.join(originals.select("number", "packed"), "number")
    rows = documents.unionByName(pairs, allowMissingColumns=True)
    together = rows.repartition(partitions, "cell")
    # Nulls come first: the documents before the pairs.
    together = together.sortWithinPartitions("cell", "left")
    judged = partial(_worker.judge, *work)
    return together.mapInArrow(judged, "left long, right long, score double")


def pairs(edges: DataFrame, documents: DataFrame) -> DataFrame:
    """The duplicate pairs of different texts by id, the smaller first."""
    ids = documents.select("number", "id")
    named = edges
    for side in ("left", "right"):
        of_side = ids.select(F.col("number").alias(side), F.col("id").alias(f"{side}_id"))
        named = named.join(of_side, side)
    first, second = F.least("left_id", "right_id"), F.greatest("left_id", "right_id")
    return named.select(first.alias("id_a"), second.alias("id_b"), "score")
