"""Documents on disk, and groups that grow with them."""


import dejalu
import pytest

TEXTS = {
    "a": "The ferry waits at the old pier of Vellan until the storm is over.",
    "b": "The ferry waits at the old pier of Vellan till the storm is over.",
    "c": "Beetles farm fungus in dead wood, says Irene Baker of the institute.",
}


@pytest.fixture
def index(tmp_path):
    index = dejalu.Index.create(tmp_path / "archive")
    index.add({name: TEXTS[name] for name in "ac"})
    return index


def test_documents_are_added_once_and_found(index, tmp_path):
    assert index.add(TEXTS) == {"added": 1, "known": 2, "changed": 0, "change": None}
    assert index.add({"a": "Another text."}) == {"added": 0, "known": 1, "changed": 1, "change": None}
    assert len(index) == len(dejalu.Index.open(tmp_path / "archive")) == 3
    for at in ("own", None, 0.9):
        found = index.find(TEXTS["a"], at=at)
        among = dejalu.find(TEXTS["a"], TEXTS, at=at)
        assert found["id"] == among["id"]
        assert list(found["score"]) == list(among["score"])
    assert index.find(TEXTS["a"], at="own")["id"] == ["a", "b"]
    assert index.find(TEXTS["a"], at="own", top=1)["id"] == ["a"]
    assert index.groups is None
    assert index.history == []


def test_groups_grow(index, tmp_path):
    with pytest.raises(dejalu.DejaluError, match="fit_on '0': expected a whole number of megabytes"):
        index.form_groups(fit_on=0)
    formed = index.form_groups(at="own", fit_on=1)
    assert (formed["cause"], formed["groups"]) == ("formed", 0)
    added = index.add({"b": TEXTS["b"]})
    assert added["change"]["events"] == [{"joined": {"group": 1, "document": "b"}}]
    groups = index.groups
    assert list(groups["group"]) == [1, 1, 2]
    assert groups["representative"] == ["a", "a", "c"]
    known = tmp_path / "known.csv"
    known.write_text("id_a,id_b,constraint\na,b,cannot-link\n")
    assert index.constrain(known)["groups"] == 0
    assert [change["cause"] for change in index.history] == ["formed", "added", "constrained"]
    with pytest.raises(dejalu.DejaluError, match="document 'x' of the constraints"):
        known.write_text("id_a,id_b,constraint\na,x,must-link\n")
        index.constrain(known)


def test_nothing_is_found_in_an_empty_index(tmp_path):
    index = dejalu.Index.create(tmp_path / "empty")
    assert index.find(TEXTS["a"])["id"] == []
    assert (index.groups, index.history, len(index)) == (None, [], 0)
    with pytest.raises(dejalu.DejaluError, match="holds no document; add some first"):
        index.form_groups()
    assert index.add(TEXTS)["added"] == 3
    assert index.find(TEXTS["a"], at="own")["id"] == ["a", "b"]


def test_an_index_that_is_there_is_not_created_again(index, tmp_path):
    with pytest.raises(dejalu.DejaluError, match="there is an index already"):
        dejalu.Index.create(tmp_path / "archive")
    assert len(dejalu.Index.open(tmp_path / "archive")) == 2


def test_of_two_that_create_an_index_one_is_refused(tmp_path):
    first, second = (dejalu.Index.create(tmp_path / "archive") for _ in range(2))
    first.add({"a": TEXTS["a"]})
    with pytest.raises(dejalu.DejaluError, match="there is an index already"):
        second.add({"b": TEXTS["b"]})
    assert len(dejalu.Index.open(tmp_path / "archive")) == 1


def test_what_is_no_index_is_refused(tmp_path):
    with pytest.raises(dejalu.DejaluError, match="there is no index"):
        dejalu.Index.open(tmp_path)


def test_a_file_in_the_way_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file.jsonl").write_text("")
    with pytest.raises(FileExistsError, match=r"cannot write .*file.jsonl: .*; give the name of a folder"):
        dejalu.Index.create(tmp_path / "file.jsonl")
