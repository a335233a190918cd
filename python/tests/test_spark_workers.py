"""A Spark whose workers run another Python is refused in a sentence. Nothing here starts Spark."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark")

from py4j.protocol import Py4JError  # noqa: E402

from dejalu import DejaluError  # noqa: E402
from dejalu.spark import _workers  # noqa: E402


class Session:
    """A session whose first job ends with an error."""

    def __init__(self, error: str) -> None:
        self.error = error

    def range(self, *_):
        raise Py4JError(self.error)


TRACE = """An error occurred while calling o91.collectToPython.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 in stage 0.0 failed 1 times, most recent
failure: Lost task 0.0 in stage 0.0 (TID 0): REASON
\tat org.apache.spark.api.python.PythonWorkerFactory.createSimpleWorker(PythonWorkerFactory.scala:262)"""


@pytest.mark.parametrize(
    "reason",
    [
        'Cannot run program "/gone/bin/python"',
        "[PYTHON_VERSION_MISMATCH] Python in worker has different version: 3.9 than that in driver: 3.12, set PYSPARK_PYTHON",
    ],
)
def test_a_stack_trace_becomes_a_sentence(reason, monkeypatch):
    monkeypatch.setattr(_workers.F, "udf", lambda *_, **__: None)
    with pytest.raises(DejaluError, match="set PYSPARK_PYTHON to one that has dejalu") as refused:
        _workers._told(Session(TRACE.replace("REASON", reason + ": error=2, No such file or directory")))
    sentence = str(refused.value)
    assert sentence.startswith(f"Spark's workers cannot run their Python: {reason}") and "\n" not in sentence


def test_another_error_stays_what_it_is(monkeypatch):
    monkeypatch.setattr(_workers.F, "udf", lambda *_, **__: None)
    with pytest.raises(Py4JError, match="disk is full"):
        _workers._told(Session(TRACE.replace("REASON", "the disk is full")))
