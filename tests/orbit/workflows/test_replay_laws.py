"""The law of a run: it ends as planned, or the session is as it was; what ended well can be taken back."""

from __future__ import annotations

import asyncio

from hypothesis import assume, event, given
from hypothesis import strategies as st

from daw_bridges.actions import LoadPreset
from daw_bridges.algebra import equivalent
from daw_bridges.errors import WorkflowError
from daw_bridges.session import Session
from orbit.workflows import Plan, Run, plan_actions, replay, undo_run
from orbit.workflows.way_back import settled
from tests.orbit.workflows.memory_bridge import MemoryBridge
from tests.strategies import Case, cases

FAULTS = ("refuse", "ignore", "pretend", "lose", "lose_after", "cancel")


def planned(case: Case) -> Plan:
    # What a preset holds is not the algebra's to know, so nothing about it can be a law.
    assume(not any(isinstance(action, LoadPreset) for action in case.actions))
    try:
        return plan_actions(case.actions, case.session)
    except WorkflowError:
        assume(False)
        raise


def agree(_plan: Plan) -> bool:
    return True


def same(one: Session, other: Session) -> bool:
    """Whether two sessions are the same but for the transport, which is the user's."""
    return equivalent(one, settled(other, one, ()))


async def faulty(plan: Plan, bridge: MemoryBridge, fault: str, place: int) -> Run:
    cancel = asyncio.Event()
    if fault == "cancel":
        bridge.before_action = lambda count: cancel.set() if count == place else None
    else:
        setattr(bridge, fault, place)
    return await replay(plan, bridge, approve=agree, cancel=cancel)


@given(cases())
def test_a_run_ends_as_planned_and_can_be_taken_back(case: Case) -> None:
    plan, bridge = planned(case), MemoryBridge(case.session)
    run = asyncio.run(replay(plan, bridge, approve=agree))
    assert run.ok, run.reason
    assert same(bridge.session, plan.predicted)
    event("can be taken back" if run.inverse is not None else "cannot be taken back")
    if run.inverse is not None and run.left is not None:
        undone = asyncio.run(undo_run(run.inverse, run.left, bridge))
        assert undone.ok, undone.reason
        assert same(bridge.session, case.session)


@given(cases(), st.sampled_from(FAULTS), st.integers(0, 5))
def test_a_run_that_goes_wrong_says_nothing_that_is_not_so(case: Case, fault: str, place: int) -> None:
    plan, bridge = planned(case), MemoryBridge(case.session)
    assume(place < len(plan.steps))
    run = asyncio.run(faulty(plan, bridge, fault, place))
    event(f"{fault}: {'ok' if run.ok else 'rolled back' if run.rolled_back else 'not rolled back'}")
    assert len(run.results) == len(plan.steps)
    if run.ok:
        assert same(bridge.session, plan.predicted)
    if run.rolled_back:
        assert same(bridge.session, case.session)
        assert run.inverse == ()
    if fault in ("lose", "lose_after") and run.inverse is not None and run.left is not None:
        bridge.gone = False
        undone = asyncio.run(undo_run(run.inverse, run.left, bridge))
        assert undone.ok, undone.reason
        assert same(bridge.session, case.session)


@given(cases(rebuildable=True), st.sampled_from(("refuse", "ignore", "cancel")), st.integers(0, 5))
def test_where_everything_can_be_rebuilt_everything_is_put_back(case: Case, fault: str, place: int) -> None:
    plan, bridge = planned(case), MemoryBridge(case.session)
    assume(place < len(plan.steps))
    run = asyncio.run(faulty(plan, bridge, fault, place))
    assert run.rolled_back, run.reason
    assert same(bridge.session, case.session)
