"""The driving side: runs inside the namespaces, starts Ardour, shows everything, says one line of JSON each.

It ends at once when its standard input does, which is when whoever started it ended, however that came.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any

from tests.ardour.host import Ardour, loopback_up, running_ardour
from tests.ardour.needs import Installed

__all__ = ["LAST_BREATH", "main"]

LAST_BREATH = 20
"""Lines of the hosts' logs that are told where a start fails."""
_EACH_SECONDS = 15.0
_TRIES = 3


def main(root: str, cache: str, libraries: str, jack: str, *names: str) -> int:
    """Show what is named, everything where nothing is.

    ``start`` only starts the host and ends it again, ``wait`` starts it and waits to be ended.
    """
    threading.Thread(target=_end_with_whoever_started_us, daemon=True).start()
    loopback_up()
    began = time.monotonic()
    installed = Installed(Path(libraries), Path(jack))
    try:
        with running_ardour(Path(root), installed, Path(cache)) as ardour:
            interfaces = [name for _, name in socket.if_nameindex()]
            _say(name="start", failures=ardour.failures, seconds=_since(began), interfaces=interfaces)
            if names == ("wait",):
                threading.Event().wait()
            elif names != ("start",):
                asyncio.run(_show(ardour, names))
    except Exception:  # noqa: BLE001 - whatever it is, whoever reads the lines has to be told
        _say(name="end", why=f"{traceback.format_exc()}\n{_logs(Path(root))}")
        return 1
    _say(name="end", seconds=_since(began))
    return 0


async def _show(ardour: Ardour, names: tuple[str, ...]) -> None:
    from tests.ardour.desk import plugged_in
    from tests.ardour.shown import everything

    began = time.monotonic()
    async with plugged_in(ardour) as desk:
        _say(name="plugged_in", seconds=_since(began), received=desk.link.received, sent=desk.link.sent)
        for name in names or everything():
            _say(name=name, **await _one(desk, name))


async def _one(desk: Any, name: str) -> dict[str, Any]:
    """Show one thing, once more where it failed: PipeWire loses a message in some hundreds on a busy machine.

    What is so in earnest fails every time; ``tries`` says how often it was tried.
    """
    failures: list[str] = []
    while True:
        told = await _try(desk, name, anew=bool(failures))
        if "why" not in told or len(failures) == _TRIES - 1:
            return {**told, "tries": len(failures) + 1, "failures": failures}
        failures.append(told["error"])


async def _try(desk: Any, name: str, *, anew: bool) -> dict[str, Any]:
    from tests.ardour.shown import everything

    link = desk.link
    began, sent, received = time.monotonic(), link.sent, link.received
    told: dict[str, Any] = {}
    try:
        async with asyncio.timeout(_EACH_SECONDS):
            if anew:
                await desk.replug()
            await desk.home()
            began, sent, received = time.monotonic(), link.sent, link.received
            told["saw"] = await everything()[name](desk)
    except Exception as error:  # noqa: BLE001 - one that fails is told, and the others are still shown
        told["error"] = f"{type(error).__name__}: {error}"
        told["why"] = f"{traceback.format_exc()}\n{_face(desk)}"
    return {**told, "seconds": _since(began), "sent": link.sent - sent, "received": link.received - received}


def _face(desk: Any) -> str:
    surface = desk.link.surface
    asked = ("transport_rolling", "transport_speed", "record_status", "actively_recording")
    host = {name: desk.ardour.lua.value(f"s:{name}()") for name in asked}
    lit = [number for number in range(128) if surface.lamp(number).value]
    rows = f"{surface.row(0)}|\n  {surface.row(1)}|"
    return f"the display:\n  {rows}\n  mode {surface.mode!r}, time {surface.time!r}, lit {lit}\n  {host}"


def _since(began: float) -> float:
    return round(time.monotonic() - began, 3)


def _logs(root: Path) -> str:
    with contextlib.suppress(OSError):
        tails = {path: path.read_text("utf-8", "replace").splitlines() for path in root.rglob("*.log")}
        return "\n".join(f"{path}:\n" + "\n".join(lines[-LAST_BREATH:]) for path, lines in tails.items())
    return "no logs"


def _say(**line: Any) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _end_with_whoever_started_us() -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
