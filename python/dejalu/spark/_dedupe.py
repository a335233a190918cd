"""The job: its stages in order."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame

from .._model import Model
from .._options import checked, invalid
from . import _candidates, _components, _documents, _groups, _judge
from ._job import folder_of, partitions_of, search, write_summary
from ._stages import Stages
from ._worker import search_of
from ._workers import session_of


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
    candidates: str = "exact",
    seed: int = 42,
    partitions: int | None = None,
) -> Deduplicated:
    """Groups the near-duplicates of a collection on the cluster of ``documents``, as ``dejalu dedupe
    --at T --boilerplate keep --candidates exact`` does on one machine: the same groups, to the last bit, unless
    ``candidates`` is "minhash".

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
        Representative of a group: "longest", "centroid" (most similar to the others) or "first": since a frame
        has no order, the one with the smallest id, as of equal ones of the others. Ids that are whole numbers
        ascend by value and come before all others, which ascend as text.
    lose_at_most:
        Keep a document beside its representative if that one lacks more than this share of its runs of
        three words.
    candidates:
        How pairs are found: "exact" finds all that pass the model's filter, "minhash" each with a known
        probability, at least ``summary["expected_recall"]``, by bands of minima. What is found is judged alike.
    seed:
        The seed of the bands.
    partitions:
        In how many parts the work is done; None for ``spark.sql.shuffle.partitions``.

    Raises
    ------
    DejaluError
        An option that cannot be used; a document without an id, a text or a word, or two of one id; a folder with
        stages of other documents or settings.
    """
    options = {"at": at, "keep": keep, "lose_at_most": lose_at_most, "candidates": candidates}
    return run(documents, model, out, **options, seed=seed, partitions=partitions)


def run(
    documents: DataFrame,
    model: Model | None,
    out: str | os.PathLike[str],
    *,
    at: float | None = None,
    keep: str = "longest",
    lose_at_most: float | None = None,
    candidates: str = "exact",
    seed: int = 42,
    partitions: int | None = None,
    drawn_from: int = 0,
) -> Deduplicated:
    """As :func:`dedupe`; of documents that were drawn from so many, in an order as good as theirs."""
    if model is None and at is None:
        raise invalid("at", None, "a number: the built-in model knows nothing of the collection")
    asked = search(model, at)
    _check(keep, lose_at_most, candidates)
    spark, out = session_of(documents), folder_of(out)
    partitions = partitions_of(spark, partitions)
    documents = _documents.chosen(documents)
    settings = {
        "documents": _documents.fingerprint(documents),
        **asked.settings,
        "keep": keep,
        "lose_at_most": lose_at_most,
        "candidate_search": candidates,
    }
    of_bands = seed if candidates == "minhash" else None
    if of_bands is not None:
        settings["seed"] = of_bands
    stages, work = Stages(spark, out, settings), asked.work

    texts = stages.run("documents", lambda: _documents.numbered(documents))
    copies = stages.run("copies", lambda: _documents.copies(texts, keep))
    originals = _documents.originals(texts, copies)

    count = stages.rows("documents")
    share = _candidates.size_of_sample(max(count, drawn_from)) / max(count, 1)
    ordered = stages.run("order", lambda: _candidates.order(originals, share, work, of_bands))
    first = ordered.first()
    order = _candidates.read_order(first, of_bands)
    distributed = _candidates.distributed(originals, work, order, "any", partitions)
    found = stages.run("candidates", lambda: _candidates.pairs(distributed, work, order, partitions))

    edges = stages.run("edges", lambda: _judge.edges(found, texts, work, partitions))
    components, rounds = _components.components(edges, stages.rows("edges"), stages)
    grouped = (texts, copies, components, edges, (work, keep, lose_at_most), partitions)
    rows = stages.run("rows", lambda: _groups.rows(*grouped))
    is_whole = stages.rows("rows") == count
    groups = stages.run("groups", lambda: _groups.table(rows, texts, copies, is_whole))
    kept = stages.run("kept", lambda: _groups.kept(rows, texts))
    pairs = stages.run("pairs", lambda: _judge.pairs(edges, texts))

    summary = {
        **settings,
        "expected_recall": search_of(work, order).expected_recall,
        "candidates": stages.rows("candidates"),
        "duplicates": stages.rows("edges"),
        "rounds": rounds,
        "groups": _groups.count(rows),
        "kept": stages.rows("kept"),
        "crowded_values": _candidates.worst(first),
        "stages": stages.report,
    }
    summary["documents"] = count
    write_summary(summary, stages)
    return Deduplicated(groups, kept, pairs, summary)


def _check(keep: str, lose_at_most: float | None, candidates: str) -> None:
    checked(keep=keep, lose_at_most=lose_at_most, candidates=candidates)
    if candidates not in ("exact", "minhash"):
        raise invalid("candidates", candidates, "'exact' or 'minhash'")
    if keep not in ("longest", "first", "centroid"):
        raise invalid("keep", keep, "'longest', 'first' or 'centroid'")
    if lose_at_most is not None and not 0.0 <= lose_at_most <= 1.0:
        raise invalid("lose_at_most", lose_at_most, "a number from 0 to 1")
