"""``python -m dejalu.spark dedupe DOCUMENTS --out DIR --at T``, also for ``spark-submit``."""

from __future__ import annotations

import argparse
import json
import sys

from pyspark.sql import DataFrame, SparkSession

from .._model import Model
from .._tables import DejaluError
from ._dedupe import dedupe


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; 0, or 2 with one sentence on what cannot be used."""
    asked = _parser().parse_args(arguments)
    try:
        spark = SparkSession.builder.appName("dejalu dedupe").getOrCreate()
        model = None if asked.model is None else Model.load(asked.model)
        documents = _read(spark, asked.documents)
        documents = documents.withColumnsRenamed({asked.id: "id", asked.text: "text"})
        found = dedupe(
            documents,
            model,
            asked.out,
            at=asked.at,
            keep=asked.keep,
            lose_at_most=asked.lose_at_most,
            partitions=asked.partitions,
        )
    except (DejaluError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(json.dumps(found.summary, indent=1))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dejalu.spark", description="dejalu on Apache Spark")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add = commands.add_parser("dedupe", help="group the near-duplicates of a collection").add_argument
    add("documents", help="Parquet, or JSON lines (.jsonl, .json, also .gz), with a row for each document")
    add("--out", required=True, metavar="DIR", help="folder for the stages and the result")
    add("--model", metavar="FILE", help="the model [default: the built-in one, which needs --at]")
    add("--at", type=float, metavar="T", help="minimum score of a duplicate [default: the model's own]")
    add("--keep", default="longest", help="longest, first or centroid [default: longest]")
    add("--lose-at-most", type=float, metavar="SHARE", help="keep a document that would lose more")
    add("--id", default="id", metavar="COLUMN", help="column of ids [default: id]")
    add("--text", default="text", metavar="COLUMN", help="column of texts [default: text]")
    add("--partitions", type=int, metavar="N", help="parts of the work [default: Spark's setting]")
    return parser


def _read(spark: SparkSession, path: str) -> DataFrame:
    is_json = path.removesuffix(".gz").endswith((".jsonl", ".json"))
    return spark.read.json(path) if is_json else spark.read.parquet(path)


if __name__ == "__main__":
    sys.exit(main())
