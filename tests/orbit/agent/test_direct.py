"""Requests by name rather than in words: the same plan, the same consent, the same reading back."""

from __future__ import annotations

import pytest

from daw_bridges.errors import ActionError, NotFoundError, NotPossibleError
from orbit.agent import Desk, Wanted, carry_out
from orbit.workflows import Plan


async def test_a_workflow_by_its_id_is_done_and_taken_back(desk: Desk) -> None:
    before = await desk.session()
    answer = await carry_out(
        Wanted(workflow="sidechain-compression", slots={"target": "Bass", "source": "Kick"}), desk
    )
    assert (answer.ok, answer.reply) == (True, "Bass now ducks under Kick.")
    undone = await carry_out(Wanted(undo=True), desk)
    assert undone.ok
    assert await desk.session() == before
    assert [each.outcome for each in desk.context.lately().done] == ["undid", "taken_back"]


async def test_an_undo_by_name_takes_back_nothing_else(desk: Desk) -> None:
    for track in ("Kick", "Bass"):
        edit = {"action": "set_mute", "track": track, "on": True}
        assert (await carry_out(Wanted(actions=(edit,)), desk, goal=f"mute the {track}")).ok
    before = await desk.session()
    with pytest.raises(NotPossibleError, match="“mute the Kick” cannot be taken back"):
        await carry_out(Wanted(undo=True, title="mute the Kick"), desk)
    assert await desk.session() == before
    assert (await carry_out(Wanted(undo=True, title="mute the Bass"), desk)).ok
    assert [track.mute for track in (await desk.session()).tracks if track.name in ("Kick", "Bass")] == [
        True,
        False,
    ]


async def test_a_dry_run_changes_nothing(desk: Desk) -> None:
    before = await desk.session()
    edits = ({"action": "set_mute", "track": "Kick", "on": True},)
    answer = await carry_out(Wanted(actions=edits, title="Mute it"), desk, dry_run=True)
    assert answer.ok
    assert answer.plan is not None
    assert await desk.session() == before


async def test_what_destroys_needs_consent_and_the_one_who_gives_it_sees_the_plan(desk: Desk) -> None:
    before = await desk.session()
    wanted = Wanted(actions=({"action": "delete_track", "track": "FX"},))
    assert (await carry_out(wanted, desk)).code == "declined"
    shown: list[Plan] = []

    def agree(plan: Plan) -> bool:
        shown.append(plan)
        return len(shown) > 1

    assert (await carry_out(wanted, desk, approve=agree)).code == "declined"
    assert await desk.session() == before
    assert (await carry_out(wanted, desk, approve=agree)).ok
    assert "FX" not in (await desk.session()).track_names


async def test_an_open_slot_is_asked_for(desk: Desk) -> None:
    answer = await carry_out(Wanted(workflow="duplicate-clip-to-bar"), desk)
    assert not answer.ok
    assert answer.question is not None
    assert answer.question.workflow == "duplicate-clip-to-bar"


async def test_what_is_wrong_is_said_and_remembered(desk: Desk) -> None:
    with pytest.raises(NotFoundError):
        await carry_out(Wanted(workflow="no-such-thing"), desk)
    with pytest.raises(ActionError):
        await carry_out(Wanted(actions=({"action": "format_disk"},)), desk)
    with pytest.raises(NotPossibleError):
        await carry_out(Wanted(undo=True), desk)
    assert not any(run.ok for run in desk.library.store.runs.recent())


@pytest.mark.parametrize("fields", [{}, {"workflow": "a", "undo": True}, {"slots": {"a": "b"}}])
def test_one_thing_is_wanted_at_a_time(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="one of workflow, actions and undo"):
        Wanted.model_validate(fields)
