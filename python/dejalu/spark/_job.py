"""What every job begins with: its settings checked, its model read once, its stages in one folder."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from .. import __version__, _dejalu
from .._model import Model
from .._options import checked, invalid
from ._stages import Stages
from ._worker import Work


@dataclass(frozen=True)
class Search:
    """The model of a search, and how it decides."""

    work: Work
    parts: _dejalu.Parts

    @property
    def settings(self) -> dict[str, Any]:
        """What a stage depends on."""
        model = hashlib.sha256(self.work.model).hexdigest()
        return {"model": model, "at": self.parts.at, "filter": self.parts.filter}


def search(model: Model | None, at: float | None) -> Search:
    """A model that judges pairs of a collection, with a minimum score: its own, where none is given."""
    if isinstance(at, (str, list, tuple)):
        expected = "a number: a threshold is not guessed on a cluster; 'dejalu dedupe' on a sample suggests one"
        raise invalid("at", at, expected)
    checked(at=at)
    inner = model_of(model)._inner
    parts = _dejalu.Parts(inner, None if at is None else float(at))
    return Search(Work(inner.to_json(), parts.at, __version__), parts)


def model_of(model: Model | None) -> Model:
    """A model, or the built-in one."""
    if model is not None and not isinstance(model, Model):
        raise TypeError(f"model is {type(model).__name__}: expected a Model, or None for the built-in one")
    return Model.built_in() if model is None else model


def folder_of(out: str | os.PathLike[str]) -> str:
    """The folder for the stages."""
    if not os.fspath(out):
        raise invalid("out", out, "a folder for the stages and the result")
    return os.fspath(out)


def partitions_of(spark: SparkSession, partitions: int | None) -> int:
    """In how many parts the work is done."""
    if partitions is not None and partitions < 1:
        raise invalid("partitions", partitions, "a whole number from 1")
    return partitions or int(spark.conf.get("spark.sql.shuffle.partitions") or 200)


def write_summary(summary: dict[str, Any], stages: Stages) -> None:
    """Writes the summary of a job as a JSON."""
    text = json.dumps(summary, indent=1)
    frame: DataFrame = stages.spark.createDataFrame([(text,)], "value string").coalesce(1)
    frame.write.mode("overwrite").text(f"{stages.out}/summary")
