"""The lattice keeps every reading; the chart takes a sentence apart; the frames fit their actions."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import CreateClip, action_json
from daw_bridges.algebra import apply_all
from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.arcs import Arc
from orbit.agent.reader.chart import Chart
from orbit.agent.reader.features import SIZE, STRANGER, words_of
from orbit.agent.reader.frames import frames
from orbit.agent.reader.lattice import Lattice
from orbit.agent.reader.lexicon import relations, senses, spelled, veto
from orbit.agent.reader.ranker import WEIGHTS, load

_BOTH = ["Set the volume of Kick", "Set the volume of Snare"]


def _chart(session: Session, say: str) -> Chart:
    return Chart(Ground(session, say), tokenize(say))


def _outcomes(arcs: list[Arc]) -> set[tuple[str, ...]]:
    return {tuple(each.describe() for each in arc.outcome) for arc in arcs if isinstance(arc.outcome, tuple)}


def test_every_reading_of_a_mention_is_kept(practice: Session) -> None:
    say = "solo everything but the vocals"
    read = Lattice(Ground(practice, say), tokenize(say)).mentions["tracks"]
    assert {len(each.value) for each in read if isinstance(each.value, tuple)} == {12, 10, 2}


def test_a_list_of_pairs_is_one_edit_of_several(practice: Session) -> None:
    found = _outcomes(_chart(practice, "kick down 2 and snare 3").edits)
    assert any([each.split(" to ")[0] for each in does] == _BOTH for does in found)


@pytest.mark.parametrize(
    ("say", "fields"),
    [
        (
            "make an empty two-bar clip called Blue Hour in slot 3 of the Lead Synth",
            [{"action": "create_clip", "slot": 3, "length_beats": 8.0, "name": "Blue Hour"}],
        ),
        (
            "kindly add a new audio track named Cello, arm it",
            [{"action": "create_track", "name": "Cello"}, {"action": "set_arm", "on": True}],
        ),
        ("Locator Drop at bar 9", [{"action": "add_locator", "bar": 9.0, "name": "Drop"}]),
        (
            "fade the pad: -12 dB at bar 5, then 0 dB at bar 9",
            [{"action": "automate_parameter", "points": [[16.0, -12.0], [32.0, 0.0]]}],
        ),
        (
            "add midi note 40 to the Line clip at the start, velocity 77",
            [{"action": "add_notes", "notes": [[40, 0.0, 1.0, 77]]}],
        ),
    ],
)
def test_what_is_right_is_among_the_readings(
    practice: Session, say: str, fields: list[dict[str, Any]]
) -> None:
    clip = CreateClip(track="Bass", slot=2, length_beats=4, name="Line")
    started = apply_all(practice, [clip])
    outcomes = [arc.outcome for arc in _chart(started, say).edits if isinstance(arc.outcome, tuple)]
    found = [[action_json(action) for action in outcome] for outcome in outcomes]
    assert any(
        len(does) == len(fields)
        and all(each.items() <= did.items() for each, did in zip(fields, does, strict=True))
        for does in found
    )


def test_a_clause_may_speak_of_what_the_one_before_makes(practice: Session) -> None:
    found = _outcomes(_chart(practice, "create a midi track called Bells and pan it 30% left").edits)
    assert any(len(does) == 2 and "Bells" in does[1] for does in found)


def test_what_is_made_is_spoken_of_more_than_once(practice: Session) -> None:
    say = "create a midi track called Bells, color it yellow and set it at -5 dB"
    found = _outcomes(_chart(practice, say).edits)
    assert any(len(does) == 3 and all("Bells" in each for each in does) for does in found)


def test_behind_a_send_it_can_be_what_is_sent(practice: Session) -> None:
    found = _outcomes(_chart(practice, "send the pad to the delay at -12 dB and color it orange").edits)
    assert {each[0].partition(" #")[0] for each in found if len(each) == 1} >= {
        "Colour Pad",
        "Colour B-Delay",
    }


def test_each_frame_is_known_by_one_name_and_takes_kinds_that_are_read() -> None:
    names = [frame.name for frame in frames()]
    assert len(names) == len({*names}) >= 100
    assert {frame.risk for frame in frames()} == {"low", "middle", "high"}


def test_the_lexicon_is_read_once_and_whole() -> None:
    assert "only" in relations()
    assert "up" in senses()["louder"]
    assert "if" in veto("conditional")


def test_the_weights_are_small_and_know_the_words_of_the_rows() -> None:
    model = load()
    assert WEIGHTS.stat().st_size <= 1_000_000
    assert model.weights.shape == (SIZE,)
    assert words_of(tokenize("mute the frobnicator"), model.words) == ["mute", "the", STRANGER]


def test_a_quoted_name_is_that_and_no_more(practice: Session) -> None:
    say = 'an audio track named "Still Life" is needed'
    read = Lattice(Ground(practice, say), tokenize(say)).mentions["name"]
    assert [each.value for each in read if each.start == 4] == ["Still Life"]


def test_a_name_is_not_the_end_of_one(practice: Session) -> None:
    say = "the bass, call it Men of Harlech"
    read = Lattice(Ground(practice, say), tokenize(say)).mentions["name"]
    assert [each.value for each in read] == ["Men of Harlech"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [("rihgt", "right"), ("soloo", "solo"), ("delte", "delete"), ("mtue", "mute"),
     ("smart", "smart"), ("dump", "dump"), ("mute", "mute")],
)  # fmt: skip
def test_a_slip_of_the_finger_is_read_as_what_was_meant(word: str, meant: str) -> None:
    assert spelled(word, {"right", "solo", "delete", "mute", "start", "bump"}) == meant
