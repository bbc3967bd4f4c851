"""What an embedder is: texts in, vectors of length one out, and a name that changes with the vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Embedder"]


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors whose dot product says how near they are in meaning."""

    @property
    def fingerprint(self) -> str:
        """Name the model and all that shapes its vectors; two fingerprints' vectors are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """Give the length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give one row a text, each of length one. Raises ModelError when the model cannot be run."""
        ...
