"""Comparisons are those of the command line, and can be asked."""

from __future__ import annotations

import json

import numpy as np
import pytest
from conftest import ARTICLES, PAIRS

import dejalu
from dejalu import DejaluError

FAST = {"features": "jaccard containment", "folds": 2, "inner_folds": 2, "draws": 10, "c": 1.0}


@pytest.fixture(scope="module")
def compared():
    return dejalu.compare(PAIRS, ARTICLES, **FAST, gamma=0.5, retune=["f1", "crossing"])


def test_a_comparison_is_the_command_line_s(command_line, compared):
    flags = [word for key, value in FAST.items() for word in (f"--{key.replace('_', '-')}", value)]
    flags += ["--gamma", 0.5, "--retune", "f1,crossing", "--json", "-"]
    written = json.loads(command_line("compare", PAIRS, "--documents", ARTICLES, *flags))
    assert compared.to_dict() == written


def test_reports_are_the_command_line_s(command_line, tmp_path):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    flags = [word for key, value in FAST.items() for word in (f"--{key.replace('_', '-')}", value)]
    command_line("compare", PAIRS, "--documents", ARTICLES, *flags, "--report", theirs)
    dejalu.compare(PAIRS, ARTICLES, **FAST, report=ours)
    pages = [
        {file.name: file.read_bytes() for file in folder.iterdir()} for folder in (ours, theirs)
    ]
    assert pages[0] == pages[1]
    judged = tmp_path / "judged"
    dejalu.evaluate(dejalu.Model.built_in(), PAIRS, ARTICLES, draws=10, report=judged)
    page = (judged / "index.html").read_text(encoding="utf-8")
    assert "a model on held-out pairs" in page and "<svg" in page


def test_where_no_report_can_be_is_said_first(tmp_path):
    with pytest.raises(TypeError, match="report is an int: expected a path"):
        dejalu.compare(PAIRS, ARTICLES, **FAST, report=3)
    file = tmp_path / "file"
    file.write_text("in the way")
    with pytest.raises((OSError, DejaluError), match="file"):
        dejalu.compare(PAIRS, ARTICLES, **FAST, report=file)


def test_a_comparison_can_be_asked(compared):
    names = [decider["name"] for decider in compared.deciders]
    assert names[0] == "svm-auto" and "mwo" in names
    best = compared.deciders[0]
    decisions, labels = compared.decisions("svm-auto"), compared.labels
    assert best["tp"] == np.sum(decisions & labels)
    assert best["fp"] == np.sum(decisions & ~labels)
    assert np.array_equal(compared.margins("svm-auto") >= 0, decisions)
    assert len(compared.ids) == len(compared.categories) == len(labels)
    assert "svm-auto" in str(compared)
    with pytest.raises(DejaluError, match="decider 'oracle' is not among svm-auto"):
        compared.margins("oracle")


def test_an_evaluation_is_the_command_line_s(command_line):
    model = dejalu.Model.built_in()
    evaluated = dejalu.evaluate(model, PAIRS, ARTICLES, draws=10)
    written = command_line("evaluate", PAIRS, "--documents", ARTICLES, "--draws", 10, "--json", "-")
    assert evaluated.to_dict() == json.loads(written)


def test_a_base_rate_is_the_command_line_s(command_line):
    flags = ["--draws", 10, "--base-rate", 0.02, "--json", "-"]
    written = json.loads(command_line("evaluate", PAIRS, "--documents", ARTICLES, *flags))
    model = dejalu.Model.built_in()
    evaluated = dejalu.evaluate(model, PAIRS, ARTICLES, draws=10, base_rate=0.02)
    assert evaluated.to_dict() == written
    shares = [each["share"] for each in evaluated.deciders[0]["base_rates"]]
    assert shares == [0.5, 0.1, 0.02, 0.01, 0.001]
    kinds = [each["kind"] for each in evaluated.deciders]
    assert kinds[-2:] == ["baseline", "baseline"]
    assert np.all(evaluated.decisions("all-duplicates"))


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(DejaluError, match="base_rate '2': expected a number above 0 and below 1"):
        dejalu.compare(PAIRS, ARTICLES, **FAST, base_rate=2.0)
    with pytest.raises(DejaluError, match="retune 'luck': expected f1 or crossing"):
        dejalu.compare([("a", "b")], labels=[1], retune="luck")
    with pytest.raises(DejaluError, match="the columns are .*; expected .*'label'"):
        dejalu.compare([("a", "b")])
