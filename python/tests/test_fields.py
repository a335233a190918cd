"""Records are compared by their fields, whatever holds them."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dejalu
from dejalu import DejaluError

WORDS = ["ferry", "pier", "storm", "bridge", "beetle", "harbour", "island"]
FIELDS = {"title": "title", "author": "author", "year": "date"}


def records() -> dict[str, list]:
    """Forty works, each in two records: one in capitals, with initials, without its year."""
    table: dict[str, list] = {"id": [], "title": [], "author": [], "date": [], "doi": []}
    for n in range(40):
        words = [WORDS[(n * 7 + k * k + n // 3) % 7] for k in (1, 2, 3)]
        title = f"The {words[0]} of {words[1]} number w{n}x and the {words[2]}"
        rows = [
            (f"a{n:02}", title, f"Doe{n}, Jane", str(1950 + n), None),
            (f"b{n:02}", title.upper(), f"Doe{n} J", None, f"10.1000/{n}"),
        ]
        for row in rows:
            for column, value in zip(table.values(), row):
                column.append(value)
    return table


TABLE = records()
DUPLICATES = [(f"a{n:02}", f"b{n:02}") for n in range(40)]
DISTINCT = [(f"a{n:02}", f"b{(n + 1) % 40:02}") for n in range(40)]
DISTINCT += [(f"a{n:02}", f"a{(n + 7) % 40:02}") for n in range(40)]
PAIRS = DUPLICATES + DISTINCT
LABELS = [1] * len(DUPLICATES) + [0] * len(DISTINCT)
FEATURES = "jaccard jaccard:field=title person-names:field=author year-closeness:field=year"


@pytest.fixture(scope="module")
def model() -> dejalu.Model:
    return dejalu.train(
        PAIRS,
        TABLE,
        LABELS,
        fields=FIELDS,
        features=FEATURES,
        kernel="linear",
        draws=0,
        block_by="title",
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The same records in files."""
    folder = tmp_path_factory.mktemp("records")
    frame = pd.DataFrame(TABLE)
    frame.to_csv(folder / "records.csv", index=False)
    frame.to_json(folder / "records.jsonl", orient="records", lines=True)
    frame.to_json(folder / "records.json", orient="records")
    pq.write_table(pa.table(TABLE), folder / "records.parquet")
    return folder


@pytest.mark.parametrize(
    "source",
    [
        TABLE,
        pd.DataFrame(TABLE),
        pl.DataFrame(TABLE),
        pa.table(TABLE),
        "records.csv",
        "records.jsonl",
        "records.json",
        "records.parquet",
    ],
    ids=lambda source: source if isinstance(source, str) else type(source).__name__,
)
def test_records_are_the_same_in_every_form(source, files, model):
    source = files / source if isinstance(source, str) else source
    documents = dejalu.read_documents(source, fields=FIELDS)
    assert documents.ids == TABLE["id"]
    assert documents.have_fields
    assert documents[0].text == "\n\n".join([TABLE["title"][0], TABLE["author"][0], "1950"])
    # A model reads them by itself, and takes those that were read.
    for given in (source, documents):
        groups = columns_of(dejalu.dedupe(given, model).groups)
        assert sorted(groups["id"]) == sorted(TABLE["id"])
        group_of = dict(zip(groups["id"], groups["group"]))
        assert group_of["b00"] == group_of["a00"] == groups["representative"][0]
        assert len(set(groups["group"])) == 40


def test_a_model_keeps_its_fields_and_its_candidates(model, tmp_path):
    assert model.fields == FIELDS
    model.save(tmp_path / "model.json")
    saved = json.loads((tmp_path / "model.json").read_text())
    assert saved["blocking"]["filter"]["feature"]["field"] == "title"
    assert dejalu.Model.load(tmp_path / "model.json") == model
    assert np.array_equal(model.predict(PAIRS, TABLE), LABELS)
    vectors = dejalu.vectors(PAIRS, TABLE, FEATURES, fields=FIELDS)
    assert vectors.shape == (len(PAIRS), 4)
    assert dejalu.train(PAIRS, TABLE, LABELS, fields=["title"], draws=0).features[-3:] == [
        "jaccard:field=title",
        "edit-similarity:field=title",
        "number-agreement:field=title",
    ]


def test_it_is_the_command_line_s_model(command_line, files, tmp_path):
    pairs = pd.DataFrame({"id_a": [a for a, _ in PAIRS], "id_b": [b for _, b in PAIRS], "label": LABELS})
    pairs.to_csv(tmp_path / "pairs.csv", index=False)
    fields = "title,author,year=date"
    command_line(
        "train", tmp_path / "pairs.csv", "-d", files / "records.csv", "--fields", fields,
        "--features", FEATURES, "--kernel", "linear", "--draws", 0, "--block-by", "title",
        "--out", tmp_path / "model.json",
    )
    model = dejalu.train(
        tmp_path / "pairs.csv", files / "records.csv", fields=fields, features=FEATURES,
        kernel="linear", draws=0, block_by="title",
    )
    assert model == dejalu.Model.load(tmp_path / "model.json")


def test_deciders_are_compared_by_fields(command_line, files, tmp_path):
    pairs = pd.DataFrame({"id_a": [a for a, _ in PAIRS], "id_b": [b for _, b in PAIRS], "label": LABELS})
    pairs.to_csv(tmp_path / "pairs.csv", index=False)
    table, fast = files / "records.csv", {"folds": 2, "inner_folds": 2, "draws": 10, "c": 1.0}
    compared = dejalu.compare(
        tmp_path / "pairs.csv", table, fields=FIELDS, features=FEATURES, gamma=0.5, **fast
    )
    flags = [word for key, value in fast.items() for word in (f"--{key.replace('_', '-')}", value)]
    flags += ["--fields", "title,author,year=date", "--features", FEATURES, "--gamma", 0.5]
    line = ["compare", tmp_path / "pairs.csv", "-d", table, *flags, "--json", "-"]
    assert compared.to_dict() == json.loads(command_line(*line))
    with pytest.raises(DejaluError, match="expected fields with a field 'year'"):
        dejalu.compare(tmp_path / "pairs.csv", table, features=FEATURES)


def test_other_columns_are_named(model):
    renamed = pd.DataFrame(TABLE).rename(columns={"title": "TI", "author": "AU", "date": "PY"})
    groups = dejalu.dedupe(renamed, model, fields={"title": "TI", "author": "AU", "year": "PY"}).groups
    assert list(groups["group"]) == dejalu.dedupe(TABLE, model).groups["group"]
    with pytest.raises(DejaluError, match="the model knows no field 'autor'"):
        dejalu.dedupe(renamed, model, fields={"autor": "AU"})
    with pytest.raises(DejaluError, match="the columns are id, TI, AU, PY, doi"):
        dejalu.dedupe(renamed, model)


def test_candidates_are_found_by_fields(model):
    found = dejalu.dedupe(TABLE, model, block_by="title=0.9", candidates="exact")
    assert "title" in json.dumps(found.figures["plan"])
    assert len(found.kept) == 40
    author = dejalu.dedupe(TABLE, model, block_by="author=1", candidates="exact")
    both = dejalu.dedupe(TABLE, model, block_by="title=0.9,author=1", candidates="exact")
    plan = both.figures["plan"]["filter"]
    assert plan == "jaccard:field=title at least 0.9 or jaccard:field=author at least 1"
    by_title, by_author, by_any = (it.figures["counts"]["candidates"] for it in (found, author, both))
    assert max(by_title, by_author) < by_any < by_title + by_author
    for wrong in ("titel", "title=2", "title,title"):
        with pytest.raises(DejaluError) as raised:
            dejalu.dedupe(TABLE, model, block_by=wrong)
        assert raised.value.parameter == "block_by"


def test_a_record_is_found_among_records(model):
    documents = dejalu.read_documents(TABLE, fields=FIELDS)
    found = dejalu.find(documents[1], TABLE, model)
    assert found["id"] == ["b00", "a00"]
    every = dejalu.find_all(TABLE, pl.DataFrame(TABLE), model)
    assert len(every["id"]) == 160
    with pytest.raises(DejaluError, match="query: they have no fields, and the fields title, author, year"):
        dejalu.find("The ferry of pier", TABLE, model)


def test_a_rule_looks_at_a_field():
    # What has a digit is no word, so that seven titles are left.
    for rule, groups in [("jaccard:field=title=0.9", 7), ("person-names:field=author=0.9", 40)]:
        found = dejalu.dedupe(TABLE, rule, fields=FIELDS).groups
        assert len(set(found["group"])) == groups
    with pytest.raises(DejaluError, match="expected fields with a field 'title'") as raised:
        dejalu.dedupe(TABLE, "jaccard:field=title=0.9")
    assert raised.value.parameter == "rule"


def test_what_has_no_fields_is_refused(model, tmp_path):
    (tmp_path / "a.txt").write_text("The ferry waits at the pier.")
    read = dejalu.read_documents(["one text", "another"])
    for source in (tmp_path, read):
        with pytest.raises(DejaluError, match="documents: they have no fields, and the fields"):
            dejalu.dedupe(source, model)
    with pytest.raises(DejaluError, match="pass documents as well"):
        dejalu.train([("a", "b")], labels=[1], fields=FIELDS)


def test_references_are_read(tmp_path):
    path = tmp_path / "library.bib"
    path.write_text("@article{a, title = {The ferry}, author = {Doe, Jane}, year = 2001}\n")
    documents = dejalu.read_documents(path, fields="title,author,year")
    assert documents.texts == ["The ferry\n\nDoe, Jane\n\n2001"]
    records = dejalu.Model.built_in("records")
    assert list(records.fields)[:2] == ["title", "author"]
    assert dejalu.dedupe(path, records).kept.ids == ["1"]
    with pytest.raises(DejaluError, match="name 'record': expected texts, records"):
        dejalu.Model.built_in("record")


def test_answers_are_learned_from_without_their_audit(tmp_path, command_line):
    rows = [
        {"id_a": a, "id_b": b, "label": label, "stream": "audit" if n % 4 == 3 else "training"}
        for n, ((a, b), label) in enumerate(zip(PAIRS, LABELS))
    ]
    answers = tmp_path / "labels.jsonl"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    how = {"fields": FIELDS, "features": FEATURES, "kernel": "linear", "draws": 0}
    model = dejalu.train(documents=TABLE, labels=answers, **how)
    training = [n for n in range(len(PAIRS)) if n % 4 != 3]
    apart = dejalu.train([PAIRS[n] for n in training], TABLE, [LABELS[n] for n in training], **how)
    assert model == apart
    assert model != dejalu.train(PAIRS, TABLE, LABELS, **how)
    with pytest.raises(TypeError, match="column 'label' is .* expected a list of values"):
        dejalu.train(PAIRS, TABLE, answers)


def columns_of(table) -> dict[str, list]:
    if isinstance(table, (pa.Table, pl.DataFrame)):
        table = table.to_pandas() if isinstance(table, pa.Table) else table.to_dicts()
    return {name: list(values) for name, values in pd.DataFrame(table).items()}


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        [dict(zip(TABLE, row)) for row in zip(*TABLE.values())],
        pd.DataFrame(TABLE),
        pd.DataFrame(TABLE, index=range(7, 87)),
        pl.DataFrame(TABLE),
        pa.table(TABLE),
    ],
    ids=lambda table: type(table).__name__,
)
def test_kept_rows_take_what_they_lack(table, model):
    kept, merged = dejalu.dedupe(table, model, keep="first").merge(table)
    assert type(kept) is type(table)
    columns = columns_of(kept)
    assert columns["id"] == [f"a{n:02}" for n in range(40)]
    assert columns["doi"] == [f"10.1000/{n}" for n in range(40)]
    assert columns["title"][0] == TABLE["title"][0]
    assert merged["kept"] == columns["id"] and set(merged["field"]) == {"doi"}
    assert merged["removed"] == [f"b{n:02}" for n in range(40)]
    assert merged["value"] == columns["doi"]


def test_the_table_that_is_merged_is_the_one_that_was_deduplicated(model):
    numbers = [float(n) for n in range(len(TABLE["id"]))]
    found = dejalu.dedupe(TABLE | {"id": numbers}, model, keep="first")
    kept, _ = found.merge(pd.DataFrame(TABLE | {"id": numbers}))
    assert sorted(found.kept.ids) == sorted(kept["id"])
    with pytest.raises(dejalu.DejaluError, match="^the table lacks the ids of 40 of 40 kept documents; pass"):
        found.merge(TABLE)


def test_pairs_without_fields_are_refused_where_fields_are_compared(model):
    pairs = dejalu.read_pairs([("The ferry waits.", "A ferry waits.")])
    with pytest.raises(dejalu.DejaluError, match="^pairs: they have no fields, and the fields .* are compared"):
        model.classify(pairs)


def shop() -> dict[str, list]:
    """Forty articles, each as two shops describe it."""
    table: dict[str, list] = {"id": [], "article": [], "maker": [], "list price": [], "sold": []}
    kinds = ["harbour lamp", "net mending kit", "storm lantern", "anchor chain", "tide table"]
    for n in range(40):
        kind, code, maker = kinds[n % 5], 1000 + 37 * n, ["Norling & Co", "Quay Works"][n % 2]
        rows = [
            (f"a{n}", f"{kind} wh-{code}", maker, f"$ {10 + n}.00", f"{1 + n % 28} May 2015"),
            (f"b{n}", f"{kind} WH{code} new", maker, f"{10 + n} USD", f"2015-05-{1 + n % 28:02}"),
        ]
        for row in rows:
            for column, value in zip(table.values(), row):
                column.append(value)
    return table


SHOP = shop()
SHOP_PAIRS = [(f"a{n}", f"b{n}") for n in range(40)] + [(f"a{n}", f"b{(n + 5) % 40}") for n in range(40)]
SHOP_LABELS = [1] * 40 + [0] * 40


@pytest.fixture(scope="module")
def shop_files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shop")
    pd.DataFrame(SHOP).to_csv(folder / "shop.csv", index=False)
    pairs = {"id_a": [a for a, _ in SHOP_PAIRS], "id_b": [b for _, b in SHOP_PAIRS], "label": SHOP_LABELS}
    pd.DataFrame(pairs).to_csv(folder / "pairs.csv", index=False)
    return folder


@pytest.mark.parametrize("types", [{}, {"maker": "thing"}], ids=["found", "said"])
def test_columns_are_fields_with_their_types_as_for_the_program(types, shop_files, command_line, tmp_path):
    said = [word for field, kind in types.items() for word in ("--field-types", f"{field}={kind}")]
    command_line(
        "train", shop_files / "pairs.csv", "-d", shop_files / "shop.csv", *said,
        "--kernel", "linear", "--c", 1, "--draws", 0, "--out", tmp_path / "model.json",
    )
    expected = dejalu.Model.load(tmp_path / "model.json")
    how = {"field_types": types, "kernel": "linear", "c": 1, "draws": 0}
    frames = [SHOP, pd.DataFrame(SHOP), pl.DataFrame(SHOP), pa.table(SHOP), shop_files / "shop.csv"]
    for table in frames:
        assert dejalu.train(SHOP_PAIRS, table, SHOP_LABELS, **how) == expected, type(table)
    assert expected.fields == {name.replace(" ", "_"): name for name in list(SHOP)[1:]}
    assert "number-closeness:field=list_price" in expected.features
    has_codes = "codes-in-text:field=maker" in expected.features
    assert has_codes == bool(types)
    # Documents that were read before show it as well.
    documents = dejalu.read_documents(SHOP, fields=expected.fields)
    assert dejalu.train(SHOP_PAIRS, documents, SHOP_LABELS, fields=expected.fields, **how) == expected
    names = dejalu.vectors(SHOP_PAIRS, SHOP, field_types=types, output="pandas").columns
    assert list(names) == expected.features


def test_types_that_cannot_be_are_refused():
    for types, message in [
        ({"maker": "brand"}, "field_types 'brand': expected one of person, thing"),
        ("brand=thing", "field_types 'brand': expected one of the fields: article, maker"),
        (["maker"], "field_types 'maker': expected FIELD=TYPE"),
    ]:
        with pytest.raises(DejaluError, match=message):
            dejalu.vectors(SHOP_PAIRS, SHOP, field_types=types)
    with pytest.raises(DejaluError, match="expected a table whose columns are fields; name them with fields"):
        dejalu.vectors([("one text", "another")], field_types={"maker": "thing"})
