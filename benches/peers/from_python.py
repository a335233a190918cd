"""What asking from Python costs: 100,000 pairs classified by the wheel and by the command line, in turns, and how much
memory documents and pairs take that Python holds already.

    python3 benches/peers/from_python.py [--rounds 3] [--pairs 100000]

Builds the program and, into an environment below target/peers, the wheel. Both sides read the same two files, judge with
the built-in model and write a table, each in a process of its own; CPU seconds and wall time of that process from its
start to its end, both threads.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import textwrap
import time
import venv
from pathlib import Path

import corpus

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

CLASSIFY = """
    import csv, sys, dejalu
    judged = dejalu.Model.built_in().classify(sys.argv[1], sys.argv[2])
    with open(sys.argv[3], "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(judged)
        out.writerows(zip(*judged.values()))
"""

# Peaks only rise: what is asked for last must be the largest so far, and is.
MEMORY = """
    import json, resource, sys, dejalu
    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    with open(sys.argv[1]) as file:
        texts = [json.loads(line)["text"] for line in file]
    if sys.argv[2] == "documents":
        bytes = sum(len(text.encode()) for text in texts)
        before = peak()
        read = dejalu.read_documents(texts)
    else:
        some = [text * 10 for text in texts[:100]]
        pairs = [(some[i % 100], some[(i * 7 + i // 100 + 1) % 100]) for i in range(20_000)]
        bytes = sum(len(text.encode()) for text in some)
        before = peak()
        read = dejalu.read_pairs(pairs)
    print(json.dumps({"bytes": bytes, "taken": peak() - before}))
"""


def wheel(folder):
    python = folder / "wheel/bin/python"
    if not python.exists():
        venv.create(folder / "wheel", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "-q", ROOT / "python"], check=True)
    return python


def program():
    subprocess.run(["cargo", "build", "-q", "--release"], cwd=ROOT, check=True)
    return ROOT / "target/release/dejalu"


def draw_pairs(pieces, count, path):
    with open(pieces) as file:
        ids = [json.loads(line)["id"] for line in file]
    chance = random.Random(42)
    rows = (",".join(chance.sample(ids, 2)) for _ in range(count))
    path.write_text("\n".join(["id_a,id_b", *rows]) + "\n")


def timed(command):
    """CPU seconds and wall seconds of a process."""
    begun, before = time.monotonic(), os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return cpu, time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--program", type=Path, help="a release build, instead of building one")
    parser.add_argument("--python", type=Path, help="a Python that has the wheel, instead of building one")
    options = parser.parse_args()
    folder = ROOT / "target/peers"
    folder.mkdir(parents=True, exist_ok=True)
    pieces, pairs, out = folder / "20000.jsonl", folder / "pairs.csv", folder / "judged.csv"
    if not pieces.exists():
        corpus.write(20_000, pieces)
    draw_pairs(pieces, options.pairs, pairs)
    ours, python = options.program or program(), options.python or wheel(folder)
    there = [ours, "classify", "--pairs", pairs, "--documents", pieces, "--out", out]
    here = [python, "-c", textwrap.dedent(CLASSIFY), pairs, pieces, out]
    rounds = [(timed(there), timed(here)) for _ in range(options.rounds)]
    for place, what in enumerate(["CPU seconds", "wall seconds"]):
        program_s, wheel_s = (statistics.median(each[side][place] for each in rounds) for side in (0, 1))
        print(f"{what}: program {program_s:.2f}, wheel {wheel_s:.2f}, ratio {wheel_s / program_s:.2f}")
    for what in ("documents", "pairs"):
        command = [python, "-c", textwrap.dedent(MEMORY), pieces, what]
        taken = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
        texts, grown = taken["bytes"] / 2**20, taken["taken"] / 2**20
        print(f"memory for {what}: {grown:.0f} MiB for {texts:.0f} MiB of different texts, {grown / texts:.2f} copies")


if __name__ == "__main__":
    sys.exit(main())
