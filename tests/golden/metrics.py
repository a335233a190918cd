"""Metrics of seeded cases as scikit-learn computes them; writes metrics.json beside this file.

Made with scikit-learn 1.7.2 and numpy 2.4.6:

    pip install scikit-learn==1.7.2
    python tests/golden/metrics.py

A ratio that does not exist is null, where scikit-learn would warn and give a stand-in.
"""

import json
import pathlib
import random
import warnings

from sklearn import metrics

warnings.filterwarnings("ignore")


def cases():
    for seed in range(6):
        rng = random.Random(seed)
        n = 20 + 30 * seed
        labels = [rng.random() < 0.1 + 0.15 * seed for _ in range(n)]
        yield f"random {seed}", labels, [rng.gauss(1.0 if label else -0.5, 1.0) for label in labels]
    rng = random.Random(7)
    labels = [rng.random() < 0.4 for _ in range(200)]
    yield "many ties", labels, [round(rng.gauss(0.4 * label, 0.3), 1) for label in labels]
    yield "constant scores", labels, [0.25] * 200
    yield "nothing called positive", labels, [-1.0 - 0.01 * i for i in range(200)]
    yield "everything called positive", labels, [1.0 + 0.01 * i for i in range(200)]
    yield "perfect", labels, [1.0 if label else -1.0 for label in labels]
    yield "reversed", labels, [-1.0 if label else 1.0 for label in labels]
    yield "positives only", [True] * 5, [0.1, -0.2, 0.3, -0.4, 0.0]
    yield "negatives only", [False] * 5, [0.1, -0.2, 0.3, -0.4, 0.0]


def figures(labels, scores):
    called = [score >= 0.0 for score in scores]
    tn, fp, fn, tp = (int(x) for x in metrics.confusion_matrix(labels, called, labels=[False, True]).ravel())
    has_both = any(labels) and not all(labels)
    margins = (tp + fp, tp + fn, tn + fp, tn + fn)
    out = {
        "tp": tp,
        "fp": fp,
        "tn": tn,
        "fn": fn,
        "precision": metrics.precision_score(labels, called) if tp + fp else None,
        "recall": metrics.recall_score(labels, called) if tp + fn else None,
        "f1": metrics.f1_score(labels, called) if tp + fp + fn else None,
        "f2": metrics.fbeta_score(labels, called, beta=2.0) if tp + fp + fn else None,
        "accuracy": metrics.accuracy_score(labels, called),
        "mcc": metrics.matthews_corrcoef(labels, called) if all(margins) else None,
        "roc_auc": metrics.roc_auc_score(labels, scores) if has_both else None,
        "average_precision": metrics.average_precision_score(labels, scores) if any(labels) else None,
    }
    if has_both:
        x, y, _ = metrics.roc_curve(labels, scores, drop_intermediate=False)
        out["roc"] = [[float(a), float(b)] for a, b in zip(x, y)]
    if any(labels):
        precision, recall, _ = metrics.precision_recall_curve(labels, scores)
        out["precision_recall"] = [[float(r), float(p)] for p, r in zip(precision, recall)]
    return {key: float(value) if isinstance(value, float) else value for key, value in out.items()}


def main():
    lines = []
    for name, labels, scores in cases():
        labels = [bool(label) for label in labels]
        lines.append(json.dumps({"name": name, "labels": [int(x) for x in labels], "scores": scores, **figures(labels, scores)}))
    path = pathlib.Path(__file__).with_name("metrics.json")
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n")


main()
