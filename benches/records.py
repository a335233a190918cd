"""Recall of drawn records by what their pairs have in common, beside the pairs that no record can tell; standard library only.

dejalu generate --records 20000 --seed 99 --words 60 --out drawn
python3 benches/records.py PROGRAM drawn [MODEL]

`MODEL` is a file, or that of records. `drawn` holds the `records.csv` of `dejalu generate --records`. Prints a table in Markdown: of each kind of pair of one work how
many there are, how many the model calls duplicates, and how many are in one group.
"""

import collections
import csv
import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

FIELDS = "title,author,journal,year,volume,number,pages,doi,isbn,abstract"

# What cannot be known is marked: the same is true of two works of the collection.
UNKNOWN = ["no title in common, and no DOI with the same page", "a generic title, and nothing but people and year", "a generic title, and a field that differs", "two fields that differ, and no DOI in common"]
KNOWN = ["a DOI or first page in common", "neither, but the volume", "title and people alone"]


def value(row, name):
    """The similarity of a feature; None where there is nothing to compare."""
    return float(row[name]) if row[name] else None


def kind(row, generic):
    """The kind of a pair of one work, by its vector; `generic` if a title of it is one that many works share."""
    title = value(row, "no-other-title:field=title")
    doi = value(row, "same-code:field=doi") == 1
    page = value(row, "same-pages:field=pages") == 1
    if (title is None or title < 0.4) and not (doi and page):
        return UNKNOWN[0]
    if value(row, "no-other-work-of-generic-title") == 0:
        return UNKNOWN[2] if generic(row) else UNKNOWN[1]
    if value(row, "fewer-than-2-conflicts") == 0 and not doi:
        return UNKNOWN[3]
    if doi or page:
        return KNOWN[0]
    return KNOWN[1] if value(row, "same-number:field=volume") == 1 else KNOWN[2]


def differs(row):
    """Whether a field differs, of those that a generic title must not differ in."""
    conflicts = ["no-other-code:field=doi", "no-other-pages:field=pages", "no-other-number:field=volume", "same-year:field=year", "no-other-first-author:field=author", "same-number:field=number", "no-other-journal:field=journal"]
    return any(value(row, name) is not None and value(row, name) <= 0.5 for name in conflicts)


def run(program, *arguments):
    subprocess.run([program, *map(str, arguments), "--quiet"], check=True)


def main():
    program, folder, model = sys.argv[1], Path(sys.argv[2]), (sys.argv[3:] or ["records"])[0]
    csv.field_size_limit(10**9)
    records = folder / "records.csv"
    works = collections.defaultdict(list)
    with open(records, newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            works[row["cluster"]].append(row["id"])
    pairs = [pair for ids in works.values() for pair in itertools.combinations(ids, 2)]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        named = scratch / "pairs.csv"
        named.write_text("id_a,id_b,label\n" + "".join(f"{a},{b},1\n" for a, b in pairs))
        run(program, "vectors", named, "--documents", records, "--fields", FIELDS, "--features", "records", "--out", scratch / "vectors.csv")
        run(program, "classify", "--pairs", named, "--documents", records, "--model", model, "--out", scratch / "decisions.csv")
        run(program, "dedupe", records, "--model", model, "--out", scratch / "groups.csv")
        read = lambda name: list(csv.DictReader(open(scratch / name, newline="", encoding="utf-8")))
        vectors, decisions, groups = read("vectors.csv"), read("decisions.csv"), read("groups.csv")
    group = {row["id"]: row["group"] for row in groups}
    counts = collections.defaultdict(lambda: [0, 0, 0])
    for vector, decision in zip(vectors, decisions):
        a, b = vector["id_a"], vector["id_b"]
        of_kind = kind(vector, differs)
        for name in [of_kind, "all", "known" if of_kind in KNOWN else "not known"]:
            counts[name][0] += 1
            counts[name][1] += decision["decision"] == "duplicate"
            counts[name][2] += group[a] == group[b]
    print("| pairs of one work with | pairs | called duplicates | in one group |")
    print("|---|---|---|---|")
    for name in [*KNOWN, "known", *UNKNOWN, "not known", "all"]:
        pairs, called, joined = counts[name]
        print(f"| {name} | {pairs:,} | {100 * called / max(pairs, 1):.1f} % | {100 * joined / max(pairs, 1):.1f} % |")


if __name__ == "__main__":
    main()
