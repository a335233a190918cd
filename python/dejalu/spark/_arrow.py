"""Columns between Arrow and the crate: where each cell begins and ends, and all bytes one after the other."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Batches = Iterable[pa.RecordBatch]

#: A column for the crate: the places between the cells, and the bytes.
Cells = tuple[np.ndarray, np.ndarray]


def whole(batches: Batches) -> pa.Table | None:
    """All rows of a partition; None where there are none."""
    filled = [batch for batch in batches if batch.num_rows]
    return pa.Table.from_batches(filled) if filled else None


def parted(table: pa.Table, column: str) -> tuple[pa.Table, pa.Table]:
    """The rows with a value in this column, and the others."""
    has_value = pc.is_valid(table.column(column))
    return table.filter(has_value), table.filter(pc.invert(has_value))


def cells(column: pa.Array | pa.ChunkedArray) -> Cells:
    """A column of texts or bytes, as the crate takes it."""
    # Places of 64 bits: the texts of a partition may be larger than 2 GB.
    kind = pa.large_string() if pa.types.is_string(column.type) else pa.large_binary()
    column = column.cast(kind)
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks)
    _, places, data = array.buffers()
    if places is None or data is None:
        return np.zeros(len(array) + 1, np.int64), np.empty(0, np.uint8)
    found = np.frombuffer(places, np.int64, len(array) + 1, 8 * array.offset)
    return found, np.frombuffer(data, np.uint8)


def column(made: Cells) -> pa.Array:
    """A column of bytes that the crate made."""
    places, data = made
    buffers = [None, pa.py_buffer(places), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.binary(), len(places) - 1, buffers)


def places_of(numbers: np.ndarray, *sides: np.ndarray) -> list[np.ndarray]:
    """Where the documents of these numbers stand among ``numbers``."""
    order = np.argsort(numbers)
    return [order[np.searchsorted(numbers, side, sorter=order)] for side in sides]
