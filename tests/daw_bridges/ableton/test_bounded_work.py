"""No step of the script takes long, whatever the set: work is counted in what Live is asked, never in time.

Between two steps the script looks at the clock and lets Live go on, so the largest step is what a tick can
take too long by.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any

import pytest

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.actions import Action, parse_action
from daw_bridges.bridge import Status
from daw_bridges.references import find_track
from daw_bridges.simulated.live import LiveHost, Song, browser_tree, practice_set
from daw_bridges.simulated.live.devices.make import device_on, percent
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec
from daw_bridges.simulated.live.devices.stock import stock_device
from daw_bridges.simulated.live.midi_note import MidiNoteSpecification
from tests.daw_bridges.ableton.conftest import TOKEN, StartLive, connected
from tests.daw_bridges.ableton.racks import add_rack
from tests.daw_bridges.ableton.raw import RawClient

MOST_ASKED = 1500
"""How often one step may ask Live for something: some milliseconds in a running Live."""

MOST_WRITTEN = 64 * 1024
"""How many bytes of JSON one step may write."""


@cache
def _in_live(filename: str) -> bool:
    return "simulated/live" in filename


@cache
def _in_script(filename: str) -> bool:
    return filename.startswith(str(REMOTE_SCRIPT))


class Meter:
    """Counts what the script asks of Live, step by step."""

    def __init__(self, live: LiveHost) -> None:
        self._asked, self.largest, self.steps = 0, 0, 0
        self._steppers: list[Any] = [live.script._jobs, live.script._observing]

    def install(self) -> None:
        """Begin; on Live's own thread."""
        for stepper in self._steppers:
            stepper._step = self._counted(stepper._step)
        sys.setprofile(self._heard)

    def remove(self) -> None:
        """End."""
        sys.setprofile(None)
        for stepper in self._steppers:
            del stepper._step

    def _counted(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*job: Any) -> Any:
            self._asked = 0
            result = step(*job)
            self.steps += 1
            self.largest = max(self.largest, self._asked)
            return result

        return counted

    def _heard(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and _in_live(frame.f_code.co_filename):
            caller = frame.f_back
            self._asked += caller is not None and _in_script(caller.f_code.co_filename)


@contextmanager
def measured(live: LiveHost) -> Generator[Meter]:
    meter = Meter(live)
    live.call(meter.install)
    yield meter
    live.call(meter.remove)


def with_a_plug_in_of_500_knobs(song: Song) -> None:
    knobs = (percent(f"Knob {number}", 0.0) for number in range(500))
    song.tracks[4].insert_(DeviceSpec("Monster", "PluginDevice", AUDIO_EFFECT, (device_on(), *knobs)), 0)


def with_a_clip_of_20000_notes(song: Song) -> None:
    clip = song.tracks[4].clip_slots[1].put_(4000.0, midi=True)
    clip.add_new_notes(MidiNoteSpecification(36 + n % 48, n / 5, 0.1, 100) for n in range(20_000))


def with_20000_notes_in_a_bar(song: Song) -> None:
    clip = song.tracks[4].clip_slots[1].put_(4.0, midi=True)
    clip.add_new_notes(MidiNoteSpecification(n % 128, n / 128 / 40, 0.001, 100) for n in range(20_000))


def with_1000_scenes(song: Song) -> None:
    for _ in range(1000):
        song.create_scene(-1)


def with_a_deep_drum_rack(song: Song) -> None:
    pads = {f"Pad {number}": ("Simpler", "Saturator") for number in range(65)}
    add_rack(song.tracks[0], "Drum Rack", **pads)


def with_automation_everywhere(song: Song) -> None:
    track = song.tracks[4]
    device = track.insert_(stock_device("EQ Eight"), 0)
    clip = track.clip_slots[0].clip
    assert clip is not None
    for parameter in device.parameters[1:40]:
        envelope = clip.create_automation_envelope(parameter)
        for step in range(128):
            envelope.insert_step(step / 8, 1 / 8, parameter.min)


LARGE = (
    with_a_plug_in_of_500_knobs,
    with_a_clip_of_20000_notes,
    with_20000_notes_in_a_bar,
    with_1000_scenes,
    with_a_deep_drum_rack,
    with_automation_everywhere,
)


def large(make: Callable[[Song], None]) -> Song:
    song = practice_set()
    with song.unrecorded():
        make(song)
    return song


def actions(*rows: dict[str, Any]) -> list[Action]:
    return [parse_action(row) for row in rows]


@pytest.mark.parametrize("make", LARGE, ids=lambda make: make.__name__)
async def test_a_snapshot_goes_in_small_steps(
    start_live: StartLive, make: Callable[[Song], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    live = start_live(large(make))
    written: list[int] = []
    snapshot = sys.modules[f"{type(live.script).__module__.rsplit('.', 1)[0]}.snapshot"]
    encoded = snapshot.encoded

    def noted(value: Any) -> bytes:
        written.append(len(encoded(value)))
        return encoded(value)

    monkeypatch.setattr(snapshot, "encoded", noted)
    async with await connected(live, timeout=60) as bridge:
        with measured(live) as meter:
            await bridge.snapshot()
    assert meter.steps > 20
    assert meter.largest <= MOST_ASKED
    assert max(written) <= MOST_WRITTEN


KNOB = {"track": "Bass", "device": "Monster", "parameter": "Knob 499"}
SWEEP = [[beat / 4, 200 + beat] for beat in range(64)]

EDITS: dict[str, tuple[Callable[[Song], None], list[dict[str, Any]]]] = {
    "8000 notes": (
        lambda _: None,
        [
            {"action": "create_clip", "track": "Bass", "slot": 2, "length_beats": 4000},
            {"action": "add_notes", "track": "Bass", "clip": "#2",
             "notes": [[36 + n % 48, n / 5, 0.1, 100] for n in range(8_000)]},
        ],
    ),
    "notes among 20000": (
        with_a_clip_of_20000_notes,
        [{"action": "add_notes", "track": "Bass", "clip": "#2", "notes": [[30, 1, 1, 90]]}],
    ),
    "one knob of 500": (
        with_a_plug_in_of_500_knobs,
        [
            {"action": "set_parameter", **KNOB, "value": "33 %"},
            {"action": "move_device", "track": "Bass", "device": "Monster", "to": 1},
            {"action": "remove_device", "track": "Bass", "device": "Monster"},
        ],
    ),
    "a sweep": (
        lambda _: None,
        [
            {"action": "insert_device", "track": "Bass", "device": "auto_filter"},
            {"action": "automate_parameter", "track": "Bass", "device": "auto_filter",
             "parameter": "frequency", "clip": "Bassline", "points": SWEEP},
        ],
    ),
    "in a deep drum rack": (
        with_a_deep_drum_rack,
        [
            {"action": "insert_device", "track": "Kick", "device": "gate", "chain": "drum_rack > Pad 64"},
            {"action": "set_parameter", "track": "Kick", "device": "drum_rack > Pad 64 > gate",
             "parameter": "threshold", "value": "-30 dB"},
            {"action": "remove_device", "track": "Kick", "device": "drum_rack > Pad 64 > saturator"},
        ],
    ),
    "among 1000 scenes": (
        with_1000_scenes,
        [
            {"action": "create_scene", "name": "The last"},
            {"action": "fire_scene", "scene": "#1"},
            {"action": "delete_scene", "scene": "#500"},
            {"action": "duplicate_track", "track": "Bass", "name": "Bass 2"},
            {"action": "delete_track", "track": "Bass 2"},
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("make", "rows"), EDITS.values(), ids=EDITS.keys())
async def test_an_edit_goes_in_small_steps(
    start_live: StartLive, make: Callable[[Song], None], rows: list[dict[str, Any]]
) -> None:
    live = start_live(large(make))
    async with await connected(live, timeout=60) as bridge:
        await bridge.snapshot()
        with measured(live) as meter:
            results = await bridge.perform(actions(*rows))
    assert [(result.status, result.reason) for result in results] == [(Status.VERIFIED, None)] * len(rows)
    assert meter.largest <= MOST_ASKED


@pytest.mark.parametrize("version", [(12, 2, 0), (12, 3, 0)], ids=["by browser", "natively"])
async def test_a_library_of_thousands_is_searched_in_small_steps(
    start_live: StartLive, version: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    presets = {f"Preset {number}": {"Dry/Wet": 20.0} for number in range(6000)}
    monkeypatch.setattr(browser_tree, "PRESETS", {"Reverb": presets, "Delay": presets})
    live = start_live(practice_set(version))
    rows = (
        {"action": "load_preset", "track": "A-Reverb", "device": "reverb", "preset": "Preset 5999"},
        {"action": "insert_device", "track": "FX", "device": "No Such Thing"},
    )
    async with await connected(live, timeout=60) as bridge:
        await bridge.snapshot()
        with measured(live) as meter:
            loaded, missing = await bridge.perform(actions(*rows))
    assert (loaded.status, loaded.reason) == (Status.VERIFIED, None)
    assert missing.status is Status.FAILED
    assert meter.steps > 6000
    assert meter.largest <= MOST_ASKED


async def test_whatever_a_knob_displays_is_solved_in_one_small_step(start_live: StartLive) -> None:
    live = start_live()
    kinds = ("eq", "reverb", "auto_filter")
    async with await connected(live) as bridge:
        await bridge.perform(
            actions(*({"action": "insert_device", "track": "Bass", "device": k} for k in kinds))
        )
        bass = find_track(await bridge.snapshot(), "Bass")
        with measured(live) as meter:
            for device in bass.devices:
                for key, parameter in device.parameters.items():
                    if parameter.range and sum(map(abs, parameter.range)) < 1e6:
                        wish = {"parameter": key, "value": round(sum(parameter.range) / 3, 1)}
                        await bridge.perform(
                            actions(
                                {"action": "set_parameter", "track": "Bass", "device": device.kind, **wish}
                            )
                        )
    assert meter.steps > 100
    assert meter.largest <= MOST_ASKED


@pytest.mark.parametrize("make", LARGE, ids=lambda make: make.__name__)
async def test_watching_goes_in_small_steps(start_live: StartLive, make: Callable[[Song], None]) -> None:
    song = large(make)
    live = start_live(song)
    with RawClient(live.script.port) as client:
        client.socket.settimeout(60)
        client.greet(TOKEN)
        with measured(live) as meter:
            client.send("/orbit/observe", 1)
            client.read_until("/orbit/reply")
            live.call(song.create_midi_track, 4)
            live.call(song.delete_track, 5)
            client.read_until("/orbit/changed")
            client.send("/orbit/cancel", 2, {"request": 1})
            client.read_until("/orbit/reply")
            for _ in range(1000):
                if not live.call(song.document.listeners.__len__):
                    break
                await asyncio.sleep(0.02)
    assert live.leaked_listeners() == []
    assert meter.steps > 50
    assert meter.largest <= MOST_ASKED
