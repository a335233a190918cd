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
from ._workers import session_of

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

    Texts are drawn, with all of their copies. Of pairs a sample of a tenth of them holds a hundredth: how many
    candidates and duplicates the collection has follows from how many the sample has, and is as certain as these
    are many. What takes the same for every document grows with the documents, what is done for pairs with the pairs.

    Parameters
    ----------
    documents, model, partitions:
        As for ``dedupe``.
    out:
        A folder for the stages of the sample, another one than that of the job.
    sample:
        About how many documents are drawn; far more or fewer where one text has many copies.
    options:
        The others of ``dedupe``.

    Returns
    -------
    dict
        ``documents`` and ``text_bytes`` of the collection, counted; ``sample``, the number of documents drawn;
        from ``low`` to ``high``: ``candidates`` and ``duplicates`` (one estimate in twenty is farther off by
        chance, more where few groups hold most of the pairs), ``task_seconds`` (of one core each, as fast as those
        of this cluster; the start of Spark comes on top), ``shuffled_bytes`` and ``written_bytes``; the same by
        stage in ``stages``. Over Spark Connect, which does not say what tasks took, the last four are left out.

    Raises
    ------
    DejaluError
        As ``dedupe``; a sample with fewer than two documents.
    """
    if isinstance(sample, bool) or not isinstance(sample, int) or sample < 2:
        raise invalid("sample", sample, "a whole number from 2")
    out, documents = folder_of(out), _documents.chosen(documents)
    partitions = partitions_of(session_of(documents), partitions)
    size = F.sum(F.octet_length("text"))
    count, text_bytes = documents.agg(F.count("*"), size).first() or (0, 0)
    share = ceil(min(1.0, sample / max(count, 1)) * _GRAIN) / _GRAIN
    drawn = _drawn(documents, share)
    options["partitions"] = max(1, ceil(partitions * share))
    options["drawn_from"] = count
    # Spark's own first work is slow, and is not that of a long job.
    few = drawn.filter(F.pmod(F.xxhash64("id"), F.lit(8)) == 0)
    if not few.isEmpty():
        run(few, model, f"{out}/before", **options)
    summary = run(drawn, model, f"{out}/sample", **options).summary
    if summary["documents"] < 2:
        raise DejaluError(f"the sample has {summary['documents']} of {count} documents; draw more")
    pairs = {
        name: _number(documents.sparkSession.read.parquet(f"{out}/sample/{stage}"), share)
        for name, stage in (("candidates", "candidates"), ("duplicates", "edges"))
    }
    return {"documents": count, "text_bytes": text_bytes or 0, **_scaled(summary, count, pairs)}


def _drawn(documents: DataFrame, share: float) -> DataFrame:
    """This share of the texts, with all of their copies: these count as one text where it comes to pairs.
    Blanks are those of Unicode, as in what makes two texts the same."""
    folded = F.xxhash64(F.regexp_replace("text", r"(?U)\s+", ""))
    return documents.filter(F.pmod(folded, F.lit(_GRAIN)) < round(share * _GRAIN))


def _scaled(summary: dict[str, Any], count: int, pairs: dict[str, Bounds]) -> dict[str, Any]:
    drawn = summary["documents"]
    times = count / drawn
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


def _number(pairs: DataFrame, share: float) -> Bounds:
    """Between what the number of pairs in the whole lies, of those in this share of the texts: at 95 %, on the
    scale of square roots, where a Poisson variable varies alike whatever its mean. The share is of the texts,
    not of the documents: many copies of one text, drawn or not, are no pairs."""
    ends = pairs.select(F.explode(F.array("left", "right")).alias("end")).groupBy("end").count()
    # Pairs that share a text come together, which makes their number vary more.
    of_one_text = F.sum(F.col("count") * (F.col("count") - 1))
    twice, shared = ends.agg(F.sum("count"), of_one_text).first() or (0, 0)
    found = (twice or 0) // 2
    if share == 1:
        return {"low": found, "high": found}
    spread = 0.98 * sqrt(1 + (1 - share) * (shared or 0) / max(found, 1))
    low, high = max(0.0, sqrt(found) - spread) ** 2, (sqrt(found + 1) + spread) ** 2
    return {"low": round(low / share**2), "high": round(high / share**2)}


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
