"""The near-duplicates of many queries in a collection."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .._model import Model
from . import _candidates, _documents, _judge, _worker
from ._job import Search, folder_of, partitions_of, search, write_summary
from ._stages import Stages
from ._workers import session_of

#: Numbers of queries lie above those of all documents, so that of a pair the query comes second.
_QUERIES = 1 << 62

_PAIR = "left long, right long, score double"


@dataclass(frozen=True)
class Found:
    """What a search wrote, as a frame that reads it."""

    #: A row for each near-duplicate of a query: query, id, score, probability.
    matches: DataFrame
    #: Counts, and what each stage took.
    summary: dict[str, Any]


def find(
    queries: DataFrame,
    documents: DataFrame,
    model: Model | None = None,
    out: str | os.PathLike[str] = "",
    *,
    at: float | None = None,
    partitions: int | None = None,
) -> Found:
    """The near-duplicates of each query in a collection, as ``dejalu.find_all(…, candidates="exact")`` finds
    them on one machine: the same rows, to the last bit, in no order.

    Parameters
    ----------
    queries, documents:
        Frames with the columns id and text. The ids of each differ; those of the two have nothing to do with
        each other.
    model, out, at, partitions:
        As for ``dedupe``, but None for ``at`` is the own threshold of the built-in model too.

    Raises
    ------
    DejaluError
        As ``dedupe``.
    """
    asked = search(model, at)
    spark, out = session_of(documents), folder_of(out)
    partitions = partitions_of(spark, partitions)
    queries = _documents.chosen(queries, "queries")
    documents = _documents.chosen(documents)
    settings = {
        "queries": _documents.fingerprint(queries, "queries"),
        "documents": _documents.fingerprint(documents),
        **asked.settings,
    }
    stages = Stages(spark, out, settings)
    texts = stages.run("documents", lambda: _documents.numbered(documents))
    copies = stages.run("copies", lambda: _documents.copies(texts))
    above = F.col("number") + F.lit(_QUERIES)
    wanted = stages.run(
        "queries", lambda: _documents.numbered(queries).withColumn("number", above)
    )
    same = stages.run("query-copies", lambda: _documents.copies(wanted, what="queries"))
    searched = _documents.originals(texts, copies)
    asking = _documents.originals(wanted, same)

    edges = _edges(searched, asking, asked, partitions, stages)
    own = _of_the_same_text(searched, asking, asked.parts.score_of_copies)
    others = edges.join(own.select("left", "right"), ["left", "right"], "left_anti")
    rows = own.unionByName(others)
    matches = stages.run("matches", lambda: _named(rows, (texts, copies), (wanted, same), asked))
    summary = {
        **settings,
        "candidates": stages.rows("candidates"),
        "matches": stages.rows("matches"),
        "stages": stages.report,
    }
    write_summary(summary, stages)
    return Found(matches, summary)


def _edges(
    searched: DataFrame, asking: DataFrame, asked: Search, partitions: int, stages: Stages
) -> DataFrame:
    """The pairs of a document and a query that are duplicates."""
    work, count = asked.work, stages.rows("documents")
    share = _candidates.size_of_sample(count) / max(count, 1)
    ordered = stages.run("order", lambda: _candidates.order(searched, share, work, None)).first()
    order = _candidates.read_order(ordered, None)
    sides = {"searched": searched, "query": asking}
    parts = [
        _candidates.distributed(frame, work, order, side, partitions) for side, frame in sides.items()
    ]
    distributed = parts[0].unionByName(parts[1])
    candidates = stages.run("candidates", lambda: _candidates.pairs(distributed, work, order, partitions))
    both = searched.unionByName(asking)
    return stages.run("edges", lambda: _judge.edges(candidates, both, work, partitions))


def _of_the_same_text(searched: DataFrame, asking: DataFrame, score: float) -> DataFrame:
    """A copy is found whatever the judge says."""
    left = searched.select("key", F.col("number").alias("left"))
    right = asking.select("key", F.col("number").alias("right"))
    return left.join(right, "key").select("left", "right", F.lit(score).alias("score"))


def _named(
    rows: DataFrame,
    documents: tuple[DataFrame, DataFrame],
    queries: tuple[DataFrame, DataFrame],
    asked: Search,
) -> DataFrame:
    """The rows of all copies on both sides, by id, with the probability of each score."""
    for side, name, (texts, copies) in (("left", "id", documents), ("right", "query", queries)):
        ids = texts.select("number", F.col("id").alias(name))
        of_text = copies.select(F.col("original").alias(side), "number")
        rows = rows.join(of_text, side).join(ids, "number").drop("number", side)
    rows = rows.select("query", "id", "score")
    kind = "query string, id string, score double, probability double"
    return rows.mapInArrow(partial(_worker.probable, asked.work), kind)
