"""An embedder that remembers what it was asked last: a request is asked about more than once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING

from orbit.memory.embedding.protocol import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Remembering"]

_KEPT = 256  # texts; with 384 numbers each, less than half a megabyte


class Remembering:
    """Keeps the vectors of the last texts in memory, and nowhere else: what is forgotten must be gone."""

    def __init__(self, inner: Embedder, *, kept: int = _KEPT) -> None:
        self.inner, self._size = inner, kept
        self._kept: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
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

        with self._turn:
            rows = {text: self._kept[text] for text in texts if text in self._kept}
        new = [text for text in dict.fromkeys(texts) if text not in rows]
        if new:
            rows |= dict(zip(new, self.inner.embed(new), strict=True))
        with self._turn:
            for text in texts:
                self._kept[text] = rows[text]
                self._kept.move_to_end(text)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return np.stack([rows[text] for text in texts]) if texts else self.inner.embed(texts)
