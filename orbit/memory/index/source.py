"""What an index must hold, as the index asks for it: what changed, and all of it only at a doubt."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from orbit.memory.store.signature import signature_of
from orbit.memory.store.turns import only_one
from orbit.memory.store.vectors import VectorState, VectorTable

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Source", "StoredVectors", "Truth"]


class Source(Protocol):
    """Vectors by id, each with the SHA-256 of the text it was made from."""

    def state(self) -> VectorState:
        """Give what they come to, without reading them."""
        ...

    def since(self, revision: int) -> tuple[VectorState, Mapping[str, str] | None]:
        """Give the state, and the digests of those changed after a revision; None where none is counted."""
        ...

    def whole(self) -> tuple[VectorState, Mapping[str, str]]:
        """Give the state, and every id with its digest; both of one moment."""
        ...

    def rows(self, items: Iterable[str]) -> tuple[Sequence[str], Sequence[str], NDArray[np.float32]]:
        """Give the ids, digests and vectors of some items; those that are not there are left out."""
        ...

    def sample(self, count: int) -> Sequence[str]:
        """Give some ids from all over, always the same ones of the same content."""
        ...

    def turn(self, name: str) -> AbstractContextManager[bool]:
        """Keep other processes with the same truth from writing what it is written to; False: one does."""
        ...


@dataclass(frozen=True)
class Truth:
    """A source in memory: item ids, the SHA-256 of each one's text, and its vector as a matrix row."""

    ids: list[str]
    digests: dict[str, str]
    vectors: NDArray[np.float32]

    def state(self) -> VectorState:
        """Give what they come to; changes are not counted here."""
        return VectorState(count=len(self.ids), signature=self._signature)

    def since(self, revision: int) -> tuple[VectorState, Mapping[str, str] | None]:  # noqa: ARG002 - the contract's
        """Say that nobody counted."""
        return self.state(), None

    def whole(self) -> tuple[VectorState, Mapping[str, str]]:
        """Give the state, and every id with its digest."""
        return self.state(), self.digests

    def rows(self, items: Iterable[str]) -> tuple[Sequence[str], Sequence[str], NDArray[np.float32]]:
        """Give the ids, digests and vectors of some items."""
        ids = [item for item in items if item in self._places]
        return ids, [self.digests[item] for item in ids], self.vectors[[self._places[i] for i in ids]]

    def sample(self, count: int) -> Sequence[str]:
        """Give some ids from all over."""
        return self.ids[:: max(1, len(self.ids) // count)]

    @contextmanager
    def turn(self, name: str) -> Generator[bool]:  # noqa: ARG002 - the contract's
        """Let whoever asks: nobody else has this truth."""
        yield True

    @cached_property
    def _signature(self) -> str:
        return signature_of(self.digests)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {item: at for at, item in enumerate(self.ids)}


@dataclass(frozen=True)
class StoredVectors:
    """The vectors of a scope's things of one kind, under one embedding, as the store has them now."""

    table: VectorTable
    fingerprint: str

    def state(self) -> VectorState:
        """Give what they come to, from one row."""
        return self.table.state(self.fingerprint)

    def since(self, revision: int) -> tuple[VectorState, Mapping[str, str] | None]:
        """Give the state, and the digests of those changed after a revision."""
        return self.table.since(self.fingerprint, revision)

    def whole(self) -> tuple[VectorState, Mapping[str, str]]:
        """Give the state, and every id with its digest; a state that does not fit is put right."""
        return self.table.whole(self.fingerprint)

    def rows(self, items: Iterable[str]) -> tuple[Sequence[str], Sequence[str], NDArray[np.float32]]:
        """Give the ids, digests and vectors of some items."""
        return self.table.rows(self.fingerprint, items)

    def sample(self, count: int) -> Sequence[str]:
        """Give some ids from all over."""
        return self.table.sample(self.fingerprint, count)

    def turn(self, name: str) -> AbstractContextManager[bool]:
        """Hold the turn by the store itself: a lock beside its file, or on its server."""
        return only_one(self.table.place, name)

    def everything(self) -> tuple[VectorState, list[str], list[str], NDArray[np.float32]]:
        """Give the state, and all ids, digests and vectors, sorted by id; all of one moment."""
        return self.table.everything(self.fingerprint)
