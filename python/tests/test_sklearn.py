"""The estimators keep scikit-learn's conventions as far as pairs of texts allow."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedGroupKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import dejalu
from dejalu import DejaluError, DuplicateClassifier, SimilarityVectorizer

FAST = {"kernel": "linear", "features": "jaccard containment", "folds": 3, "c": 1.0}


def test_vectors_are_those_of_the_library(labelled):
    pairs, labels, _ = labelled
    rows = SimilarityVectorizer("cosine mwo").fit_transform(pairs, labels)
    read = dejalu.read_pairs(pairs, labels=labels)
    assert np.array_equal(rows, dejalu.vectors(read, features="cosine mwo"))
    fitted = SimilarityVectorizer("cosine mwo").fit(pairs, labels)
    assert np.array_equal(fitted.transform(pairs), rows)
    assert fitted.get_feature_names_out().tolist() == ["cosine", "mwo"]
    again = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(again.transform(pairs), rows)


def test_a_collection_is_counted_in_fitting_alone(labelled):
    pairs, _, _ = labelled
    fitted = SimilarityVectorizer("cosine").fit(pairs[:60])
    alone = fitted.transform(pairs[60:61])
    assert np.array_equal(fitted.transform(pairs[60:90])[:1], alone)


def test_a_classifier_is_the_library_s_model(labelled):
    pairs, labels, _ = labelled
    fitted = DuplicateClassifier(**FAST).fit(pairs, labels)
    assert fitted.model_ == dejalu.train(pairs, labels=labels, **FAST, draws=0)
    assert np.array_equal(fitted.predict(pairs), fitted.model_.predict(pairs))
    assert fitted.predict_proba(pairs).shape == (len(pairs), 2)
    assert fitted.score(pairs, labels) > 0.8
    again = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(again.decision_function(pairs), fitted.decision_function(pairs))
    assert clone(fitted).get_params() == fitted.get_params()


def test_labels_of_pairs_give_way_to_y(labelled):
    pairs, labels, _ = labelled
    read = dejalu.read_pairs(pairs, labels=[1] * len(pairs))
    fitted = DuplicateClassifier(**FAST).fit(read, labels)
    assert fitted.model_ == DuplicateClassifier(**FAST).fit(pairs, labels).model_
    rows = SimilarityVectorizer("cosine").fit_transform(read, labels)
    assert np.array_equal(rows, SimilarityVectorizer("cosine").fit_transform(pairs, labels))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        DuplicateClassifier(**FAST).fit(read, labels[:-1])


def test_a_vectorizer_takes_any_target(labelled):
    pairs, labels, _ = labelled
    alone = SimilarityVectorizer("cosine").fit_transform(pairs)
    for y in (
        labels,
        np.linspace(0, 1, len(pairs)),
        np.arange(len(pairs)) % 3,
        ["one"] * len(pairs),
    ):
        assert np.array_equal(SimilarityVectorizer("cosine").fit_transform(pairs, y), alone)


def test_classes_may_be_named(labelled):
    pairs, labels, _ = labelled
    named = np.where(np.array(labels) == 1, "duplicate", "distinct")
    fitted = DuplicateClassifier(**FAST).fit(pairs, named)
    assert fitted.classes_.tolist() == ["distinct", "duplicate"]
    assert set(fitted.predict(pairs)) == {"distinct", "duplicate"}


def test_folds_without_a_shared_article(labelled):
    pairs, labels, groups = labelled
    folds = StratifiedGroupKFold(3)
    for X in (pairs, np.array(pairs, dtype=object)):
        scores = cross_val_score(
            DuplicateClassifier(**FAST), X, np.array(labels), groups=groups, cv=folds, scoring="f1"
        )
        assert scores.shape == (3,)
        assert scores.min() > 0.6


def test_a_search_in_a_pipeline(labelled):
    pairs, labels, groups = labelled
    pipeline = make_pipeline(
        SimilarityVectorizer("jaccard containment mwo"), StandardScaler(), LogisticRegression()
    )
    search = GridSearchCV(
        pipeline,
        {
            "similarityvectorizer__features": ["jaccard", "jaccard mwo"],
            "logisticregression__C": [1, 10],
        },
        cv=StratifiedGroupKFold(3),
        scoring="f1",
    )
    search.fit(pairs, labels, groups=groups)
    assert search.best_score_ > 0.6
    assert search.predict(pairs[:3]).shape == (3,)


def test_nothing_to_compare_is_nan_and_may_be_imputed():
    pairs = [("The ferry waits.", "A storm broke the pier."), ("Pier 7 burns.", "Pier 8 burns.")]
    rows = SimilarityVectorizer("jaccard number-agreement").fit_transform(pairs)
    assert np.isnan(rows).tolist() == [[False, True], [False, False]]
    imputed = make_pipeline(SimilarityVectorizer("number-agreement"), SimpleImputer())
    assert imputed.fit_transform(pairs).tolist() == [[0.0], [0.0]]
    read = dejalu.read_pairs(pairs)
    assert np.array_equal(
        dejalu.vectors(read, features="jaccard number-agreement"), rows, equal_nan=True
    )


def test_a_search_over_the_classifier(labelled):
    pairs, labels, groups = labelled
    grid = {"features": ["jaccard", "containment mwo"]}
    search = GridSearchCV(DuplicateClassifier(**FAST), grid, cv=StratifiedGroupKFold(3))
    search.fit(pairs, labels, groups=groups)
    assert search.best_estimator_.model_.features in (["jaccard"], ["containment", "mwo"])


def test_what_cannot_be_learned_from_is_refused(labelled):
    pairs, labels, _ = labelled
    with pytest.raises(DejaluError, match="y holds 1 class; expected two"):
        DuplicateClassifier().fit(pairs, [1] * len(pairs))
    with pytest.raises(DejaluError, match="y holds 3 classes; expected two"):
        DuplicateClassifier().fit(pairs[:3], [0, 1, 2])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        DuplicateClassifier().fit(pairs, labels[:-1])
