"""Groups of the documents that are connected."""

from __future__ import annotations

from functools import partial

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from . import _worker
from ._shuffle import part_of, together
from ._worker import Work

_ROW = (
    "number long, id string, group string, representative string, score double, kept boolean, "
    "lost double, reason string, relation string"
)

_COLUMNS = ["id", "group", "representative", "score", "kept", "lost", "reason", "relation"]


def rows(
    documents: DataFrame,
    copies: DataFrame,
    components: DataFrame,
    edges: DataFrame,
    work: tuple[Work, str, float | None],
    partitions: int,
) -> DataFrame:
    """A row for each document, whose group is called by the id of the document that represents it; of a text's documents for two at most, which
    have the rows of all. A component goes to one worker; a document without a copy or a duplicate is a group
    of its own."""
    of_original = components.select(F.col("number").alias("original"), "component")
    members = copies.filter("number = like").join(of_original, "original", "left")
    is_alone = F.col("component").isNull() & (F.col("of_text") == 1)
    part = part_of(F.coalesce("component", "original"), partitions).alias("part")
    connected = members.filter(~is_alone).select("number", "of_text", part)
    texts = documents.select("number", "id", "text").join(connected.hint("shuffle_hash"), "number")
    part = part_of("component", partitions).alias("part")
    of_left = components.select(F.col("number").alias("left"), part)
    pairs = edges.join(of_left, "left")
    rows = together(texts.unionByName(pairs, allowMissingColumns=True), partitions, "part")
    grouped = rows.mapInArrow(partial(_worker.group, *work), _ROW)
    alone = members.filter(is_alone).select("number")
    alone = documents.select("number", "id").join(alone, "number")
    return grouped.unionByName(alone.select("number", *_of_its_own()))


def table(rows: DataFrame, documents: DataFrame, copies: DataFrame, is_whole: bool) -> DataFrame:
    """The table of groups: the rows, and unless they are whole those of all further copies."""
    found = rows.select(*_COLUMNS)
    if is_whole:
        return found
    others = copies.filter("number <> like").select("number", "like")
    ids = documents.select("number", "id").join(others, "number").select("like", "id")
    same = rows.drop("id").withColumnRenamed("number", "like")
    return found.unionByName(ids.join(same, "like").select(*_COLUMNS))


def count(rows: DataFrame) -> int:
    """The number of groups."""
    return rows.filter("id = group").count()


def kept(rows: DataFrame, documents: DataFrame) -> DataFrame:
    """The documents that are kept."""
    which = rows.filter("kept").select("number").hint("shuffle_hash")
    return documents.select("number", "id", "text").join(which, "number").select("id", "text")


def _of_its_own() -> list:
    """The columns of a document that is a group of its own."""
    of_it = [F.col("id").alias(name) for name in ("id", "group", "representative")]
    nothing = F.lit(None).cast("double")
    said = [nothing.alias("score"), F.lit(True).alias("kept"), nothing.alias("lost")]
    return [*of_it, *said, F.lit("unique").alias("reason"), F.lit("").alias("relation")]
