"""A producer, their plug-in, a workflow that uses it; and the plug-in's next version by another name."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.simulated.live import LiveHost, practice_set
from daw_bridges.simulated.live.devices.make import db, device_on, hz, switch
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec
from orbit.memory import Library
from orbit.memory.store import Origin
from orbit.outcome import Outcome
from orbit.server import Engine
from orbit.settings import Settings
from orbit.workflows import dump_workflow, parse_workflow
from tests.orbit.learning.producers.studio import TOKEN, hasten, on_live

NAME = "tilt-it-warm"
SAY = "tilt it warm on the Keys"


def tilt(version: int) -> DeviceSpec:
    """The plug-in: its second version has another name, and calls two parameters otherwise."""
    low, gain = ("Low Freq", "Low Gain") if version == 1 else ("Low Frequency", "Lows Gain")
    name = "Tilt One" if version == 1 else "Tilt One MkII"
    parameters = (device_on(), hz(low, 20.0, 500.0, 100.0), db(gain, -12.0, 12.0), switch("Warm"))
    return DeviceSpec(name, "PluginDevice", AUDIO_EFFECT, parameters)


def workflow(source: str = "induced", **changes: Any) -> dict[str, Any]:
    """What the producer does with it, as it was learned."""
    on = {"track": "{{ target }}"}
    setting = {"action": "set_parameter", **on, "device": "tilt"}
    steps = [
        {"action": "insert_device", **on, "device": "Tilt One", "as": "tilt"},
        {**setting, "parameter": "low_freq", "value": "200 Hz"},
        {**setting, "parameter": "low_gain", "value": "{{ gain }}"},
        {**setting, "parameter": "warm", "value": "on"},
        {"action": "set_volume", **on, "db": -3.0},
    ]
    told = {"expected_output": "Tilt One does its part."}
    numbered = [{"step_number": number, **step, **told} for number, step in enumerate(steps, start=1)]
    return dump_workflow(
        parse_workflow(
            {
                "workflow_name": NAME,
                "title": "Tilt it warm",
                "task": "Tilt a track warm with Tilt One, and make room for it.",
                "phrases": ["tilt it warm on the {{ target }}", "tilt {{ target }} warm"],
                "slots": {
                    "target": {"type": "track", "ask": "Which track?"},
                    "gain": {"type": "gain_db", "ask": "How much?", "default": 2.0},
                },
                "preconditions": [{"track": "{{ target }}", "exists": True}],
                "steps": numbered,
                "postconditions": [
                    {**on, "device": "tilt", "parameter": "low_gain", "equals": "{{ gain }}"},
                    {**on, "volume_db": -3.0},
                ],
                "outcome": "It is warm.",
                "result": "{{ target }} is tilted warm.",
                "provenance": {"source": source},
                **changes,
            }
        )
    )


def settings_for(folder: Path) -> Settings:
    return Settings(data_dir=folder, embedder="words")


def know(folder: Path, source: str = "induced", **changes: Any) -> None:
    """Put the workflow into the library of a folder."""
    library = Library.open(folder, embedder="words")
    try:
        library.store.workflows.put(
            workflow(source, **changes), Origin(source, trajectories=("first", "second"))
        )
    finally:
        library.close()


@contextmanager
def live_with(version: int, settings: Settings) -> Generator[tuple[LiveHost, Settings]]:
    """A simulated Live with one version of the plug-in, and the settings that lead to it."""
    options = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": TOKEN}
    host = LiveHost(
        practice_set(), REMOTE_SCRIPT, tick_seconds=0.01, script_options=options, plugins=(tilt(version),)
    )
    with host:
        hasten(host)
        yield host, on_live(settings, host)


async def asked(engine: Engine, say: str = SAY, **options: Any) -> Outcome:
    return await engine.do(say, approve=lambda _: True, **options)
