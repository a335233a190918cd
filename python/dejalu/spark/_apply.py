"""Groups of any tool, carried out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import __version__
from .._model import Model
from .._options import checked, invalid
from . import _documents, _given, _given_worker
from ._job import folder_of, model_of, partitions_of
from ._stages import Stages
from ._worker import Work
from ._workers import session_of

_CERTIFICATE = (
    "removed string, kept string, shared double, "
    "passages array<struct<removed: array<long>, kept: array<long>>>, lost array<array<long>>"
)


@dataclass(frozen=True)
class Applied:
    """Groups, carried out. Nothing is deleted."""

    #: The rows of the documents that are kept, unchanged, with all their columns.
    kept: DataFrame
    #: A row for each removal: id, and representative, the document kept in its place.
    removed: DataFrame
    #: A row for each removal, of what follows from the two texts alone: removed, kept, shared, passages, lost, as in
    #: ``dejalu.Applied.certificates``. Computed when it is read.
    certificates: DataFrame
    #: The rows that are kept, with what they lack from those that are removed for them, as ``dejalu.Applied.merge``
    #: fills them. Computed when it is read.
    merged: DataFrame
    #: What was taken from where: kept, field, removed, value. Computed when it is read.
    filled: DataFrame


def apply(
    groups: DataFrame,
    documents: DataFrame,
    model: Model | None = None,
    out: str | os.PathLike[str] = "",
    *,
    columns: Mapping[str, str] | None = None,
    keep: str = "longest",
    partitions: int | None = None,
) -> Applied:
    """Carries out any tool's groups on the cluster of ``documents``, as ``dejalu.apply`` does on one machine.

    Parameters
    ----------
    groups:
        A frame: id with representative (also kept_id or duplicate_of) or with group, and perhaps kept (also keep). What
        it does not name is kept. Unlike on one machine a table that lists only what is kept is refused, and so are
        representatives that are removed themselves.
    documents:
        A frame with the columns id and text, and any others.
    model:
        How texts are read, to tell which is longest; None for the built-in model.
    out:
        A folder, where Spark can write, that is read by all workers; as for ``dedupe``.
    columns:
        Columns of ``groups`` with other names: ``{"group": "cluster"}``, for id, group, representative and kept.
    keep:
        Document that is kept of a group where ``groups`` does not say: "longest", or "first", the smallest id.
    partitions:
        As for ``dedupe``.

    Raises
    ------
    DejaluError
        What ``groups`` cannot say; what ``dedupe`` refuses of documents.
    """
    check_keep(keep)
    spark, folder = session_of(documents), folder_of(out)
    partitions = partitions_of(spark, partitions)
    inner = model_of(model)._inner
    work = Work(inner.to_json(), inner.threshold, __version__)
    table, texts = _given.chosen(groups, columns), _documents.chosen(documents)
    settings = {
        "documents": _documents.fingerprint(texts),
        "groups": _given.fingerprint(table),
        "keep": keep,
    }
    stages = Stages(spark, folder, settings)
    whole = documents.withColumns({name: F.col(name).cast("string") for name in ("id", "text")})
    said = stages.run("given", lambda: _given.keyed(table, checked_documents(texts)))

    # Spark cannot pass a column named a.b to workers.
    names = whole.columns
    passed = [name if name in ("id", "text") else f"column_{place}" for place, name in enumerate(names)]
    plain = whole.toDF(*passed)
    named = dict(zip(passed, names))

    def rows() -> DataFrame:
        return _given.by_group(said, plain, partitions)

    kind = "id string, representative string, kept boolean"
    named_texts = whole.select("id", "text")
    texts_of = partial(_given.by_group, said, named_texts, partitions)
    fates = stages.run("fates", lambda: texts_of().mapInArrow(partial(_given_worker.fates, work, keep), kind))
    removed = fates.filter("not kept").select("id", "representative")
    key = F.col("id").cast("string") == F.col("of_removal")
    kept = documents.join(removed.select(F.col("id").alias("of_removal")), key, "left_anti")
    certificates = texts_of().mapInArrow(partial(_given_worker.certificates, work, keep), "certificate string")
    certificates = certificates.select(F.from_json("certificate", _CERTIFICATE).alias("it")).select("it.*")
    of_table = said.select(F.col("id").alias("of_removal"))
    others = whole.join(of_table, F.col("id") == F.col("of_removal"), "left_anti")
    merged = rows().mapInArrow(partial(_given_worker.merged, work, keep, named), whole.schema)
    log = "kept string, field string, removed string, value string"
    filled = rows().mapInArrow(partial(_given_worker.filled, work, keep, named), log)
    return Applied(kept, removed, certificates, others.unionByName(merged), filled)


def check_keep(keep: str) -> None:
    """Refuses what needs scores or dates."""
    checked(keep=keep)
    if keep not in ("longest", "first"):
        raise invalid("keep", keep, "'longest' or 'first'")


def checked_documents(texts: DataFrame) -> DataFrame:
    """The ids of documents. Refuses two of one id."""
    _documents.check_ids(texts)
    return texts.select("id")
