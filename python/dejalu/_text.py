"""Words and sentences of a document."""

from __future__ import annotations

from . import _dejalu
from ._options import checked
from ._tables import DocumentLike, one_document


class Analyzer:
    """Analyses documents: the first stage of everything else.

    Parameters
    ----------
    language:
        The language for stop words and stemming: a name or an ISO 639-1 code; with several,
        separated by commas, or "auto", the language of each document is detected.

    Examples
    --------
    >>> Analyzer().words("The ferries waited. No ferry left.")
    ['ferri', 'wait', 'ferri', 'left']
    """

    def __init__(self, language: str = "english") -> None:
        checked(language=language)
        self._inner = _dejalu.Analyzer(language)
        self._language = language

    def words(self, document: DocumentLike) -> list[str]:
        """The words in reading order: letters only, without stop words, stemmed."""
        return self._inner.words(one_document(document, "document"))

    def sentences(self, document: DocumentLike) -> list[str]:
        """The sentences, unchanged, each from its first to its last word."""
        return self._inner.sentences(one_document(document, "document"))

    def language(self, document: DocumentLike) -> str:
        """The language that the document is read in."""
        return self._inner.language(one_document(document, "document"))

    def __repr__(self) -> str:
        return f"Analyzer(language={self._language!r})"

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return (Analyzer, (self._language,))
