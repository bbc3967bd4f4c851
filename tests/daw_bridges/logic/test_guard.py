"""A track selected by the user during a replay, before each of its messages: no other strip is changed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from daw_bridges.actions import Action, SetArm, SetMute, SetPan, SetSolo, SetVolume
from daw_bridges.bridge import Result, Status
from daw_bridges.logic import LogicBridge
from daw_bridges.mackie.messages import Message
from daw_bridges.simulated.logic import Project, big_project, by_hand, practice_project
from daw_bridges.simulated.logic.strips import StripKind
from tests.daw_bridges.logic.conftest import Rig, StartLogic

_REPLAY: tuple[Action, ...] = (
    SetMute(track="Snare", on=True),
    SetVolume(track="Snare", db=-6.0),
    SetPan(track="Snare", pan=-0.4),
    SetArm(track="Snare", on=True),
)
_WANTED = {"volume_db": -6.0, "pan": -26, "mute": True, "arm": True}


def uneven() -> Project:
    """The practice session with every strip set differently, so that a hit shows."""
    project = practice_project()
    for place, strip in enumerate(project.strips):
        strip.volume_db, strip.pan = -float(place), place * 7 % 60 - 30
    project.strip("Hats").mute = project.strip("Guitar").mute = True
    return project


def selecting(logic: Rig, at: int, name: str) -> None:
    """Have the user select a track right before that message of the surface (counted from now)."""
    first = logic.host.call(lambda: logic.host.mackie.taken)

    def before(number: int, _message: Message) -> None:
        if number - first == at:
            with logic.project.by("user"):
                logic.project.select(logic.project.strip(name))

    logic.host.faults.before_message = before


async def replayed(logic: Rig, bridge: LogicBridge, actions: Sequence[Action], at: int, name: str) -> int:
    """Replay with a selection before one message; how many messages it took. Nothing else may change."""
    before = logic.mixer()
    selecting(logic, at, name)
    first = logic.host.mackie.taken
    results = await bridge.perform(actions)
    logic.host.faults.before_message = None
    taken = logic.host.mackie.taken - first
    assert [result.status for result in results] == [Status.VERIFIED] * len(actions), _told(results)
    after = logic.mixer()
    assert {strip for strip in after if after[strip] != before[strip]} == {"Snare"}, (at, name)
    strip = logic.project.strip("Snare")
    assert {what: getattr(strip, what) for what in _WANTED} == _WANTED
    return taken


def _told(results: Sequence[Result]) -> list[str | None]:
    return [result.reason for result in results]


def _put_back(logic: Rig) -> None:
    strip, project = logic.project.strip("Snare"), logic.project

    def do() -> None:
        strip.volume_db, strip.pan, strip.mute, strip.arm = -1.0, -23, False, False
        project.selected = project.strip("Kick")

    logic.host.call(do)


async def test_a_track_selected_before_any_message_of_a_replay(start_logic: StartLogic) -> None:
    """On the other bank, so that the bank goes after it; on the last one; and on the same."""
    for name in ("B-Delay", "Keys"):
        logic = start_logic(uneven())
        async with await logic.connected() as bridge:
            await bridge.snapshot()
            at, taken = 0, 1
            while at < taken:
                taken = await replayed(logic, bridge, _REPLAY, at, name)
                _put_back(logic)
                at += 1
        assert at > 2 * len(_REPLAY)


async def test_what_was_hit_was_put_back_to_the_bit(start_logic: StartLogic) -> None:
    """The write did land elsewhere at least once, or this would show nothing."""
    logic = start_logic(uneven())
    async with await logic.connected() as bridge:
        await bridge.snapshot()
        for at in range(12):
            await replayed(logic, bridge, _REPLAY, at, "B-Delay")
            _put_back(logic)
    hit = [c for c in logic.host.journal if c.origin == "surface" and c.strip_name not in ("Snare", "")]
    last = {(c.strip_name, c.what): c.after for c in hit if c.what != "select"}
    first = {(c.strip_name, c.what): c.before for c in reversed(hit) if c.what != "select"}
    assert {what for _, what in last} >= {"mute", "volume_db"}
    assert last == first


async def test_strips_that_read_alike_are_told_apart_by_their_place(start_logic: StartLogic) -> None:
    """Thirty of one name: the fifth and the thirteenth lie in the same slot of banks that look alike."""
    project = big_project(40)
    for strip in project.strips[:30]:
        strip.name = "Audio"
    logic = start_logic(project)
    async with await logic.connected() as bridge:
        session = await bridge.snapshot()
        assert [track.name for track in session.tracks[:30]] == ["Audio"] * 30
        for place in (4, 12, 27):
            (result,) = await bridge.perform([SetVolume(track=f"#{place + 1}", db=-6.0)])
            assert result.status is Status.VERIFIED, result.reason
        set_now = [place for place, strip in enumerate(logic.project.strips) if strip.volume_db == -6.0]
        assert set_now == [4, 12, 27]
        (result,) = await bridge.perform([SetMute(track="Audio", on=True)])
        assert (result.status, result.code) == (Status.FAILED, "ambiguous")


async def test_a_user_who_selects_among_strips_that_read_alike(start_logic: StartLogic) -> None:
    project = big_project(40)
    for place, strip in enumerate(project.strips[:30]):
        strip.name = "Audio"
        strip.colour = place
    logic = start_logic(project)
    async with await logic.connected() as bridge:
        await bridge.snapshot()
        for at in range(4):
            first, chosen = logic.host.mackie.taken, logic.project.strips[12 + at]

            def before(
                number: int, _message: Message, first: int = first, at: int = at, chosen: object = chosen
            ) -> None:
                if number - first == at:
                    logic.project.select(chosen)  # pyright: ignore[reportArgumentType]

            logic.host.faults.before_message = before
            (result,) = await bridge.perform([SetSolo(track="#3", on=at % 2 == 0)])
            assert result.status is Status.VERIFIED, result.reason
            soloed = [place for place, strip in enumerate(logic.project.strips) if strip.solo]
            assert soloed == ([2] if at % 2 == 0 else [])


async def test_a_user_who_never_stops_selecting_is_told(start_logic: StartLogic) -> None:
    """Nothing is done for certain then, and that is said; it ends, and no claim is made."""
    logic = start_logic(uneven())
    names = [strip.name for strip in logic.project.strips]
    async with await logic.connected() as bridge:
        await bridge.snapshot()

        def before(number: int, _message: Message) -> None:
            logic.project.select(logic.project.strip(names[number * 5 % len(names)]))

        logic.host.faults.before_message = before
        (result,) = await asyncio.wait_for(bridge.perform([SetMute(track="Snare", on=True)]), 60)
        logic.host.faults.before_message = None
        if result.status is Status.FAILED:
            assert "selects tracks in Logic" in (result.reason or "")
        else:
            assert logic.project.strip("Snare").mute


async def test_strips_moved_by_the_user_are_followed_by_name(logic: Rig, bridge: LogicBridge) -> None:
    await bridge.snapshot()
    by_hand.move(logic.host, "Lead Vox", 0)
    (result,) = await bridge.perform([SetVolume(track="Lead Vox", db=-4.0)])
    assert result.status is Status.VERIFIED, result.reason
    assert logic.project.strip("Lead Vox").volume_db == -4.0
    assert (await bridge.snapshot()).track_names[0] == "Lead Vox"


@pytest.mark.parametrize("change", ["moved", "deleted", "added"])
async def test_tracks_that_move_before_any_message_of_a_write(start_logic: StartLogic, change: str) -> None:
    for at in (0, 1, 2, 5):
        logic = start_logic(uneven())
        async with await logic.connected() as bridge:
            await bridge.snapshot()
            before = logic.mixer()
            first = logic.host.mackie.taken

            def happen(number: int, _message: Message, logic: Rig = logic, last: int = first + at) -> None:
                project = logic.project
                if number == last and change == "moved":
                    project.move(project.strips[4], 0)
                elif number == last and change == "deleted":
                    project.delete(project.strips[0])
                elif number == last:
                    project.add_track(StripKind.AUDIO, "Newcomer", 0)

            logic.host.faults.before_message = happen
            results = await bridge.perform(
                [
                    SetMute(track="Snare", on=True),
                    SetVolume(track="Snare", db=-6.0),
                    SetPan(track="Snare", pan=0.5),
                ]
            )
            assert {result.status for result in results} == {Status.VERIFIED}, _told(results)
            after = logic.mixer()
        changed = {name for name in before if name in after and after[name] != before[name]}
        assert changed == {"Snare"}, (change, at)
        assert after["Snare"][:3] == (-6.0, 32, True)
        assert after.get("Newcomer", (0.0, 0, False))[:3] == (0.0, 0, False)


async def test_a_strip_that_is_gone_is_an_error_and_no_neighbour_is_touched(
    logic: Rig, bridge: LogicBridge
) -> None:
    await bridge.snapshot()
    by_hand.delete(logic.host, "Snare")
    before = logic.mixer()
    (result,) = await bridge.perform([SetVolume(track="Snare", db=-4.0)])
    assert (result.status, result.code) == (Status.FAILED, "not_found")
    assert logic.mixer() == before
