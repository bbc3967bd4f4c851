"""Over the wire, every fresh device reads as the catalogue says, and every parameter can be set."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest

from daw_bridges.ableton import REMOTE_SCRIPT, AbletonBridge, open_bridge
from daw_bridges.ableton.displays import displayed
from daw_bridges.actions import Action, parse_action
from daw_bridges.bridge import Status
from daw_bridges.catalog import DeviceEntry, ParameterEntry, catalog
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import parse_pan
from daw_bridges.session import Device
from daw_bridges.simulated.live import LiveHost, practice_set
from daw_bridges.simulated.live.devices import stock_device

TOKEN = "a token for tests"
ENTRIES = [catalog().device("ableton", name) for name in catalog().devices("ableton")]


@pytest.fixture
async def bridge() -> AsyncIterator[AbletonBridge]:
    options = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": TOKEN}
    with LiveHost(practice_set(), REMOTE_SCRIPT, tick_seconds=0.01, script_options=options) as host:
        async with await open_bridge(port=host.script.port, token=TOKEN) as bridge:
            yield bridge


def insertion(entry: DeviceEntry) -> list[Action]:
    """A track of its own for the device, and the device."""
    kind = "audio" if entry.type == "audio_effect" else "midi"
    return [
        parse_action({"action": "create_track", "kind": kind, "name": entry.name}),
        parse_action({"action": "insert_device", "track": entry.name, "device": entry.name}),
    ]


def somewhere(entry: DeviceEntry, parameter: ParameterEntry, seed: random.Random) -> float | str:
    """A value the host can display, anywhere in the parameter's range."""
    spec = stock_device(entry.name).parameter(parameter.name)
    text = spec.text(spec.min + seed.random() * (spec.max - spec.min))
    if parameter.choices:
        return text.lower() if parameter.choices == ("off", "on") else text
    try:
        return displayed(text, parameter.unit).value
    except QuantityError:
        return parse_pan(text)


async def only_device(bridge: AbletonBridge, track: str) -> Device:
    session = await bridge.snapshot()
    (device,) = next(found for found in session.tracks if found.name == track).devices
    return device


async def test_fresh_devices_are_what_the_catalogue_says(bridge: AbletonBridge) -> None:
    results = await bridge.perform([action for entry in ENTRIES for action in insertion(entry)])
    assert {result.status for result in results} == {Status.VERIFIED}
    session = await bridge.snapshot()
    devices = {track.name: track.devices for track in session.tracks}
    for entry in ENTRIES:
        assert devices[entry.name] == (catalog().new_device("ableton", entry.name),)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
async def test_every_parameter_can_be_set_and_reads_back(bridge: AbletonBridge, entry: DeviceEntry) -> None:
    seed = random.Random(entry.name)
    wanted = {parameter.key: somewhere(entry, parameter, seed) for parameter in entry.parameters}
    head = {"action": "set_parameter", "track": entry.name, "device": entry.kind}
    edits = [parse_action({**head, "parameter": key, "value": value}) for key, value in wanted.items()]
    results = await bridge.perform([*insertion(entry), *edits])
    assert [result.reason for result in results if result.status is not Status.VERIFIED] == []
    device = await only_device(bridge, entry.name)
    assert {key: parameter.value for key, parameter in device.parameters.items()} == wanted
