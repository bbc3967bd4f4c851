"""The laws of the reader: what no reading may pass over, and what a change of the sentence may change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from daw_bridges.actions import Action, action_json, parse_action
from daw_bridges.algebra import apply_all
from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.reader.decide import Decision, read

Json = dict[str, Any]

SAID: dict[str, Json] = {
    "mute the kick": {"action": "set_mute", "track": "Kick", "on": True},
    "solo the pad": {"action": "set_solo", "track": "Pad", "on": True},
    "arm the guitar": {"action": "set_arm", "track": "Guitar", "on": True},
    "turn the bass down by 3 dB": {"action": "set_volume", "track": "Bass", "db": -3.0},
    "bring the keys up 2 dB": {"action": "set_volume", "track": "Keys", "db": 2.0},
    "set the snare to -6 dB": {"action": "set_volume", "track": "Snare", "db": -6.0},
    "pan the hats 30 % left": {"action": "set_pan", "track": "Hats", "pan": -0.3},
    "pan the percussion 20 % right": {"action": "set_pan", "track": "Percussion", "pan": 0.2},
    "set the tempo to 128": {"action": "set_tempo", "bpm": 128.0},
    "loop bars 9 to 17": {"action": "set_loop", "on": True, "start_bar": 9.0, "end_bar": 17.0},
    "put a compressor on the bass": {"action": "insert_device", "track": "Bass", "device": "compressor"},
    "rename the FX track to Noise": {"action": "rename_track", "track": "FX", "name": "Noise"},
    "turn the click on": {"action": "set_metronome", "on": True},
    "percussion out. Mute.": {"action": "set_mute", "track": "Percussion", "on": True},
    "pan the guitra 20 % rihgt": {"action": "set_pan", "track": "Guitar", "pan": 0.2},
    "keys in a deep blue, please": {"action": "set_color", "track": "Keys", "color": "#007dc0"},
}
ROWS = pytest.mark.parametrize("say", SAID)


def _read(session: Session, say: str) -> Decision:
    return read(Ground(session, say))


def _does(decision: Decision) -> list[Json]:
    return [action_json(action) for action in decision.actions] if decision.verb == "act" else []


def _as_json(action: Json) -> Json:
    return action_json(parse_action(action))


def _after(session: Session, actions: Sequence[Action]) -> Session:
    return apply_all(session, actions)


def test_ways_to_the_same_edits_count_together(practice: Session) -> None:
    found = _does(_read(practice, "kick -2, snare -2, hats -4"))
    assert [(each["track"], each["db"]) for each in found] == [
        ("Kick", -2.0),
        ("Snare", -2.0),
        ("Hats", -4.0),
    ]


@ROWS
def test_what_is_plainly_asked_is_done(practice: Session, say: str) -> None:
    assert _does(_read(practice, say)) == [_as_json(SAID[say])]


@ROWS
@pytest.mark.parametrize(
    "about",
    [
        "don't {}",
        "please do not {}",
        "never {}",
        "if the singer agrees, {}",
        "{} if it is too busy",
        "what happens when I {}?",
        "should I {}?",
        "she said to {}",
        "it would be wrong to {}",
        "I wonder whether to {}",
        "don't, whatever you do, {}",
    ],
)
def test_what_is_no_request_edits_nothing(practice: Session, say: str, about: str) -> None:
    assert _read(practice, about.format(say)).verb not in ("act", "propose")


@pytest.mark.parametrize(
    "say",
    ["I muted the kick", "we already panned the hats left", "he turned the bass down by 3 dB"],
)
def test_what_somebody_did_is_not_done_again(practice: Session, say: str) -> None:
    assert _read(practice, say).verb not in ("act", "propose")


_NAMED = ("Kick", "Snare", "Hats", "Bass", "Keys", "Pad", "Guitar", "Lead Vox", "Backing Vox")


@pytest.mark.parametrize("name", _NAMED)
@pytest.mark.parametrize(
    ("say", "action"),
    [
        ("mute the {}", {"action": "set_mute", "on": True}),
        ("turn the {} down by 3 dB", {"action": "set_volume", "db": -3.0}),
        ("pan the {} 25 % left", {"action": "set_pan", "pan": -0.25}),
    ],
)
def test_another_name_moves_the_edit_and_nothing_else(
    practice: Session, say: str, action: Json, name: str
) -> None:
    assert _does(_read(practice, say.format(name))) == [_as_json({**action, "track": name})]


@pytest.mark.parametrize("number", [1, 2.5, 4, 7, 11])
def test_another_number_changes_that_number_only(practice: Session, number: float) -> None:
    for say, action in (
        ("turn the bass down by {} dB", {"action": "set_volume", "track": "Bass", "db": -number}),
        ("set the snare to -{} dB", {"action": "set_volume", "track": "Snare", "db": -number}),
        ("pan the hats {} % left", {"action": "set_pan", "track": "Hats", "pan": -number / 100}),
    ):
        assert _does(_read(practice, say.format(number))) == [_as_json(action)]


@pytest.mark.parametrize(("one", "other"), list(pairwise(SAID)))
def test_two_joined_do_both_or_are_asked_about(practice: Session, one: str, other: str) -> None:
    decision = _read(practice, f"{one} and {other}")
    both = apply_all(practice, [parse_action(SAID[one]), parse_action(SAID[other])])
    assert decision.verb in ("act", "propose")
    assert _after(practice, decision.actions) == both


@pytest.mark.parametrize(
    "say",
    [
        "pan the vocals 30 each",
        "turn the keys down by the same amount",
        "mute the kick until the drop",
        "turn the bass down 3 dB between the verses",
        "mute the pad except when the guitar plays",
        'mute the kick in "Verse"',
        "turn the pad down 2 dB relative to the keys",
        "solo the bass 3",
    ],
)
def test_numbers_names_and_relations_are_not_passed_over(practice: Session, say: str) -> None:
    assert _read(practice, say).verb not in ("act", "propose")


def test_a_number_in_a_remark_is_what_was_meant_or_asked_about(practice: Session) -> None:
    decision = _read(practice, "4 dB too loud, turn the bass down")
    right = [_as_json({"action": "set_volume", "track": "Bass", "db": -4.0})]
    assert decision.verb != "act" or _does(decision) == right


def test_so_far_under_a_track_is_under_its_level(practice: Session) -> None:
    lower = apply_all(practice, [parse_action({"action": "set_volume", "track": "Lead Vox", "db": -2})])
    decision = _read(lower, "set the bass 4 dB under the lead vox")
    assert decision.verb in ("act", "propose")
    assert _after(lower, decision.actions).tracks[4].volume_db == -6.0


def test_only_means_that_other_solos_go(practice: Session) -> None:
    soloed = apply_all(practice, [parse_action({"action": "set_solo", "track": "Bass", "on": True})])
    decision = _read(soloed, "I want to hear only the pad")
    assert decision.verb in ("act", "propose")
    assert {track.name for track in _after(soloed, decision.actions).tracks if track.solo} == {"Pad"}


def test_a_reading_that_the_session_refuses_is_none(practice: Session) -> None:
    assert _read(practice, "delete the master").verb not in ("act", "propose")


def test_a_pronoun_is_what_was_spoken_of(practice: Session) -> None:
    ground = Ground(practice, "turn it down 3 dB", tracks=("Keys",))
    assert _does(read(ground)) == [_as_json({"action": "set_volume", "track": "Keys", "db": -3.0})]
    assert read(replace(ground, tracks=())).verb != "act"
