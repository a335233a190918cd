"""Measures dejalu's training against other learners on the same vectors: with few labels, and on the same folds.

    python3 benches/peers/learners.py curve VECTORS.csv [...] [--program NAME=PATH[@FOLDER] ...] [--out cells.csv]
    python3 benches/peers/learners.py folds VECTORS.csv [...] [--program NAME=PATH[@FOLDER] ...] [--out folds.csv]
    python3 benches/peers/learners.py told cells.csv [...]
    python3 benches/peers/learners.py chart cells.csv few-labels.svg

VECTORS.csv is what `dejalu vectors PAIRS --documents DOCUMENTS` writes, with a column `split` (train, dev) if there are
splits. Columns whose names begin with `rule:` are similarities of published rules and no features. The programs are
`dejalu` of today and, to see what a change brought, of another day: NAME=PATH@FOLDER learns from the vectors that it
made itself, of the same pairs in the same order, in FOLDER under the names of the tables.

curve: draws of 30 to 1,000 labelled pairs, ten of each, at least five of either label; tested on 1,000 pairs of the split
dev, or of a fifth of the clusters. told: the differences to the first decider of the first file, over the cells of several
runs, which draw the same pairs from tables of the same pairs; of deciders of one name the first counts. folds: five folds by cluster, trained on the pairs with neither document in the fold.
Needs numpy, pandas, scikit-learn, matplotlib.
"""

# Rules of the curve: columns of `dejalu vectors --features "mwo resemblance:w=4 containment:w=4,direction=max
# patricia:direction=max four-grams:direction=max os-cds:direction=max scam simhash super-shingles spotsigs"`, renamed to begin
# with `rule:`.
#
# Tried with few labels and left out (points of F1):
# - clusters of all documents in training, not only of duplicates: −0.4 to 0.7, within the intervals.
# - the built-in model's score as one more feature: 0.0 to −0.1; as one more learner of the average: 93.7, 93.4, 95.8, 97.5 instead of
#   93.8, 93.7, 96.4, 97.5 on `html_llvm_docs` and `wiki_versions` with 30 and 120 labels. The loss of thirty pairs hardly tells which
#   decides better, so both are shown and people choose.
# - a search for gamma of the Laplacian kernel: scales of 1/d, 3/d and 9/d together are 0.1 below the best gamma and C in hindsight on
#   average, 0.5 at most. The rational kernel 1/(1 + 3/d·Σ|x − y|) is as good, but has no exact Shapley values.
# - missing values as numbers: a tie. `--terms` on licences: 59.1 against 58.9.
#
# Tried for an F1 of 64 on licences (means of four seeds; the average of a monotone, a linear and an RBF kernel has 63.1):
# - the Laplacian kernel alone: 63.7 with gamma searched, 64.2 at three scales; with few labels up to 1.6 below the average.
# - stacked weights (Breiman 1996), Laplacian at three scales: 60.5 instead of 60.2 (seed 42).
# - more features (differing words, insertions, length of the shorter text): 63.3 to 63.5; boosted trees with them 63.4 to 64.7.
# - in the search: log-loss alone 60.1, F1 alone 63.3, F1 with distinct pairs weighted to their share 63.0, equal weights 62.0, the
#   simplest learner within 0.01 of the best 62.7, the mean over every C of one gamma 63.3, over all 24 learners 63.5.
# - thresholds half-way to the best expected F1: 63.0; from draws of clusters 63.3.
# - pairs of the same two clusters weighted by 1/√n: 62.4. Features scaled by rank, all rows in the inner folds: ties.

import argparse
import functools
import json
import subprocess
import sys
import tempfile
import warnings
import zlib
from pathlib import Path

import numpy as np
import pandas as pd

LABELS = (30, 60, 120, 250, 500, 1000)
DRAWS = 10
TESTED = 1000
FOLDS = 5
NAMES = ("id_a", "id_b", "label", "group", "category", "split")
CLUSTERS = ["cluster_a", "cluster_b"]


def grouped(table):
    """The table with a group of pairs in place of the clusters of documents: who labels pairs knows no more."""
    if not {*CLUSTERS} <= {*table}:
        return table
    a, b = (table[side] for side in CLUSTERS)
    return table.drop(columns=CLUSTERS).assign(group=a.where(a == b))


class Collection:
    def __init__(self, path):
        self.file = Path(path).name
        self.name = self.file.split(".")[0]
        self.table = pd.read_csv(path, dtype={"id_a": str, "id_b": str})
        rules = [column for column in self.table if column.startswith("rule:")]
        self.rules = self.table[rules].fillna(0.0)
        self.table = grouped(self.table.drop(columns=rules))
        features = [column for column in self.table if column not in NAMES]
        self.x = self.table[features].values.astype(float)
        self.y = self.table.label.values.astype(int)
        self.clusters = self.clustered()
        sides = zip(self.table.id_a, self.table.id_b)
        self.side = np.array([zlib.crc32(f"{a}|{b}".encode()) & 1 for a, b in sides])

    def clustered(self):
        """The clusters of each pair's documents: components over duplicates and equal groups."""
        parent = {}

        def root(x):
            parent.setdefault(x, x)
            while parent[x] != x:
                parent[x] = parent[parent[x]]
                x = parent[x]
            return x

        groups = self.table.get("group", pd.Series(index=self.table.index, dtype=object))
        for a, b, label, group in zip(self.table.id_a, self.table.id_b, self.y, groups):
            if label:
                parent[root(a)] = root(b)
            if pd.notna(group):
                parent[root(a)] = parent[root(b)] = root(("group", group))
        return np.array([[str(root(a)), str(root(b))] for a, b in zip(self.table.id_a, self.table.id_b)])

    def splits(self, seed=42):
        """Rows to train on and rows to test: the splits if there are any, else folds by cluster."""
        if "split" in self.table and {"train", "dev"} <= set(self.table.split):
            rows = [np.where(self.table.split == split)[0] for split in ("train", "dev")]
            return [tuple(rows)] * FOLDS
        return self.folds(seed)

    def folds(self, seed=42):
        """Folds of whole clusters, those with many positives dealt first."""
        held = {}
        for (a, b), label in zip(self.clusters, self.y):
            for cluster in {a, b}:
                counts = held.setdefault(cluster, [0, 0])
                counts[0] -= int(label)
                counts[1] -= 1
        names = sorted(held)
        np.random.RandomState(seed).shuffle(names)
        names.sort(key=lambda name: held[name])
        loads, fold = np.zeros((FOLDS, 2)), {}
        for name in names:
            load = [tuple(it) if held[name][0] else (it[1], it[0]) for it in loads]
            fold[name] = min(range(FOLDS), key=lambda k: load[k])
            loads[fold[name]] -= held[name]
        of = np.array([[fold[a], fold[b]] for a, b in self.clusters])
        tester = np.where(self.side == 1, of.min(axis=1), of.max(axis=1))
        return [(np.where((of != k).all(axis=1))[0], np.where(tester == k)[0]) for k in range(FOLDS)]

    def draw(self, rows, n, seed):
        """The first n of the rows in a random order, with at least five of either label."""
        if len(rows) < n:
            return None
        for attempt in range(1000):
            drawn = np.random.RandomState(1_000 * n + seed + 100_000 * attempt).permutation(rows)[:n]
            if min(self.y[drawn].sum(), n - self.y[drawn].sum()) >= 5:
                return drawn
        return None


def counts(truth, said):
    truth, said = truth.astype(bool), np.asarray(said).astype(bool)
    return np.array([(truth & said).sum(), (~truth & said).sum(), (truth & ~said).sum()])


def f1(counts):
    right, wrong, missed = counts
    return 2 * right / max(1, 2 * right + wrong + missed)


@functools.cache
def vectors(file):
    return grouped(pd.read_csv(file, dtype={"id_a": str, "id_b": str}))


def program(path, collection, train, test):
    """Counts of a model that `dejalu train` makes of these rows."""
    path, _, folder = path.partition("@")
    table = vectors(Path(folder, collection.file)) if folder else collection.table
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("train.csv", "test.csv", "model.json")]
        for file, rows in zip(files, (train, test)):
            table.iloc[rows].drop(columns="split", errors="ignore").to_csv(file, index=False)
        command = [path, "train", "--vectors", files[0], "--out", files[2], "--quiet", "--draws", "0"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
        command = [path, "evaluate", "--vectors", files[1], "--model", files[2], "--json", "-", "--quiet", "--draws", "0"]
        done = subprocess.run(command, capture_output=True, text=True)
        if not done.stdout:
            sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
        found = next(it for it in json.loads(done.stdout)["deciders"] if it["kind"] == "learned")
        return np.array([found["tp"], found["fp"], found["fn"]])


def best_threshold(scores, y):
    order = np.argsort(-scores, kind="stable")
    ordered = scores[order]
    figures = 2 * np.cumsum(y[order]) / (np.arange(1, len(y) + 1) + y.sum())
    figures[np.append(ordered[:-1] == ordered[1:], False)] = -1
    best = int(np.argmax(figures))
    below = ordered[best + 1] if best + 1 < len(y) else ordered[best]
    return (ordered[best] + below) / 2


def rules(collection, train, test):
    """Counts of each rule with the threshold of the best F1 on the training rows."""
    found = {}
    for name in collection.rules:
        column, y = collection.rules[name].values, collection.y
        threshold = best_threshold(column[train], y[train])
        found[name] = counts(y[test], column[test] >= threshold)
    return found


def peers(kind):
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.linear_model import LogisticRegressionCV
    from sklearn.model_selection import GridSearchCV, StratifiedKFold
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    untuned = make_pipeline(StandardScaler(), SVC(C=1))
    if kind == "curve":
        return {"untuned SVC": untuned}
    inner = StratifiedKFold(5, shuffle=True, random_state=42)
    grid = {"svc__C": [0.1, 1, 10, 100], "svc__gamma": ["scale", 0.001, 0.01, 0.1]}
    logistic = LogisticRegressionCV(Cs=10, cv=inner, scoring="neg_log_loss", max_iter=5000)
    return {
        "untuned SVC": untuned,
        "tuned SVC": GridSearchCV(make_pipeline(StandardScaler(), SVC()), grid, scoring="f1", cv=inner, n_jobs=-1),
        "logistic regression": make_pipeline(StandardScaler(), logistic),
        "gradient boosting": HistGradientBoostingClassifier(random_state=42),
    }


def others(collection, train, test, kind):
    y, found = collection.y, {}
    x = np.nan_to_num(collection.x)
    for name, learner in peers(kind).items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            said = learner.fit(x[train], y[train]).predict(x[test])
        found[name] = counts(y[test], said)
    return found


def measured(collection, train, test, programs, kind):
    found = {name: program(path, collection, train, test) for name, path in programs.items()}
    return found | others(collection, train, test, kind) | rules(collection, train, test)


def curve(collections, programs, labels):
    for collection in collections:
        splits = collection.splits()
        for n in labels:
            for seed in range(DRAWS):
                rows, test = splits[seed % len(splits)]
                train = collection.draw(rows, n, seed)
                test = np.random.RandomState(seed).permutation(test)[:TESTED]
                if train is None:
                    continue
                for name, found in measured(collection, train, test, programs, "curve").items():
                    yield dict(set=collection.name, n=n, draw=seed, decider=name, f1=f1(found))
            print(collection.name, n, file=sys.stderr, flush=True)


def folds(collections, programs, _):
    for collection in collections:
        total = {}
        for train, test in collection.folds():
            for name, found in measured(collection, train, test, programs, "folds").items():
                total[name] = total.get(name, 0) + found
        for name, found in total.items():
            yield dict(set=collection.name, decider=name, f1=f1(found))
        print(collection.name, file=sys.stderr, flush=True)


def told(table):
    """Means, and the paired differences to the first program with their 95 % intervals over draws."""
    from scipy.stats import t

    ours = table.decider.iloc[0]
    cells = table.pivot_table(index=["set", "n", "draw"], columns="decider", values="f1")
    names = [name for name in cells if name.startswith("rule:")]
    means = cells.groupby(level=["set", "n"]).mean()
    best = means[names].idxmax(axis=1) if names else None
    if names:
        cells["best rule"] = [row[best[(at[0], at[1])]] for at, row in cells.iterrows()]
    for name in [it for it in cells if it not in names and it != ours]:
        print(f"\n{ours} against {name}, points of F1 (95 % interval over draws)")
        small = []
        for (collection, n), cell in cells.groupby(level=["set", "n"]):
            gain = 100 * (cell[ours] - cell[name])
            reach = t.ppf(0.975, len(gain) - 1) * gain.std(ddof=1) / len(gain) ** 0.5
            below = " below" if gain.mean() + reach < 0 else ""
            figures = f"{100 * cell[ours].mean():5.1f} {100 * cell[name].mean():5.1f}"
            print(f"  {collection:20} {n:5} {figures} {gain.mean():+5.1f} ({gain.mean() - reach:+.1f} to {gain.mean() + reach:+.1f}){below}")
            small += [gain.mean()] * int(n <= 120)
        print(f"  mean of the cells up to 120 labels: {np.mean(small):+.2f}")


def joined(files):
    """The cells of several runs."""
    table = pd.concat([pd.read_csv(file) for file in files])
    return table.drop_duplicates(["set", "n", "draw", "decider"])


def chart(cells, out):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plot

    matplotlib.rcParams.update({"svg.hashsalt": "dejalu", "font.size": 8})
    table = pd.read_csv(cells)
    rule = table.decider.str.startswith("rule:")
    best = table[rule].groupby(["set", "n", "decider"]).f1.mean().groupby(level=[0, 1]).max()
    sets = list(dict.fromkeys(table.set))
    figure, axes = plot.subplots(1, len(sets), figsize=(2.3 * len(sets), 2.6))
    styles = {"untuned SVC": ("#888888", ":"), "best rule": ("#c2571a", "--")}
    for axis, name in zip(np.atleast_1d(axes), sets):
        of_set = table[~rule & (table.set == name)]
        lines = {decider: part.groupby("n").f1.mean() for decider, part in of_set.groupby("decider", sort=False)}
        lines["best rule"] = best[name]
        for decider, line in lines.items():
            color, style = styles.get(decider, ("#1f5fa8" if decider == table.decider.iloc[0] else "#7fb069", "-"))
            axis.plot(line.index, 100 * line.values, style, color=color, label=decider, linewidth=1.5)
        axis.set_xscale("log")
        axis.set_xticks(LABELS, LABELS)
        axis.minorticks_off()
        axis.set_title(name)
        axis.set_xlabel("labelled pairs")
    np.atleast_1d(axes)[0].set_ylabel("F1, percent")
    np.atleast_1d(axes)[0].legend(frameon=False)
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("work", choices=("curve", "folds", "told", "chart"))
    arguments.add_argument("tables", nargs="+")
    arguments.add_argument("--program", action="append", default=[], metavar="NAME=PATH[@FOLDER]")
    arguments.add_argument("--labels", type=int, nargs="+", default=LABELS)
    arguments.add_argument("--out")
    given = arguments.parse_args()
    if given.work == "chart":
        return chart(*given.tables)
    if given.work == "told":
        return told(joined(given.tables))
    programs = dict(it.split("=", 1) for it in given.program or ["dejalu=dejalu"])
    rows = {"curve": curve, "folds": folds}[given.work]
    table = pd.DataFrame(rows([Collection(path) for path in given.tables], programs, given.labels))
    if given.out:
        table.to_csv(given.out, index=False)
    if given.work == "curve":
        told(table)
    else:
        print((100 * table.pivot(index="decider", columns="set", values="f1")).round(1).to_string())


if __name__ == "__main__":
    main()
