"""Groups of any tool: judged, and carried out."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _dejalu, _html
from ._collections import GROUPS_IDS, Deduplicated, decider, groups_table, read_for
from ._frames import columns_of, is_table, tidied, values
from ._merging import merge
from ._options import checked, invalid, kind_of, path_of
from ._origin import Origin
from ._reading import Reading, checked_reading
from ._table import Results, Rows, Table
from ._tables import DataWarning, DejaluError, Documents, DocumentsLike, FieldsLike, id_cells

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._collections import JudgeLike

#: Groups: a path, a table in memory, or the ids of the documents that are kept.
GroupsLike = Any

#: What a column of a table of groups can be.
ROLES = ("id", "group", "representative", "kept")

#: What tools call some of them.
ALSO = {"representative": ("kept_id", "duplicate_of"), "kept": ("keep",)}

#: The columns of a file of answers.
_ANSWERS = {
    *("id_a", "id_b", "label", "stream", "stratum", "probability", "note", "rank", "risk"),
    *("draw_seed", "draw_method", "draw_thresholds", "draw_answers", "draw_wrong_at_most"),
    *("draw_confidence", "draw_looks", "draw_removals", "draw_order"),
}


class Audited(Results):
    """What is known of the removals of groups."""

    def __init__(self, inner: _dejalu.AuditedGroups, origin: Origin | None = None) -> None:
        self._inner = inner
        self._origin = origin or Origin()

    @property
    def losses(self) -> Any:
        """A row for each removal, those first that lose most: id (the removed document), representative
        (the one kept in its place), lost (the share of its runs of three words that the representative
        lacks; nan where that is unknown), relation ("identical", "contained", "contains", "revised" or
        "shares"), score, and probability (a model's estimate that the two are duplicates; nan of a rule).
        """
        rows = self._inner.losses()
        names = ["id", "representative", "lost", "relation", "score", "probability"]
        table: dict[str, Any] = {name: [row[at] for row in rows] for at, name in enumerate(names)}
        for name in ("lost", "score", "probability"):
            table[name] = np.array(table[name], dtype=float)
        return self._origin.table(table, ["id", "representative"])

    @property
    def groups(self) -> Any:
        """A row for every document, with the columns of ``Deduplicated.groups``. After a verdict the
        documents that did not pass are kept, with the reason "not-passed"; ``apply`` takes it."""
        return self._origin.table(groups_table(self._inner.groups()), GROUPS_IDS, of_rows=True)

    @property
    def questions(self) -> Rows:
        """What ``draw`` asks, and the answers so far: rows of a labels.jsonl. Is id_a, the removed
        document, a duplicate of id_b? Set ``label`` to 1, 0 or "unsure", and pass the rows as ``answers``.
        Empty for a verdict."""
        rows = Rows(json.loads(line) for line in self._inner.questions_json())
        for row in rows:
            row["id_a"], row["id_b"] = self._origin.ids([row["id_a"], row["id_b"]])
        return rows

    @property
    def verdict(self) -> list[str]:
        """What is known, in sentences: the losses, an estimate by a model that is called one, then the draw
        or the verdict."""
        return self._inner.sentences()

    @property
    def failed(self) -> bool:
        """Whether there was something to remove, and the answers let nothing go."""
        return self._inner.has_failed()

    @property
    def figures(self) -> dict[str, Any]:
        """The numbers behind the sentences: judge, documents, figures (removals, copies, lose_half,
        median_lost, judged_distinct, estimated_wrong), removed_alone (ids of the documents that are
        removed though no kept one is a near-duplicate) and audit (of a draw or a verdict, else None)."""
        found = json.loads(self._inner.figures_json())
        found["removed_alone"] = self._origin.ids(found["removed_alone"])
        return found

    def __repr__(self) -> str:
        return f"<dejalu.Audited: {'; '.join(self.verdict)}>"

    def _repr_html_(self) -> str:
        rows = self._inner.losses()
        names = ["removed", "representative", "lost", "relation", "score", "probability"]
        return f"<div>{_html.said(*self.verdict)}{_html.table(names, rows, len(rows))}</div>"


class Applied(Results):
    """Groups, carried out on documents in memory. Nothing is deleted."""

    def __init__(self, inner: _dejalu.AppliedGroups, origin: Origin | None = None) -> None:
        self._inner = inner
        self._origin = origin or Origin()

    @property
    def groups(self) -> Any:
        """A row for every document, with the columns of ``Deduplicated.groups``; there are no scores."""
        return self._origin.table(groups_table(self._inner.groups()), GROUPS_IDS, of_rows=True)

    @property
    def kept(self) -> Documents:
        """The documents that are kept."""
        return self._inner.kept(self._origin.whole, self._origin)

    @property
    def rows(self) -> Any:
        """The rows of the documents' table that are kept, unchanged, as a table of the same kind: a pandas
        or polars frame, an Arrow table, a mapping, a list or a series. ``kept`` where the documents were
        no table in memory."""
        return self._rows(self._inner.kept)

    @property
    def removed(self) -> Any:
        """The rows that are removed, in the form of ``rows``."""
        return self._rows(self._inner.removed)

    def _rows(self, part: Callable[[bool, Origin | None], Documents]) -> Any:
        rows = self._origin.rows(map(str, part(False, None).ids))
        return part(self._origin.whole, self._origin) if rows is None else rows

    @property
    def certificates(self) -> Rows:
        """For each removal what follows from the two texts alone: removed and kept (ids), shared (the
        share of the letters and digits of the removed text that are in a passage), passages (of the same
        words in both; places in characters) and lost (where the others are)."""
        found = Rows(json.loads(line) for line in self._inner.certificates_json())
        for row in found:
            row["removed"], row["kept"] = self._origin.ids([row["removed"], row["kept"]])
        return found

    def merge(self, table: Any, *, id: str = "id") -> tuple[Any, dict[str, Any]]:
        """As ``Deduplicated.merge``: the kept rows of the table, with what they lack from the rows that are
        removed for them (exact copies first, then by id), and what was taken from where."""
        kept = {row[0] for row in self._inner.groups() if row[4]}
        return merge(table, dict(self._inner.removed_for()), kept, id)

    def move_removed(self, folder: str | os.PathLike[str], into: str | os.PathLike[str]) -> int:
        """Moves the removed files of a folder, as ``Deduplicated.move_removed`` does; returns how many.
        ``restore`` moves them back."""
        moved, left = self._inner.move_removed(path_of(folder, "folder"), path_of(into, "into"))
        for sentence in left:
            warnings.warn(sentence, DataWarning, stacklevel=2)
        return moved

    def __repr__(self) -> str:
        kept, documents = len(self.kept), len(self._inner.groups())
        return f"<dejalu.Applied: {documents} documents, {kept} kept>"

    def _repr_html_(self) -> str:
        rows = [json.loads(line) for line in self._inner.certificates_json()]
        names = ["removed", "kept", "shared"]
        return _html.table(names, ([row[it] for it in names] for row in rows), len(rows), repr(self)[1:-1])


def audit(
    groups: GroupsLike,
    documents: DocumentsLike,
    judge: JudgeLike = None,
    *,
    columns: Mapping[str, str] | None = None,
    keep: str = "longest",
    draw: int | None = None,
    answers: Any = None,
    wrong_at_most: float | None = None,
    confidence: float | None = None,
    looks: int | None = None,
    seed: int = 42,
    candidates: str = "auto",
    fields: FieldsLike = (),
    language: str = "english",
    main_content: str = "landmarks",
    background: str | os.PathLike[str] | None = None,
    **reading: Unpack[Reading],
) -> Audited:
    """Judges the removals of any tool's groups, as ``dejalu audit`` does: what each would lose and, by
    answers of people, how many can go.

    >>> import dejalu
    >>> ferry = "The ferry waits at the old pier until the storm has passed."
    >>> texts = {"a": ferry + " Nobody rows.", "b": ferry, "c": ferry}
    >>> found = dejalu.audit({"id": ["a", "b", "c"], "kept_id": ["b", "b", "b"]}, texts, "jaccard=0.5")
    >>> [(id, round(float(lost), 2)) for id, lost in zip(found.losses["id"], found.losses["lost"])]
    [('a', 0.17), ('c', 0.0)]

    Parameters
    ----------
    groups:
        A ``Deduplicated``, a path, a frame, an Arrow table, a mapping of columns or a list of mappings: id with
        representative (also kept_id or duplicate_of) or with group. Or a list or series of the ids that are kept, or of True and False
        for each document, such as ``~frame.duplicated()``; a removal is then
        compared with the kept document that the judge finds most similar. A column kept (also keep; true or
        false) may stand beside representative or group; what such a table does not name is kept.
    documents:
        The documents that were grouped: what ``read_documents`` takes.
    judge, candidates, fields, language, main_content, background, reading:
        As for ``find``. The judge estimates, and finds the duplicates that the order of risk rests on.
    columns:
        Columns of ``groups`` with other names: ``{"group": "cluster"}``, for id, group, representative and
        kept.
    keep:
        Document that is kept of a group where ``groups`` does not say: "longest", "first" or "newest".
    draw:
        Draw about this number of removals for people to check: ``questions``. For a bound of 2 % at least 149
        are needed and 300 are usual; for 5 % 59 and 100.
    answers:
        Answers to these: a file (labels.jsonl), or the rows of ``questions`` with every ``label`` filled
        in, as a list or a frame. Without ``draw`` they decide how many removals, those of least risk first, meet the bound;
        missing answers and "unsure" count as wrong. With ``draw`` they are carried over.
    wrong_at_most, confidence, looks:
        The bound: the largest acceptable share of wrong removals (that of the draw, or 0.02), the confidence level
        (that of the draw, or 0.95), and the number of tests by the same answers (that of the draw, or 1): of other
        groups, after more answers, of another bound. More than one has to be declared with ``draw``; ``groups`` that
        were made from the answers cannot be tested by them. Refused without ``draw`` or ``answers``.
    seed:
        Seed of the draw. Answers keep the one that they were drawn with.

    Raises
    ------
    DejaluError
        A table without ids, a document that is not in the collection or has two rows, documents that are
        removed in favour of each other, answers of which none is about a removal.
    """
    by = decider(judge, language, main_content, background, fields)
    how = checked(
        keep=keep,
        candidates=candidates,
        draw=draw,
        wrong_at_most=wrong_at_most,
        confidence=confidence,
        looks=looks,
        seed=seed,
    )
    _check_columns(columns)
    answered = None if answers is None else _answers(answers)
    read = read_for("documents", documents, by, fields, checked_reading(audit, reading))
    table = _groups_table(groups, columns, read)
    return Audited(_dejalu.audit(table, read, by, answered, how), Origin.of(read))


def apply(
    groups: GroupsLike,
    documents: DocumentsLike,
    judge: JudgeLike = None,
    *,
    columns: Mapping[str, str] | None = None,
    keep: str = "longest",
    fields: FieldsLike = (),
    language: str = "english",
    main_content: str = "landmarks",
    background: str | os.PathLike[str] | None = None,
    **reading: Unpack[Reading],
) -> Applied:
    """Carries out any tool's groups, as ``dejalu apply`` does: ``rows`` are the kept rows of a table,
    ``certificates`` say what is lost. ``audit`` says whether the groups are right.

    >>> import dejalu
    >>> rows = [{"id": 1, "text": "Bread rises twice."}, {"id": 2, "text": "Bread rises, twice."}]
    >>> applied = dejalu.apply({"id": [1, 2], "group": [7, 7]}, rows)
    >>> applied.rows
    [{'id': 2, 'text': 'Bread rises, twice.'}]
    >>> applied.certificates[0]["shared"]
    1.0

    Parameters
    ----------
    groups, documents, columns, keep:
        As for ``audit``.
    judge, fields, language, main_content, background, reading:
        As for ``find``. The judge counts only where ``groups`` does not say in favour of which document
        another is removed. Where it finds none, the document is kept, with a ``DataWarning``.

    Raises
    ------
    DejaluError
        What ``audit`` refuses of ``groups``.
    """
    by = decider(judge, language, main_content, background, fields)
    checked(keep=keep)
    _check_columns(columns)
    read = read_for("documents", documents, by, fields, checked_reading(apply, reading))
    table = _groups_table(groups, columns, read)
    inner = _dejalu.apply(table, read, by, keep)
    for warning in inner.warnings():
        warnings.warn(warning, DataWarning, stacklevel=2)
    return Applied(inner, Origin.of(read))


def _check_columns(columns: Mapping[str, str] | None) -> None:
    if columns is not None and not isinstance(columns, Mapping):
        raise TypeError(f"columns is {kind_of(columns)}: expected a mapping of {', '.join(ROLES)} to names")
    named = dict(columns or {})
    for role, name in named.items():
        if role not in ROLES:
            raise invalid("columns", role, f"the names of columns for {', '.join(ROLES)}")
        if not isinstance(name, str):
            raise TypeError(f"columns['{role}'] is {kind_of(name)}: expected the name of a column")


def _groups_table(groups: GroupsLike, columns: Mapping[str, str] | None, read: Documents) -> _dejalu.GroupsTable:
    named = dict(columns or {})
    roles = {role: named.get(role) for role in ROLES}
    if isinstance(groups, (str, os.PathLike)):
        return _dejalu.GroupsTable.read(path_of(groups, "groups"), roles)
    wanted = {*ROLES, *(name for names in ALSO.values() for name in names), *named.values()}
    if isinstance(groups, Deduplicated):
        groups = Table(groups_table(groups._inner.groups()))
    plain = tidied(groups, "groups")
    # What can be gone through and is no table are the ids that are kept.
    is_list = hasattr(plain, "__iter__") and not is_table(plain)
    table = {named.get("id", "id"): _kept(plain, read)} if is_list else plain
    names, cells = columns_of(table, wanted, "groups")
    cells = {name: id_cells(column) for name, column in cells.items()}
    return _dejalu.GroupsTable.of_columns(names, cells, roles)


def _kept(given: Any, read: Documents) -> list[Any]:
    """The ids that are kept: a list of them, or of True and False for each document."""
    listed = [value for part in values(given, "groups")[1] for value in part]
    if not listed or not all(isinstance(value, (bool, np.bool_)) for value in listed):
        if len(set(map(str, listed))) < len(listed):
            raise DejaluError(
                "groups hold values more than once: expected the ids that are kept, each once; the groups of all "
                "documents are a table, {'id': …, 'group': …}"
            )
        return listed
    if len(listed) != len(read):
        raise DejaluError(f"groups are {len(listed):,} times True or False for {len(read):,} documents; give one for each")
    return [id for id, is_kept in zip(read.ids, listed) if is_kept]


def _answers(answers: Any) -> _dejalu.Answers:
    if isinstance(answers, (str, os.PathLike)):
        return _dejalu.Answers.read(path_of(answers, "answers"))
    answers = tidied(answers, "answers")
    if isinstance(answers, Sequence) and len(answers) == 0:
        answers = {name: [] for name in ("id_a", "id_b", "label", "stream")}
    names, cells = columns_of(answers, _ANSWERS, "answers")
    for name in cells.keys() & {"id_a", "id_b"}:
        cells[name] = id_cells(cells[name])
    return _dejalu.Answers.of_columns(names, cells)
