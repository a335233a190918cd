"""Stages: each is written, and not run again once it is whole."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F

from .._tables import DejaluError
from ._effort import Effort

#: The layout of a folder of stages. Raise it with every change after which a stage that an older dejalu wrote would
#: not be read, or not be what this one writes: other columns of a stage or of its ``.done``, other stages of a job,
#: another meaning of numbers, keys, values or scores.
LAYOUT = 2


class Stages:
    """The stages of a job below one folder, on any file system that Spark writes to.

    A stage is Parquet in ``OUT/NAME``. When all of it is there, one row in ``OUT/NAME.done`` says so: the layout
    and the settings of the job, their digest, the number of rows, the seconds it took, what Spark says of it. A job
    that is started again reads what is done and goes on after it.
    """

    def __init__(self, spark: SparkSession, out: str, settings: dict[str, Any]) -> None:
        self.spark = spark
        self.out = out.rstrip("/")
        self.settings = json.dumps({"layout": LAYOUT, **settings}, sort_keys=True)
        self.digest = hashlib.sha256(self.settings.encode()).hexdigest()
        self._effort = Effort(spark)
        #: Of each stage its rows, its seconds, what Spark says of its work, and whether it was found done.
        self.report: dict[str, dict[str, Any]] = {}

    def run(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        """The rows of a stage: read if it is done, otherwise made and written first."""
        path = f"{self.out}/{name}"
        done = self._done(name)
        if done is None:
            begun = time.monotonic()
            made = make()
            counted = Observation()
            written = made.observe(counted, F.count(F.lit(1)).alias("rows"))
            written.write.mode("overwrite").parquet(path)
            self._mark(name, counted.get["rows"], time.monotonic() - begun)
            # Spark need not look into the files for what they hold.
            return self.spark.read.schema(made.schema).parquet(path)
        frame = self.spark.read.parquet(path)
        rows = frame.count()
        if rows != done["rows"]:
            raise DejaluError(
                f"{path}: {rows} rows, but {done['rows']} were written; remove it and {path}.done"
            )
        self.report[name] = {**done, "was_done": True}
        return frame

    def rows(self, name: str) -> int:
        """The number of rows of a stage that is done."""
        return self.report[name]["rows"]

    def _done(self, name: str) -> dict[str, Any] | None:
        """What was said of a stage when it was done."""
        path = f"{self.out}/{name}.done"
        try:
            row = self.spark.read.parquet(path).first()
        except AnalysisException:
            return None
        if row is None:
            return None
        # Before anything else is read of it: what else it has depends on the layout.
        layout = json.loads(row["settings"]).get("layout", "none")
        if layout != LAYOUT:
            raise DejaluError(
                f"{path}: layout {layout}: expected {LAYOUT}, as this version of dejalu writes stages; "
                "choose another folder, or remove this one"
            )
        if row["digest"] != self.digest:
            raise DejaluError(
                f"{path}: the stage was made of other documents or with other settings "
                f"({row['settings']}); choose another folder, or remove this one"
            )
        return {"rows": row["rows"], "seconds": row["seconds"], **json.loads(row["effort"])}

    def _mark(self, name: str, rows: int, seconds: float) -> None:
        took = {"rows": rows, "seconds": seconds}
        effort = self._effort.since()
        said = {"settings": self.settings, "digest": self.digest, **took, "effort": json.dumps(effort)}
        columns = [F.lit(value).alias(name) for name, value in said.items()]
        row = self.spark.range(1, numPartitions=1).select(*columns)
        row.write.mode("overwrite").parquet(f"{self.out}/{name}.done")
        self.report[name] = {**took, "was_done": False, **effort}
