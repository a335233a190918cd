"""The examples of the documentation as a type checker reads them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

ROOT = Path(__file__).parents[2]
PAGES = ["python/README.md", "docs/guides/python.md"]

#: What an example takes from its reader.
GIVEN = """
from typing import Any
import pandas as pd
import polars as pl
import dejalu
X: Any = None
y: Any = None
groups: Any = None
frame: pd.DataFrame = pd.DataFrame()
"""

#: What the results of the examples are used for.
USED = """
found = dejalu.dedupe(frame, dejalu.Model.built_in(), at="own", text="body", skip_bad=True)
ids: list[Any] = found.kept.ids
first: dejalu.Document = found.kept[0]
some: dejalu.Documents = found.kept[:2]
said: list[str] = dejalu.audit(found, frame, "jaccard=0.5", draw=300).verdict
alike: dict[str, float] = dejalu.similarity("one text", "another text")
shown: dejalu.Labelling = dejalu.label(frame, "labels.jsonl", id="key")
"""


def examples() -> str:
    blocks = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        blocks += re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 3
    return GIVEN + "\n".join(blocks) + USED


#: Calls of wrong types: an ignored error that is none is an error of its own.
WRONG = """
dejalu.dedupe(frame, keep=3)  # type: ignore[arg-type]
dejalu.dedupe(frame, texts="body")  # type: ignore[call-arg]
dejalu.dedupe(frame, text=3)  # type: ignore[arg-type]
dejalu.Model.built_in().predict_probability(X)  # type: ignore[attr-defined]
"""


def test_the_examples_are_of_the_right_types(tmp_path):
    path = tmp_path / "examples.py"
    path.write_text(examples() + WRONG, encoding="utf-8")
    # Other libraries are not what is checked; they take long, may have no types, or not be there.
    others = "[mypy-sklearn.*,pandas.*,polars.*,narwhals.*,numpy.*]"
    lines = ["[mypy]", others, "follow_imports=skip", "ignore_missing_imports=True"]
    (tmp_path / "mypy.ini").write_text("\n".join(lines), encoding="utf-8")
    words = ["--strict", "--no-incremental", "--config-file", str(tmp_path / "mypy.ini"), str(path)]
    done = subprocess.run([sys.executable, "-m", "mypy", *words], capture_output=True, text=True, cwd=tmp_path)
    assert "Success: no issues found" in done.stdout, done.stdout + done.stderr
