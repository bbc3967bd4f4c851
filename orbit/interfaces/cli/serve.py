"""``orbit serve``: the server, for the panel, other assistants and other commands, until Ctrl-C."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Daw, Model, Port, load_settings
from orbit.interfaces.cli.output import screen

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["ended_by_signals", "serve"]


def serve(port: Port = None, daw: Daw = None, model: Model = None, data_dir: DataDir = None) -> int:
    """Serve the panel, assistants and other commands, until Ctrl-C."""
    settings = load_settings(daw=daw, model=model, data_dir=data_dir, server_port=port)
    try:
        with ended_by_signals():
            asyncio.run(_serve(settings))
    except KeyboardInterrupt:
        screen().print("Orbit serves no longer.")
    return DONE


@contextmanager
def ended_by_signals() -> Generator[None]:
    """Have SIGTERM end what asyncio runs as Ctrl-C does, and Ctrl-C also in a shell's background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    # asyncio puts its own handler in the default's place, and only there; SIGTERM is to meet that one.
    ended = signal.signal(signal.SIGTERM, _as_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, ended)
        signal.signal(signal.SIGINT, before)


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    signal.raise_signal(signal.SIGINT)


async def _serve(settings: Settings) -> None:
    from orbit.server import EngineClient

    async with EngineClient(settings, hosts=True, name="serve") as engine:
        await engine.titles()  # a memory that cannot be opened is said now, not at the first request
        link = await engine.link()
        said = "Orbit serves" if engine.owns else "Another Orbit serves this data directory already"
        screen().print(f"{said}. A page of it, once: {link}\nCtrl-C ends it.", markup=False, soft_wrap=True)
        await engine.follow(_heard)  # so that it serves on, should another that did end


def _heard(_: object) -> None:
    """What others do is shown to others."""
