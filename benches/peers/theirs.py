"""The peers' side of the races: does one work on one thread and prints what it cost, as `ours.rs` does.

    python theirs.py WORK PIECES.jsonl
"""

import json
import os
import re
import sys
import time

for pool in ("OMP", "OPENBLAS", "MKL", "RAYON"):
    os.environ[f"{pool}_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402 (after the number of threads)
import scipy.sparse as sp  # noqa: E402
from sklearn.feature_extraction.text import CountVectorizer  # noqa: E402


def read(path):
    with open(path) as lines:
        return [json.loads(line)["text"] for line in lines]


def timed(work):
    """Its result, its CPU seconds, and the mebibytes that it held at most beside what there was before."""
    with open("/proc/self/clear_refs", "w") as mark:
        mark.write("5")  # the highest mark of memory is counted anew
    before, start = status("VmRSS"), time.process_time()
    result = work()
    seconds = time.process_time() - start
    return result, {"seconds": seconds, "mebibytes": round((status("VmHWM") - before) / 1024, 1)}


def status(line):
    with open("/proc/self/status") as lines:
        return int(re.search(rf"{line}:\s+(\d+)", lines.read()).group(1))


def analysis(texts):
    """tantivy's analyser: words, lower case, stop words, stems. No tf-idf and no shingles, which ours makes too."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    builder = TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.lowercase())
    analyzer = builder.filter(Filter.stopword("english")).filter(Filter.stemmer("english")).build()

    def work():
        return sum(len(analyzer.analyze(text)) for text in texts)

    check, cost = timed(work)
    return sum(len(text.encode()) for text in texts), check, cost


def vectors(texts, pairs=1_000_000, block=20_000):
    """Ten similarities a pair, vectorised over blocks of pairs: rows of sparse matrices, gathered and multiplied."""
    words = CountVectorizer(stop_words="english").fit_transform(texts).tocsr().astype(np.float64)
    runs = CountVectorizer(ngram_range=(3, 3)).fit_transform(texts).tocsr()
    has_word, has_run = (words > 0).astype(np.float64), (runs > 0).astype(np.float64)
    idf = np.log1p(len(texts) / np.asarray(has_word.sum(axis=0)).ravel())
    tfidf = (words @ sp.diags(idf)).tocsr()
    share = (sp.diags(1 / np.maximum(np.asarray(words.sum(axis=1)).ravel(), 1)) @ words).tocsr()
    norm = np.asarray(tfidf.multiply(tfidf).sum(axis=1)).ravel()
    sizes, lengths = np.diff(has_word.indptr), np.diff(has_run.indptr)
    random = np.random.default_rng(42)
    left, right = random.integers(0, len(texts), (2, pairs))

    def total(product):
        return np.asarray(product.sum(axis=1)).ravel()

    def of(i, j):
        dot = total(tfidf[i].multiply(tfidf[j]))
        both = total(has_word[i].multiply(has_word[j]))
        least = total(share[i].minimum(share[j]))
        common = total(has_run[i].multiply(has_run[j]))
        a, b = norm[i], norm[j]
        cosine = dot / np.sqrt(a * b)
        return (
            both / (sizes[i] + sizes[j] - both), cosine, 2 * dot / (a + b), dot / (a + b - dot),
            1 / (1 + np.sqrt(np.maximum(a + b - 2 * dot, 0))), 1 / (1 + np.sqrt(np.maximum(2 - 2 * cosine, 0))), least,
            common / (lengths[i] + lengths[j] - common), common / lengths[i], common / lengths[j],
        )

    def work():
        with np.errstate(all="ignore"):
            blocks = (of(left[k : k + block], right[k : k + block]) for k in range(0, pairs, block))
            return sum(float(np.nansum(similarity)) for similarities in blocks for similarity in similarities)

    check, cost = timed(work)
    return pairs, check, cost


def correlation(texts):
    """n_ij as the product of the document-word matrix with itself; words of three documents or more, as ours."""
    has_word = CountVectorizer(stop_words="english", binary=True, min_df=3).fit_transform(texts).astype(np.int32).tocsr()
    frequencies = np.asarray(has_word.sum(axis=0)).ravel()

    def work():
        both = sp.triu(has_word.T @ has_word, k=1).tocoo()
        kept = both.data >= 3
        i, j, n = both.row[kept], both.col[kept], both.data[kept]
        factors = n / (frequencies[i] + frequencies[j] - n)
        return int((factors >= 0.05).sum())

    check, cost = timed(work)
    return len(texts), check, cost


def self_join(texts, at=0.8):
    """SetSimilaritySearch's exact self-join of sets of words."""
    from SetSimilaritySearch import all_pairs

    sets = [set(re.findall(rb"[a-z0-9]+", text.encode().lower())) for text in texts]
    pairs, cost = timed(lambda: sum(1 for _ in all_pairs(sets, "jaccard", at)))
    return len(texts), pairs, cost


if __name__ == "__main__":
    work, texts = sys.argv[1], read(sys.argv[2])
    works = {
        "analysis": analysis,
        "collection": analysis,
        "vectors": vectors,
        "correlation": correlation,
        "self-join": self_join,
    }
    count, check, cost = works[work](texts)
    print(json.dumps({**cost, "count": count, "check": check}))
