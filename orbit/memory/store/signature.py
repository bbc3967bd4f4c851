"""A signature of many things that is kept up as they change, at the cost of what changed and no more.

It is the sum, modulo 2²⁵⁶, of the SHA-256 of each item's id and digest: the order does not matter, and one
item is taken out or put in without reading the others. (An additive multiset hash: Bellare and Micciancio,
“A New Paradigm for Collision-Free Hashing”, 1997.) It finds what went out of step; it is no proof against
forgery.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

__all__ = ["EMPTY", "shifted", "signature_of"]

EMPTY = "0" * 64
"""The signature of nothing."""

_MODULUS = 1 << 256


def signature_of(digests: Mapping[str, str]) -> str:
    """Give the signature of ``{id: digest}``."""
    return shifted(EMPTY, put=digests)


def shifted(
    signature: str, *, taken: Mapping[str, str] | None = None, put: Mapping[str, str] | None = None
) -> str:
    """Give the signature after some items were taken out and others put in, as ``{id: digest}``."""
    total = int(signature, 16) - _sum((taken or {}).items()) + _sum((put or {}).items())
    return f"{total % _MODULUS:064x}"


def _sum(pairs: Iterable[tuple[str, str]]) -> int:
    # A digest has no blank in it, so no two pairs read alike.
    return sum(int.from_bytes(sha256(f"{digest} {item}".encode()).digest()) for item, digest in pairs)
