"""Connected components: of few links in one task, of many by large star and small star (Kiveris et al. 2014,
"Connected components in MapReduce and beyond"), rounds of joins by one end, until nothing changes."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .._tables import DejaluError
from . import _worker
from ._stages import Stages

#: Up to so many links are connected by one task, which holds them in some hundred megabytes.
LINKS_OF_A_TASK = 1 << 22

#: Chains halve in each round: so many rounds are enough for any collection.
_MOST_ROUNDS = 100

_COMPONENT = "number long, component long"


def components(edges: DataFrame, count: int, stages: Stages) -> tuple[DataFrame, int]:
    """For each end of so many edges the least document that it is connected with (number, component), and
    the number of rounds that were written."""
    ends = edges.select("left", "right")
    if count <= LINKS_OF_A_TASK:
        connected = stages.run(
            "components", lambda: ends.repartition(1).mapInArrow(_worker.connect, _COMPONENT)
        )
        return connected, 0
    # What is connected within a partition is a star before the first round.
    stars = ends.mapInArrow(_worker.connect, _COMPONENT).filter("number <> component")
    links = stages.run("links", lambda: stars.select(F.col("number").alias("a"), F.col("component").alias("b")))
    before = _sum(links)
    for round in range(1, _MOST_ROUNDS + 1):
        of_round = links
        # Two at a time: to write a round costs more than to find that it changes nothing.
        links = stages.run(f"components-{round:02}", lambda: _round(_round(of_round)))
        after = _sum(links)
        if after == before:
            found = links.select(F.col("a").alias("number"), F.col("b").alias("component"))
            # The least document of a component is no end of a link that names it.
            least = links.select(F.col("b").alias("number"), F.col("b").alias("component"))
            return found.union(least.distinct()), round
        before = after
    raise DejaluError(f"components did not settle in {_MOST_ROUNDS} rounds; please report this")


def _round(links: DataFrame) -> DataFrame:
    return _small(_large(links))


def _large(links: DataFrame) -> DataFrame:
    """Links the larger neighbours of each document with the least of its neighbours and itself."""
    turned = links.select(F.col("b").alias("a"), F.col("a").alias("b"))
    both = links.union(turned)
    least = both.groupBy("a").agg(F.least(F.min("b"), "a").alias("least"))
    found = both.join(least, "a").filter("b > a")
    return found.select(F.col("b").alias("a"), F.col("least").alias("b")).distinct()


def _small(links: DataFrame) -> DataFrame:
    """Links each document and its smaller neighbours with the least of them."""
    least = links.groupBy("a").agg(F.min("b").alias("least"))
    others = links.join(least, "a").filter("b <> least")
    others = others.select(F.col("b").alias("a"), F.col("least").alias("b"))
    return others.union(least.select("a", F.col("least").alias("b"))).distinct()


def _sum(links: DataFrame) -> tuple[int, str]:
    """The number of links and a sum of their hashes."""
    total = F.sum(F.xxhash64("a", "b").cast("decimal(38,0)"))
    row = links.agg(F.count("*").alias("count"), total.alias("total")).first()
    return (0, "") if row is None else (row["count"], str(row["total"]))
