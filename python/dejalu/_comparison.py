"""Evaluation and comparison of deciders."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from . import _dejalu, _html
from ._fields import FieldTypesLike, KnownFields
from ._model import Model, learning_options
from ._options import checked, kind_of, names_of, path_of, threshold_of
from ._origin import Origin
from ._table import Results, Rows
from ._tables import DataWarning, DocumentsLike, FieldsLike, PairsLike, read_pairs
from ._vectors import Features


class Comparison(Results):
    """The results of several deciders on the same pairs: learned, published, re-tuned, the built-in
    model where it has learned from none of them, and two baselines that call every pair a duplicate
    or none. ``print`` shows the table.

    The pairs are ordered by the names of their documents; ``ids``, ``labels``, ``categories``,
    ``margins`` and ``decisions`` are in that order.
    """

    def __init__(self, inner: _dejalu.Comparison, origin: Origin | None = None) -> None:
        self._inner = inner
        self._origin = origin or Origin()
        self._figures: dict[str, Any] = json.loads(inner.json())
        for note in inner.notes:
            warnings.warn(note, DataWarning, stacklevel=3)

    @property
    def deciders(self) -> Rows:
        """Every decider with all its figures: name, kind, threshold, precision, recall, f1 and its
        95 % interval, tp, fp, tn, fn and more. Shares are in [0, 1]; undefined values are None."""
        return Rows(self._figures["deciders"])

    @property
    def outside(self) -> dict[str, Any] | None:
        """How many pairs lie outside what the evaluated model learned from, and in which features;
        None of a comparison, and of a model that does not say."""
        return self._figures.get("outside")

    @property
    def suspects(self) -> dict[str, Any]:
        """Labels that every model which had not seen the pair contradicts."""
        return self._figures["suspects"]

    @property
    def ids(self) -> list[tuple[Any, Any]]:
        """The ids of each pair's documents."""
        return [(*self._origin.ids([a, b]),) for a, b in self._inner.ids]

    @property
    def labels(self) -> np.ndarray:
        """Whether each pair is a duplicate."""
        return self._inner.labels

    @property
    def categories(self) -> list[str | None]:
        """The category of each pair."""
        return self._inner.categories

    def margins(self, decider: str) -> np.ndarray:
        """Each pair's score minus the threshold of its fold."""
        return self._inner.margins(self._place(decider))

    def decisions(self, decider: str) -> np.ndarray:
        """Whether the decider calls each pair a duplicate."""
        return self._inner.decisions(self._place(decider))

    def predictions(self) -> Any:
        """What every decider but the baselines said of every pair, as columns and as ``dejalu compare
        --predictions`` writes it: id_a, id_b, label, decider (a re-tuned rule is called "mwo-retuned"), fold (from
        1; 0 of an evaluation), score, decision ("duplicate" or "distinct", by the threshold of the fold)."""
        rows = self._inner.held_out()
        pairs = [row[0] for row in rows]
        ids, labels = self._inner.ids, self.labels
        table = {
            "id_a": [ids[pair][0] for pair in pairs],
            "id_b": [ids[pair][1] for pair in pairs],
            "label": labels[pairs].astype(int),
            "decider": [row[1] for row in rows],
            "fold": np.array([row[2] for row in rows], dtype=np.int64),
            "score": np.array([row[3] for row in rows], dtype=float),
            "decision": np.where([row[4] for row in rows], "duplicate", "distinct"),
        }
        return self._origin.table(table, ["id_a", "id_b"])

    def to_dict(self) -> dict[str, Any]:
        """All figures, as ``dejalu compare --json`` writes them."""
        return self._figures

    def _place(self, decider: str) -> int:
        names = [each["name"] for each in self.deciders]
        if decider not in names:
            known = ", ".join(names)
            raise _dejalu.DejaluError(
                f"decider '{decider}' is not among {known}; choose one of them"
            )
        return names.index(decider)

    def __str__(self) -> str:
        return self._inner.table()

    def __repr__(self) -> str:
        return f"<dejalu.Comparison of {len(self.deciders)} deciders on {len(self.ids)} pairs>"

    def _repr_html_(self) -> str:
        return _html.printed(str(self))


def evaluate(
    model: Model,
    pairs: PairsLike,
    documents: DocumentsLike | None = None,
    labels: Iterable[Any] | None = None,
    *,
    at: float | str | None = None,
    background: str | os.PathLike[str] | None = None,
    split: str | Sequence[str] = (),
    seed: int = 42,
    draws: int = 1000,
    base_rate: float | None = None,
    report: str | os.PathLike[str] | None = None,
) -> Comparison:
    """Evaluates a model on held-out pairs, beside every published rule, as ``dejalu evaluate``
    does.

    Parameters
    ----------
    model:
        The model. The table says which share of the documents it was trained on.
    pairs, documents, labels, split:
        What ``read_pairs`` takes; every pair needs a label.
    at:
        Minimum score of a duplicate: "own" (the threshold of the model, as None), a level of the model
        (``Model.levels``) or a number.
    background:
        A file of reference statistics, for rules that need statistics that the model lacks.
    seed, draws:
        Seed and number of bootstrap samples per interval; 0 for no intervals.
    base_rate:
        A share of duplicates, above 0 and below 1. Of the learned deciders and the best published
        rule, ``base_rates`` holds precision, recall, F1 and the best threshold at this share, and
        always at 0.5, 0.1, 0.01 and 0.001, among pairs of the labelled kind.
    report:
        A folder for a report page with charts, ``index.html``, which works offline.
    """
    if not isinstance(model, Model):
        raise TypeError(f"model is {kind_of(model)}: expected a Model")
    read = read_pairs(
        pairs,
        documents,
        labels,
        columns=model._inner.columns,
        fields=model._inner.fields,
        split=split,
        unlabelled=False,
        main_content=model._inner.main_content,
    )
    path = None if background is None else path_of(background, "background")
    chance = checked(seed=seed, draws=draws)
    checked(base_rate=base_rate)
    folder = None if report is None else path_of(report, "report")
    how = {"at": threshold_of(at), "background": path, "base_rate": base_rate, "report": folder}
    inner = _dejalu.evaluate(model._inner, read, chance, how)
    return Comparison(inner, Origin.of(read))


def compare(
    pairs: PairsLike,
    documents: DocumentsLike | None = None,
    labels: Iterable[Any] | None = None,
    *,
    features: Features = "default",
    columns: Sequence[str] = (),
    fields: FieldsLike = (),
    field_types: FieldTypesLike = (),
    language: str = "english",
    main_content: str = "landmarks",
    background: str | os.PathLike[str] | None = None,
    c: float | str = "auto",
    gamma: float | str = "auto",
    class_weights: bool = False,
    terms: bool | None = None,
    operating_point: str = "f1",
    folds: int = 5,
    inner_folds: int = 5,
    retune: str | Sequence[str] = "f1",
    split: str | Sequence[str] = (),
    seed: int = 42,
    draws: int = 1000,
    base_rate: float | None = None,
    report: str | os.PathLike[str] | None = None,
) -> Comparison:
    """Compares learned models, the built-in model, every published rule and every re-tuned rule on
    the same folds, as ``dejalu compare`` does.

    Parameters
    ----------
    pairs, documents, labels, split:
        What ``read_pairs`` takes; every pair needs a label.
    retune:
        How to choose the thresholds of rules: "f1" (best F1), "crossing" (of the error curves;
        Yerra 2005 (000), section 3.2.2), or both.
    base_rate:
        As for ``evaluate``.
    others:
        As for ``train``, including ``report``. The kernels "auto", "linear" and "rbf" are compared.
    """
    ways = names_of(retune, "retune")
    known = KnownFields(documents, fields)
    read = read_pairs(
        pairs,
        known.documents,
        labels,
        columns=columns,
        fields=known.named,
        split=split,
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
        kernel="auto",
        c=c,
        gamma=gamma,
        degree=None,
        coef0=None,
        class_weights=class_weights,
        terms=terms,
        operating_point=operating_point,
        abstain=None,
        folds=folds,
        inner_folds=inner_folds,
    )
    chance = checked(seed=seed, draws=draws)
    checked(base_rate=base_rate)
    folder = None if report is None else path_of(report, "report")
    inner = _dejalu.compare_deciders(read, learning, chance, ways, base_rate, folder)
    return Comparison(inner, Origin.of(read))
