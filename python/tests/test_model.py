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
    model = dejalu.train(pairs, labels=labels, kernel="linear", draws=0, abstain=0.05)
    probability = model.predict_proba(pairs)[:, 1]
    unsure = (probability > 0.05) & (probability < 0.95)
    assert 0 < unsure.sum() < len(pairs)
    assert np.array_equal(model.predict(pairs) == -1, unsure)
    assert np.array_equal(model.classify(pairs)["decision"] == "unsure", unsure)


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
        ({"kernel": "sigmoid"}, "kernel 'sigmoid': expected monotone, linear, rbf, laplacian, polynomial or auto"),
        ({"features": "jacard"}, "(did you mean 'jaccard'?); dejalu.measures() lists them"),
        ({"language": "klingon"}, "language 'klingon': expected auto, or languages by name"),
        ({"operating_point": "best"}, "operating_point 'best': expected f1, margin"),
        ({"abstain": 0.5}, "abstain '0.5': expected a number between 0 and 1 other than 0.5"),
        ({"folds": 1}, "folds '1': expected a whole number from 2 to 1000000"),
        ({"folds": 1000}, "cannot be split into 1000 folds"),
        ({"degree": 2, "kernel": "rbf"}, "degree '2': expected kernel polynomial, or auto with a degree"),
        ({"seed": -1}, "seed '-1': expected a whole number from 0"),
        (
            {"candidate_recall": 2.0},
            "candidate_recall '2.0': expected a number above 0 and at most 1",
        ),
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


STOP = """
    import os, signal, sys, threading, time, dejalu
    def stop(after):
        signal_me = lambda: (time.sleep(after), os.kill(os.getpid(), signal.SIGINT))
        threading.Thread(target=signal_me).start()
"""


def run(program: str) -> str:
    words = [sys.executable, "-c", textwrap.dedent(STOP) + textwrap.dedent(program)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "panicked" not in done.stderr
    return done.stdout


def test_ctrl_c_ends_long_work():
    assert (
        run("""
        pairs = dejalu.Pairs.bundled()
        stop(1)
        try:
            dejalu.train(pairs, features="all", kernel="auto", folds=50)
        except KeyboardInterrupt:
            print("ended", dejalu.Model.built_in().predict([("a ferry", "a ferry")]))
        """)
        == "ended [1]\n"
    )


def test_ctrl_c_ends_the_reading_of_words():
    """The first stage of nearly everything: what is left of it is not waited for."""
    share = run("""
        texts = [f"A ferry {i} waits at the pier. " * 20_000 for i in range(60)]
        begun = time.monotonic()
        dejalu.vectors([(texts[0], texts[1])], features="jaccard")
        one = (time.monotonic() - begun) / 2
        stop(one / 2)
        begun = time.monotonic()
        try:
            dejalu.vectors(list(zip(texts[0::2], texts[1::2])), features="jaccard")
        except KeyboardInterrupt:
            print((time.monotonic() - begun) / (one * len(texts)))
    """)
    assert float(share) < 0.5


def test_an_index_goes_on_after_ctrl_c(tmp_path):
    told = run(f"""
        index = dejalu.Index.create({str(tmp_path / "archive")!r})
        index.add({{"a": "The ferry waits."}})
        text = "A ferry {{}} waits at the pier. " * 500
        documents = dejalu.read_documents({{str(i): text.format(*[i] * 500) for i in range(4_000)}})
        stop(0.1)
        try:
            index.add(documents)
        except KeyboardInterrupt:
            print(len(index), index.groups, index.add({{"b": "A storm broke the pier."}})["added"])
    """)
    assert told == "1 None 1\n"


def test_work_that_was_done_before_it_could_stop_says_so():
    told = run("""
        some = range(600)
        text = lambda i: " ".join(f"A ferry {i} waits at pier {i * 100 + j}." for j in some)
        documents = dejalu.read_documents({str(i): text(i) for i in range(3_000)})
        with dejalu.Registry.in_memory() as registry:
            stop(0.1)
            try:
                registry.register(documents, refuse=None)
            except KeyboardInterrupt as stopped:
                print(len(registry), getattr(stopped, "__notes__", ["The work was done"])[0][:17])
    """)
    assert told == "3000 The work was done\n"


def test_a_bar_that_cannot_be_shown_ends_no_work():
    told = run("""
        class Full:
            isatty = lambda self: True
            def write(self, text):
                raise OSError("no space left")
        from dejalu import _progress
        shown, show = [], _progress.show
        _progress.show = lambda *told: (shown.append(1), show(*told))
        sys.stderr = Full()
        texts = [f"A ferry {i} waits at the pier. " * 2_000 for i in range(64)]
        while not shown:
            texts = texts * 2
            pairs = [(a, b + str(i)) for i, (a, b) in enumerate(zip(texts, texts[1:]))]
            rows = dejalu.vectors(pairs, features="jaccard")
        sys.stderr = sys.__stderr__
        print(len(rows) == len(pairs))
    """)
    assert told == "True\n"


@pytest.mark.parametrize("stream", [None, object(), "closed"])
def test_a_bar_is_shown_where_somebody_sees_it(monkeypatch, stream):
    import io

    from dejalu import _progress

    if stream == "closed":
        stream = io.StringIO()
        stream.close()
    monkeypatch.setattr(sys, "stderr", stream)
    _progress.show("reading words", 1, 2)
    _progress.end()
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    _progress.show("reading words", 1, 2)
    assert "reading words 1/2" in terminal.getvalue()


def test_others_work_meanwhile(labelled):
    """The interpreter's lock is free: while one thread trains, another makes a good part of the steps
    that it makes while nothing else runs."""
    import threading
    import time

    pairs, labels, _ = labelled
    steps = [0]
    counting = threading.Event()

    def count() -> None:
        while counting.is_set():
            steps[0] += 1

    def rate(work) -> float:
        before, begun = steps[0], time.monotonic()
        work()
        return (steps[0] - before) / (time.monotonic() - begun)

    counting.set()
    thread = threading.Thread(target=count)
    thread.start()
    try:
        alone = rate(lambda: time.sleep(0.5))
        meanwhile = rate(lambda: dejalu.train(pairs, labels=labels, draws=0))
    finally:
        counting.clear()
        thread.join()
    assert meanwhile > alone / 20


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
    built_in = dejalu.Model.built_in().features
    added = ["identifier-agreement", "rarest-words", "rarest-words:k=1"]
    default = dejalu.feature_names("default")
    assert [name for name in default if name not in added] == built_in[:-2]
    assert set(added) < set(default)
    assert built_in[-2:] == ["headline-agreement", "no-other-identifier"]


def test_the_learning_curve_is_told_beside_the_model(labelled):
    pairs, labels, _ = labelled
    options = {"features": "jaccard resemblance", "kernel": "linear", "draws": 20}
    model = dejalu.train(pairs, labels=labels, **options, learning_curve=True)
    curve = model.learning_curve
    assert curve["labelled"] == len(pairs)
    points = curve["points"]
    assert [point["pairs"] for point in points[:2]] in ([30, 60], [60, 120])
    assert points[-1]["f1"] == model.training["cross_validation"]["f1"]
    assert all(low <= high for low, high in (point["f1_interval"] for point in points))
    assert curve["gain_of_doubling"] >= 0
    plain = dejalu.train(pairs, labels=labels, **options)
    assert plain == model and plain.learning_curve is None
