"""``orbit record``: what is done by hand in the DAW is seen and, with consent, remembered."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daw_bridges.errors import NotPossibleError, UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Daw, Json, load_settings
from orbit.interfaces.cli.output import interactive, print_json, screen
from orbit.interfaces.cli.serve import ended_by_signals
from orbit.interfaces.cli.workflows.asking import ask

if TYPE_CHECKING:
    from orbit.memory.store.consent import RecordingState
    from orbit.server import Engine
    from orbit.settings import Settings

__all__ = ["app"]

_WHAT_IS_NOTED = (
    "Orbit will note each edit you make by hand in the DAW (which action, on which track or device, with "
    "which value) and learn from it. It stays on this machine, in Orbit's own memory. It hears no audio. "
    "“orbit record pause” pauses it, “orbit record forget-consent” ends it."
)

app = typer.Typer(name="record", help="Learn from what you do in the DAW, live.", invoke_without_command=True)


@app.callback()
def record(
    context: typer.Context,
    daw: Daw = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Consent to being recorded.")] = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.0, metavar="N", help="Stop after this many seconds.")
    ] = None,
    idle: Annotated[
        float,
        typer.Option("--idle", min=0.01, metavar="MINUTES", help="A pause this long ends a stretch of work."),
    ] = 5.0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one trajectory a line, as in .jsonl files.")
    ] = False,
    data_dir: DataDir = None,
) -> int:
    """Learn from what you do in the DAW, live, until Ctrl-C."""
    if context.invoked_subcommand is not None:
        return DONE
    settings = load_settings(daw=daw, data_dir=data_dir)
    _refuse_practice(settings)
    # A shell that starts it in the background has it ignore Ctrl-C, and asyncio would leave it at that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from orbit.interfaces.cli.views.recording import RecordingTold

    told = RecordingTold(as_json=as_json)
    with suppress(KeyboardInterrupt), ended_by_signals():
        asyncio.run(_record(settings, told, yes=yes, seconds=seconds, idle_seconds=idle * 60.0))
    told.end()
    return DONE


def _refuse_practice(settings: Settings) -> None:
    from orbit.hosts import PRACTICE

    if settings.daw == PRACTICE:
        raise UsageError(
            "Nothing is done by hand in the practice session. Say which DAW to "
            "watch: --daw ableton or --daw logic (“orbit simulate” starts one to try it on)."
        )


async def _record(
    settings: Settings, told: Any, *, yes: bool, seconds: float | None, idle_seconds: float
) -> None:
    from orbit.learning.recording import Journal, Recorder
    from orbit.server import engine_for

    async with engine_for(settings, hosts=True, name="record") as engine:
        await _agree(engine, yes=yes)
        journal = Journal.open(settings.data_dir, settings.user, settings.project, settings.daw)
        recorder = Recorder(
            engine, journal, told, daw=settings.daw, idle_seconds=idle_seconds, seconds=seconds
        )
        await recorder.recover()
        await recorder.run()


async def _agree(engine: Engine, *, yes: bool) -> None:
    """See that the user agrees to be recorded. Raises NotPossibleError."""
    state: RecordingState = await engine.call("recording")
    if state.consented_at is not None:
        return
    if not (yes or await asyncio.to_thread(_asked)):
        raise NotPossibleError(f"{_WHAT_IS_NOTED} You have not agreed to that: add --yes to agree.")
    await engine.call("consent_to_recording", agreed=True)


def _asked() -> bool:
    if not interactive():
        return False
    from rich.prompt import Confirm

    console = screen(aside=True)
    console.print(_WHAT_IS_NOTED, markup=False)
    return Confirm.ask("Do you agree?", console=console, default=False)


@app.command()
def pause(as_json: Json = False, data_dir: DataDir = None) -> int:
    """Pause recording: what you do in the meantime is not recorded."""
    return _change(lambda engine: engine.call("rest_recording", resting=True), as_json, data_dir)


@app.command()
def resume(as_json: Json = False, data_dir: DataDir = None) -> int:
    """Resume recording after a pause."""
    return _change(lambda engine: engine.call("rest_recording", resting=False), as_json, data_dir)


@app.command()
def status(as_json: Json = False, data_dir: DataDir = None) -> int:
    """Say whether you agreed to be recorded, and whether recording is running."""
    return _change(lambda engine: engine.call("recording"), as_json, data_dir)


@app.command("forget-consent")
def forget_consent(as_json: Json = False, data_dir: DataDir = None) -> int:
    """Withdraw your consent: recording ends, and asks again the next time.

    What was recorded but not saved yet is discarded; what was saved stays until you forget it
    (“orbit memory forget”).
    """
    return _change(_withdraw, as_json, data_dir)


async def _withdraw(engine: Engine) -> RecordingState:
    from orbit.learning.recording import discard_left

    state = await engine.call("consent_to_recording", agreed=False)
    settings = engine.settings
    discard_left(settings.data_dir, settings.user, settings.project)
    return state


def _change(do: Callable[[Engine], Any], as_json: bool, data_dir: Any) -> int:
    from orbit.interfaces.cli.views.recording import state_document, state_line

    state: RecordingState = ask(load_settings(data_dir=data_dir), do)
    if as_json:
        print_json(state_document(state))
    else:
        screen().print(state_line(state), markup=False, soft_wrap=True)
    return DONE
