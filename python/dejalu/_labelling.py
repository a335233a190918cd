"""The page where people label, in a notebook or a browser."""

from __future__ import annotations

import json
import os
from html import escape
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from . import _dejalu
from ._collections import read_for
from ._model import Model
from ._options import checked, invalid, kind_of, path_of
from ._reading import Reading, checked_reading
from ._table import Rows
from ._tables import DocumentsLike, FieldsLike

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Labelling:
    """A page that asks about pairs, and is answered by this process until ``stop()``, the end of a ``with`` or of
    Python. A notebook shows the page itself; ``address`` opens it in a browser of this computer."""

    def __init__(self, inner: _dejalu.Labelling, out: str) -> None:
        self._inner = inner
        self._out = out

    @property
    def address(self) -> str:
        """The address, with the key that lets people in. It is of this computer only."""
        return self._inner.address

    @property
    def answers(self) -> Rows:
        """The answers so far: the lines of the file. ``train(labels=FILE, documents=…)`` learns from it."""
        path = Path(self._out)
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return Rows(json.loads(line) for line in lines if line.strip())

    def stop(self) -> None:
        """Ends the page. Every answer is in the file already, and the next ``label`` goes on there."""
        self._inner.stop()

    def __enter__(self) -> Labelling:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<dejalu.Labelling of {self._inner.asked:,} pairs at {self.address}>"

    def _repr_html_(self) -> str:
        # A browser gives the page its cookie where the notebook has the same name for this computer. One that comes
        # from another, as on a hub, cannot reach the page.
        address = urlsplit(self.address)
        rest = f":{address.port}/?{address.query}"
        frame = f"dejalu-{address.port}"
        return (
            f"<p>{self._inner.asked:,} pairs can be asked about; answers go to {escape(self._out)}. "
            f"<a href='{self.address}' target='_blank'>Open the page in a tab</a></p>"
            f"<iframe id='{frame}' style='width:100%;height:720px;border:1px solid #ddd;display:none'></iframe>"
            "<script>{const own = ['localhost', '127.0.0.1'].includes(location.hostname);"
            f"const frame = document.getElementById('{frame}');"
            f"if (own) {{frame.src = 'http://' + location.hostname + '{rest}'; frame.style.display = 'block';}}}}</script>"
        )


def label(
    documents: DocumentsLike,
    out: str | os.PathLike[str],
    model: Model | None = None,
    *,
    audit: str = "pairs",
    seed: int = 42,
    port: int = 0,
    fields: FieldsLike = (),
    **reading: Unpack[Reading],
) -> Labelling:
    """Asks people which pairs of a collection are near-duplicates, on the page of ``dejalu label``.

    Parameters
    ----------
    documents:
        The collection: what ``read_documents`` takes.
    out:
        The file of answers (labels.jsonl). Answers are appended, and what it holds is not asked again.
    model:
        The model that scores the pairs to choose from; by default the built-in one.
    audit:
        What the audit asks about: "pairs" (of all scores, to judge any model by), "drawn" (the removals that were
        drawn into the file) or "none".
    seed:
        Seed of the choice.
    port:
        Port of the page; 0 takes a free one.
    fields, reading:
        As for ``find``.

    Raises
    ------
    DejaluError
        What ``read_documents`` refuses; answers of an audit of other documents.
    OSError
        A file or a port that the system refuses.
    """
    named = checked_reading(label, reading)
    checked(seed=seed)
    if audit not in ("pairs", "drawn", "none"):
        raise invalid("audit", audit, "pairs, drawn or none")
    if not isinstance(port, int) or not 0 <= port < 2**16:
        raise invalid("port", port, "a whole number from 0 to 65535")
    if model is not None and not isinstance(model, Model):
        raise TypeError(f"model is {kind_of(model)}: expected a Model or None")
    inner = (model or Model.built_in())._inner
    path = path_of(out, "out")
    read = read_for("documents", documents, _dejalu.Judge.model(inner), fields, named)
    return Labelling(_dejalu.label(read, inner, path, audit, int(seed), port), path)

