"""What destroys is done with consent alone, whichever way it comes to the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import differences
from daw_bridges.errors import NotPossibleError
from daw_bridges.session import Session
from orbit.agent import Desk, Wanted, ask, carry_out
from orbit.agent.parts import Part
from orbit.settings import Settings
from orbit.workflows import Plan, parse_workflow
from tests.orbit.stand_in import StandIn, call, run_planned, say

pytestmark = pytest.mark.anyio

GROUND = ({"action": "add_locator", "bar": 33, "name": "Drop"},)
LOSSES: tuple[dict[str, Any], ...] = (
    {"action": "delete_track", "track": "FX"},
    {"action": "delete_clip", "track": "Keys", "clip": "Chords"},
    {"action": "delete_scene", "scene": "#2"},
    {"action": "load_preset", "track": "A-Reverb", "device": "reverb", "preset": "Large Hall"},
    {"action": "remove_device", "track": "A-Reverb", "device": "reverb"},
    {"action": "remove_locator", "bar": 33},
    {"action": "record", "on": True},
)
SAID = ("delete the FX track", "delete the clip Chords on Keys", "remove the reverb from A-Reverb")
MUTE: dict[str, Any] = {"action": "set_mute", "track": "Kick", "on": True}


class Asked:
    """A user who says no, and what they were shown."""

    def __init__(self, *, agrees: bool = False) -> None:
        self.agrees, self.plans = agrees, list[Plan]()

    def __call__(self, plan: Plan) -> bool:
        self.plans.append(plan)
        return self.agrees


async def grounded(desk: Desk) -> Session:
    await desk.bridge.perform([parse_action(action) for action in GROUND])
    return await desk.session()


async def unchanged(desk: Desk, before: Session) -> bool:
    return differences(before, await desk.session()) == []


async def test_by_name(desk: Desk) -> None:
    before = await grounded(desk)
    for loss in LOSSES:
        refused = Asked()
        assert (await carry_out(Wanted(actions=(loss,)), desk)).code == "declined"
        assert (await carry_out(Wanted(actions=(MUTE, loss)), desk, approve=refused)).code == "declined"
        assert [plan.destroys for plan in refused.plans] == [(parse_action(loss).describe(),)]
    assert await unchanged(desk, before)


async def test_in_words(desk: Desk) -> None:
    before = await grounded(desk)
    for text in SAID:
        refused = Asked()
        assert (await ask(text, desk)).code == "declined"
        assert (await ask(text, desk, approve=refused)).code == "declined"
        assert len(refused.plans) == 1
    assert await unchanged(desk, before)


async def test_by_a_model(desk: Desk, stand_in: StandIn) -> None:
    before = await grounded(desk)
    for loss in LOSSES:
        model = stand_in.plays(call("plan_actions", actions=[MUTE, loss]), run_planned, say("It is done."))
        answer = await ask("tidy up", desk, model=model)
        assert (answer.ok, answer.code) == (False, "declined")
        assert "It is done. (Nothing was changed.)" in answer.reply
    assert await unchanged(desk, before)


async def test_the_desk_itself_does_not_run_it(desk: Desk) -> None:
    before = await grounded(desk)
    for loss in LOSSES:
        plan = await desk.plan_actions([loss])
        with pytest.raises(NotPossibleError, match="needs your consent"):
            await desk.run(plan.id)
    assert await unchanged(desk, before)


async def test_a_part_that_destroys_keeps_all_parts_back(desk: Desk) -> None:
    before = await grounded(desk)
    for loss in LOSSES:
        made = await desk.plan_parts([Part(actions=(MUTE,)), Part(actions=(loss,))])
        assert isinstance(made, Plan)
        assert made.destroys == (parse_action(loss).describe(),)
        with pytest.raises(NotPossibleError, match="needs your consent"):
            await desk.run(made.id)
    assert await unchanged(desk, before)


def _clearing_out() -> dict[str, Any]:
    return {
        "workflow_name": "clear-out", "title": "Clear out", "task": "Clear the effects out of the session",
        "phrases": ["clear out the effects"], "result": "It is clear.", "outcome": "It is clear.",
        "steps": [{"step_number": 1, "expected_output": "It is gone.", **LOSSES[0]}],
    }  # fmt: skip


async def test_a_workflow_of_ones_own_that_destroys_asks_each_time(desk: Desk) -> None:
    desk.library.add(parse_workflow(_clearing_out()))
    before = await desk.session()
    assert (await carry_out(Wanted(workflow="clear-out"), desk)).code == "declined"
    assert (await ask("clear out the effects", desk)).code == "declined"
    made = await desk.plan_parts([Part(actions=(MUTE,)), Part(workflow="clear-out")])
    assert isinstance(made, Plan)
    with pytest.raises(NotPossibleError, match="needs your consent"):
        await desk.run(made.id)
    assert await unchanged(desk, before)


Undoing = Callable[[Desk, Asked | None], Any]
UNDOING: tuple[Undoing, ...] = (
    lambda desk, approve: carry_out(Wanted(undo=True), desk, approve=approve),
    lambda desk, approve: ask("undo", desk, approve=approve),
)


@pytest.mark.parametrize("undo", UNDOING, ids=["by name", "in words"])
async def test_an_undo_that_would_take_the_users_own_edits_along_asks(desk: Desk, undo: Undoing) -> None:
    added = Wanted(actions=({"action": "create_track", "kind": "audio", "name": "Strings"},))
    assert (await carry_out(added, desk)).ok
    by_hand = {"action": "insert_device", "track": "Strings", "device": "eq"}
    await desk.bridge.perform([parse_action(by_hand)])
    before, refused = await desk.session(), Asked()
    assert not (await undo(desk, None)).ok
    assert not (await undo(desk, refused)).ok
    assert len(refused.plans) == 1
    assert await unchanged(desk, before)
    assert (await undo(desk, Asked(agrees=True))).ok
    assert "Strings" not in (await desk.session()).track_names


async def test_a_dry_run_neither_asks_nor_does(desk: Desk, stand_in: StandIn) -> None:
    before, asked = await grounded(desk), Asked(agrees=True)
    for loss in LOSSES:
        answer = await carry_out(Wanted(actions=(loss,)), desk, approve=asked, dry_run=True)
        assert answer.ok
    for text in SAID:
        assert (await ask(text, desk, approve=asked, dry_run=True)).plan is not None
    eager = stand_in.plays(call("plan_actions", actions=[LOSSES[0]]), run_planned, say("It is gone."))
    assert not (await ask("delete the FX", desk, model=eager, approve=asked, dry_run=True)).run
    assert asked.plans == []
    assert await unchanged(desk, before)


async def test_consent_holds_for_the_plan_that_was_shown_and_no_other(desk: Desk, stand_in: StandIn) -> None:
    def only_the_fx(plan: Plan) -> bool:
        return plan.destroys == ("Delete the track FX",)

    model = stand_in.plays(
        call("plan_actions", actions=[LOSSES[0]], title="Delete the FX"), run_planned,
        call("plan_actions", actions=[{"action": "delete_track", "track": "Pad"}], title="Delete the FX"),
        run_planned, say("The FX is gone."),
    )  # fmt: skip
    await ask("delete the FX track", desk, model=model, approve=only_the_fx)
    names = (await desk.session()).track_names
    assert "FX" not in names
    assert "Pad" in names


async def test_with_confirm_everything_asks(desk: Desk, stand_in: StandIn) -> None:
    careful = Desk(desk.bridge, desk.library, Settings(data_dir=desk.settings.data_dir, confirm=True))
    before = await careful.session()
    assert (await carry_out(Wanted(actions=(MUTE,)), careful)).code == "declined"
    assert (await ask("mute the kick", careful)).code == "declined"
    model = stand_in.plays(call("plan_actions", actions=[MUTE]), run_planned, say("Muted."))
    assert (await ask("mute the kick", careful, model=model)).code == "declined"
    assert await unchanged(careful, before)


async def test_consent_is_all_it_takes(desk: Desk) -> None:
    """So that none of the above passes because the edit could not be done anyhow."""
    await grounded(desk)
    for loss in LOSSES:
        asked = Asked(agrees=True)
        before = await desk.session()
        answer = await carry_out(Wanted(actions=(loss,)), desk, approve=asked)
        assert len(asked.plans) == 1
        assert answer.ok or loss["action"] == "load_preset"
        assert loss["action"] == "load_preset" or not await unchanged(desk, before)
