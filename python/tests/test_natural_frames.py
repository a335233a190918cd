"""What comes in as a frame of any library comes back as one, with its own rows, ids and index."""

from __future__ import annotations

import uuid

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import dejalu
from dejalu import DejaluError, DuplicateClassifier, SimilarityVectorizer

TEXTS = [
    "The ferry waits at the pier. A storm broke the old pier in March.",
    "The ferry is waiting at the pier. A storm broke the pier in March.",
    "Bread is baked in the old oven every morning by six bakers.",
]
RULE = "jaccard=0.5"
FAST = {"kernel": "linear", "features": "jaccard containment", "folds": 3, "c": 1.0}


class Dataset:
    """A dataset of Hugging Face, as far as it is asked."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table
        self.column_names = table.column_names

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, rows: slice) -> pa.Table:
        return self.table[rows]

    def with_format(self, name: str) -> Dataset:
        assert name == "arrow"
        return self

    def select(self, places: list[int]) -> Dataset:
        return Dataset(self.table.take(places))


FRAMES = {
    "pandas": (pd.DataFrame({"text": TEXTS}), pd.DataFrame),
    "pandas series": (pd.Series(TEXTS), pd.DataFrame),
    "string[pyarrow]": (pd.DataFrame({"text": pd.Series(TEXTS, dtype="string[pyarrow]")}), pd.DataFrame),
    "category": (pd.DataFrame({"text": pd.Series(TEXTS, dtype="category")}), pd.DataFrame),
    "polars": (pl.DataFrame({"text": TEXTS}), pl.DataFrame),
    "polars lazy": (pl.LazyFrame({"text": TEXTS}), pl.DataFrame),
    "polars series": (pl.Series("text", TEXTS), pl.DataFrame),
    "polars categorical": (pl.DataFrame({"text": pl.Series(TEXTS, dtype=pl.Categorical)}), pl.DataFrame),
    "arrow": (pa.table({"text": TEXTS}), pa.Table),
    "arrow chunks": (pa.chunked_array([TEXTS[:1], TEXTS[1:]]), pa.Table),
    "arrow reader": (lambda: pa.table({"text": TEXTS}).to_reader(), pa.Table),
    "dataset": (Dataset(pa.table({"text": TEXTS})), pa.Table),
}


@pytest.mark.parametrize(("source", "kind"), FRAMES.values(), ids=FRAMES)
def test_results_are_frames_of_the_library_that_came_in(source, kind):
    source = source() if callable(source) else source
    documents = dejalu.read_documents(source)
    result = dejalu.dedupe(documents, RULE)
    for table in (
        result.groups,
        result.pairs,
        result.review(),
        dejalu.find(TEXTS[0], documents, RULE),
        dejalu.find_all(documents, documents, RULE),
        dejalu.audit(result, documents, RULE).losses,
        dejalu.apply(result, documents, RULE).groups,
        dejalu.correlations(documents),
        dejalu.passages(documents),
    ):
        assert type(table) is kind
    assert list(map(str, result.groups["id"])) == ["0", "1", "2"]
    assert list(map(bool, np.array(result.groups["kept"]))) == [False, True, True]


@pytest.mark.parametrize(("source", "kind"), FRAMES.values(), ids=FRAMES)
def test_rows_are_the_rows_that_came_in(source, kind):
    source = source() if callable(source) else source
    result = dejalu.dedupe(source, RULE)
    rows, removed = result.rows, result.removed
    assert len(rows) == 2 and len(removed) == 1
    if isinstance(source, (pd.DataFrame, pd.Series)):
        assert rows.equals(source.iloc[1:]) and removed.equals(source.iloc[:1])
    elif isinstance(source, Dataset):
        assert type(rows) is Dataset and rows.table["text"].to_pylist() == TEXTS[1:]
    elif isinstance(source, (pl.DataFrame, pl.Series, pa.Table)):
        assert type(rows) is type(source) and rows.equals(source[1:])


def test_duckdb_and_datasets_are_read():
    duckdb = pytest.importorskip("duckdb")
    frame = pd.DataFrame({"id": [5, 6, 7], "text": TEXTS})
    relation = duckdb.from_df(frame)
    result = dejalu.dedupe(relation, RULE)
    assert result.groups["id"].to_pylist() == [5, 6, 7]
    assert result.rows["id"].to_pylist() == [6, 7]


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        (TEXTS, TEXTS[1:]),
        (tuple(TEXTS), TEXTS[1:]),
        ((text for text in TEXTS), TEXTS[1:]),
        (map(str, TEXTS), TEXTS[1:]),
        (dict(enumerate(TEXTS)).values(), TEXTS[1:]),
        (({"text": text} for text in TEXTS), [{"text": text} for text in TEXTS[1:]]),
        ({"text": TEXTS}, {"text": TEXTS[1:]}),
        ({"text": np.array(TEXTS)}, {"text": TEXTS[1:]}),
        (dict(zip("abc", TEXTS)), dict(zip("bc", TEXTS[1:]))),
    ],
    ids=["list", "tuple", "generator", "map", "values", "rows", "columns", "arrays", "by id"],
)
def test_rows_of_what_is_no_frame_are_of_its_kind(source, rows):
    result = dejalu.dedupe(source, RULE)
    found = result.rows
    if isinstance(found, dict) and "text" in found:
        found = {name: list(values) for name, values in found.items()}
    assert found == rows
    assert type(result.groups) is dejalu.Table
    assert type(result.groups.to_pandas()) is pd.DataFrame
    assert type(result.groups.to_polars()) is pl.DataFrame
    assert type(result.groups.to_arrow()) is pa.Table


@pytest.mark.parametrize("array", [np.array(TEXTS), np.array(TEXTS, dtype=object), np.array(TEXTS)[:, None]])
def test_an_array_of_texts_is_read_and_cut(array):
    result = dejalu.dedupe(array, RULE)
    assert np.array_equal(result.rows, array[1:])
    assert np.array_equal(array[result.groups["kept"]], array[1:])


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame, pa.table])
def test_results_without_rows_have_their_types(kind):
    result = dejalu.dedupe(kind({"id": [7, 8], "text": TEXTS[1:]}), RULE)
    assert len(result.removed) == 0 and list(map(str, result.removed["id"])) == []
    assert len(result.pairs) == 0
    kinds = {str(getattr(result.groups[name], "dtype", getattr(result.groups[name], "type", ""))) for name in ["id", "group"]}
    found = result.pairs["id_a"]
    assert {str(getattr(found, "dtype", getattr(found, "type", "")))} == kinds


def test_groups_have_the_order_and_the_index_of_the_frame():
    shuffled = [2, 0, 1]
    frame = pd.DataFrame({"id": ["b", "c", "a"], "text": [TEXTS[at] for at in shuffled]}, index=[70, 10, 40])
    result = dejalu.dedupe(frame, RULE)
    assert result.groups.index.tolist() == [70, 10, 40]
    assert result.groups["id"].tolist() == ["b", "c", "a"]
    assert frame[result.groups["kept"]].equals(result.rows)
    assert frame.join(result.groups[["group"]])["group"].tolist() == ["b", "a", "a"]
    cut = frame[frame.index != 40].sort_index()
    assert dejalu.dedupe(cut, RULE).groups.index.tolist() == [10, 70]
    in_polars = pl.from_pandas(frame)
    assert in_polars.filter(dejalu.dedupe(in_polars, RULE).groups["kept"])["id"].to_list() == ["b", "a"]
    both = dejalu.dedupe(frame, RULE, at=[0.5, 0.99]).groups
    assert both.index.tolist() == [70, 10, 40] * 2 and both["at"].tolist() == [0.5] * 3 + [0.99] * 3


UUIDS = [uuid.UUID(int=at) for at in (7, 3, 5)]


@pytest.mark.parametrize(
    "ids",
    [
        pd.Series(UUIDS),
        pd.Series([3, 1, 2], dtype="int32"),
        pd.Series([1.0, 2.0, 3.5]),
        pd.Series(["x", "y", "z"], dtype="category"),
        pd.Series(["x", "y", "z"], dtype="string[pyarrow]"),
        pd.Series(pd.date_range("2024-05-01", periods=3)),
        pd.Series([(1, "a"), (1, "b"), (2, "a")]),
        pd.Series([2**63, 2**63 + 1, 7], dtype="uint64"),
        pd.Series([" x ", "x", "y"]),
    ],
    ids=["uuid", "int32", "float", "category", "string", "date", "tuple", "uint64", "blanks"],
)
def test_ids_come_back_as_they_were(ids):
    frame = pd.DataFrame({"id": ids, "text": TEXTS})
    result = dejalu.dedupe(frame, RULE)
    assert result.groups["id"].equals(ids)
    assert result.groups["representative"].tolist() == [ids[1], ids[1], ids[2]]
    assert result.groups["group"].dtype == ids.dtype
    assert set(result.kept.ids) == {ids[1], ids[2]}
    assert frame.merge(result.pairs, left_on="id", right_on="id_a").shape[0] == 1
    assert dejalu.read_documents(frame).ids == ids.tolist()
    assert dejalu.audit(result.groups, frame, RULE).losses["id"].tolist() == [ids[0]]
    assert dejalu.apply(result.groups, frame, RULE).rows.equals(frame.iloc[1:])
    assert dejalu.Model.built_in().classify([(ids[0], ids[1])], frame)["id_b"].tolist() == [ids[1]]
    kept, _ = result.merge(frame)
    assert kept.equals(frame.iloc[1:])


def test_an_index_of_several_levels_names_the_rows():
    index = pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1)], names=["book", "page"])
    frame = pd.DataFrame({"text": TEXTS}, index=index)
    result = dejalu.dedupe(frame, RULE)
    assert set(result.kept.ids) == {("a", 2), ("b", 1)}
    assert result.groups.index.equals(index)
    assert frame.loc[result.kept.ids].equals(result.rows)


def test_an_index_that_names_rows_alike_is_refused_with_what_to_do():
    frame = pd.DataFrame({"text": TEXTS})
    with pytest.raises(DejaluError, match=r"the index has '0' more than once.*\.reset_index\(drop=True\)"):
        dejalu.dedupe(pd.concat([frame, frame]), RULE)
    assert len(dejalu.dedupe(pd.concat([frame, frame]).reset_index(drop=True), RULE).rows) == 2


def test_a_set_and_the_splits_of_a_dataset_are_refused_with_what_to_pass():
    with pytest.raises(TypeError, match=r"documents are a set.*it has no order, and sorted\(…\) makes a list"):
        dejalu.dedupe(set(TEXTS))
    with pytest.raises(TypeError, match="several tables: pass one of them, such as that of 'train'"):
        dejalu.dedupe({"train": Dataset(pa.table({"text": TEXTS}))})


def test_options_of_reading_are_taken_wherever_documents_are(tmp_path):
    frame = pd.DataFrame({"key": [7, 8, 9, 10], "body text": [*TEXTS, None]})
    named = {"id": "key", "text": "body text", "skip_bad": True}
    with pytest.warns(dejalu.DataWarning, match="1 document left out"):
        result = dejalu.dedupe(frame, RULE, **named)
    assert result.groups["id"].tolist() == [7, 8, 9]
    assert result.rows["key"].tolist() == [8, 9] and result.removed["key"].tolist() == [7]
    frame = frame.iloc[:3]
    named = {"id": "key", "text": "body text"}
    assert dejalu.find(TEXTS[0], frame, RULE, **named)["id"].tolist() == [7, 8]
    assert dejalu.find_all(frame, frame, RULE, **named)["query"].tolist() == [7, 7, 8, 8, 9]
    assert sorted(dejalu.matrix(frame, RULE, **named)[0]) == [7, 8, 9]
    assert dejalu.apply(result, frame, RULE, **named).rows["key"].tolist() == [8, 9]
    assert len(dejalu.audit(result, frame, RULE, **named).losses) == 1
    assert len(dejalu.passages(frame, **named)) == 0
    assert len(dejalu.correlations(frame, "ferry", **named)) > 0
    assert [row["id"] for row in dejalu.Registry.in_memory().register(frame, **named)] == ["7", "8", "9"]
    assert dejalu.Index.create(tmp_path / "index").add(frame, **named)["added"] == 3


@pytest.mark.parametrize(
    ("option", "hint"),
    [
        ({"threshold": 0.8}, "the minimum score is 'at'"),
        ({"threads": 2}, "RAYON_NUM_THREADS"),
        ({"random_state": 1}, "it is called 'seed'"),
        ({"text_column": "t"}, "it is called 'text'"),
        ({"linkages": "star"}, "did you mean 'linkage'"),
        ({"skipbad": True}, "did you mean 'skip_bad'"),
        ({"zzz": 1}, r"'zzz'$"),
    ],
)
def test_an_unknown_option_says_which_was_meant(option, hint):
    with pytest.raises(TypeError, match=rf"^dedupe\(\) got an unexpected keyword argument.*{hint}"):
        dejalu.dedupe(TEXTS, RULE, **option)


def test_a_judge_is_also_a_file_or_a_fitted_classifier(labelled, tmp_path):
    pairs, labels, _ = labelled
    fitted = DuplicateClassifier(**FAST).fit(pairs, labels)
    fitted.model_.save(tmp_path / "model.json")
    expected = dejalu.dedupe(TEXTS, fitted.model_).pairs
    for judge in (fitted, tmp_path / "model.json", str(tmp_path / "model.json")):
        assert dejalu.dedupe(TEXTS, judge).pairs["score"].tolist() == expected["score"].tolist()
    with pytest.raises(TypeError, match="judge is a float.*a minimum score is 'at'"):
        dejalu.dedupe(TEXTS, 0.8)
    with pytest.raises(TypeError, match=r"Model\.built_in\(\), Model\.load\(path\) or dejalu\.train"):
        dejalu.Model()


def test_groups_are_also_a_result_or_a_mask():
    frame = pd.DataFrame({"text": [*TEXTS, TEXTS[0]]})
    rows = dejalu.apply(~frame.duplicated("text"), frame, RULE).rows
    assert rows.equals(frame.drop_duplicates("text"))
    for mask in ([True, True, True, False], np.array([True, True, True, False])):
        assert dejalu.apply(mask, frame, RULE).rows.equals(rows)
    result = dejalu.dedupe(frame, RULE)
    assert dejalu.apply(result, frame, RULE).rows.equals(result.rows)
    assert len(dejalu.audit(result, frame, RULE).losses) == 2
    with pytest.raises(DejaluError, match="3 times True or False for 4 documents"):
        dejalu.apply([True, True, False], frame, RULE)
    with pytest.raises(DejaluError, match="values more than once.*{'id': …, 'group': …}"):
        dejalu.audit(np.array([0, 0, 1, 0]), frame, RULE)


def test_constraints_and_answers_are_also_tables():
    frame = pd.DataFrame({"id": UUIDS, "text": TEXTS})
    constraints = pd.DataFrame({"id_a": UUIDS[:1], "id_b": UUIDS[1:2], "constraint": ["cannot-link"]})
    for table in (constraints, pl.DataFrame(constraints.astype(str).to_dict("list")), constraints.to_dict("records")):
        assert dejalu.dedupe(frame, RULE, constraints=table).groups["kept"].all()
    rows = dejalu.dedupe(frame, RULE, audit_sample=10).questions
    for row in rows:
        row["label"] = 1
    for answers in (rows, rows.to_pandas()):
        audited = dejalu.dedupe(frame, RULE, audit=answers)
        assert audited.verdict[0].startswith("the audit passed: 0 of 1 checked were wrong")
    with pytest.raises(TypeError, match="constraints is an int: expected a path or a table"):
        dejalu.dedupe(frame, RULE, constraints=3)


def test_similarity_of_two_texts_is_named_by_measure():
    alike = dejalu.similarity(TEXTS[0], TEXTS[1])
    assert list(alike) == dejalu.Model.built_in().features
    assert alike["jaccard"] == pytest.approx(6 / 7)
    assert dejalu.similarity(TEXTS[0], TEXTS[1], "jaccard cosine").keys() == {"jaccard", "cosine"}
    assert set(dejalu.similarity(TEXTS[0], TEXTS[0]).values()) == {1.0}


@pytest.mark.parametrize("kind", [pd.Series, pl.Series, list, np.array])
def test_similarity_of_columns_is_a_frame(kind):
    table = dejalu.similarity(kind(TEXTS[:2]), kind(TEXTS[1:]))
    assert type(table) is {pd.Series: pd.DataFrame, pl.Series: pl.DataFrame}.get(kind, dejalu.Table)
    for row, pair in enumerate(zip(TEXTS, TEXTS[1:])):
        alone = dejalu.similarity(*pair)
        # The statistics are the model's, whichever others there are.
        assert np.array_equal([table[name][row] for name in alone], list(alone.values()), equal_nan=True)


def test_similarity_keeps_the_index():
    a = pd.Series(TEXTS[:2], index=["p", "q"])
    assert dejalu.similarity(a, pd.Series(TEXTS[1:])).index.tolist() == ["p", "q"]
    frame = pd.DataFrame({"old": TEXTS[:2], "new": TEXTS[1:]}, index=["p", "q"])
    assert dejalu.similarity(frame, features="jaccard")["jaccard"].index.tolist() == ["p", "q"]
    with pytest.raises(DejaluError, match="2 texts beside 3; give as many of both"):
        dejalu.similarity(a, TEXTS)


def test_two_columns_are_pairs_whatever_they_are_called(labelled):
    pairs, labels, _ = labelled
    frame = pd.DataFrame(pairs, columns=["old", "new"], index=range(1000, 1000 + len(pairs)))
    model = dejalu.Model.built_in()
    expected = model.predict(pairs)
    for source in (frame, pl.from_pandas(frame), frame.to_dict("list"), zip(*zip(*pairs)), frame.itertuples(index=False)):
        assert np.array_equal(model.predict(source), expected)
    said = model.classify(frame)
    assert said.index.equals(frame.index) and np.array_equal(said["decision"] == "duplicate", expected)
    assert dejalu.train(frame.assign(label=labels), **FAST, draws=0) == dejalu.train(pairs, labels=labels, **FAST, draws=0)
    assert dejalu.vectors(TEXTS[0], TEXTS[1], "jaccard").shape == (1, 1)
    with pytest.raises(TypeError, match="labels of pairs are passed as labels=…"):
        dejalu.train(pairs, labels, **FAST)
    with pytest.raises(TypeError, match=r"a list of one pair is \[\(a, b\)\]"):
        model.predict((TEXTS[0], TEXTS[1]))


def test_estimators_know_the_columns_of_a_frame(labelled):
    pairs, labels, _ = labelled
    frame = pd.DataFrame(pairs, columns=["old", "new"])
    fitted = DuplicateClassifier(**FAST).fit(frame, labels)
    assert fitted.feature_names_in_.tolist() == ["old", "new"]
    with pytest.raises(ValueError, match="feature names should match"):
        fitted.predict(frame.rename(columns={"old": "other"}))
    with pytest.raises(DejaluError, match=r"X has the columns old, new, price: expected two.*X\[\['a', 'b'\]\]"):
        DuplicateClassifier(**FAST).fit(frame.assign(price=1), labels)
    vectorizer = SimilarityVectorizer("jaccard").set_output(transform="pandas")
    indexed = frame.set_index(pd.RangeIndex(7, 7 + len(frame)))
    assert vectorizer.fit_transform(indexed).index.equals(indexed.index)
    assert vectorizer.feature_names_in_.tolist() == ["old", "new"]


def test_what_is_asked_of_a_frame_names_the_tables():
    result = dejalu.dedupe(TEXTS, RULE)
    for made, tables in [
        (result, "rows, removed, groups, pairs"),
        (dejalu.audit(result, TEXTS, RULE), "groups, losses"),
        (dejalu.apply(result, TEXTS, RULE), "rows, removed, groups, certificates"),
    ]:
        with pytest.raises(AttributeError, match=f"'to_frame'; its tables are {tables}$"):
            made.to_frame()
        with pytest.raises(AttributeError, match="no attribute 'nothing'$"):
            made.nothing


def test_documents_are_found_by_place_id_and_slice():
    documents = dejalu.read_documents(dict(zip("abc", TEXTS)))
    assert documents["b"].text == TEXTS[1] and documents[-1].id == "c"
    assert documents[1:].ids == ["b", "c"] and documents[::-1].ids == ["c", "b", "a"]
    assert len(documents[5:]) == 0
    with pytest.raises(KeyError, match="d"):
        documents["d"]
    with pytest.raises(IndexError):
        documents[3]


def test_merged_rows_are_named_by_their_index():
    frame = pd.DataFrame({"text": TEXTS, "year": [1950.0, None, 1960.0]}, index=["p", "q", "r"])
    kept, taken = dejalu.dedupe(frame, RULE).merge(frame)
    assert kept["year"].tolist() == [1950.0, 1960.0] and kept.index.tolist() == ["q", "r"]
    assert taken["kept"] == ["q"] and taken["removed"] == ["p"]
    lazy = pl.LazyFrame({"text": TEXTS, "year": [1950, None, 1960]})
    kept, _ = dejalu.dedupe(lazy, RULE).merge(lazy)
    assert kept["year"].to_list() == [1950, 1960] and kept.schema["year"] == pl.Int64
