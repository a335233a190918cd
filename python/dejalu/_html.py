"""What a notebook shows of results: a line, and a short table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._dejalu import Document, Documents, Pairs

#: The rows and the characters of a cell that are shown.
_ROWS = 10
_CHARACTERS = 120


def columns(columns: Mapping[str, Sequence[Any]], title: str = "") -> str:
    """The first rows of columns."""
    lengths = [len(values) for values in columns.values()]
    rows = zip(*columns.values())
    return table(list(columns), rows, max(lengths, default=0), title)


def table(names: Sequence[str], rows: Iterable[Sequence[Any]], count: int, title: str = "") -> str:
    """The first of some rows, and how many there are."""
    head = "".join(f"<th>{escape(str(name))}</th>" for name in names)
    shown = (f"<tr>{''.join(map(_cell, row))}</tr>" for row in islice(rows, _ROWS))
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(shown)}</tbody></table>"
    rest = f"<p>{count:,} rows, of which {_ROWS} are shown</p>" if count > _ROWS else ""
    return f"<div>{said(title)}{body}{rest}</div>"


def said(*sentences: str) -> str:
    """Sentences, one below the other."""
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)


def printed(text: str) -> str:
    """What ``print`` shows."""
    return f"<pre>{escape(text)}</pre>"


def summary(text: str, title: str) -> str:
    """The names and values of a summary; the lines below a name are its value."""
    rows: list[tuple[str, str]] = []
    for line in text.splitlines():
        name, _, value = line.partition("  ")
        if name:
            rows.append((name, value.strip()))
        elif rows:
            rows[-1] = (rows[-1][0], f"{rows[-1][1]}, {line.strip()}".lstrip(", "))
    body = "".join(f"<tr>{_cell(name)}{_cell(value)}</tr>" for name, value in rows)
    return f"<div>{said(title)}<table><tbody>{body}</tbody></table></div>"


def document(document: Document) -> str:
    """A document with its whole text."""
    text = f"<div style='max-height:24em;overflow:auto;white-space:pre-wrap'>{escape(document.text)}</div>"
    return f"<div><p><b>{escape(str(document.id))}</b></p>{text}</div>"


def documents(documents: Documents) -> str:
    """The first documents of a collection."""
    first = documents[:_ROWS]
    rows = zip(first.ids, (document.text for document in first))
    return table(["id", "text"], rows, len(documents), repr(documents))


def pairs(pairs: Pairs) -> str:
    """The first pairs."""
    shown = range(min(_ROWS, len(pairs)))
    texts = (pairs.documents(place) for place in shown)
    rows = ((a.text, b.text, label) for (a, b), label in zip(texts, pairs.labels))
    return table(["a", "b", "label"], rows, len(pairs), repr(pairs))


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"<td style='text-align:right'>{value:.4g}</td>"
    text = "" if value is None else str(value)
    cut = text if len(text) <= _CHARACTERS else text[:_CHARACTERS] + "…"
    return f"<td style='text-align:left'>{escape(cut)}</td>"
