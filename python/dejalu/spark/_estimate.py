"""What a deduplication would take, from one of a sample of the documents."""

from __future__ import annotations

import os
from math import ceil, sqrt
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .._model import Model
from .._options import invalid
from .._tables import DejaluError
from . import _documents
from ._dedupe import run
from ._job import folder_of, partitions_of

#: Documents are drawn by their texts, to so fine a share.
_GRAIN = 1 << 30

#: What is done for pairs, not for documents.
_PAIRS_OF = {
    "edges": "candidates",
    "links": "duplicates",
    "components": "duplicates",
    "rows": "duplicates",
    "pairs": "duplicates",
}

#: What a pair takes follows from a sample with so many; of fewer it is what was measured for docs/spark.md.
_ENOUGH = 1_000
_USUAL = {"task_seconds": 5e-4, "shuffled_bytes": 700.0, "written_bytes": 40.0}

#: The least and the most that a figure may be.
Bounds = dict[str, float]


def estimate(
    documents: DataFrame,
    model: Model | None = None,
    out: str | os.PathLike[str] = "",
    *,
    sample: int = 20_000,
    partitions: int | None = None,
    **options: Any,
) -> dict[str, Any]:
    """What ``dedupe`` of these documents would take, from one of about ``sample`` of them.

    Of pairs a sample of a tenth holds a hundredth: how many candidates and duplicates the collection has follows
    from how many the sample has, and is as certain as these are many. What takes the same for every document
    grows with the documents, what is done for pairs with the pairs.

    Parameters
    ----------
    documents, model, partitions:
        As for ``dedupe``.
    out:
        A folder for the stages of the sample, another one than that of the job.
    sample:
        About how many documents are drawn.
    options:
        The others of ``dedupe``.

    Returns
    -------
    dict
        ``documents`` and ``text_bytes`` of the collection, counted; ``sample``, the number of documents drawn;
        from ``low`` to ``high``: ``candidates`` and ``duplicates`` (one estimate in twenty is farther off by
        chance, more where few groups hold most of the pairs), ``task_seconds`` (of one core each, as fast as those of this cluster; the start of Spark
        comes on top), ``shuffled_bytes`` and ``written_bytes``; the same by stage in ``stages``. Over Spark Connect, which
        does not say what tasks took, the last four are left out.

    Raises
    ------
    DejaluError
        As ``dedupe``; a sample with fewer than two documents.
    """
    if isinstance(sample, bool) or not isinstance(sample, int) or sample < 2:
        raise invalid("sample", sample, "a whole number from 2")
    out, documents = folder_of(out), _documents.chosen(documents)
    partitions = partitions_of(documents.sparkSession, partitions)
    size = F.sum(F.octet_length("text"))
    count, text_bytes = documents.agg(F.count("*"), size).first() or (0, 0)
    share = min(1.0, sample / max(count, 1))
    # Copies come together, since they count as one text where it comes to pairs.
    folded = F.xxhash64(F.regexp_replace("text", r"\s+", ""))
    drawn = documents.filter(F.pmod(folded, F.lit(_GRAIN)) < ceil(share * _GRAIN))
    options["partitions"] = max(1, ceil(partitions * share))
    options["drawn_from"] = count
    # Spark's own first work is slow, and is not that of a long job.
    few = drawn.filter(F.pmod(F.xxhash64("id"), F.lit(8)) == 0)
    if not few.isEmpty():
        run(few, model, f"{out}/before", **options)
    summary = run(drawn, model, f"{out}/sample", **options).summary
    if summary["documents"] < 2:
        raise DejaluError(f"the sample has {summary['documents']} of {count} documents; draw more")
    return {"documents": count, "text_bytes": text_bytes or 0, **_scaled(summary, count)}


def _scaled(summary: dict[str, Any], count: int) -> dict[str, Any]:
    drawn = summary["documents"]
    times = count / drawn
    of_pairs = count * (count - 1) / (drawn * (drawn - 1))
    pairs = {name: _number(summary[name], of_pairs) for name in ("candidates", "duplicates")}
    stages = {}
    for name, took in summary["stages"].items():
        if "task_seconds" not in took:
            continue
        of = _PAIRS_OF.get(name.split("-")[0])
        high = None if of is None else pairs[of]["high"]
        found = 0 if of is None else summary[of]
        # Frequencies are counted in as many documents as for all of them.
        growth = 1.0 if name == "order" else times
        stages[name] = {figure: _of_stage(took, figure, growth, found, high) for figure in _USUAL}
    made = {"sample": drawn, **pairs}
    if stages:
        for figure in _USUAL:
            bounds = [stage[figure] for stage in stages.values()]
            made[figure] = {end: round(sum(it[end] for it in bounds), 1) for end in ("low", "high")}
        made["stages"] = stages
    return made


def _number(found: int, times: float) -> Bounds:
    """Between what the number in the whole lies, of which so many were found: at 95 % of a Poisson variable,
    whose square root varies alike whatever its mean."""
    if times == 1:
        return {"low": found, "high": found}
    low, high = max(0.0, sqrt(found) - 0.98) ** 2, (sqrt(found + 1) + 0.98) ** 2
    return {"low": round(low * times), "high": round(high * times)}


def _of_stage(
    took: dict[str, Any], figure: str, times: float, found: int, high: float | None
) -> Bounds:
    """What a stage takes: as many times as there are more documents; for pairs at most as much for each as in
    the sample, where each brings texts of its own."""
    low = took[figure] * times
    if high is None:
        return {"low": low, "high": low}
    of_each = took[figure] / found if found >= _ENOUGH else _USUAL[figure]
    return {"low": low, "high": max(low, of_each * high)}
