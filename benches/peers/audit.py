"""Is the promise of `dejalu audit` kept? A simulated person answers by the documents' clusters.

    python benches/peers/audit.py DEJALU DOCUMENTS [OPTION ...]

The options are those of `dejalu dedupe`, which makes the groups. They are audited once for each promise; 200 orders of questions are drawn. The sets and their stopping points are
those of the program; the chance that one of them passes though it breaks the promise is computed here again, with whole
numbers, so that the program's own arithmetic is checked as well.
"""

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
#: As many answers as there may be: nearly all removals are asked about, and have their risk in the questions.
ALL = 10_000_000


def grouped(program, documents, options, folder):
    """Writes the table of groups."""
    command = [program, "dedupe", documents, *options, "--out", folder / "groups.csv"]
    subprocess.run(command, check=True, capture_output=True)


def of_judge(options):
    """The options that say how documents are judged, which the audit of their groups has as well."""
    shared = {"--model", "-m", "--rule", "--language", "--candidates", "--filter", "--order"}
    return [word for pair in zip(options, options[1:]) if pair[0] in shared for word in pair]


def run(program, documents, options, sample, most, seed, folder):
    """The audit of a draw, and its questions."""
    questions, figures = folder / "labels.jsonl", folder / "drawn.json"
    questions.unlink(missing_ok=True)
    draw = ["--draw", str(sample), "--wrong-at-most", str(float(most)), "--seed", str(seed)]
    groups = [folder / "groups.csv", "--documents", documents]
    command = [program, "audit", *groups, *of_judge(options), *draw, "--out", questions, "--json", figures]
    subprocess.run(command, check=True, capture_output=True)
    rows = [json.loads(line) for line in questions.read_text().splitlines()]
    return json.loads(figures.read_text())["audit"], rows


def by_risk(program, documents, options, folder):
    """The removals, each with its kept document, the least doubted first. The order does not depend on the seed, but
    which of them are asked about does."""
    found, seed = {}, 42
    while True:
        audit, rows = run(program, documents, options, ALL, Fraction(2, 100), seed, folder)
        found |= {(row["id_a"], row["id_b"]): row["risk"] for row in rows}
        if len(found) >= audit["removals"]:
            return sorted(found, key=found.get)
        seed += 1


def clusters(documents):
    """The cluster of each document; one without is a cluster of its own."""
    import gzip

    opened = gzip.open if documents.endswith(".gz") else open
    with opened(documents, "rt") as file:
        rows = map(json.loads, file)
        return {row["id"]: row.get("cluster") or ("alone", row["id"]) for row in rows}


def chance_to_pass(points, size, wrong):
    """The chance that a set with so many wrong ones passes, as a fraction."""
    states, before, passed = {0: Fraction(1)}, 0, Fraction(0)
    for point in points:
        drawn, reached = point["drawn"] - before, {}
        for found, chance in states.items():
            left, bad = size - before, wrong - found
            for hits in range(max(0, drawn + bad - left), min(bad, drawn) + 1):
                ways = Fraction(math.comb(bad, hits) * math.comb(left - bad, drawn - hits), math.comb(left, drawn))
                reached[found + hits] = reached.get(found + hits, 0) + chance * ways
        passed += sum(chance for found, chance in reached.items() if found <= point["wrong"])
        states = {found: chance for found, chance in reached.items() if found > point["wrong"]}
        before = point["drawn"]
    return passed


def chance_of_error(chains, most):
    """A bound on the chance that a set passes which breaks the promise: of each chain the first broken set has to, and
    it may be any."""
    def least(each):
        return math.floor(most * each["size"]) + 1

    def chance(each):
        return chance_to_pass(each["stopping_points"], each["size"], least(each)) if least(each) <= each["size"] else 0

    return sum(max(map(chance, chain)) for chain in chains)


def passed(chains, is_wrong, order):
    """The size of the largest set that passes, and the removals that were looked at."""
    looked = set()
    for chain in chains:
        best = 0
        for each in chain:
            own = [place for place in order if place < each["size"]]
            if not passes(each["stopping_points"], own, is_wrong, looked):
                break
            best = max(best, each["size"])
        if best:
            return best, looked
    return 0, looked


def passes(points, own, is_wrong, looked):
    for point in points:
        first = own[: point["drawn"]]
        looked.update(first)
        if sum(is_wrong[place] for place in first) <= point["wrong"]:
            return True
    return False


def main(program, documents, *options):
    cluster = clusters(documents)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        grouped(program, documents, options, folder)
        removals = by_risk(program, documents, options, folder)
        promises = [(300, Fraction(2, 100)), (100, Fraction(5, 100))]
        plans = [run(program, documents, options, *promise, 42, folder)[0]["plan"]["chains"] for promise in promises]
    is_wrong = [cluster[removed] != cluster[kept] for removed, kept in removals]
    print(f"{documents}: {len(removals)} removals, {sum(is_wrong)} wrong")
    for (sample, most), chains in zip(promises, plans):
        error = chance_of_error(chains, most)
        assert error <= DOUBT, f"a broken promise passes with a chance of {float(error)}"
        sizes = {each["size"] for chain in chains for each in chain}
        wrong = {size: sum(is_wrong[:size]) for size in sizes}
        best = max((size for size in sizes if wrong[size] <= most * size), default=0)
        chance = random.Random(42)
        order = list(range(len(removals)))
        broken = removed = nothing = answers = 0
        for _ in range(RUNS):
            chance.shuffle(order)
            size, looked = passed(chains, is_wrong, order)
            answers += len(looked)
            nothing += size == 0
            removed += size
            broken += size > 0 and wrong[size] > most * size
        share = removed / RUNS / best if best else float("nan")
        print(
            f"{sample} answers, {float(most):.0%} promised: chance of an error {float(error):.4f}; broken in {broken} of "
            f"{RUNS} runs, {share:.3f} of the possible {best} removed by {answers / RUNS:.0f} answers, nothing in {nothing} runs"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
