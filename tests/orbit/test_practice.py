"""The practice session lasts: over bridges, kills, and files that cannot be read."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import differences
from daw_bridges.bridge import Result, Status
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.hosts import fresh_practice
from orbit.practice import FILE, MANY, PracticeBridge
from tests.laws import tries
from tests.strategies import cases

ROOT = Path(__file__).parents[2]
CHAIN: tuple[Action, ...] = tuple(
    parse_action(action)
    for action in (
        {"action": "insert_device", "track": "Bass", "device": "compressor"},
        {
            "action": "set_parameter",
            "track": "Bass",
            "device": "compressor",
            "parameter": "threshold",
            "value": -24,
        },
        {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
        {
            "action": "automate_parameter",
            "track": "Bass",
            "device": "compressor",
            "parameter": "ratio",
            "points": [[0, 2], [4, 4]],
            "clip": "Bassline",
        },
        {"action": "set_color", "track": "Bass", "color": "#ff3636"},
        {"action": "add_locator", "bar": 9, "name": "Drop"},
        {"action": "duplicate_clip", "track": "Bass", "clip": "Bassline", "to_bar": 5},
        {"action": "create_track", "kind": "return", "name": "C-Room"},
        {"action": "set_send", "track": "Keys", "to": "C-Room", "db": -9},
        {"action": "set_output", "track": "Keys", "to": "Sends Only"},
        {"action": "delete_clip", "track": "Bass", "clip": "#1"},
        {"action": "insert_device", "track": "Master", "device": "audio_effect_rack"},
        {"action": "load_preset", "track": "Master", "device": "audio_effect_rack", "preset": "Wide Space"},
        {"action": "enable_device", "track": "Master", "device": "#1 > Left > delay", "on": False},
    )
)
MUTE = parse_action({"action": "set_mute", "track": "Kick", "on": True})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def practice(folder: Path) -> PracticeBridge:
    return PracticeBridge(folder, fresh_practice)


async def seen(folder: Path) -> Session:
    async with practice(folder) as bridge:
        return await bridge.snapshot()


async def done(folder: Path, actions: Sequence[Action]) -> tuple[list[Result], Session]:
    async with practice(folder) as bridge:
        return await bridge.perform(actions), await bridge.snapshot()


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Session:
    return asyncio.run(seen(tmp_path_factory.mktemp("start")))


@settings(max_examples=tries(12, 300))
@given(data=st.data())
def test_whatever_was_done_is_there_the_next_time(start: Session, data: st.DataObject) -> None:
    case = data.draw(cases(start, most=12))
    with TemporaryDirectory() as folder:
        _, before = asyncio.run(done(Path(folder), case.actions))
        assert differences(asyncio.run(seen(Path(folder))), before) == []


async def test_devices_automation_routing_and_racks_last(folder: Path) -> None:
    results, before = await done(folder, CHAIN)
    assert {result.status for result in results} == {Status.VERIFIED}
    for _ in range(2):
        assert differences(await seen(folder), before) == []
    rack = find_track(before, "Master").devices[0]
    assert [chain.name for chain in rack.chains] == ["Left", "Right"]
    results, before = await done(folder, [MUTE])
    assert differences(await seen(folder), before) == []


async def test_what_was_taken_back_leaves_nothing_to_do_again(folder: Path, start: Session) -> None:
    back = parse_action({"action": "set_mute", "track": "Kick", "on": False})
    _, before = await done(folder, [MUTE, back] * MANY)
    assert differences(before, start) == []
    assert differences(await seen(folder), start) == []
    assert len(lines(folder)) == 1


async def test_what_a_failure_leaves_is_what_is_kept(folder: Path) -> None:
    nobody = parse_action({"action": "set_mute", "track": "Nobody", "on": True})
    results, before = await done(folder, [MUTE, nobody, *CHAIN])
    assert [result.status for result in results[:3]] == [Status.VERIFIED, Status.FAILED, Status.SKIPPED]
    assert differences(await seen(folder), before) == []
    assert before.tracks[0].mute


async def test_what_the_daw_itself_took_back_is_gone(folder: Path, start: Session) -> None:
    async with practice(folder) as bridge:
        await bridge.perform([MUTE])
        [undone] = await bridge.perform([parse_action({"action": "undo"})])
    assert undone.status is Status.UNVERIFIED
    assert differences(await seen(folder), start) == []


async def test_begun_anew_it_is_as_it_was_at_first_and_another_one(folder: Path, start: Session) -> None:
    async with practice(folder) as bridge:
        await bridge.perform(CHAIN)
        place = bridge.place
        await bridge.reset()
        assert differences(await bridge.snapshot(), start) == []
        assert bridge.place != place
        await bridge.perform([MUTE])
    assert (await seen(folder)).tracks[0].mute


def lines(folder: Path) -> list[str]:
    return (folder / FILE).read_text(encoding="utf-8").splitlines()


async def test_a_last_line_that_was_cut_short_does_not_count(folder: Path) -> None:
    await done(folder, [MUTE])
    with (folder / FILE).open("a", encoding="utf-8") as file:
        file.write('{"action": "set_mute", "track": "Sna')
    now = await seen(folder)
    assert [track.name for track in now.tracks if track.mute] == ["Kick"]
    _, before = await done(folder, [parse_action({"action": "set_mute", "track": "Bass", "on": True})])
    assert differences(await seen(folder), before) == []


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"\xff\xfe\n",
        b"[1, 2]\n",
        b"null\n",
        b'{"format": 1}\n',
        b'{"format": 2, "id": "1"}\n',
        b'{"format": 1, "id": "1"}\n{"action": "set_mute"}\n',
        b'{"format": 1, "id": "1"}\n{"action": "set_mute", "track": "Nobody", "on": true}\n',
    ],
)
async def test_what_cannot_be_read_is_put_aside_and_said(
    tmp_path: Path, kept: bytes, caplog: pytest.LogCaptureFixture, start: Session
) -> None:
    (tmp_path / FILE).write_bytes(kept)
    assert differences(await seen(tmp_path), start) == []
    aside = tmp_path / "practice.bad-1"
    assert aside.read_bytes() == kept
    assert str(aside) in caplog.text
    _, before = await done(tmp_path, [MUTE])
    assert differences(await seen(tmp_path), before) == []


async def test_what_cannot_be_written_is_said_and_done_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "practice.new").mkdir()
    (tmp_path / FILE).mkdir()
    [muted], now = await done(tmp_path, [MUTE])
    assert (muted.status, now.tracks[0].mute) == (Status.VERIFIED, True)
    assert "cannot be restored" in caplog.text
    assert "will not be saved" in caplog.text


@pytest.mark.parametrize("step", [0, 5, len(CHAIN) - 1])
async def test_killed_as_soon_as_a_step_is_confirmed_it_has_the_step(folder: Path, step: int) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, __file__, str(folder), str(step), env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert await process.wait() == -signal.SIGKILL
    _, expected = await done(folder.with_name("other"), CHAIN[: step + 1])
    assert differences(await seen(folder), expected) == []


async def _killed(folder: Path, step: int) -> None:
    def end(place: int, _: Result) -> None:
        if place == step:
            os.kill(os.getpid(), signal.SIGKILL)

    async with practice(folder) as bridge:
        await bridge.perform(CHAIN, on_result=end)


if __name__ == "__main__":
    asyncio.run(_killed(Path(sys.argv[1]), int(sys.argv[2])))
