"""The documents, and the copies among them."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .._tables import DejaluError
from . import _worker


def chosen(documents: DataFrame, what: str = "documents") -> DataFrame:
    """The columns that count, as text."""
    missing = [name for name in ("id", "text") if name not in documents.columns]
    if missing:
        found = ", ".join(documents.columns)
        raise DejaluError(f"the {what} have no column '{missing[0]}' (they have {found}); rename one")
    return documents.select(F.col("id").cast("string"), F.col("text").cast("string"))


def fingerprint(documents: DataFrame, what: str = "documents") -> list[str]:
    """The number of documents and a sum of their hashes, in whatever order they come. Refuses rows
    without an id or a text."""
    row = F.xxhash64("id", "text").cast("decimal(38,0)")
    lacking = F.count_if(F.col("id").isNull() | F.col("text").isNull())
    count, total, empty = documents.agg(F.count("*"), F.sum(row), lacking).first() or (0, 0, 0)
    if empty:
        raise DejaluError(f"{empty} of {count} {what} lack an id or a text; drop or fill them")
    return [str(count), str(total)]


def numbered(documents: DataFrame) -> DataFrame:
    """id, text, key (equal in two of the same text), characters and a number, which is what travels from here on.
    Numbers follow from where a row stands: they count once they are written."""
    kind = "id string, text string, key binary, characters long"
    identified = documents.mapInArrow(_worker.identify, kind)
    return identified.withColumn("number", F.monotonically_increasing_id())


def check(documents: DataFrame, what: str = "documents") -> None:
    """Refuses a document without a word, as every reader does, and two documents of one id."""
    wordless = documents.filter(F.substring("key", 1, 1) == F.lit(b"i"))
    first = wordless.agg(F.count("*").alias("count"), F.min("id").alias("id")).first()
    if first is not None and first["count"]:
        raise DejaluError(
            f"{first['count']} {what} contain no words, the first is '{first['id']}'; "
            "correct or remove them"
        )
    check_ids(documents, what)


def check_ids(documents: DataFrame, what: str = "documents") -> None:
    """Refuses two documents of one id."""
    twice = documents.groupBy("id").count().filter("count > 1").orderBy("id").first()
    if twice is not None:
        raise DejaluError(
            f"{twice['count']} {what} have the id '{twice['id']}': expected different ids; rename or drop them"
        )


def ascending(name: str) -> list[Column]:
    """What the ids in a column ascend by: those that are whole numbers by value, before all others, which ascend
    as text."""
    of_id = F.col(name)
    is_number = of_id.rlike(r"^[0-9]+\z")
    digits = F.when(is_number, F.regexp_replace(of_id, "^0+", ""))
    by_value = [(~is_number).alias("is_text"), F.length(digits).alias("length_of_number"), digits.alias("digits")]
    return [*by_value, of_id]


def copies(documents: DataFrame, keep: str = "first", what: str = "documents") -> DataFrame:
    """The number of each document, that of the first of its text by id, which is its original, and how many
    have that text. Refuses what :func:`check` refuses, so that the stage is never done then.

    With them the number of a document that has the same row in the table of groups, but for its id: its own, if
    it is the one of its text that ``keep`` puts first; that of one and the same other document for all
    others of a text."""
    check(documents, what)
    of_id = F.struct(*ascending("id"), "number")
    by_length = F.struct((-F.col("characters")).alias("length"), *ascending("id"), "number")
    texts = documents.groupBy("key").agg(
        F.min(of_id).alias("first"),
        F.max(of_id).alias("last"),
        F.min(by_length if keep == "longest" else of_id).alias("kept"),
        F.count("*").alias("of_text"),
    )
    original, kept = F.col("first.number"), F.col("kept.number")
    other = F.when(kept == original, F.col("last.number")).otherwise(original)
    like = F.when(F.col("number") == kept, kept).otherwise(other)
    found = documents.select("key", "number").join(texts, "key")
    return found.select("number", original.alias("original"), "of_text", like.alias("like"))


def originals(documents: DataFrame, copies: DataFrame) -> DataFrame:
    """A document of each different text: number, text, key."""
    others = copies.filter("number <> original").select("number")
    return documents.select("number", "text", "key").join(others, "number", "left_anti")
