"""Statistics of a reference collection, counted on the cluster."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import numpy as np
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import __version__, _dejalu
from .._options import path_of, reading_of
from .._vectors import Features, feature_text
from . import _count, _documents
from ._job import folder_of, partitions_of
from ._shuffle import together
from ._stages import Stages
from ._workers import session_of

#: What is counted, by number.
_WORDS, _FOUR_GRAMS = 0, 1


def background(
    documents: DataFrame,
    file: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    features: Features = "default",
    language: str = "english",
    partitions: int | None = None,
) -> dict[str, Any]:
    """Counts the statistics of a reference collection and writes the file that ``dejalu background`` writes,
    byte for byte.

    Parameters
    ----------
    documents:
        A frame with the columns id and text, and cluster if it is known what documents are versions of: of one
        cluster that with the smallest id counts.
    file:
        The file to write, on the machine of the driver. The driver holds what is in it: the words of the
        collection with their counts, and the pairs of correlated words.
    out, partitions:
        As for ``dedupe``.
    features:
        Features for which statistics are counted, besides those of the published rules.
    language:
        As for ``dejalu.vectors``, but for "auto".

    Returns
    -------
    dict
        The numbers of documents, words and pairs of correlated words, and what each stage took.

    Raises
    ------
    DejaluError
        Features that need latent axes; documents as ``dedupe`` refuses them.
    """
    names, path = feature_text(features), path_of(file, "file")
    reading = reading_of(language, "landmarks")
    counting = (names, tuple(reading.items()), __version__)
    counter = _count.counting_of(*counting)
    spark = session_of(documents)
    partitions = partitions_of(spark, partitions)
    chosen = _one_a_cluster(documents)
    settings = {
        "documents": _documents.fingerprint(chosen),
        "features": names,
        "reading": reading,
    }
    stages = Stages(spark, folder_of(out), settings)
    texts = stages.run("documents", lambda: _documents.numbered(chosen))
    kind = "kind byte, term long, count long"
    counted = texts.select("text").mapInArrow(partial(_count.counted, counting), kind)
    added = counted.groupBy("kind", "term").agg(F.sum("count").alias("count"))
    sums = stages.run("counts", lambda: _after_check(texts, added))
    words, four_grams = _terms(sums, _WORDS), _terms(sums, _FOUR_GRAMS)
    correlating = (words[0].tobytes(), words[1].tobytes())
    pairs = stages.run("correlations", lambda: _pairs(texts, counting, correlating, partitions))
    found = pairs.toArrow()
    factors = (found.column(name).to_numpy() for name in ("a", "b", "factor"))
    counter.write(path, stages.rows("documents"), words, four_grams, *factors)
    return {
        "documents": stages.rows("documents"),
        "words": len(words[0]),
        "correlated": stages.rows("correlations"),
        "stages": stages.report,
    }


def _after_check(documents: DataFrame, made: DataFrame) -> DataFrame:
    _documents.check(documents)
    return made


def _one_a_cluster(documents: DataFrame) -> DataFrame:
    """Of documents with one cluster that with the smallest id, and all without."""
    chosen = _documents.chosen(documents)
    if "cluster" not in documents.columns:
        return chosen
    columns = (F.col(name).cast("string").alias(name) for name in ("id", "text", "cluster"))
    named = documents.select(*columns)
    row = F.struct(*_documents.ascending("id"), "text")
    first = named.filter("cluster is not null").groupBy("cluster").agg(F.min(row).alias("first"))
    alone = named.filter("cluster is null").select("id", "text")
    return alone.union(first.select("first.id", "first.text"))


def _terms(sums: DataFrame, kind: int) -> tuple[np.ndarray, np.ndarray]:
    found = sums.filter(F.col("kind") == kind).select("term", "count").toArrow()
    return found.column("term").to_numpy(), found.column("count").to_numpy()


def _pairs(
    texts: DataFrame,
    counting: tuple[str, tuple, str],
    correlating: tuple[bytes, bytes],
    partitions: int,
) -> DataFrame:
    """The pairs of words that are among each other's strongest partners, each once."""
    distribute = partial(_count.distributed, counting, correlating, partitions)
    distributed = texts.select("text").mapInArrow(distribute, "part int, distributed binary")
    partners = partial(_count.partners, counting, correlating, partitions)
    found = together(distributed, partitions, "part").mapInArrow(partners, "a long, b long, factor double")
    ends = [F.least("a", "b").alias("a"), F.greatest("a", "b").alias("b")]
    both = found.groupBy(*ends).agg(F.count("*").alias("times"), F.min("factor").alias("factor"))
    return both.filter("times = 2").select("a", "b", "factor")
