"""Workflows with memory tasks, carried out on a real bridge: written with the run, taken back with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from daw_bridges.errors import NotPossibleError
from daw_bridges.references import find_track
from orbit.agent import Desk
from orbit.memory import Library
from orbit.outcome import Outcome
from orbit.workflows import Plan, Workflow
from tests.orbit.workflows.memory_tasks.recipes import NOTE, RECALL, SET, kept, put, workflow

HOLD = {
    "type": "memory", "id": "hold", "operation": "append", "memory_ref": "mix", "ttl": "30d",
    "key_template": "level:{{ workflow.input.target }}", "payload": {"db": -3, "by": "{{ user }}"},
    "expected_output": "The level, for next time.",
}  # fmt: skip


async def _planned(desk: Desk, library: Library, made: Workflow) -> Plan:
    library.sync([made])
    plan = await desk.plan_workflow(made.workflow_name, {"target": "Bass"})
    assert isinstance(plan, Plan)
    return plan


async def test_a_run_reads_sets_and_keeps_and_undo_takes_all_of_it_back(desk: Desk, library: Library) -> None:
    put(desk.memories.keyed, "level:Bass", {"db": -9})
    plan = await _planned(desk, library, workflow(RECALL, SET, HOLD))
    run = await desk.run(plan.id, goal="as last time")
    assert (run.ok, run.memory[1]["total_count"]) == (True, 2)
    assert find_track(await desk.session(), "Bass").volume_db == pytest.approx(-9, abs=0.1)
    logged = library.store.tool_log.search()
    assert [call.tool for call in logged] == ["memory.append", "memory.read", "set_volume"]
    assert logged[0].arguments == {"memory_ref": "mix", "key": "level:Bass"}
    assert kept(desk.memories.keyed, "level:Bass") == [{"db": -9}, {"by": "local", "db": -3}]

    assert (await desk.undo()).run.ok
    assert kept(desk.memories.keyed, "level:Bass") == [{"db": -9}]
    assert find_track(await desk.session(), "Bass").volume_db == pytest.approx(0, abs=0.1)


async def test_a_run_of_memory_alone_is_what_undo_takes_back(desk: Desk, library: Library) -> None:
    await desk.run((await desk.plan_actions([{"action": "set_mute", "track": "Kick", "on": True}])).id)
    await desk.run((await _planned(desk, library, workflow(NOTE))).id)
    assert kept(desk.memories.keyed, "notes:bass") == ["Bass was set on Practice"]
    undone = await desk.undo()
    assert (undone.title, undone.run.ok) == ("As last time", True)
    assert desk.memories.keyed.refs() == []
    assert find_track(await desk.session(), "Kick").mute
    await desk.undo()
    assert not find_track(await desk.session(), "Kick").mute


async def test_what_somebody_changed_since_stays(desk: Desk, library: Library) -> None:
    await desk.run((await _planned(desk, library, workflow(NOTE))).id)
    put(desk.memories.keyed, "notes:bass", "and I like it")
    assert (await desk.undo()).run.ok
    assert desk.not_kept == "In the memory, notes:bass has changed since and was left as it is."
    assert len(kept(desk.memories.keyed, "notes:bass")) == 2


async def test_a_plan_is_not_carried_out_over_a_memory_that_changed(desk: Desk, library: Library) -> None:
    plan = await _planned(desk, library, workflow(RECALL, SET))
    put(desk.memories.keyed, "level:Bass", {"db": -20})
    with pytest.raises(NotPossibleError, match="The memory has changed since this was planned"):
        await desk.run(plan.id)
    assert find_track(await desk.session(), "Bass").volume_db == pytest.approx(0, abs=0.1)


async def test_what_nothing_builds_on_may_change(desk: Desk, library: Library) -> None:
    plan = await _planned(desk, library, workflow(NOTE))
    put(desk.memories.keyed, "notes:bass", "first")
    assert (await desk.run(plan.id)).memory[0]["total_count"] == 2


async def test_a_run_that_fails_keeps_nothing(desk: Desk, library: Library) -> None:
    plan = await _planned(desk, library, workflow(NOTE, SET | {"db": -6}))
    rename = {"action": "rename_track", "track": "Bass", "name": "Sub"}
    await desk.bridge.perform((await desk.plan_actions([rename])).actions)
    run = await desk.run(plan.id)
    assert (run.ok, run.memory) == (False, ())
    assert desk.memories.keyed.refs() == []


async def test_what_takes_away_is_not_done_without_consent(desk: Desk, library: Library) -> None:
    put(desk.memories.keyed, "notes:bass", "x")
    clear = {key: value for key, value in NOTE.items() if key != "payload"} | {
        "operation": "clear", "clear_config": {"confirm": True},
    }  # fmt: skip
    plan = await _planned(desk, library, workflow(clear))
    assert desk.needs_approval(plan)
    with pytest.raises(NotPossibleError, match="needs your consent"):
        await desk.run(plan.id)
    assert kept(desk.memories.keyed, "notes:bass") == ["x"]
    assert (await desk.run(plan.id, approved=True)).ok
    assert kept(desk.memories.keyed, "notes:bass") == []
    await desk.undo()
    assert kept(desk.memories.keyed, "notes:bass") == ["x"]


async def test_what_does_not_fit_is_told_and_the_run_is_kept(
    desk: Desk, library: Library, tmp_path: Path
) -> None:
    (tmp_path / "memories.toml").write_text("[default]\nmax_messages = 1\n")
    plan = await _planned(desk, library, workflow(NOTE, SET | {"db": -6}))
    put(desk.memories.keyed, "notes:bass", "the only one")
    run = await desk.run(plan.id)
    assert (run.ok, run.memory) == (True, ())
    assert "would hold 2 messages" in (desk.not_kept or "")
    assert library.store.runs.recent(1)[0].ok


async def test_the_document_tells_what_the_memory_answered(desk: Desk, library: Library) -> None:
    from orbit.agent import Answer

    plan = await _planned(desk, library, workflow(NOTE))
    run = await desk.run(plan.id)
    answer = Answer(ok=True, reply="Done.", plan=plan, run=run)
    [told] = Outcome(answer, run.before, run.after).to_json()["memory"]
    assert (told["operation"], told["key"], told["done"]) == ("append", "notes:bass", True)
    assert told["output"]["total_count"] == 1
