"""What is found in collections is what the command line finds."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
from conftest import ARTICLES

import dejalu
from dejalu import DejaluError


def numbers(column: list[str]) -> list[float]:
    return [float(cell or "nan") for cell in column]


def columns(rows: list[dict[str, str]], name: str) -> list[str]:
    return [row[name] for row in rows]


def test_the_first_is_that_of_the_input_whatever_its_id():
    text = "The ferry waits at the pier until the storm is over."
    texts = {"9": text, "10": "Something else that is in no other text.", "2": text}
    found = dejalu.dedupe(texts, "jaccard=0.9", keep="first").groups
    assert {id: kept for id, kept in zip(found["id"], found["kept"])} == {"2": False, "9": True, "10": True}


@pytest.mark.parametrize("judge", [None, "mwo=0.5"])
def test_matches_are_the_command_line_s(command_line, table, judge):
    query = ARTICLES / "ferry-pier" / "light.txt"
    rule = [] if judge is None else ["--rule", judge]
    rows = table(command_line("find", query, ARTICLES, *rule))
    found = dejalu.find(query, ARTICLES, judge)
    assert found["id"] == columns(rows, "id")
    assert found["score"].tolist() == numbers(columns(rows, "score"))
    expected = numbers(columns(rows, "probability"))
    assert np.array_equal(found["probability"], expected, equal_nan=True)
    assert dejalu.find(query, ARTICLES, judge, top=1)["id"] == found["id"][:1]


def test_a_text_is_found_in_texts():
    texts = ["The ferry waits at the old pier.", "Beetles farm fungus in dead wood."]
    found = dejalu.find("The ferry waits at the pier.", texts, "jaccard=0.5")
    assert found["id"] == [0]
    assert np.isnan(found["probability"]).all()


def test_what_stands_in_another_collection_is_the_command_line_s(command_line, table, tmp_path):
    # Copies: a search leaves the query's own file out, which `--against` does not.
    two = [shutil.copytree(ARTICLES / name, tmp_path / name) for name in ("ferry-pier", "canal-tour")]
    groups = tmp_path / "groups.csv"
    command_line("dedupe", two[0], "--against", ARTICLES, "--out", groups)
    best = dejalu.find_all(two[0], ARTICLES, top=1)
    rows = [row for row in table(groups.read_text()) if row["score"]]
    assert best["query"] == columns(rows, "id")
    assert best["id"] == columns(rows, "representative")
    assert best["score"].tolist() == numbers(columns(rows, "score"))
    every = dejalu.find_all(two[0], ARTICLES, top=10**30)
    assert len(every["id"]) > len(best["id"]) and set(every["query"]) == set(best["query"])
    assert dejalu.find_all(two[1], two[0])["id"] == []


def test_thresholds_are_guessed_own_or_given():
    texts = {"a": "The ferry waits at the old pier.", "b": "The ferry waits at the pier."}
    assert dejalu.dedupe(texts).figures["suggested"]["basis"] == "alike"
    named = dejalu.dedupe(texts, dejalu.Model.built_in())
    assert named.figures["suggested"]["basis"] == "alike", "however the built-in model was named"
    assert dejalu.dedupe(texts, at="own").figures["suggested"] is None
    assert dejalu.dedupe(texts, boilerplate="keep").figures["boilerplate"] is None
    with pytest.raises(DejaluError, match="boilerplate '0': expected auto, keep, or a number"):
        dejalu.dedupe(texts, boilerplate=0)
    rule = "jaccard=0.5"
    assert dejalu.dedupe(texts, rule).figures["suggested"] is None
    assert dejalu.dedupe(texts, rule, at="auto").figures["suggested"]["at"] == 0.5
    assert len(dejalu.dedupe(texts, rule).kept) == 1
    assert len(dejalu.dedupe(texts, rule, at=0.9).kept) == 2
    assert dejalu.dedupe(texts, rule, lose_at_most=0.1).groups["reason"] == ["longest", "loses-more"]
    with pytest.raises(dejalu.DejaluError, match="at 'soon': expected own, auto, or numbers"):
        dejalu.dedupe(texts, rule, at="soon")
    with pytest.raises(dejalu.DejaluError, match="lose_at_most '2': expected a number from 0"):
        dejalu.dedupe(texts, rule, lose_at_most=2.0)


def test_groups_are_the_command_line_s(command_line, table, tmp_path):
    groups, kept, pairs = (tmp_path / name for name in ("groups.csv", "kept.jsonl", "pairs.csv"))
    flags = ["--out", groups, "--write-kept", kept, "--pairs-out", pairs, "--keep", "centroid"]
    command_line("dedupe", ARTICLES, *flags)
    ours = dejalu.dedupe(ARTICLES, keep="centroid")
    rows = table(groups.read_text())
    assert ours.groups["id"] == columns(rows, "id")
    assert ours.groups["group"] == columns(rows, "group")
    assert ours.groups["representative"] == columns(rows, "representative")
    expected = numbers(columns(rows, "score"))
    assert np.array_equal(ours.groups["score"], expected, equal_nan=True)
    assert ours.groups["kept"].tolist() == [row["kept"] == "true" for row in rows]
    assert np.array_equal(ours.groups["lost"], numbers(columns(rows, "lost")), equal_nan=True)
    for column in ("reason", "relation"):
        assert ours.groups[column] == columns(rows, column)
    rows = table(pairs.read_text())
    assert ours.pairs["id_a"] == columns(rows, "id_a")
    assert ours.pairs["probability"].tolist() == numbers(columns(rows, "probability"))
    assert ours.kept.ids and set(ours.kept.ids) == set(dejalu.read_documents(kept).ids)
    assert ours.figures["counts"]["documents"] == len(ours.groups["id"])


def test_the_pairs_to_review_are_the_command_line_s(command_line, table, tmp_path):
    flags = ["--rule", "jaccard=0.5", "--out", tmp_path / "groups.csv"]
    command_line("dedupe", ARTICLES, *flags, "--review", tmp_path / "review.csv")
    rows = table((tmp_path / "review.csv").read_text())
    ours = dejalu.dedupe(ARTICLES, "jaccard=0.5").review()
    assert ours["id_a"] == columns(rows, "id_a") and ours["id_b"] == columns(rows, "id_b")
    assert ours["why"] == columns(rows, "why") and "just below" in ours["why"]
    assert ours["score"].tolist() == numbers(columns(rows, "score"))
    with pytest.warns(dejalu.DataWarning, match="1 of"):
        first = dejalu.dedupe(ARTICLES, "jaccard=0.5").review(top=1)
    assert first["id_a"] == ours["id_a"][:1]


def written(path, questions, label):
    rows = [json.dumps(row | {"label": label}) for row in questions]
    path.write_text("\n".join(rows))
    return path


def test_an_audit_asks_and_judges(command_line, tmp_path):
    labels = tmp_path / "drawn.jsonl"
    flags = ["--rule", "jaccard=0.3", "--audit-sample", 1000, "--out", labels]
    command_line("dedupe", ARTICLES, *flags)
    draw = dejalu.dedupe(ARTICLES, "jaccard=0.3", audit_sample=1000)
    assert [json.loads(line) for line in labels.read_text().splitlines()] == draw.questions
    assert "to answer" in draw.verdict[0]
    right = written(tmp_path / "right.jsonl", draw.questions, 1)
    passed = dejalu.dedupe(ARTICLES, "jaccard=0.3", audit=right)
    assert len(passed.kept) < len(passed.groups["id"])
    assert passed.figures["audit"]["passed"] is not None
    wrong = written(tmp_path / "wrong.jsonl", draw.questions, "unsure")
    failed = dejalu.dedupe(ARTICLES, "jaccard=0.3", audit=wrong)
    assert len(failed.kept) == len(failed.groups["id"])
    assert "not-passed" in failed.groups["reason"]
    assert failed.verdict[0].startswith("the audit failed, so nothing can be removed")


def test_people_win_over_scores(tmp_path):
    texts = {"a": "one two three", "b": "one two three four", "c": "five six"}
    known = tmp_path / "known.csv"
    known.write_text("id_a,id_b,constraint\na,b,cannot-link\nb,c,must-link\n")
    groups = dejalu.dedupe(texts, "jaccard=0.5", constraints=known).groups["group"]
    assert groups == ["a", "b", "b"]


def test_pairs_say_what_they_share():
    texts = {"a": "Öl. The ferry waits at the old pier.", "b": "The ferry waits at the old pier, too."}
    pairs = dejalu.dedupe(texts, "jaccard=0.5").pairs
    places = [pairs[name][0] for name in ("start_a", "end_a", "start_b", "end_b")]
    assert texts["a"][places[0] : places[1]] == "The ferry waits at the old pier"
    assert texts["b"][places[2] : places[3]] == "The ferry waits at the old pier"
    assert pairs["relation"] == ["revised"]


def test_candidates_are_drawn_and_groups_compared_with_clusters():
    documents = {
        "id": ["a", "b", "c", "d"],
        "text": ["one two three", "one two three four", "five six seven", "five six eight"],
        "cluster": ["x", "x", "y", "y"],
    }
    result = dejalu.dedupe(documents, "jaccard=0.7", evaluate=True, sample=2, candidates="all")
    assert result.groups["group"] == ["b", "b", "c", "d"]
    assert len(result.sample) == 2
    assert result.figures["quality"]["at"] == 0.7


def test_what_cannot_be_used_is_refused():
    texts = ["one two", "one three"]
    for options, sentence in [
        ({"keep": "best"}, "keep 'best': expected longest, first, newest or centroid"),
        ({"linkage": "loose"}, "linkage 'loose': expected star, single or complete"),
        ({"candidates": "few"}, "candidates 'few': expected auto, exact, minhash or all"),
        ({"at": float("nan")}, "at 'NaN': expected numbers from -1000000 to 1000000"),
        ({"at": 10**400}, "at '10000000000000000000…': expected a number below 1.8e308"),
        ({"at": []}, "at '': expected own, auto, a level of the model (copy, revision, rewrite), or numbers"),
        ({"seed": 2**64}, "seed '18446744073709551616': expected a whole number from 0 to 1844674407"),
        ({"sample": -1}, "sample '-1': expected a whole number from 1 to 10000000"),
        ({"audit_sample": 2**70}, "audit_sample '1180591620717411303424': expected a whole number from 1"),
        ({"lose_at_most": 10**400}, "lose_at_most '10000000000000000000…': expected a number below"),
        ({"confidence": 7}, "confidence '7': expected a number between 0 and 1"),
        ({"wrong_at_most": 0.1}, "wrong_at_most '0.1': expected audit or audit_sample as well"),
        ({"looks": 2}, "looks '2': expected audit or audit_sample as well"),
        ({"audit_sample": 0}, "audit_sample '0': expected a whole number from 1"),
        ({"audit_sample": 5, "wrong_at_most": 0.0}, "wrong_at_most '0': expected a number between"),
        ({"sample": 0}, "sample '0': expected a whole number from 1"),
        ({"judge": "resemblance:w=3"}, "rule 'resemblance:w=3': expected a published rule, or NAME=T"),
        ({"judge": "resemblance:w=-1=0.5"}, "integer `-1`, expected a whole number from 0 to 4294967295"),
        ({"judge": "mwo=2"}, "rule 'mwo=2': expected a threshold from 0 to 1"),
    ]:
        with pytest.raises(DejaluError) as refused:
            dejalu.dedupe(texts, **options)
        assert sentence in str(refused.value)
    with pytest.raises(TypeError, match="judge is an int: expected a Model, a rule"):
        dejalu.dedupe(texts, 3)


@pytest.mark.parametrize("judge", [None, "mwo=0.5"])
def test_the_matrix_is_the_command_line_s(command_line, table, tmp_path, judge):
    rule = [] if judge is None else ["--rule", judge]
    out = tmp_path / "matrix.csv"
    command_line("dedupe", ARTICLES, *rule, "--matrix", out, "--out", tmp_path / "groups.csv")
    ids, scores = dejalu.matrix(ARTICLES, judge)
    rows = table(out.read_text())
    assert ids == columns(rows, "id")
    assert scores.tolist() == [numbers(row[id] for id in ids) for row in rows]


def test_a_matrix_of_a_large_collection_is_refused():
    with pytest.raises(DejaluError, match="expected at most 1000"):
        dejalu.matrix([f"text {i}" for i in range(1_001)], "mwo=0.5")


def test_several_thresholds_have_groups_each_and_count_once():
    texts = {"a": "one two three four", "b": "one two three", "c": "one two"}
    groups = dejalu.dedupe(texts, "jaccard=0.5", at=[0.7, 0.5, 0.7], linkage="single").groups
    assert groups["at"].tolist() == [0.7] * 3 + [0.5] * 3
    assert groups["group"] == ["a", "a", "c", "a", "a", "a"]
    assert "at" not in dejalu.dedupe(texts, "jaccard=0.5", at="0.7").groups


@pytest.mark.parametrize("candidates", ["auto", "all", "exact"])
def test_a_query_without_words_is_refused(candidates):
    for query in ["", "?!", " "]:
        with pytest.raises(dejalu.DejaluError, match="query: the document contains no words"):
            dejalu.find(query, {"a": "one two"}, candidates=candidates, at="own")
