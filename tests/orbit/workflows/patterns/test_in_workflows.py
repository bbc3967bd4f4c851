"""Patterns in workflow files: checked when the file is read, worked out when the plan is made."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import AddNotes, CreateClip
from daw_bridges.errors import WorkflowFormatError
from daw_bridges.logic.capabilities import CAPABILITIES
from daw_bridges.session import Clip, Session, Track, TrackKind
from orbit.workflows import Plan, PlanError, bind, dump_workflow, make_plan, parse_workflow

BEAT: dict[str, Any] = {"pattern": "beat", "rhythm": "{{ feel }}", "bars": "{{ bars }}", "pitch": 42}


def written(notes: Any = BEAT, **step: Any) -> dict[str, Any]:
    return {
        "workflow_name": "hats",
        "title": "Hats",
        "task": "Hats",
        "slots": {
            "feel": {"type": "choice", "ask": "How?", "choices": ["eighths", "trap"], "default": "eighths"},
            "bars": {"type": "bars", "ask": "How long?", "default": 1},
            "row": {
                "type": "number",
                "ask": "Where?",
                "find": {"free_slot_on": ["drums", "keys"]},
                "default": 1,
            },
            "drums": {"type": "track", "ask": "Which?", "find": {"role": "hats"}},
            "keys": {"type": "track", "ask": "Which?", "find": {"role": "keys"}, "optional": True},
        },
        "steps": [
            {
                "step_number": 1,
                "action": "create_clip",
                "track": "{{ drums }}",
                "slot": "{{ row }}",
                "length_beats": "{{ bars | in_beats }}",
                "name": "Groove",
                "expected_output": "A clip.",
            },
            {
                "step_number": 2,
                "action": "add_notes",
                "track": "{{ drums }}",
                "clip": "Groove",
                "notes": notes,
                "expected_output": "Notes.",
            }
            | step,
        ],
        "outcome": "Hats.",
        "result": "Done.",
    }


def session(daw: str = "ableton") -> Session:
    taken = (Clip(name="There", slot=1, length_beats=4),)
    tracks = (
        Track(name="Hats", kind=TrackKind.MIDI),
        Track(name="Keys", kind=TrackKind.MIDI, clips=taken if daw == "ableton" else ()),
    )
    return Session(daw=daw, scenes=("", "", ""), tracks=tracks)


def planned(body: dict[str, Any], *, daw: str = "ableton", **slots: Any) -> Plan:
    workflow, here = parse_workflow(body), session(daw)
    capabilities = CAPABILITIES if daw == "logic" else None
    return make_plan(workflow, bind(workflow, slots, here), here, capabilities)


def test_a_plan_shows_plain_notes_in_the_first_row_that_is_free_on_all_tracks() -> None:
    create, add = planned(written(), feel="trap").actions
    assert isinstance(create, CreateClip)
    assert isinstance(add, AddNotes)
    assert (create.slot, len(add.notes)) == (2, 9)
    assert add.notes[0] == (42, 0.0, 0.2, 110)


def test_a_workflow_with_patterns_survives_json() -> None:
    workflow = parse_workflow(written())
    assert parse_workflow(dump_workflow(workflow)) == workflow


def test_a_list_to_repeat_over_can_be_worked_out() -> None:
    body = written()
    del body["slots"]["feel"]
    body["steps"][1] = {
        "step_number": 2,
        "for_each": {"pattern": "sections", "form": "Verse 8, Chorus 8"},
        "action": "add_locator",
        "bar": "{{ item.bar }}",
        "name": "{{ item.name }}",
        "expected_output": "{{ item.name }} from bar {{ item.bar }}.",
    }
    _, verse, chorus = planned(body).steps
    assert verse.expected_output == "Verse from bar 1."
    assert chorus.action.model_dump()["bar"] == 9


@pytest.mark.parametrize(
    ("notes", "where", "why"),
    [
        ({"pattern": "waltz"}, "steps[2].notes.pattern", "does not give notes here"),
        ({"pattern": "sections", "form": "pop"}, "steps[2].notes.pattern", "does not give notes here"),
        (BEAT | {"swing": 90}, "steps[2].notes.swing", "less than or equal to 75"),
        (BEAT | {"shuffle": "{{ bars }}"}, "steps[2].notes.shuffle", "is no argument of the pattern beat"),
        (BEAT | {"rhythm": "boom"}, "steps[2].notes.rhythm", "row of sixteenths"),
        ({"pattern": "beat"}, "steps[2].notes.rhythm", "required"),
        (BEAT | {"bars": "{{ lenght }}"}, "steps[2].notes.bars", "not declared"),
        ({"pattern": "chords", "key": "{{ feel }}", "progression": "i"}, "steps[2].notes.key", "is no key"),
    ],
)
def test_what_is_wrong_is_said_when_the_file_is_read(notes: Any, where: str, why: str) -> None:
    with pytest.raises(WorkflowFormatError) as caught:
        parse_workflow(written(notes))
    assert caught.value.field == where
    assert why in str(caught.value)


def test_what_a_pattern_cannot_do_to_this_session_is_said_by_step() -> None:
    body = written({"pattern": "doubled", "track": "{{ drums }}", "clip": "Groove"})
    del body["slots"]["feel"]
    with pytest.raises(PlanError, match="shows no notes"):
        planned(body)


def test_what_a_host_does_not_show_is_said_to_be_there_twice_if_it_is_asked_for_again() -> None:
    create, add = planned(written(), daw="logic").steps
    assert "asked for again" in (create.warning or "")
    assert add.warning is None
