"""``python -m dejalu.spark COMMAND …``, also for ``spark-submit``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from .._model import Model
from .._tables import DejaluError
from ._apply import apply
from ._audit import audit
from ._background import background
from ._dedupe import dedupe
from ._estimate import estimate
from ._find import find
from ._pairs import classify, vectors

Asked = argparse.Namespace


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; 0, 1 if an audit has failed, or 2 with one sentence on what cannot be used."""
    asked = _parser().parse_args(arguments)
    spark = _session(asked.command)
    try:
        said = asked.run(asked, spark)
    except (DejaluError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except AnalysisException as error:
        print(f"error: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    print(json.dumps(said, indent=1))
    return int(bool(said.get("failed")))


def _session(command: str) -> SparkSession:
    if "PYSPARK_GATEWAY_PORT" not in os.environ:
        # Not started by spark-submit: workers of this machine run in this environment, not in the first in PATH.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName(f"dejalu {command}")
    # Spark warns, with a trace, of each stage that is not there yet.
    return builder.config("spark.log.level", "ERROR").getOrCreate()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dejalu.spark", description="dejalu on Apache Spark")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    tables = "Parquet, or JSON lines (.jsonl, .json, also .gz)"

    def command(name: str, about: str, run: Callable, *tables_of: str) -> Callable[..., Any]:
        of = commands.add_parser(name, help=about, description=about)
        of.set_defaults(run=run)
        for table in tables_of:
            of.add_argument(table, help=f"{tables}, with a row for each of the {table}")
        of.add_argument("--out", required=True, metavar="DIR", help="folder for the stages and the result")
        of.add_argument("--partitions", type=int, metavar="N", help="parts of the work [default: Spark's setting]")
        of.add_argument("--id", default="id", metavar="COLUMN", help="column of ids [default: id]")
        of.add_argument("--text", default="text", metavar="COLUMN", help="column of texts [default: text]")
        return of.add_argument

    def judge(add: Callable[..., Any]) -> Callable[..., Any]:
        add("--model", metavar="FILE", help="the model [default: the built-in one]")
        return add

    def least(add: Callable[..., Any]) -> Callable[..., Any]:
        add("--at", type=float, metavar="T", help="minimum score of a duplicate [default: the model's own]")
        return add

    add = least(judge(command("dedupe", "group the near-duplicates of a collection", _dedupe, "documents")))
    add("--keep", default="longest", help="longest, first or centroid [default: longest]")
    add("--lose-at-most", type=float, metavar="SHARE", help="keep a document that would lose more")
    add("--candidates", default="exact", metavar="HOW", help="exact or minhash [default: exact]")
    add("--seed", type=int, default=42, metavar="N", help="seed of the bands of minhash [default: 42]")
    about = "deduplicate a sample alone, and say what all documents would take"
    add("--dry-run", action="store_true", help=about)
    add("--sample", type=int, metavar="N", help="documents of a dry run [default: 20000]")
    about = "judge the removals of any tool's groups"
    add = _of_groups(least(judge(command("audit", about, _audit, "groups", "documents"))))
    add("--draw", type=int, metavar="N", help="draw about so many removals for people to check")
    add("--questions", metavar="FILE", help="file to write with --draw, on the machine of the driver (.jsonl)")
    add("--answers", metavar="FILE", help="answers to these, on the machine of the driver")
    add("--wrong-at-most", type=float, metavar="SHARE", help="largest acceptable share of wrong removals")
    add("--confidence", type=float, metavar="SHARE", help="confidence level of the bound")
    add("--looks", type=int, metavar="N", help="number of tests planned with the same answers")
    add("--seed", type=int, default=42, metavar="N", help="seed of the draw [default: 42]")
    about = "carry out any tool's groups: OUT/kept, OUT/removed, OUT/certificates"
    _of_groups(judge(command("apply", about, _apply, "groups", "documents")))
    about = "find the near-duplicates of each query in a collection"
    least(judge(command("find", about, _find, "queries", "documents")))
    judge(command("classify", "decide on pairs of documents", _classify, "pairs", "documents"))
    add = command("vectors", "write the similarity vectors of pairs", _vectors, "pairs", "documents")
    add("--background", required=True, metavar="FILE", help="statistics of a reference collection")
    _read_by(add)
    about = "count the statistics of a reference collection"
    add = command("background", about, _background, "documents")
    add("--file", required=True, metavar="FILE", help="file to write, on the machine of the driver")
    _read_by(add)
    return parser


def _of_groups(add: Callable[..., Any]) -> Callable[..., Any]:
    about = "column of groups with another name: id, group, representative or kept; may be repeated"
    add("--column", action="append", default=[], metavar="ROLE=NAME", help=about)
    add("--keep", default="longest", help="longest or first, where groups do not say [default: longest]")
    return add


def _read_by(add: Callable[..., Any]) -> None:
    add("--features", default="default", help="features, as 'dejalu vectors' has them [default: default]")
    add("--language", default="english", metavar="NAME", help="language of the documents [default: english]")


def _dedupe(asked: Asked, spark: SparkSession) -> Any:
    if asked.sample is not None and not asked.dry_run:
        expected = "expected with --dry-run alone; add --dry-run, or leave --sample out"
        raise DejaluError(f"--sample {asked.sample}: {expected}")
    options = {
        "at": asked.at,
        "keep": asked.keep,
        "lose_at_most": asked.lose_at_most,
        "candidates": asked.candidates,
        "seed": asked.seed,
        "partitions": asked.partitions,
    }
    given = _texts(asked, spark, asked.documents), _model(asked), asked.out
    if asked.dry_run:
        sample = {} if asked.sample is None else {"sample": asked.sample}
        return estimate(*given, **sample, **options)
    return dedupe(*given, **options).summary


def _audit(asked: Asked, spark: SparkSession) -> Any:
    if (asked.draw is None) != (asked.questions is None):
        raise DejaluError("--draw and --questions: expected both, or neither")
    if asked.questions is not None and os.path.exists(asked.questions):
        raise DejaluError(f"--questions {asked.questions}: the file is there; expected a new one")
    names = ("at", "keep", "draw", "answers", "wrong_at_most", "confidence", "looks", "seed", "partitions")
    options = {name: getattr(asked, name) for name in names}
    found = audit(*_given(asked, spark), columns=_columns(asked), **options)
    if asked.questions is not None:
        with open(asked.questions, "x", encoding="utf-8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in found.questions)
    found.groups.write.mode("overwrite").parquet(f"{asked.out}/groups")
    return {"sentences": found.verdict, "failed": found.failed, **found.figures}


def _apply(asked: Asked, spark: SparkSession) -> Any:
    options = {"keep": asked.keep, "partitions": asked.partitions}
    found = apply(*_given(asked, spark), columns=_columns(asked), **options)
    for name in ("kept", "removed", "certificates"):
        getattr(found, name).write.mode("overwrite").parquet(f"{asked.out}/{name}")
    return {name: spark.read.parquet(f"{asked.out}/{name}").count() for name in ("kept", "removed")}


def _given(asked: Asked, spark: SparkSession) -> tuple[DataFrame, DataFrame, Model | None, str]:
    groups, documents = _read(spark, asked.groups), _texts(asked, spark, asked.documents)
    return groups, documents, _model(asked), asked.out


def _columns(asked: Asked) -> dict[str, str]:
    for column in asked.column:
        if "=" not in column:
            raise DejaluError(f"--column '{column}': expected ROLE=NAME")
    return dict(column.split("=", 1) for column in asked.column)


def _find(asked: Asked, spark: SparkSession) -> Any:
    queries, documents = (_texts(asked, spark, it) for it in (asked.queries, asked.documents))
    options = {"at": asked.at, "partitions": asked.partitions}
    return find(queries, documents, _model(asked), asked.out, **options).summary


def _classify(asked: Asked, spark: SparkSession) -> Any:
    pairs, documents = _read(spark, asked.pairs), _texts(asked, spark, asked.documents)
    made = classify(pairs, documents, _model(asked), asked.out, partitions=asked.partitions)
    return {"pairs": made.count()}


def _vectors(asked: Asked, spark: SparkSession) -> Any:
    made = vectors(
        _read(spark, asked.pairs),
        _texts(asked, spark, asked.documents),
        asked.features,
        asked.out,
        background=asked.background,
        language=asked.language,
        partitions=asked.partitions,
    )
    return {"pairs": made.count()}


def _background(asked: Asked, spark: SparkSession) -> Any:
    documents = _texts(asked, spark, asked.documents)
    options = {"features": asked.features, "language": asked.language, "partitions": asked.partitions}
    return background(documents, asked.file, asked.out, **options)


def _model(asked: Asked) -> Model | None:
    return None if asked.model is None else Model.load(asked.model)


def _texts(asked: Asked, spark: SparkSession, path: str) -> DataFrame:
    return _read(spark, path).withColumnsRenamed({asked.id: "id", asked.text: "text"})


def _read(spark: SparkSession, path: str) -> DataFrame:
    is_json = path.removesuffix(".gz").endswith((".jsonl", ".json"))
    return spark.read.json(path) if is_json else spark.read.parquet(path)


if __name__ == "__main__":
    sys.exit(main())
