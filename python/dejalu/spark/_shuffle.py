"""Rows brought together by the part of the work that they belong to."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F


def part_of(number: str | Column, partitions: int) -> Column:
    """The part of a number that names what belongs together, spread evenly."""
    return F.pmod(F.xxhash64(number), F.lit(partitions)).cast("int")


def together(frame: DataFrame, partitions: int, part: str) -> DataFrame:
    """The rows of each part in one partition. A partition may hold several parts, so that what is done
    with one has to be right for several."""
    if hasattr(frame, "repartitionById"):
        return frame.repartitionById(partitions, part)
    # Before Spark 4.1 two parts may meet in one partition while another has none.
    return frame.repartition(partitions, part)


def with_documents(pairs: DataFrame, documents: DataFrame, partitions: int) -> DataFrame:
    """Pairs (part, left, right, …) and in each part the documents (number, …) that its pairs name, once."""
    ends = [pairs.select("part", F.col(name).alias("number")) for name in ("left", "right")]
    needed = ends[0].union(ends[1]).distinct()
    # Few numbers meet many texts: the texts need not be sorted.
    brought = documents.join(needed.hint("shuffle_hash"), "number")
    return together(brought.unionByName(pairs, allowMissingColumns=True), partitions, "part")
