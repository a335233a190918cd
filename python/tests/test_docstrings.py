"""The reference: everything public says what it is, and its examples are true."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import pkgutil

import pytest

import dejalu

MODULES = ["dejalu", *(f"dejalu.{module.name}" for module in pkgutil.iter_modules(dejalu.__path__))]
if importlib.util.find_spec("pyspark") is None:
    MODULES.remove("dejalu.spark")


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 8


@pytest.mark.parametrize("name", dejalu.__all__)
def test_all_that_is_public_is_documented(name):
    thing = getattr(dejalu, name)
    assert inspect.getdoc(thing)
    own = vars(thing).items() if inspect.isclass(thing) else []
    # What an exception has besides is Python's own; what it holds stands in its own documentation.
    named = [(part, it) for part, it in own if not part.startswith("_") and it is not None]
    bare = [part for part, it in named if not inspect.getdoc(it)]
    assert bare == []
