"""Precision, recall and F1 of the built-in model at each of its levels, on labelled pairs; standard library only.

python3 benches/levels.py PROGRAM FOLDER...

Each folder holds `pairs.csv` and `docs.jsonl.gz`, or inline texts in `pairs.csv`. Prints a table in Markdown: F1 with
precision in brackets, the thresholds of texts and of web pages as `dejalu model show` lists them, and the mean F1.
"""

import csv
import subprocess
import sys
from pathlib import Path

LEVELS = ["copy", "revision", "rewrite"]


def classified(program, folder, level):
    """Labels and decisions of all pairs."""
    documents = folder / "docs.jsonl.gz"
    given = ["--documents", str(documents)] if documents.exists() else []
    command = [program, "classify", "--pairs", str(folder / "pairs.csv"), *given, "--at", level, "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    decisions = [row["decision"] == "duplicate" for row in csv.DictReader(done.stdout.splitlines())]
    with open(folder / "pairs.csv", newline="", encoding="utf-8") as table:
        labels = [row["label"] == "1" for row in csv.DictReader(table)]
    assert len(labels) == len(decisions), folder
    return labels, decisions


def figures(labels, decisions):
    """F1 and precision; 0 where nothing is called a duplicate."""
    right = sum(label and decision for label, decision in zip(labels, decisions))
    called, all_duplicates = sum(decisions), sum(labels)
    precision = right / called if called else 0.0
    return 2 * right / (called + all_duplicates), precision


def main():
    program, *folders = sys.argv[1:]
    print("| set |", " | ".join(LEVELS), "|")
    print("|---|" + "---|" * len(LEVELS))
    sums = dict.fromkeys(LEVELS, 0.0)
    best = 0.0
    for folder in map(Path, folders):
        found = {level: figures(*classified(program, folder, level)) for level in LEVELS}
        cells = [f"{100 * f1:.1f} ({100 * precision:.0f})" for f1, precision in found.values()]
        print(f"| `{folder.name}` |", " | ".join(cells), "|", flush=True)
        best += max(f1 for f1, _ in found.values())
        for level, (f1, _) in found.items():
            sums[level] += f1
    means = [f"{100 * sums[level] / len(folders):.1f}" for level in LEVELS]
    print("| mean |", " | ".join(means), "|")
    print(f"\nBest level of each set: mean {100 * best / len(folders):.1f}.")


if __name__ == "__main__":
    main()
