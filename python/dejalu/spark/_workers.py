"""Whether Spark's workers run a Python that has dejalu."""

from __future__ import annotations

import json
import re
import sys
from typing import Any
from weakref import WeakSet

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .. import __version__
from .._tables import DejaluError

#: What a worker tells of itself. It is sent as it stands, so that a worker without dejalu can run it.
_TELL = """
def tell(number):
    import json, sys
    found = {"python": sys.executable, "version": None, "missing": None}
    try:
        import dejalu, dejalu.spark._worker
        found["version"] = dejalu.__version__
    except ImportError as error:
        found["missing"] = str(error)
    return json.dumps(found)
"""

#: Sessions whose workers were asked. Held weakly: a later session may take the place of one that is gone.
_ASKED: WeakSet[SparkSession] = WeakSet()


def session_of(frame: DataFrame) -> SparkSession:
    """The session of a frame. Every job begins here: its workers are asked before any other work."""
    check_workers(frame.sparkSession)
    return frame.sparkSession


def check_workers(spark: SparkSession) -> None:
    """Refuses workers without dejalu, or with another version, before anything else is done: what they say of it
    themselves is a stack trace. Asked once in a session."""
    if spark in _ASKED:
        return
    _judge(_told(spark))
    _ASKED.add(spark)


def _told(spark: SparkSession) -> dict[str, Any]:
    # Sent by value: a function of a module is sent by its name.
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(_TELL, space)
    tell = F.udf(space["tell"], "string", useArrow=False)
    try:
        row = spark.range(0, 1, 1, 1).select(tell("id")).first()
    except (PySparkException, Py4JError) as error:
        reason = _reason(str(error))
        if reason is None:
            raise
        raise DejaluError(f"Spark's workers cannot run their Python: {reason}; {_advice()}") from None
    return json.loads(row[0]) if row else {"version": __version__}


#: What Spark says of a worker's Python: one that is not there, or of another version.
_NO_PYTHON = re.compile(r'Cannot run program ".*?"|\[PYTHON_VERSION_MISMATCH\][^\n]*')


def _reason(error: str) -> str | None:
    """What of a stack trace says why there is no Python; None of another error."""
    found = _NO_PYTHON.search(error)
    return None if found is None else found.group()[:300]


def _judge(told: dict[str, Any]) -> None:
    found = told["version"]
    if found is None:
        reason = f"the Python of Spark's workers, {told['python']}, does not have it all: {told['missing']}"
        raise DejaluError(f"{reason}; {_advice()}")
    if found != __version__:
        raise DejaluError(
            f"dejalu {found} is installed on a worker, and {__version__} where the job was started; "
            "install the same version on all machines"
        )


def _advice() -> str:
    return (
        f"set PYSPARK_PYTHON to one that has dejalu, numpy and pyarrow (here {sys.executable}) before the session "
        "is started, or activate its environment"
    )
