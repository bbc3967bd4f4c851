"""Working on a session while something is recorded into it: the take grows, and that is nobody's mistake."""

from __future__ import annotations

import asyncio

import pytest

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import differences
from daw_bridges.bridge import Bridge
from daw_bridges.references import find_track
from daw_bridges.session import Clip, Session
from daw_bridges.simulated.live import LiveHost
from orbit.workflows import plan_actions, replay, undo_run
from orbit.workflows.recordings import as_recorded
from tests.orbit.workflows.live import running_live

_GUITAR, _SLOT = 8, 2


def _launch(host: LiveHost) -> None:
    track = host.song.tracks[_GUITAR]
    track.arm = True
    track.clip_slots[_SLOT].fire()


async def _recording(host: LiveHost, bridge: Bridge) -> Session:
    """Record on the guitar; the session as soon as the take is there."""
    host.call(_launch, host)
    async with asyncio.timeout(10):
        while not find_track(session := await bridge.snapshot(), "Guitar").clips:
            continue
    return session


def _take(session: Session) -> Clip:
    return next(clip for clip in find_track(session, "Guitar").clips if clip.slot == _SLOT + 1)


async def test_edits_are_carried_out_and_taken_back_while_a_take_grows() -> None:
    async with running_live() as (host, bridge):
        before = await _recording(host, bridge)
        action: Action = parse_action({"action": "set_volume", "track": "Bass", "db": -6})
        plan = plan_actions([action], before)
        await asyncio.sleep(0.1)  # the take is longer than when this was planned
        run = await replay(plan, bridge)
        assert run.ok, run.reason
        assert run.after is not None
        assert _take(run.after).length_beats > _take(before).length_beats
        assert run.inverse is not None
        await asyncio.sleep(0.1)
        undone = await undo_run(run.inverse, run.after, bridge)
        assert undone.ok, undone.reason
        assert find_track(await bridge.snapshot(), "Bass").volume_db == pytest.approx(0.0)


async def test_the_take_itself_can_be_named_while_it_grows() -> None:
    async with running_live() as (host, bridge):
        before = await _recording(host, bridge)
        name = _take(before).name
        rename: Action = parse_action(
            {"action": "rename_clip", "track": "Guitar", "clip": name or f"#{_SLOT + 1}", "name": "Take 1"}
        )
        plan = plan_actions([rename], before)
        await asyncio.sleep(0.1)
        run = await replay(plan, bridge, approve=lambda _: True)
        assert run.ok, run.reason
        assert _take(await bridge.snapshot()).name == "Take 1"


async def test_a_scene_is_launched_beside_armed_tracks_and_records_nothing() -> None:
    async with running_live() as (host, bridge):
        host.call(setattr, host.song.tracks[_GUITAR], "arm", True)
        before = await bridge.snapshot()
        plan = plan_actions([parse_action({"action": "fire_scene", "scene": "#1"})], before)
        run = await replay(plan, bridge)
        assert run.ok, run.reason
        after = await bridge.snapshot()
        assert (after.playing, find_track(after, "Guitar").clips) == (True, ())


def _session(length: float, *, arm: bool, playing: bool) -> Session:
    clip = {"slot": 3, "name": "Take", "length_beats": length}
    track = {"name": "Vox", "kind": "audio", "arm": arm, "playing_slot": 3, "clips": [clip]}
    return Session.model_validate({"daw": "ableton", "playing": playing, "tracks": [track]})


@pytest.mark.parametrize(("arm", "playing"), [(False, True), (True, False)])
def test_only_a_take_that_runs_may_grow(arm: bool, playing: bool) -> None:
    planned, read = _session(4.0, arm=arm, playing=playing), _session(5.0, arm=arm, playing=playing)
    assert differences(read, as_recorded(planned, read))
    assert not differences(
        _session(5.0, arm=True, playing=True),
        as_recorded(_session(4.0, arm=True, playing=True), _session(5.0, arm=True, playing=True)),
    )
