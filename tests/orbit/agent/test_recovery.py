"""What the next desk makes of a run that was cut short, wherever it stopped and whatever happened since."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import pytest

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import differences
from daw_bridges.bridge import Bridge
from daw_bridges.errors import NotPossibleError
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.agent import Desk
from orbit.agent.parts import Part
from orbit.agent.recovery import NotedRun
from orbit.memory import Library
from orbit.workflows import Plan, plan_actions
from tests.orbit.workflows.memory_tasks.recipes import NOTE, SET, kept, workflow

pytestmark = pytest.mark.anyio

ON_IT = {"track": "Bass", "device": "compressor"}
COMPRESSOR: list[dict[str, Any]] = [
    {"action": "insert_device"} | ON_IT,
    {"action": "set_parameter", "parameter": "ratio", "value": "7:1"} | ON_IT,
    {"action": "set_volume", "track": "Bass", "db": -6.0},
]


class _Other:
    """The same DAW as it would read with another set open."""

    def __init__(self, bridge: Bridge, **fields: Any) -> None:
        self._bridge, self._fields = bridge, fields

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bridge, name)

    async def snapshot(self) -> Session:
        return (await self._bridge.snapshot()).model_copy(update=self._fields)


async def _cut(
    desk: Desk, plan: Plan, done: int, *, told: int | None = None, undoes: str | None = None
) -> None:
    """Leave a run as a kill does after ``done`` steps, of which the memory was told ``told``."""
    title = None if undoes is None else f"Undo “{plan.title}”"
    with NotedRun(desk.library, desk.place, "squeeze it", title=title, undoes=undoes) as noted:
        noted.begin(plan, plan.before)
        results = await desk.bridge.perform(plan.actions[:done]) if done else []
        for place, result in enumerate(results[:told]):
            noted.confirm(place, result)
        await asyncio.sleep(0)  # it is written with the next turn of the loop


async def _squeezed(desk: Desk, actions: Sequence[dict[str, Any]] = COMPRESSOR) -> Plan:
    return await desk.plan_actions(actions, "Squeeze Bass")


@pytest.mark.parametrize("told", [0, 1, 2, 3])
@pytest.mark.parametrize("done", [1, 2, 3])
async def test_how_far_it_came_is_read_from_the_host(desk: Desk, done: int, told: int) -> None:
    before = await desk.session()
    await _cut(desk, await _squeezed(desk), done, told=told)
    await desk.session()
    where = f"at step {done + 1}" if done < 3 else "after step 3"
    assert desk.recovery.told() == f"Squeeze Bass was cut short {where} of 3. “undo” takes it back."
    assert desk.recovery.told() == ""
    [run] = desk.library.store.runs.recent(1)
    assert (run.goal, run.ok, len(run.results), run.failed_step) == (
        "squeeze it",
        False,
        done,
        min(done + 1, 3),
    )
    assert (await desk.undo()).run.ok
    assert differences(before, await desk.session()) == []


@pytest.mark.parametrize("done", [1, 2, 3])
async def test_a_correction_that_was_cut_short_leads_back_to_what_it_corrects(desk: Desk, done: int) -> None:
    before = await desk.session()
    assert (await desk.run((await _squeezed(desk, COMPRESSOR[:2])).id, goal="squeeze it")).ok
    squeezed = await desk.session()
    mute: dict[str, Any] = {"action": "set_mute", "track": "Kick", "on": True}
    instead = Part(actions=(COMPRESSOR[2], mute))
    plan = await desk.plan_parts([instead], "Lower Bass", instead_of=["squeeze it"])
    assert isinstance(plan, Plan)
    await _cut(desk, plan, done)
    for left in (squeezed, before):
        assert (await desk.undo()).run.ok
        assert differences(left, await desk.session()) == []


async def test_a_step_that_was_itself_cut_short_is_asked_about(desk: Desk) -> None:
    before = await desk.session()
    await _cut(desk, await _squeezed(desk), 2, told=1)
    await desk.bridge.perform([parse_action(COMPRESSOR[2] | {"db": -3.0})])  # on its way to -6 dB
    await desk.session()
    assert desk.recovery.told() == "Squeeze Bass was cut short at step 3 of 3. “undo” takes it back."
    assert (await desk.undo()).run.code == "changed_since"
    assert (await desk.undo(consent=lambda _: True)).run.ok
    assert differences(before, await desk.session()) == []


async def test_nothing_is_left_of_what_had_not_begun(desk: Desk) -> None:
    await _cut(desk, await _squeezed(desk), 0)
    await desk.session()
    assert desk.recovery.told() == ""  # this process stopped it, and its user knows
    with pytest.raises(NotPossibleError, match="nothing to take back"):
        await desk.undo()


async def test_what_was_done_elsewhere_since_stays(desk: Desk) -> None:
    await _cut(desk, await _squeezed(desk), 2)
    mute = await desk.plan_actions([{"action": "set_mute", "track": "Kick", "on": True}])
    await desk.bridge.perform(mute.actions)
    await desk.session()
    assert (await desk.undo()).run.ok
    now = await desk.session()
    assert find_track(now, "Kick").mute
    assert not find_track(now, "Bass").devices


async def test_what_was_done_there_since_is_asked_about(desk: Desk) -> None:
    before = await desk.session()
    await _cut(desk, await _squeezed(desk), 3)
    louder = await desk.plan_actions([COMPRESSOR[2] | {"db": -3.0}], session=await desk.bridge.snapshot())
    await desk.bridge.perform(louder.actions)
    await desk.session()
    assert "was cut short" in desk.recovery.told()
    assert (await desk.undo()).run.code == "changed_since"
    assert (await desk.undo(consent=lambda _: True)).run.ok
    assert differences(before, await desk.session()) == []


async def test_in_another_set_it_is_kept_until_its_own_is_open(desk: Desk) -> None:
    before = await desk.session()
    kick = await desk.plan_actions([{"action": "set_mute", "track": "Kick", "on": True}])
    assert (await desk.run(kick.id)).ok
    await _cut(desk, await _squeezed(desk), 2)
    there = _desk_in(desk, name="Another", tempo=99.0)
    await there.session()
    said = there.recovery.told()
    assert said.startswith(
        f"Squeeze Bass was cut short at step 3 of 3. That was in “{before.name}”, and “Another”"
    )
    with pytest.raises(NotPossibleError, match="“Another” is open now"):
        await there.undo()
    await there.session()
    assert there.recovery.told() == ""
    await desk.session()
    assert (await desk.undo()).title == "squeeze it"
    assert (await desk.undo()).run.ok
    assert differences(before, await desk.session()) == []


async def test_the_newest_is_taken_back_first(desk: Desk) -> None:
    await _cut(desk, await _squeezed(desk), 2)
    mute = await desk.plan_actions([{"action": "set_mute", "track": "Kick", "on": True}])
    assert (await desk.run(mute.id)).ok
    assert (await desk.undo()).run.before.track_names
    assert not find_track(await desk.session(), "Kick").mute
    assert (await desk.undo()).title == "squeeze it"
    assert not find_track(await desk.session(), "Bass").devices


@pytest.mark.parametrize("done", [0, 1, 2, 3])
async def test_an_undo_is_gone_on_with_and_nothing_older_goes_instead(desk: Desk, done: int) -> None:
    before = await desk.session()
    kick = await desk.plan_actions([{"action": "set_mute", "track": "Kick", "on": True}])
    assert (await desk.run(kick.id)).ok
    assert (await desk.run((await _squeezed(desk)).id)).ok
    [run] = desk.library.store.runs.recent(1)
    way = plan_actions(_actions(run.inverse), await desk.session(), "Squeeze Bass")
    steps = len(way.steps)
    done = min(done, steps)
    await _cut(desk, way, done, undoes=run.id)
    await desk.session()
    if done == steps:
        with pytest.raises(NotPossibleError, match="Nothing else was taken back"):
            await desk.undo()
        assert desk.recovery.told().endswith("All of it has been taken back.")
    else:
        assert (await desk.undo()).run.ok
        said = f"Undo “Squeeze Bass” was cut short at step {done + 1} of {steps}. “undo” goes on with it."
        assert desk.recovery.told() == (said if done else "")
    assert find_track(await desk.session(), "Kick").mute
    assert (await desk.undo()).run.ok
    assert differences(before, await desk.session()) == []


async def test_what_an_undo_owes_the_memory_is_taken_back_with_it(desk: Desk, library: Library) -> None:
    library.add(workflow(NOTE, SET | {"db": -6}))
    made = await desk.plan_workflow(workflow(NOTE, SET | {"db": -6}).workflow_name)
    assert isinstance(made, Plan)
    assert (await desk.run(made.id)).ok
    assert kept(desk.memories.keyed, "notes:bass")
    [run] = library.store.runs.recent(1)
    way = plan_actions(_actions(run.inverse), await desk.session(), "x")
    await _cut(desk, way, len(way.steps), undoes=run.id)
    await desk.session()
    assert desk.memories.keyed.refs() == []


async def test_a_set_that_was_saved_under_another_name_is_the_same(desk: Desk) -> None:
    await _cut(desk, await _squeezed(desk), 2)
    there = _desk_in(desk, name="Squeezed")
    await there.session()
    assert there.recovery.told().endswith("“undo” takes it back.")


def _desk_in(desk: Desk, **fields: Any) -> Desk:
    bridge = cast("Bridge", _Other(desk.bridge, **fields))
    return Desk(bridge, desk.library, desk.settings, place=desk.place)


def _actions(documents: Sequence[dict[str, Any]] | None) -> list[Action]:
    return [parse_action(each) for each in documents or ()]
