"""Live 12.4 calls many parameters by other names: they read, and are set, under the same neutral names."""

from __future__ import annotations

import pytest

from daw_bridges.ableton import AbletonBridge
from daw_bridges.actions import Action, parse_action
from daw_bridges.bridge import Status
from daw_bridges.catalog import catalog
from daw_bridges.session import Device
from daw_bridges.simulated.live import practice_set
from daw_bridges.simulated.live.devices.spec import parameters_in
from daw_bridges.simulated.live.devices.stock import stock_devices
from tests.daw_bridges.ableton.conftest import StartLive, connected

NEWER = (12, 4, 0)

RENAMED = [spec for spec in stock_devices() if parameters_in(NEWER, spec) != spec.parameters]

# A device, a parameter by its neutral name, by the name until 12.3 and by the one since 12.4, and a value.
SETTINGS = [
    ("Utility", "gain", "Gain", "Output", -6.0),
    ("Compressor", "output_gain", "Output Gain", "Output", 3.0),
    ("EQ Eight", "band_3_q", "3 Resonance A", "3 Q A", 2.0),
    ("Reverb", "input_filter_frequency", "In Filter Freq", "Input Freq", 400.0),
    ("Reverb", "low_cut_on", "In LowCut On", "In Lo Cut On", "on"),
    ("Delay", "delay_modulation", "Dly < Mod", "LFO > Delay", 25.0),
    ("Auto Filter", "type", "Type", "Filter Type", "High-pass"),
    ("Wavetable", "filter_frequency", "Filter 1 Freq", "Flt 1 Freq", 800.0),
]


def insertion(device: str) -> list[Action]:
    kind = "midi" if catalog().device("ableton", device).type == "instrument" else "audio"
    rows = (
        {"action": "create_track", "kind": kind, "name": "Newer"},
        {"action": "insert_device", "track": "Newer", "device": device},
    )
    return [parse_action(row) for row in rows]


def setting(device: str, parameter: str, value: float | str) -> Action:
    row = {"action": "set_parameter", "track": "Newer", "device": device}
    return parse_action({**row, "parameter": parameter, "value": value})


async def only_device(bridge: AbletonBridge) -> Device:
    session = await bridge.snapshot()
    (device,) = next(track for track in session.tracks if track.name == "Newer").devices
    return device


@pytest.mark.parametrize("name", [spec.name for spec in RENAMED])
async def test_a_renamed_parameter_has_its_key(start_live: StartLive, name: str) -> None:
    async with await connected(start_live(practice_set(NEWER))) as bridge:
        results = await bridge.perform(insertion(name))
        assert {result.status for result in results} == {Status.VERIFIED}
        device, fresh = await only_device(bridge), catalog().new_device("ableton", name)
    shown = {key: (parameter.name, parameter.value) for key, parameter in device.parameters.items()}
    expected = {key: parameter.value for key, parameter in fresh.parameters.items()}
    assert {key: value for key, (_, value) in shown.items()} == expected
    spec = next(spec for spec in RENAMED if spec.name == name)
    assert [host for host, _ in shown.values()] == [each.name for each in parameters_in(NEWER, spec)[1:]]


@pytest.mark.parametrize(("device", "key", "older", "newer", "value"), SETTINGS)
@pytest.mark.parametrize("at_once", [True, False], ids=["in one batch", "read in between"])
async def test_it_is_set_by_any_of_its_names(
    start_live: StartLive, device: str, key: str, older: str, newer: str, value: float | str, *, at_once: bool
) -> None:
    for reference in (key, older, newer):
        live = start_live(practice_set(NEWER))
        async with await connected(live) as bridge:
            batches = [insertion(device), [setting(device, reference, value)]]
            for batch in [[*batches[0], *batches[1]]] if at_once else batches:
                results = await bridge.perform(batch)
                assert [result.reason for result in results if result.status is not Status.VERIFIED] == []
            found = (await only_device(bridge)).parameters[key]
        assert (found.name, found.value) == (newer, value)
        live.stop()
