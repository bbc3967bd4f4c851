"""The agent's tools for the user's names, notes and habits; they change nothing in the DAW."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from daw_bridges.session import Session
from orbit.agent.heard import check_heard
from orbit.agent.turn import Called, Turn, reported

__all__ = ["forget_name", "keep_note", "recall", "remember_name", "usual_device"]


async def _session(turn: Turn) -> Session:
    turn.session = await turn.read()
    return turn.session


async def remember_name(ctx: Called, name: str, track: str, picked: bool = False) -> dict[str, Any]:
    """Remember what the user calls a track, when they say so ("when I say vox I mean Lead V").

    Args:
        ctx: The request.
        name: The user's word for it.
        track: The track's name in the session.
        picked: They did not say so, but picked this track when asked which one the word means.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        check_heard(ctx, name, earlier=picked)
        return {"told": turn.desk.familiar.remember(name, track, await _session(turn), picked=picked)}

    return await reported(turn, work)


async def forget_name(ctx: Called, name: str) -> dict[str, Any]:
    """Forget a name that the user gave a track, when they say so.

    Args:
        ctx: The request.
        name: The user's word that is to mean nothing any more.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        check_heard(ctx, name)
        return {"told": turn.desk.familiar.forget(name)}

    return await reported(turn, work)


async def keep_note(ctx: Called, text: str) -> dict[str, Any]:
    """Keep a note in the user's words, when they ask to remember or note something.

    Args:
        ctx: The request.
        text: What to keep.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        check_heard(ctx, text)
        return {"told": turn.desk.familiar.keep(text)}

    return await reported(turn, work)


async def recall(ctx: Called, about: str = "") -> dict[str, Any]:
    """Look up what the user noted, what they call things, and what is usual for them.

    Args:
        ctx: The request.
        about: A track, a part ("vocal"), a kind of device or any words; empty for the latest notes.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        turn.desk.familiar.noticed(await _session(turn))
        return {"told": turn.desk.familiar.recall(about)}

    return await reported(turn, work)


async def usual_device(
    ctx: Called, kind: str, tracks: list[str], instead_of: Sequence[str | None] = ()
) -> dict[str, Any]:
    """Look up the user's usual device of a kind; "actions" are for plan_actions, or a part of plan_parts.

    Args:
        ctx: The request.
        kind: The kind of device: compressor, eq, reverb …
        tracks: The tracks that it is wanted on.
        instead_of: What plan_parts is to take back first; it comes back as it is.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        now = await _session(turn)
        turn.desk.familiar.noticed(now)
        habits, actions = turn.desk.familiar.usual(kind, tracks, now)
        return {"told": habits, "actions": actions, "instead_of": list(instead_of)}

    return await reported(turn, work)
