"""The job: its stages in order."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import _dejalu
from .._model import Model
from .._options import checked, invalid
from . import _candidates, _components, _documents, _groups, _judge
from ._stages import Stages


@dataclass(frozen=True)
class Deduplicated:
    """What a deduplication wrote, as frames that read it."""

    #: A row for every document: id, group, representative, score, kept, lost, reason, relation, as in
    #: ``dejalu.Deduplicated.groups``; null where nothing is known.
    groups: DataFrame
    #: The documents that are kept: id, text.
    kept: DataFrame
    #: The duplicate pairs of different texts: id_a, id_b, score.
    pairs: DataFrame
    #: Counts, the most frequent values, the rows and seconds of each stage.
    summary: dict[str, Any]


def dedupe(
    documents: DataFrame,
    model: Model | None = None,
    out: str | os.PathLike[str] = "",
    *,
    at: float | None = None,
    keep: str = "longest",
    lose_at_most: float | None = None,
    partitions: int | None = None,
) -> Deduplicated:
    """Groups the near-duplicates of a collection on the cluster of ``documents``, as ``dejalu dedupe
    --at T --boilerplate keep --candidates exact`` does on one machine: the same groups, to the last bit.

    Parameters
    ----------
    documents:
        A frame with the columns id and text. The ids differ.
    model:
        The judge; None for the built-in model, which needs ``at``.
    out:
        A folder, where Spark can write, that is read by all workers. Every stage is written there, and one
        that is there and whole is not run again: a job that was stopped is started again with the same
        arguments.
    at:
        Minimum score of a duplicate; None for the model's own threshold.
    keep:
        Representative of a group: "longest", "first" (smallest id) or "centroid" (most similar to the
        others).
    lose_at_most:
        Keep a document beside its representative if that one lacks more than this share of its runs of
        three words.
    partitions:
        In how many parts the work is done; None for ``spark.sql.shuffle.partitions``.

    Raises
    ------
    DejaluError
        An option that cannot be used; a document without an id, a text or a word, or two of one id; a folder with
        stages of other documents or settings.
    """
    inner = _model_of(model, at)
    _check(out, keep, lose_at_most, partitions)
    spark = documents.sparkSession
    parts = _dejalu.Parts(inner, None if at is None else float(at))
    work = (inner.to_json(), parts.at)
    partitions = partitions or int(spark.conf.get("spark.sql.shuffle.partitions") or 200)
    documents = _documents.chosen(documents)
    settings = {
        "documents": _documents.fingerprint(documents),
        "model": hashlib.sha256(work[0]).hexdigest(),
        "at": parts.at,
        "filter": parts.filter,
        "keep": keep,
        "lose_at_most": lose_at_most,
    }
    stages = Stages(spark, os.fspath(out), settings)

    texts = stages.run("documents", lambda: _documents.numbered(documents))
    copies = stages.run("copies", lambda: _documents.copies(texts))
    originals = stages.run("originals", lambda: _documents.originals(texts, copies, work))

    frequent = stages.run("frequent", lambda: _candidates.frequent(originals))
    common = _candidates.in_order(frequent)
    postings = stages.run("postings", lambda: _candidates.postings(originals, common, work))
    crowded = stages.run("crowded", lambda: _candidates.crowded(postings))
    cells = _candidates.in_cells(postings, crowded)
    candidates = stages.run("candidates", lambda: _candidates.pairs(cells, work, partitions))

    count = stages.rows("candidates")
    judged = (candidates, count, originals, work, partitions)
    edges = stages.run("edges", lambda: _judge.edges(*judged))
    components, rounds = _components.components(edges, stages)
    grouped = (texts, copies, components, edges, (*work, keep, lose_at_most), partitions)
    rows = stages.run("rows", lambda: _groups.rows(*grouped))
    numbering = stages.run("numbering", lambda: _groups.numbering(rows))
    groups = stages.run("groups", lambda: _groups.numbered(rows, numbering))
    kept = stages.run("kept", lambda: _groups.kept(groups, texts))
    pairs = stages.run("pairs", lambda: _judge.pairs(edges, texts))

    summary = {
        **settings,
        "texts": stages.rows("originals"),
        "postings": stages.rows("postings"),
        "candidates": count,
        "duplicates": stages.rows("edges"),
        "rounds": rounds,
        "groups": stages.rows("numbering"),
        "kept": stages.rows("kept"),
        "crowded_values": _worst(crowded),
        "stages": stages.report,
    }
    summary["documents"] = stages.rows("documents")
    _write(summary, stages)
    return Deduplicated(groups, kept, pairs, summary)


def _model_of(model: Model | None, at: float | None) -> _dejalu.Model:
    if model is not None and not isinstance(model, Model):
        raise TypeError(f"model is {type(model).__name__}: expected a Model, or None for the built-in one")
    if isinstance(at, str):
        expected = "a number: a threshold is not guessed on a cluster; 'dejalu dedupe' on a sample suggests one"
        raise invalid("at", at, expected)
    checked(at=at)
    if model is None and at is None:
        raise invalid("at", None, "a number: the built-in model knows nothing of the collection")
    return Model.built_in()._inner if model is None else model._inner


def _check(
    out: str | os.PathLike[str], keep: str, lose_at_most: float | None, partitions: int | None
) -> None:
    checked(keep=keep, lose_at_most=lose_at_most)
    if not os.fspath(out):
        raise invalid("out", out, "a folder for the stages and the result")
    if keep not in ("longest", "first", "centroid"):
        raise invalid("keep", keep, "'longest', 'first' or 'centroid'")
    if lose_at_most is not None and not 0.0 <= lose_at_most <= 1.0:
        raise invalid("lose_at_most", lose_at_most, "a number from 0 to 1")
    if partitions is not None and partitions < 1:
        raise invalid("partitions", partitions, "a whole number from 1")


def _worst(crowded: DataFrame) -> list[dict[str, int]]:
    """The values with the most postings, of those that are dealt into blocks."""
    worst = crowded.orderBy(F.desc("postings"), "value").limit(10).collect()
    return [{"postings": row["postings"], "blocks": row["blocks"]} for row in worst]


def _write(summary: dict[str, Any], stages: Stages) -> None:
    text = json.dumps(summary, indent=1)
    frame = stages.spark.createDataFrame([(text,)], "value string").coalesce(1)
    frame.write.mode("overwrite").text(f"{stages.out}/summary")
