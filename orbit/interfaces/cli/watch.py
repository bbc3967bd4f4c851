"""``orbit watch``: each time a set is saved, what was done since is remembered."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, load_settings
from orbit.interfaces.cli.serve import ended_by_signals

if TYPE_CHECKING:
    from daw_bridges.ableton.saved.watching import Save, SetWatch
    from orbit.interfaces.cli.views.following import Told
    from orbit.learning.saved_sets import SavedSteps, WatchRecorder
    from orbit.server import Engine
    from orbit.settings import Settings

__all__ = ["watch"]


def watch(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of sets, as deep as it goes.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one trajectory a line, as in .jsonl files.")
    ] = False,
    data_dir: DataDir = None,
) -> int:
    """Learn from what you save: watch a folder of sets until Ctrl-C."""
    from orbit.interfaces.cli.views.following import Told

    settings = load_settings(data_dir=data_dir)
    told = Told(as_json=as_json)
    # A shell that starts it in the background has it ignore Ctrl-C, and asyncio would leave it at that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with ended_by_signals():
            asyncio.run(_watch(folder, settings, told))
    except KeyboardInterrupt:
        told.end()
    return DONE


async def _watch(folder: Path, settings: Settings, told: Told) -> None:
    from daw_bridges.ableton.saved.watching import SetWatch
    from orbit.learning.saved_sets import WatchRecorder
    from orbit.server import engine_for

    async with engine_for(settings, hosts=True, name="watch") as engine, SetWatch(folder) as watching:
        await engine.titles()  # a memory that cannot be opened is said now, not at the first save
        told.say(_watching(watching.folder, len(watching.sets)))
        await _remember(watching, WatchRecorder(), engine, told)


async def _remember(watching: SetWatch, recorder: WatchRecorder, engine: Engine, told: Told) -> None:
    from daw_bridges.ableton.saved.watching import Save

    async for seen in watching.saves():
        if isinstance(seen, Save):
            await _keep(seen, recorder, engine, told)
        else:
            told.aside(str(seen.error))


async def _keep(save: Save, recorder: WatchRecorder, engine: Engine, told: Told) -> None:
    from daw_bridges.errors import EngineError, MemoryStoreError

    steps = await asyncio.to_thread(recorder.steps, save)
    if steps is None:
        told.aside(f"{save.path.name} is new here; changes from now on are remembered.")
    elif not steps.trajectory.actions:
        told.aside(
            f"{save.path.name}: what changed is not covered by any action ({'; '.join(steps.unsaid[:3])})."
        )
    else:
        try:
            await engine.keep(steps.trajectory)
        except (EngineError, MemoryStoreError) as error:
            told.aside(f"{save.path.name} is not remembered. {error}")
        else:
            _kept(steps, told)


def _watching(folder: Path, sets: int) -> str:
    return f"Watching {folder} ({'1 set' if sets == 1 else f'{sets} sets'} so far). Ctrl-C ends it."


def _kept(steps: SavedSteps, told: Told) -> None:
    from orbit.interfaces.cli.views.saved import steps_line

    told.kept(steps.trajectory, steps_line(steps))
    if told.as_json and steps.unsaid:
        told.aside(f"{steps.trajectory.project}: not covered by any action: {'; '.join(steps.unsaid)}.")
