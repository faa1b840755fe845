"""Reading Parquet within bounds of memory: three hundred bytes may say a text of a megabyte six
thousand times over."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

_ROWS_AT_ONCE = 1000
_ROW_MOST_BYTES = 4 * 1024 * 1024
_AT_ONCE_MOST_BYTES = 16 * 1024 * 1024
_VALUES_LEAST = 10_000
_CHUNK_LEAST_BYTES = 64 * 1024 * 1024
_TIMES_MOST = 200
"""How much longer than its file a column may be, past `_CHUNK_LEAST_BYTES`."""
_LEVELS_MOST = 32
_COLUMNS_MOST = 2000
_FIXED_MOST_BYTES = 4096
_MEMORY_MOST_BYTES = 512 * 1024 * 1024
_MEMORY_TIMES = 4
"""What reading may take beyond `_MEMORY_MOST_BYTES`, as often as the file is long."""


class TooMuch(Exception):
    """The file says more than anybody's file would; one line says what."""


class Damaged(Exception):
    """The file is no Parquet, or not any more; one line says why."""


def read_parquet(path: Path) -> Iterator[dict[str, Any] | None]:
    """The rows of a Parquet file as JSON has them; None for one that is longer than a row may be.

    Raises `TooMuch`, before anything is made of it, and `Damaged`.

    Read by another process, which may take so much memory and no more: pages may lie about their
    sizes, and at some damaged files the library ends its own process.
    """
    command = [sys.executable, "-m", "shortlist.service.index.imports.parquet", str(path)]
    # What they set aside ahead of need counts as taken.
    alone = {"ARROW_DEFAULT_MEMORY_POOL": "system", "OPENBLAS_NUM_THREADS": "1"}
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **alone},
    ) as asked:
        assert asked.stdout is not None
        try:
            for line in asked.stdout:
                told = orjson.loads(line)
                if not isinstance(told, list):
                    yield told
                    continue
                kind, why = told
                if kind:
                    raise TooMuch(why) if kind == TooMuch.__name__ else Damaged(why)
                return
            raise Damaged("it cannot be read to its end")
        finally:
            asked.kill()


def _tell(path: Path) -> None:
    """Write each row on standard output, a line each, and last a list: of nothing, or of what is
    wrong and why."""
    from pyarrow import ArrowException

    last = ["", ""]
    try:
        for row in _read(path):
            sys.stdout.buffer.write(orjson.dumps(row, default=_plain) + b"\n")
    except TooMuch as error:
        last = [TooMuch.__name__, str(error)]
    except MemoryError:
        last = [TooMuch.__name__, "it unpacks to many times its own length"]
    except (ArrowException, OSError, ValueError, TypeError) as error:
        last = [Damaged.__name__, str(error)]
    sys.stdout.buffer.write(orjson.dumps(last) + b"\n")
    sys.stdout.buffer.flush()


def _read(path: Path) -> Iterator[dict[str, Any] | None]:
    import numpy  # noqa: F401
    import pyarrow as pa
    from pyarrow import compute, parquet  # noqa: F401

    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    size = path.stat().st_size
    _take_no_more_than(_MEMORY_MOST_BYTES + _MEMORY_TIMES * size)
    texts = _ensure_bounded(parquet.read_metadata(path), size)
    # Each text is kept once, however often it is said, until how long the rows are is known.
    with parquet.ParquetFile(path, read_dictionary=texts) as file:
        for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE, use_threads=False):
            # Damaged, it may point at texts that are not there.
            batch.validate(full=True)
            yield from _rows(batch)


def _take_no_more_than(more: int) -> None:
    """Have the system give this process no more than `more` bytes beyond what it has (on Linux)."""
    import resource  # not on Windows

    with contextlib.suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + more
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _plain(value: Any) -> str:
    """What JSON has no word for, such as Parquet's dates, as text."""
    return str(value.isoformat() if hasattr(value, "isoformat") else value)


def _ensure_bounded(metadata: Any, size: int) -> list[str]:
    """Raise `TooMuch` unless the columns are of a length that a file of `size` bytes can have; the
    paths of those that hold texts."""
    if metadata.num_columns > _COLUMNS_MOST:
        raise TooMuch(f"{metadata.num_columns:,} columns, and {_COLUMNS_MOST:,} are read at most")
    texts = []
    for at in range(metadata.num_columns):
        column = metadata.schema.column(at)
        if column.path.count(".") > _LEVELS_MOST:
            raise TooMuch("columns nested too deep")
        if column.physical_type == "BYTE_ARRAY":
            texts.append(column.path)
        elif column.length > _FIXED_MOST_BYTES:
            raise TooMuch(f"values of {column.length:,} bytes in a column of numbers or ids")
    values = [0] * metadata.num_columns
    for group in map(metadata.row_group, range(metadata.num_row_groups)):
        for at in range(metadata.num_columns):
            chunk = group.column(at)
            values[at] += chunk.num_values
            if chunk.total_uncompressed_size > max(_CHUNK_LEAST_BYTES, _TIMES_MOST * size):
                raise TooMuch("it unpacks to many times its own length")
    # Nobody is told apart from others by less than a byte.
    if max(values, default=0) > max(_VALUES_LEAST, size):
        raise TooMuch(f"{max(values):,} values of a column in {size:,} bytes")
    return texts


def _rows(batch: Any) -> Iterator[dict[str, Any] | None]:
    """The rows of `batch`, made as many at a time as there is room for."""
    import numpy as np

    lengths = sum((_lengths(column) for column in batch.columns), np.zeros(len(batch), np.int64))
    start = 0
    while start < len(batch):
        if lengths[start] > _ROW_MOST_BYTES:
            yield None
            start += 1
            continue
        within = np.cumsum(lengths[start:]) <= _AT_ONCE_MOST_BYTES
        short = lengths[start:] <= _ROW_MOST_BYTES
        both = within & short
        count = len(both) if both.all() else int(both.argmin())
        yield from batch.slice(start, count).to_pylist()
        start += count


def _lengths(column: Any) -> Any:
    """How many bytes each value of `column` takes, at the least, as Python has it."""
    import numpy as np
    import pyarrow as pa
    from pyarrow import compute

    kind = column.type
    if pa.types.is_dictionary(kind):
        of_each = np.asarray(_lengths(column.dictionary))
        indices = np.asarray(compute.fill_null(column.indices, 0).cast(pa.int64()))
        return of_each[indices] if len(of_each) else np.zeros(len(column), np.int64)
    if pa.types.is_struct(kind):
        parts = map(_lengths, column.flatten())
        return sum(parts, np.full(len(column), 64, np.int64))
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_map(kind):
        ends = np.concatenate([[0], np.cumsum(_lengths(_values_of(column)))])
        offsets = np.asarray(column.offsets)
        return ends[offsets[1:]] - ends[offsets[:-1]] + 64
    if pa.types.is_binary(kind) or pa.types.is_string(kind) or _is_large(kind):
        told = compute.fill_null(compute.binary_length(column), 0)
        return np.asarray(told.cast(pa.int64())) + 16
    return np.full(len(column), 16, np.int64)


def _is_large(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_large_binary(kind) or pa.types.is_large_string(kind))


def _values_of(column: Any) -> Any:
    import pyarrow as pa

    if not pa.types.is_map(column.type):
        return column.values
    return pa.StructArray.from_arrays([column.keys, column.items], ["key", "value"])


if __name__ == "__main__":
    _tell(Path(sys.argv[1]))
