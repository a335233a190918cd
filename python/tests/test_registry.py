"""A registry answers as it does on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import threading

import pytest
from conftest import ARTICLES

import dejalu
from dejalu import DejaluError, Registry

OLD = "The ferry waits at the pier. A storm broke the pier in March."
NEW = "It was a cold day in town. In March, a storm broke the pier."


def test_a_registry_is_the_command_line_s(command_line, tmp_path):
    path = tmp_path / "archive.registry"
    with Registry.create(path) as registry:
        told = registry.register(ARTICLES, refuse=None)
        assert {each["result"] for each in told} == {"registered"}
        registry.verify()
    probed = ARTICLES / "ferry-pier" / "light.txt"
    written = json.loads(command_line("registry", "probe", probed, "--store", path, "--json"))
    with Registry.open(path) as registry:
        ours = registry.probe(probed)
    for found in written["found"]:
        for match in found["matches"]:
            del match["text"]
    assert ours["found"] == written["found"]
    assert ours["sentences"] == written["sentences"]


def test_copies_are_refused_and_found():
    registry = Registry.in_memory()
    assert registry.register({"old": OLD}) == [{"id": "old", "result": "registered"}]
    (refused,) = registry.register({"new": NEW})
    assert (refused["result"], refused["copy_of"], refused["class"]) == ("refused", "old", "high")
    assert registry.register({"old": "Another text."})[0]["result"] == "known"
    probed = registry.probe(NEW, model=dejalu.Model.built_in())
    assert probed["found"][0]["decision"] in ("duplicate", "distinct")
    assert registry.probe(NEW, ignore=[OLD])["found"] == []
    assert registry.list() == {"old": 2}
    assert registry.document("old").text == OLD
    assert registry.remove(["old"]) == 1
    assert len(registry) == 0


def test_threads_ask_one_at_a_time():
    registry = Registry.in_memory()
    registry.register({"old": OLD})
    found: list[int] = []
    ask = lambda: found.extend(len(registry.probe(NEW)["found"]) for _ in range(20))
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1] * 80


def test_a_registry_is_closed_while_another_thread_asks():
    """In a process of its own: if both waited for each other, it would never end."""
    program = """
        import threading, dejalu
        registry = dejalu.Registry.in_memory()
        registry.register({str(i): f"The ferry {i} waits at pier {i * 7}." for i in range(100)})
        told, asked = [], threading.Event()
        def ask():
            try:
                while True:
                    registry.probe("The ferry waits. " * 30)
                    asked.set()
            except dejalu.DejaluError as error:
                told.append(str(error))
        threads = [threading.Thread(target=ask) for _ in range(3)]
        for thread in threads:
            thread.start()
        asked.wait()
        registry.close()
        for thread in threads:
            thread.join()
        print(set(told))
    """
    words = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.stdout == "{'the registry is closed; open it again'}\n", done.stderr


def test_what_cannot_be_done_is_refused(tmp_path):
    registry = Registry.in_memory()
    with pytest.raises(DejaluError, match="document 'a' is not registered"):
        registry.remove(["a"])
    with pytest.raises(DejaluError, match="threshold '2': expected a number above 0 and at most 1"):
        registry.probe(OLD, threshold=2)
    with pytest.raises(DejaluError, match="at_least 'most': expected 'exact', 'high' or 'some'"):
        registry.probe(OLD, at_least="most")
    with pytest.raises(DejaluError, match="refuse 'most': expected 'exact', 'high' or 'some'"):
        registry.register([OLD], refuse="most")
    registry.close()
    with pytest.raises(DejaluError, match="the registry is closed; open it again"):
        registry.stats()
    with pytest.raises((DejaluError, OSError), match="nowhere"):
        Registry.open(tmp_path / "nowhere")
