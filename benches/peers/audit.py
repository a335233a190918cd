"""Is the promise of `dejalu dedupe --audit` kept? A simulated person answers by the documents' clusters.

    python benches/peers/audit.py DEJALU DOCUMENTS [OPTION ...]

The collection is scored once; 200 audits are drawn for each promise. The bound is computed here again,
with whole numbers, so that the program's own arithmetic is checked as well.
"""

import csv
import json
import math
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

RUNS = 200
DOUBT = Fraction(5, 100)


def groups(program, documents, options, folder):
    """For each threshold that an audit would test: the removed documents, each with its kept one."""
    drawn = folder / "drawn.json"
    questions = folder / "labels.jsonl"
    command = [program, "dedupe", documents, *options]
    subprocess.run([*command, "--audit-sample", "1", "--out", questions, "--json", drawn], check=True, capture_output=True)
    cuts = [cut["at"] for cut in json.loads(drawn.read_text())["audit"]["cuts"]]
    table = folder / "groups.csv"
    limit = [] if "--lose-at-most" in options else ["--lose-at-most", "0.2"]
    chosen = [word for word in options if word not in ("--at", "own", "auto")]
    at = ",".join(map(str, cuts)) if len(cuts) > 1 else str(cuts[0])
    command = [program, "dedupe", documents, *chosen, *limit, "--at", at, "--out", table]
    subprocess.run(command, check=True, capture_output=True)
    removed = {cut: {} for cut in cuts}
    with open(table, newline="") as file:
        for row in csv.DictReader(file):
            if row["kept"] == "false":
                removed[float(row.get("at", cuts[0]))][row["id"]] = row["representative"]
    return [removed[cut] for cut in cuts]


def clusters(documents):
    """The cluster of each document; one without is a cluster of its own."""
    import gzip

    opened = gzip.open if documents.endswith(".gz") else open
    with opened(documents, "rt") as file:
        rows = map(json.loads, file)
        return {row["id"]: row.get("cluster") or ("alone", row["id"]) for row in rows}


def holds(wrong, drawn, removed, most, known={}):
    """Whether so few wrong ones rule out that more than `most` of all are."""
    key = (wrong, drawn, removed, most)
    if key not in known:
        marked = math.floor(most * removed) + 1
        ways = range(max(0, drawn + marked - removed), min(wrong, drawn, marked) + 1)
        few = sum(math.comb(marked, hits) * math.comb(removed - marked, drawn - hits) for hits in ways)
        known[key] = wrong < min(drawn, marked) and Fraction(few, math.comb(removed, drawn)) <= DOUBT
        if marked > removed:
            known[key] = True
    return known[key]


def allowed(drawn, removed, most, known={}):
    """The most wrong ones among those drawn that pass; -1 where even none would not."""
    key = (drawn, removed, most)
    if key not in known:
        known[key] = next(wrong for wrong in range(-1, drawn + 1) if not holds(wrong + 1, drawn, removed, most))
    return known[key]


def audit(cuts, is_wrong, units, sample, most, random):
    """The place of the threshold that removes most of those that pass."""
    drawn = set(random.sample(units, min(sample, len(units))))
    drawn = [[document for document in cut if document in drawn] for cut in cuts]
    enough = [allowed(len(here), len(cut), most) if cut else -1 for here, cut in zip(drawn, cuts)]
    least = math.ceil(max(enough) / 4)
    passed = None
    for place, cut in enumerate(cuts):
        if enough[place] < max(least, 0):
            continue
        if sum(is_wrong(document, cut[document]) for document in drawn[place]) > enough[place]:
            break
        if passed is None or len(cut) > len(cuts[passed]):
            passed = place
    return passed


def main(program, documents, *options):
    cluster = clusters(documents)
    with tempfile.TemporaryDirectory() as folder:
        cuts = groups(program, documents, options, Path(folder))
    is_wrong = lambda removed, kept: cluster[removed] != cluster[kept]
    wrong = [sum(is_wrong(*pair) for pair in cut.items()) for cut in cuts]
    for cut, of_cut in zip(cuts, wrong):
        print(f"  {len(cut):6} removed, {of_cut:5} wrong")
    units = sorted(set().union(*cuts))
    print(f"{documents}: {len(units)} removable")
    for sample, most in [(300, Fraction(2, 100)), (100, Fraction(5, 100))]:
        best = max((len(cut) for cut, of_cut in zip(cuts, wrong) if of_cut <= most * len(cut)), default=0)
        chance = random.Random(42)
        broken = removed = nothing = 0
        for _ in range(RUNS):
            place = audit(cuts, is_wrong, units, sample, most, chance)
            nothing += place is None
            if place is not None:
                broken += wrong[place] > most * len(cuts[place])
                removed += len(cuts[place])
        share = removed / RUNS / best if best else float("nan")
        print(
            f"{sample} looked at, {float(most):.0%} promised: broken in {broken} of {RUNS} runs, "
            f"{share:.3f} of the possible {best} removed, nothing in {nothing} runs"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
