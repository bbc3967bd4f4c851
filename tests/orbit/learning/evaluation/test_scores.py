"""The measures: what is right counts, what is wrong does not, and luck finds nothing."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

import pytest

from daw_bridges.actions import parse_action
from orbit.learning.demonstration import Demonstration, DeviceSeen, Event, TrackSeen
from orbit.learning.evaluation.corpora import Part, Planted, PlantedStep, Value
from orbit.learning.evaluation.corpora.vocabulary import kind
from orbit.learning.evaluation.found import Found, found_in_workflow
from orbit.learning.evaluation.kinds import does
from orbit.learning.evaluation.methods import found_when_all_is_known
from orbit.learning.evaluation.scores.cover import cover
from orbit.learning.evaluation.scores.fields import Fields, judge_fields
from orbit.learning.evaluation.scores.matching import matched
from orbit.learning.evaluation.scores.overlap import overlap
from orbit.workflows.workflow import Workflow

PLANTED = Planted(
    "duck",
    (
        PlantedStep(kind("insert_device compressor")),
        PlantedStep(kind("set_sidechain compressor"), other=1),
        PlantedStep(kind("set_parameter compressor ratio"), value=Value(4.0)),
        PlantedStep(kind("set_parameter compressor threshold"), value=Value(variable="depth")),
        PlantedStep(kind("set_parameter compressor release"), value=Value(100.0, drifts=True)),
    ),
    (Part(), Part()),
)


def workflow(**changes: Any) -> Workflow:
    """What was planted, learned just right but for some changes: ``threshold=-20`` and the like."""
    values: dict[str, Any] = {"ratio": "4:1", "threshold": "{{ depth }}", "release": "103 ms"} | changes
    target = values.pop("target", "{{ target }}")
    slots: dict[str, Any] = {
        "target": {"type": "track", "ask": "Which track?"},
        "source": {"type": "track", "ask": "Under which?"},
        "depth": {"type": "gain_db", "ask": "How deep?", "default": -20},
        "spare": {"type": "time", "ask": "How long?", "default": 100},
    } | values.pop("slots", {})
    steps: list[dict[str, Any]] = [
        {"action": "insert_device", "track": target, "device": "compressor", "as": "ducker"},
        {"action": "set_sidechain", "track": target, "device": "ducker", "source": "{{ source }}"},
        *(
            {
                "action": "set_parameter",
                "track": target,
                "device": "ducker",
                "parameter": name,
                "value": value,
            }
            for name, value in values.items()
        ),
    ]
    used = str(steps)
    return Workflow.model_validate(
        {
            "workflow_name": "duck",
            "title": "Duck",
            "task": "Duck one under the other.",
            "slots": {name: slot for name, slot in slots.items() if f"{{{{ {name} }}}}" in used},
            "steps": [
                {"step_number": number, "expected_output": "Done.", **step}
                for number, step in enumerate(steps, start=1)
            ],
            "outcome": "It ducks.",
            "result": "It ducks.",
        }
    )


def fields_of(**changes: Any) -> Fields:
    found = found_in_workflow(workflow(**changes))
    matching = matched([found.does], [PLANTED.does])
    assert matching.f1 == 1.0
    return judge_fields([found], [PLANTED], matching)


def test_what_is_learned_just_right_has_full_marks() -> None:
    fields = fields_of()
    assert fields.accuracy == fields.types == fields.together == 1.0
    # Ten fields: five tracks and the other one, three values; what a side chain listens to is one of them.
    assert fields.fields == 9
    assert fields.slots == 7


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"threshold": "-20 dB"}, 1),
        ({"ratio": "{{ spare }}"}, 1),
        ({"ratio": "6:1"}, 1),
        ({"release": "300 ms"}, 1),
        ({"target": "Bass"}, 5),
    ],
)
def test_each_field_that_is_wrongly_open_or_constant_counts(changes: dict[str, Any], wrong: int) -> None:
    fields = fields_of(**changes)
    assert fields.fields - fields.opened == wrong


def test_what_drifts_may_be_open_at_what_it_drifts_about() -> None:
    assert fields_of(release="{{ spare }}").accuracy == 1.0
    far = {"spare": {"type": "time", "ask": "How long?", "default": 300}}
    assert fields_of(release="{{ spare }}", slots=far).accuracy < 1.0


def test_a_slot_of_another_type_and_unit_counts() -> None:
    number = {"depth": {"type": "number", "ask": "How deep?", "default": -20}}
    fields = fields_of(slots=number)
    assert (fields.accuracy, fields.typed, fields.slots) == (1.0, 6, 7)


def test_fields_that_share_what_they_should_not_count() -> None:
    fields = fields_of(release="{{ depth }}")
    assert (fields.pairs_values, fields.joined_values, fields.both_values) == (0, 1, 0)
    assert fields.together < 1.0
    assert fields.values_together == 0.0


def test_a_renamed_track_is_the_same_track() -> None:
    steps = [
        {"action": "rename_track", "track": "{{ target }}", "name": "Keeper"},
        {"action": "set_mute", "track": "Keeper", "on": True},
    ]
    renamed = workflow().model_dump(mode="json") | {
        "slots": {"target": {"type": "track", "ask": "Which track?"}},
        "steps": [
            {"step_number": number, "expected_output": "Done.", **step}
            for number, step in enumerate(steps, start=1)
        ],
    }
    found = found_in_workflow(Workflow.model_validate(renamed))
    assert [step.track for step in found.steps] == ["{{ target }}", "{{ target }}"]


def test_matching_is_one_to_one_and_as_large_as_can_be() -> None:
    long = tuple("abcdefghij")
    # The first is as like to both; only if it gives way are both found.
    matching = matched([long[:9], long[:8]], [long, long[:9]])
    assert len(matching.matches) == 2
    assert matching.f1 == 1.0
    twice = matched([long, long], [long])
    assert (twice.precision, twice.recall, twice.f1) == (0.5, 1.0, pytest.approx(2 / 3))
    assert matched([], [long]).f1 == matched([long], []).f1 == 0.0
    assert matched([long[:9]], [long]).exact == 0.0


def test_kinds_are_said_alike_whoever_names_the_device() -> None:
    setting = {"action": "set_parameter", "parameter": "Threshold"}
    assert (
        does(setting, "compressor#2") == does(setting, "Compressor") == "set_parameter compressor threshold"
    )
    assert does({"action": "create_track", "kind": "return"}, None) == "create_track return"
    assert does({"action": "insert_device"}, "FabFilter Pro-Q 3") == "insert_device fab_filter_pro_q_3"


def demonstration(*done: tuple[str, int]) -> Demonstration:
    """Edits by kind (of no second track), each on a track."""
    events: list[Event] = []
    devices: dict[tuple[int, str], int] = {}
    for number, (said, track) in enumerate(done):
        action, device, parameter = (*said.split(), None, None)[:3]
        fields = {"device": device, "parameter": parameter, "value": 1.0 if parameter else None}
        given = {name: value for name, value in fields.items() if value is not None}
        place = None if device is None else devices.setdefault((track, device), len(devices))
        parsed = parse_action({"action": action, "track": f"T{track}", **given})
        events.append(Event(parsed, float(number), by_hand=True, does=said, tracks=(track,), device=place))
    return Demonstration(
        "t", "s", "p", "ableton", None, datetime(2026, 1, 1, tzinfo=UTC), tuple(events),
        tuple(TrackSeen(f"T{number}") for number in range(4)),
        tuple(DeviceSeen(track, device) for track, device in devices),
    )  # fmt: skip


EQ, CUT, COMP = "insert_device eq", "set_parameter eq band_1_frequency", "insert_device compressor"
THREE = Planted("three", tuple(PlantedStep(kind(said)) for said in (EQ, CUT, COMP)))


def covered(*done: tuple[str, int]) -> int:
    return cover([demonstration(*done)], found_when_all_is_known([THREE])).covered


def test_cover_takes_steps_in_order_on_one_track_and_near_each_other() -> None:
    assert covered((EQ, 0), (CUT, 0), (COMP, 0)) == 3
    assert covered((EQ, 0), (EQ, 1), (CUT, 0), (COMP, 1), (COMP, 0)) == 3
    assert covered((CUT, 0), (EQ, 0), (COMP, 0)) == 0
    assert covered((EQ, 0), (CUT, 1), (COMP, 0)) == 0
    far = [("insert_device delay", 2)] * 12
    assert covered((EQ, 0), *far, (CUT, 0), (COMP, 0)) == 0


def test_cover_counts_each_edit_once_and_each_use() -> None:
    found = found_when_all_is_known([THREE])
    both = cover(
        [demonstration((EQ, 0), (CUT, 0), (COMP, 0), (EQ, 1), (CUT, 1), (COMP, 1))], [*found, *found]
    )
    assert (both.edits, both.covered, both.uses, both.used) == (6, 6, 2, {0})
    assert both.coverage == 1.0
    assert both.compression(found) == pytest.approx(6 / (2 + 4))
    nothing = cover([], found)
    assert (nothing.coverage, nothing.used) == (0.0, frozenset())


def test_overlap_is_the_share_of_pairs_that_do_half_the_same() -> None:
    assert overlap([tuple("abcd"), tuple("abxy"), tuple("mnop")]) == pytest.approx(1 / 3)
    assert overlap([tuple("abcd")]) == 0.0


def test_where_nothing_was_opened_there_is_nothing_to_judge() -> None:
    found = Found(found_in_workflow(workflow()).steps)
    fields = judge_fields([found], [PLANTED], matched([found.does], [PLANTED.does]))
    assert fields.fields == 0
    assert math.isnan(fields.accuracy)
    assert math.isnan(fields.together)
