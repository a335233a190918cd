"""The same input gives the same result as the command line, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

import dejalu
from conftest import ARTICLES, PAIRS

FAST = {"kernel": "linear", "features": "jaccard cosine containment mwo", "folds": 3, "draws": 10}


@pytest.fixture(scope="module")
def pairs():
    return dejalu.read_pairs(PAIRS, ARTICLES)


@pytest.fixture(scope="module")
def model(pairs):
    return dejalu.train(pairs, **FAST)


def test_vectors(command_line, table, pairs):
    features = "cosine mwo fuzzy-resemblance containment:w=4,direction=max"
    written = command_line("vectors", PAIRS, "--documents", ARTICLES, "--features", features)
    rows = table(written)
    names = dejalu.feature_names(features)
    expected = np.array([[float(row[name]) for name in names] for row in rows])
    assert np.array_equal(dejalu.vectors(pairs, features=features), expected)
    frame = dejalu.vectors(pairs, features=features.split(), output="pandas")
    assert list(frame.columns) == names
    assert np.array_equal(frame.to_numpy(), expected)


def test_training(command_line, pairs, model, tmp_path):
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    model.save(ours)
    flags = [word for key, value in FAST.items() for word in (f"--{key}", value)]
    command_line("train", PAIRS, "--documents", ARTICLES, "--out", theirs, *flags)
    assert ours.read_bytes() == theirs.read_bytes()
    assert dejalu.Model.load(theirs) == model
    documents = dejalu.read_documents(ARTICLES)
    in_memory = dejalu.train(_frame(), documents, **FAST)
    assert in_memory == model, "from a file or from a frame"


def test_the_report_of_a_training(command_line, tmp_path):
    ours, theirs, path = tmp_path / "ours", tmp_path / "theirs", tmp_path / "model.json"
    dejalu.train(PAIRS, ARTICLES, **FAST, report=ours)
    flags = [word for key, value in FAST.items() for word in (f"--{key}", value)]
    files = ["--documents", ARTICLES, "--out", path, "--report", theirs]
    command_line("train", PAIRS, *files, *flags)
    assert _files(ours) == _files(theirs)


def test_classification(command_line, table, pairs, model, tmp_path):
    path = tmp_path / "model.json"
    model.save(path)
    rows = table(
        command_line("classify", "--pairs", PAIRS, "--documents", ARTICLES, "--model", path)
    )
    judged = model.classify(pairs)
    assert [row["id_a"] for row in rows] == judged["id_a"]
    assert [row["decision"] for row in rows] == judged["decision"].tolist()
    assert [float(row["score"]) for row in rows] == judged["score"].tolist()
    assert [float(row["probability"]) for row in rows] == judged["probability"].tolist()
    assert np.array_equal(model.predict_proba(pairs)[:, 1], judged["probability"])
    assert np.array_equal(model.decision_function(pairs), judged["score"])
    assert np.array_equal(model.predict(pairs), judged["score"] >= model.threshold)
    assert ("level" in rows[0]) == ("level" in judged) == bool(model.levels)


@pytest.mark.parametrize("level", [None, "copy", "revision", "rewrite"])
def test_levels(command_line, table, pairs, level):
    model = dejalu.Model.built_in()
    assert list(model.levels) == ["copy", "revision", "rewrite"]
    at = [] if level is None else ["--at", level]
    told = command_line("classify", "--pairs", PAIRS, "--documents", ARTICLES, *at)
    judged = model.classify(pairs, at=level)
    assert [row["decision"] for row in table(told)] == judged["decision"].tolist()
    old, new = (ARTICLES / "ferry-pier" / name for name in ("original.txt", "heavy.txt"))
    told = command_line("explain", old, new, *at)
    assert f"{model.explain(old, new, at=level)}" == told
    decision = model.explain(old, new, at=level).to_dict()["decision"]
    assert decision == ("duplicate" if level in (None, "rewrite") else "distinct")


def test_explanation(command_line):
    old, new = (ARTICLES / "ferry-pier" / name for name in ("original.txt", "light.txt"))
    explained = dejalu.Model.built_in().explain(old, new)
    assert f"{explained}" == command_line("explain", old, new)
    assert explained._inner.json() == command_line("explain", old, new, "--json", "-")
    assert explained.to_html() == command_line("explain", old, new, "--html", "-")
    assert explained.to_dict()["decision"] == "duplicate"


def test_model_told(command_line, tmp_path):
    path = tmp_path / "model.json"
    dejalu.Model.built_in().save(path)
    assert str(dejalu.Model.built_in()) == command_line("model", "show", path)


def _files(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def _frame():
    import pandas

    return pandas.read_csv(PAIRS)
