"""The table of groups, as the program writes it."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

COLUMNS = ["id", "group", "representative", "score", "kept", "lost", "reason", "relation"]


def written(rows) -> str:
    """Rows as the program writes them, sorted by id."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    for row in sorted(rows):
        table.writerow([_cell(value) for value in row])
    return out.getvalue()


def _cell(value) -> str:
    if value is None or value != value:
        return ""
    if str(value) in ("True", "False"):
        return str(value).lower()
    if isinstance(value, float):
        text = format(Decimal(repr(float(value))), "f")
        return text.removesuffix(".0")
    return str(value)
