"""Near-duplicates in collections."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _dejalu, _html
from ._files import as_file
from ._merging import merge
from ._model import Model
from ._options import checked, fields_of, invalid, kind_of, path_of, reading_of, threshold_of
from ._origin import Origin
from ._reading import Reading, checked_reading
from ._table import Results, Rows
from ._tables import (
    DataWarning,
    DocumentLike,
    Documents,
    DocumentsLike,
    FieldsLike,
    check_fields,
    one_document,
    read_as,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .sklearn import DuplicateClassifier

    #: The decider: a model, its file, a fitted classifier, or a rule ("mwo=0.5"); None for the built-in model.
    JudgeLike = Model | DuplicateClassifier | str | os.PathLike[str] | None


def find(
    query: DocumentLike,
    documents: DocumentsLike,
    judge: JudgeLike = None,
    *,
    top: int | None = None,
    at: float | str | None = None,
    candidates: str = "auto",
    fields: FieldsLike = (),
    block_by: str | None = None,
    language: str = "english",
    main_content: str = "landmarks",
    background: str | os.PathLike[str] | None = None,
    **reading: Unpack[Reading],
) -> Any:
    """The near-duplicates of one document in a collection, as ``dejalu find`` lists them.

    Parameters
    ----------
    query:
        A text, a file (a ``pathlib.Path``) or a ``Document``; where fields are compared, a ``Document``
        that was read with them.
    documents:
        The collection: what ``read_documents`` takes.
    judge:
        A ``Model``, its file (``model.json``), a fitted ``DuplicateClassifier``, or a rule: a published one, or a
        feature and the minimum similarity of a duplicate ("mwo=0.5", "resemblance:w=3=2/3"). By default the built-in
        model.
    top:
        Maximum number of matches.
    at:
        Minimum score of a near-duplicate: "own" (the threshold of the model or rule), a level of the
        model (``Model.levels``: "copy", "revision", "rewrite") or a number.
        None is "own", which of the built-in model is "rewrite".
    candidates:
        "auto" (all pairs of a small collection, otherwise those that pass the filter), "exact",
        "minhash" (most of those) or "all".
    fields:
        Where the fields of records are, as for ``read_documents``. A model knows its fields, and reads
        them from columns of these names unless they are named; a rule may look at one
        ("jaccard:field=title=0.8").
    block_by:
        Compare only records that are similar in one of these fields: "title", "title,doi", or with
        the minimum Jaccard similarity of the words "title=0.3,doi" (default 0.4). For codes (doi,
        isbn, issn, pmid, volume, number, issue, year, date, pages) it is the overlap coefficient.
        Records without any of the fields are not compared.
    language, main_content, background:
        For a rule; a model has its own.
    reading:
        Options of ``read_documents`` for the documents: ``id``, ``text`` and the other names of columns, ``skip_bad``.

    Returns
    -------
    frame or dict
        Columns id, score, probability (nan for a rule): exact copies first, then by score; ties by id. Like all
        results a frame of the library of the documents, with their own ids; columns (a ``dict`` that has
        ``to_pandas()``) where these are no frame.
    """
    named = checked_reading(find, reading)
    by = decider(judge, language, main_content, background, fields, block_by)
    if not isinstance(query, (str, os.PathLike, _dejalu.Document)):
        raise TypeError(
            f"query is {kind_of(query)}: expected a text, a pathlib.Path or a Document; find_all takes several"
        )
    asked = Documents.of_list([one_document(query, "query", by.main_content)])
    check_fields("query", asked, by.fields(""))
    read = read_for("documents", documents, by, fields, named)
    found = _dejalu.find(asked, read, by, finding(candidates, top, at))
    return matches(found, Origin.of(read))


def matches(found: _dejalu.Scored, origin: Origin, **others: Any) -> Any:
    """The near-duplicates that were found: id, score, probability."""
    _, id, score, probability = found
    return origin.table(others | {"id": id, "score": score, "probability": probability}, ["id"])


def find_all(
    queries: DocumentsLike,
    documents: DocumentsLike,
    judge: JudgeLike = None,
    *,
    top: int | None = None,
    at: float | str | None = None,
    candidates: str = "auto",
    fields: FieldsLike = (),
    block_by: str | None = None,
    language: str = "english",
    main_content: str = "landmarks",
    background: str | os.PathLike[str] | None = None,
    **reading: Unpack[Reading],
) -> Any:
    """The near-duplicates of each of many documents in another collection: for example the
    documents of a training corpus that are also in a test set. Like ``dejalu dedupe --against``,
    but with all matches instead of only the best.

    >>> import dejalu
    >>> train = {"a": "The ferry waits at the pier.", "b": "Bread rises twice."}
    >>> seen = dejalu.find_all(train, {"x": "The ferry waits at a pier."}, "jaccard=0.5")
    >>> list(zip(seen["query"], seen["id"]))
    [('a', 'x')]

    Parameters
    ----------
    queries, documents:
        What ``read_documents`` takes. The ids of the two are independent.
    judge, at, candidates, fields, block_by, language, main_content, background, reading:
        As for ``find``.
    top:
        Maximum number of matches per query.

    Returns
    -------
    frame or dict
        Columns query, id, score, probability (nan for a rule): by query, best first. A query
        without a near-duplicate has no row.
    """
    by = decider(judge, language, main_content, background, fields, block_by)
    named = checked_reading(find_all, reading)
    asked = read_for("queries", queries, by, fields, named)
    read = read_for("documents", documents, by, fields, named)
    found = _dejalu.find(asked, read, by, finding(candidates, top, at))
    return matches(found, Origin.of(read), query=Origin.of(asked).ids(found[0]))


def finding(candidates: str, top: int | None, at: float | str | None) -> dict[str, Any]:
    """How to search."""
    checked(candidates=candidates)
    return {"candidates": candidates, "top": most_of(top), "at": threshold_of(at)}


def most_of(top: int | None) -> int | None:
    """The largest number of results as the extension expects it."""
    checked(top=top)
    if top is not None and top < 1:
        raise invalid("top", top, "a whole number from 1, or None for all")
    return None if top is None else min(int(top), sys.maxsize)


#: The columns of a table of groups that hold ids.
GROUPS_IDS = ("id", "group", "representative")


def groups_table(rows: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
    """The columns of a table of groups."""
    columns = ["id", "group", "representative", "score", "kept", "lost", "reason", "relation"]
    table = {name: [row[place] for row in rows] for place, name in enumerate(columns)}
    types = {"score": float, "kept": bool, "lost": float}
    return table | {name: np.array(table[name], dtype=kind) for name, kind in types.items()}


def read_for(
    what: str, source: DocumentsLike, by: _dejalu.Judge, fields: FieldsLike, reading: Reading
) -> Documents:
    """Reads documents as a decider compares them."""
    compared = by.fields(fields_of(fields))
    return read_as(
        what, source, fields=fields, compared=compared, main_content=by.main_content, **reading
    )


class Deduplicated(Results):
    """The result of a deduplication. ``rows`` are the kept rows of a table, ``groups`` and ``pairs`` frames of its
    library."""

    def __init__(self, inner: _dejalu.Deduplicated, origin: Origin | None = None) -> None:
        self._inner = inner
        self._origin = origin or Origin()

    @property
    def groups(self) -> Any:
        """A row for every document, in their order and with the index of a pandas frame, so that
        ``frame[result.groups["kept"]]`` has the kept rows. Columns as ``dejalu dedupe`` writes them: id, group (the id of the document
        that represents it), representative, score (that of the pair which joined it; nan of one without a duplicate),
        kept, lost (the share of its runs of three words that the representative lacks; nan of one
        that represents its group), reason ("unique", "longest" or another ``keep``, "loses-more",
        "not-passed" (the audit did not pass it), "copy", "duplicate") and relation to the representative ("identical", "contained",
        "contains", "revised", "shares", or ""). Of several thresholds (``at``) all rows of one, then those
        of the next, with a column at."""
        table = groups_table(self._inner.groups())
        thresholds = self._inner.thresholds()
        if len(thresholds) > 1:
            table["at"] = np.repeat(thresholds, len(table["id"]) // len(thresholds))
        return self._origin.table(table, GROUPS_IDS, of_rows=True)

    @property
    def pairs(self) -> Any:
        """The duplicate pairs of different texts: id_a, id_b, score, probability, relation (of the
        first document to the second), and the longest passage that they share, in characters of their
        texts: start_a, end_a, start_b, end_b (-1 where they share no three words in a row)."""
        rows = self._inner.pairs()
        table: dict[str, Any] = {
            "id_a": [row[0] for row in rows],
            "id_b": [row[1] for row in rows],
            "score": np.array([row[2] for row in rows], dtype=float),
            "probability": np.array([row[3] for row in rows], dtype=float),
            "relation": [row[4] for row in rows],
        }
        places = [row[5] or [-1] * 4 for row in rows]
        for side, name in enumerate(["start_a", "end_a", "start_b", "end_b"]):
            table[name] = np.array([place[side] for place in places], dtype=np.int64)
        return self._origin.table(table, ["id_a", "id_b"])

    def review(self, top: int | None = 1_000) -> Any:
        """The pairs that people should look at, the surest duplicate first, as ``dejalu dedupe --review`` lists them:
        id_a, id_b, score (that of the features, whatever a veto says) and why ("veto: …" of a pair that reaches the
        threshold, "DOIs differ" within a group, "undecided", "not joined", "just below" the threshold). Answers as
        must-link and cannot-link pairs go to ``constraints`` of the next ``dedupe``.

        Parameters
        ----------
        top:
            The largest number of pairs; None lists all of them. More are left out with a ``DataWarning``.
        """
        rows, found, is_complete = self._inner.review(most_of(top))
        if len(rows) < found:
            sentence = f"{len(rows)} of {found} pairs to review are listed"
            warnings.warn(sentence, DataWarning, stacklevel=2)
        if not is_complete:
            sentence = "there are too many candidates to look at all of them for a review"
            warnings.warn(sentence, DataWarning, stacklevel=2)
        table = {
            "id_a": [row[0] for row in rows],
            "id_b": [row[1] for row in rows],
            "score": np.array([row[2] for row in rows], dtype=float),
            "why": [row[3] for row in rows],
        }
        return self._origin.table(table, ["id_a", "id_b"])

    @property
    def questions(self) -> Rows:
        """What ``audit_sample`` asks, and the answers so far: rows of a labels.jsonl (id_a, the
        removed document; id_b, the one kept; label; stream; stratum; probability; note; rank
        and risk, its places among the questions and among all removals; columns draw_…, which say how it was
        drawn)."""
        rows = Rows(json.loads(line) for line in self._inner.questions_json())
        for row in rows:
            row["id_a"], row["id_b"] = self._origin.ids([row["id_a"], row["id_b"]])
        return rows

    @property
    def verdict(self) -> list[str]:
        """What an audit says, in sentences; ``figures["audit"]`` has the numbers."""
        return self._inner.verdict()

    @property
    def kept(self) -> Documents:
        """The documents that are kept: the collection without near-duplicates, at the first of several
        thresholds."""
        return self._inner.kept(self._origin.whole, self._origin)

    @property
    def rows(self) -> Any:
        """The rows of the documents' table that are kept, unchanged, as a table of the same kind: a pandas or polars
        frame, an Arrow table, a mapping, a list or a series. ``kept`` where the documents were no table in memory. At
        the first of several thresholds, like ``removed``."""
        rows = self._origin.rows(self._ids_of(kept=True))
        return self.kept if rows is None else rows

    @property
    def removed(self) -> Any:
        """The rows that are removed, in the form of ``rows``."""
        rows = self._origin.rows(self._ids_of(kept=False))
        return self._inner.removed(self._origin.whole, self._origin) if rows is None else rows

    def _ids_of(self, kept: bool) -> set[str]:
        """The ids of the documents that are kept, or of those that are removed."""
        rows = self._inner.groups()
        first = rows[: len(rows) // max(len(self._inner.thresholds()), 1)]
        return {row[0] for row in first if row[4] == kept}

    def merge(self, table: Any, *, id: str = "id") -> tuple[Any, dict[str, Any]]:
        """The rows of the table that are kept, with what they lack from the rows that are removed for
        them, and a list of what was taken from where, as ``dejalu apply --merge`` writes it.

        Parameters
        ----------
        table:
            The table that was deduplicated: a pandas or polars frame, an Arrow table, a mapping of columns
            or a list of mappings.
        id:
            The name of its column of ids, which is never filled. Without one the index of pandas names the rows, or
            their numbers.

        Returns
        -------
        tuple
            A table of the same kind, and columns kept, field, removed, value. Of several removed rows
            that have a value the surest duplicate counts: exact copies, then the highest score, then the
            smallest id. A value that is there (not None, NaN or blank) is never changed.
        """
        return merge(table, dict(self._inner.removed_for()), self._ids_of(kept=True), id)

    def move_removed(
        self,
        folder: str | os.PathLike[str],
        into: str | os.PathLike[str],
        *,
        unaudited: bool = False,
    ) -> int:
        """Moves the removed files of a folder into another folder, with a manifest, as ``dejalu apply
        --move-removed`` does: all of them or none, never deleted. ``restore`` moves them back.

        Parameters
        ----------
        folder:
            The folder that the documents were read from. Files changed since they were read stay,
            and so do their duplicates, each with a ``DataWarning``. A document that was not read
            from a file stands for the file of its name, whatever that contains.
        into:
            A new folder on the same file system, outside of ``folder``.
        unaudited:
            Move files without an audit even if the threshold was guessed, or learned from other
            pairs. A threshold that you give (``at``, or that of a rule) needs no audit.

        Returns
        -------
        int
            How many files were moved.
        """
        checked(unaudited=unaudited)
        moved, left = self._inner.move_removed(
            path_of(folder, "folder"), path_of(into, "into"), unaudited
        )
        for sentence in left:
            warnings.warn(sentence, DataWarning, stacklevel=2)
        return moved

    @property
    def sample(self) -> list[tuple[Any, Any]]:
        """The candidates sampled for labelling, by their ids."""
        return [(*self._origin.ids([a, b]),) for a, b in self._inner.sample()]

    @property
    def figures(self) -> dict[str, Any]:
        """The decider ("judge"), how candidates were found ("plan"), counts ("counts"), and how
        well the groups agree with the known clusters ("quality", if requested); the guessed
        threshold ("suggested"); the promise of an audit, its test and the verdict ("audit")."""
        return json.loads(self._inner.figures_json())

    def __repr__(self) -> str:
        counts = self.figures["counts"]
        return f"<dejalu.Deduplicated: {counts['documents']} documents, {len(self.kept)} kept>"

    def _repr_html_(self) -> str:
        removed = [row for row in self._inner.groups() if not row[4]]
        names = ["removed", "representative", "score", "relation"]
        rows = ((row[0], row[2], row[3], row[7]) for row in removed)
        return _html.table(names, rows, len(removed), repr(self)[1:-1])


def dedupe(
    documents: DocumentsLike,
    judge: JudgeLike = None,
    *,
    at: float | Sequence[float] | str | None = None,
    keep: str = "longest",
    linkage: str = "star",
    lose_at_most: float | None = None,
    boilerplate: int | str = "auto",
    candidates: str = "auto",
    evaluate: bool = False,
    sample: int | None = None,
    constraints: Any = None,
    audit_sample: int | None = None,
    audit: Any = None,
    wrong_at_most: float | None = None,
    confidence: float | None = None,
    looks: int | None = None,
    seed: int = 42,
    fields: FieldsLike = (),
    block_by: str | None = None,
    language: str = "english",
    main_content: str = "landmarks",
    background: str | os.PathLike[str] | None = None,
    **reading: Unpack[Reading],
) -> Deduplicated:
    """Groups the near-duplicates of a collection, as ``dejalu dedupe`` does. Nothing is deleted.

    Parameters
    ----------
    documents:
        The collection: what ``read_documents`` takes.
    judge, candidates, fields, block_by, language, main_content, background, reading:
        As for ``find``.
    at:
        Minimum score of a duplicate: "own" (the threshold of the model or rule), a level of the model
        (``Model.levels``: "copy", "revision", "rewrite"), "auto" (a guess
        from the scores of this collection, never below "own" or the score of a pair whose
        similarities are all 0.75, or all 0.6 where rare duplicates stand apart; ``figures["suggested"]`` says what it rests on), a number, or a
        list of numbers, each of which has its groups. None is "auto" with the built-in model and
        "own" otherwise. With an abstaining model, the score may not be below the one at which it is
        sure.
    keep:
        Representative of a group: "longest", "first" (in the input), "newest" (latest date) or
        "centroid" (most similar to the others).
    linkage:
        How to form groups: "star" (every member is a duplicate of the representative), "single"
        linkage (one duplicate pair joins two groups) or "complete" linkage (all pairs of a group
        are duplicates).
    lose_at_most:
        Keep a document if its representative lacks more than this share of its three-word runs.
        None is 0.2 if ``at`` is guessed, and 1 otherwise.
    boilerplate:
        Ignore passages that more than this number of groups of near copies repeat (form and manual
        boilerplate) when comparing documents: "auto" (10 if ``at`` is guessed, otherwise "keep"),
        "keep" (ignore none) or a number. ``figures["boilerplate"]`` lists them.
    evaluate:
        Whether to compare the groups with known clusters.
    sample, seed:
        Number of candidates to sample for labelling, evenly over all scores, and the seed.
    constraints:
        Must-link and cannot-link pairs, which override scores: a table, its path or a frame, with the columns id_a, id_b
        and constraint ("must-link" or "cannot-link").
    audit_sample:
        Draw about this many of the removals; ``questions`` are what a person has to answer.
    audit:
        Answers: a file (labels.jsonl), or the rows of ``questions`` with their labels. Removes the largest set of the removals of least risk that meets
        ``wrong_at_most``, without those that were answered to be wrong; if none does, nothing is removed.
    wrong_at_most, confidence, looks:
        The bound of an audit: the largest acceptable share of wrong removals (that of the draw, or 0.02), the
        confidence level (that of the draw, or 0.95), and the number of tests by the same answers (that of the draw, or 1):
        of other groups, after more answers, of another bound. More than one has to be declared with ``audit_sample``.
        Refused without an audit.
    """
    named = checked_reading(dedupe, reading)
    by = decider(judge, language, main_content, background, fields, block_by)
    read = read_for("documents", documents, by, fields, named)
    how = checked(
        keep=keep,
        linkage=linkage,
        lose_at_most=lose_at_most,
        boilerplate=boilerplate,
        candidates=candidates,
        evaluate=evaluate,
        sample=sample,
        audit_sample=audit_sample,
        wrong_at_most=wrong_at_most,
        confidence=confidence,
        looks=looks,
        seed=seed,
    )
    how["at"] = threshold_of(at)
    how["boilerplate"] = str(boilerplate)
    with as_file(constraints, "constraints") as constrained, as_file(audit, "audit") as answered:
        how |= {"constraints": constrained, "audit": answered}
        return Deduplicated(_dejalu.dedupe(read, by, how), Origin.of(read))


def restore(
    removed: str | os.PathLike[str], *, to: str | os.PathLike[str] | None = None
) -> dict[str, Any]:
    """Moves the files that ``Deduplicated.move_removed`` or ``dejalu apply --move-removed`` has moved away
    back to where they were: all of them or none, and nothing is overwritten. A move or a restoration that was
    interrupted is completed.

    Parameters
    ----------
    removed:
        The folder that they were moved into.
    to:
        Restore into this folder instead of the one that they came from.

    Returns
    -------
    dict
        to (the folder; None if a move was interrupted before its first file), files (how many came back) and
        missing (the paths of those that somebody has deleted).
    """
    where = None if to is None else path_of(to, "to")
    folder, files, missing = _dejalu.restore(path_of(removed, "removed"), where)
    return {"to": None if folder is None else str(folder), "files": files, "missing": missing}


def matrix(
    documents: DocumentsLike,
    judge: JudgeLike = None,
    *,
    fields: FieldsLike = (),
    language: str = "english",
    main_content: str = "landmarks",
    background: str | os.PathLike[str] | None = None,
    **reading: Unpack[Reading],
) -> tuple[list[Any], np.ndarray]:
    """The score of every pair of a small collection, as ``dejalu classify --matrix`` writes it.

    >>> import dejalu
    >>> ids, scores = dejalu.matrix({"a": "one two", "b": "one two three four"}, "jaccard=0.9")
    >>> ids, scores.tolist()
    (['a', 'b'], [[1.0, 0.5], [0.5, 1.0]])

    Parameters
    ----------
    documents:
        The collection, of at most 1,000 documents: what ``read_documents`` takes.
    judge, fields, language, main_content, background, reading:
        As for ``find``.

    Returns
    -------
    tuple
        The ids, and a symmetric array with a row and a column for each: a document and its copies have the
        score of copies.
    """
    named = checked_reading(matrix, reading)
    by = decider(judge, language, main_content, background, fields)
    read = read_for("documents", documents, by, fields, named)
    ids, scores = _dejalu.matrix(read, by)
    return Origin.of(read).ids(ids), scores


def decider(
    judge: JudgeLike,
    language: str,
    main_content: str,
    background: str | os.PathLike[str] | None,
    fields: FieldsLike = (),
    block_by: str | None = None,
) -> _dejalu.Judge:
    """What decides: a model or a rule, with candidates by fields."""
    checked(block_by=block_by)
    by = _judge_of(judge, language, main_content, background, fields_of(fields))
    return by if block_by is None else by.block_by(block_by)


#: The endings of files of models.
_MODELS = (".json", ".json.gz", ".json.zst")


def _judge_of(
    judge: JudgeLike,
    language: str,
    main_content: str,
    background: str | os.PathLike[str] | None,
    fields: str,
) -> _dejalu.Judge:
    judge = getattr(judge, "model_", judge)  # a fitted classifier
    if isinstance(judge, os.PathLike) or (isinstance(judge, str) and judge.lower().endswith(_MODELS)):
        judge = Model.load(judge)
    if isinstance(judge, Real):
        raise TypeError(f"judge is {kind_of(judge)}: expected a Model, a rule ('mwo=0.5') or None; a minimum score is 'at'")
    if isinstance(judge, str):
        path = None if background is None else path_of(background, "background")
        return _dejalu.Judge.rule(judge, reading_of(language, main_content, fields), path)
    if judge is not None and not isinstance(judge, Model):
        raise TypeError(f"judge is {kind_of(judge)}: expected a Model, a rule ('mwo=0.5') or None")
    if judge is None:
        return _dejalu.Judge.built_in()
    return _dejalu.Judge.model(judge._inner)
