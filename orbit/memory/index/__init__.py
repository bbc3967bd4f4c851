"""The search index: vectors in Chroma, made from the store's and made again from them at any doubt.

Nothing here is the truth. An index that is missing, damaged or out of step is brought into step with what a
`Source` says, reading only what changed where it can. Where the collections live is a `Place`: a folder that
one process at a time opens, or a Chroma server that many share; the rest is the same code for both.
"""

from __future__ import annotations

from orbit.memory.index.collection import CollectionName, Index
from orbit.memory.index.place import Place, place_for
from orbit.memory.index.source import Source, StoredVectors, Truth

__all__ = ["CollectionName", "Index", "Place", "Source", "StoredVectors", "Truth", "place_for"]
