"""Draws how the cost of a deduplication grows: [sizes, CPU seconds, MiB] as JSON on standard input, an SVG out.

    python growth_chart.py growth.svg
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "growth"

import matplotlib.pyplot as plt  # noqa: E402 (after the backend)


def draw(sizes, seconds, mebibytes, path):
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for values, name, mark, colour in [
        (seconds, "CPU seconds", "o-", "#0b5fa5"),
        (mebibytes, "most memory, MiB", "s--", "#b35c00"),
    ]:
        axes.loglog(sizes, values, mark, color=colour)
        axes.annotate(name, (sizes[-1], values[-1]), (-8, 6), textcoords="offset points", ha="right", color=colour)
        for size, value in zip(sizes, values):
            axes.annotate(f"{value:,.0f}", (size, value), (0, -14), textcoords="offset points", ha="center", fontsize=8)
    proportional = [seconds[0] * size / sizes[0] for size in sizes]
    axes.loglog(sizes, proportional, ":", color="#666666")
    axes.annotate("CPU seconds if proportional", (sizes[-1], proportional[-1]), (-8, -12), textcoords="offset points",
                  ha="right", va="top", color="#666666", fontsize=8)
    axes.set_xlabel("documents of 300 words")
    axes.set_title("dejalu dedupe, from documents to groups", loc="left")
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd")
    figure.savefig(path, metadata={"Date": None})


draw(*json.load(sys.stdin), sys.argv[1])
