"""Which words occur in the same documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _dejalu
from ._options import checked, names_of, reading_of
from ._origin import Origin
from ._reading import Reading, checked_reading
from ._tables import DocumentsLike, read_as

if TYPE_CHECKING:
    from typing_extensions import Unpack


def correlations(
    documents: DocumentsLike,
    words: str | Sequence[str] = (),
    *,
    language: str = "english",
    main_content: str = "landmarks",
    **reading: Unpack[Reading],
) -> Any:
    """How far words occur in the same documents: the whole table of correlation factors (Yerra 2005 (000),
    formula 3.1), as ``dejalu background --correlations`` writes it. Measures use a part of it: factors of at
    least 0.05, of words that 3 documents hold together, and the 64 strongest of each word.

    >>> import dejalu
    >>> table = dejalu.correlations({"a": "ferry pier storm", "b": "ferry pier"}, "storm")
    >>> list(zip(table["word_b"], table["correlation"].tolist()))
    [('ferri', 0.5), ('pier', 0.5)]

    Parameters
    ----------
    documents:
        What ``read_documents`` takes. Of those with an equal ``cluster`` one counts.
    words:
        Only the rows of these words, in any of their forms; by default those of all words.
    language, main_content:
        How documents are read, as for ``vectors``.
    reading:
        Options of ``read_documents``, such as ``text``.

    Returns
    -------
    frame or dict
        Columns word_a, word_b (stemmed), documents_a, documents_b, documents_both (how many documents hold
        each and both) and correlation. The rows of a word stand together, by descending correlation, then by
        word_b; pairs that no document holds are left out.
    """
    checked(language=language, main_content=main_content)
    named = checked_reading(correlations, reading)
    read = read_as("documents", documents, main_content=main_content, **named)
    rows = _dejalu.correlations(
        read, names_of(words, "words"), reading_of(language, main_content)
    )
    names = ["word_a", "word_b", "documents_a", "documents_b", "documents_both", "correlation"]
    table: dict[str, Any] = {name: [row[at] for row in rows] for at, name in enumerate(names)}
    counts = {name: np.array(table[name], dtype=np.int64) for name in names[2:5]}
    table |= counts | {"correlation": np.array(table["correlation"], dtype=float)}
    return Origin.of(read).table(table)
