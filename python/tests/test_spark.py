"""On a cluster the result is that of one machine, whatever the parts and the order."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter

import pytest

import dejalu
from conftest import ARTICLES
from group_table import COLUMNS, written

pytest.importorskip("pyspark", reason="pyspark is not installed: pip install './python[spark]'")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs Java, and there is none: install a runtime of 17", allow_module_level=True)

from spark_cluster import Cluster, environment  # noqa: E402
from dejalu.spark import background, classify, dedupe, estimate, find, vectors  # noqa: E402
from dejalu.spark import _candidates, _components, _estimate, _stages  # noqa: E402
from dejalu.spark.__main__ import main  # noqa: E402

AT = 0.8


@pytest.fixture(scope="module")
def texts():
    """The articles in pieces, with copies and edited copies."""
    chance = random.Random(3)
    made = {}
    for place, text in enumerate(dejalu.read_documents(ARTICLES).texts[:120]):
        made[f"a{place}"] = text
        words = text.split(" ")
        for copy in range(chance.randrange(4)):
            for _ in range(copy * len(words) // 40):
                words[chance.randrange(len(words))] = chance.choice(words)
            made[f"c{place}é{copy}"] = " ".join(words)
        if place % 9 == 0:
            made[f"b{place}"] = text.replace(" ", "  ")
    made["word"] = "Ferry"
    ids = list(made)
    chance.shuffle(ids)
    return [(id, made[id]) for id in ids]


def on_one_machine(texts, **options) -> str:
    """The table of groups of one machine, sorted."""
    options |= {"at": AT, "boilerplate": "keep", "candidates": "exact"}
    rows = dejalu.dedupe(dict(texts), dejalu.Model.built_in(), **options).groups
    return written(zip(*(rows[name] for name in COLUMNS)))


@pytest.fixture(scope="module")
def expected(texts):
    """The table of groups of the texts, sorted."""
    return lambda **options: on_one_machine(texts, **options)


def groups_of(found) -> str:
    return written(tuple(row[name] for name in COLUMNS) for row in found.groups.collect())


@pytest.fixture(scope="module")
def first(spark, texts, tmp_path_factory):
    """A job that has run, and its folder."""
    out = tmp_path_factory.mktemp("spark") / "out"
    frame = spark.createDataFrame(texts, "id string, text string")
    return dedupe(frame, out=out, at=AT, partitions=2), out


def test_groups_are_those_of_one_machine(first, expected):
    found, _ = first
    assert groups_of(found) == expected()
    assert found.summary["duplicates"] > 50
    said = found.summary["stages"]["edges"]
    assert said["shuffled_bytes"] > 0 and said["task_seconds"] > 0
    assert said["longest_task_seconds"] >= said["median_task_seconds"] > 0


def test_what_is_written_is_the_program_s_table(first, texts, command_line, tmp_path):
    path = tmp_path / "texts.jsonl"
    rows = (json.dumps({"id": id, "text": text}) for id, text in texts)
    path.write_text("\n".join(rows), encoding="utf-8")
    options = ["--at", AT, "--boilerplate", "keep", "--candidates", "exact"]
    head, *lines = command_line("dedupe", path, *options).splitlines(keepends=True)
    assert head == ",".join(COLUMNS) + "\n"
    assert groups_of(first[0]) == "".join(sorted(lines, key=lambda line: line.split(",")[0]))


def test_more_partitions_shuffled_with_crowded_values(
    spark, texts, expected, tmp_path, monkeypatch
):
    monkeypatch.setattr(_candidates, "MOST_POSTINGS", 3)
    monkeypatch.setattr(_candidates, "MOST_COMMON", 500)
    # So few links that they are connected in rounds.
    monkeypatch.setattr(_components, "LINKS_OF_A_TASK", 10)
    shuffled = random.Random(5).sample(texts, len(texts))
    frame = spark.createDataFrame(shuffled, "id string, text string").repartition(5)
    options = {"keep": "centroid", "lose_at_most": 0.1}
    found = dedupe(frame, out=tmp_path / "out", at=AT, partitions=8, **options)
    assert found.summary["crowded_values"], "the values of copies are distributed into blocks"
    assert found.summary["rounds"] > 0
    assert groups_of(found) == expected(**options)


def test_the_first_has_the_smallest_id_and_whole_numbers_ascend_by_value(spark, texts, tmp_path):
    named = [(str(place) if place % 5 else f"x{place}", text) for place, (_, text) in enumerate(texts, 5)]
    numbers = sorted((row for row in named if row[0].isdigit()), key=lambda row: int(row[0]))
    others = sorted(row for row in named if not row[0].isdigit())
    frame = spark.createDataFrame(named, "id string, text string")
    found = dedupe(frame, out=tmp_path / "out", at=AT, keep="first", partitions=2)
    assert groups_of(found) == on_one_machine(numbers + others, keep="first")


@pytest.mark.parametrize(
    "options", [{"keep": "longest"}, {"keep": "centroid", "lose_at_most": 0.05}]
)
def test_all_copies_of_a_text_need_not_be_in_one_place(spark, texts, tmp_path, options):
    chance, (_, first), (_, second) = random.Random(4), *texts[:2]
    copies = [
        (f"d{place:02}", text.replace(" ", " " * chance.choice([1, 2, 3])))
        for place, text in enumerate([first] * 60 + [second] * 20)
    ]
    given = texts[:40] + copies
    frame = spark.createDataFrame(given, "id string, text string").repartition(3)
    found = dedupe(frame, out=tmp_path / "out", at=AT, partitions=3, **options)
    assert groups_of(found) == on_one_machine(given, **options)
    assert found.summary["stages"]["rows"]["rows"] <= len(texts[:40]) + 2


def test_a_dry_run_says_how_many_pairs_there_are(spark, first, texts, tmp_path, capsys):
    table = tmp_path / "texts.parquet"
    spark.createDataFrame(texts, "id string, text string").write.parquet(str(table))
    words = ["dedupe", str(table), "--at", str(AT), "--partitions", "2", "--dry-run"]
    assert main([*words, "--sample", "200", "--out", str(tmp_path / "dry")]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["documents"] == len(texts)
    assert said["text_bytes"] == sum(len(text.encode()) for _, text in texts)
    assert 150 < said["sample"] < 250 < len(texts)
    summary = first[0].summary
    for name in ("candidates", "duplicates"):
        assert 0 < said[name]["low"] < summary[name] < said[name]["high"]
    for name in ("task_seconds", "shuffled_bytes", "written_bytes"):
        by_stage = [stage[name]["high"] for stage in said["stages"].values()]
        assert 0 < said[name]["low"] <= said[name]["high"] == pytest.approx(sum(by_stage), abs=0.1)
    assert not (tmp_path / "dry" / "groups").exists()


def test_a_sample_is_refused_without_a_dry_run(spark, tmp_path, capsys):
    out = tmp_path / "out"
    words = ["dedupe", "texts.parquet", "--at", str(AT), "--out", str(out), "--sample", "200"]
    assert main(words) == 2
    assert capsys.readouterr().err == (
        "error: --sample 200: expected with --dry-run alone; add --dry-run, or leave --sample out\n"
    )
    assert not out.exists()


def test_a_sample_of_all_documents_is_what_is_there(spark, first, texts, tmp_path):
    frame = spark.createDataFrame(texts, "id string, text string")
    said = estimate(frame, out=tmp_path / "dry", at=AT, partitions=2)
    assert said["sample"] == said["documents"] == len(texts)
    summary = first[0].summary
    for name in ("candidates", "duplicates"):
        assert said[name] == {"low": summary[name], "high": summary[name]}
    with pytest.raises(dejalu.DejaluError, match="sample '1': expected a whole number from 2"):
        estimate(frame, out=tmp_path / "other", at=AT, sample=1)


def test_copies_that_differ_in_blanks_alone_are_drawn_together(spark):
    blanks = [" ", "\n\t", "\u00a0", "\u3000", "\u2028 \x85"]
    rows = [(f"{place}", f"text{blank}{place}") for place in range(100) for blank in blanks]
    drawn = _estimate._drawn(spark.createDataFrame(rows, "id string, text string"), 0.5)
    counts = Counter(row["id"] for row in drawn.collect())
    assert 25 < len(counts) < 75
    assert set(counts.values()) == {len(blanks)}


def test_many_copies_of_one_text_bear_on_no_pair(spark, first, texts, tmp_path):
    plain = spark.createDataFrame(texts, "id string, text string")
    # As many documents, of which one text in two is drawn.
    chosen = {row["id"] for row in _estimate._drawn(plain, 0.5).collect()}
    of_a_text = [
        next(text for id, text in texts if id.startswith("a") and (id in chosen) == is_drawn)
        for is_drawn in (True, False)
    ]
    said = []
    for text in of_a_text:
        copies = [(f"z{place}", text) for place in range(1_000)]
        frame = spark.createDataFrame(texts + copies, "id string, text string")
        options = {"sample": (len(texts) + 1_000) // 2, "at": AT, "partitions": 2}
        said.append(estimate(frame, out=tmp_path / f"dry{len(said)}", **options))
    drawn, not_drawn = said
    assert drawn["sample"] == not_drawn["sample"] + 1_000
    assert drawn["duplicates"] == not_drawn["duplicates"]
    for name in ("candidates", "duplicates"):
        # The order, counted in other documents, bears a little on how many candidates there are.
        assert drawn[name]["high"] == pytest.approx(not_drawn[name]["high"], rel=0.1)
        for bounds in (drawn[name], not_drawn[name]):
            assert bounds["low"] < first[0].summary[name] < bounds["high"]


def test_bands_find_as_many_pairs_as_they_promise(spark, first, texts, tmp_path):
    frame = spark.createDataFrame(texts, "id string, text string")
    by_bands = dedupe(frame, out=tmp_path / "out", at=AT, candidates="minhash", partitions=2)
    expected = by_bands.summary["expected_recall"]
    assert 0.995 <= expected < 1.0
    assert first[0].summary["expected_recall"] == 1.0
    found, all_of_them = (set(map(tuple, it.pairs.collect())) for it in (by_bands, first[0]))
    assert found <= all_of_them, "the same scores"
    assert len(found) >= 0.95 * len(all_of_them)


def test_kept_documents_and_pairs(first, texts):
    found, _ = first
    one = dejalu.dedupe(
        dict(texts), dejalu.Model.built_in(), at=AT, boilerplate="keep", candidates="exact"
    )
    kept = {row["id"]: row["text"] for row in found.kept.collect()}
    assert kept == {id: dict(texts)[id] for id in one.kept.ids}
    pairs = sorted(map(tuple, found.pairs.collect()))
    assert pairs == sorted(zip(*(one.pairs[name] for name in ("id_a", "id_b", "score"))))


def test_what_is_done_is_not_run_again(spark, first, texts, monkeypatch):
    found, out = first
    shutil.rmtree(out / "pairs.done")
    ran = []
    mark = _stages.Stages._mark
    monkeypatch.setattr(
        _stages.Stages, "_mark", lambda self, name, *of: (ran.append(name), mark(self, name, *of))
    )
    frame = spark.createDataFrame(texts[::-1], "id string, text string")
    again = dedupe(frame, out=out, at=AT, partitions=2)
    assert ran == ["pairs"]
    assert groups_of(again) == groups_of(found)


def test_a_folder_of_another_job_is_refused(spark, first, texts):
    _, out = first
    frame = spark.createDataFrame(texts[1:], "id string, text string")
    with pytest.raises(dejalu.DejaluError, match="made of other documents or with other settings"):
        dedupe(frame, out=out, at=AT)


@pytest.mark.parametrize("layout", [None, _stages.LAYOUT + 1])
def test_a_folder_of_another_layout_is_refused(spark, first, texts, tmp_path, layout):
    done = spark.read.parquet(str(first[1] / "documents.done")).first().asDict()
    settings = json.loads(done["settings"])
    assert settings.pop("layout") == _stages.LAYOUT
    if layout is not None:
        settings["layout"] = layout
    # Folders of no layout may lack columns, and so may those of a later one.
    older = {"settings": json.dumps(settings), "digest": done["digest"], "rows": done["rows"]}
    path = tmp_path / "out" / "documents.done"
    spark.createDataFrame([older]).write.parquet(str(path))
    frame = spark.createDataFrame(texts, "id string, text string")
    sentence = (
        f"{path}: layout {layout or 'none'}: expected {_stages.LAYOUT}, as this version of dejalu writes "
        "stages; choose another folder, or remove this one"
    )
    out = tmp_path / "out"
    jobs = [
        lambda: dedupe(frame, out=out, at=AT),
        lambda: find(frame, frame, out=out, at=AT),
        lambda: background(frame, tmp_path / "file", out),
    ]
    for job in jobs:
        with pytest.raises(dejalu.DejaluError) as refused:
            job()
        assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"at": "auto"}, "at 'auto': expected a number: a threshold is not guessed on a cluster"),
        ({"at": None}, "at 'None': expected a number: the built-in model knows nothing"),
        ({"at": 1.0, "keep": "newest"}, "keep 'newest': expected 'longest', 'first' or 'centroid'"),
        ({"at": 1.0, "lose_at_most": 2.0}, "lose_at_most '2.0': expected a number from 0 to 1"),
        ({"at": 1.0, "partitions": 0}, "partitions '0': expected a whole number from 1"),
        ({"at": 1.0, "candidates": "all"}, "candidates 'all': expected 'exact' or 'minhash'"),
    ],
)
def test_options_that_are_not_there_are_refused(spark, texts, tmp_path, options, sentence):
    frame = spark.createDataFrame(texts[:2], "id string, text string")
    with pytest.raises(dejalu.DejaluError) as refused:
        dedupe(frame, out=tmp_path / "out", **options)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([("a", "x"), ("a", "y")], "2 documents have the id 'a': expected different ids"),
        ([("a", "x"), ("b", " ")], "1 documents contain no words, the first is 'b'; correct"),
        ([("a", "x"), (None, "y")], "1 of 2 documents lack an id or a text"),
    ],
)
def test_documents_that_cannot_be_used_are_refused(spark, tmp_path, rows, sentence):
    frame = spark.createDataFrame(rows, "id string, text string")
    with pytest.raises(dejalu.DejaluError, match=sentence):
        dedupe(frame, out=tmp_path / "out", at=AT)


def test_documents_without_words_are_compared_as_exact_texts(spark, tmp_path):
    texts = [("a", "The ferry waits."), ("b", "!?"), ("c", "!?"), ("d", "!")]
    frame = spark.createDataFrame(texts, "id string, text string")
    found = dedupe(frame, out=tmp_path / "out", at=AT)
    groups = {row["id"]: row["representative"] for row in found.groups.collect()}
    assert groups == {"a": "a", "b": "b", "c": "b", "d": "d"}


def rows_of(columns, names):
    """Columns of one machine as sorted rows, without a value where there is none."""
    rows = zip(*(columns[name] for name in names))
    return sorted(tuple(None if it != it else it for it in row) for row in rows)


def test_what_is_found_is_what_one_machine_finds(spark, texts, tmp_path):
    queries = {f"q{id}": text for id, text in texts[::7]} | {"q none": "Nobody wrote this before."}
    frames = [
        spark.createDataFrame(list(rows), "id string, text string")
        for rows in (queries.items(), texts)
    ]
    found = find(*frames, out=tmp_path / "out", at=AT, partitions=3)
    model = dejalu.Model.built_in()
    one = dejalu.find_all(queries, dict(texts), model, at=AT, candidates="exact")
    assert len(one["id"]) > len(queries)
    expected = rows_of(one, ["query", "id", "score", "probability"])
    assert sorted(map(tuple, found.matches.collect())) == expected
    assert found.summary["matches"] == len(expected)


@pytest.fixture(scope="module")
def pairs(texts):
    """Pairs of the texts, likely and unlikely ones."""
    chance, ids = random.Random(9), sorted(id for id, _ in texts)
    near = [(a, b) for a, b in zip(ids, ids[1:])]
    far = [tuple(chance.sample(ids, 2)) for _ in range(100)]
    return sorted({pair for pair in near + far if pair[::-1] not in near})


def test_decisions_are_those_of_one_machine(spark, texts, pairs, tmp_path):
    frames = spark.createDataFrame(pairs, "id_a string, id_b string"), spark.createDataFrame(
        texts, "id string, text string"
    )
    found = classify(*frames, out=tmp_path / "out", partitions=3)
    given = {"id_a": [a for a, _ in pairs], "id_b": [b for _, b in pairs]}
    one = dejalu.Model.built_in().classify(given, dict(texts))
    names = ["id_a", "id_b", "decision", "score", "probability"]
    assert sorted(map(tuple, found.select(*names).collect())) == rows_of(one, names)


def test_statistics_and_vectors_are_those_of_the_program(
    spark, texts, pairs, command_line, tmp_path
):
    table, theirs, ours = (tmp_path / name for name in ("texts.jsonl", "theirs", "ours"))
    lines = (json.dumps({"id": id, "text": text}) for id, text in texts)
    table.write_text("\n".join(lines), encoding="utf-8")
    command_line("background", table, "--out", theirs)
    documents = spark.createDataFrame(texts, "id string, text string").repartition(4)
    said = background(documents, ours, tmp_path / "counted", partitions=3)
    assert ours.read_bytes() == theirs.read_bytes()
    assert said["correlated"] > 100

    rows = spark.createDataFrame(pairs, "id_a string, id_b string")
    found = vectors(rows, documents, out=tmp_path / "measured", background=ours, partitions=3)
    listed = tmp_path / "pairs.csv"
    listed.write_text("".join(f"{a},{b}\n" for a, b in [("id_a", "id_b"), *pairs]), "utf-8")
    options = ["--documents", table, "--background", theirs]
    head, *lines = command_line("vectors", listed, *options).splitlines(keepends=True)
    assert found.columns == head.strip().split(",")
    assert written(map(tuple, found.collect())) == "".join(sorted(lines))


def test_pairs_of_documents_that_are_not_there_are_refused(spark, texts, tmp_path):
    documents = spark.createDataFrame(texts[:3], "id string, text string")
    rows = spark.createDataFrame([(texts[0][0], "nowhere")], "id_a string, id_b string")
    with pytest.raises(dejalu.DejaluError) as refused:
        classify(rows, documents, out=tmp_path / "out")
    assert str(refused.value) == (
        "1 pairs name documents that are not there, the first is 'nowhere'; add or drop them"
    )


_JOB = """
import sys
from pyspark.sql import SparkSession
from dejalu.spark import dedupe
spark = SparkSession.builder.getOrCreate()
found = dedupe(spark.read.parquet(sys.argv[1]), out=sys.argv[2], at=float(sys.argv[3]), partitions=2)
found.groups.coalesce(1).write.json(sys.argv[4])
"""


_OVER_CONNECT = """
import sys
from pyspark.sql import SparkSession
from dejalu.spark import dedupe
spark = SparkSession.builder.remote("local[2]").getOrCreate()
found = dedupe(spark.read.parquet(sys.argv[1]), out=sys.argv[2], at=float(sys.argv[3]), partitions=2)
assert "connect" in type(found.groups).__module__
assert "task_seconds" not in found.summary["stages"]["edges"]
found.groups.coalesce(1).write.json(sys.argv[4])
"""


def test_over_spark_connect_the_groups_are_the_same(spark, texts, expected, tmp_path):
    for module in ("grpc_status", "zstandard"):
        pytest.importorskip(module, reason="Spark Connect needs grpcio-status and zstandard")
    source, out, groups = (tmp_path / name for name in ("texts", "out", "found"))
    spark.createDataFrame(texts, "id string, text string").write.parquet(str(source))
    words = [sys.executable, "-c", _OVER_CONNECT, source, out, AT, groups]
    # A process has sessions of one kind.
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, env=environment())
    assert done.returncode == 0, done.stderr[-2_000:]
    assert from_json(spark, groups) == expected()


def from_json(spark, folder) -> str:
    """The table of groups in a folder."""
    rows = spark.read.json(str(folder)).collect()
    return written(tuple(row[name] if name in row else None for name in COLUMNS) for row in rows)


@pytest.fixture
def cluster(tmp_path):
    started = Cluster(tmp_path)
    yield started
    started.end()


def _wait_for(path, job, seconds=300):
    begun = time.monotonic()
    while not path.exists():
        assert job.poll() is None, "the job ended before"
        assert time.monotonic() - begun < seconds, f"{path} did not come"
        time.sleep(0.05)


def test_a_driver_that_is_killed_and_a_worker_that_is_killed(
    cluster, spark, texts, expected, tmp_path
):
    names = ("texts", "out", "found", "job.py")
    source, out, groups, program = (tmp_path / name for name in names)
    program.write_text(_JOB)
    words = ["--executor-memory", "512m", "--driver-memory", "512m", program, source, out, AT, groups]
    spark.createDataFrame(texts, "id string, text string").write.parquet(str(source))
    job = cluster.submit(*words)
    _wait_for(out / "copies.done" / "_SUCCESS", job)
    job.kill()
    job.wait()
    # What the driver started goes with it; the workers find out.
    before = {path: path.stat().st_mtime_ns for path in (out / "copies").glob("*.parquet")}
    job = cluster.submit(*words)
    _wait_for(out / "candidates.done" / "_SUCCESS", job)
    cluster.workers[0].kill()
    assert job.wait(300) == 0
    after = {path: path.stat().st_mtime_ns for path in (out / "copies").glob("*.parquet")}
    assert after == before, "it was done"
    assert from_json(spark, groups) == expected()
