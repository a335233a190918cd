"""What Spark itself says of its work: tasks, seconds, bytes."""

from __future__ import annotations

from typing import Any

from pyspark.sql import SparkSession


class Effort:
    """Adds up what the Spark stages between two looks did. It is read from the status store in the driver;
    over Spark Connect there is none, and nothing is said."""

    def __init__(self, spark: SparkSession) -> None:
        context = getattr(spark, "_jsparkSession", None)
        self._spark = None if context is None else spark.sparkContext
        self._seen = -1
        self.since()

    def since(self) -> dict[str, Any]:
        """What was done since the last look: bytes shuffled and written, seconds of tasks, and of the
        Spark stage that took longest the number of its tasks and the seconds of the median and the longest."""
        if self._spark is None:
            return {}
        store, java = self._spark._jsc.sc().statusStore(), self._spark._jvm
        quantiles = self._spark._gateway.new_array(java.double, 2)
        quantiles[0], quantiles[1] = 0.5, 1.0
        complete = java.java.util.ArrayList()
        complete.add(java.org.apache.spark.status.api.v1.StageStatus.COMPLETE)
        tasks = java.java.util.ArrayList()
        stages = _listed(store.stageList(complete, False, False, quantiles, tasks))
        done = [it for it in stages if it.stageId() > self._seen]
        if not done:
            return {}
        self._seen = max(it.stageId() for it in done)
        longest = max(done, key=lambda it: it.executorRunTime())
        summary = store.taskSummary(longest.stageId(), longest.attemptId(), quantiles)
        median, most = (0.0, 0.0)
        if summary.isDefined():
            times = summary.get().executorRunTime()
            median, most = times.apply(0) / 1e3, times.apply(1) / 1e3
        return {
            "shuffled_bytes": sum(it.shuffleWriteBytes() for it in done),
            "written_bytes": sum(it.outputBytes() for it in done),
            "task_seconds": sum(it.executorRunTime() for it in done) / 1e3,
            "tasks": longest.numTasks(),
            "median_task_seconds": median,
            "longest_task_seconds": most,
        }


def _listed(sequence: Any) -> list[Any]:
    return [sequence.apply(place) for place in range(sequence.size())]
