"""Whether there is a DAW to work on: the practice session, and a bridge to the one that is asked for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from orbit.doctor.case import Case
from orbit.doctor.finding import Finding, ok, problem
from orbit.hosts import PRACTICE, fresh_practice

if TYPE_CHECKING:
    from daw_bridges.session import Session

__all__ = ["bridge", "session"]


def bridge(case: Case) -> Finding | None:
    """Whether a bridge to the DAW of the settings is installed."""
    from daw_bridges.discovery import known_daws

    daw = case.settings.daw
    if daw == PRACTICE:
        return None
    if daw in known_daws():
        return ok(f"installed, to {daw}")
    there = ", ".join([PRACTICE, *known_daws()])
    return problem(f"There is no bridge to “{daw}”.", f"Use one that is installed, with --daw: {there}.")


def session(_: Case) -> Finding:
    """Whether the practice session starts and can be read, over its socket."""
    read = asyncio.run(_read())
    return ok(f"{read.daw} simulated, {len(read.tracks)} tracks read back")


async def _read() -> Session:
    async with fresh_practice() as simulated:
        return await simulated.snapshot()
