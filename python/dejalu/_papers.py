"""What the five papers print, beside ours."""

from __future__ import annotations

import json
from typing import Any

from . import _dejalu


def reproduce(*, count: int = 900, seed: int = 42) -> dict[str, dict[str, Any]]:
    """The printed tables, figures and examples of the five papers beside ours, by name.

    Parameters
    ----------
    count
        How many documents are plagiarised for the experiment of Pereira and Ziviani 2003; 900 as there.
    seed
        Random seed of what is generated.

    Returns
    -------
    dict
        By name (``000-table-3.3``): title, section, page, columns, rows of cells with printed, ours and verdict,
        the verdict of the whole, why; experiment where one was made again, with all its figures.
    """
    exhibits = json.loads(_dejalu.reproduce(count, seed))["exhibits"]
    return {exhibit["id"]: exhibit for exhibit in exhibits}
