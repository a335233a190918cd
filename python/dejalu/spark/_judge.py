"""Scores of the candidates.

Pairs come to a partition by their cell, and with them the texts that they name, once each. Documents that are
connected by candidates lie in the same few cells, so that most texts travel once or twice; a document with
very many candidates is spread over cells. A partition is judged as one machine judges a collection: in
tiles, the heavy features last.
"""

from __future__ import annotations

from functools import partial

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from . import _worker
from ._shuffle import part_of, with_documents
from ._worker import Work


def edges(candidates: DataFrame, documents: DataFrame, work: Work, partitions: int) -> DataFrame:
    """The duplicates among candidates of documents (number, text), with their scores."""
    part = part_of("cell", partitions).alias("part")
    pairs = candidates.select(part, "left", "right")
    rows = with_documents(pairs, documents.select("number", "text"), partitions)
    return rows.mapInArrow(partial(_worker.judge, work), "left long, right long, score double")


def pairs(edges: DataFrame, documents: DataFrame) -> DataFrame:
    """The duplicate pairs of different texts by id, the smaller first."""
    ids = documents.select("number", "id")
    named = edges
    for side in ("left", "right"):
        of_side = ids.select(F.col("number").alias(side), F.col("id").alias(f"{side}_id"))
        named = named.join(of_side, side)
    first, second = F.least("left_id", "right_id"), F.greatest("left_id", "right_id")
    return named.select(first.alias("id_a"), second.alias("id_b"), "score")
