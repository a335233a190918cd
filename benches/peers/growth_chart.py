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
    for values, name, mark, colour, (x, y, side) in [
        (seconds, "CPU seconds", "o-", "#0b5fa5", (14, -24, "left")),
        (mebibytes, "most memory, MiB", "s--", "#b35c00", (-20, 4, "right")),
    ]:
        axes.loglog(sizes, values, mark, color=colour)
        middle = len(sizes) // 2
        axes.annotate(name, (sizes[middle], values[middle]), (x, y), textcoords="offset points", ha=side, color=colour)
        for size, value in zip(sizes, values):
            axes.annotate(f"{value:,.0f}", (size, value), (0, 7), textcoords="offset points", ha="center", fontsize=8)
    proportional = [seconds[0] * size / sizes[0] for size in sizes]
    axes.loglog(sizes, proportional, ":", color="#666666")
    axes.annotate("CPU seconds if proportional", (sizes[-1], proportional[-1]), (0, -44), textcoords="offset points",
                  ha="right", va="top", color="#666666", fontsize=8)
    axes.set_ylim(min(seconds) / 3, max(mebibytes) * 3)
    axes.set_xlabel("documents of 300 words")
    axes.set_title("dejalu dedupe, from documents to groups", loc="left")
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd")
    figure.savefig(path, metadata={"Date": None})


draw(*json.load(sys.stdin), sys.argv[1])
