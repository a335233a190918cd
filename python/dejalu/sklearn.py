"""Pairs of texts for scikit-learn: a transformer and a classifier with its conventions.

A sample is a pair of texts: X is a list of pairs, an array or a frame with two columns, or ``Pairs`` (which
scikit-learn itself cannot split into folds). Equal texts are one document, so that the statistics
of a collection count it once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.utils.multiclass import check_classification_targets, type_of_target, unique_labels
from sklearn.utils.validation import _check_feature_names, check_consistent_length, check_is_fitted

from . import _dejalu
from ._model import train
from ._frames import tidied
from ._options import invalid, reading_of
from ._tables import DejaluError, Pairs, read_pairs
from ._vectors import Features, feature_text

#: Tolerance of the threshold, for rounding errors of sums.
_MARGIN = 1e-9


class SimilarityVectorizer(TransformerMixin, BaseEstimator):
    """Turns pairs of texts into similarity vectors.

    Fitting collects the statistics that the features need: document frequencies and co-occurring
    words. Labels are ignored.

    Parameters
    ----------
    features:
        "default", "papers", "all", or measures with parameters (``dejalu.measures()``).
    language:
        The language for stop words and stemming, or "auto".

    Attributes
    ----------
    n_features_in_, feature_names_in_:
        2, the texts of a pair; the names of their columns, if X is a frame.
    n_features_out_:
        The length of a vector.
    """

    def __init__(self, features: Features = "default", language: str = "english") -> None:
        self.features = features
        self.language = language

    def fit(self, X: Any, y: Any = None) -> SimilarityVectorizer:
        """Counts words over the texts of X; y is not used."""
        pairs = _unlabelled(self, X, y)
        fitted = _dejalu.Vectorizer.fit(pairs, feature_text(self.features), self._reading())
        return self._keep(fitted)

    def fit_transform(self, X: Any, y: Any = None) -> np.ndarray:
        """``fit`` and ``transform`` of the same pairs, whose texts are read once."""
        pairs = _unlabelled(self, X, y)
        features = feature_text(self.features)
        fitted, rows = _dejalu.Vectorizer.fit_vectors(pairs, features, self._reading())
        self._keep(fitted)
        return rows

    def transform(self, X: Any) -> np.ndarray:
        """The vectors of pairs: pairs × features, each value in [0, 1], or NaN where the texts have
        nothing to compare. For an estimator that refuses NaN put a ``SimpleImputer`` between."""
        check_is_fitted(self)
        return self.vectorizer_.vectors(_pairs(self, X))

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """The names of the features."""
        check_is_fitted(self)
        return np.asarray(self.vectorizer_.names, dtype=object)

    def _reading(self) -> dict[str, str]:
        return reading_of(self.language, "landmarks")

    def _keep(self, fitted: _dejalu.Vectorizer) -> SimilarityVectorizer:
        self.vectorizer_ = fitted
        self.n_features_in_ = 2
        self.n_features_out_ = len(fitted.names)
        return self

    def __sklearn_tags__(self) -> Any:
        return _tags_of_pairs(super().__sklearn_tags__())


class DuplicateClassifier(ClassifierMixin, BaseEstimator):
    """Learns to classify pairs of texts as near-duplicates: ``dejalu.train`` as an estimator.

    y holds two classes: 1 and 0, 1 and -1, True and False, or two of the words that the command line reads
    ("duplicate" and "distinct", "yes" and "no"); of any others ``pos_label`` says which is that of the
    duplicates. Fitting searches for C and gamma on inner folds split by cluster, as
    ``dejalu.train`` does.

    Parameters
    ----------
    features, language, kernel, c, gamma, class_weights, operating_point:
        As for ``dejalu.train``.
    folds, inner_folds, seed:
        As for ``dejalu.train``. The folds calibrate the probabilities and choose the threshold.
    pos_label:
        The class of the duplicates. None takes it from the classes, and refuses those that do not say.

    Attributes
    ----------
    classes_:
        The two classes in ascending order.
    pos_label_:
        The class of the duplicates.
    model_:
        The fitted ``dejalu.Model``, which can be saved for the command line.
    n_features_in_, feature_names_in_:
        2, the texts of a pair; the names of their columns, if X is a frame.
    """

    def __init__(
        self,
        features: Features = "default",
        language: str = "english",
        kernel: str = "auto",
        c: float | str = "auto",
        gamma: float | str = "auto",
        class_weights: bool = False,
        operating_point: str = "f1",
        folds: int = 5,
        inner_folds: int = 5,
        seed: int = 42,
        pos_label: Any = None,
    ) -> None:
        self.features = features
        self.language = language
        self.kernel = kernel
        self.c = c
        self.gamma = gamma
        self.class_weights = class_weights
        self.operating_point = operating_point
        self.folds = folds
        self.inner_folds = inner_folds
        self.seed = seed
        self.pos_label = pos_label

    def fit(self, X: Any, y: Any) -> DuplicateClassifier:
        """Learns from pairs and their classes; y replaces the labels of ``Pairs``."""
        self.classes_ = _two_classes(y)
        check_consistent_length(X, y)
        self.pos_label_ = _of_duplicates(self.classes_, self.pos_label)
        pairs = _pairs(self, X, (np.asarray(y).ravel() == self.pos_label_).tolist(), reset=True)
        options = self.get_params()
        del options["pos_label"]
        # The figures of a cross-validation are scikit-learn's to draw.
        self.model_ = train(pairs, **options, draws=0)
        self.n_features_in_ = 2
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The class of each pair."""
        check_is_fitted(self)
        towards_last = self.decision_function(X)
        is_duplicate = (towards_last if self._are_last() else -towards_last) >= -_MARGIN
        return self.classes_[(is_duplicate == self._are_last()).astype(int)]

    def predict_proba(self, X: Any) -> np.ndarray:
        """The probability of each class, pairs × 2, in the order of ``classes_``: Platt's sigmoid of the
        score, fitted on held-out pairs. The operating point need not lie where both are equal."""
        check_is_fitted(self)
        probabilities = self.model_.predict_proba(_pairs(self, X))
        return probabilities if self._are_last() else probabilities[:, ::-1]

    def decision_function(self, X: Any) -> np.ndarray:
        """Each pair's score minus the operating point; 0 or more is a duplicate. As scikit-learn expects,
        more speaks for the last of ``classes_``: if that is not the class of the duplicates, the sign is
        turned."""
        check_is_fitted(self)
        margins = self.model_.decision_function(_pairs(self, X)) - self.model_.threshold
        return margins if self._are_last() else -margins

    def _are_last(self) -> bool:
        """Whether the class of the duplicates is the last one."""
        return bool(self.classes_[1] == self.pos_label_)

    def __sklearn_tags__(self) -> Any:
        tags = _tags_of_pairs(super().__sklearn_tags__())
        tags.classifier_tags.multi_class = False
        return tags


def _tags_of_pairs(tags: Any) -> Any:
    """A sample is not a row of numbers."""
    tags.input_tags.two_d_array = False
    tags.input_tags.string = True
    tags.no_validation = True
    return tags


def _two_classes(y: Any) -> np.ndarray:
    if y is None:
        raise DejaluError("y is None: it requires y, a class for each pair")
    check_classification_targets(y)
    classes = unique_labels(y)
    if len(classes) > 2:
        kind = type_of_target(y)
        raise DejaluError(
            f"Only binary classification is supported. The type of the target is {kind}: y holds "
            f"{len(classes)} classes; expected two, one of them that of the duplicates"
        )
    if len(classes) < 2:
        held = "1 class" if len(classes) else "no class"
        raise DejaluError(f"y holds {held}; expected two, one of them that of the duplicates")
    return classes


def _of_duplicates(classes: np.ndarray, pos_label: Any) -> Any:
    """The class of the duplicates."""
    named = classes.tolist()
    if pos_label is not None:
        if pos_label not in named:
            raise invalid("pos_label", pos_label, f"one of the classes of y, {named[0]!r} or {named[1]!r}")
        return classes[named.index(pos_label)]
    known = [_dejalu.label_of(str(label)) for label in named]
    if sorted(map(str, known)) != ["False", "True"]:
        raise DejaluError(
            f"y holds the classes {named[0]!r} and {named[1]!r}, which do not say which is that of the "
            "duplicates; name it with pos_label"
        )
    return classes[known.index(True)]


def _unlabelled(estimator: Any, X: Any, y: Any) -> Pairs:
    """Pairs of texts, whose targets are ignored."""
    if y is not None:
        check_consistent_length(X, y)
    return _pairs(estimator, X, reset=True)


def _pairs(estimator: Any, X: Any, labels: list[bool] | None = None, reset: bool = False) -> Pairs:
    """Pairs of texts. The names of columns are kept at a fit, and have to be the same later."""
    if isinstance(X, Pairs):
        return X if labels is None else X.with_labels(labels)
    table = tidied(X, "pairs")
    if hasattr(X, "columns") or reset:
        _check_feature_names(estimator, X, reset=reset)
    names = [str(name) for name in getattr(table, "columns", [])]
    if len(names) != 2 and names and not {"text_a", "text_b"} <= set(names):
        raise DejaluError(
            f"X has the columns {', '.join(names)}: expected two, the texts of a pair; choose them, as in "
            "X[['a', 'b']], or with a ColumnTransformer"
        )
    return read_pairs(table, labels=labels)
