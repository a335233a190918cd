"""Models: training, files, classification."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from . import _dejalu, _html
from ._fields import FieldTypesLike, KnownFields
from ._options import checked, names_of, one_of, path_of, reading_of, threshold_of
from ._origin import Origin
from ._tables import (
    DocumentLike,
    DocumentsLike,
    FieldsLike,
    Pairs,
    PairsLike,
    one_document,
    read_pairs,
)
from ._vectors import Features, feature_text


class Model:
    """Everything that is needed to classify a pair: how documents are read, features, statistics,
    discriminant, calibration, operating point, and how it was learned.

    ``Model.load`` reads one, ``train`` trains one, ``Model.built_in()`` is the built-in one. Equal
    models are equal bytes, whether Python or the command line wrote them.
    """

    def __init__(
        self, inner: _dejalu.Model | None = None, learning_curve: dict[str, Any] | None = None
    ) -> None:
        if not isinstance(inner, _dejalu.Model):
            raise TypeError("a model is made by Model.built_in(), Model.load(path) or dejalu.train(pairs)")
        self._inner = inner
        self._learning_curve = learning_curve

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Model:
        """Reads a model (``.json``, also ``.gz``, ``.zst``)."""
        return Model(_dejalu.Model.load(path_of(path, "path")))

    @staticmethod
    def built_in(name: str = "texts") -> Model:
        """A built-in model: of "texts", trained on texts of a page at most, or of "records", which
        compares bibliographic records by their fields (title, author, journal, year, volume, number,
        pages, doi, isbn, abstract). Train on your own pairs wherever you have some."""
        if one_of(name, "name", ("texts", "records")) == "records":
            return Model(_dejalu.Model.records())
        return Model(_dejalu.Model.built_in())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model, completely or not at all."""
        self._inner.save(path_of(path, "path"))

    def predict(self, pairs: PairsLike, documents: DocumentsLike | None = None) -> np.ndarray:
        """The decision on each pair: 1 duplicate, 0 distinct; -1 unsure, if the model abstains.

        Takes what ``read_pairs`` takes, as all methods here."""
        return self._judge(pairs, documents)[0]

    def predict_proba(self, pairs: PairsLike, documents: DocumentsLike | None = None) -> np.ndarray:
        """The probabilities of distinct and of duplicate, pairs × 2, each in (0, 1)."""
        probability = self._judge(pairs, documents)[2]
        return np.column_stack([1.0 - probability, probability])

    def decision_function(
        self, pairs: PairsLike, documents: DocumentsLike | None = None
    ) -> np.ndarray:
        """The score of each pair, g(x) (Raveena and Nandini 2014 (001), section 3.2.4). Two
        texts that are duplicates score at least ``threshold``, which need not be 0; two web pages as ``levels`` says."""
        return self._judge(pairs, documents)[1]

    def classify(
        self,
        pairs: PairsLike,
        documents: DocumentsLike | None = None,
        *,
        at: float | str | None = None,
    ) -> Any:
        """What ``dejalu classify`` writes, as columns, or as a frame of the library of the pairs: id_a, id_b, decision (duplicate, distinct,
        unsure), score, probability; of a model with ``levels`` also level, the strictest that the pair
        reaches, or "".

        ``at`` is the minimum score of a duplicate: "own" (the threshold of the model, as None), one of its
        levels, or a number."""
        read = self._read(pairs, documents)
        decisions, scores, probabilities, levels = self._inner.judge(read, threshold_of(at))
        ids = read.ids
        level = {"level": levels} if self.levels else {}
        table = {
            "id_a": [a for a, _ in ids],
            "id_b": [b for _, b in ids],
            "decision": np.array(["distinct", "duplicate", "unsure"])[decisions],
            "score": scores,
            "probability": probabilities,
            **level,
        }
        return Origin.of(read).table(table, of_rows=not read.skipped)

    def vectors(self, pairs: PairsLike, documents: DocumentsLike | None = None) -> np.ndarray:
        """The similarity vectors that the model uses: pairs × features, each value in [0, 1], or NaN
        where the documents have nothing to compare."""
        return self._inner.vectors(self._read(pairs, documents))

    def explain(
        self, a: DocumentLike, b: DocumentLike, *, at: float | str | None = None
    ) -> Explanation:
        """Explains why two documents are near-duplicates, or why not. Each is a text, a file (a
        ``pathlib.Path``) or a ``Document``; ``at`` is as for ``classify``."""
        pages = self._inner.main_content
        documents = one_document(a, "a", pages), one_document(b, "b", pages)
        return Explanation(self._inner.explain(*documents, threshold_of(at)))

    @property
    def levels(self) -> dict[str, tuple[float, float]]:
        """The named thresholds of the model, the strictest first, each with the minimum score of two texts
        and of two web pages; empty if its training pairs were of one kind. ``at`` takes their names."""
        return {name: (texts, pages) for name, texts, pages in self._inner.levels}

    @property
    def threshold(self) -> float:
        """The minimum score of a duplicate; of two web pages that of the default level (``levels``), if the model has
        one, as the built-in one does."""
        return self._inner.threshold

    @property
    def features(self) -> list[str]:
        """The names of the features, in the order of a vector."""
        return self._inner.features

    @property
    def fields(self) -> dict[str, str]:
        """The fields of records that it compares, with the columns that they were read from; empty of a
        model that compares texts."""
        parts = [part for part in self._inner.fields.split(",") if part]
        return {part.split("=", 1)[0]: part.split("=", 1)[-1] for part in parts}

    @property
    def training(self) -> dict[str, Any]:
        """The training record: pairs, options, the search, and under "cross_validation" the
        expected results on unseen documents."""
        return json.loads(self._inner.training_json())

    @property
    def learning_curve(self) -> dict[str, Any] | None:
        """F1 with fewer labelled pairs, if ``train(learning_curve=True)`` measured it: under "points"
        the number of ``pairs`` that a fold trained on, ``f1`` and ``f1_interval``; under
        "gain_of_doubling" what twice as many labels would add to F1, roughly, or None with fewer than
        three points. The file of a model does not hold it."""
        return self._learning_curve

    def _judge(self, pairs: PairsLike, documents: DocumentsLike | None) -> tuple[Any, ...]:
        return self._inner.judge(self._read(pairs, documents))

    def _read(self, pairs: PairsLike, documents: DocumentsLike | None) -> Pairs:
        """Reads pairs; pages are read as in training."""
        inner = self._inner
        return read_pairs(
            pairs,
            documents,
            columns=inner.columns,
            fields=inner.fields,
            main_content=inner.main_content,
        )

    def __str__(self) -> str:
        return self._inner.summary()

    def __repr__(self) -> str:
        return f"<dejalu.Model of {len(self.features)} features, threshold {self.threshold:.4f}>"

    def _repr_html_(self) -> str:
        return _html.summary(str(self), repr(self)[1:-1])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return self._inner.to_json() == other._inner.to_json()

    __hash__ = None  # type: ignore[assignment]


class Explanation:
    """The decision on one pair and its evidence: what the documents share, of records field by field, and what each
    feature added to the score. A notebook displays it as the page that ``dejalu explain --html`` writes."""

    def __init__(self, inner: _dejalu.Explanation) -> None:
        self._inner = inner

    @property
    def verdict(self) -> str:
        """The decision and its reasons, in words."""
        return self._inner.verdict

    def to_dict(self) -> dict[str, Any]:
        """The full explanation: decision, score, probability, veto, the fields of two records with their
        agreement, features and what each adds, the published rules, sentences and their matches. Spans are byte ranges in the documents'
        texts."""
        return json.loads(self._inner.json())

    def to_html(self) -> str:
        """A page with both texts side by side, or two records field by field, which works offline."""
        return self._inner.html()

    def __str__(self) -> str:
        return self._inner.text()

    def __repr__(self) -> str:
        return f"<dejalu.Explanation: {self.verdict}>"

    def _repr_html_(self) -> str:
        import html

        page = html.escape(self.to_html(), quote=True)
        style = "width:100%;height:720px;border:1px solid #ddd"
        return f'<iframe srcdoc="{page}" style="{style}"></iframe>'


def train(
    pairs: PairsLike | None = None,
    documents: DocumentsLike | None = None,
    labels: Iterable[Any] | str | os.PathLike[str] | None = None,
    *,
    features: Features = "default",
    columns: Sequence[str] = (),
    fields: FieldsLike = (),
    field_types: FieldTypesLike = (),
    language: str = "english",
    main_content: str = "landmarks",
    background: str | os.PathLike[str] | None = None,
    kernel: str = "auto",
    c: float | str = "auto",
    gamma: float | str = "auto",
    degree: int | None = None,
    coef0: float | None = None,
    class_weights: bool = False,
    terms: bool | None = None,
    operating_point: str = "f1",
    abstain: float | None = None,
    folds: int = 5,
    inner_folds: int = 5,
    seed: int = 42,
    draws: int = 1000,
    candidate_recall: float | None = 0.99,
    block_by: str | None = None,
    split: str | Sequence[str] = (),
    learning_curve: bool = False,
    report: str | os.PathLike[str] | None = None,
) -> Model:
    """Trains a model on labelled pairs and cross-validates it, as ``dejalu train`` does: the same
    pairs and options give the same model, byte for byte.

    Parameters
    ----------
    pairs, documents, labels, split:
        What ``read_pairs`` takes; every pair needs a label. ``labels`` without ``pairs`` is a file of
        answers (labels.jsonl): of each pair the last one, if it is sure. Its audit stream is kept out,
        so that it stays a fair judge of the model.
    fields:
        Columns of the documents that are compared on their own, as for ``read_documents``; all columns of a table without
        texts, where none are named. "default" then has measures of each. The model keeps them, and reads documents with them.
    field_types:
        What fields hold, where the first 1,000 rows do not show it: "person", "thing", "text", "code", "number", "price",
        "date", "address" or "category" (``{"brand": "category"}``). It says how "default" compares them.
    features, columns, language, main_content, background:
        As for ``vectors``.
    kernel:
        "monotone" (linear; more likeness never speaks against a duplicate), "linear", "rbf",
        "laplacian" (as flexible as "rbf", and sharper where a single measure changes), "polynomial" or "auto"
        (averages a monotone and a Laplacian one, and a polynomial one if ``degree`` is given).
    c, gamma:
        Penalty of the SVM, and gamma of the RBF, Laplacian or polynomial kernel; above 0, or "auto"
        to search for them on the inner folds; gamma of the Laplacian kernel is then 1 divided by the
        number of features.
    degree, coef0:
        Of the polynomial kernel.
    class_weights:
        Whether both classes have the same total weight.
    terms:
        Whether to learn which words differ (``difference-terms``), from 1,000 pairs on and where that
        helps; None for records that are compared by their fields alone. Such a model holds words of its training
        documents.
    operating_point:
        How to choose the threshold: "f1" (the best F1 on held-out folds), "precision=X", "recall=X"
        or "margin" (score 0; not with kernel "auto", which averages several).
    abstain:
        Leaves pairs undecided (-1) whose probability lies between X and 1 − X.
    folds, inner_folds:
        Number of outer folds, for measuring results, and of inner folds, for the search.
        Folds are split by cluster (documents connected by duplicates, ``cluster`` or ``group``),
        and each trains on the pairs without any of its documents. A pair across two clusters is
        tested in the fold of one of them, and training may have seen the document of the other:
        ``compare`` reports how many such pairs there are, and F1 on the rest.
    seed, draws:
        Random seed for folds, permutations and intervals; bootstrap samples per interval, 0 for no intervals.
    candidate_recall:
        The share of duplicates that the candidate filter of ``find`` and ``dedupe`` has to keep;
        None to compare every pair of a collection.
    block_by:
        Find candidates by these fields ("title", "title,doi"): those that are as alike in one of them as the
        labelled duplicates are. None is what finds them at the least cost.
    learning_curve:
        Whether to measure F1 with fewer labelled pairs (30, 60, 120, and so on) as well, and to
        estimate what twice as many would bring: ``Model.learning_curve``. Takes two to three times
        as long.
    report:
        A folder for a report page with charts, ``index.html``, which works offline.

    Raises
    ------
    DejaluError
        An input or option that cannot be used; pairs of one class, or of too few documents for
        the folds.
    """
    splits = names_of(split, "split")
    answers = pairs is None and isinstance(labels, (str, os.PathLike))
    known = KnownFields(documents, fields)
    read = read_pairs(
        labels if answers else pairs,
        known.documents,
        None if answers else labels,
        columns=columns,
        fields=known.named,
        audit=not answers,
        split=splits,
        unlabelled=False,
        main_content=main_content,
    )
    learning = learning_options(
        features=features,
        fields=known.named,
        types=known.types(read, field_types),
        language=language,
        main_content=main_content,
        background=background,
        kernel=kernel,
        c=c,
        gamma=gamma,
        degree=degree,
        coef0=coef0,
        class_weights=class_weights,
        terms=terms,
        operating_point=operating_point,
        abstain=abstain,
        folds=folds,
        inner_folds=inner_folds,
    )
    chance = checked(seed=seed, draws=draws)
    checked(candidate_recall=candidate_recall, learning_curve=learning_curve, block_by=block_by)
    recall = "none" if candidate_recall is None else str(candidate_recall)
    folder = None if report is None else path_of(report, "report")
    trained = _dejalu.train(
        read, learning, chance, recall, block_by, splits, learning_curve, folder
    )
    inner, curve = trained
    return Model(inner, None if curve is None else json.loads(curve))


def learning_options(
    *,
    features: Features,
    language: str,
    main_content: str,
    background: str | os.PathLike[str] | None,
    c: float | str,
    gamma: float | str,
    abstain: float | None,
    fields: str,
    types: Sequence[tuple[str, str | None]],
    **others: Any,
) -> dict[str, Any]:
    """Training options as the extension expects them: choices are texts, as on the command line."""
    checked(c=c, gamma=gamma, abstain=abstain)
    return {
        "features": feature_text(features),
        "reading": reading_of(language, main_content, fields, types),
        "background": None if background is None else path_of(background, "background"),
        "c": str(c),
        "gamma": str(gamma),
        "abstain": None if abstain is None else str(abstain),
        **checked(**others),
    }
