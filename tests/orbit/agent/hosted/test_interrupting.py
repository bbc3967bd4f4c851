"""A request that is stopped while a model thinks, or while its plan is carried out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from daw_bridges.references import find_track
from orbit.agent import Answer, Desk, Event, Stepped, ask
from tests.orbit.stand_in import StandIn, call, run_planned, say

PLAN = call(
    "plan_actions",
    actions=[{"action": "set_mute", "track": name, "on": True} for name in ("Kick", "Snare", "Hats", "Bass")],
)


async def test_stopped_while_the_model_thinks_nothing_is_changed_and_the_talk_goes_on(
    desk: Desk, stand_in: StandIn
) -> None:
    first = await ask("hello", desk, model=stand_in.plays(say("Hello.")))
    before = await desk.session()
    asking = asyncio.ensure_future(
        ask("mute the drums", desk, model=stand_in.plays(PLAN, 20.0), message_history=first.messages)
    )
    assert await asyncio.to_thread(stand_in.wait_for, 3)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await desk.session() == before
    after = await ask("hello?", desk, model=stand_in.plays(say("Here.")), message_history=first.messages)
    assert after.reply.startswith("Here.")


async def test_stopped_while_it_is_carried_out_it_is_taken_back(desk: Desk, stand_in: StandIn) -> None:
    before = await desk.session()
    tasks: list[asyncio.Future[Answer]] = []

    def stop(event: Event) -> None:
        if isinstance(event, Stepped):
            tasks[0].cancel()

    model = stand_in.plays(PLAN, run_planned, say("Done."))
    tasks.append(asyncio.ensure_future(ask("mute all", desk, model=model, on_event=stop)))
    with suppress(asyncio.CancelledError):
        await tasks[0]
    muted = [track.name for track in (await desk.session()).tracks if track.mute]
    # Stopped in time it is as it was; too late, it was done and can be undone as a whole.
    if muted:
        assert find_track(await desk.session(), "Bass").mute
        assert (await ask("undo", desk)).ok
    assert await desk.session() == before


async def test_stopped_after_something_was_done_that_is_told_and_stays(desk: Desk, stand_in: StandIn) -> None:
    first = await ask("hello", desk, model=stand_in.plays(say("Hello.")))
    model = stand_in.plays(PLAN, run_planned, 20.0)
    asking = asyncio.ensure_future(ask("mute all", desk, model=model, message_history=first.messages))
    assert await asyncio.to_thread(stand_in.wait_for, 4)
    asking.cancel()
    answer = await asking
    assert not asking.cancelled()
    assert (answer.ok, answer.code) == (False, "cancelled")
    assert "You stopped it there." in answer.reply
    assert answer.run is not None
    assert answer.run.ok
    assert find_track(await desk.session(), "Bass").mute
    # What it left is a conversation that any provider takes, and one undo is enough.
    after = await ask("hello?", desk, model=stand_in.plays(say("Here.")), message_history=answer.messages)
    assert after.reply.startswith("Here.")
    assert (await ask("undo", desk)).ok
    assert not find_track(await desk.session(), "Bass").mute
