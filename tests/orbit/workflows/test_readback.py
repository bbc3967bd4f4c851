"""What a person reads of an action and its read-back: no field's name, no raw value, no word twice."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from daw_bridges.actions import ACTIONS, parse_action
from daw_bridges.algebra import apply
from daw_bridges.bridge import Result
from daw_bridges.readback import read_back
from daw_bridges.session import Session
from orbit.hosts import fresh_practice
from orbit.workflows.changes import change_text
from tests.orbit.safety.test_risk_classes import GROUND, ONE_OF_EACH

AWKWARD: tuple[dict[str, Any], ...] = (
    {"action": "set_tempo", "bpm": 127.99998},
    {"action": "set_volume", "track": "#3", "db": -5.973192},
    {"action": "set_pan", "track": "Pad", "pan": 0.3333333},
    {"action": "set_send", "track": "#5", "to": "#14", "db": None},
    {"action": "set_loop", "on": False, "start_bar": 5.0000001, "end_bar": 9.5},
    {"action": "play"},
    {"action": "play", "from_bar": 2.0000004},
    {"action": "create_clip", "track": "Kick", "slot": 2, "length_beats": 1.0},
    {"action": "delete_clip", "track": "Keys", "clip": "#1"},
    {"action": "rename_clip", "track": "Keys", "clip": "@17", "name": "Verse"},
    {"action": "rename_scene", "scene": "#1", "name": ""},
    {"action": "set_sidechain", "track": "Pad", "device": "compressor#2", "source": None},
    {"action": "set_parameter", "track": "Pad", "device": "eq", "parameter": "band_1_gain", "value": 1 / 3},
    {"action": "duplicate_clip", "track": "Keys", "clip": "Chords", "to_slot": 3},
)  # fmt: skip

TWICE = re.compile(r"\b(\w+) \1\b", re.IGNORECASE)
RAW = re.compile(r"_|[#@]\d+\b|\bNone\b|\bTrue\b|\bFalse\b|\d\.\d{4,}|\d{5,}|[{}\[\]=]|\.\d*e-")
FIELDS = {name for each in ACTIONS.values() for name in each.model_fields if "_" in name} | {"bpm", "db"}


def unfit(said: str) -> list[str]:
    """What a producer would not say."""
    plain = re.sub(r"#[0-9a-f]{6}\b", "", said)
    return [*TWICE.findall(plain), *RAW.findall(plain), *(FIELDS & set(re.split(r"[^\w]+", plain)))]


@pytest.mark.parametrize("written", [*ONE_OF_EACH, *AWKWARD], ids=lambda each: str(each["action"]))
def test_every_action_is_said_as_a_producer_would(written: dict[str, Any]) -> None:
    said = parse_action(written).describe()
    assert unfit(said) == []
    assert said == " ".join(said.split())
    assert said[0].isupper()


def test_places_counts_and_values_are_said_in_words() -> None:
    assert [parse_action(each).describe() for each in AWKWARD] == [
        "Set the tempo to 128 BPM",
        "Set the volume of track 3 to -5.97 dB",
        "Pan Pad to 16.5R",
        "Send track 5 to track 14 at -inf dB",
        "Turn the loop off from bar 5 to bar 9.5",
        "Play",
        "Play from bar 2",
        "Create a clip of 1 beat in slot 2 of Kick",
        "Delete the clip in slot 1 on Keys",
        "Rename the clip at bar 17 on Keys to Verse",
        "Rename scene 1 to no name",
        "Turn the side chain of Compressor 2 on Pad off",
        "Set Band 1 Gain of EQ on Pad to 0.333",
        "Copy the clip Chords on Keys to slot 3",
    ]


@pytest.fixture(scope="module")
def performed() -> list[tuple[dict[str, Any], str, Result]]:
    """One of each action, what it is said to change, and what became of it, each on a session of its own."""

    async def one(written: dict[str, Any]) -> tuple[dict[str, Any], str, Result]:
        async with fresh_practice() as bridge:
            await bridge.perform([parse_action(each) for each in GROUND])
            before: Session = await bridge.snapshot()
            action = parse_action(written)
            [result] = await bridge.perform([action])
            return written, change_text(before, apply(before, action), action), result

    async def all_of_them() -> list[tuple[dict[str, Any], str, Result]]:
        return [await one(written) for written in ONE_OF_EACH]

    return asyncio.run(all_of_them())


def test_every_change_and_read_back_is_said_as_the_daw_shows_it(performed: Any) -> None:
    said = [(written["action"], change, read_back(result.observed)) for written, change, result in performed]
    assert [each for each in said if unfit(each[1]) or unfit(each[2])] == []
    read = {name: reads for name, _, reads in said}
    assert [name for name, reads in read.items() if not reads] == ["automate_parameter"]  # Live refuses it
    names = "set_loop play set_tempo set_time_signature delete_track add_notes insert_device"
    assert [read[name] for name in names.split()] == [
        "on, bar 5 to 9", "playing, bar 9", "128 BPM", "6/8", "gone", "25 notes", "Compressor",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("observed", "said"),
    [
        (None, ""),
        ({"db": None}, "-inf dB"),
        ({"source": None}, "no side chain"),
        ({"slot": 1, "length_beats": 1.0, "name": ""}, "slot 1, 1 beat"),
        ({"stopped": True}, "stopped"),
        ({"points": [[0, -3], [4, 0]], "now": "0.0 dB"}, "2 points, 0.0 dB"),
        ({"to": "Bus 3", "send": 1, "db": -12.03}, "Bus 3, 1, -12.03 dB"),
    ],
)
def test_what_other_hosts_give_is_said_too(observed: Any, said: str) -> None:
    assert read_back(observed) == said
