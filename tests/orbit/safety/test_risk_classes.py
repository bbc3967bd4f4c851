"""Every edit has a class of risk: what can be taken back is reversible, what cannot is destructive."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from daw_bridges.actions import ACTIONS, Action, Risk, parse_action
from daw_bridges.algebra import apply, apply_all, differences, invert
from daw_bridges.session import Session
from orbit.hosts import fresh_practice
from orbit.workflows import PlanError, plan_actions

DESTROYS = frozenset(
    {
        "delete_track",
        "delete_clip",
        "delete_scene",
        "remove_device",
        "remove_locator",
        "load_preset",
        "record",
    }
)
"""What is gone afterwards, or written over: consent is asked each time."""

ONE_OF_EACH: tuple[dict[str, Any], ...] = (
    {"action": "set_tempo", "bpm": 128},
    {"action": "set_time_signature", "numerator": 6, "denominator": 8},
    {"action": "set_metronome", "on": True},
    {"action": "set_loop", "on": True, "start_bar": 5, "end_bar": 9},
    {"action": "play", "from_bar": 9},
    {"action": "stop"},
    {"action": "record", "on": True},
    {"action": "create_track", "kind": "midi", "name": "Flute"},
    {"action": "duplicate_track", "track": "Snare", "name": "Snare 2"},
    {"action": "delete_track", "track": "FX"},
    {"action": "rename_track", "track": "FX", "name": "Risers"},
    {"action": "set_color", "track": "Kick", "color": "#3dc300"},
    {"action": "set_volume", "track": "Bass", "db": -6},
    {"action": "set_pan", "track": "Guitar", "pan": 0.3},
    {"action": "set_send", "track": "Keys", "to": "A-Reverb", "db": -12},
    {"action": "set_mute", "track": "Kick", "on": True},
    {"action": "set_solo", "track": "Kick", "on": True},
    {"action": "set_arm", "track": "Kick", "on": True},
    {"action": "set_monitor", "track": "Guitar", "mode": "in"},
    {"action": "set_output", "track": "Kick", "to": "FX"},
    {"action": "set_input", "track": "Guitar", "source": "No Input"},
    {"action": "insert_device", "track": "Bass", "device": "compressor"},
    {"action": "remove_device", "track": "A-Reverb", "device": "reverb"},
    {"action": "move_device", "track": "Pad", "device": "eq", "to": 2},
    {"action": "enable_device", "track": "A-Reverb", "device": "reverb", "on": False},
    {"action": "set_parameter", "track": "Pad", "device": "compressor", "parameter": "ratio", "value": "2:1"},
    {"action": "set_sidechain", "track": "Pad", "device": "compressor", "source": "Kick"},
    {"action": "load_preset", "track": "A-Reverb", "device": "reverb", "preset": "Large Hall"},
    {"action": "automate_parameter", "track": "Pad", "device": "eq", "parameter": "output_gain",
     "points": [[0, -3], [4, 0]]},
    {"action": "create_clip", "track": "Kick", "slot": 1, "length_beats": 4, "name": "Four"},
    {"action": "delete_clip", "track": "Keys", "clip": "Chords"},
    {"action": "rename_clip", "track": "Keys", "clip": "Chords", "name": "Verse"},
    {"action": "add_notes", "track": "Keys", "clip": "Chords", "notes": [[80, 1, 1, 100]]},
    {"action": "duplicate_clip", "track": "Keys", "clip": "Chords", "to_bar": 17},
    {"action": "fire_clip", "track": "Keys", "clip": "Chords"},
    {"action": "stop_clip", "track": "Keys"},
    {"action": "create_scene", "name": "Bridge"},
    {"action": "rename_scene", "scene": "#1", "name": "Intro"},
    {"action": "delete_scene", "scene": "#2"},
    {"action": "fire_scene", "scene": "#1"},
    {"action": "add_locator", "bar": 17, "name": "Chorus"},
    {"action": "remove_locator", "bar": 33},
)  # fmt: skip

GROUND = (
    {"action": "insert_device", "track": "Pad", "device": "eq"},
    {"action": "insert_device", "track": "Pad", "device": "compressor"},
    {"action": "add_locator", "bar": 33, "name": "Drop"},
)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The practice session as its host reads, with something in it to lose."""

    async def read() -> Session:
        async with fresh_practice() as bridge:
            await bridge.perform([parse_action(action) for action in GROUND])
            session = await bridge.snapshot()
            return await bridge.detailed(session, session.track_names)

    return asyncio.run(read())


def test_each_edit_of_the_vocabulary_is_classed_here() -> None:
    assert {each["action"] for each in ONE_OF_EACH} | {"undo"} == set(ACTIONS)


@pytest.mark.parametrize("written", ONE_OF_EACH, ids=lambda each: str(each["action"]))
def test_a_plan_is_as_risky_as_what_it_takes_away(ground: Session, written: dict[str, Any]) -> None:
    plan = plan_actions([parse_action(written)], ground)
    wanted = Risk.DESTRUCTIVE if written["action"] in DESTROYS else Risk.REVERSIBLE
    assert plan.risk is wanted
    assert bool(plan.destroys) is (wanted is Risk.DESTRUCTIVE)


@pytest.mark.parametrize(
    "written",
    [each for each in ONE_OF_EACH if each["action"] not in DESTROYS],
    ids=lambda each: str(each["action"]),
)
def test_what_is_done_unasked_can_be_taken_back(ground: Session, written: dict[str, Any]) -> None:
    action: Action = parse_action(written)
    back = apply_all(apply(ground, action), invert(action, ground))
    assert differences(ground, back) == []


def test_the_hosts_own_undo_is_in_no_plan(ground: Session) -> None:
    """What it takes back only the host knows: it could be hours of the user's own work."""
    with pytest.raises(PlanError, match="Only the DAW knows"):
        plan_actions([parse_action({"action": "undo"})], ground)


def test_one_edit_that_destroys_makes_the_whole_plan_ask(ground: Session) -> None:
    harmless = [parse_action(each) for each in ONE_OF_EACH[:4]]
    plan = plan_actions([*harmless, parse_action({"action": "delete_track", "track": "FX"})], ground)
    assert plan.risk is Risk.DESTRUCTIVE
    assert plan.destroys == ("Delete the track FX",)
