"""Type checks of options."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from ._dejalu import DejaluError

_TEXT = (str,), "a text"
_TRUTH = (bool, np.bool_), "True or False"
_WHOLE = (Integral,), "a whole number"
_NUMBER = (Real,), "a number"


def _or_none(kind: tuple[tuple[type, ...], str]) -> tuple[tuple[type, ...], str]:
    types, expected = kind
    return (*types, type(None)), f"{expected} or None"


#: What each option may be, and how that is said.
_KINDS = {
    **dict.fromkeys(["language", "main_content", "kernel", "operating_point", "output"], _TEXT),
    **dict.fromkeys(["keep", "linkage", "candidates", "rule", "at_least"], _TEXT),
    **dict.fromkeys(["left", "right", "label", "id", "html", "title", "url", "name"], _TEXT),
    **dict.fromkeys(["class_weights", "evaluate", "ignore_quotes", "unaudited"], _TRUTH),
    **dict.fromkeys(["skip_bad", "unlabelled", "write", "learning_curve", "audit"], _TRUTH),
    **dict.fromkeys(["folds", "inner_folds", "seed", "draws", "fit_on"], _WHOLE),
    **dict.fromkeys(["degree", "sample", "audit_sample", "draw", "looks", "top"], _or_none(_WHOLE)),
    **dict.fromkeys(["coef0", "lose_at_most", "abstain", "base_rate", "candidate_recall"], _or_none(_NUMBER)),
    **dict.fromkeys(["wrong_at_most", "confidence"], _or_none(_NUMBER)),
    "at": ((Real, str, list, tuple, type(None)), "a number, several, 'auto', 'own', a level of the model or None"),
    "terms": _or_none(_TRUTH),
    "threshold": _NUMBER,
    "boilerplate": ((int, str), "a whole number, 'auto' or 'keep'"),
    "refuse": _or_none(_TEXT),
    "block_by": _or_none(_TEXT),
    "c": ((Real, str), "a number or 'auto'"),
    "gamma": ((Real, str), "a number or 'auto'"),
}


def checked(**options: Any) -> dict[str, Any]:
    """Options as they are. Refuses one of another type than it can have."""
    for name, value in options.items():
        types, expected = _KINDS[name]
        if not isinstance(value, types):
            raise TypeError(f"{name} is {kind_of(value)}: expected {expected}")
        if Integral not in types and isinstance(value, Real):
            _check_size(name, value)
    return options


def _check_size(name: str, value: Real) -> None:
    """Refuses a number that is too large for a float."""
    try:
        float(value)
    except OverflowError:
        raise invalid(name, f"{str(value)[:20]}…", "a number below 1.8e308") from None


def threshold_of(at: Any) -> str | None:
    """A threshold, or several, as the program takes them: ``own``, ``0.8,0.9``."""
    checked(at=at)
    if at is None or isinstance(at, str):
        return at
    scores = [at] if isinstance(at, Real) else at
    for score in scores:
        if not isinstance(score, Real):
            raise TypeError(f"at holds {kind_of(score)}: expected numbers")
        _check_size("at", score)
    return ",".join(repr(float(score)) for score in scores)


def reading_of(
    language: str, main_content: str, fields: str = "", types: Sequence[tuple[str, str | None]] = ()
) -> dict[str, Any]:
    """How documents are read, and what their fields hold, as the extension expects it."""
    named = checked(language=language, main_content=main_content)
    return named | {"fields": fields, "types": tuple(types)}


def fields_of(fields: Any) -> str:
    """Fields and their columns as the program takes them: ``title,year=date``."""
    if isinstance(fields, str):
        return fields
    if isinstance(fields, Mapping):
        names = names_of(fields.values(), "fields")
        return ",".join(f"{field}={column}" for field, column in zip(fields, names))
    return ",".join(names_of(fields, "fields"))


def types_of(types: Any) -> list[str]:
    """What fields hold as the program takes it: ``brand=category``."""
    if isinstance(types, Mapping):
        return [f"{field}={kind}" for field, kind in zip(types, names_of(types.values(), "field_types"))]
    said = types.split(",") if isinstance(types, str) else types
    return [part for part in names_of(said, "field_types") if part]


def names_of(value: Any, option: str) -> list[str]:
    """One name or several, as a list."""
    expected = "expected a text or a list of texts"
    names = [value] if isinstance(value, str) else value
    if isinstance(names, (bytes, Mapping)) or not isinstance(names, Iterable):
        raise TypeError(f"{option} is {kind_of(value)}: {expected}")
    names = list(names)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{option} holds {kind_of(name)}: {expected}")
    return names


def path_of(value: Any, option: str) -> str:
    """A path as text."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{option} is {kind_of(value)}: expected a path")
    return os.fspath(value)


def paths_of(value: Any, option: str) -> list[str]:
    """One path or several, as a list of texts."""
    paths = [value] if isinstance(value, (str, os.PathLike)) else value
    if isinstance(paths, (bytes, Mapping)) or not isinstance(paths, Iterable):
        raise TypeError(f"{option} is {kind_of(value)}: expected a path or a list of paths")
    return [path_of(path, option) for path in paths]


def one_of(value: Any, option: str, choices: tuple[str, ...]) -> str:
    """One of a few texts."""
    checked(**{option: value})
    if value not in choices:
        raise invalid(option, value, ", ".join(choices))
    return value


def invalid(parameter: str, value: Any, expected: str) -> DejaluError:
    """The error of a parameter whose value cannot be used."""
    error = DejaluError(f"{parameter} '{value}': expected {expected}")
    error.parameter = parameter
    return error


def kind_of(value: Any) -> str:
    """What a value is, in words."""
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
