"""A saved set as text, piece by piece: uncompressed as it is read, and only up to a size that sets have."""

from __future__ import annotations

import codecs
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from daw_bridges.ableton.saved.attributes import MalformedError
from daw_bridges.ableton.saved.cursor import UnfinishedError

__all__ = ["PIECE", "pieces_of"]

_MAGIC = b"\x1f\x8b"
_GZIP = 16 + zlib.MAX_WBITS
_COMPRESSED = 1 << 14
PIECE = 1 << 17

# The largest sets in the world hold some hundred megabytes of XML.
MOST = 1 << 30

# XML as repetitive as Live's is packed a few dozen times; small files may be packed as densely as they like.
DENSEST = 200
ANY_DENSITY = 1 << 25


def pieces_of(file: BinaryIO) -> Iterator[str]:
    """The text of an open set. Live's own are gzip; XML that is not compressed is read as well, as Live does.

    Raises MalformedError for what is neither, UnfinishedError for a file that ends too early.
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        for piece in _bounded(file):
            yield decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise MalformedError("its text is not UTF-8") from error


def _bounded(file: BinaryIO) -> Iterator[bytes]:
    packed = _Counted(file)
    total = 0
    for piece in _unpacked(packed):
        total += len(piece)
        if total > MOST or (total > ANY_DENSITY and total > DENSEST * packed.read_so_far):
            raise MalformedError(f"it unpacks to more than {total // (1 << 20)} MB, which no set does")
        yield piece


class _Counted:
    """An open file that knows how much of it was read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.read_so_far = 0

    def read(self) -> bytes:
        data = self._file.read(_COMPRESSED)
        self.read_so_far += len(data)
        return data


def _unpacked(packed: _Counted) -> Iterator[bytes]:
    data = packed.read()
    if not data:
        raise UnfinishedError
    if data.startswith(_MAGIC):
        yield from _inflated(packed, data)
    elif data.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"<":
        while data:
            yield data
            data = packed.read()
    else:
        raise MalformedError("it is neither gzip nor XML")


def _inflated(packed: _Counted, data: bytes) -> Iterator[bytes]:
    stream = zlib.decompressobj(_GZIP)
    try:
        while data:
            yield stream.decompress(data, PIECE)
            data = stream.unconsumed_tail
            if stream.eof:
                # What stands behind the end is another part of the same text, or padding.
                data = (stream.unused_data or packed.read()).lstrip(b"\0")
                if not data.startswith(_MAGIC):
                    return
                stream = zlib.decompressobj(_GZIP)
            elif not data:
                data = packed.read()
    except zlib.error as error:
        raise MalformedError("its compressed data are damaged") from error
    raise UnfinishedError
