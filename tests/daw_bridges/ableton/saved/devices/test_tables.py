"""Tables: nothing is said twice, and every law fits what Live stores at its ends and when fresh."""

from __future__ import annotations

import pytest

from daw_bridges.ableton.displays import DAW
from daw_bridges.ableton.saved.devices.slots import Plan, Slot, catalogue_rows, plans
from daw_bridges.catalog import catalog
from daw_bridges.catalog.schema import StoredTable
from daw_bridges.quantities import resolution
from tests.daw_bridges.ableton.saved.devices.conftest import CLASSES

Ranges = dict[str, dict[str, list[float]]]

# Live stores less than the catalogue allows, because its lowest times and its highest levels are Live's own …
NARROWER = {
    "Drift": {
        "Envelope1_Decay", "Envelope1_Release", "Envelope2_Decay", "Envelope2_Release",
        "CyclingEnvelope_Time", "Lfo_Time",
    },
    "InstrumentVector": {
        f"Voice_Modulators_{envelope}_Times_{time}"
        for envelope in ("AmpEnvelope", "Envelope2", "Envelope3")
        for time in ("Decay", "Release")
    },
}  # fmt: skip

# … and a little more in places, where the end of the range is what is read.
WIDER = {
    "Drift": {"Filter_Resonance", "Filter_HiPassFrequency"},
}

# What the catalogue has and no set is known to store under a law that is known.
NOT_READ = {
    "AutoFilter2": {"sidechain_listen"},
    "MultiSampler": {
        "auxiliary_envelope_attack", "auxiliary_envelope_decay", "auxiliary_envelope_sustain",
        "auxiliary_envelope_release",
    },
    "Drift": {"volume"},
}  # fmt: skip


def _all_plans() -> list[tuple[str, Plan]]:
    return [(tag, plan) for tag in CLASSES for plan in plans(tag)]


def _table(tag: str) -> StoredTable:
    table = catalog().stored_table(DAW, tag)
    assert table is not None
    return table


@pytest.mark.parametrize("tag", CLASSES)
def test_a_table_never_repeats_what_the_running_device_has(tag: str) -> None:
    rows, own = catalogue_rows(tag), {row.name for row in _table(tag).only_stored}
    assert own & {row.name for row in rows.values()} == set()
    assert len({slot.key for plan in plans(tag) for slot in plan.slots} - set(rows)) == len(own)


@pytest.mark.parametrize("tag", [tag for tag in CLASSES if tag != "UltraAnalog"])
def test_the_catalogues_parameters_are_all_read(tag: str) -> None:
    read = {slot.key for plan in plans(tag) for slot in plan.slots}
    assert set(catalogue_rows(tag)) - read == NOT_READ.get(tag, set())


@pytest.mark.parametrize(("tag", "plan"), _all_plans())
def test_no_path_is_read_twice_or_read_and_left_out(tag: str, plan: Plan) -> None:
    table = _table(tag)
    told = next(told for told in table.generations.values() if told.marker == plan.marker)
    assert len(plan.by_path) == len(plan.slots)
    assert (table.left_out | told.left_out).isdisjoint(plan.by_path)
    assert "On" not in plan.by_path


def test_every_range_that_live_stores_is_the_catalogues(stored_ranges: Ranges) -> None:
    wrong = [
        (tag, path, ends, slot.range)
        for tag, path, ends, slot in _slots(stored_ranges)
        if slot.range is not None and not _fits(tag, path, ends, slot)
    ]
    assert wrong == []


def test_every_choice_that_live_stores_is_the_catalogues(stored_ranges: Ranges) -> None:
    wrong = [
        (tag, path, ends, slot.choices)
        for tag, path, ends, slot in _slots(stored_ranges)
        if slot.choices is not None and ends != (0, len(slot.choices) - 1)
    ]
    assert wrong == []


def test_a_fresh_device_reads_as_the_catalogues_defaults(stored_ranges: Ranges) -> None:
    read: dict[str, str] = {}
    expected: dict[str, str] = {}
    for tag, paths in stored_ranges.items():
        for path, (_, _, *default) in paths.items():
            slot = plans(tag)[0].by_path[path]
            row = catalogue_rows(tag).get(slot.key)
            if default and row is not None:
                parameter = slot.read(str(default[0]))
                read[f"{tag} {path}"] = "" if parameter is None else parameter.text
                expected[f"{tag} {path}"] = row.new().text
    assert len(expected) > 300
    assert read == expected


def _slots(ranges: Ranges) -> list[tuple[str, str, tuple[float, float], Slot]]:
    return [
        (tag, path, (ends[0], ends[1]), plans(tag)[0].by_path[path])
        for tag, paths in ranges.items()
        for path, ends in paths.items()
    ]


def _fits(tag: str, path: str, ends: tuple[float, float], slot: Slot) -> bool:
    assert slot.range is not None
    low, high = sorted(map(slot.law, ends))
    floor, ceiling = slot.range
    inside = _same(slot, low, max(low, floor)) and _same(slot, high, min(high, ceiling))
    whole = _same(slot, low, floor) and _same(slot, high, ceiling)
    return (inside or path in WIDER.get(tag, ())) and (
        whole or path in NARROWER.get(tag, ()) or path in WIDER.get(tag, ())
    )


def _same(slot: Slot, one: float, other: float) -> bool:
    return one == other or abs(one - other) <= resolution(slot.unit, other)
