"""Plans with memory tasks: tried, shown, nothing written; what they give is there for later steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daw_bridges.actions import Risk
from orbit.workflows import PlanError
from tests.orbit.workflows.memory_tasks.recipes import NOTE, RECALL, SET, kept, memory, planned, put, workflow
from tests.orbit.workflows.sessions import practice


def test_what_was_read_is_used_by_a_later_step(tmp_path: Path) -> None:
    port = memory(tmp_path)
    put(port, "level:Bass", [{"db": -9}, {"db": -4.5}])
    plan = planned(workflow(RECALL, SET), practice(), port)
    assert plan.steps[0].action.model_dump()["db"] == -4.5
    assert plan.memory[0].output["count"] == 2
    assert (plan.memory[0].relied_on, plan.memory[0].after_step) == (True, 0)


def test_what_is_not_there_has_the_default(tmp_path: Path) -> None:
    plan = planned(workflow(RECALL, SET), practice(), memory(tmp_path))
    assert plan.steps[0].action.model_dump()["db"] == -6


def test_planning_writes_nothing(tmp_path: Path) -> None:
    port = memory(tmp_path)
    plan = planned(workflow(SET | {"db": -6}, NOTE), practice(), port)
    assert plan.memory[0].output["total_count"] == 1
    assert plan.risk is Risk.REVERSIBLE
    assert plan.memory[0].describe() == "Append 1 message to “notes:bass” in the memory mix"
    assert port.refs() == []


def test_a_later_task_sees_what_an_earlier_one_would_write(tmp_path: Path) -> None:
    again = RECALL | {"id": "again", "key_template": "notes:bass"}
    plan = planned(
        workflow(NOTE, again, result="{{ tasks.again.output.count }} note."), practice(), memory(tmp_path)
    )
    assert plan.memory[1].output["messages"][0]["content"] == "Bass was set on Practice"
    assert plan.result == "1 note."


def test_a_track_with_a_colon_in_its_name_stays_in_its_part(tmp_path: Path) -> None:
    port = memory(tmp_path)
    session = practice()
    tracks = tuple(t.model_copy(update={"name": "a:b*"}) if t.name == "Bass" else t for t in session.tracks)
    plan = planned(workflow(RECALL, SET), session.model_copy(update={"tracks": tracks}), port, target="a:b*")
    assert plan.memory[0].request.key == "level:a%3Ab%2A"


FAILING = {
    "type": "memory", "operation": "delete", "memory_ref": "mix", "key_template": "not:there",
    "expected_output": "It is gone.",
}  # fmt: skip


def test_an_error_ends_the_plan_and_names_the_step(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"Step 1 .*no key in the memory mix called “not:there”") as caught:
        planned(workflow(FAILING, SET | {"db": 0}), practice(), memory(tmp_path))
    assert (caught.value.step_number, caught.value.code) == (1, "not_found")


def test_an_error_leads_where_it_says_and_is_shown(tmp_path: Path) -> None:
    loud, soft = (SET | {"db": db, "id": name} for name, db in (("loud", 0.0), ("soft", -30.0)))
    failing = FAILING | {"on_error": {"next": "soft"}}
    plan = planned(workflow(failing, loud, soft), practice(), memory(tmp_path))
    assert [step.action.model_dump()["db"] for step in plan.steps] == [-30.0]
    assert plan.memory[0].error is not None
    assert any("not:there" in note for note in plan.notes)


@pytest.mark.parametrize(("following", "steps"), [("second", [2.0]), ("end", []), (None, [1.0, 2.0])])
def test_success_leads_where_it_says(tmp_path: Path, following: str | None, steps: list[float]) -> None:
    leads = {} if following is None else {"on_success": {"next": following}}
    first, second = (SET | {"db": db, "id": name} for name, db in (("first", 1.0), ("second", 2.0)))
    plan = planned(workflow(RECALL | leads, first, second), practice(), memory(tmp_path))
    assert [step.action.model_dump()["db"] for step in plan.steps] == steps


def test_a_task_is_repeated_for_each_item_and_left_out_by_when(tmp_path: Path) -> None:
    port = memory(tmp_path)
    each = NOTE | {"for_each": ["Kick", "Snare"], "key_template": "notes:{{ item }}", "payload": "{{ item }}"}
    never = NOTE | {"id": "never", "when": {"track": "Bass", "mute": True}}
    plan = planned(workflow(each, never, SET | {"db": 0}), practice(), port)
    assert [each.request.key for each in plan.memory] == ["notes:Kick", "notes:Snare"]


def test_a_workflow_of_memory_alone_has_something_to_do(tmp_path: Path) -> None:
    plan = planned(workflow(NOTE), practice(), memory(tmp_path))
    assert (plan.steps, plan.notes) == ((), ())


@pytest.mark.parametrize(
    ("fields", "risk"),
    [
        ({"operation": "clear", "clear_config": {"confirm": True}}, Risk.DESTRUCTIVE),
        ({"operation": "delete"}, Risk.DESTRUCTIVE),
        ({"operation": "flush", "flush_config": {"force": True}}, Risk.DESTRUCTIVE),
        ({"operation": "flush", "flush_config": {"dry_run": True}}, Risk.READ),
        ({"operation": "health"}, Risk.READ),
        ({"operation": "stats"}, Risk.READ),
        ({"operation": "read"}, Risk.READ),
        ({"operation": "write", "payload": "x"}, Risk.REVERSIBLE),
    ],
)
def test_what_takes_away_needs_consent(tmp_path: Path, fields: dict[str, Any], risk: Risk) -> None:
    port = memory(tmp_path)
    put(port, "notes:bass", "x")
    step = {key: value for key, value in NOTE.items() if key != "payload"} | fields
    plan = planned(workflow(step), practice(), port)
    assert plan.risk is risk
    assert bool(plan.destroys) == (risk is Risk.DESTRUCTIVE)
    assert kept(port, "notes:bass") == ["x"]


def test_without_a_memory_the_step_says_so(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="no memory is available here"):
        planned(workflow(NOTE), practice(), None)


def test_a_plan_survives_the_wire(tmp_path: Path) -> None:
    plan = planned(workflow(RECALL, SET, NOTE), practice(), memory(tmp_path))
    assert type(plan).model_validate(plan.model_dump(mode="json")).memory == plan.memory
