"""What retrieval answers with: hits, and whether to take the best, to ask, or to pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["LIMITS", "Abstain", "Ask", "Decision", "Hit", "Limits", "Match", "decide"]

_ASK_AT_MOST = 4


@dataclass(frozen=True)
class Hit:
    """A workflow found for a request.

    ``score`` (0 to 1) ranks; ``confidence`` (0 to 1) is the chance that it is what was meant, and decides.
    ``why`` says in words what spoke for it. ``blocked`` says why it cannot work on the session it was
    searched for (None: it can, or nobody knows). ``warnings`` say what went wrong with it before.
    """

    id: str
    title: str
    score: float
    why: str
    confidence: float = 0.0
    blocked: str | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Match:
    """One workflow fits clearly better than any other."""

    hit: Hit


@dataclass(frozen=True)
class Ask:
    """Some workflows fit about as well as each other, or the best one only half: the user should choose."""

    hits: tuple[Hit, ...]


@dataclass(frozen=True)
class Abstain:
    """Nothing in the library is about this.

    ``nearest`` may be None in an empty library. Where it is ``blocked``, it is what was meant, and cannot
    work on this session.
    """

    nearest: Hit | None


Decision = Match | Ask | Abstain


@dataclass(frozen=True)
class Limits:
    """Where confidence decides, each 0 to 1."""

    accept: float
    """From this confidence on the best hit may be taken without asking."""
    consider: float
    """Below this confidence the best hit is not about the request."""
    near: float
    """How far below the best score another one may be to be offered beside it."""
    level: float
    """Two scores nearer than this are level: nobody can tell which of them is meant."""


LIMITS = Limits(accept=0.7, consider=0.25, near=0.12, level=0.02)


def decide(hits: Sequence[Hit]) -> Decision:
    """Take the best hit, ask between the close ones, or pass; ``hits`` are best first."""
    if not hits or hits[0].confidence < LIMITS.consider:
        return Abstain(hits[0] if hits else None)
    best = hits[0]
    if best.confidence >= LIMITS.accept and all(best.score - hit.score >= LIMITS.level for hit in hits[1:]):
        return Match(best)
    return Ask(tuple(hit for hit in hits if best.score - hit.score < LIMITS.near)[:_ASK_AT_MOST])
