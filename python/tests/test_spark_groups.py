"""Groups of any tool on a cluster: what one machine says of them."""

from __future__ import annotations

import json
import os
import shutil
from weakref import WeakSet

import pytest

import dejalu
from conftest import ARTICLES
from dejalu import DejaluError

pytest.importorskip("pyspark", reason="pyspark is not installed: pip install './python[spark]'")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs Java, and there is none: install a runtime of 17", allow_module_level=True)

from dejalu.spark import _workers, apply, audit  # noqa: E402


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """One that decides by its own threshold."""
    return dejalu.train(dejalu.read_pairs(ARTICLES.parent / "pairs.csv", ARTICLES), kernel="linear")


@pytest.fixture(scope="module")
def texts():
    """Articles, with copies of some."""
    found = dejalu.read_documents(ARTICLES)
    made = dict(list(zip(found.ids, found.texts))[:60])
    return made | {f"copy of {id}": text.replace(" ", "  ") for id, text in list(made.items())[::9]}


@pytest.fixture(scope="module")
def groups(texts):
    """Of each article the original is kept, and of the first ones whatever is longest."""
    heads = {id: id.removeprefix("copy of ").split("/")[0] for id in texts}
    originals = {id: f"{head}/original.txt" for id, head in heads.items()}
    return [(id, kept) for id, kept in originals.items() if kept in texts]


@pytest.fixture(scope="module")
def frames(spark, texts, groups):
    documents = spark.createDataFrame([(*row, None) for row in texts.items()], "id string, text string, page int")
    return spark.createDataFrame(groups, "id string, kept_id string"), documents


def on_one_machine(texts, groups, model, **options):
    table = {"id": [row[0] for row in groups], "kept_id": [row[1] for row in groups]}
    return dejalu.audit(table, texts, model, candidates="exact", **options)


def test_losses_questions_and_verdict_are_those_of_one_machine(frames, texts, groups, model, tmp_path):
    out = tmp_path / "out"
    expected = on_one_machine(texts, groups, model, draw=20, wrong_at_most=0.1)
    found = audit(*frames, model, out, draw=20, wrong_at_most=0.1, partitions=2)
    losses = {row["id"]: row.asDict() for row in found.losses.collect()}
    assert len(losses) == len(expected.losses["id"]) > 20
    for place, id in enumerate(expected.losses["id"]):
        for name, values in expected.losses.items():
            assert losses[id][name] == values[place], (id, name)
    assert found.questions == expected.questions != []
    assert found.figures["figures"] == expected.figures["figures"]
    assert found.verdict == expected.verdict

    answers = [row | {"label": int(place != 3)} for place, row in enumerate(expected.questions)]
    expected = on_one_machine(texts, groups, model, answers=answers)
    kept = {id for id, kept in zip(expected.groups["id"], expected.groups["kept"]) if kept}
    file = tmp_path / "labels.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in answers))
    decided = audit(*frames, model, out, answers=file, partitions=2)
    assert decided.verdict == expected.verdict and decided.failed == expected.failed
    assert decided.figures["audit"] == expected.figures["audit"]
    for row in decided.groups.collect():
        assert row["kept"] == (row["id"] in kept), row
    applied = apply(decided.groups, frames[1], model, tmp_path / "applied", partitions=2)
    assert {row["id"] for row in applied.kept.collect()} == kept
    with pytest.raises(DejaluError):
        audit(*frames, model, out, answers=[row | {"id_a": "nobody"} for row in answers], partitions=2)


def test_losses_alone_need_no_search(frames, model, tmp_path):
    found = audit(*frames, model, tmp_path / "out", partitions=2)
    assert found.questions == [] and found.figures["audit"] is None and not found.failed
    assert not (tmp_path / "out" / "candidates").exists()


ROWS = [
    ("1", "The ferry waits at the old pier until the storm has passed. Nobody rows.", None, "x"),
    ("2", "The ferry waits at the old pier until the storm has passed.", 5, "y"),
    ("3", "Bread rises twice before it is baked in the oven.", 9, None),
]


def test_rows_merged_fields_and_certificates_are_those_of_one_machine(spark, tmp_path):
    documents = spark.createDataFrame(ROWS, "id string, text string, key int, part string")
    groups = spark.createDataFrame([("1", "a"), ("2", "a")], "id string, cluster string")
    found = apply(groups, documents, None, tmp_path / "out", columns={"group": "cluster"}, partitions=2)
    assert sorted(map(tuple, found.kept.collect())) == [ROWS[0], ROWS[2]]
    assert [tuple(row) for row in found.removed.collect()] == [("2", "1")]
    assert sorted(map(tuple, found.merged.collect())) == [("1", ROWS[0][1], 5, "x"), ROWS[2]]
    assert [tuple(row) for row in found.filled.collect()] == [("1", "key", "2", "5")]
    table = {"id": [1, 2], "group": ["a", "a"]}
    ours = dejalu.apply(table, [{"id": row[0], "text": row[1]} for row in ROWS]).certificates
    (theirs,) = (row.asDict(recursive=True) for row in found.certificates.collect())
    assert [theirs] == ours


def test_columns_may_have_any_names(spark, tmp_path):
    documents = spark.createDataFrame(ROWS, "id string, text string, `a.b` int, `of ``it` string")
    groups = spark.createDataFrame([("1", "a"), ("2", "a")], "id string, group string")
    found = apply(groups, documents, None, tmp_path / "out", partitions=2)
    assert found.merged.columns == documents.columns
    assert sorted(map(tuple, found.merged.collect())) == [("1", ROWS[0][1], 5, "x"), ROWS[2]]
    assert [tuple(row) for row in found.filled.collect()] == [("1", "a.b", "2", "5")]


@pytest.mark.parametrize(
    ("rows", "columns", "sentence"),
    [
        ([("1", "9", None)], "id string, representative string, kept string", "'9' is not in the collection"),
        ([("1", "2", None), ("2", "3", None)], "id string, kept_id string, kept string", "represents itself"),
        ([("1", "a", "false")], "id string, group string, kept string", "keeps none of its documents"),
        ([("1", None, "no")], "id string, group string, kept string", "does not say for which"),
        ([("1", None, "maybe")], "id string, group string, kept string", "'maybe' in the column of kept documents"),
        ([("1", "a", None), ("1", "b", None)], "id string, group string, kept string", "has 2 rows"),
        ([("1", None, None)], "id string, text string, page string", "neither a column"),
        ([("1", None, None)], "name string, group string, page string", "no column 'id'"),
    ],
)
def test_what_a_table_cannot_say_is_refused(spark, tmp_path, rows, columns, sentence):
    documents = spark.createDataFrame(ROWS, "id string, text string, key int, part string")
    with pytest.raises(DejaluError) as refused:
        apply(spark.createDataFrame(rows, columns), documents, None, tmp_path / "out", partitions=2)
    assert sentence in str(refused.value)


def test_workers_without_dejalu_are_refused_with_what_to_set(spark, monkeypatch):
    _workers.check_workers(spark)
    told = {"python": "/usr/bin/python3", "version": None, "missing": "No module named 'dejalu'"}
    monkeypatch.setattr(_workers, "_ASKED", WeakSet())
    monkeypatch.setattr(_workers, "_told", lambda _: told)
    with pytest.raises(DejaluError, match="/usr/bin/python3, does not have it all: No module named 'dejalu'; set PYSPARK_PYTHON"):
        _workers.check_workers(spark)
    monkeypatch.setattr(_workers, "_told", lambda _: told | {"version": "0.0.1"})
    with pytest.raises(DejaluError, match="^dejalu 0.0.1 is installed on a worker"):
        _workers.check_workers(spark)
