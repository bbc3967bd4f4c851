"""``orbit demo``: the main job from start to end on a practice session, and taken back."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from orbit.interfaces.cli.failures import DONE, FAILED
from orbit.interfaces.cli.options import DataDir, Model, load_settings
from orbit.interfaces.cli.output import screen

if TYPE_CHECKING:
    from rich.console import Console

    from daw_bridges.session import Session
    from orbit.server import LocalEngine, Outcome
    from orbit.settings import Settings

__all__ = ["demo"]

REQUEST = "make the bass duck under the kick"


def demo(model: Model = None, data_dir: DataDir = None) -> int:
    """Show the main job on the practice session, and undo it."""
    settings = load_settings(daw="practice", model=model, data_dir=data_dir)
    folder = settings.data_dir / "demo"
    _clear(folder)
    return asyncio.run(_demo(replace(settings, data_dir=folder)))


def _clear(folder: Path) -> None:
    """Forget earlier demos, so that each is the first and none counts in the user's own memory."""
    for path in folder.glob("*"):
        if path.name == "cache":  # of the sentence model, which takes seconds to make
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


async def _demo(settings: Settings) -> int:
    from orbit.server import LocalEngine

    console = screen()
    async with LocalEngine(settings) as engine:
        return await _play(engine, console)


async def _play(engine: LocalEngine, console: Console) -> int:
    from daw_bridges.algebra import differences
    from orbit.interfaces.cli.views.session import session_view

    _chapter(console, "The practice session: a simulated Ableton Live, over a real socket")
    start = await engine.session()
    console.print(session_view(start))
    done = await _request(engine, console, REQUEST)
    _show_bass(console, done.after)
    undone = await _request(engine, console, "undo")
    left = differences(start, undone.after) if undone.after else ["the session could not be read"]
    ducks = _ducks(done.after)
    if done.ok and ducks and undone.ok and not left:
        _verdict(
            console,
            "Every step was read back from the host, and the undo left the session as it was.",
            ok=True,
        )
        return DONE
    _verdict(console, _what_failed(done, undone, left, ducks=ducks), ok=False)
    return FAILED


async def _request(engine: LocalEngine, console: Console, text: str) -> Outcome:
    from orbit.interfaces.cli.asking import Consent
    from orbit.interfaces.cli.conversation import Conversation
    from orbit.interfaces.cli.face import Face

    _chapter(console, f'orbit do "{text}"')
    face = Face(console, Consent.GIVEN)
    outcome = await Conversation(engine, lambda: face, asks=True).say(text)
    face.close_with(outcome)
    return outcome


def _show_bass(console: Console, after: Session | None) -> None:
    from orbit.interfaces.cli.views.session import tracks_view

    if after is not None:
        console.print()
        console.print(tracks_view(after, ["Bass"]))


def _ducks(after: Session | None) -> bool:
    """Whether the session, as it was read, has a compressor on the bass that the kick feeds."""
    from daw_bridges.references import find_track

    if after is None:
        return False
    devices = find_track(after, "Bass").devices
    return any(device.kind == "compressor" and device.sidechain == "Kick" for device in devices)


def _what_failed(done: Outcome, undone: Outcome, left: list[str], *, ducks: bool) -> str:
    if not done.ok:
        return f"The request was not carried out: {done.reply}"
    if not ducks:
        return "The request was carried out, but the session has no compressor on Bass that Kick feeds."
    if not undone.ok:
        return f"The undo was not carried out: {undone.reply}"
    return f"After the undo the session is not as it was: {'; '.join(left)}"


def _chapter(console: Console, title: str) -> None:
    console.print()
    console.rule(title, align="left", style="dim")
    console.print()


def _verdict(console: Console, text: str, *, ok: bool) -> None:
    console.print()
    console.print(f"{'✓' if ok else '✗'} {text}", style="bold green" if ok else "bold red", markup=False)
