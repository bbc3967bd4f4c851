"""Real sets: nothing they store for a known class is overlooked, and all of it lies in its range."""

from __future__ import annotations

import re

from daw_bridges.ableton.saved.devices import stored_device
from daw_bridges.ableton.saved.devices.reading import _plan
from daw_bridges.catalog import catalog
from tests.daw_bridges.ableton.saved.conftest import REAL_SETS
from tests.daw_bridges.ableton.saved.devices.conftest import CLASSES

Stored = tuple[str, dict[str, str]]

# Parameters of known classes whose unit or law is not known: they are read as they are stored.
AS_STORED = {
    "Chorus": "FeedbackSign",
    "Drift": "Global_Volume",
    "Echo": "Delay_RepitchSmoothingTime",
    "MidiNoteLength": "Latch|Mode|SyncedLength",
    "MidiRandom": "Alternate|Sign|UseCurrentScale",
    "MidiScale": "InternalScale",
    "MultiSampler": "Filter/.*/Q|Shaper/.*",
    "Operator": "Filter/Resonance|Lfo/ModDst/Connection|PitchEnv/ModDst/Connection",
    "Phaser": "PoleCount|SecondOrder",
    "UltraAnalog": r"[\w.]+(/[\w.]+)*",
}


def test_the_real_sets_are_read_where_there_are_any(real_devices: list[Stored]) -> None:
    assert bool(real_devices) == bool(REAL_SETS)


def test_every_path_of_a_known_class_is_read_or_left_out_with_intent(real_devices: list[Stored]) -> None:
    overlooked = {
        (tag, path)
        for tag, values in real_devices
        if (plan := _plan(tag, values)) is not None
        for path in values.keys() - plan.known
        if not re.fullmatch(AS_STORED.get(tag, "-"), path.replace("'", ""))
    }
    assert overlooked == set()


def test_every_value_of_a_known_class_is_a_parameter(real_devices: list[Stored]) -> None:
    lost: set[tuple[str, str, str]] = set()
    for tag, values in real_devices:
        plan = _plan(tag, values)
        keys = stored_device(tag, values, None)[1] if plan else {}
        read = set(keys.values())
        lost |= {
            (tag, path, values[path])
            for path, slot in (plan.by_path if plan else {}).items()
            if path in values and slot.key not in read
        }
    assert lost == set()


def test_every_number_lies_in_its_range(real_devices: list[Stored]) -> None:
    for tag, values in real_devices:
        for parameter in stored_device(tag, values, None)[0].parameters.values():
            if parameter.range is not None:
                assert isinstance(parameter.value, float)
                assert parameter.range[0] <= parameter.value <= parameter.range[1]


def test_a_known_device_has_its_name_and_kind(real_devices: list[Stored]) -> None:
    for tag, values in real_devices:
        device, _ = stored_device(tag, values, None)
        assert device.name
        assert device.kind == catalog().identify("ableton", tag)
        assert tag not in CLASSES or device.parameters or not values.keys() - {"On"}


def test_every_device_reads_as_the_same_device_again(real_devices: list[Stored]) -> None:
    for tag, values in real_devices:
        device, _ = stored_device(tag, values, None)
        document = device.model_dump(mode="json")
        assert type(device).model_validate(document) == device
