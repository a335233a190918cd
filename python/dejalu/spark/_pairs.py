"""Similarity vectors and decisions of given pairs of documents."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import partial
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import __version__, _dejalu
from .._model import Model
from .._options import path_of, reading_of
from .._tables import DejaluError, read_pairs
from .._vectors import Features, feature_text
from . import _documents, _measure
from ._job import folder_of, model_of, partitions_of
from ._shuffle import part_of, with_documents
from ._stages import Stages
from ._workers import session_of

#: A document and itself: what options are tried on before the work begins.
_TRIED = {"id_a": ["a"], "id_b": ["b"]}, {"a": "The ferry waits.", "b": "The ferry waits."}


def classify(
    pairs: DataFrame,
    documents: DataFrame,
    model: Model | None = None,
    out: str | os.PathLike[str] = "",
    *,
    partitions: int | None = None,
) -> DataFrame:
    """The decisions on pairs: id_a, id_b, decision, score, probability, as ``dejalu classify --pairs`` writes
    them, in no order.

    Parameters
    ----------
    pairs:
        A frame with the columns id_a and id_b.
    documents:
        A frame with the columns id and text, which has all documents of the pairs. The ids differ.
    model:
        The judge; None for the built-in model.
    out, partitions:
        As for ``dedupe``.

    Raises
    ------
    DejaluError
        A pair of a document that is not there; documents as ``dedupe`` refuses them.
    """
    inner = model_of(model)._inner
    if inner.columns:
        raise DejaluError(
            f"the model compares columns of the pairs' table ({', '.join(inner.columns)}); on a cluster there are none"
        )
    by = inner.to_json()
    kind = "id_a string, id_b string, decision string, score double, probability double"
    judged = partial(_measure.judged, by, __version__)
    return _made("judged", pairs, documents, out, partitions, {"model": _hash(by)}, judged, kind)


def vectors(
    pairs: DataFrame,
    documents: DataFrame,
    features: Features = "default",
    out: str | os.PathLike[str] = "",
    *,
    background: str | os.PathLike[str],
    language: str = "english",
    partitions: int | None = None,
) -> DataFrame:
    """The similarity vectors of pairs: id_a, id_b, label and a column for each feature, as ``dejalu vectors
    --background`` writes them, in no order; null where the documents have nothing to compare.

    Parameters
    ----------
    pairs, documents, out, partitions:
        As for ``classify``. A column label of the pairs is handed through.
    features, language:
        As for ``dejalu.vectors``.
    background:
        A file of reference statistics, which the driver reads: of ``background`` or ``dejalu background``.

    Raises
    ------
    DejaluError
        As ``classify``; statistics of documents that were read in another way.
    """
    tried, path = read_pairs(*_TRIED), path_of(background, "background")
    reading = reading_of(language, "landmarks")
    fitted = _dejalu.Vectorizer.with_background(tried, feature_text(features), reading, path)
    by = fitted.to_bytes()
    columns = [f"`{name}` double" for name in fitted.names]
    kind = ", ".join(["id_a string, id_b string, label string", *columns])
    made = partial(_measure.vectors, bytes(by), __version__)
    return _made("vectors", pairs, documents, out, partitions, {"features": _hash(by)}, made, kind)


def _made(
    name: str,
    pairs: DataFrame,
    documents: DataFrame,
    out: str | os.PathLike[str],
    partitions: int | None,
    settings: dict[str, Any],
    make: Callable,
    kind: str,
) -> DataFrame:
    """A stage of this name: what is made of the pairs, each beside its documents."""
    spark, out = session_of(documents), folder_of(out)
    partitions = partitions_of(spark, partitions)
    documents, pairs = _documents.chosen(documents), _chosen(pairs)
    settings = {
        "pairs": _fingerprint(pairs),
        "documents": _documents.fingerprint(documents),
        **settings,
    }
    stages = Stages(spark, out, settings)
    texts = stages.run("documents", lambda: _documents.numbered(documents))
    numbered = stages.run("pairs", lambda: _numbered(pairs, texts, partitions))
    rows = with_documents(numbered, texts.select("number", "id", "text"), partitions)
    return stages.run(name, lambda: rows.mapInArrow(make, kind))


def _chosen(pairs: DataFrame) -> DataFrame:
    missing = [name for name in ("id_a", "id_b") if name not in pairs.columns]
    if missing:
        found = ", ".join(pairs.columns)
        raise DejaluError(f"the pairs have no column '{missing[0]}' (they have {found}); rename one")
    label = F.col("label") if "label" in pairs.columns else F.lit(None)
    ids = [F.col(name).cast("string") for name in ("id_a", "id_b")]
    return pairs.select(*ids, label.cast("string").alias("label"))


def _fingerprint(pairs: DataFrame) -> list[str]:
    row = F.xxhash64("id_a", "id_b", "label").cast("decimal(38,0)")
    lacking = F.count_if(F.col("id_a").isNull() | F.col("id_b").isNull())
    count, total, empty = pairs.agg(F.count("*"), F.sum(row), lacking).first() or (0, 0, 0)
    if empty:
        raise DejaluError(f"{empty} of {count} pairs lack an id; drop or fill them")
    return [str(count), str(total)]


def _numbered(pairs: DataFrame, documents: DataFrame, partitions: int) -> DataFrame:
    """The pairs by the numbers of their documents, those of one document in the same part."""
    _documents.check(documents)
    ids = documents.select("number", "id")
    found = pairs
    for side, name in (("left", "id_a"), ("right", "id_b")):
        of_side = ids.select(F.col("number").alias(side), F.col("id").alias(name))
        found = found.join(of_side, name, "left")
    lacking = found.filter("left is null or right is null")
    name = F.when(F.col("left").isNull(), F.col("id_a")).otherwise(F.col("id_b"))
    count, first = lacking.agg(F.count("*"), F.min(name)).first() or (0, None)
    if count:
        raise DejaluError(
            f"{count} pairs name documents that are not there, the first is '{first}'; add or drop them"
        )
    part = part_of(F.least("left", "right"), partitions).alias("part")
    return found.select(part, "left", "right", "label")


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
