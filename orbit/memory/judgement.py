"""What became of a piece of work: what somebody said of it, or what follows from its being kept or undone.

Whoever takes something back within moments, or as the very next thing, did not want it; what still stands
after that was wanted. An explicit word outweighs both.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

__all__ = ["SOON", "Because", "Judgement", "Verdict", "judged"]

SOON = timedelta(seconds=45)
"""How soon after its end an undo says that the work was not wanted; what stands longer was."""

Verdict = Literal["accepted", "rejected"]


class Because(StrEnum):
    """What a judgement rests on."""

    SAID = "said"
    """Somebody said so."""
    UNDONE_SOON = "undone_soon"
    """It was taken back within moments."""
    UNDONE_NEXT = "undone_next"
    """It was taken back as the next thing that was done, however late."""
    UNDONE_LATER = "undone_later"
    """It was taken back after other work: that says nothing of how it was liked at the time."""
    KEPT = "kept"
    """It stood longer than anyone waits with an undo."""
    FRESH = "fresh"
    """It is too fresh to say."""
    FAILED = "failed"
    """It did not come off: there was nothing to like."""


class Judgement(BaseModel):
    """``verdict`` None is no judgement either way; ``because`` says what it rests on."""

    model_config = ConfigDict(frozen=True)

    verdict: Verdict | None
    because: Because

    def told(self) -> str:
        """Say it to people, with what it rests on."""
        return f"{self.verdict or 'undecided'} ({_WHY[self.because]})"


_WHY = {
    Because.SAID: "you said so",
    Because.UNDONE_SOON: "taken back at once",
    Because.UNDONE_NEXT: "taken back next",
    Because.UNDONE_LATER: "taken back later",
    Because.KEPT: "kept",
    Because.FRESH: "too recent to say",
    Because.FAILED: "it failed",
}


def judged(
    *,
    said: Verdict | None,
    failed: bool,
    ended: datetime,
    undone_at: datetime | None,
    next_started: datetime | None,
    now: datetime,
) -> Judgement:
    """Judge a piece of work that ended at ``ended``; ``next_started`` is when the next one there began."""
    if said is not None:
        return Judgement(verdict=said, because=Because.SAID)
    if undone_at is not None:
        return _undone(ended, undone_at, next_started)
    if failed:
        return Judgement(verdict=None, because=Because.FAILED)
    if now - ended <= SOON:
        return Judgement(verdict=None, because=Because.FRESH)
    return Judgement(verdict="accepted", because=Because.KEPT)


def _undone(ended: datetime, undone_at: datetime, next_started: datetime | None) -> Judgement:
    if undone_at - ended <= SOON:
        return Judgement(verdict="rejected", because=Because.UNDONE_SOON)
    if next_started is None or next_started >= undone_at:
        return Judgement(verdict="rejected", because=Because.UNDONE_NEXT)
    return Judgement(verdict=None, because=Because.UNDONE_LATER)
