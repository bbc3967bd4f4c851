"""A document read once and packed: the hashes of what it speaks of, as it is kept in the store.

Terms are kept as 32-bit hashes, so that ten thousand documents are unpacked by a few numpy calls and not word
by word. Two terms of one hash would be taken for the same; among a hundred thousand different terms that is
one expected pair. A packed document is little-endian: five counts (bytes of the title, bytes of the words,
terms, phrases, terms of all phrases), the terms' hashes, how often each is said, the phrases' lengths and
their terms' hashes, then the title and the words as UTF-8, filled up to whole 4 bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

from orbit.memory.document import Document
from orbit.memory.words.language import plain, read

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint32]
    Places = NDArray[np.int64]

__all__ = ["Unpacked", "hashed", "pack", "unpack"]

_TITLE_COUNTS = 3  # what the title says is said so often again
_HEAD = 5


@lru_cache(maxsize=1 << 16)
def hashed(term: str) -> int:
    """Give the 32-bit hash a term is kept by."""
    return crc32(term.encode())


def pack(document: Document) -> bytes:
    """Read a document and give what retrieval needs of it as bytes."""
    import numpy as np

    said = Counter(read(document.text).terms)
    for term in read(document.title).terms:
        said[term] += _TITLE_COUNTS
    phrases = [sorted({hashed(term) for term in read(phrase).terms}) for phrase in document.phrases]
    title, words = document.title.encode(), " ".join(sorted(set(plain(document.text).split()))).encode()
    flat = [number for phrase in phrases for number in phrase]
    numbers = [
        *(len(title), len(words), len(said), len(phrases), len(flat)),
        *(hashed(term) for term in said),
        *said.values(),
        *map(len, phrases),
        *flat,
    ]
    text = title + words
    return np.array(numbers, dtype="<u4").tobytes() + text + bytes(-len(text) % 4)


@dataclass(frozen=True)
class Unpacked:
    """Many documents as arrays, in their order.

    ``owners`` gives for each entry of ``terms`` its document; ``counts`` how often the document says it.
    ``phrases`` are the phrases' terms, ``phrase_starts`` where each phrase begins in them, ``first_phrase``
    which phrase is each document's first one; all of these have one entry more than there are, the end.
    """

    owners: Places
    terms: Numbers
    counts: Numbers
    phrases: Numbers
    phrase_starts: Places
    first_phrase: Places
    _whole: bytes
    _texts: Places
    _sizes: Numbers

    def title(self, at: int) -> str:
        """Give a document's title."""
        start = int(self._texts[at])
        return self._whole[start : start + int(self._sizes[at, 0])].decode()

    def words(self, at: int) -> str:
        """Give the different words of a document, in one line."""
        start = int(self._texts[at]) + int(self._sizes[at, 0])
        return self._whole[start : start + int(self._sizes[at, 1])].decode()


def unpack(rows: Sequence[bytes]) -> Unpacked:
    """Give packed documents as arrays."""
    import numpy as np

    whole = b"".join(rows)
    numbers = np.frombuffer(whole, dtype="<u4").astype(np.uint32, copy=False)
    starts = ends_of([len(row) // 4 for row in rows])
    heads = numbers[starts[:-1, None] + np.arange(_HEAD)]
    terms, phrases, flat = (heads[:, at].astype(np.int64) for at in (2, 3, 4))
    at_terms = starts[:-1] + _HEAD
    at_lengths = at_terms + 2 * terms
    at_flat = at_lengths + phrases
    lengths = numbers[spans(at_lengths, phrases)]
    return Unpacked(
        owners=np.repeat(np.arange(len(rows)), terms),
        terms=numbers[spans(at_terms, terms)],
        counts=numbers[spans(at_terms + terms, terms)],
        phrases=numbers[spans(at_flat, flat)],
        phrase_starts=ends_of(lengths),
        first_phrase=ends_of(phrases),
        _whole=whole,
        _texts=4 * (at_flat + flat),
        _sizes=heads,
    )


def ends_of(lengths: Sequence[int] | Numbers | Places) -> Places:
    """Give where each run of these lengths begins, and where the last one ends."""
    import numpy as np

    return np.concatenate([[0], np.cumsum(np.asarray(lengths, dtype=np.int64))])


def spans(starts: Places, lengths: Places) -> Places:
    """Give the places of many runs, one after another."""
    import numpy as np

    before = np.repeat(np.cumsum(lengths) - lengths, lengths)
    return np.repeat(starts, lengths) + np.arange(len(before)) - before
