"""What becomes of values: habits that change, contradictions, ranges, hands that do not hit, hostile text."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import SetParameter
from daw_bridges.references import find_track
from orbit.learning.generalising import generalise
from orbit.learning.routine import Routine
from orbit.workflows import bind, make_plan
from tests.orbit.learning.generalising.made import demonstration, pattern, workflow
from tests.orbit.workflows.sessions import practice

Line = dict[str, Any]

TRACKS = ("Bass", "Keys", "Pad", "Guitar", "Lead Vox")


def learned(*sessions: list[Line], **more: Any) -> Routine:
    seen = [demonstration(number, *lines, **more) for number, lines in enumerate(sessions)]
    routine = generalise(pattern(seen), seen)
    assert routine is not None
    workflow(routine)
    return routine


def compress(number: int, parameter: str, value: Any) -> list[Line]:
    on = {"track": TRACKS[number % 5], "device": "compressor"}
    return [
        {"action": "insert_device", **on},
        {"action": "set_parameter", **on, "parameter": parameter, "value": value},
    ]


def set_to(parameter: str, *values: Any) -> Routine:
    return learned(*(compress(number, parameter, value) for number, value in enumerate(values)))


def strip(action: str, **fields: list[Any]) -> Routine:
    rows = zip(*fields.values(), strict=True)
    return learned(
        *(
            [
                {"action": "set_color", "track": TRACKS[number % 5], "color": "#ff3636"},
                {"action": action, "track": TRACKS[number % 5], **dict(zip(fields, row, strict=True))},
            ]
            for number, row in enumerate(rows)
        )
    )


def test_a_hand_that_does_not_hit_means_the_same() -> None:
    routine = set_to("threshold", -24.1, -23.8, -24.0, -24.3, -23.9, -24.2)
    assert routine.steps[1]["value"] == pytest.approx(-24.0, abs=0.15)
    assert routine.slots.keys() == {"target"}


def test_a_constant_stays_as_it_was_written() -> None:
    assert set_to("ratio", "4:1", "4:1", "4:1").steps[1]["value"] == "4:1"
    assert set_to("model", "RMS", "RMS", "RMS").steps[1]["value"] == "RMS"


def test_one_slip_among_many_is_forgiven() -> None:
    assert set_to("threshold", *[-24.0] * 6, -3.0, *[-24.0] * 3).steps[1]["value"] == -24.0


def test_a_changed_habit_is_the_default_and_no_constant() -> None:
    routine = set_to("threshold", *[-24.0] * 80, *[-18.0] * 6)
    assert routine.steps[1]["value"] == "{{ threshold }}"
    assert routine.slots["threshold"]["default"] == -18.0


@pytest.mark.parametrize(
    ("parameter", "values", "type_"),
    [
        ("threshold", ("-30 dB", "-20 dB", "-10 dB"), "gain_db"),
        ("attack", ("1 ms", "20 ms", "1.2 s"), "time"),
        ("ratio", ("2:1", "4:1", "10:1"), "number"),
        ("dry_wet", ("20 %", "60 %", 100.0), "number"),
        ("model", ("Peak", "RMS", "Peak"), "choice"),
        ("makeup", ("on", "off", "on"), "choice"),
    ],
)
def test_a_slot_has_the_type_of_the_unit(parameter: str, values: tuple[Any, ...], type_: str) -> None:
    assert set_to(parameter, *values).slots[parameter]["type"] == type_


def test_the_range_is_the_host_s_and_holds_what_was_seen() -> None:
    slot = set_to("ratio", 2.0, 4.0, 10.0).slots["ratio"]
    assert (slot["minimum"], "maximum" in slot) == (1.0, False)  # the host goes to infinity
    assert strip("set_pan", pan=[-0.3, 0.1, 0.9]).slots["pan"]["maximum"] == 1.0


def test_the_choices_are_the_host_s() -> None:
    assert set(set_to("model", "Peak", "RMS", "Peak").slots["model"]["choices"]) == {"Peak", "RMS", "Expand"}


def test_what_contradicts_itself_is_left_open_and_said() -> None:
    muted = strip("set_mute", on=[True, False, True, False])
    assert muted.slots["mute"] == {"type": "choice", "choices": ["on", "off"]}
    assert "both ways" in muted.notes[0]
    panned = strip("set_pan", pan=[-0.5, 0.5, -0.4, 0.6])
    assert "default" not in panned.slots["pan"]
    assert len(panned.notes) == 1


def test_what_was_left_open_is_carried_out_as_it_is_chosen() -> None:
    made = workflow(strip("set_mute", on=[True, False, True, False]))
    for chosen in (True, False):
        given = {"target": "Keys", "mute": "on" if chosen else "off"}
        plan = make_plan(made, bind(made, given, practice()), practice())
        assert find_track(plan.predicted, "Keys").mute is chosen


def test_what_does_not_contradict_itself_has_a_default() -> None:
    assert strip("set_pan", pan=[-0.5, -0.5, -0.9]).slots["pan"]["default"] == -0.5
    assert strip("set_volume", db=[-20.0, -6.0, -6.0, -6.0]).slots["volume"]["default"] == -6.0


def test_what_was_never_alike_has_no_default() -> None:
    assert "default" not in strip("set_pan", pan=[-0.5, -0.2, -0.9]).slots["pan"]
    on = {"track": "Bass", "device": "compressor"}
    turned = [(2.0, "-12 dB"), (7.1, "-13 dB"), (20.0, "-14 dB"), (4.0, "-12 dB")]
    routine = learned(
        *(
            [
                {"action": "insert_device", **on},
                {"action": "set_parameter", **on, "parameter": "ratio", "value": ratio},
                {"action": "set_parameter", **on, "parameter": "threshold", "value": threshold},
            ]
            for ratio, threshold in turned
        )
    )
    ratio = routine.slots["ratio"]
    assert (ratio.get("default"), ratio["optional"]) == (None, True)
    plan = make_plan(workflow(routine), bind(workflow(routine), {"target": "Bass"}, practice()), practice())
    set_ = [step.action.parameter for step in plan.steps if isinstance(step.action, SetParameter)]
    assert set_ == ["threshold"]  # the ratio is the device's own
    given = {"target": "Bass", "ratio": 3.0}
    plan = make_plan(workflow(routine), bind(workflow(routine), given, practice()), practice())
    assert sum(isinstance(step.action, SetParameter) for step in plan.steps) == 2


def test_silence_is_a_level() -> None:
    assert strip("set_volume", db=[None, None, None]).steps[1]["db"] is None
    assert (
        strip("set_volume", db=[-3.0, None, None, None, None, -9.0]).slots["volume"]["default"] == "-inf dB"
    )


def test_a_value_that_is_always_another_s_is_one_slot() -> None:
    lines = [
        [
            {"action": "set_volume", "track": TRACKS[n], "db": -4.0 * n},
            {"action": "set_send", "track": TRACKS[n], "to": "A-Reverb", "db": -4.0 * n},
        ]
        for n in range(5)
    ]
    routine = learned(*lines)
    assert routine.steps[0]["db"] == routine.steps[1]["db"] == "{{ volume }}"
    assert routine.examples[2] == {"target": "Pad", "volume": -8.0}


@pytest.mark.parametrize("name", ["{{ bass }}", "{% if x %}", "{# x #}", "a\x00b", "\u202ebass", "x" * 256])
def test_a_hostile_name_is_never_written_into_a_workflow(name: str) -> None:
    renamed = strip("rename_track", name=[name] * 4)
    assert renamed.steps[1]["name"] == "{{ new_name }}"
    assert renamed.slots["new_name"] == {"type": "text"}
    lines = [{"action": "set_send", "track": TRACKS[0], "to": name, "db": -6.0}] * 2
    sent = learned(*[lines] * 4)
    assert name not in repr((sent.steps, sent.slots, sent.preconditions, sent.postconditions))


def test_a_device_of_a_hostile_name_is_refused() -> None:
    lines = [
        {"action": "insert_device", "track": "Bass", "device": "{{ x }}"},
        {"action": "set_mute", "track": "Bass", "on": True},
    ]
    seen = [demonstration(number, *lines) for number in range(4)]
    assert generalise(pattern(seen), seen) is None


def test_notes_that_differ_are_left_out_and_said() -> None:
    def part(number: int) -> list[Line]:
        track = TRACKS[number]
        return [
            {"action": "create_clip", "track": track, "slot": 1, "length_beats": 16, "name": "Loop"},
            {"action": "add_notes", "track": track, "clip": "Loop", "notes": [[60 + number, 0, 1, 100]]},
            {"action": "fire_clip", "track": track, "clip": "Loop"},
        ]

    routine = learned(*(part(number) for number in range(4)))
    assert [step["action"] for step in routine.steps] == ["create_clip", "fire_clip"]
    assert "add_notes" in routine.notes[0]
    assert not any("clip" in condition for condition in routine.preconditions)
