"""Removed files are moved away and come back."""

from __future__ import annotations

import os

import pytest

import dejalu
from dejalu import DejaluError

TEXT = "The ferry waits at the old pier of Vellan until the storm is over."


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "notes"
    made.mkdir()
    (made / "a.txt").write_text(TEXT + " Nobody was hurt.")
    (made / "b.txt").write_text(TEXT)
    (made / "c.txt").write_text("Beetles farm fungus in dead wood.")
    return made


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_removed_files_move_away_and_come_back(folder, tmp_path):
    result = dejalu.dedupe(folder, "containment=0.9")
    removed = tmp_path / "removed"
    assert result.move_removed(folder, removed) == 1
    assert names(folder) == ["a.txt", "c.txt"]
    assert dejalu.restore(removed) == {"to": str(folder), "files": 1, "missing": []}
    assert names(folder) == ["a.txt", "b.txt", "c.txt"]
    assert not removed.exists()


def test_they_can_come_back_elsewhere(folder, tmp_path):
    dejalu.dedupe(folder, "containment=0.9").move_removed(folder, tmp_path / "removed")
    elsewhere = tmp_path / "elsewhere"
    assert dejalu.restore(tmp_path / "removed", to=elsewhere)["files"] == 1
    assert names(elsewhere) == ["b.txt"]


def test_nothing_removed_moves_nothing(folder, tmp_path):
    result = dejalu.dedupe(folder, "jaccard=0.999")
    assert result.move_removed(folder, tmp_path / "removed") == 0
    assert not (tmp_path / "removed").exists()


@pytest.mark.parametrize("judge", [None, dejalu.Model.built_in()])
def test_a_threshold_that_nobody_vouches_for_is_refused(folder, tmp_path, judge):
    (folder / "b.txt").write_text((folder / "a.txt").read_text())
    result = dejalu.dedupe(folder, judge)
    with pytest.raises(DejaluError, match="or unaudited: the share of wrong removals is unknown") as refused:
        result.move_removed(folder, tmp_path / "removed")
    assert refused.value.parameter == "move_removed"
    removed = sum(not kept for kept in result.groups["kept"])
    assert removed == 1
    assert result.move_removed(folder, tmp_path / "removed", unaudited=True) == removed


def test_a_threshold_of_one_s_own_counts(folder, tmp_path):
    result = dejalu.dedupe(folder, dejalu.Model.built_in(), at=0.5)
    assert result.move_removed(folder, tmp_path / "removed") == 1


@pytest.mark.parametrize("unaudited", [False, True])
def test_what_was_drawn_for_an_audit_is_not_moved(folder, tmp_path, unaudited):
    result = dejalu.dedupe(folder, "containment=0.9", audit_sample=5)
    with pytest.raises(DejaluError, match="expected answers"):
        result.move_removed(folder, tmp_path / "removed", unaudited=unaudited)
    result = dejalu.dedupe(folder, dejalu.Model.built_in(), audit_sample=5)
    with pytest.raises(DejaluError):
        result.move_removed(folder, tmp_path / "removed", unaudited=unaudited)
    assert names(folder) == ["a.txt", "b.txt", "c.txt"]


def test_another_folder_is_refused(folder, tmp_path):
    result = dejalu.dedupe(folder, "containment=0.9")
    with pytest.raises(DejaluError, match="folder that the documents were read from"):
        result.move_removed(folder / "a.txt", tmp_path / "removed")
    other = tmp_path / "other"
    other.mkdir()
    (other / "z.txt").write_text("z")
    with pytest.raises(DejaluError, match="move_removed 'b.txt': expected a file of that name"):
        result.move_removed(other, tmp_path / "removed")
    with pytest.raises(DejaluError, match="lies within the documents"):
        result.move_removed(folder, folder / "removed")


def test_a_file_moves_only_while_the_kept_one_is_there(folder, tmp_path):
    result = dejalu.dedupe(folder, "containment=0.9")
    (folder / "a.txt").unlink()
    with pytest.raises(DejaluError, match="expected 'a.txt', which is kept in its place"):
        result.move_removed(folder, tmp_path / "removed")
    assert names(folder) == ["b.txt", "c.txt"]


def test_a_link_to_a_file_that_is_read_is_no_document(folder, tmp_path):
    (folder / "b.txt").unlink()
    (folder / "z.txt").write_text((folder / "c.txt").read_text())
    (folder / "c.txt").unlink()
    (folder / "c.txt").symlink_to("z.txt")
    result = dejalu.dedupe(folder, "containment=0.9")
    assert list(result.groups["id"]) == ["a.txt", "z.txt"]
    assert result.move_removed(folder, tmp_path / "removed") == 0
    assert names(folder) == ["a.txt", "c.txt", "z.txt"]


def test_nothing_to_restore_is_refused(tmp_path):
    with pytest.raises(DejaluError, match="no manifest"):
        dejalu.restore(tmp_path)
    with pytest.raises(DejaluError, match="is removed once all of its files are restored"):
        dejalu.restore(tmp_path / "removed")


def test_a_file_that_was_changed_since_stays(folder, tmp_path):
    result = dejalu.dedupe(folder, "containment=0.9")
    (folder / "b.txt").write_text("Something else by now.")
    with pytest.warns(dejalu.DataWarning, match="'b.txt' stays where it is: it was changed since"):
        assert result.move_removed(folder, tmp_path / "removed") == 0
    assert names(folder) == ["a.txt", "b.txt", "c.txt"]


def test_a_name_that_is_not_utf8_moves_too(folder, tmp_path):
    name = os.fsdecode(b"b\xff.txt")
    (folder / "b.txt").rename(folder / name)
    result = dejalu.dedupe(folder, "containment=0.9")
    assert result.move_removed(folder, tmp_path / "removed") == 1
    assert names(folder) == ["a.txt", "c.txt"]
    dejalu.restore(tmp_path / "removed")
    assert names(folder) == ["a.txt", name, "c.txt"]
