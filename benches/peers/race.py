"""Races our library against others: the same work in turns, several rounds, and the ratio of the medians.

    python3 benches/peers/race.py [WORK ...] [--rounds 5]

Makes what it needs below target/peers: an environment with the pinned peers, a corpus cut from this machine's own
documentation, our side built in release. CPU seconds of one thread; ours / theirs, lower is better.
"""

import argparse
import json
import statistics
import subprocess
import sys
import venv
from pathlib import Path

import corpus

HERE = Path(__file__).parent
OWN_BENCH = {"self-join": ("self_join", "1", "0.8")}  # work: (its bench target, its arguments)
WORKS = {  # work: (pieces of the corpus, our second side where the rival is the plain definition)
    "vectors": (20_000, None),
    "analysis": (10_000, None),
    "collection": (10_000, None),
    "correlation": (10_000, None),
    "sentences": (2_000, "sentences-naive"),
    "self-join": (10_000, None),
}


def environment(folder):
    python = folder / "venv/bin/python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"], check=True)
    return python


def ours(bench="peers"):
    build = ["cargo", "bench", "--bench", bench, "--no-run", "--message-format=json"]
    lines = subprocess.run(build, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    built = [json.loads(line) for line in lines if '"executable"' in line]
    return [artifact["executable"] for artifact in built if artifact["target"]["name"] == bench][-1]


def run(*command):
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def race(work, rounds, folder):
    count, plain = WORKS[work]
    pieces = folder / f"{count}.jsonl"
    if not pieces.exists():
        corpus.write(count, pieces)
    bench, *arguments = OWN_BENCH.get(work, ("peers",))
    binary, python = ours(bench), environment(folder)
    command = [binary, pieces, *arguments] if arguments else [binary, work, pieces]
    if work == "analysis":  # whose statistics come from another process, as those of a model do
        run(binary, "statistics", pieces)
    here, there = [], []
    for _ in range(rounds):
        here.append(run(*command))
        there.append(run(binary, plain, pieces) if plain else run(python, HERE / "theirs.py", work, pieces))

    def median(runs, figure):
        return statistics.median(run[figure] for run in runs)

    a, b = median(here, "seconds"), median(there, "seconds")
    memory = "" if plain or arguments else f", memory {median(here, 'mebibytes') / median(there, 'mebibytes'):.2f}"
    print(f"{work}: {a:.3f} s / {b:.3f} s = {a / b:.3f}{memory}  ({here[0]['count']} done, {rounds} rounds)", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("works", nargs="*", choices=[*WORKS, []], help="default: all")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    folder = (HERE / "../../target/peers").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for work in options.works or WORKS:
        race(work, options.rounds, folder)
