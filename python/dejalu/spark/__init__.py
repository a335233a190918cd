"""Deduplication of collections that one machine cannot hold, on Apache Spark.

The judge is the crate, in the workers; Spark brings together what it has to see. The groups are those of
``dejalu dedupe --at T --boilerplate keep --candidates exact``, to the last bit. ``docs/spark.md`` says what is
done where, what it costs, and what is not there.

Needs ``pip install "./python[spark]"`` where the job is started, and the wheel and pyarrow on the workers.
"""

from __future__ import annotations

from ._apply import Applied, apply
from ._audit import Audited, audit
from ._background import background
from ._dedupe import Deduplicated, dedupe
from ._estimate import estimate
from ._find import Found, find
from ._pairs import classify, vectors

__all__ = [
    "Applied",
    "Audited",
    "Deduplicated",
    "Found",
    "apply",
    "audit",
    "background",
    "classify",
    "dedupe",
    "estimate",
    "find",
    "vectors",
]
