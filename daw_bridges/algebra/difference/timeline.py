"""The part of ``diff`` that brings tempo, time signature, metronome, loop and locators into line."""

from __future__ import annotations

from daw_bridges.actions import (
    AddLocator,
    RemoveLocator,
    SetLoop,
    SetMetronome,
    SetTempo,
    SetTimeSignature,
)
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.algebra.transport import SAME_BAR
from daw_bridges.session import Locator, Session

__all__ = ["bring_locators", "bring_time"]


def bring_time(draft: Draft, goal: Session) -> None:
    """Bring tempo, time signature, metronome and loop into line."""
    if draft.session.tempo != goal.tempo:
        draft.do(SetTempo, bpm=goal.tempo)
    if draft.session.time_signature != goal.time_signature:
        numerator, denominator = goal.time_signature
        draft.do(SetTimeSignature, numerator=numerator, denominator=denominator)
    if draft.session.metronome != goal.metronome:
        draft.do(SetMetronome, on=goal.metronome)
    here, there = draft.session.loop, goal.loop
    start = _moved(here.start_bar, there.start_bar)
    end = _moved(here.end_bar, there.end_bar)
    if here.on != there.on or start is not None or end is not None:
        draft.do(SetLoop, on=there.on, start_bar=start, end_bar=end)


def _moved(before: float, after: float) -> float | None:
    return None if abs(before - after) < SAME_BAR else after


def bring_locators(draft: Draft, goal: Session) -> None:
    """Remove the locators that are not wanted, then add those that are missing."""
    if draft.session.locators == goal.locators:
        return
    for locator in draft.session.locators:
        if not _among(locator, goal.locators):
            draft.do(RemoveLocator, bar=locator.bar)
    for locator in goal.locators:
        if locator.name and not _among(locator, draft.session.locators):
            draft.do(AddLocator, bar=locator.bar, name=locator.name)


def _among(locator: Locator, others: tuple[Locator, ...]) -> bool:
    return any(locator.name == other.name and abs(locator.bar - other.bar) < SAME_BAR for other in others)
