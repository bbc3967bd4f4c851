"""An embedder that remembers what it was asked last: a request is asked about more than once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from threading import Lock
from typing import TYPE_CHECKING

from orbit.memory.embedding.protocol import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Asked = dict[str, Future[NDArray[np.float32]]]

__all__ = ["Remembering"]

_KEPT = 256  # texts; with 384 numbers each, less than half a megabyte


class Remembering:
    """Keeps the vectors of the last texts in memory, and nowhere else: what is forgotten must be gone.

    Threads that ask for the same text at the same time share the one answer, or the one failure.
    """

    def __init__(self, inner: Embedder, *, kept: int = _KEPT) -> None:
        self.inner, self._size = inner, kept
        self._kept: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._asked: Asked = {}
        """What is being embedded just now."""
        self._turn = Lock()

    @property
    def fingerprint(self) -> str:
        """Name the model: the vectors are its own."""
        return self.inner.fingerprint

    @property
    def dimension(self) -> int:
        """Give the length of a vector."""
        return self.inner.dimension

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give one row a text; what is not remembered is embedded in one call. Raises ModelError."""
        import numpy as np

        rows: dict[str, NDArray[np.float32]] = {}
        mine: Asked = {}
        with self._turn:
            theirs = {text: self._asked[text] for text in texts if text in self._asked}
            for text in dict.fromkeys(texts):
                if text in self._kept:
                    self._kept.move_to_end(text)
                    rows[text] = self._kept[text]
                elif text not in theirs:
                    mine[text] = self._asked[text] = Future()
        self._answer(mine)
        rows |= {text: asked.result() for text, asked in (theirs | mine).items()}
        return np.stack([rows[text] for text in texts]) if texts else self.inner.embed(texts)

    def knows(self, text: str) -> bool:
        """Say whether a text's vector is remembered, or will be in a moment."""
        with self._turn:
            return text in self._kept or text in self._asked

    def _answer(self, mine: Asked) -> None:
        try:
            vectors = dict(zip(mine, self.inner.embed([*mine]), strict=True)) if mine else {}
        except BaseException as error:
            for asked in mine.values():
                asked.set_exception(error)
            raise
        else:
            for text, vector in vectors.items():
                mine[text].set_result(vector)
            self._remember(vectors)
        finally:
            with self._turn:
                for text in mine:
                    del self._asked[text]

    def _remember(self, vectors: dict[str, NDArray[np.float32]]) -> None:
        with self._turn:
            self._kept.update(vectors)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
