"""The agent's tools for the user's preferences: kept when they say so, told, and forgotten.

What lets Orbit do more unasked is only done where the user's own sentence says it: a model that was talked
into it by a track's name cannot.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from daw_bridges.errors import UsageError
from daw_bridges.session import Session
from orbit.agent.turn import Called, Turn, reported
from orbit.memory.preferences import Ask, Confirm, Known, Preference, Protect, read_preference

__all__ = ["forget_preference", "prefer", "preferences"]

_MOST = 16


async def prefer(ctx: Called, preferences: list[dict[str, Any]], said: str) -> dict[str, Any]:
    """Keep how the user wants things done from now on, when they say so.

    A preference is one of {"kind": "slot", "workflow": id, "slot": name, "value": "2:1", "where": track or
    part, or left out}, {"kind": "protect", "track": name} (ask before anything changes it), {"kind": "ask",
    "action": "delete_track"} (ask before that action), {"kind": "confirm", "on": true} (ask before every
    change), {"kind": "device", "name": the user's word, "device": a kind or a device's name, "where": track}.

    Args:
        ctx: The request.
        preferences: What to keep.
        said: The user's own words for it, as they stand in this request.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        _check_words(turn, said)
        wanted = [read_preference(each) for each in preferences[:_MOST]]
        if any(isinstance(each, Confirm) and not each.on for each in wanted):
            await _check_said(turn)
        told = [turn.desk.preferred.prefer(each, said, turn.desk.workflow) for each in wanted]
        return {"told": _joined(told)}

    return await reported(turn, work)


async def forget_preference(ctx: Called, about: str = "") -> dict[str, Any]:
    """Forget a preference, when the user says so.

    Args:
        ctx: The request.
        about: What it is about, in the user's words; empty for the one spoken of last, "everything" for all.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        if any(_restrains(known) for known in turn.desk.preferred.meant(about)):
            await _check_said(turn)
        return {"told": turn.desk.preferred.forget(about)}

    return await reported(turn, work)


async def preferences(ctx: Called, about: str = "") -> dict[str, Any]:
    """Look up how the user wants things done.

    Args:
        ctx: The request.
        about: Words that say which preferences; empty for all.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        return {"told": turn.desk.preferred.listed(about)}

    return await reported(turn, work)


def _restrains(known: Known) -> bool:
    """Whether a preference makes Orbit ask before it does something."""
    preference: Preference = known.preference
    return isinstance(preference, Protect | Ask) or (isinstance(preference, Confirm) and preference.on)


_FOR_GOOD = re.compile(
    r"\b(?:always|never|ever|from (?:now|here) on|by default|default|prefer|whenever|every time|each time|"
    r"remember|in (?:the )?future|rule|usually|normally|generally|when (?:i|you|we)|off limits|alone|confirm|"
    r"confirmations?|questions|ask(?:ing)?|call|i mean|means|protect|lock|hands off|without asking|"
    r"like my)\b",
    re.IGNORECASE,
)
"""What shows that a sentence is about more than this once."""


def _check_words(turn: Turn, said: str) -> None:
    """See that the user said it, and said it for good: what they asked for once is no preference."""
    if not turn.hosted:
        return  # the offline model reads it from the sentence, word by word
    words = " ".join(said.casefold().split())
    mine = bool(words) and words in " ".join(turn.request.casefold().split())
    if not mine or not _FOR_GOOD.search(turn.request):
        raise UsageError(
            "“said” has to be the user's own words, from this request. Ask them if they want it."
        )


async def _check_said(turn: Turn) -> None:
    """See that the user's own sentence asks for fewer questions: no model decides that. Raises UsageError."""
    from orbit.agent.offline.understanding import Prefer, Unprefer, understand

    session = await _session(turn)
    read = understand(turn.request, session, turn.desk.familiar.nicknames(session))
    if not isinstance(read, Prefer | Unprefer):
        raise UsageError(
            "What the user is asked before is changed only by a sentence of theirs that says nothing else, "
            "such as “no more confirmations” or “forget the preference about the master”."
        )


async def _session(turn: Turn) -> Session:
    turn.session = await turn.read()
    return turn.session


def _joined(told: Sequence[str]) -> str:
    """Several answers as one: what they begin with alike is said once."""
    start = "All right, from now on: "
    if len(told) > 1 and all(each.startswith(start) for each in told):
        return f"{start}{'; '.join(each.removeprefix(start).rstrip('.') for each in told)}."
    return " ".join(told)
