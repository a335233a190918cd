"""What several tests need: the documents that the crate carries, and its command line."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dejalu

ROOT = Path(__file__).parents[2]
PAIRS = ROOT / "datasets" / "pairs.csv"
ARTICLES = ROOT / "datasets" / "articles"


@pytest.fixture(scope="session")
def command_line():
    """Runs the program; gives what it wrote to stdout. DEJALU names another than the release build."""
    named = os.environ.get("DEJALU")
    program = Path(named or ROOT / "target" / "release" / "dejalu")
    # A program that somebody names has to be there.
    if named is None and not program.exists():
        pytest.skip(f"{program} is not built: 'cargo build --release' builds it")

    def run(*arguments: object) -> str:
        words = [str(program), "--quiet", *map(str, arguments)]
        done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="module")
def spark():
    """Two workers of one core in this process's machine."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def table():
    """Rows of CSV as dicts."""
    return lambda text: list(csv.DictReader(io.StringIO(text)))


@pytest.fixture(scope="session")
def labelled():
    """Pairs of texts with labels, and the article of each: the first of the crate's own."""
    documents = dejalu.read_documents(ARTICLES)
    texts = dict(zip(documents.ids, documents.texts))
    with PAIRS.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["category"] != "other_event"][:270]
    pairs = [(texts[row["id_a"]], texts[row["id_b"]]) for row in rows]
    return pairs, [int(row["label"]) for row in rows], [row["group"] for row in rows]
