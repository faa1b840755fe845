"""Packing of a folder into one small file: Qdrant's files are 32 MB each, nearly all of it zeroes.

The file is compressed: a line of JSON that names the files, their sizes and the stretches of them
that hold anything, then those stretches. `tools.sample.build` packs it.
"""

from __future__ import annotations

import zlib
from pathlib import Path

import orjson


def unpack_folder(source: Path, folder: Path) -> None:
    """Make the files of `source`, which ships with this program, under `folder`."""
    packed = zlib.decompress(source.read_bytes())
    header, _, _ = packed.partition(b"\n")
    position = len(header) + 1
    for file in orjson.loads(header):
        path = folder / file["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as opened:
            for offset, length in file["stretches"]:
                opened.seek(offset)
                opened.write(memoryview(packed)[position : position + length])
                position += length
            opened.truncate(file["size"])
