"""The bridge with a screen: what goes through it, how results are graded, what the surface then shows."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.bridge import Result, Status
from daw_bridges.logic import LogicBridge, open_bridge
from daw_bridges.logic.macos import AbsentDesktop, Desktop
from daw_bridges.mackie.pairs import pair
from daw_bridges.simulated.logic.desktop import DesktopFaults, LogicDesktop
from daw_bridges.simulated.logic.host import LogicHost
from daw_bridges.simulated.logic.practice import practice_project


@asynccontextmanager
async def _bridge(
    screen: Callable[[LogicHost], Desktop] = LogicDesktop,
) -> AsyncGenerator[tuple[LogicHost, LogicBridge]]:
    ours, theirs = pair()
    with LogicHost(practice_project(), theirs) as logic:
        async with await open_bridge(port=ours, desktop=screen(logic)) as bridge:
            yield logic, bridge


async def _do(bridge: LogicBridge, **fields: object) -> Result:
    [result] = await bridge.perform([parse_action(fields)])
    return result


def _names(logic: LogicHost) -> list[str]:
    return [each.name for each in logic.project.strips]


async def test_tracks_come_and_go_and_the_surface_has_seen_it() -> None:
    async with _bridge() as (logic, bridge):
        before = _names(logic)
        for fields in (
            {"action": "create_track", "kind": "audio", "name": "Choir", "at": 6},
            {"action": "create_track", "kind": "return", "name": "C-Room"},
            {"action": "duplicate_track", "track": "Choir", "name": "Second Choir"},
            {"action": "rename_track", "track": "FX", "name": "Effects"},
            {"action": "rename_track", "track": "A-Reverb", "name": "Hall"},
            {"action": "delete_track", "track": "Choir"},
        ):
            result = await _do(bridge, **fields)
            assert (result.status, result.reason) == (Status.VERIFIED, None)
        after = [{"FX": "Effects", "A-Reverb": "Hall"}.get(name, name) for name in before]
        after.insert(5, "Second Choir")
        after.insert(after.index("Stereo Out"), "C-Room")
        assert _names(logic) == after
        shown = [track.name for track in (await bridge.snapshot()).tracks]
        assert shown == [*after[: after.index("Stereo Out")], "Master"]


async def test_what_is_read_back_is_verified_and_what_nothing_shows_is_not() -> None:
    async with _bridge() as (logic, bridge):
        for fields, status, code in (
            ({"action": "set_tempo", "bpm": 126}, Status.VERIFIED, None),
            ({"action": "set_time_signature", "numerator": 3, "denominator": 4}, Status.VERIFIED, None),
            ({"action": "add_locator", "bar": 9, "name": "Drop"}, Status.UNVERIFIED, "unverifiable"),
            ({"action": "set_color", "track": "Bass", "color": "#ff0000"}, Status.UNVERIFIED, "manual_step"),
            ({"action": "create_scene", "name": "A"}, Status.FAILED, "unsupported"),
        ):
            result = await _do(bridge, **fields)
            assert (result.status, result.code) == (status, code), result.reason
        project = logic.project
        assert (project.tempo, project.signature) == (126.0, (3, 4))
        assert [(each.at, each.name) for each in project.markers] == [(24.0, "Drop")]


@pytest.mark.parametrize("permission", ["Accessibility", "Automation"])
async def test_without_a_permission_it_fails_with_what_to_switch_on_and_nothing_is_done(
    permission: str,
) -> None:
    async with _bridge(lambda logic: LogicDesktop(logic, DesktopFaults(permission))) as (logic, bridge):
        before = _names(logic)
        result = await _do(bridge, action="delete_track", track="Bass")
        assert (result.status, result.code) == (Status.FAILED, "refused")
        assert f"Privacy & Security → {permission}" in (result.reason or "")
        assert _names(logic) == before


async def test_without_a_screen_it_is_a_step_for_the_user() -> None:
    async with _bridge(lambda _logic: AbsentDesktop()) as (logic, bridge):
        result = await _do(bridge, action="rename_track", track="Bass", name="Sub")
        assert (result.status, result.code) == (Status.UNVERIFIED, "manual_step")
        assert result.reason == "Select “Bass”, choose Track > Rename Track, and call it “Sub”."
        assert "Bass" in _names(logic)
