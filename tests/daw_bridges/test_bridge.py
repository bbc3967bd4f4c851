"""What every bridge inherits: polling observation, and being closed by ``async with``."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import aclosing
from typing import ClassVar

import pytest

from daw_bridges.actions import ACTIONS, Action, SetPan, SetTempo, SetVolume
from daw_bridges.algebra import apply, equivalent, retrace
from daw_bridges.bridge import Bridge, Capabilities, OnResult, Result, Status
from daw_bridges.discovery import known_daws, open_bridge
from daw_bridges.errors import UnreachableError, UnsupportedError
from daw_bridges.session import Clip, Session
from tests.daw_bridges.algebra.band import BAND, do

pytestmark = pytest.mark.anyio


class PaperBridge(Bridge):
    """A host on paper: what it is told is so at once, and others may write on it too."""

    daw: ClassVar[str] = "paper"

    def __init__(self, session: Session) -> None:
        self.session = session
        self.closed = False
        self.coming: list[Session] = []
        self.gone = 0

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(frozenset(ACTIONS))

    async def snapshot(self) -> Session:
        if self.gone:
            self.gone -= 1
            raise UnreachableError("The paper is lost.")
        if self.coming:
            self.session = self.coming.pop(0)
        return self.session

    async def perform(self, actions: Sequence[Action], *, on_result: OnResult | None = None) -> list[Result]:
        results: list[Result] = []
        for place, action in enumerate(actions):
            self.session = apply(self.session, action)
            results.append(Result(action=action, status=Status.VERIFIED))
            if on_result is not None:
                on_result(place, results[-1])
        return results

    async def close(self) -> None:
        self.closed = True


async def test_what_changes_between_snapshots_is_seen_as_actions_of_the_user() -> None:
    louder = do(BAND, "set_volume", track="Kick", db=3)
    renamed = do(louder, "rename_track", track="Kick", name="Boom")
    first: list[Session] = []
    async with PaperBridge(BAND) as bridge:
        bridge.coming = [BAND, louder, louder, renamed]
        async with aclosing(bridge.observe(interval=0, on_session=first.append)) as seen:
            one, other = await anext(seen), await anext(seen)
    assert bridge.closed
    assert (one.origin, one.action) == ("user", SetVolume(track="Kick", db=3.0))
    assert (other.origin, other.action.action) == ("user", "rename_track")
    assert 0 <= one.t <= other.t
    assert first == [BAND]
    assert equivalent(retrace(BAND, [one.action, other.action]), renamed)


async def test_what_the_bridge_performs_itself_is_told_from_what_the_user_does_meanwhile() -> None:
    bridge = PaperBridge(BAND)
    quieter = SetVolume(track="Kick", db=-6.0)
    async with aclosing(bridge.observe(interval=0)) as seen:
        waiting = asyncio.create_task(anext(seen))
        await asyncio.sleep(0.01)
        await bridge.perform([quieter])
        bridge.session = do(bridge.session, "set_pan", track="Kick", pan=0.5)
        told = [await waiting, await anext(seen)]
    assert [(each.origin, each.action) for each in told] == [
        ("agent", quieter),
        ("user", SetPan(track="Kick", pan=0.5)),
    ]


async def test_a_recording_does_not_end_the_observation() -> None:
    kick, bass, vox, *others = BAND.tracks
    takes = (*vox.clips, Clip(slot=2, name="Take 2", length_beats=6.0))
    recorded = BAND.model_copy(
        update={"tracks": (kick, bass, vox.model_copy(update={"clips": takes}), *others)}
    )
    bridge = PaperBridge(BAND)
    bridge.coming = [BAND, recorded, do(recorded, "set_tempo", bpm=90)]
    assert (await anext(bridge.observe(interval=0))).action.action == "set_tempo"


async def test_a_host_that_was_lost_is_waited_for_and_observed_anew() -> None:
    bridge = PaperBridge(BAND)
    first: list[Session] = []
    other = do(BAND, "delete_track", track="Kick")
    async with aclosing(bridge.observe(interval=0, on_session=first.append)) as seen:
        waiting = asyncio.create_task(anext(seen))
        await asyncio.sleep(0.01)
        bridge.gone = 3
        bridge.coming = [other, do(other, "set_tempo", bpm=90)]
        assert (await waiting).action == SetTempo(bpm=90)
    assert first == [BAND, other]


async def test_a_result_is_flat_json() -> None:
    bridge = PaperBridge(BAND)
    told: list[int] = []
    results = await bridge.perform(
        [SetVolume(track="Kick", db=-6.0)], on_result=lambda place, _: told.append(place)
    )
    document = json.loads(results[0].model_dump_json())
    assert document["action"] == {"action": "set_volume", "track": "Kick", "db": -6.0}
    assert (document["status"], told) == ("verified", [0])


async def test_a_daw_nobody_bridges_is_refused_with_those_somebody_does() -> None:
    assert known_daws() == sorted(known_daws())
    with pytest.raises(UnsupportedError, match=r"There is no bridge to “tape”. Bridges installed: "):
        await open_bridge("tape")
