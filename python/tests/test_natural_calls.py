"""What a user of pandas, polars or scikit-learn types first works, or says what to type instead."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest

import dejalu
from dejalu import DejaluError, DuplicateClassifier

TEXTS = [
    "The ferry waits at the pier. A storm broke the old pier in March.",
    "The ferry is waiting at the pier. A storm broke the pier in March.",
    "Bread is baked in the old oven every morning by six bakers.",
]
FAST = {"kernel": "linear", "features": "jaccard containment", "folds": 3, "c": 1.0}
RULE = "jaccard=0.5"


def words(labels, duplicate, distinct):
    return np.where(np.array(labels) == 1, duplicate, distinct)


@pytest.mark.parametrize(
    ("duplicate", "distinct"), [("duplicate", "distinct"), ("yes", "no"), ("1", "0"), ("Y", "N")]
)
def test_words_of_the_command_line_are_known(labelled, duplicate, distinct):
    pairs, labels, _ = labelled
    fitted = DuplicateClassifier(**FAST).fit(pairs, words(labels, duplicate, distinct))
    assert fitted.pos_label_ == duplicate
    assert fitted.model_ == dejalu.train(pairs, labels=labels, **FAST, draws=0)


@pytest.mark.parametrize("kinds", [(1, 0), (1, -1), (1.0, 0.0), (True, False)])
def test_numbers_and_truth_values_are_known(labelled, kinds):
    pairs, labels, _ = labelled
    fitted = DuplicateClassifier(**FAST).fit(pairs, words(labels, *kinds))
    assert fitted.pos_label_ == kinds[0]
    assert (fitted.predict(pairs) == kinds[0]).mean() == pytest.approx(np.mean(labels), abs=0.2)


@pytest.mark.parametrize("kinds", [("dup", "no"), ("same", "other"), (2, 1), (0, -1), ("yes", "true")])
def test_classes_that_do_not_say_are_refused(labelled, kinds):
    pairs, labels, _ = labelled
    y = words(labels, *kinds)
    with pytest.raises(DejaluError, match="do not say which is that of the duplicates; name it with pos_label"):
        DuplicateClassifier(**FAST).fit(pairs, y)
    with pytest.raises(DejaluError, match="pos_label 'match': expected one of the classes of y"):
        DuplicateClassifier(**FAST, pos_label="match").fit(pairs, y)


def test_a_named_class_of_duplicates_may_be_the_first(labelled):
    pairs, labels, _ = labelled
    usual = DuplicateClassifier(**FAST).fit(pairs, labels)
    named = DuplicateClassifier(**FAST, pos_label="dup").fit(pairs, words(labels, "dup", "no"))
    assert named.classes_.tolist() == ["dup", "no"]
    assert named.model_ == usual.model_
    assert np.array_equal(named.predict(pairs) == "dup", usual.predict(pairs) == 1)
    # As scikit-learn expects, the columns are in the order of the classes, and more speaks for the last.
    assert np.array_equal(named.predict_proba(pairs), usual.predict_proba(pairs)[:, ::-1])
    assert np.array_equal(named.decision_function(pairs), -usual.decision_function(pairs))


def test_a_frame_of_two_columns_holds_pairs(labelled):
    pairs, labels, _ = labelled
    expected = DuplicateClassifier(**FAST).fit(pairs, labels)
    in_pandas = pd.DataFrame(pairs, columns=["old", "new"])
    in_polars = pl.from_pandas(in_pandas)
    for frame in (in_pandas, in_polars, in_polars.to_arrow()):
        fitted = DuplicateClassifier(**FAST).fit(frame, labels)
        assert fitted.model_ == expected.model_
        assert np.array_equal(fitted.predict(frame), expected.predict(pairs))


def test_whole_ids_come_back_whole():
    frame = pd.DataFrame({"id": [30, 4, 100], "text": TEXTS})
    read = dejalu.read_documents(frame)
    assert read.ids == [30, 4, 100] and read[0].id == 30
    result = dejalu.dedupe(frame, RULE)
    groups = pd.DataFrame(result.groups)
    assert sorted(groups["id"]) == [4, 30, 100]
    assert groups.merge(frame, on="id")["text"].notna().all()
    assert set(result.groups["representative"]) <= {4, 30, 100}
    assert set(result.kept.ids) <= {4, 30, 100}
    assert set(result.pairs["id_a"]) | set(result.pairs["id_b"]) == {4, 30}
    kept, taken = result.merge(frame)
    assert list(kept["id"]) == [it for it in frame["id"] if it in result.kept.ids]
    assert list(dejalu.find(TEXTS[0], frame, RULE)["id"]) == [30, 4]
    found = dejalu.find_all(frame, frame, RULE)
    assert set(found["query"]) == set(found["id"]) == {4, 30, 100}
    assert sorted(dejalu.matrix(frame, RULE)[0]) == [4, 30, 100]
    model = dejalu.Model.built_in()
    assert list(model.classify([(30, 4)], frame)["id_a"]) == [30]
    assert dejalu.read_pairs([(30, 4)], frame).ids == [(30, 4)]
    assert dejalu.read_documents({7: TEXTS[0]}).ids == [7]
    mixed = pd.DataFrame({"id": [1, "b"], "text": TEXTS[:2]})
    assert dejalu.read_documents(mixed).ids == [1, "b"]
    assert dejalu.read_documents(pl.DataFrame({"id": ["01"], "text": TEXTS[:1]})).ids == ["01"]
    assert dejalu.read_documents([dejalu.Document(5, "a word")]).ids == [5]


def test_an_index_names_the_documents():
    series = pd.Series(TEXTS, index=[10, 20, 30])
    assert dejalu.read_documents(series).ids == [10, 20, 30]
    assert list(dejalu.dedupe(pd.Series(TEXTS, index=list("abc")), RULE).groups["id"]) == ["a", "b", "c"]
    frame = pd.DataFrame({"key": [7, 8, 9], "text": TEXTS}).set_index("key")
    assert dejalu.read_documents(frame).ids == [7, 8, 9]
    assert dejalu.read_documents(frame, id="key").ids == [7, 8, 9]
    with pytest.raises(DejaluError, match="there is no column 'number'; the columns are text"):
        dejalu.read_documents(frame, id="number")
    twice = pd.Series(TEXTS[:2], index=["a", "a"])
    with pytest.raises(DejaluError, match="the index has 'a' more than once.*reset_index"):
        dejalu.dedupe(twice)


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame({"text": TEXTS}),
        pl.DataFrame({"text": TEXTS}),
        pl.DataFrame({"text": TEXTS}).to_arrow(),
        {"text": TEXTS},
        [{"text": text} for text in TEXTS],
    ],
    ids=["pandas", "polars", "arrow", "mapping", "rows"],
)
def test_documents_without_ids_are_numbered(table):
    assert dejalu.read_documents(table).ids == [0, 1, 2]
    assert dejalu.read_documents(table).texts == TEXTS


@pytest.mark.parametrize("missing", [None, math.nan, pd.NA], ids=str)
@pytest.mark.parametrize(
    "documents",
    [
        lambda missing: [TEXTS[0], missing],
        lambda missing: {"a": TEXTS[0], "b": missing},
        lambda missing: pd.Series([TEXTS[0], missing]),
        lambda missing: pd.DataFrame({"id": [1, 2], "text": [TEXTS[0], missing]}),
    ],
    ids=["list", "mapping", "series", "frame"],
)
def test_a_missing_text_follows_skip_bad(documents, missing):
    with pytest.raises(DejaluError, match=r"documents\[1\].*dejalu.read_documents\(skip_bad=True\) leaves"):
        dejalu.dedupe(documents(missing))
    with pytest.warns(dejalu.DataWarning, match="1 document left out"):
        assert len(dejalu.read_documents(documents(missing), skip_bad=True)) == 1


def test_a_missing_text_of_a_pair_follows_skip_bad():
    pairs = [(TEXTS[0], TEXTS[1]), (TEXTS[0], None)]
    with pytest.raises(DejaluError, match="skip_bad=True of dejalu.read_documents and dejalu.read_pairs"):
        dejalu.read_pairs(pairs)
    with pytest.warns(dejalu.DataWarning, match="1 pair left out"):
        assert len(dejalu.read_pairs(pairs, skip_bad=True)) == 1


def test_a_model_predicts_two_texts_and_two_columns_of_texts():
    model = dejalu.Model.built_in()
    left, right = [TEXTS[0], TEXTS[0]], [TEXTS[1], TEXTS[2]]
    expected = model.predict(list(zip(left, right)))
    assert expected.tolist() == [1, 0]
    assert model.predict(TEXTS[0], TEXTS[1]).tolist() == [1]
    assert model.predict_proba(TEXTS[0], TEXTS[1]).shape == (1, 2)
    for kind in (list, np.array, pd.Series, pl.Series):
        assert np.array_equal(model.predict(kind(left), kind(right)), expected)
    with pytest.raises(DejaluError, match="2 texts beside 1; give as many of both"):
        model.predict(left, right[:1])
    with pytest.raises(FileNotFoundError):
        model.predict("pairs.csv", "documents.jsonl")


def test_what_an_error_names_is_there_to_be_used():
    frame = pd.DataFrame({"docid": [1, 2], "page": TEXTS[:2]})
    with pytest.raises(DejaluError, match="name it with text in dejalu.read_documents"):
        dejalu.dedupe(frame)
    assert dejalu.read_documents(frame, id="docid", text="page").ids == [1, 2]
    pairs = pd.DataFrame({"a": TEXTS[:2], "b": TEXTS[1:], "c": [1, 2]})
    with pytest.raises(DejaluError, match="pass left, right, label to dejalu.read_pairs"):
        dejalu.Model.built_in().predict(pairs)
    with_split = pd.DataFrame({"text_a": TEXTS[:1], "text_b": TEXTS[1:2], "split": ["train"]})
    with pytest.warns(dejalu.DataWarning, match="split NAME keeps some in dejalu.read_pairs"):
        dejalu.Model.built_in().predict(with_split)


def test_every_correlation_can_be_had():
    texts = ["Ferries wait for storms.", "The ferry, a pier, and a lamp.", "A pier."]
    table = pd.DataFrame(dejalu.correlations(texts, "ferries"))
    assert list(table["word_b"]) == ["lamp", "storm", "wait", "pier"]
    assert table["correlation"].round(3).tolist() == [0.5, 0.5, 0.5, 0.333]
    assert list(table.columns) == [
        "word_a", "word_b", "documents_a", "documents_b", "documents_both", "correlation"
    ]
    assert len(dejalu.correlations(texts)["word_a"]) == 12
    with pytest.raises(DejaluError, match="words 'stork': expected a word of the documents"):
        dejalu.correlations(texts, ["stork"])


def test_the_predictions_of_a_comparison_are_a_table(labelled):
    pairs, labels, _ = labelled
    compared = dejalu.compare(
        pairs, labels=labels, features="jaccard", c=1.0, gamma=0.5, draws=0, retune=["f1", "crossing"]
    )
    said = pd.DataFrame(compared.predictions())
    assert list(said.columns) == ["id_a", "id_b", "label", "decider", "fold", "score", "decision"]
    for decider in compared.deciders:
        if decider["kind"] == "baseline":
            continue
        is_renamed = decider["kind"] == "retuned" and not decider["name"].endswith("-crossing")
        rows = said[said.decider == decider["name"] + ("-retuned" if is_renamed else "")]
        assert ((rows.label == 1) & (rows.decision == "duplicate")).sum() == decider["tp"]
        assert set(rows.fold) == {1, 2, 3, 4, 5}
