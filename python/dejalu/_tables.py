"""Converts users' data to documents and pairs."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Number
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np

from ._dejalu import DejaluError, Document, Documents, Pairs
from ._frames import columns_of, index_of, is_list, is_list_of, is_table, named_columns, tidied, values
from ._options import checked, fields_of, kind_of, names_of
from ._origin import Origin

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
        Or what is in memory: a frame (pandas, polars, also lazy, Arrow, DuckDB, a dataset of Hugging Face, anything with
        ``__arrow_c_stream__`` where pyarrow or polars is installed), a mapping of columns or a
        list of mappings, each with a text or a web page, and an id unless that is the index of a pandas
        frame or the number of the row, from 0; a mapping of id to text; a pandas series of texts, whose ids are
        its index; a list, array, generator or other series of texts, whose ids are 0, 1 and so on; a list of
        ``Document``. Ids are in results as they are here, and results of a frame are frames of its library.
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
        documents = _of_memory(what, source, columns, bool(skip_bad))
    check_fields(what, documents, compared)
    _warn_of_skipped(documents.skipped, "document", "documents", stacklevel=4)
    return documents


def _of_memory(what: str, source: Any, columns: dict[str, Any], skip_bad: bool) -> Documents:
    """Reads documents from a table, texts or a mapping that Python has."""
    id, texts = columns["id"], columns["text"]
    plain = tidied(source, what)
    # What can be gone through once is kept as it was found; a lazy frame as it was collected.
    is_frame = isinstance(plain, (nw.DataFrame, nw.Series)) and not hasattr(source, "with_format")
    source = plain if is_frame or not hasattr(source, "__getitem__") else source
    table, given = _documents_table(plain, id, texts[0])
    others = {id, columns["title"], columns["url"], "cluster", "split", "date"}
    wanted = {*others, *texts, columns["html"]}
    wanted |= {part.split("=", 1)[-1] for part in columns["fields"].split(",") if part}
    if texts == ["text"] and columns["html"] == "html":
        wanted |= {"content", "body"}
    names, cells = columns_of(table, wanted, what)
    by_index = isinstance(plain, nw.Series)
    is_told = bool(cells.keys() & (wanted - others))
    if given is None and id in cells:
        given = _column(table, id, what)
    elif given is None and is_told and (given := _index_of(plain, cells, id)) is not None:
        names, by_index = [id, *names], True
    if by_index:
        _check_index(what, plain, skip_bad)
    if given is not None:
        cells[id] = id_cells(values(given, id))
    origin = Origin(source, given, like=plain)
    documents = Documents.of_columns(what, names, cells, columns, skip_bad, origin)
    origin.whole = documents.whole_ids
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
        ``html_b``) or paths (``path_a``, ``path_b``) themselves. Or a list of pairs, or a table or an array
        with two columns, whatever they are called: of ids where ``documents`` are given, else of texts. Or a text, or a
        list or series of texts, with as many in the place of ``documents``, side by side. Equal texts without
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
    source, documents = tidied(source, "pairs"), tidied(documents, "documents")
    like, beside = source, texts_beside(source, documents)
    if beside is not None:
        source, documents = beside, None
    _check_documents(documents)
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
        origin = _origin_of_pairs(None, known)
        pairs = Pairs.read(os.fspath(source), named, known, origin)
        origin.whole = pairs.whole_ids
    else:
        others = {label, "category", "group", "split", *own}
        table = _pairs_table(source, known is not None, left, right, others)
        names, cells = columns_of(table, {left, right, *_SIDES, *others}, "pairs")
        for side in {left, right} & cells.keys():
            cells[side] = id_cells(cells[side])
        if labels is not None:
            cells[label] = values(labels, label)
            names = [*(name for name in names if name != label), label]
        origin = _origin_of_pairs(like, known)
        pairs = Pairs.of_columns(names, cells, named, known, origin)
        origin.whole = pairs.whole_ids
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
    if b is None:
        return None
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
    """The texts of a list or a series, if it holds texts."""
    texts = column.to_list() if isinstance(column, nw.Series) else column
    return list(texts) if is_list(texts) and len(texts) > 0 and isinstance(texts[0], str) else None


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


def _documents_table(source: Any, id: str, text: str) -> tuple[Any, Any]:
    """A table, and what names its rows if it has no ids of its own: a mapping of texts has names, texts have the
    index of pandas or their places."""
    by_id = isinstance(source, Mapping) and not {id, text} <= source.keys()
    if by_id and all(isinstance(value, str) or _is_missing(value) for value in source.values()):
        return {id: list(source.keys()), text: list(source.values())}, list(source.keys())
    if isinstance(source, nw.Series) or (is_list(source) and not is_list_of(source, Mapping)):
        given = _pandas_index(source)
        given = range(len(source)) if given is None else given
        return {id: given, text: source}, given
    return source, None


def _column(table: Any, name: str, what: str) -> Any:
    """A column of a table that has it."""
    names, column = named_columns(table, what)
    found = tidied(column(next(key for key in names if str(key) == name)), f"column '{name}'")
    return found if isinstance(found, nw.Series) else list(found)


def id_cells(cells: tuple[int, Iterator[list[Any]]]) -> tuple[int, Iterator[list[Any]]]:
    """Cells of ids: what is neither a number nor a date is a text there, such as a UUID or a pair of an index."""
    count, parts = cells
    return count, ([_id_cell(value) for value in part] for part in parts)


def _id_cell(value: Any) -> Any:
    is_cell = isinstance(value, (str, Number, bytes, list, dict)) or hasattr(value, "isoformat")
    is_text = not is_cell and not _is_missing(value) and not hasattr(value, "item")
    return str(value) if is_text else value


def _pandas_index(source: Any) -> nw.Series[Any] | None:
    """The index of a pandas frame or series."""
    index = index_of(source)
    return None if index is None else nw.from_native(index.to_series(), series_only=True)


def _check_index(what: str, source: Any, skip_bad: bool) -> None:
    """Refuses an index that names rows alike, as that of two frames that were put together."""
    index = index_of(source)
    if index is not None and not index.is_unique and not skip_bad:
        twice = index[index.duplicated()][0]
        raise DejaluError(
            f"{what}: the index has '{twice}' more than once, and names the documents; number them anew with "
            ".reset_index(drop=True), or name a column of ids with id"
        )


def _index_of(table: Any, cells: dict[str, Any], id: str) -> Any:
    """What names the documents of a table without a column of ids: its index, or the numbers of its rows.
    None where the column was named, and neither it nor such an index is there."""
    is_named = id != "id" and getattr(index_of(table), "name", None) != id
    if is_named:
        return None
    index = _pandas_index(table)
    return index if index is not None else range(next(iter(cells.values()))[0])


def _is_missing(value: Any) -> bool:
    """Whether it is what Python and its data frames call missing."""
    kind = type(value).__name__
    return value is None or kind in ("NAType", "NaTType") or (isinstance(value, Number) and value != value)


#: The columns of pairs that are no ids.
_SIDES = [f"{kind}_{side}" for kind in ("text", "html", "path") for side in "ab"]


def _origin_of_pairs(table: Any, known: Documents | None) -> Origin:
    """The ids of the documents, and the library of the pairs, or else of the documents."""
    documents = Origin() if known is None else Origin.of(known)
    is_frame = isinstance(table, (nw.DataFrame, nw.Series))
    return Origin(table if is_frame else None, documents.given, like=table if is_frame else documents.frame)


def _check_documents(documents: Any) -> None:
    """Refuses labels in the place of documents."""
    first = documents[0] if isinstance(documents, (list, tuple, nw.Series)) and len(documents) > 0 else None
    if isinstance(first, (Number, np.generic)) and not _is_missing(first):
        raise TypeError("documents hold numbers: expected texts; labels of pairs are passed as labels=…")


def _pairs_table(source: Any, have_documents: bool, left: str, right: str, others: set[str]) -> Any:
    """Pairs become columns, of ids or of texts: those of a list, and two columns, whatever their names."""
    if is_table(source):
        names, column = named_columns(source, "pairs")
        sides = [name for name in names if str(name) not in others]
        if len(sides) != 2 or {str(name) for name in sides} & {left, right, *_SIDES}:
            return source
        texts = (left, right) if have_documents else ("text_a", "text_b")
        return dict(zip(texts, map(column, sides))) | {it: column(it) for it in names if it not in sides}
    if isinstance(source, np.ndarray):
        source = source.tolist()
    if not is_list(source):
        return source
    columns: tuple[list[Any], list[Any]] = ([], [])
    for row, pair in enumerate(source):
        if isinstance(pair, np.ndarray):
            pair = pair.tolist()
        if not is_list(pair):
            one = "; a list of one pair is [(a, b)]" if isinstance(pair, str) else ""
            raise TypeError(f"pairs[{row}] is {kind_of(pair)}: expected two ids or two texts{one}")
        if len(pair) != 2:
            raise TypeError(f"pairs[{row}] holds {len(pair)} values: expected two ids or two texts")
        for cells, value in zip(columns, pair):
            if not have_documents and _is_number(value):
                raise TypeError(
                    f"pairs[{row}] holds {kind_of(value)}: expected two texts; "
                    "for pairs of ids pass documents"
                )
            cells.append(value)
    if have_documents:
        return {left: columns[0], right: columns[1]}
    return {"text_a": columns[0], "text_b": columns[1]}


def _is_number(value: Any) -> bool:
    """Whether it is a number; NaN stands for what is missing."""
    return isinstance(value, Number) and value == value


__all__ = [
    "DataWarning",
    "DejaluError",
    "Document",
    "Documents",
    "Pairs",
    "read_documents",
    "read_pairs",
]
