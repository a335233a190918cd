"""Groups of any tool, as a frame: each document beside all of its group."""

from __future__ import annotations

from collections.abc import Mapping

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .._groups import ALSO, ROLES
from .._tables import DejaluError
from ._shuffle import part_of, together

#: The columns of a table of groups here.
COLUMNS = list(ROLES)

#: The words of kept documents, and of removed ones, as in tables on one machine.
KEPT, REMOVED = ("true", "1", "yes"), ("false", "0", "no")

#: What they begin with beside the columns of documents, which may have any names.
OF_TABLE = "of_table_"


def chosen(groups: DataFrame, columns: Mapping[str, str] | None) -> DataFrame:
    """What a table says of documents, as text: id, group, representative, kept; null where it says nothing. Refuses a
    table without ids, and one that says nothing of what belongs together."""
    named = dict(columns or {})
    for role, name in named.items():
        if role not in ROLES:
            raise DejaluError(f"columns '{role}': expected the names of columns for {', '.join(ROLES)}")
        if name not in groups.columns:
            found = ", ".join(groups.columns)
            raise DejaluError(f"the groups have no column '{name}' (they have {found}); name one of them")
    usual = {name.lower(): name for name in groups.columns}

    def cell(role: str) -> Column:
        names = [named[role]] if role in named else [usual.get(name) for name in (role, *ALSO.get(role, ()))]
        cells = [F.col(f"`{name}`").cast("string") for name in names if name is not None]
        filled = [F.when(F.trim(it) != "", it) for it in cells]
        return (F.coalesce(*filled) if filled else F.lit(None).cast("string")).alias(role)

    if "id" not in named and "id" not in usual:
        raise DejaluError("the groups have no column 'id'; name that of their ids with columns")
    usable = {"group", "representative", *ALSO["representative"]}
    if not usable & (named.keys() | usual.keys()):
        raise DejaluError(
            "the groups have neither a column 'representative' nor 'group'; name one with columns: what is kept "
            "alone, a list of ids, is matched with the documents by dejalu.audit on one machine"
        )
    return groups.select(*map(cell, COLUMNS))


def fingerprint(groups: DataFrame) -> list[str]:
    """The number of rows and a sum of their hashes."""
    row = F.xxhash64(*COLUMNS).cast("decimal(38,0)")
    count, total = groups.agg(F.count("*"), F.sum(row)).first() or (0, 0)
    return [str(count), str(total)]


def keyed(groups: DataFrame, documents: DataFrame) -> DataFrame:
    """The documents of the table that say something, each with its group's key: key, id, text, group, representative,
    kept. The kept document of a group is among them.

    Refuses a document that is not in the collection, two rows of one, a word that does not say whether a document is
    kept, a document that is removed in favour of another that is removed itself, and a group that keeps none of its
    documents.
    """
    twice = groups.groupBy("id").count().filter("count > 1").orderBy("id").first()
    if twice is not None:
        raise DejaluError(f"groups: document '{twice['id']}' has {twice['count']} rows; expected one for each document")
    key = F.when(F.col("representative").isNotNull(), F.concat(F.lit("r"), "representative")).otherwise(
        F.concat(F.lit("g"), "group")
    )
    said = groups.withColumn("key", key)
    word = F.lower(F.trim("kept"))
    is_removed = word.isin(*REMOVED)
    unknown = said.filter(~word.isin(*KEPT, *REMOVED)).select("id", "kept").orderBy("id").first()
    if unknown is not None:
        raise DejaluError(
            f"groups: document '{unknown['id']}': '{unknown['kept']}' in the column of kept documents; expected true "
            "or false"
        )
    nobody = said.filter(F.col("key").isNull() & is_removed).select("id").orderBy("id").first()
    if nobody is not None:
        raise DejaluError(
            f"groups: document '{nobody['id']}' is removed, and the table does not say for which; expected a "
            "representative or a group"
        )
    said = said.filter(F.col("key").isNotNull())
    ends = said.select(F.col("representative").alias("id")).filter(F.col("id").isNotNull()).distinct()
    own = said.select("id", F.col("key").alias("own_key"))
    chained = ends.join(own, "id").filter(F.col("own_key") != F.concat(F.lit("r"), "id")).orderBy("id").first()
    if chained is not None:
        raise DejaluError(
            f"groups: document '{chained['id']}' represents others and is in the group of '{chained['own_key'][1:]}'; "
            "expected a representative that represents itself: dejalu.audit on one machine follows such chains"
        )
    unnamed = ends.join(own, "id", "left_anti")
    nothing = [F.lit(None).cast("string").alias(name) for name in ("group", "representative", "kept")]
    said = said.select("key", *COLUMNS).unionByName(
        unnamed.select(F.concat(F.lit("r"), "id").alias("key"), "id", *nothing)
    )
    is_said_kept = F.col("representative").isNull() & (F.col("kept").isNull() | ~is_removed)
    of_groups = said.filter(F.col("key").startswith("g"))
    none_kept = of_groups.groupBy("key").agg(F.count_if(is_said_kept).alias("kept")).filter("kept = 0")
    first = none_kept.orderBy("key").first()
    if first is not None:
        raise DejaluError(
            f"groups: group '{first['key'][1:]}' keeps none of its documents; dejalu.audit on one machine finds what "
            "is kept in their place"
        )
    unknown = said.select("id").join(documents.select("id"), "id", "left_anti").orderBy("id").first()
    if unknown is not None:
        raise DejaluError(
            f"groups: document '{unknown['id']}' is not in the collection; pass the documents that were grouped"
        )
    return said


def by_group(said: DataFrame, documents: DataFrame, partitions: int) -> DataFrame:
    """Rows of :func:`keyed` with all columns of their documents, whole groups in one partition."""
    part = part_of("key", partitions).alias(f"{OF_TABLE}part")
    table = said.select("id", part, *(F.col(name).alias(OF_TABLE + name) for name in COLUMNS[1:]))
    return together(table.join(documents, "id"), partitions, f"{OF_TABLE}part")
