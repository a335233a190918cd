"""Converts users' data to documents and pairs."""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Number
from typing import Any

import numpy as np

from ._dejalu import DejaluError, Document, Documents, Pairs
from ._options import checked, fields_of, kind_of, names_of

#: Sources of documents.
DocumentsLike = Any

#: Fields of records: names of columns, or a mapping of names of fields to columns.
FieldsLike = str | Sequence[str] | Mapping[str, str]

#: Sources of pairs.
PairsLike = Any

#: One document: its text, its file (a ``pathlib.Path``), or a ``Document``.
DocumentLike = Any


class DataWarning(UserWarning):
    """A warning about unusual but usable input."""


def read_documents(
    source: DocumentsLike,
    *,
    id: str = "id",
    text: str | Sequence[str] = "text",
    html: str = "html",
    title: str = "title",
    url: str = "url",
    fields: FieldsLike = (),
    delimiter: str | None = None,
    encoding: str | None = None,
    main_content: str = "landmarks",
    skip_bad: bool | None = None,
) -> Documents:
    """Reads documents.

    Parameters
    ----------
    source:
        A path to anything that the program reads (docs/formats.md): a folder of texts, web pages and
        office files (the id of each is its path in the folder), one such file, a table (``.csv``,
        ``.tsv``, ``.jsonl``, ``.json``, ``.parquet``), references (``.ris``, ``.nbib``, ``.bib``, ``.ciw``, ``.enw``,
        ``.xml`` of PubMed and EndNote), a web archive (``.warc``), a ``.zip`` or ``.tar``; most of them also
        ``.gz`` or ``.zst``; or a folder of such files.
        A list of ``pathlib.Path``: several of these as one collection. Each document says its ``source``; an id
        that two of them share, and any number of a row, begins with its name (``"scopus.csv:12"``).
        Or what is in memory: a pandas or polars frame, an Arrow table (anything with
        ``__arrow_c_stream__``, where pyarrow or polars is installed), a mapping of columns or a
        list of mappings, each with a text or a web page, and an id unless that is the index of a pandas
        frame or the number of the row, from 0; a mapping of id to text; a pandas series of texts, whose ids are
        its index; a list, array or other series of texts, whose ids are "0", "1" and so on; a list of
        ``Document``. Ids that are whole numbers are whole numbers in results too.
    id, text, html, title, url:
        The names of the columns; several of text are joined, each a paragraph of its own. By default
        ``content`` or ``body`` is the text where there is no column ``text`` and none ``html``.
        ``cluster``, ``split`` and ``date`` are read too. For what is still to be read, not for
        ``Documents``.
        Columns of the usual exports (Scopus, Zotero and others) are known in files; those of tables in memory
        are named.
    fields:
        Columns that measures can look at on their own, as in ``jaccard:field=title``: their names,
        or a mapping of names of fields to columns. The documents' text is then all of them.
    delimiter, encoding:
        The character between cells and the character set of a file; found by default.
    main_content:
        How to find the main content of web pages: "landmarks" (elements such as <main> and
        <article>), "readability" (density of the text, as in a browser's reader view), or "off"
        (all is content). Models read pages as they have learned to.
    skip_bad:
        Whether to skip documents that cannot be read, with a ``DataWarning``, instead of raising an error.
        None skips those of a folder: an empty file, or a loop of links, does not keep the others from being
        read, as with the program.

    Returns
    -------
    Documents
        Each a ``Document``, in the order of the source. Each different text is copied once.

    Raises
    ------
    DejaluError
        The first document that cannot be read, a missing column, an id that occurs twice.
    OSError
        A file that the system refuses.
    TypeError
        A source of another type; options of reading beside ``Documents``, which were read before.
    """
    return read_as(
        "documents",
        source,
        id=id,
        text=text,
        html=html,
        title=title,
        url=url,
        fields=fields,
        delimiter=delimiter,
        encoding=encoding,
        main_content=main_content,
        skip_bad=skip_bad,
    )


def read_as(
    what: str,
    source: DocumentsLike,
    *,
    id: str = "id",
    text: str | Sequence[str] = "text",
    html: str = "html",
    title: str = "title",
    url: str = "url",
    fields: FieldsLike = (),
    delimiter: str | None = None,
    encoding: str | None = None,
    main_content: str = "landmarks",
    skip_bad: bool | None = None,
    compared: str = "",
) -> Documents:
    """Reads documents that the caller knows by another name, as errors do then; with the fields that are
    compared, where no others are named."""
    checked(id=id, html=html, title=title, url=url, main_content=main_content)
    if skip_bad is not None:
        checked(skip_bad=skip_bad)
    texts = names_of(text, "text")
    if not texts:
        raise DejaluError("text names no column; expected one or more")
    if isinstance(source, Documents) or is_list_of(source, Document):
        late = {"id": id != "id", "text": texts != ["text"], "html": html != "html"}
        late |= {"title": title != "title", "url": url != "url", "skip_bad": bool(skip_bad)}
        late |= {"fields": bool(fields), "delimiter": delimiter is not None}
        late |= {"encoding": encoding is not None}
        _refuse_late("documents", late)
    if isinstance(source, Documents):
        _check_pages(what, source, main_content)
        check_fields(what, source, compared)
        return source
    columns = {
        "id": id,
        "text": texts,
        "html": html,
        "title": title,
        "url": url,
        "fields": fields_of(fields) or compared,
        "delimiter": delimiter,
        "encoding": encoding,
        "main_content": main_content,
    }
    if isinstance(source, (str, os.PathLike)):
        documents = Documents.read([os.fspath(source)], columns, skip_bad)
    elif is_list_of(source, os.PathLike):
        documents = Documents.read([os.fspath(path) for path in source], columns, skip_bad)
    elif is_list_of(source, Document):
        documents = Documents.of_list(_all_documents(what, source))
    else:
        table = _documents_table(source, id, texts[0])
        wanted = {id, *texts, html, title, url, "cluster", "split", "date"}
        wanted |= {part.split("=", 1)[-1] for part in columns["fields"].split(",") if part}
        if texts == ["text"] and html == "html":
            wanted |= {"content", "body"}
        names, cells = columns_of(table, wanted, what)
        is_told = bool(cells.keys() & (wanted - {id, title, url, "cluster", "split", "date"}))
        if id not in names and is_told and (index := _index_of(table, cells, id)) is not None:
            names, cells = [id, *names], {id: _values(index, id), **cells}
        documents = Documents.of_columns(what, names, cells, columns, bool(skip_bad))
    check_fields(what, documents, compared)
    _warn_of_skipped(documents.skipped, "document", "documents", stacklevel=4)
    return documents


def check_fields(what: str, read: Documents | Pairs, compared: str) -> None:
    """Refuses documents without fields where fields are compared."""
    if compared and not read.have_fields:
        names = ", ".join(part.split("=", 1)[0] for part in compared.split(","))
        raise DejaluError(
            f"{what}: they have no fields, and the fields {names} are compared; "
            "read a table or references with fields"
        )


def read_pairs(
    source: PairsLike,
    documents: DocumentsLike | None = None,
    labels: Iterable[Any] | None = None,
    *,
    left: str = "id_a",
    right: str = "id_b",
    label: str = "label",
    split: str | Sequence[str] = (),
    columns: Sequence[str] = (),
    fields: FieldsLike = (),
    unlabelled: bool = True,
    audit: bool = True,
    main_content: str = "landmarks",
    skip_bad: bool = False,
) -> Pairs:
    """Reads pairs of documents.

    Parameters
    ----------
    source:
        A path to a ``.csv``, ``.tsv`` or ``.jsonl`` table (also ``.gz``, ``.zst``), or a frame, an
        Arrow table, a mapping of columns or a list of mappings: with ``id_a`` and ``id_b``, which
        name ``documents``, or with the texts (``text_a``, ``text_b``), web pages (``html_a``,
        ``html_b``) or paths (``path_a``, ``path_b``) themselves. Or a list of pairs, or an array
        with two columns: of ids where ``documents`` are given, else of texts. Equal texts without
        ids are one document, named by the row and side where it stands first ("1a"): it is read
        once, counts once, and is in one fold.
    documents:
        The documents that ids refer to: anything that ``read_documents`` takes.
    labels:
        One for each pair, instead of a column: 1 or 0, True or False, "duplicate" or "distinct".
    left, right, label:
        The names of the columns.
    split:
        Use only pairs whose column ``split`` has one of these values.
    columns:
        Columns of numbers to use as features of your own, for example an embedding similarity.
    fields:
        Of the documents, as for ``read_documents``.
    unlabelled:
        Whether a pair may lack a label.
    audit:
        Whether pairs of the audit stream of a file of answers (labels.jsonl) are read.
    main_content:
        As for ``read_documents``.
    skip_bad:
        Whether to skip pairs that cannot be read, with a warning, instead of raising an error.

    Raises
    ------
    DejaluError
        The first pair that cannot be read, with the place where it stands: row 3 of a table in
        memory, counted from 0, is ``pairs[3]``.
    OSError
        A file that the system refuses.
    TypeError
        A source of another type; options of reading beside ``Pairs``, which were read before.
    """
    checked(left=left, right=right, label=label, unlabelled=unlabelled, skip_bad=skip_bad)
    checked(audit=audit)
    checked(main_content=main_content)
    splits, own = names_of(split, "split"), names_of(columns, "columns")
    if isinstance(source, Pairs):
        late = {"documents": documents is not None, "labels": labels is not None}
        late |= {"left": left != "id_a", "right": right != "id_b", "label": label != "label"}
        late |= {"split": splits != [], "skip_bad": skip_bad}
        late |= {"columns": not set(own) <= set(source.columns), "audit": not audit}
        _refuse_late("pairs", late)
        _check_pages("pairs", source, main_content)
        check_fields("pairs", source, fields_of(fields))
        return source
    known = None
    if documents is None and fields:
        raise DejaluError("fields are those of documents; pass documents as well")
    if documents is not None:
        # Those that were read before have the fields that they were read with.
        were_read = isinstance(documents, Documents) or is_list_of(documents, Document)
        late_fields = {"fields": (), "compared": fields_of(fields)}
        named_fields = late_fields if were_read else {"fields": fields}
        known = read_as("documents", documents, main_content=main_content, **named_fields)
    named = {
        "left": left,
        "right": right,
        "label": label,
        "unlabelled": unlabelled,
        "split": splits,
        "skip_bad": skip_bad,
        "main_content": main_content,
        "columns": own,
        "audit": audit,
    }
    if isinstance(source, (str, os.PathLike)):
        if labels is not None:
            raise TypeError("labels are read from the file; pass them only for pairs in memory")
        pairs = Pairs.read(os.fspath(source), named, known)
    else:
        table = _pairs_table(source, known is not None, left, right)
        sides = {f"{kind}_{side}" for kind in ("text", "html", "path") for side in "ab"}
        wanted = {left, right, label, "category", "group", "split", *own} | sides
        names, cells = columns_of(table, wanted, "pairs")
        if labels is not None:
            cells[label] = _values(labels, label)
            names = [*(name for name in names if name != label), label]
        pairs = Pairs.of_columns(names, cells, named, known)
    _warn_of_skipped(pairs.skipped, "pair", "pairs")
    for warning in pairs.warnings:
        warnings.warn(warning, DataWarning, stacklevel=2)
    return pairs


def one_document(source: DocumentLike, name: str, main_content: str = "landmarks") -> Document:
    """Converts a text, a file or a document to a document; a text gets the id ``name``."""
    if isinstance(source, Document):
        return source
    if isinstance(source, os.PathLike):
        return Document.read(os.fspath(source), main_content)
    if isinstance(source, str):
        return Document(name, source)
    raise TypeError(f"{name} is {kind_of(source)}: expected a text, a pathlib.Path or a Document")


def texts_beside(a: Any, b: Any) -> list[tuple[str, str]] | None:
    """The pairs of two texts, or of two columns of texts; None of anything else."""
    if isinstance(a, str) and isinstance(b, str):
        return None if _is_path(a) else [(a, b)]
    left, right = _texts(a), _texts(b)
    if left is None or right is None:
        return None
    if len(left) != len(right):
        raise DejaluError(f"{len(left):,} texts beside {len(right):,}; give as many of both")
    return list(zip(left, right))


def _is_path(text: str) -> bool:
    """Whether a text names a table, or any file that is there."""
    tables = (".csv", ".tsv", ".jsonl", ".json", ".parquet", ".gz", ".zst")
    return text.lower().endswith(tables) or (len(text) < 4096 and os.path.exists(text))


def _texts(column: Any) -> list[str] | None:
    """The texts of a list, an array or a series, if it holds texts."""
    if not (_is_list(column) or _is_column(column)):
        return None
    texts = column if _is_list(column) else [text for part in _values(column, "text")[1] for text in part]
    return list(texts) if len(texts) > 0 and isinstance(texts[0], str) else None


def _refuse_late(what: str, late: dict[str, bool]) -> None:
    """Refuses reading options for data that were already read."""
    names = [name for name, given in late.items() if given]
    if names:
        raise TypeError(
            f"the {what} were read before, and {', '.join(names)} would have no effect; "
            f"pass it to read_{what}"
        )


def _check_pages(what: str, read: Documents | Pairs, main_content: str) -> None:
    if read.main_content not in (None, main_content):
        raise DejaluError(
            f"main_content '{main_content}': the pages of these {what} were read with "
            f"'{read.main_content}'; read them again, or use the same option"
        )


def _all_documents(what: str, source: Sequence[Any]) -> list[Document]:
    for row, document in enumerate(source):
        if not isinstance(document, Document):
            raise TypeError(f"{what}[{row}] is {kind_of(document)}: expected a Document")
    return list(source)


def _warn_of_skipped(skipped: list[str], one: str, many: str, stacklevel: int = 3) -> None:
    if skipped:
        counted = f"1 {one}" if len(skipped) == 1 else f"{len(skipped)} {many}"
        warnings.warn(f"{counted} left out; {skipped[0]}", DataWarning, stacklevel=stacklevel)


def _documents_table(source: Any, id: str, text: str) -> Any:
    """Texts get their places as ids; anything else is a table already."""
    by_id = isinstance(source, Mapping) and not {id, text} <= source.keys()
    if by_id and all(isinstance(value, str) or _is_missing(value) for value in source.values()):
        return {id: list(source.keys()), text: list(source.values())}
    if _is_column(source):
        return {id: _pandas_index(source) or _places(source), text: source}
    if is_list_of(source, Mapping) or not _is_list(source):
        return source
    return {id: _places(source), text: list(source)}


def _places(source: Any) -> list[str]:
    """The ids of texts without any."""
    return [str(place) for place in range(len(source))]


def _pandas_index(source: Any) -> list[Any] | None:
    """The index of a pandas frame or series, if it has one level."""
    index = getattr(source, "index", None)
    has_index = hasattr(source, "iloc") and getattr(index, "nlevels", 2) == 1
    return index.tolist() if has_index else None


def _index_of(table: Any, cells: dict[str, Any], id: str) -> list[Any] | None:
    """What names the documents of a table without a column of ids: its index, or the numbers of its rows.
    None where the column was named, and neither it nor such an index is there."""
    index = _pandas_index(table)
    is_named = id != "id" and getattr(getattr(table, "index", None), "name", None) != id
    if is_named:
        return None
    return index if index is not None else list(range(next(iter(cells.values()))[0]))


def _is_missing(value: Any) -> bool:
    """Whether it is what Python and its data frames call missing."""
    kind = type(value).__name__
    return value is None or kind in ("NAType", "NaTType") or (isinstance(value, Number) and value != value)


def _pairs_table(source: Any, have_documents: bool, left: str, right: str) -> Any:
    """Pairs become columns, of ids or of texts; anything else is a table already."""
    if is_list_of(source, Mapping):
        return source
    if hasattr(source, "__array__") and not hasattr(source, "columns"):
        source = source.tolist()
    if not _is_list(source):
        return source
    sides: tuple[list[Any], list[Any]] = ([], [])
    for row, pair in enumerate(source):
        if isinstance(pair, np.ndarray):
            pair = pair.tolist()
        if not _is_list(pair):
            raise TypeError(f"pairs[{row}] is {kind_of(pair)}: expected two ids or two texts")
        if len(pair) != 2:
            raise TypeError(f"pairs[{row}] holds {len(pair)} values: expected two ids or two texts")
        for side, value in zip(sides, pair):
            if not have_documents and _is_number(value):
                raise TypeError(
                    f"pairs[{row}] holds {kind_of(value)}: expected two texts; "
                    "for pairs of ids pass documents"
                )
            side.append(value)
    if have_documents:
        return {left: sides[0], right: sides[1]}
    return {"text_a": sides[0], "text_b": sides[1]}


def _is_number(value: Any) -> bool:
    """Whether it is a number; NaN stands for what is missing."""
    return isinstance(value, Number) and value == value


#: What tables come in.
_TABLES = "a path, a list, a mapping, a pandas or polars frame, or an Arrow table"


def columns_of(table: Any, wanted: set[str], what: str) -> tuple[list[str], dict[str, Any]]:
    """All names of a table, and the values of the wanted columns."""
    if is_list_of(table, Mapping):
        for row, cells in enumerate(table):
            if not isinstance(cells, Mapping):
                raise TypeError(f"{what}[{row}] is {kind_of(cells)}: expected a mapping")
        keys = dict.fromkeys(name for row in table for name in row)
        table = {name: [row.get(name) for row in table] for name in keys}
    if isinstance(table, Mapping):
        names = list(table)
        columns: Any = table
    elif hasattr(table, "columns") and hasattr(table, "__getitem__"):
        columns = table
        names = list(getattr(table, "column_names", table.columns))
    elif hasattr(table, "__arrow_c_stream__"):
        return columns_of(_by_arrow(table, what), wanted, what)
    else:
        raise TypeError(f"{what} are {kind_of(table)}: expected {_TABLES}")
    keys = {str(name): name for name in names}
    for name in wanted & keys.keys():
        if sum(str(other) == name for other in names) > 1:
            raise DejaluError(f"{what}: column '{name}' occurs twice; give each a different name")
    found = {name: _values(columns[key], name) for name, key in keys.items() if name in wanted}
    return list(keys), found


def _by_arrow(table: Any, what: str) -> Any:
    """Anything with an Arrow interface, as the table of an installed library."""
    for library, kind in (("pyarrow", "table"), ("polars", "DataFrame")):
        try:
            read = getattr(importlib.import_module(library), kind)
        except ImportError:
            continue
        try:
            return read(table)
        except (TypeError, ValueError) as reason:
            sentence = f"{what} are {kind_of(table)}: expected {_TABLES} ({reason})"
            raise TypeError(sentence) from None
    raise TypeError(f"{what} are {kind_of(table)}: read by pyarrow or polars; install one")


#: Cells converted to Python objects at a time, so that a column's texts are never all in memory.
_CHUNK = 128


def _values(column: Any, name: str) -> tuple[int, Iterator[list[Any]]]:
    """How many values a column has, and they as Python's own, in lists, when they are asked for."""
    if isinstance(column, (str, bytes, Mapping)) or not hasattr(column, "__iter__"):
        raise TypeError(f"column '{name}' is {kind_of(column)}: expected a list of values")
    if hasattr(column, "to_pylist"):  # Arrow
        return len(column), (part.to_pylist() for part in _parts(column, column.slice))
    if hasattr(column, "to_list") and hasattr(column, "slice"):  # polars
        return len(column), (part.to_list() for part in _parts(column, column.slice))
    if hasattr(column, "to_list") and hasattr(column, "iloc"):  # pandas
        rows = column.iloc
        parts = _parts(column, lambda at, n: rows[at : at + n])
        return len(column), (part.to_list() for part in parts)
    if hasattr(column, "tolist"):  # NumPy
        column = column.tolist()
    column = list(column)
    return len(column), _parts(column, lambda at, n: column[at : at + n])


def _parts(column: Any, part: Any) -> Iterator[Any]:
    return (part(at, _CHUNK) for at in range(0, len(column), _CHUNK))


def _is_column(source: Any) -> bool:
    """Whether it is an array or a series: values and no names."""
    values = any(hasattr(source, name) for name in ("to_pylist", "to_list", "tolist"))
    return values and not hasattr(source, "columns") and getattr(source, "ndim", 1) == 1


def is_table(source: Any) -> bool:
    """Whether it has named columns: a frame, an Arrow table, a mapping or a list of mappings."""
    frame = any(hasattr(source, name) for name in ("columns", "column_names"))
    arrow = hasattr(source, "__arrow_c_stream__") and not _is_column(source)
    return isinstance(source, Mapping) or is_list_of(source, Mapping) or frame or arrow


def _is_list(source: Any) -> bool:
    return isinstance(source, Sequence) and not isinstance(source, (str, bytes))


def given_ids(ids: list[str], whole: bool) -> list[Any]:
    """Ids as the user gave them: whole numbers, or texts."""
    return [int(id) for id in ids] if whole else ids


def is_list_of(source: Any, kind: type) -> bool:
    return _is_list(source) and len(source) > 0 and isinstance(source[0], kind)


__all__ = [
    "DataWarning",
    "DejaluError",
    "Document",
    "Documents",
    "Pairs",
    "read_documents",
    "read_pairs",
]
