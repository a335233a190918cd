"""What a user of Python would write to deduplicate a collection: MinHash candidates (datasketch), ten similarities
(scipy), a trained SVM (scikit-learn), connected components. One thread. Prints figures as JSON.

    python pipeline.py DOCUMENTS.jsonl LABELLED.csv MODEL.json rbf|linear

Of the model it takes the settings of the SVM. It learns itself, also from which resemblance of 3-word shingles on pairs
are candidates: that which keeps 99 % of the labelled duplicates.
"""

import csv
import json
import os
import re
import sys

for pool in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{pool}_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402 (after the number of threads)
import scipy.sparse as sp  # noqa: E402
from datasketch import MinHash, MinHashLSH  # noqa: E402
from scipy.sparse.csgraph import connected_components  # noqa: E402
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import MinMaxScaler  # noqa: E402
from sklearn.svm import SVC  # noqa: E402

WORD = re.compile(rb"[a-z0-9]+")
BLOCK = 20_000


def shingles(text):
    words = WORD.findall(text.encode().lower())
    return list({b" ".join(words[i : i + 3]) for i in range(len(words) - 2)})


def candidates(texts, at):
    """Pairs that share a band, each once."""
    index = MinHashLSH(threshold=at, num_perm=128)
    for number, sketch in enumerate(MinHash.generator(map(shingles, texts), num_perm=128)):
        for other in index.query(sketch):
            yield other, number
        index.insert(number, sketch, check_duplication=False)


class Similarities:
    """Ten similarities of pairs: rows of sparse matrices, gathered and multiplied."""

    def __init__(self, texts, words=None):
        self.words = words or CountVectorizer(stop_words="english", dtype=np.float64).fit(texts)
        counts = self.words.transform(texts).tocsr()
        runs = HashingVectorizer(ngram_range=(3, 3), n_features=2**22, norm=None, alternate_sign=False)
        self.has_run = (runs.transform(texts) > 0).astype(np.float64).tocsr()
        self.has_word = (counts > 0).astype(np.float64)
        idf = np.log1p(len(texts) / np.maximum(np.asarray(self.has_word.sum(axis=0)).ravel(), 1))
        self.tfidf = (counts @ sp.diags(idf)).tocsr()
        self.share = (sp.diags(1 / np.maximum(np.asarray(counts.sum(axis=1)).ravel(), 1)) @ counts).tocsr()
        self.norm = np.asarray(self.tfidf.multiply(self.tfidf).sum(axis=1)).ravel()
        self.sizes, self.lengths = np.diff(self.has_word.indptr), np.diff(self.has_run.indptr)

    def of(self, i, j):
        def total(product):
            return np.asarray(product.sum(axis=1)).ravel()

        with np.errstate(all="ignore"):
            dot = total(self.tfidf[i].multiply(self.tfidf[j]))
            both = total(self.has_word[i].multiply(self.has_word[j]))
            least = total(self.share[i].minimum(self.share[j]))
            common = total(self.has_run[i].multiply(self.has_run[j]))
            a, b, m, n = self.norm[i], self.norm[j], self.lengths[i], self.lengths[j]
            cosine = dot / np.sqrt(a * b)
            columns = [
                both / (self.sizes[i] + self.sizes[j] - both), cosine, 2 * dot / (a + b), dot / (a + b - dot),
                1 / (1 + np.sqrt(np.maximum(a + b - 2 * dot, 0))), 1 / (1 + np.sqrt(np.maximum(2 - 2 * cosine, 0))),
                least, common / (m + n - common), common / np.minimum(m, n), common / np.maximum(m, n),
            ]
        return np.nan_to_num(np.column_stack(columns))


def learned(pairs, model, kernel):
    with open(pairs, newline="") as table:
        rows = list(csv.DictReader(table))
    texts = [row[side] for row in rows for side in ("text_a", "text_b")]
    similarities = Similarities(texts)
    vectors = similarities.of(np.arange(0, len(texts), 2), np.arange(1, len(texts), 2))
    learner = model["training"]["learner"]
    gamma = learner["kernel"]["rbf"]["gamma"] if kernel == "rbf" else "scale"
    machine = SVC(kernel=kernel, C=learner["c"], gamma=gamma)
    labels = np.array([int(row["label"]) for row in rows])
    resemblance = vectors[labels == 1, 7]
    return make_pipeline(MinMaxScaler(), machine).fit(vectors, labels), float(np.quantile(resemblance, 0.01))


def blocks(pairs):
    block = []
    for pair in pairs:
        block.append(pair)
        if len(block) == BLOCK:
            yield np.array(block)
            block = []
    if block:
        yield np.array(block)


def agreement(labels, clusters):
    """Precision, recall and F1 of pairs."""

    def pairs(*keys):
        _, sizes = np.unique(np.stack(keys), axis=1, return_counts=True)
        return float((sizes * (sizes - 1) // 2).sum())

    both = pairs(labels, clusters)
    precision, recall = both / pairs(labels), both / pairs(clusters)
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / (precision + recall)}


def main(documents, pairs, model, kernel):
    with open(documents) as lines:
        rows = [json.loads(line) for line in lines]
    texts = [row["text"] for row in rows]
    with open(model) as file:
        model = json.load(file)
    judge, at = learned(pairs, model, kernel)
    similarities = Similarities(texts)
    asked, edges = 0, []
    for block in blocks(candidates(texts, at)):
        asked += len(block)
        duplicate = judge.decision_function(similarities.of(block[:, 0], block[:, 1])) >= 0
        edges.append(block[duplicate])
    edges = np.concatenate(edges)
    graph = sp.coo_matrix((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(len(texts), len(texts)))
    _, labels = connected_components(graph, directed=False)
    quality = agreement(labels, np.array([row["cluster"] for row in rows]))
    print(json.dumps({"candidates": asked, "duplicates": len(edges)} | quality))


if __name__ == "__main__":
    main(*sys.argv[1:])
