"""What is asked of Chroma's collections: the nearest, what one holds, and to hold what the source says.

Where it is known what a collection was left holding, only what changed since is read, on both sides. Whether
that was all of it is not taken on trust: the signature that the changes lead to must be the source's own, or
everything is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import MemoryStoreError
from orbit.memory.index.notes import Note
from orbit.memory.index.source import Source
from orbit.memory.store.signature import shifted
from orbit.memory.store.vectors import VectorState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SAME", "bring_into_step", "check", "delete", "held", "nearest"]

_BATCH = 1000
_PAGE = 10_000
_PROBES = 16
_TRIES = 5
SAME = 0.999
"""The least cosine between a vector and itself, after the index's rounding."""

_DIGEST = "text_sha256"


def nearest(collection: Any, vector: NDArray[np.float32], k: int) -> dict[str, float]:
    """Give the ``k`` nearest items and their cosines, nearest first."""
    found = collection.query(query_embeddings=[vector], n_results=k, include=["distances"])
    cosines = (1.0 - distance for distance in found["distances"][0])
    return dict(zip(found["ids"][0], cosines, strict=True))


def held(collection: Any) -> dict[str, str]:
    """Give every id the collection holds, with the digest of its text."""
    everything: dict[str, str] = {}
    while True:
        page = collection.get(include=["metadatas"], limit=_PAGE, offset=len(everything))
        if not page["ids"]:
            return everything
        everything |= _digests(page)


def delete(collection: Any, items: Collection[str]) -> None:
    """Delete some items; those that are not there do no harm."""
    for part in _batches(sorted(items)):
        collection.delete(ids=part)


def bring_into_step(
    collection: Any,
    source: Source,
    note: Note | None,
    gone: Collection[str],
    *,
    before_writing: Callable[[], None],
) -> VectorState:
    """Make a collection hold what the source says; give the state that it then holds.

    ``note`` says what it was left holding; None: nobody knows.
    """
    for _ in range(_TRIES):
        step = (_changed(collection, source, note, gone) if note else None) or _compared(collection, source)
        state, extra, stale = step
        if not extra and not stale:
            return state
        before_writing()
        delete(collection, extra)
        if _write(collection, source, stale):
            return state
        note = None  # the store moved on meanwhile; what the collection holds is to be looked at
    raise MemoryStoreError("the store changes faster than the index is written")


_Step = tuple[VectorState, Collection[str], Mapping[str, str]]


def _changed(collection: Any, source: Source, note: Note, gone: Collection[str]) -> _Step | None:
    """Give what to delete and to write, by what changed since the note; None when that is not all of it."""
    state, changed = source.since(note.revision)
    if changed is None or len(changed) > max(_BATCH, state.count // 2):
        return None
    here = _held_of(collection, {*changed, *gone})
    extra = [item for item in here if item not in changed]
    new = sum(item not in here for item in changed)
    if collection.count() - len(extra) + new != state.count:
        return None
    if shifted(note.signature, taken=here, put=changed) != state.signature:
        return None
    return state, extra, {item: digest for item, digest in changed.items() if here.get(item) != digest}


def _compared(collection: Any, source: Source) -> _Step:
    """Give what to delete and to write, by comparing everything."""
    # The index is read first: what it holds by then was in the store before, so what is not there has gone.
    here = held(collection)
    state, wanted = source.whole()
    extra = [item for item in here if item not in wanted]
    return state, extra, {item: digest for item, digest in wanted.items() if here.get(item) != digest}


def _write(collection: Any, source: Source, stale: Mapping[str, str]) -> bool:
    """Write these items; False when the source has other vectors by now than those asked for."""
    for part in _batches(list(stale)):
        ids, digests, vectors = source.rows(part)
        if {item: stale[item] for item in part} != dict(zip(ids, digests, strict=True)):
            return False
        metadatas = [{_DIGEST: digest} for digest in digests]
        collection.upsert(ids=list(ids), embeddings=vectors, metadatas=metadatas)
    return True


def check(collection: Any, source: Source, state: VectorState) -> None:
    """Ask for some of what must be there: ids and counts outlive the loss of the vectors themselves.

    Raises MemoryStoreError when it is not.
    """
    if collection.count() != state.count:
        raise MemoryStoreError(f"it counts {collection.count()} items and not {state.count}")
    ids, _, vectors = source.rows(source.sample(_PROBES))
    if not ids:
        return
    found = collection.query(query_embeddings=vectors, n_results=1, include=["distances"])
    # Another item may have the same text, and is then as right an answer; so the distance counts.
    missed = [
        at for at, distances in enumerate(found["distances"]) if not distances or 1 - distances[0] < SAME
    ]
    # A large graph does not lead to each of its vectors: one that is missed may be there all the same.
    lost = [ids[at] for at in missed if not _has(collection, ids[at], vectors[at])]
    if lost or len(missed) > len(ids) // 2:
        raise MemoryStoreError(f"it does not find {ids[missed[0]]} by its own vector")


def _has(collection: Any, item: str, vector: NDArray[np.float32]) -> bool:
    kept = collection.get(ids=[item], include=["embeddings"])["embeddings"]
    return len(kept) == 1 and float(kept[0] @ vector) >= SAME


def _held_of(collection: Any, items: Collection[str]) -> dict[str, str]:
    parts = [_digests(collection.get(ids=part, include=["metadatas"])) for part in _batches(sorted(items))]
    return {item: digest for part in parts for item, digest in part.items()}


def _digests(page: Any) -> dict[str, str]:
    return {
        item: str(metadata[_DIGEST]) if metadata else ""
        for item, metadata in zip(page["ids"], page["metadatas"], strict=True)
    }


def _batches(items: Sequence[str]) -> Iterator[list[str]]:
    return (list(items[at : at + _BATCH]) for at in range(0, len(items), _BATCH))
