"""The agent's tools for what the user calls their tracks; they change nothing in the DAW."""

from __future__ import annotations

from typing import Any

from pydantic_ai import RunContext

from orbit.agent.turn import Turn, reported

__all__ = ["forget_name", "remember_name"]

_Context = RunContext[Turn]


async def remember_name(ctx: _Context, name: str, track: str) -> dict[str, Any]:
    """Remember what the user calls a track, when they say so ("when I say vox I mean Lead V").

    Args:
        ctx: The request.
        name: The user's word for it.
        track: The track's name in the session.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        turn.session = turn.fresh() or turn.saw(await turn.desk.session())
        return {"told": turn.desk.familiar.remember(name, track, turn.session)}

    return await reported(turn, work)


async def forget_name(ctx: _Context, name: str) -> dict[str, Any]:
    """Forget a name that the user gave a track, when they say so.

    Args:
        ctx: The request.
        name: The user's word that is to mean nothing any more.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        return {"told": turn.desk.familiar.forget(name)}

    return await reported(turn, work)
