"""A pattern becomes a routine: constants, slots with units and defaults, what is the same."""

from __future__ import annotations

from typing import Any

from orbit.learning.generalising import generalise
from orbit.learning.loops import fold
from orbit.learning.routine import Routine
from tests.orbit.learning.generalising.made import demonstration, pattern, workflow

Line = dict[str, Any]

TRACKS = ("Bass", "Sub Bass", "Bassline", "808", "bass synth")
SOURCES = ("Kick", "Kick Drum", "BD", "kick 2", "Kik")


def duck(number: int, *, threshold: float | str = -24.0, ratio: str = "4:1", **more: Any) -> list[Line]:
    target, source = TRACKS[number % 5], SOURCES[number % 5]
    on = {"track": target, "device": "compressor"}
    return [
        {"action": "insert_device", **on},
        {"action": "set_sidechain", **on, "source": source},
        {"action": "set_parameter", **on, "parameter": "ratio", "value": ratio},
        {"action": "set_parameter", **on, "parameter": "threshold", "value": threshold},
    ]


def learned(*sessions: list[Line], **more: Any) -> Routine:
    seen = [demonstration(number, *lines, **more) for number, lines in enumerate(sessions)]
    routine = generalise(pattern(seen), seen)
    assert routine is not None
    workflow(routine)
    return routine


def test_what_agrees_is_constant_and_what_differs_is_a_slot_with_its_unit() -> None:
    routine = learned(*(duck(number, threshold=-30.0 + 4 * number) for number in range(5)))
    assert [step["action"] for step in routine.steps] == [
        "insert_device",
        "set_sidechain",
        "set_parameter",
        "set_parameter",
    ]
    assert routine.steps[2]["value"] == "4:1"
    assert routine.steps[3]["value"] == "{{ threshold }}"
    assert routine.slots["threshold"]["type"] == "gain_db"
    assert routine.slots["threshold"]["maximum"] == 6.0


def test_tracks_are_found_by_their_part() -> None:
    routine = learned(*(duck(number) for number in range(5)))
    assert routine.slots["target"] == {"type": "track", "find": {"role": "bass"}}
    assert routine.slots["source"] == {"type": "track", "find": {"role": "kick"}}
    assert routine.steps[1] == {
        "step_number": 2,
        "action": "set_sidechain",
        "track": "{{ target }}",
        "device": "new_compressor",
        "source": "{{ source }}",
    }


def test_what_orbit_did_is_no_evidence() -> None:
    seen = [demonstration(number, *duck(number), by_hand=False) for number in range(5)]
    assert generalise(pattern(seen), seen) is None


def low_cuts(tracks: tuple[str, ...]) -> list[Line]:
    lines: list[Line] = []
    for track in tracks:
        on = {"track": track, "device": "eq"}
        lines.append({"action": "insert_device", **on})
        lines.append({"action": "set_parameter", **on, "parameter": "band_1_frequency", "value": "90 Hz"})
    return lines


def test_the_same_on_several_tracks_is_done_for_each() -> None:
    rows = [("Kick", "Snare", "Hats"), ("Kick", "Snare", "Toms", "Hats"), ("Kick", "Perc", "Crash")]
    seen = fold([demonstration(number, *low_cuts(row)) for number, row in enumerate(rows)])
    routine = generalise(pattern(seen), seen)
    assert routine is not None
    workflow(routine)
    assert routine.slots == {"drums": {"type": "tracks", "find": {"role": "drums"}}}
    assert [(step["for_each"], step["track"], step["device"]) for step in routine.steps] == [
        ("drums", "{{ item }}", "eq"),
        ("drums", "{{ item }}", "new_eq"),
    ]
    assert [example["drums"] for example in routine.examples] == rows
