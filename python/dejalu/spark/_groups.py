"""Groups of the documents that are connected, and their numbers."""

from __future__ import annotations

from functools import partial

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from . import _worker

_ROW = (
    "id string, first string, representative string, score double, kept boolean, lost double, "
    "reason string, relation string"
)


def rows(
    documents: DataFrame,
    copies: DataFrame,
    components: DataFrame,
    edges: DataFrame,
    work: tuple[bytes, float, str, float | None],
    partitions: int,
) -> DataFrame:
    """A row for each document, with the first id of its group. A component goes to one worker; a document
    without a copy or a duplicate is a group of its own."""
    of_original = components.select(F.col("number").alias("original"), "component")
    members = copies.join(of_original, "original", "left")
    members = members.withColumn("component", F.coalesce("component", "original"))
    several = members.groupBy("component").count().filter("count > 1").select("component")
    texts = documents.select("number", "id", "text")
    connected = members.join(several, "component").select("number", "component").join(texts, "number")
    of_left = components.select(F.col("number").alias("left"), "component")
    # The least document of a component is no end of a link that names it.
    least = components.select("component").distinct()
    of_left = of_left.union(least.select(F.col("component").alias("left"), "component"))
    pairs = edges.join(of_left, "left")
    together = connected.unionByName(pairs, allowMissingColumns=True)
    together = together.repartition(partitions, "component")
    # Nulls come first: the documents before the pairs.
    together = together.sortWithinPartitions("component", "left")
    grouped = together.mapInArrow(partial(_worker.group, *work), _ROW)
    alone = members.join(several, "component", "left_anti").select("number")
    alone = alone.join(documents.select("number", "id"), "number")
    return grouped.unionByName(alone.select(*_of_its_own()))


def numbering(rows: DataFrame) -> DataFrame:
    """The first ids of all groups in order, each with its place in its partition."""
    ordered = rows.select("first").distinct().orderBy("first")
    place = F.monotonically_increasing_id().bitwiseAND(F.lit((1 << 33) - 1))
    return ordered.select("first", F.spark_partition_id().alias("part"), place.alias("place"))


def numbered(rows: DataFrame, numbering: DataFrame) -> DataFrame:
    """The table of groups: they are numbered from 1 by their first id."""
    counts = numbering.groupBy("part").count().orderBy("part").collect()
    begins, begin = [], 1
    for part, count in counts:
        begins.append((part, begin))
        begin += count
    spark = rows.sparkSession
    begins_of = F.broadcast(spark.createDataFrame(begins, "part int, begin long"))
    numbers = numbering.join(begins_of, "part")
    numbers = numbers.select("first", (F.col("begin") + F.col("place")).alias("group"))
    columns = ["id", "group", "representative", "score", "kept", "lost", "reason", "relation"]
    return rows.join(numbers, "first").select(*columns)


def kept(groups: DataFrame, documents: DataFrame) -> DataFrame:
    """The documents that are kept."""
    return documents.select("id", "text").join(groups.filter("kept").select("id"), "id")


def _of_its_own() -> list:
    """The columns of a document that is a group of its own."""
    of_it = [F.col("id").alias(name) for name in ("id", "first", "representative")]
    nothing = F.lit(None).cast("double")
    said = [nothing.alias("score"), F.lit(True).alias("kept"), nothing.alias("lost")]
    return [*of_it, *said, F.lit("unique").alias("reason"), F.lit("").alias("relation")]
