"""Deduplicates a collection on Spark and on one machine: are the groups the same, and what does either take?

    python3 benches/peers/corpus.py 20000 documents.jsonl --copies 9
    python3 benches/spark.py documents.jsonl --folder target/spark --partitions 8
    python3 benches/spark.py documents.jsonl --folder target/spark --cluster
    python3 benches/spark.py documents.jsonl --folder target/spark --crowd 50000

By the Python that has dejalu[spark]; DEJALU names the program. Documents are shuffled. With --cluster the job goes
to two workers of one core each on the loopback address, otherwise to local[2]. With --crowd so many copies of one text
(by their words; their blanks differ) are added, a hundredth of that in edited copies of another, and a line
that stands nowhere else to half of all others.

Prints a JSON: CPU seconds of all processes by stage (/proc), what the
driver held at most, and of every stage of Spark whose longest task took a second how long that was beside the
median of its tasks.
"""

import argparse
import collections
import csv
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "peers"), str(HERE.parent / "python/tests")]

import corpus  # noqa: E402
from group_table import COLUMNS, written  # noqa: E402
from spark_cluster import Cluster, submit  # noqa: E402

#: Six words: what documents are searched by are runs of three.
HEADER = "zeroth printed qwertz from archive asdfgh"

TICK = os.sysconf("SC_CLK_TCK")

JOB = """
import json, sys
from pyspark.sql import SparkSession
from dejalu.spark import dedupe
source, out, at, partitions, candidates, held = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
documents = spark.read.parquet(source)
found = dedupe(documents, out=out, at=float(at), partitions=int(partitions), candidates=candidates)
java = spark.sparkContext._jvm.java.lang
java.System.gc()
runtime = java.Runtime.getRuntime()
used = (runtime.totalMemory() - runtime.freeMemory()) / 2**20
print(json.dumps({"after_collection": round(used, 1)}), file=open(held, "w"))
"""


def crowded(rows, count):
    """The documents with a crowd among them."""
    chance = random.Random(7)
    texts = [text for _, text in rows[:2]]
    blanks = [texts[0].replace(" ", " " * many) for many in (1, 2, 3)]
    copies = [(f"copy{number:07}", chance.choice(blanks)) for number in range(count)]
    edited = [(f"near{number:07}", corpus.edited(texts[1], texts[0], chance)) for number in range(count // 100)]
    all_of_them = [*rows, *copies, *edited]
    return [
        (id, f"{HEADER} {text}" if number % 2 and not id.startswith("copy") else text)
        for number, (id, text) in enumerate(all_of_them)
    ]


def prepared(path, folder, crowd):
    """The documents shuffled as Parquet, and as the program reads them."""
    with open(path, encoding="utf-8") as file:
        rows = [(row["id"], row["text"]) for row in map(json.loads, file)]
    if crowd:
        rows = crowded(rows, crowd)
    random.Random(11).shuffle(rows)
    lines, table = folder / "documents.jsonl", folder / "documents.parquet"
    with lines.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps({"id": id, "text": text}) + "\n" for id, text in rows)
    ids, texts = zip(*rows)
    columns = {"id": pa.array(ids), "text": pa.array(texts)}
    pq.write_table(pa.table(columns), table, row_group_size=max(1, len(rows) // 16))
    return lines, table


def processes():
    """Of each process its parent, its name, and the CPU seconds of it and of its children that have ended."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            text = Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            continue
        name, fields = text[text.index("(") + 1 : text.rindex(")")], text[text.rindex(")") + 2 :].split()
        found[int(pid)] = (int(fields[1]), name, sum(map(int, fields[11:15])) / TICK)
    return found


def below(root, found):
    """The processes that a process started, itself too."""
    children = collections.defaultdict(list)
    for pid, (parent, *_) in found.items():
        children[parent].append(pid)
    todo, below = [root], []
    while todo:
        below.append(todo.pop())
        todo += children[below[-1]]
    return [pid for pid in below if pid in found]


def seconds():
    """CPU seconds of what this program started: Java and Python."""
    found, sums = processes(), collections.Counter()
    for pid in below(os.getpid(), found):
        _, name, spent = found[pid]
        if pid != os.getpid():
            sums["java" if name == "java" else "python"] += spent
    return sums


def peak(pid):
    """What a process and its children held at most, in MiB, by name."""
    found = processes()
    held = collections.Counter()
    for pid in below(pid, found):
        try:
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        except OSError:
            continue
        most = [line for line in lines if line.startswith("VmHWM:")]
        held[found[pid][1]] += int(most[0].split()[1]) // 1024 if most else 0
    return held


def watched(job, out):
    """CPU seconds by stage while a job runs, and what its driver held at most."""
    before, stages, held = seconds(), {}, collections.Counter()
    while job.poll() is None:
        for done in out.glob("*.done/_SUCCESS"):
            name = done.parent.name.removesuffix(".done")
            if name not in stages:
                # What processes spent that have ended without their parent noticing is not lost.
                now = seconds() | before
                stages[name] = {kind: round(now[kind] - before[kind], 1) for kind in ("java", "python")}
                before = now
        held |= peak(job.pid)
        time.sleep(0.1)
    return stages, dict(held)


def skew(log):
    """Of each stage of Spark whose longest task took a second: tasks, median, longest."""
    times = collections.defaultdict(list)
    for path in log.iterdir():
        for line in path.read_text().splitlines():
            event = json.loads(line)
            if event["Event"] == "SparkListenerTaskEnd" and event["Task End Reason"]["Reason"] == "Success":
                task = event["Task Info"]
                times[event["Stage ID"]].append((task["Finish Time"] - task["Launch Time"]) / 1e3)
    long = {stage: spent for stage, spent in sorted(times.items()) if max(spent) >= 1 and len(spent) > 1}
    figures = [(stage, len(it), statistics.median(it), max(it)) for stage, it in long.items()]
    names = ("stage", "tasks", "median", "longest", "ratio")
    return [dict(zip(names, (*it, round(it[3] / max(it[2], 1e-3), 1)))) for it in figures]


def on_one_machine(lines, at):
    """The program's table of groups, sorted, and its CPU seconds."""
    program = os.environ.get("DEJALU") or HERE.parent / "target/release/dejalu"
    before = os.times()
    options = ["--at", at, "--boilerplate", "keep", "--candidates", "exact"]
    command = [str(program), "--quiet", "dedupe", lines, *map(str, options)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    spent = os.times()
    _, *rows = done.stdout.decode().splitlines(keepends=True)
    used = spent.children_user + spent.children_system - before.children_user - before.children_system
    return "".join(sorted(rows, key=lambda row: next(csv.reader([row]))[0])), round(used, 1)


def groups(out):
    """The table of groups of the cluster, sorted."""
    columns = pq.read_table(out / "groups").select(COLUMNS).to_pydict()
    return written(zip(*columns.values()))


def main(options):
    folder = options.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    out, log = folder / "out", folder / "events"
    log.mkdir(parents=True)
    lines, table = prepared(options.documents, folder, options.crowd)
    program, held = folder / "job.py", folder / "held.json"
    program.write_text(JOB)
    settings = ["spark.eventLog.enabled=true", f"spark.eventLog.dir=file://{log}"]
    settings += ["spark.eventLog.rolling.enabled=false", "spark.eventLog.compress=false"]
    cluster = Cluster(folder, "2g") if options.cluster else None
    memory = ["--driver-memory", options.driver_memory]
    memory += ["--executor-memory", "2g"] if cluster else []
    job_of = (program, table, out, options.at, options.partitions, options.candidates, held)
    start = cluster.submit if cluster else lambda *words, settings: submit("local[2]", folder, *words, settings=settings)
    begun = time.monotonic()
    try:
        job = start(*memory, *job_of, settings=tuple(settings))
        stages, driver = watched(job, out)
        if job.returncode:
            sys.exit(f"the job failed; its log is in {folder}")
        wall = time.monotonic() - begun
    finally:
        if cluster:
            cluster.end()
    (path,) = (out / "summary").glob("part-*")
    summary = json.loads(path.read_text())
    figures = summary["stages"].values()
    found = groups(out)
    expected, own = on_one_machine(lines, options.at)
    in_stages = sum(sum(it.values()) for it in stages.values())
    print(json.dumps({
        "documents": summary["documents"],
        "where": "cluster" if cluster else "local[2]",
        "partitions": options.partitions,
        "same_groups": found == expected,
        "candidates": summary["candidates"],
        "duplicates": summary["duplicates"],
        "expected_recall": summary["expected_recall"],
        "cpu_seconds": round(in_stages, 1),
        "cpu_seconds_of_the_program": own,
        "ratio": round(in_stages / own, 2),
        "wall_seconds": round(wall, 1),
        "by_stage": stages,
        "task_seconds": round(sum(it["task_seconds"] for it in figures), 1),
        "shuffled_bytes": sum(it["shuffled_bytes"] for it in figures),
        "written_bytes": sum(it["written_bytes"] for it in figures),
        "driver_peak_mib": driver,
        "driver_heap_mib": json.loads(held.read_text()),
        "long_tasks": skew(log),
    }, indent=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--folder", type=Path, required=True, help="emptied first")
    parser.add_argument("--at", type=float, default=0.8)
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--candidates", choices=["exact", "minhash"], default="exact")
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--crowd", type=int, default=0, metavar="N")
    parser.add_argument("--driver-memory", default="1g")
    main(parser.parse_args())
