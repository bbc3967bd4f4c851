"""Whether a collection holds just what it should: every id, every digest, every vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from orbit.memory.index import syncing
from orbit.memory.index.source import Source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["faults"]

_PAGE = 1000
_NAMED = 5  # how many ids a sentence names


def faults(collection: Any, source: Source) -> list[str]:
    """Say, in sentences, what is wrong with a collection; nothing when all is well."""
    here = syncing.held(collection)
    _, wanted = source.whole()
    kept = sorted(item for item, digest in wanted.items() if here.get(item) == digest)
    found = [
        _said("missing from the index", [item for item in wanted if item not in here]),
        _said("in the index and not in the store", [item for item in here if item not in wanted]),
        _said(
            "of another text than in the store",
            [item for item, digest in wanted.items() if here.get(item, digest) != digest],
        ),
        _said("with a vector that is lost or another", _wrong(collection, source, kept)),
    ]
    return [sentence for sentence in found if sentence]


def _said(what: str, items: Sequence[str]) -> str:
    if not items:
        return ""
    named = ", ".join(sorted(items)[:_NAMED])
    return f"{len(items)} {what}: {named}{' …' if len(items) > _NAMED else ''}"


def _wrong(collection: Any, source: Source, items: Sequence[str]) -> list[str]:
    wrong: list[str] = []
    for start in range(0, len(items), _PAGE):
        ids, _, vectors = source.rows(items[start : start + _PAGE])
        kept = _vectors(collection, ids)
        wrong += [
            item
            for item, vector in zip(ids, vectors, strict=True)
            if item not in kept or not _same(kept[item], vector)
        ]
    return wrong


def _same(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    return one.shape == other.shape and float(one @ other) >= syncing.SAME


def _vectors(collection: Any, ids: Sequence[str]) -> dict[str, NDArray[np.float32]]:
    """Read vectors back; where a whole page cannot be read, one by one, to learn which are lost."""
    try:
        page = collection.get(ids=list(ids), include=["embeddings"])
        return dict(zip(page["ids"], page["embeddings"], strict=True))
    except Exception:  # noqa: BLE001 - Chroma's errors for a lost vector have no common class but this
        if len(ids) == 1:
            return {}
    half = len(ids) // 2
    return _vectors(collection, ids[:half]) | _vectors(collection, ids[half:])
