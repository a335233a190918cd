"""scikit-learn's own checks of an estimator, on texts that stand for their rows of numbers.

Its checks make samples of numbers, which no pair of texts is. So every number becomes twenty words,
the more of them shared the larger it is, and the estimators see pairs of such texts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import check_is_fitted, validate_data

from dejalu import DuplicateClassifier, SimilarityVectorizer

LETTERS = "abcdefghijklmnopqrst"

#: What cannot pass, and why.
EXPECTED = {
    "check_fit2d_1feature": "of four pairs no fold trains on both classes: refused, in other words than the check expects",
}


def texts_of(rows: np.ndarray) -> list[tuple[str, str]]:
    """A pair of texts for each row; different rows are different texts."""
    return [_pair(np.asarray(row, dtype=float)) for row in rows]


def _pair(row: np.ndarray) -> tuple[str, str]:
    name = "o" + "".join(LETTERS[byte % 20] + LETTERS[byte // 20] for byte in row.tobytes())
    left = [word for place, value in enumerate(row) for word in _words(place, value)]
    right = [word for place in range(len(row)) for word in _words(place, np.inf)]
    return " ".join([*left, name]), " ".join([*right, name])


def _words(place: int, value: float) -> list[str]:
    shared = int(20 / (1 + np.exp(-value)))
    kinds = ["w" if i < shared else "u" for i in range(20)]
    return [kind + LETTERS[place % 20] + letter for kind, letter in zip(kinds, LETTERS)]


class OfNumbers:
    """Takes rows of numbers where the estimator takes pairs of texts."""

    def seen(self, X: Any) -> list[tuple[str, str]]:
        check_is_fitted(self)
        return texts_of(validate_data(self, X, reset=False))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.two_d_array = True
        tags.input_tags.string = False
        tags.no_validation = False
        return tags


class Vectorizer(OfNumbers, SimilarityVectorizer):
    def fit(self, X, y=None):
        X = validate_data(self, X)
        super().fit(texts_of(X))
        self.n_features_in_ = X.shape[1]
        return self

    def fit_transform(self, X, y=None):
        return self.fit(X, y).transform(X)

    def transform(self, X):
        return super().transform(self.seen(X))


class Classifier(OfNumbers, DuplicateClassifier):
    def fit(self, X, y):
        X, y = validate_data(self, X, y)
        given = self.pos_label
        # The checks draw classes such as 1 and 2, which do not say which is that of the duplicates.
        self.pos_label = np.unique(y)[-1] if given is None else given
        try:
            super().fit(texts_of(X), y)
        finally:
            self.pos_label = given
        self.n_features_in_ = X.shape[1]
        return self

    def predict_proba(self, X):
        return super().predict_proba(self.seen(X))

    def decision_function(self, X):
        return super().decision_function(self.seen(X))


# Rows that are drawn twice are pairs that stand twice.
@pytest.mark.filterwarnings("ignore::dejalu.DataWarning")
@parametrize_with_checks(
    [
        Vectorizer("jaccard length-ratio"),
        Classifier("jaccard containment:w=1", kernel="linear", c=1.0, folds=2, inner_folds=2),
    ],
    expected_failed_checks=lambda estimator: EXPECTED if isinstance(estimator, Classifier) else {},
)
def test_estimators_pass(estimator, check):
    check(estimator)
