"""What cannot be used is one exception with one sentence, whoever is asked."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import dejalu
from dejalu import DejaluError, DuplicateClassifier, Registry, SimilarityVectorizer

TEXTS = ["The ferry waits at the old pier.", "The ferry waits.", "Beetles farm fungus in wood."]
PAIRS = [(TEXTS[0], TEXTS[1]), (TEXTS[0], TEXTS[2])]
MODEL = dejalu.Model.built_in()


def fitted() -> SimilarityVectorizer:
    return SimilarityVectorizer("jaccard").fit(PAIRS)


#: Everything that takes pairs of texts, with labels where it needs some.
TAKES_PAIRS = {
    "read_pairs": lambda pairs: dejalu.read_pairs(pairs),
    "vectors": lambda pairs: dejalu.vectors(pairs, features="jaccard"),
    "train": lambda pairs: dejalu.train(pairs, labels=[1, 0]),
    "evaluate": lambda pairs: dejalu.evaluate(MODEL, pairs, labels=[1, 0]),
    "compare": lambda pairs: dejalu.compare(pairs, labels=[1, 0]),
    "predict": lambda pairs: MODEL.predict(pairs),
    "predict_proba": lambda pairs: MODEL.predict_proba(pairs),
    "decision_function": lambda pairs: MODEL.decision_function(pairs),
    "classify": lambda pairs: MODEL.classify(pairs),
    "Model.vectors": lambda pairs: MODEL.vectors(pairs),
    "SimilarityVectorizer.fit": lambda pairs: SimilarityVectorizer("jaccard").fit(pairs),
    "SimilarityVectorizer.fit_transform": lambda p: SimilarityVectorizer().fit_transform(p),
    "SimilarityVectorizer.transform": lambda pairs: fitted().transform(pairs),
}

#: Pairs that nobody can use.
WRONG_PAIRS = [
    (None, TypeError, "pairs are None: expected a path, a list"),
    (3, TypeError, "pairs are an int: expected a path, a list"),
    ({1, 2}, TypeError, "pairs are a set: expected a path, a list"),
    ([], DejaluError, "pairs: "),
    (pd.DataFrame(), DejaluError, "pairs: "),
    (pa.table({}), DejaluError, "pairs: "),
    (["ab"], TypeError, "pairs[0] is a str: expected two ids or two texts"),
    ([None, None], TypeError, "pairs[0] is None: expected two ids or two texts"),
    ([*PAIRS[:1], ("a", "b", "c")], TypeError, "pairs[1] holds 3 values: expected two"),
    (np.array([["a", "b", "c"]] * 2), TypeError, "pairs[0] holds 3 values: expected two"),
    (
        [*PAIRS[:1], (1, 2)],
        TypeError,
        "pairs[1] holds an int: expected two texts; for pairs of ids",
    ),
    (
        [*PAIRS[:1], ("a", None)],
        DejaluError,
        "pairs[1]: 'text_b' is empty; every row needs a value",
    ),
    ([*PAIRS[:1], ("a", math.nan)], DejaluError, "pairs[1]: 'text_b' is empty; every row needs"),
    (
        [*PAIRS[:1], (b"a", "b")],
        DejaluError,
        "pairs[1]: 'text_a' is bytes; expected text or a number",
    ),
    ([*PAIRS[:1], ("\ud800", "b")], DejaluError, "pairs[1]: 'text_a' is text with an unpaired surrogate"),
    (
        {"text_a": ["a", "b"], "text_b": ["c"]},
        DejaluError,
        "pairs: column 'text_b' has 1 row, the columns before it have 2; give all columns the same length",
    ),
    (
        pl.DataFrame({"text_a": ["a", "b"], "text_b": ["c", None]}),
        DejaluError,
        "pairs[1]: 'text_b' is empty; every row needs a value there",
    ),
    (
        pd.DataFrame({"text_a": ["a", "b"], "text_b": ["c", math.nan]}),
        DejaluError,
        "pairs[1]: 'text_b' is empty; every row needs a value there",
    ),
    (
        pd.DataFrame([["a", "b", "c"]] * 2, columns=["text_a", "text_b", "text_b"]),
        DejaluError,
        "pairs: column 'text_b' occurs twice; give each a different name",
    ),
    (
        pa.table({"text_a": ["a"] * 2, "other": ["b"] * 2}),
        DejaluError,
        "expected 'id_a', 'id_b' and 'label' (or 'text_a', 'text_b' or",
    ),
    ([PAIRS[0], {"text_a": "a"}], TypeError, "pairs[1] is a dict: expected two ids or two texts"),
]


@pytest.mark.parametrize("call", TAKES_PAIRS.values(), ids=TAKES_PAIRS)
@pytest.mark.parametrize(("pairs", "kind", "sentence"), WRONG_PAIRS, ids=lambda it: str(it)[:30])
def test_pairs(call, pairs, kind, sentence):
    with pytest.raises(kind) as refused:
        call(pairs)
    assert sentence in str(refused.value)


#: Everything that takes documents.
TAKES_DOCUMENTS = {
    "read_documents": lambda documents: dejalu.read_documents(documents),
    "read_pairs": lambda documents: dejalu.read_pairs([("0", "1")], documents),
    "vectors": lambda documents: dejalu.vectors([("0", "1")], documents, "jaccard"),
    "train": lambda documents: dejalu.train([("0", "1")], documents, [1]),
    "compare": lambda documents: dejalu.compare([("0", "1")], documents, [1]),
    "predict": lambda documents: MODEL.predict([("0", "1")], documents),
    "find": lambda documents: dejalu.find("a ferry", documents),
    "find_all": lambda documents: dejalu.find_all(TEXTS, documents),
    "dedupe": lambda documents: dejalu.dedupe(documents),
    "Registry.register": lambda documents: Registry.in_memory().register(documents),
}

#: Documents that nobody can use.
WRONG_DOCUMENTS = [
    (3, TypeError, "documents are an int: expected a path, a list"),
    (set(TEXTS), TypeError, "documents are a set: expected a path, a list"),
    ([], DejaluError, "documents: the input is empty"),
    (pl.DataFrame(), DejaluError, "documents: the columns are none; expected 'id' and one of"),
    (np.array([["a", "b"]]), TypeError, "documents are a ndarray: expected a path, a list"),
    ([TEXTS[0], None], DejaluError, "documents[1]: the document contains no words"),
    ([TEXTS[0], math.nan], DejaluError, "documents[1]: the document contains no words"),
    (pd.Series([TEXTS[0], None]), DejaluError, "documents[1]: the document contains no words"),
    ([TEXTS[0], ("x", "y")], DejaluError, "documents[1]: 'text' is a list; expected text or a number"),
    (
        [TEXTS[0], "\ud800"],
        DejaluError,
        "documents[1]: 'text' is text with an unpaired surrogate",
    ),
    ({"id": "a", "text": TEXTS[0]}, TypeError, "column 'id' is a str: expected a list of values"),
    ({"id": ["a"], "text": TEXTS}, DejaluError, "column 'text' has 3 rows, the columns before it have 1"),
    ({"id": ["a", None], "text": TEXTS[:2]}, DejaluError, "documents[1]: 'id' is empty"),
    (
        {"id": ["a"], "url": ["b"]},
        DejaluError,
        "the columns are id, url; expected 'id' and one of",
    ),
    ([{"id": "a", "text": "b"}, "c"], TypeError, "documents[1] is a str: expected a mapping"),
    ([dejalu.Document("a", "b"), "c"], TypeError, "documents[1] is a str: expected a Document"),
    ("nowhere.jsonl", FileNotFoundError, "cannot open nowhere.jsonl: "),
]


@pytest.mark.parametrize("call", TAKES_DOCUMENTS.values(), ids=TAKES_DOCUMENTS)
@pytest.mark.parametrize(
    ("documents", "kind", "sentence"), WRONG_DOCUMENTS, ids=lambda it: str(it)[:30]
)
def test_documents(call, documents, kind, sentence):
    with pytest.raises(kind) as refused:
        call(documents)
    assert sentence in str(refused.value)


def test_queries_are_called_queries():
    for queries, kind, sentence in [
        (
            3,
            TypeError,
            "queries are an int: expected a path, a list, a mapping, a pandas or polars frame, "
            "or an Arrow table",
        ),
        ([dejalu.Document("a", "b"), "c"], TypeError, "queries[1] is a str: expected a Document"),
        ([{"id": "a", "text": "b"}, "c"], TypeError, "queries[1] is a str: expected a mapping"),
        ({"id": ["a", None], "text": TEXTS[:2]}, DejaluError, "queries[1]: 'id' is empty"),
    ]:
        with pytest.raises(kind) as refused:
            dejalu.find_all(queries, TEXTS)
        assert str(refused.value).split(";")[0] == sentence


def train(**options):
    return dejalu.train(PAIRS, labels=[1, 0], **options)


#: An option of each kind, where it is taken, and a value of another type.
WRONG_TYPES = [
    (lambda: train(folds="five"), "folds is a str: expected a whole number"),
    (lambda: train(folds=2.5), "folds is a float: expected a whole number"),
    (lambda: train(seed=None), "seed is None: expected a whole number"),
    (lambda: train(kernel=3), "kernel is an int: expected a text"),
    (lambda: train(c=None), "c is None: expected a number or 'auto'"),
    (lambda: train(class_weights="balanced"), "class_weights is a str: expected True or False"),
    (lambda: train(learning_curve="yes"), "learning_curve is a str: expected True or False"),
    (lambda: train(abstain="much"), "abstain is a str: expected a number or None"),
    (lambda: train(candidate_recall="all"), "candidate_recall is a str: expected a number or None"),
    (lambda: train(features=3), "features is an int: expected a text or a list of texts"),
    (lambda: train(features=["jaccard", None]), "features holds None: expected a text or a list"),
    (lambda: train(columns=3), "columns is an int: expected a text or a list of texts"),
    (lambda: train(split=[3]), "split holds an int: expected a text or a list of texts"),
    (lambda: train(language=["english"]), "language is a list: expected a text"),
    (lambda: train(background=3), "background is an int: expected a path"),
    (lambda: dejalu.train(PAIRS, labels=3), "column 'label' is an int: expected a list of values"),
    (
        lambda: dejalu.train(PAIRS, labels="10"),
        "column 'label' is a str: expected a list of values",
    ),
    (lambda: dejalu.read_documents(TEXTS, text=3), "text is an int: expected a text or a list"),
    (lambda: dejalu.read_documents(TEXTS, id=["id"]), "id is a list: expected a text"),
    (lambda: dejalu.read_pairs(PAIRS, left=3), "left is an int: expected a text"),
    (lambda: dejalu.read_pairs(PAIRS, skip_bad="yes"), "skip_bad is a str: expected True or False"),
    (
        lambda: dejalu.vectors(PAIRS, output=np.array([1, 2])),
        "output is a ndarray: expected a text",
    ),
    (lambda: dejalu.evaluate("model", PAIRS), "model is a str: expected a Model"),
    (lambda: dejalu.compare(PAIRS, retune=None), "retune is None: expected a text or a list"),
    (
        lambda: dejalu.find(3, TEXTS),
        "query is an int: expected a text, a pathlib.Path or a Document",
    ),
    (lambda: dejalu.find("a", TEXTS, top="all"), "top is a str: expected a whole number or None"),
    (lambda: dejalu.find("a", TEXTS, 0.5), "judge is a float: expected a Model, a rule"),
    (lambda: dejalu.dedupe(TEXTS, at=["low"]), "at holds a str: expected numbers"),
    (lambda: dejalu.dedupe(TEXTS, at=b"1"), "at is a bytes: expected a number, several, 'auto', 'own', a level of the model or None"),
    (lambda: dejalu.dedupe(TEXTS, keep=None), "keep is None: expected a text"),
    (
        lambda: dejalu.dedupe(TEXTS, sample=2.5),
        "sample is a float: expected a whole number or None",
    ),
    (lambda: dejalu.Model.load(3), "path is an int: expected a path"),
    (lambda: MODEL.save(None), "path is None: expected a path"),
    (lambda: MODEL.explain("a", None), "b is None: expected a text, a pathlib.Path or a Document"),
    (lambda: dejalu.feature_names(None), "features is None: expected a text or a list of texts"),
    (lambda: dejalu.Analyzer(3), "language is an int: expected a text"),
    (lambda: dejalu.Analyzer().words(["a"]), "document is a list: expected a text, a pathlib.Path"),
    (lambda: Registry.create(3), "path is an int: expected a path"),
    (
        lambda: Registry.in_memory().register(TEXTS, refuse=3),
        "refuse is an int: expected a text or",
    ),
    (lambda: Registry.in_memory().probe(3), "document is an int: expected a text, a pathlib.Path"),
    (
        lambda: Registry.in_memory().probe("a", threshold="x"),
        "threshold is a str: expected a number",
    ),
    (lambda: Registry.in_memory().probe("a", ignore=3), "ignore is an int: expected a list of"),
    (
        lambda: Registry.in_memory().probe("a", model="m"),
        "model is a str: expected a Model or None",
    ),
    (lambda: Registry.in_memory().remove(3), "ids is an int: expected a text or a list of texts"),
    (lambda: Registry.in_memory().document(3), "id is an int: expected a text"),
    (lambda: SimilarityVectorizer(3).fit(PAIRS), "features is an int: expected a text or a list"),
    (
        lambda: DuplicateClassifier(folds="five").fit(PAIRS, [0, 1]),
        "folds is a str: expected a whole number",
    ),
]


@pytest.mark.parametrize(
    ("call", "sentence"), WRONG_TYPES, ids=[sentence for _, sentence in WRONG_TYPES]
)
def test_options_of_another_type(call, sentence):
    with pytest.raises(TypeError) as refused:
        call()
    assert sentence in str(refused.value)


def test_options_out_of_range():
    for call, sentence in [
        (lambda: dejalu.find("a", TEXTS, top=0), "top '0': expected a whole number from 1"),
        (lambda: dejalu.read_documents(TEXTS, text=[]), "text names no column; expected one or"),
        (lambda: dejalu.vectors(PAIRS, output="list"), "output 'list': expected numpy, pandas"),
        (
            lambda: dejalu.read_documents(TEXTS, main_content="x"),
            "main_content 'x': expected landmarks",
        ),
    ]:
        with pytest.raises(DejaluError) as refused:
            call()
        assert sentence in str(refused.value)


def test_labels_that_do_not_fit():
    for labels, sentence in [
        ([1], "pairs: column 'label' has 1 row, the columns before it have 2; give all columns the same"),
        ([], "pairs: column 'label' has 0 rows, the columns before it have 2; give all columns the same"),
        ([1, "perhaps"], "pairs[1]: label 'perhaps' is invalid; expected 1 or 0"),
        ([1, None], "pairs[1]: the pair has no label; expected 1 (duplicate) or 0 (distinct)"),
        ([1, math.nan], "pairs[1]: the pair has no label; expected 1 (duplicate) or 0 (distinct)"),
    ]:
        for call in (
            lambda: dejalu.train(PAIRS, labels=labels),
            lambda: dejalu.compare(PAIRS, labels=labels),
            lambda: dejalu.evaluate(MODEL, PAIRS, labels=labels),
        ):
            with pytest.raises(DejaluError) as refused:
                call()
            assert sentence in str(refused.value)


def test_classes_that_do_not_fit():
    for y, sentence in [
        (None, "y is None: it requires y, a class for each pair"),
        ([], "y holds no class; expected two"),
        ([1], "y holds 1 class; expected two"),
        ([1, 0, 1], "inconsistent numbers of samples"),
        ([1, math.nan], "contains NaN"),
        ([0.3, 0.7], "Unknown label type: continuous"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            DuplicateClassifier("jaccard").fit(PAIRS, y)


def test_options_that_come_too_late():
    pages = {"id": ["a", "b"], "html": ["<p>a ferry</p>", "<p>a pier</p>"]}
    documents = dejalu.read_documents(pages, main_content="off")
    pairs = dejalu.read_pairs([("a", "b")], documents, [1], main_content="off")
    late = "were read before, and {} would have no effect; pass it to read_{}"
    for call, names, reader in [
        (lambda: dejalu.read_pairs(pairs, split="train"), "split", "pairs"),
        (lambda: dejalu.read_pairs(pairs, labels=[0], left="a"), "labels, left", "pairs"),
        (lambda: dejalu.train(pairs, documents), "documents", "pairs"),
        (lambda: dejalu.train(pairs, split="train"), "split", "pairs"),
        (lambda: dejalu.compare(pairs, columns="embedding"), "columns", "pairs"),
        (lambda: dejalu.vectors(pairs, columns=["embedding"]), "columns", "pairs"),
        (lambda: dejalu.read_documents(documents, text="body"), "text", "documents"),
        (lambda: dejalu.read_documents(list(documents), skip_bad=True), "skip_bad", "documents"),
    ]:
        with pytest.raises(TypeError) as refused:
            call()
        assert late.format(names, reader) in str(refused.value)
    for call in (
        lambda: dejalu.train(pairs),
        lambda: dejalu.vectors([("a", "b")], documents),
        lambda: MODEL.predict(pairs),
        lambda: dejalu.dedupe(documents),
    ):
        with pytest.raises(DejaluError) as refused:
            call()
        sentence = str(refused.value)
        assert sentence.startswith("main_content 'landmarks': the pages of these ")
        assert sentence.endswith("were read with 'off'; read them again, or use the same option")
    assert dejalu.vectors(pairs, features="jaccard", main_content="off").shape == (1, 1)


def test_what_was_found_is_said_as_it_is():
    documents = {"id": ["a; --text"], "text": ["a ferry"]}
    with pytest.raises(DejaluError) as refused:
        dejalu.read_pairs([("a; --text", "b --left; --id")], documents)
    assert str(refused.value) == (
        "pairs[0]: document 'b --left; --id' is not in the collection (1 document); "
        "correct the id or pass the right documents"
    )
    assert (refused.value.parameter, refused.value.place) == (None, "pairs[0]")
    with pytest.raises(FileNotFoundError) as missing:
        dejalu.read_documents("no --main-content; --text.csv")
    assert "cannot open no --main-content; --text.csv: " in str(missing.value)
    with pytest.raises(DejaluError, match="^inner_folds '1': expected a whole number from 2") as few:
        train(inner_folds=1)
    assert (few.value.parameter, few.value.place) == ("inner_folds", None)
    with pytest.raises(DejaluError, match="^output 'list': expected numpy") as unknown:
        dejalu.vectors(PAIRS, output="list")
    assert (unknown.value.parameter, unknown.value.place) == ("output", None)
    with pytest.raises(DejaluError, match="^degree '2': expected kernel polynomial, or auto"):
        train(degree=2, kernel="rbf")
