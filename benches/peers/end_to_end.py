"""Deduplicates whole collections of edited copies of this machine's documentation, with a trained discriminant.

    python3 benches/peers/end_to_end.py race [--documents 100000] [--kernel rbf] [--rounds 1]
    python3 benches/peers/end_to_end.py growth [--documents 10000 100000 1000000] [--chart docs/growth.svg] [--built-in]

`race`: `dejalu dedupe` against a pipeline of datasketch (candidates), scipy (the same ten similarities), scikit-learn
(SVM) and connected components, one thread, from the file of documents to groups, in turns; both learn from the same
labelled pairs and search candidates from the same similarity on. `growth`: `dejalu dedupe` with the default features
on collections of rising size, two threads; with --built-in by the built-in model and as many copies as in a race. CPU
seconds and the most memory of the whole process.
"""

# What helped: a bound after each kind of view, the heaviest weights first; candidates scored in tiles of two blocks of 6 MiB
# of text (158 → 235 MB for 4,000 pieces); a guess from 20,000 candidates (19.6 → 12.9 s for 20,000 documents), listed up to 8
# million (53.2 → 41.1 s for 100,000); boilerplate left out first (655,674 → 17,676 candidates of 3,368 licence texts); raw
# words kept, up to 256 MB (0.80 to 0.95 of the time). The profile `fast` on a busy machine takes up to two and a half times
# as long as a release alone.

import argparse
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import corpus
from race import HERE, environment

TEN = "jaccard cosine dice extended-jaccard euclidean euclidean:normalised=true mwo resemblance:w=3 containment:w=3 \
    containment:w=3,direction=min"
LABELLED = 600  # pieces of which labelled pairs are made
COPIES = {"race": 9, "growth": 40}  # edited copies of a piece in a collection


def labelled(folder, seed=7):
    """Pairs of a piece: with a copy that edits up to a fifth of it (duplicate), with one that replaces 30 to 60 % of its
    words, and with the next piece (distinct)."""
    path = folder / "labelled.csv"
    if path.exists():
        return path
    chance, before = random.Random(seed), None
    # Pieces of which most is new come from everywhere; the last are in no collection but the largest.
    pieces = list(corpus.new(corpus.pieces()))[-LABELLED:]
    with open(path, "w", newline="") as out:
        table = csv.writer(out)
        table.writerow(["text_a", "text_b", "label"])
        for text in pieces:
            other = before or pieces[-1]
            words, foreign = text.split(), other.split()
            for place in chance.sample(range(len(words)), chance.randint(len(words) * 3 // 10, len(words) * 6 // 10)):
                words[place] = chance.choice(foreign)
            table.writerows([[text, corpus.edited(text, other, chance), 1], [text, " ".join(words), 0], [text, other, 0]])
            before = text
    return path


def collection(count, copies, folder):
    path = folder / f"{count}-by-{copies}.jsonl"
    if not path.exists():
        corpus.write(count, path, copies)
    return path


def program():
    build = ["cargo", "build", "--release", "--bin", "dejalu", "--message-format=json"]
    lines = subprocess.run(build, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [json.loads(line)["executable"] for line in lines if '"executable":"' in line][-1]


def trained(dejalu, folder, features, kernel):
    model = folder / f"end-to-end-{kernel}-{len(features)}.json"
    train = [dejalu, "train", labelled(folder), "--features", features, "--kernel", kernel, "--out", model, "-q"]
    subprocess.run(train, check=True)
    return model


def measured(command):
    """CPU seconds, seconds and MiB of a command, and what it printed."""
    with tempfile.TemporaryFile("w+") as out:
        begun = time.monotonic()
        child = subprocess.Popen([str(part) for part in command], stdout=out)
        _, status, usage = os.wait4(child.pid, 0)
        if status:
            sys.exit(f"{command[0]} failed")
        out.seek(0)
        cost = {"cpu": usage.ru_utime + usage.ru_stime, "wall": time.monotonic() - begun, "mib": usage.ru_maxrss / 1024}
        return cost, out.read()


def ours(dejalu, documents, *options):
    figures = documents.with_suffix(".figures.json")
    command = [dejalu, "dedupe", documents, "--out", documents.with_suffix(".groups.csv")]
    cost, _ = measured([*command, "--evaluate", "--json", figures, "-q", *options])
    figures = json.loads(figures.read_text())
    quality = figures["quality"][0]["pairs"]
    return cost | figures["counts"] | {key: quality[key] for key in ("precision", "recall", "f1")}


def theirs(python, documents, model, folder, kernel):
    command = [python, HERE / "pipeline.py", documents, labelled(folder), model, kernel]
    cost, out = measured(command)
    return cost | json.loads(out)


def shown(name, run):
    shares = " ".join(f"{key} {run[key]:.4f}" for key in ("precision", "recall", "f1"))
    print(
        f"{name:<7} {run['cpu']:8.1f} CPU s {run['wall']:8.1f} s {run['mib']:7.0f} MiB  "
        f"{run['candidates']} candidates, {run['duplicates']} duplicate pairs; groups: {shares}",
        flush=True,
    )


def race(dejalu, folder, count, kernel, rounds):
    documents, python = collection(count, COPIES["race"], folder), environment(folder)
    model = trained(dejalu, folder, TEN, kernel)
    here, there = [], []
    for _ in range(rounds):
        here.append(ours(dejalu, documents, "--model", model, "--threads", "1"))
        shown("ours", here[-1])
        there.append(theirs(python, documents, model, folder, kernel))
        shown("theirs", there[-1])
    a, b = (statistics.median(run["cpu"] for run in runs) for runs in (here, there))
    print(f"{count} documents, {kernel}: {a:.1f} / {b:.1f} CPU s = {a / b:.3f} ({rounds} rounds)")


def growth(dejalu, folder, counts, chart, built_in):
    copies = COPIES["race" if built_in else "growth"]
    model = [] if built_in else ["--model", trained(dejalu, folder, "default", "linear")]
    runs = []
    for count in counts:
        runs.append(ours(dejalu, collection(count, copies, folder), *model))
        print(count, end=" ")
        shown("ours", runs[-1])
    if chart:
        figures = json.dumps([counts, [run["cpu"] for run in runs], [run["mib"] for run in runs]])
        subprocess.run([environment(folder), HERE / "growth_chart.py", chart], input=figures, text=True, check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=COPIES)
    parser.add_argument("--documents", type=int, nargs="+")
    parser.add_argument("--kernel", choices=["rbf", "linear"], default="rbf")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--chart", type=Path)
    parser.add_argument("--built-in", action="store_true")
    asked = parser.parse_args()
    folder = (HERE / "../../target/peers").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if asked.what == "race":
        for count in asked.documents or [100_000]:
            race(program(), folder, count, asked.kernel, asked.rounds)
    else:
        growth(program(), folder, asked.documents or [10_000, 100_000, 1_000_000], asked.chart, asked.built_in)
