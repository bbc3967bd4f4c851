"""Every action that AbletonOSC can do is done, verified, and ends where the algebra says."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

from daw_bridges.ableton.abletonosc import AbletonOscBridge
from daw_bridges.ableton.abletonosc.abilities import ABILITIES
from daw_bridges.ableton.abletonosc.port import ReplyPort
from daw_bridges.actions import ACTIONS, Action, parse_action
from daw_bridges.algebra import apply_all, differences
from daw_bridges.bridge import Result, Status
from tests.daw_bridges.ableton.abletonosc.conftest import Served

COMP = {"track": "Bass", "device": "compressor"}
EQ = {"track": "Bass", "device": "eq"}
CLIP = {"track": "Bass", "clip": "Bassline"}
LOCATOR = {"action": "add_locator", "bar": 9, "name": "Here"}

DONE: list[list[dict[str, Any]]] = [
    [{"action": "set_tempo", "bpm": 97.53}],
    [{"action": "set_time_signature", "numerator": 6, "denominator": 8}],
    [{"action": "set_metronome", "on": True}],
    [
        {"action": "set_loop", "on": True, "start_bar": 33, "end_bar": 41},
        {"action": "set_loop", "on": False, "start_bar": 2},
    ],
    [{"action": "play", "from_bar": 5}, {"action": "stop"}],
    [{"action": "record", "on": True}, {"action": "record", "on": False}],
    [{"action": "create_track", "kind": "midi", "name": "New"}],
    [{"action": "create_track", "kind": "audio", "name": "New", "at": 3}],
    [
        {"action": "duplicate_track", "track": "Bass"},
        {"action": "rename_track", "track": "#6", "name": "Sub"},
    ],
    [{"action": "duplicate_track", "track": "Bass", "name": "Bass 2"}],
    [{"action": "delete_track", "track": "Hats"}],
    [
        {"action": "rename_track", "track": "Kick", "name": "Boom"},
        {"action": "set_mute", "track": "Boom", "on": True},
    ],
    [{"action": "set_color", "track": "Kick", "color": "#10a4ee"}],
    *([{"action": "set_volume", "track": "Bass", "db": db}] for db in (None, -60, -30, -9.5, 0, 6)),
    [{"action": "set_pan", "track": "Bass", "pan": -0.36}],
    *([{"action": "set_send", "track": "Bass", "to": "B-Delay", "db": db}] for db in (None, -42, -12.3, 0)),
    [{"action": "set_mute", "track": "Kick", "on": True}],
    [{"action": "set_solo", "track": "Kick", "on": True}],
    [{"action": "set_arm", "track": "Kick", "on": True}],
    [{"action": "set_monitor", "track": "Kick", "mode": "off"}],
    [
        {"action": "set_output", "track": "Kick", "to": "FX"},
        {"action": "set_output", "track": "Kick", "to": "Master"},
    ],
    [{"action": "set_input", "track": "Lead Vox", "source": "A-Reverb"}],
    [{"action": "remove_device", **COMP}],
    [{"action": "enable_device", **COMP, "on": False}],
    *(
        [{"action": "set_parameter", **COMP, "parameter": name, "value": value}]
        for name, value in (
            ("threshold", "-24 dB"),
            ("threshold", "-inf dB"),
            ("threshold", "6 dB"),
            ("ratio", "4.5:1"),
            ("ratio", "inf:1"),
            ("attack", "30 ms"),
            ("release", "1.2 s"),
            ("model", "Peak"),
            ("makeup", "on"),
            ("lookahead", "10 ms"),
            ("dry_wet", "35 %"),
        )
    ),
    [{"action": "set_parameter", **EQ, "parameter": "band_1_frequency", "value": "1.5 kHz"}],
    [{"action": "create_clip", "track": "Bass", "slot": 2, "length_beats": 6.5, "name": "Low"}],
    [{"action": "create_clip", "track": "Kick", "slot": 1, "length_beats": 4}],
    [{"action": "delete_clip", **CLIP}],
    [{"action": "rename_clip", **CLIP, "name": "Low"}],
    [{"action": "add_notes", **CLIP, "notes": [[90, 1 / 3, 0.25, 99], [127, 2.75, 1, 1], [0, 15, 1, 127]]}],
    [{"action": "duplicate_clip", **CLIP, "to_slot": 4}],
    [{"action": "fire_clip", **CLIP}, {"action": "stop_clip", "track": "Bass"}],
    [{"action": "create_scene", "name": "End"}],
    [{"action": "delete_scene", "scene": "#2"}],
    [{"action": "rename_scene", "scene": "#3", "name": "Drop"}],
    [{"action": "fire_scene", "scene": "#1"}, {"action": "stop"}],
    [{"action": "add_locator", "bar": 90, "name": "Far"}],
    [LOCATOR, {"action": "add_locator", "bar": 5, "name": "Before"}, {"action": "remove_locator", "bar": 9}],
]


def actions(*rows: dict[str, Any]) -> list[Action]:
    return [parse_action(row) for row in rows]


def shown(results: list[Result]) -> list[tuple[str, str | None]]:
    return [(result.status.value, result.reason) for result in results]


def name_of(rows: Any) -> str:
    return " ".join(str(value) for row in rows for value in row.values())[:60]


@pytest.mark.parametrize("rows", DONE, ids=name_of)
async def test_an_action_ends_where_the_algebra_says(
    bridge: AbletonOscBridge, rows: list[dict[str, Any]]
) -> None:
    before, wanted = await bridge.snapshot(), actions(*rows)
    assert shown(await bridge.perform(wanted)) == [("verified", None)] * len(wanted)
    moving = {"fire_clip", "fire_scene", "play"} & {row["action"] for row in rows}
    after, expected = await bridge.snapshot(), apply_all(before, wanted)
    wrong = differences(after, expected)
    # Launching waits for the next bar and stopping for the transport: what plays by then is Live's business.
    assert [text for text in wrong if not (moving and ("laying" in text))] == []


def test_every_action_is_either_done_here_or_refused_by_name() -> None:
    done = {row["action"] for rows in DONE for row in rows} | {"undo"}
    assert done == ABILITIES.actions
    assert all("orbit install ableton" in ABILITIES.notes[name] for name in set(ACTIONS) - done)


async def test_an_undo_is_done_and_cannot_be_verified(bridge: AbletonOscBridge, served: Served) -> None:
    await bridge.perform(actions({"action": "rename_track", "track": "Kick", "name": "Boom"}))
    [result] = await bridge.perform(actions({"action": "undo"}))
    assert result.status is Status.UNVERIFIED
    assert served.live.call(lambda: served.live.song.tracks[0].name) == "Kick"


async def test_a_long_batch_of_all_kinds_is_done_in_order(bridge: AbletonOscBridge) -> None:
    rows = [row for rows in DONE for row in rows if row["action"].startswith(("set_", "rename_", "create_"))]
    rows = [row for row in rows if row.get("track") != "Boom" and row["action"] != "set_time_signature"]
    before, wanted = await bridge.snapshot(), []
    for action in actions(*rows):
        try:
            apply_all(before, [*wanted, action])
        except Exception:  # noqa: BLE001 - an earlier row renamed what it speaks of
            continue
        wanted.append(action)
    order: list[int] = []
    results = await bridge.perform(wanted, on_result=lambda place, _: order.append(place))
    assert shown(results) == [("verified", None)] * len(wanted)
    assert order == list(range(len(wanted)))
    assert differences(await bridge.snapshot(), apply_all(before, wanted)) == []


async def test_what_does_not_meet_travels_together(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    for name in ("send", "datagram_received"):
        monkeypatch.setattr(ReplyPort, name, _noting(getattr(ReplyPort, name), name, told))
    async with await served.connected() as bridge:
        session = await bridge.snapshot()
        wanted = actions(*({"action": "set_pan", "track": t.name, "pan": 0.6} for t in session.tracks[:12]))
        told.clear()
        assert shown(await bridge.perform(wanted)) == [("verified", None)] * 12
    before_any_answer = [len([*run]) for name, run in groupby(told) if name == "send"]
    assert max(before_any_answer) >= 12


def _noting(original: Callable[..., None], name: str, told: list[str]) -> Callable[..., None]:
    def noting(*given: Any) -> None:
        told.append(name)
        original(*given)

    return noting


async def test_values_are_found_without_a_way_to_ask_for_them(bridge: AbletonOscBridge) -> None:
    row = {"action": "set_parameter", **COMP, "parameter": "knee", "value": 3}
    results = await bridge.perform(actions(row))
    assert results[0].observed == {"text": "3.0 dB", "number": 3.0, "unit": "dB"}
