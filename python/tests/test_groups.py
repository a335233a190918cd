"""Groups of any tool: judged and carried out, as the command line does it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from conftest import ARTICLES

import dejalu
from dejalu import DejaluError

RULE = "jaccard=0.3"
FERRY = "The ferry waits at the old pier until the storm has passed over the harbour."


@pytest.fixture(scope="module")
def theirs():
    """A table of another tool: of each article the original is kept."""
    ids = dejalu.read_documents(ARTICLES).ids
    kept = [f"{id.split('/')[0]}/original.txt" for id in ids]
    return {"doc": ids, "kept_id": [kept if kept in ids else id for id, kept in zip(ids, kept)]}


@pytest.fixture(scope="module")
def written(theirs, tmp_path_factory):
    path = tmp_path_factory.mktemp("groups") / "theirs.csv"
    rows = zip(theirs["doc"], theirs["kept_id"])
    path.write_text("doc,kept_id\n" + "".join(f"{id},{kept}\n" for id, kept in rows))
    return path


COLUMNS = {"id": "doc"}


@pytest.mark.parametrize("judge", [None, RULE])
def test_losses_are_those_of_the_command_line(command_line, theirs, written, judge):
    rule = [] if judge is None else ["--rule", judge]
    told = ["audit", written, "--documents", ARTICLES, "--column", "id=doc", *rule, "--json", "-"]
    expected = json.loads(command_line(*told))
    removals = expected.pop("removals")
    for groups in (theirs, written):
        found = dejalu.audit(groups, ARTICLES, judge, columns=COLUMNS)
        assert found.figures == expected
        assert found.verdict == expected["sentences"]
        losses = found.losses
        assert losses["id"] == [row["id"] for row in removals]
        assert losses["representative"] == [row["kept"] for row in removals]
        for name in ("lost", "score", "probability"):
            values = np.array([row[name] for row in removals], dtype=float)
            assert np.array_equal(losses[name], values, equal_nan=True)


def test_questions_and_their_verdict_are_those_of_the_command_line(
    command_line, theirs, written, tmp_path
):
    questions, passed = tmp_path / "labels.jsonl", tmp_path / "passed.csv"
    told = ["audit", written, "--documents", ARTICLES, "--column", "id=doc", "--rule", RULE]
    command_line(*told, "--draw", 30, "--out", questions)
    draw = dejalu.audit(theirs, ARTICLES, RULE, columns=COLUMNS, draw=30)
    lines = questions.read_text().splitlines()
    assert draw.questions == [json.loads(line) for line in lines] != []
    assert not draw.failed

    answers = [row | {"label": 1} for row in draw.questions]
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in answers))
    command_line(*told, "--answers", file, "--out", passed)
    frame = pytest.importorskip("pandas").DataFrame(answers)
    for given in (answers, frame, file):
        found = dejalu.audit(theirs, ARTICLES, RULE, columns=COLUMNS, answers=given, seed=7)
        assert found.questions == []
        kept = [line.split(",")[4] == "true" for line in passed.read_text().splitlines()[1:]]
        assert found.groups["kept"].tolist() == kept


def test_answers_that_let_nothing_go_keep_everything():
    texts = {str(place): f"{FERRY} Boat {place // 2}." for place in range(20)}
    groups = {"id": list(texts), "group": [int(id) // 2 for id in texts]}
    draw = dejalu.audit(groups, texts, RULE, draw=10, wrong_at_most=0.3)
    answers = [row | {"label": "unsure"} for row in draw.questions]
    found = dejalu.audit(groups, texts, RULE, answers=answers)
    assert found.failed
    assert found.figures["audit"]["promise"]["wrong_at_most"] == 0.3, "that of the draw"
    assert found.groups["kept"].all() and "not-passed" in found.groups["reason"]
    assert any("the audit failed" in sentence for sentence in found.verdict)
    right = [row | {"label": 1} for row in draw.questions]
    passed = dejalu.audit(groups, texts, RULE, answers=right)
    assert not passed.failed and passed.figures["audit"]["passed"] == 10
    assert len(dejalu.apply(passed.groups, texts).kept) == 10
    # Another bound is another test, which had to be declared with the draw.
    with pytest.raises(DejaluError, match="and looks 1 was declared; pass the groups and options of the draw"):
        dejalu.audit(groups, texts, RULE, answers=right, wrong_at_most=0.5, looks=2)
    draw = dejalu.audit(groups, texts, RULE, draw=10, wrong_at_most=0.3, looks=2)
    again = dejalu.audit(groups, texts, RULE, answers=[row | {"label": 1} for row in draw.questions])
    assert again.figures["audit"]["promise"]["looks"] == 2, "that of the draw"


ROWS = [
    {"id": 1, "text": f"{FERRY} Nobody rows.", "page": 3},
    {"id": 2, "text": FERRY, "page": None},
    {"id": 3, "text": "Bread rises twice before it is baked in the oven.", "page": 9},
]
GROUPS = {"id": [1, 2, 3], "representative": [1, 1, 3]}


def test_rows_are_those_that_are_kept_in_a_table_of_their_kind():
    applied = dejalu.apply(GROUPS, ROWS)
    assert applied.rows == [ROWS[0], ROWS[2]]
    assert applied.kept.ids == [1, 3]
    assert applied.groups["representative"] == [1, 1, 3]
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    assert dejalu.apply(GROUPS, columns).rows == {
        name: [values[0], values[2]] for name, values in columns.items()
    }
    texts = {str(row["id"]): row["text"] for row in ROWS}
    assert list(dejalu.apply(GROUPS, texts).rows) == ["1", "3"]
    plain = [row["text"] for row in ROWS]
    by_place = {"id": [0, 1, 2], "representative": [0, 0, 2]}
    assert dejalu.apply(by_place, plain).rows == [plain[0], plain[2]]


def test_rows_of_frames():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    frame = pandas.DataFrame(ROWS)
    groups = pandas.DataFrame(GROUPS)
    kept = dejalu.apply(groups, frame).rows
    assert kept.equals(frame.iloc[[0, 2]])
    by_index = frame.set_index("id")
    assert list(dejalu.apply(groups, by_index).rows.index) == [1, 3]
    assert list(dejalu.apply(groups, by_index["text"]).rows.index) == [1, 3]
    assert dejalu.apply(groups, polars.DataFrame(ROWS)).rows["id"].to_list() == [1, 3]
    assert dejalu.apply(groups, pyarrow.Table.from_pylist(ROWS)).rows["id"].to_pylist() == [1, 3]
    assert frame.shape == (3, 3), "what was given is unchanged"


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_from_the_draw_to_the_merged_rows(library):
    frames = pytest.importorskip(library)
    rows = [{"id": place, "text": f"{FERRY} Boat {place // 2}.", "page": None} for place in range(40)]
    for row in rows[1::2]:
        row["page"] = row["id"]
    documents = frames.DataFrame(rows)
    groups = frames.DataFrame({"id": range(40), "group": [place // 2 for place in range(40)]})
    draw = dejalu.audit(groups, documents, RULE, draw=20, wrong_at_most=0.2)
    asked = frames.DataFrame(draw.questions)
    answers = [int(id != 9) for id in asked["id_a"]]
    label = asked.assign(label=answers) if library == "pandas" else asked.with_columns(
        frames.Series("label", answers)
    )
    found = dejalu.audit(groups, documents, RULE, answers=label)
    assert not found.failed and any("confidence" in sentence for sentence in found.verdict)
    decided = frames.DataFrame(found.groups)
    applied = dejalu.apply(decided, documents)
    kept, removed = applied.rows, applied.removed
    assert type(kept) is type(removed) is type(documents)
    assert list(kept["id"]) == applied.kept.ids and len(kept) + len(removed) == 40
    assert 9 not in list(removed["id"]), "found wrong, so it stays"
    assert set(removed["id"]) <= set(range(40)), "ids are the caller's own"
    filled, log = applied.merge(documents)
    assert type(filled) is type(documents) and list(filled["id"]) == list(kept["id"])
    assert log["kept"] and set(log["removed"]) <= set(removed["id"])


def test_ids_that_are_kept_are_groups_as_well():
    applied = dejalu.apply([1, 3], ROWS, RULE)
    assert applied.groups["representative"] == [1, 1, 3]
    with pytest.warns(dejalu.DataWarning, match="^1 document is kept although removed by the table"):
        alone = dejalu.apply([1], ROWS, RULE)
    assert alone.kept.ids == [1, 3]
    assert dejalu.audit([1], ROWS, RULE).figures["removed_alone"] == [3]


def test_tables_of_other_tools_are_read_as_they_are():
    # semhash names what each removed document duplicates; rensa says of each whether it is kept.
    semhash = {"id": [2], "duplicate_of": [1], "score": [0.93]}
    assert dejalu.apply(semhash, ROWS).removed == [ROWS[1]]
    rensa = {"id": [1, 2, 3], "keep": [True, False, True]}
    assert dejalu.apply(rensa, ROWS, RULE).removed == [ROWS[1]]
    flags = {"id": [1, 2, 3], "text": ["a", "b", "c"], "is_duplicate": [False, True, False]}
    with pytest.warns(dejalu.DataWarning, match="^the table lists every document"):
        assert dejalu.apply(flags, ROWS, RULE).removed == []


def test_certificates_follow_from_the_texts(command_line, tmp_path):
    (certificate,) = dejalu.apply({"id": [1, 2, 3], "representative": [2, 2, 3]}, ROWS).certificates
    assert (certificate["removed"], certificate["kept"]) == (1, 2)
    (span,) = certificate["lost"]
    assert ROWS[0]["text"][slice(*span)] == "Nobody rows"
    table, documents = tmp_path / "groups.csv", tmp_path / "documents.jsonl"
    table.write_text("id,kept_id\n1,2\n")
    documents.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    told = command_line("apply", table, "--documents", documents, "--certificates", "-")
    ours = dejalu.apply(table, documents).certificates
    assert [json.loads(line) for line in told.splitlines()] == ours


def test_kept_rows_are_filled_from_removed_ones():
    rows = [ROWS[0] | {"page": None}, ROWS[1] | {"page": 5}, ROWS[2]]
    filled, found = dejalu.apply(GROUPS, rows).merge(rows)
    assert [row["page"] for row in filled] == [5, 9]
    assert found == {"kept": [1], "field": ["page"], "removed": [2], "value": [5]}


def test_removed_files_are_moved_and_come_back(tmp_path):
    folder, removed = tmp_path / "texts", tmp_path / "removed"
    folder.mkdir()
    for row in ROWS:
        (folder / f"{row['id']}.txt").write_text(row["text"])
    groups = {"id": ["1.txt", "2.txt"], "group": ["a", "a"]}
    applied = dejalu.apply(groups, folder)
    assert applied.rows.ids == applied.kept.ids == ["1.txt", "3.txt"]
    assert applied.move_removed(folder, removed) == 1
    assert not (folder / "2.txt").exists() and list(removed.rglob("2.txt"))
    assert dejalu.restore(removed)["files"] == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"wrong_at_most": 0.1}, "wrong_at_most '0.1': expected answers or draw as well"),
        ({"draw": 0}, "draw '0': expected a whole number from 1 to 10000000"),
        ({"draw": 3, "confidence": 2}, "confidence '2': expected a number between 0 and 1"),
        ({"keep": "centroid"}, "keep 'centroid': expected longest, first or newest"),
        ({"columns": {"cluster": "x"}}, "columns 'cluster': expected the names of columns for id"),
        ({"columns": {"group": "cluster"}}, "cluster"),
        ({"answers": [{"id_a": 1, "id_b": 2}]}, "stream"),
    ],
)
def test_what_cannot_be_used_is_refused(options, sentence):
    with pytest.raises(DejaluError) as refused:
        dejalu.audit(GROUPS, ROWS, RULE, **options)
    assert sentence in str(refused.value)


def test_what_a_table_of_groups_cannot_say_is_refused_with_its_row():
    for groups, sentence in (
        ({"id": [1, 1], "group": [1, 1]}, "groups[1]"),
        ({"id": [1, 8], "group": [1, 1]}, "groups[1]"),
        ({"id": [1], "kept": ["perhaps"]}, "groups[0]"),
        ({"name": [1]}, "id"),
        ([], "groups"),
    ):
        with pytest.raises(DejaluError) as refused:
            dejalu.apply(groups, ROWS)
        assert sentence in str(refused.value), groups


@pytest.mark.parametrize(
    ("groups", "options", "sentence"),
    [
        (7, {}, "groups are an int: expected a path"),
        (GROUPS, {"columns": ["cluster"]}, "columns is a list: expected a mapping"),
        (GROUPS, {"columns": {"id": 3}}, "columns['id'] is an int: expected the name"),
        (GROUPS, {"answers": 7}, "answers are an int: expected a path"),
        (GROUPS, {"draw": 2.5}, "draw is a float: expected a whole number or None"),
    ],
)
def test_another_type_is_refused(groups, options, sentence):
    with pytest.raises(TypeError) as refused:
        dejalu.audit(groups, ROWS, RULE, **options)
    assert sentence in str(refused.value)


def test_what_removes_nothing_has_no_questions_and_no_failure():
    nothing = {"id": [1, 2, 3], "group": [1, 2, 3]}
    draw = dejalu.audit(nothing, ROWS, RULE, draw=10)
    assert draw.questions == [] and draw.losses["id"] == []
    assert not draw.failed and "there is nothing to remove" in draw.verdict
    assert dejalu.apply(nothing, ROWS).certificates == []
    with pytest.raises(DejaluError, match="^answers: the input is empty"):
        dejalu.audit(GROUPS, ROWS, RULE, answers=draw.questions)
