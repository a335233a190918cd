"""Reused passages."""

from __future__ import annotations

import dejalu
import pytest

SHARED = (
    "A storm broke the lamp on the harbour wall of Vellan in March. Nobody knows why it still burns there at night, "
    "and nobody has ever climbed the wall to look at it in all these years."
)
ESSAY = f"My grandmother told us this about her town – when we were small. {SHARED} She never went back."
SOURCE = f"The almanac has a page on lamps and their keepers. {SHARED} Ferries pass the wall."


def test_two_texts_share_a_passage_at_places_in_characters():
    (found,) = dejalu.passages(ESSAY, SOURCE)
    assert found["kind"] == "copied"
    for text, side in ((ESSAY, "a"), (SOURCE, "b")):
        start = found[f"offset_{side}"]
        # From the first to the last word.
        assert text[start : start + found[f"length_{side}"]] == SHARED.rstrip(".")


def test_a_collection_is_compared_with_itself(tmp_path):
    essays = {"ann": ESSAY, "ben": "Beetles eat the wood of the cupboard, and nobody minds.", "cal": SOURCE}
    (found,) = dejalu.passages(essays)
    assert (found["id_a"], found["id_b"]) == ("ann", "cal")
    question = tmp_path / "question.txt"
    question.write_text(SHARED)
    for ignore in [[question], question, str(question)]:
        assert dejalu.passages(essays, ignore=ignore) == []


def test_a_file_and_a_text(tmp_path):
    essay = tmp_path / "essay.txt"
    essay.write_text(ESSAY, encoding="utf-8")
    assert dejalu.passages(essay, SOURCE) == dejalu.passages(ESSAY, SOURCE)


def test_what_is_no_model_is_refused(tmp_path):
    wrong = tmp_path / "model.json"
    wrong.write_text("[]")
    with pytest.raises(dejalu.DejaluError, match="not a model of passages"):
        dejalu.passages(ESSAY, SOURCE, model=wrong)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ignore": 5}, "ignore is an int: expected a path or a list of paths"),
        ({"ignore": [5]}, "ignore is an int: expected a path"),
        ({"ignore_quotes": "no"}, "ignore_quotes is a str: expected True or False"),
        ({"model": 5}, "model is an int: expected a path"),
    ],
)
def test_options_of_another_type_are_refused(options, sentence):
    with pytest.raises(TypeError, match=sentence):
        dejalu.passages(ESSAY, SOURCE, **options)
