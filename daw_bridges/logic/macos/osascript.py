"""The desktop of this Mac: scripts run by ``osascript``, each with an end."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import NamedTuple

from daw_bridges.errors import TimedOutError, UnsupportedError
from daw_bridges.logic.macos.permissions import host_program
from daw_bridges.logic.macos.procedure import Procedure
from daw_bridges.logic.macos.refusals import explained
from daw_bridges.logic.macos.script import render

__all__ = ["MacDesktop", "Said", "run_script"]

OSASCRIPT = "/usr/bin/osascript"


class Said(NamedTuple):
    """How a script ended."""

    code: int
    out: str
    error: str


class MacDesktop:
    """Does procedures with this Mac's own menus and accessibility, one at a time."""

    def __init__(self, program: str = OSASCRIPT) -> None:
        self._program = program
        self._turn = asyncio.Lock()

    async def perform(self, procedure: Procedure) -> str | None:
        """Do the gestures in order; see ``Desktop``."""
        script = render(procedure)
        async with self._turn:
            said = await run_script(script, procedure.seconds, program=self._program)
        if said is None:
            raise TimedOutError(
                f"{procedure.name} was not done within {procedure.seconds:g} s and was ended. Look in Logic "
                "how far it got, and whether a dialog is open."
            )
        if said.code:
            raise explained(said.error, procedure, host_program())
        return said.out.removesuffix("\n") or None


async def run_script(script: str, seconds: float, *, program: str = OSASCRIPT) -> Said | None:
    """Run a script, given on its standard input; None when it took longer, and was ended.

    Raises UnsupportedError where there is no ``osascript``.
    """
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(program, "-", stdin=pipe, stdout=pipe, stderr=pipe)
    except OSError as error:
        raise UnsupportedError(f"Logic's menus need a Mac: {program} cannot be run ({error}).") from None
    try:
        async with asyncio.timeout(seconds):
            out, error = await process.communicate(script.encode("ascii"))
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return Said(process.returncode or 0, out.decode("utf-8", "replace"), error.decode("utf-8", "replace"))
