"""Models: what they say, how they are kept, what is refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import dejalu
from dejalu import DejaluError

OLD = "The ferry waits at the pier. A storm broke the old pier in March."
NEW = "The ferry is waiting at the pier. A storm broke the pier in March."
OTHER = "Beetles farm fungus in dead wood. They tend it like gardeners."


def test_the_built_in_model_judges_texts():
    model = dejalu.Model.built_in()
    pairs = [(OLD, NEW), (OLD, OTHER), (OLD, OLD)]
    assert model.predict(pairs).tolist() == [1, 0, 1]
    probabilities = model.predict_proba(pairs)
    assert probabilities.shape == (3, 2)
    assert np.allclose(probabilities.sum(axis=1), 1.0)
    assert model.vectors(pairs).shape == (3, len(model.features))
    assert model.vectors(pairs)[2].tolist() == [1.0] * len(model.features)


def test_an_explanation_shows_itself():
    explained = dejalu.Model.built_in().explain(OLD, NEW)
    assert explained.verdict in repr(explained)
    assert explained.to_dict()["id_b"] == "b"
    assert explained._repr_html_().startswith("<iframe srcdoc=")
    with pytest.raises(TypeError, match="an int: expected a text, a pathlib.Path or a Document"):
        dejalu.Model.built_in().explain(OLD, 3)


def test_a_model_that_abstains_says_so(labelled):
    pairs, labels, _ = labelled
    model = dejalu.train(pairs, labels=labels, kernel="linear", draws=0, abstain=0.3)
    decisions = model.predict(pairs)
    unsure = np.abs(model.predict_proba(pairs)[:, 1] - 0.5) < 0.2
    assert np.array_equal(decisions == -1, unsure)
    assert "unsure" in set(model.classify(pairs)["decision"]) or not unsure.any()


def test_models_are_pickled_and_saved(tmp_path):
    model = dejalu.Model.built_in()
    assert pickle.loads(pickle.dumps(model)) == model
    model.save(tmp_path / "model.json.zst")
    assert dejalu.Model.load(tmp_path / "model.json.zst") == model
    with pytest.raises(FileNotFoundError, match="cannot open .*nowhere.json: .*; correct the path"):
        dejalu.Model.load(tmp_path / "nowhere.json")
    (tmp_path / "cut.json").write_text('{"format": 1')
    with pytest.raises(DejaluError, match="cut.json"):
        dejalu.Model.load(tmp_path / "cut.json")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"c": -1}, "c '-1': expected 'auto' or a number above 0"),
        ({"kernel": "sigmoid"}, "kernel 'sigmoid': expected linear, rbf, polynomial or auto"),
        ({"features": "jacard"}, "there is no measure 'jacard' (did you mean 'jaccard'?)"),
        ({"language": "klingon"}, "language klingon: expected auto, or languages by name"),
        ({"operating_point": "best"}, "operating_point 'best': expected f1, margin"),
        ({"abstain": 0.5}, "abstain '0.5': expected a number between 0 and 1 other than 0.5"),
        ({"folds": 1}, "folds '1': expected a whole number from 2 to 1000000"),
        ({"folds": 1000}, "cannot be dealt into 1000 folds"),
        ({"degree": 2}, "degree '2': expected kernel polynomial or auto"),
        ({"seed": -1}, "seed '-1': expected a whole number from 0"),
        ({"candidate_recall": 2.0}, "candidate_recall 2: expected a number above 0 and at most 1"),
    ],
    ids=lambda it: str(it)[:30],
)
def test_options_that_cannot_be_used_are_refused(labelled, options, sentence):
    pairs, labels, _ = labelled
    with pytest.raises(DejaluError) as refused:
        dejalu.train(pairs, labels=labels, **options)
    assert sentence in str(refused.value)


def test_one_class_alone_is_refused(labelled):
    pairs, labels, _ = labelled
    with pytest.raises(DejaluError, match="expected at least one of each"):
        dejalu.train(pairs, labels=[1] * len(labels), draws=0)


def test_options_of_another_type_are_refused(labelled):
    pairs, labels, _ = labelled
    with pytest.raises(TypeError):
        dejalu.train(pairs, labels=labels, folds="five")


def test_ctrl_c_ends_long_work():
    program = """
        import os, signal, threading, time, dejalu
        pairs = dejalu.Pairs.bundled()
        stop = lambda: (time.sleep(1), os.kill(os.getpid(), signal.SIGINT))
        threading.Thread(target=stop).start()
        try:
            dejalu.train(pairs, features="all", kernel="auto", folds=50)
        except KeyboardInterrupt:
            print("ended", dejalu.Model.built_in().predict([("a ferry", "a ferry")]))
    """
    words = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.stdout == "ended [1]\n", done.stderr
    assert "panicked" not in done.stderr
    assert done.returncode == 0


def test_others_work_meanwhile(labelled):
    """The interpreter's lock is free: a thread counts while another trains."""
    import threading

    pairs, labels, _ = labelled
    counted = []
    training = threading.Event()

    def count() -> None:
        while training.is_set():
            counted.append(1)

    training.set()
    counting = threading.Thread(target=count)
    counting.start()
    before = len(counted)
    dejalu.train(pairs, labels=labels, kernel="linear", draws=0)
    during = len(counted) - before
    training.clear()
    counting.join()
    assert during > 0


def test_texts_are_analysed_as_everywhere():
    analyzer = dejalu.Analyzer()
    assert analyzer.words("The ferries waited. No ferry left.") == [
        "ferri",
        "wait",
        "ferri",
        "left",
    ]
    assert analyzer.sentences("The ferries waited. No ferry left.") == [
        "The ferries waited",
        "No ferry left",
    ]
    assert (
        dejalu.Analyzer("auto").language("Der alte Kahn wartet auf die Flut und den Fährmann.")
        == "german"
    )
    assert pickle.loads(pickle.dumps(analyzer)).words("waited") == ["wait"]


def test_measures_are_listed():
    measures = dejalu.measures()
    assert {"jaccard", "mwo", "fuzzy-resemblance"} <= set(measures)
    assert dejalu.feature_names("default") == dejalu.Model.built_in().features
