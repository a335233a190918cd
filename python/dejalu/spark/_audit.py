"""Groups of any tool, judged."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .._model import Model
from .._options import checked
from .._tables import DejaluError
from . import _candidates, _documents, _given, _given_worker, _judge
from ._apply import check_keep
from ._given_worker import Answered
from ._job import folder_of, partitions_of, search
from ._stages import Stages
from ._workers import session_of

_LOSSES = (
    "id string, representative string, lost double, relation string, score double, probability double"
)


@dataclass(frozen=True)
class Audited:
    """What is known of the removals of groups."""

    #: A row for each removal: id, representative, lost, relation, score, probability, as in ``dejalu.Audited.losses``,
    #: in no order.
    losses: DataFrame
    #: A row for each removal, for ``apply``: id, representative, kept. After a verdict those that did not pass are kept.
    groups: DataFrame
    #: What ``draw`` asks, and the answers so far: rows of a labels.jsonl, as in ``dejalu.Audited.questions``.
    questions: list[dict[str, Any]]
    #: What is known, in sentences.
    verdict: list[str]
    #: Whether there was something to remove, and the answers let nothing go.
    failed: bool
    #: The numbers behind the sentences: figures, and audit (of a draw or a verdict, else None), as in
    #: ``dejalu.Audited.figures``.
    figures: dict[str, Any]


def audit(
    groups: DataFrame,
    documents: DataFrame,
    model: Model | None = None,
    out: str | os.PathLike[str] = "",
    *,
    at: float | None = None,
    columns: Mapping[str, str] | None = None,
    keep: str = "longest",
    draw: int | None = None,
    answers: Any = None,
    wrong_at_most: float | None = None,
    confidence: float | None = None,
    looks: int | None = None,
    seed: int = 42,
    partitions: int | None = None,
) -> Audited:
    """Judges the removals of any tool's groups on the cluster of ``documents``, as ``dejalu.audit`` with
    ``candidates="exact"`` does on one machine: the same losses, questions and verdict, of a model that decides by its own
    threshold.

    Parameters
    ----------
    groups, documents, columns, keep:
        As for ``apply``.
    model, out, at, partitions:
        As for ``dedupe``, but None for ``at`` is the own threshold of the built-in model too. The duplicates, of which
        the order of risk follows, are those that score at least ``at``.
    draw, wrong_at_most, confidence, looks, seed:
        As for ``dejalu.audit``.
    answers:
        As for ``dejalu.audit``: a file that the driver reads, rows, or a frame, of Spark's too.

    Raises
    ------
    DejaluError
        What ``apply`` and ``dedupe`` refuse; answers that are of another draw or about no removal.
    """
    asked = search(model, at)
    check_keep(keep)
    how = checked(
        keep=keep,
        draw=draw,
        wrong_at_most=wrong_at_most,
        confidence=confidence,
        looks=looks,
        seed=seed,
    )
    answered = None if answers is None else _sent(answers)
    spark, folder = session_of(documents), folder_of(out)
    partitions = partitions_of(spark, partitions)
    table, documents = _given.chosen(groups, columns), _documents.chosen(documents)
    settings = {
        "documents": _documents.fingerprint(documents),
        "groups": _given.fingerprint(table),
        **asked.settings,
        "keep": keep,
    }
    stages, work = Stages(spark, folder, settings), asked.work
    texts = stages.run("documents", lambda: _documents.numbered(documents))
    copies = stages.run("copies", lambda: _documents.copies(texts))
    said = stages.run("given", lambda: _given.keyed(table, texts))
    losses = stages.run(
        "losses",
        lambda: _given.by_group(said, texts.select("id", "text"), partitions).mapInArrow(
            partial(_given_worker.losses, work, keep), _LOSSES
        ),
    )
    if draw is None and answers is None:
        # Nothing of what follows needs the other duplicates.
        doubts = losses.withColumn("better", F.lit(0).cast("long"))
    else:
        originals = _documents.originals(texts, copies)
        count = stages.rows("documents")
        share = _candidates.size_of_sample(count) / max(count, 1)
        ordered = stages.run("order", lambda: _candidates.order(originals, share, work, None))
        order = _candidates.read_order(ordered.first(), None)
        distributed = _candidates.distributed(originals, work, order, "any", partitions)
        found = stages.run("candidates", lambda: _candidates.pairs(distributed, work, order, partitions))
        edges = stages.run("edges", lambda: _judge.edges(found, texts, work, partitions))
        of_copies = asked.parts.score_of_copies
        doubts = stages.run("doubts", lambda: _doubts(losses, texts, copies, edges, of_copies))
    how |= {"candidates": "exact"}
    name = _name(how, answered)
    kind = "kind string, value string"
    # All removals go to one task, which is what orders them.
    in_one = doubts.drop("probability").repartition(1)
    judged = partial(_given_worker.verdict, work, answered, how)
    outcome = stages.run(name, lambda: in_one.mapInArrow(judged, kind))
    stays = outcome.filter("kind = 'stays'").select(F.col("value").alias("id"), F.lit(True).alias("kept"))
    told = [tuple(row) for row in outcome.filter("kind <> 'stays'").collect()]
    _raise(told)
    rows = losses.select("id", "representative").join(stays, "id", "left")
    return Audited(
        losses,
        rows.withColumn("kept", F.coalesce("kept", F.lit(False))),
        [json.loads(value) for kind, value in told if kind == "question"],
        [value for kind, value in told if kind == "sentence"],
        any(value == "True" for kind, value in told if kind == "failed"),
        json.loads(next(value for kind, value in told if kind == "figures")),
    )


def _doubts(
    losses: DataFrame, texts: DataFrame, copies: DataFrame, edges: DataFrame, of_copies: float
) -> DataFrame:
    """The removals, and how many documents score higher with each than its kept one."""
    of_text = copies.select("number", "original", "of_text")
    removals = losses.join(texts.select("id", "number"), "id").join(of_text, "number")
    sizes = of_text.filter("number = original").select(F.col("number").alias("other"), F.col("of_text").alias("many"))
    ends = [edges.select(F.col(a).alias("original"), F.col(b).alias("other"), F.col("score").alias("rival"))
            for a, b in (("left", "right"), ("right", "left"))]
    rivals = ends[0].unionByName(ends[1]).join(sizes, "other")
    found = removals.select("id", "original", "score").join(rivals, "original").filter("rival > score")
    better = found.groupBy("id").agg(F.sum("many").alias("others"))
    of_own = F.when(F.lit(of_copies) > F.col("score"), F.col("of_text") - 1).otherwise(0)
    counted = (F.coalesce("others", F.lit(0)) + of_own).cast("long").alias("better")
    return removals.join(better, "id", "left").select(*losses.columns, counted)


def _name(how: dict[str, Any], answered: Answered | None) -> str:
    """The name of the stage of a draw or a verdict: other options or answers are another one."""
    digest = hashlib.sha256(json.dumps(how, sort_keys=True).encode())
    if answered is not None:
        digest.update(answered[1])
    return f"audit-{digest.hexdigest()[:16]}"


def _raise(told: Sequence[tuple[str, str]]) -> None:
    for kind, value in told:
        if kind == "error":
            raise DejaluError(value)


def _sent(answers: Any) -> Answered:
    """Answers as a file that workers read."""
    if isinstance(answers, (str, os.PathLike)):
        path = Path(answers)
        return path.name, path.read_bytes()
    if isinstance(answers, DataFrame):
        rows = [row.asDict() for row in answers.collect()]
    elif hasattr(answers, "__arrow_c_stream__"):
        rows = pa.table(answers).to_pylist()
    else:
        rows = [dict(row) for row in answers]
    return "answers.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode()
