"""Whatever holds documents and pairs gives the same, and what cannot be read is refused in one
sentence."""

from __future__ import annotations

import math
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import dejalu
from dejalu import DejaluError

IDS = ["a", "b", "c"]
TEXTS = [
    "The ferry waits at the old pier.",
    "The ferry waits at the pier.",
    "Beetles farm fungus in dead wood.",
]
COLUMNS = {"id": IDS, "text": TEXTS}
PAIRS = [("a", "b"), ("a", "c")]


@pytest.mark.parametrize(
    "source",
    [
        COLUMNS,
        dict(zip(IDS, TEXTS)),
        [{"id": id, "text": text} for id, text in zip(IDS, TEXTS)],
        pd.DataFrame(COLUMNS),
        pd.DataFrame(COLUMNS, index=[7, 8, 9]),
        pl.DataFrame(COLUMNS),
        pa.table(COLUMNS),
        pa.table(COLUMNS).to_batches()[0],
        [dejalu.Document(id, text) for id, text in zip(IDS, TEXTS)],
    ],
    ids=lambda source: type(source).__name__,
)
def test_documents_come_in_many_forms(source):
    documents = dejalu.read_documents(source)
    assert documents.ids == IDS
    assert documents.texts == TEXTS
    assert dejalu.read_documents(documents) is documents


def test_what_speaks_arrow_alone_is_read():
    class Speaker:
        def __arrow_c_stream__(self, requested_schema=None):
            return pa.table(COLUMNS).__arrow_c_stream__(requested_schema)

    assert dejalu.read_documents(Speaker()).texts == TEXTS


@pytest.mark.parametrize("name", ["content", "body"])
def test_content_or_body_is_the_text_where_no_column_is_called_so(name):
    rows = {"id": ["a", "b"], name: ["The ferry.", "A storm."]}
    for source in [rows, pd.DataFrame(rows), pl.DataFrame(rows)]:
        assert [it.text for it in dejalu.read_documents(source)] == rows[name]
    both = rows | {"text": ["One.", "Two."]}
    assert [it.text for it in dejalu.read_documents(both)] == both["text"]


def test_a_list_of_texts_is_one_text():
    rows = {"id": ["a"], "text": [["The ferry", None, "waits."]]}
    for source in [rows, pd.DataFrame(rows), pl.DataFrame(rows), pa.table(rows)]:
        assert [it.text for it in dejalu.read_documents(source)] == ["The ferry\nwaits."]
    with pytest.raises(DejaluError, match="'text' is a list"):
        dejalu.read_documents({"id": ["a"], "text": [[1, 2]]})


def test_files_and_folders_are_read(tmp_path: Path):
    pd.DataFrame(COLUMNS).to_csv(tmp_path / "documents.csv", index=False)
    for source in (tmp_path / "documents.csv", str(tmp_path / "documents.csv")):
        assert dejalu.read_documents(source).texts == TEXTS
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXTS[0], encoding="utf-8")
    (folder / "b.html").write_text("<h1>Ferry</h1><p>The ferry waits.", encoding="utf-8")
    documents = dejalu.read_documents(folder)
    assert documents.ids == ["a.txt", "b.html"]
    assert documents[-1].text == "Ferry\n\nThe ferry waits."


def test_texts_alone_are_named_by_their_places():
    assert dejalu.read_documents(TEXTS).ids == [0, 1, 2]
    by_place = dejalu.vectors([(0, 1), (0, 2)], TEXTS, "jaccard")
    by_name = dejalu.vectors(PAIRS, COLUMNS, "jaccard")
    assert np.array_equal(by_place, by_name)


@pytest.mark.parametrize(
    "pairs",
    [
        PAIRS,
        np.array(PAIRS),
        np.array(PAIRS, dtype=object),
        {"id_a": ["a", "a"], "id_b": ["b", "c"]},
        [{"id_a": "a", "id_b": "b"}, {"id_a": "a", "id_b": "c"}],
        pd.DataFrame(PAIRS, columns=["id_a", "id_b"]),
        pl.DataFrame(PAIRS, schema=["id_a", "id_b"], orient="row"),
        pa.table({"id_a": ["a", "a"], "id_b": ["b", "c"]}),
    ],
    ids=lambda source: type(source).__name__,
)
def test_pairs_come_in_many_forms(pairs):
    assert dejalu.read_pairs(pairs, COLUMNS).ids == PAIRS


def test_pairs_of_texts_need_no_documents():
    pairs = [(TEXTS[0], TEXTS[1]), (TEXTS[0], TEXTS[2]), (TEXTS[2], TEXTS[2])]
    read = dejalu.read_pairs(pairs)
    assert read.ids == [("1a", "1b"), ("1a", "2b"), ("2b", "3b")]
    values = dejalu.vectors(pairs, features="jaccard")
    assert values[2, 0] == 1.0
    assert np.array_equal(values[:2], dejalu.vectors(PAIRS, COLUMNS, "jaccard"))


def test_equal_texts_are_one_document_in_whatever_they_come(tmp_path: Path):
    pairs = [(TEXTS[0], TEXTS[1]), (TEXTS[2], TEXTS[0]), (TEXTS[1], TEXTS[2]), (TEXTS[1],) * 2]
    sides = {"text_a": [a for a, _ in pairs], "text_b": [b for _, b in pairs]}
    pd.DataFrame(sides).to_csv(tmp_path / "pairs.csv", index=False)
    sources = [
        pairs,
        np.array(pairs, dtype=object),
        sides,
        [{"text_a": a, "text_b": b} for a, b in pairs],
        pd.DataFrame(sides),
        pl.DataFrame(sides),
        pa.table(sides),
        tmp_path / "pairs.csv",
    ]
    for source in sources:
        read = dejalu.read_pairs(source)
        assert read.ids == [("1a", "1b"), ("2a", "1a"), ("1b", "2a"), ("1b", "4b")]
        assert repr(read) == "Pairs(4 pairs of 4 documents)"


def test_pairs_of_one_text_are_in_one_fold():
    """Duplicates join their texts: pairs that share one, by whatever rows, are of one group."""
    texts = [f"{word} ferry waits" for word in ("old", "new", "red", "blue", "green", "grey")]
    rows = [(0, 1), (2, 3), (1, 4), (3, 5)]
    frame = pd.DataFrame([(texts[a], texts[b]) for a, b in rows], columns=["text_a", "text_b"])
    groups = dejalu.read_pairs(frame, labels=[1] * 4).groups()
    assert groups[0] == groups[2] != groups[1] == groups[3]


def test_a_text_is_kept_once_however_often_it_stands():
    """Two megabytes of texts, which stand 12,000 times: 200 megabytes if each were kept."""
    program = """
        import resource, dejalu
        peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        texts = [f"ferry{i} waits at the pier. " * 700 + "Übergang" for i in range(100)]
        pairs = [(texts[i % 100], texts[(i * 7 + i // 100 + 1) % 100]) for i in range(6_000)]
        pairs = [(a, b) for a, b in pairs if a is not b]
        before = peak()
        read = dejalu.read_pairs(pairs)
        assert len(read) > 5_000 and "of 100 documents" in repr(read), read
        print(peak() - before)
    """
    words = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 60, "MiB"


@pytest.mark.parametrize(
    "source",
    [tuple(TEXTS), np.array(TEXTS), pl.Series(TEXTS), pa.array(TEXTS)],
    ids=lambda source: type(source).__name__,
)
def test_texts_come_in_many_forms(source):
    documents = dejalu.read_documents(source)
    assert (documents.ids, documents.texts) == ([0, 1, 2], TEXTS)


def test_what_python_raises_while_cells_are_read_is_raised():
    with pytest.raises(ValueError, match="limit"):
        dejalu.read_documents({"id": ["a", 10**5000], "text": ["one two", "three"]})
    with pytest.raises(ValueError, match="limit"):
        dejalu.read_pairs({"text_a": ["one two"], "text_b": ["three"], "label": [10**5000]})


def test_labels_stand_in_a_column_or_beside_it():
    for labels in ([1, 0], [True, False], ["duplicate", "distinct"], np.array([1.0, 0.0])):
        assert dejalu.read_pairs(PAIRS, COLUMNS, labels).labels == [1, 0]
    frame = pd.DataFrame({"id_a": ["a", "a"], "id_b": ["b", "c"], "label": [1, None]})
    assert dejalu.read_pairs(frame, COLUMNS).labels == [1, None]


def test_numbers_and_dates_are_text():
    frame = pd.DataFrame(
        {"id": [1.0, 2.0], "text": TEXTS[:2], "date": pd.to_datetime(["2024-05-01"] * 2)}
    )
    documents = dejalu.read_documents(frame)
    assert documents.ids == [1.0, 2.0] and documents[1].id == "2"
    assert documents[0].date.startswith("2024-05-01")
    assert dejalu.read_documents({"id": np.array([7, 8]), "text": TEXTS[:2]}).ids == [7, 8]


WRONG_DOCUMENTS = [
    ({"id": [], "text": []}, DejaluError, "documents: the input is empty"),
    (
        {"id": IDS, "text": TEXTS[:2]},
        DejaluError,
        "documents: column 'text' has 2 rows, the columns before it have 3; give all columns the same length",
    ),
    (
        {"id": IDS, "page": TEXTS},
        DejaluError,
        "documents: the columns are id, page; expected 'id' and one of 'text', 'html'; rename a column, or name it with text",
    ),
    (
        {"id": IDS, "text": [TEXTS[0], None, TEXTS[2]]},
        DejaluError,
        "documents[1]: the document contains no words; correct or remove it",
    ),
    (
        pd.DataFrame({"id": IDS, "text": [TEXTS[0], math.nan, TEXTS[2]]}),
        DejaluError,
        "documents[1]: the document contains no words; correct or remove it",
    ),
    (
        pl.DataFrame({"id": ["a", None, "c"], "text": TEXTS}),
        DejaluError,
        "documents[1]: 'id' is empty; every row needs a value there",
    ),
    (
        [TEXTS[0], ["a", 1]],
        DejaluError,
        "documents[1]: 'text' is a list; expected text or a number",
    ),
    (
        {"id": IDS, "text": [b"bytes"] * 3},
        DejaluError,
        "documents[0]: 'text' is bytes; expected text or a number",
    ),
    (
        {"id": ["a", "a", "b"], "text": TEXTS},
        DejaluError,
        "documents[1]: document 'a' was already read at documents[0]",
    ),
    (
        {"id": IDS, "text": "one text"},
        TypeError,
        "column 'text' is a str: expected a list of values",
    ),
    ("nowhere/documents.csv", FileNotFoundError, "cannot open nowhere/documents.csv"),
    (__file__, DejaluError, "has an unknown extension"),
]


@pytest.mark.parametrize(
    ("source", "kind", "sentence"), WRONG_DOCUMENTS, ids=lambda it: str(it)[:40]
)
def test_documents_that_cannot_be_read_are_refused(source, kind, sentence):
    with pytest.raises(kind) as refused:
        dejalu.read_documents(source)
    assert sentence in str(refused.value)


WRONG_PAIRS = [
    (
        [("a", "b"), ("a", None)],
        DejaluError,
        "pairs[1]: 'id_b' is empty; every row needs a value there",
    ),
    (
        [("a", "b"), ("a", math.nan)],
        DejaluError,
        "pairs[1]: 'id_b' is empty; every row needs a value there",
    ),
    (
        [("a", "z")],
        DejaluError,
        "pairs[0]: document 'z' is not in the collection (3 documents); correct the id or pass the right documents",
    ),
    ([("a", "a")], DejaluError, "pairs[0]: the row pairs document 'a' with itself"),
    ({"left": ["a"], "right": ["b"], "it": ["c"]}, DejaluError, "rename them or pass left, right, label"),
    (
        {"id_a": ["a"], "id_b": ["b"], "label": ["perhaps"]},
        DejaluError,
        "pairs[0]: label 'perhaps' is invalid",
    ),
]


@pytest.mark.parametrize(("source", "kind", "sentence"), WRONG_PAIRS, ids=lambda it: str(it)[:40])
def test_pairs_that_cannot_be_read_are_refused(source, kind, sentence):
    with pytest.raises(kind) as refused:
        dejalu.read_pairs(source, COLUMNS)
    assert sentence in str(refused.value)


def test_pairs_of_texts_that_cannot_be_read_are_refused():
    with pytest.raises(DejaluError, match="pass documents"):
        dejalu.read_pairs({"id_a": ["a"], "id_b": ["b"]})


def test_what_is_bad_is_left_out_where_one_says_so():
    with pytest.warns(
        dejalu.DataWarning, match=r"1 document left out; documents\[1\]: the document contains no words"
    ):
        documents = dejalu.read_documents({"id": IDS, "text": ["one", "", "two"]}, skip_bad=True)
    assert documents.ids == ["a", "c"]
    with pytest.warns(dejalu.DataWarning, match="1 pair left out"):
        pairs = dejalu.read_pairs([("a", "b"), ("a", "z")], COLUMNS, skip_bad=True)
    assert len(pairs) == 1


def test_oddities_are_warned_of():
    with pytest.warns(dejalu.DataWarning, match="1 row repeats an earlier pair; each counts"):
        dejalu.read_pairs([("a", "b"), ("b", "a")], COLUMNS)


def test_what_cannot_be_read_of_a_folder_is_left_out_with_a_warning(tmp_path):
    (tmp_path / "a.txt").write_text("The ferry waits.")
    (tmp_path / "empty.txt").write_text("")
    with pytest.warns(dejalu.DataWarning, match="1 document left out; .*empty.txt: the input is empty"):
        assert dejalu.read_documents(tmp_path).ids == ["a.txt"]
    with pytest.raises(dejalu.DejaluError, match="the input is empty"):
        dejalu.read_documents(tmp_path, skip_bad=False)
    (tmp_path / "empty.txt").unlink()
    (tmp_path / "loop").symlink_to(tmp_path)
    with pytest.warns(dejalu.DataWarning, match="1 document left out; .*File system loop found"):
        assert len(dejalu.dedupe(tmp_path, "jaccard=0.9").kept) == 1


def test_several_files_are_one_collection(tmp_path):
    ris, table = tmp_path / "a.ris", tmp_path / "b.csv"
    ris.write_text("TY  - JOUR\nTI  - The ferry waits\nER  - \n")
    table.write_text("id,text\nx,The ferry waits\n")
    documents = dejalu.read_documents([ris, table])
    assert documents.ids == ["a.ris:1", "x"]
    assert [document.source for document in documents] == ["a.ris", "b.csv"]
    assert dejalu.read_documents(table)[0].source is None
    assert len(dejalu.read_documents(tmp_path)) == 2
