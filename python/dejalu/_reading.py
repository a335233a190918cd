"""Options of reading that every function has which takes documents."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict


class Reading(TypedDict, total=False):
    """Options of ``read_documents``, for functions that read documents themselves."""

    id: str
    text: str | Sequence[str]
    html: str
    title: str
    url: str
    delimiter: str | None
    encoding: str | None
    skip_bad: bool | None


_THREADS = "set the environment variable RAYON_NUM_THREADS before the first call; results do not depend on it"

#: What other libraries call an option, and what to type here.
_KNOWN_AS = {
    **dict.fromkeys(["n_jobs", "threads", "num_threads", "n_threads", "workers"], _THREADS),
    **dict.fromkeys(["threshold", "min_score", "score_cutoff"], "the minimum score is 'at'"),
    **dict.fromkeys(["random_state", "random_seed"], "it is called 'seed'"),
    **dict.fromkeys(["column", "col", "text_column", "subset", "on", "text_col"], "it is called 'text'"),
    **dict.fromkeys(["id_column", "id_col", "index_col", "key"], "it is called 'id'"),
    **dict.fromkeys(["model", "rule"], "it is called 'judge'"),
}


def checked_reading(function: Callable[..., Any], reading: Mapping[str, Any]) -> Reading:
    """The options as they are. Refuses one that neither the function nor ``read_documents`` has, and says which was
    perhaps meant."""
    unknown = next((name for name in reading if name not in Reading.__annotations__), None)
    if unknown is None:
        return Reading(**reading)  # type: ignore[typeddict-item]
    own = [name for name, it in inspect.signature(function).parameters.items() if it.kind is not it.VAR_KEYWORD]
    like = difflib.get_close_matches(unknown, [*own, *Reading.__annotations__], 1)
    hint = _KNOWN_AS.get(unknown) or (f"did you mean '{like[0]}'?" if like else "")
    sentence = f"{function.__qualname__}() got an unexpected keyword argument '{unknown}'"
    raise TypeError(f"{sentence}; {hint}" if hint else sentence)
