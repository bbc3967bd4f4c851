"""Tempo, time signature, metronome, loop, transport and locators."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.errors import NotFoundError, NotPossibleError, OutOfRangeError
from daw_bridges.session import Locator, Loop
from tests.daw_bridges.algebra.band import BAND, do, track


@pytest.mark.parametrize("bpm", [20.0, 128.5, 999.0])
def test_the_tempo_is_set(bpm: float) -> None:
    assert do(BAND, "set_tempo", bpm=bpm).tempo == bpm


@pytest.mark.parametrize("bpm", [5000, 19.99, -1])
def test_a_tempo_no_daw_has_is_refused(bpm: float) -> None:
    with pytest.raises(OutOfRangeError, match=r"The tempo goes from 20 to 999 BPM; .* BPM is out of range"):
        do(BAND, "set_tempo", bpm=bpm)


def test_a_time_signature_leaves_the_timeline_at_its_beats() -> None:
    after = do(BAND, "set_time_signature", numerator=3, denominator=4)
    assert after.time_signature == (3, 4)
    assert after.locators[0].bar == pytest.approx(43.666667)
    assert after.loop.end_bar == pytest.approx(6.333333)
    assert track(after, "Bass").arrangement_clips[0].start_bar == pytest.approx(22.333333)
    assert do(after, "set_time_signature", numerator=4, denominator=4) == BAND


@pytest.mark.parametrize(
    ("numerator", "denominator", "words"),
    [(0, 4, "upper number"), (100, 4, "goes from 1 to 99"), (4, 3, "is 1, 2, 4, 8 or 16, not 3")],
)
def test_a_time_signature_nobody_writes_is_refused(numerator: int, denominator: int, words: str) -> None:
    with pytest.raises(OutOfRangeError, match=words):
        do(BAND, "set_time_signature", numerator=numerator, denominator=denominator)


def test_the_metronome_is_switched() -> None:
    assert do(BAND, "set_metronome", on=True).metronome


@pytest.mark.parametrize(
    ("fields", "loop"),
    [
        ({"on": True}, Loop(on=True, start_bar=1.0, end_bar=5.0)),
        ({"on": True, "end_bar": 9}, Loop(on=True, start_bar=1.0, end_bar=9.0)),
        ({"on": False, "start_bar": 3}, Loop(on=False, start_bar=3.0, end_bar=5.0)),
        ({"on": True, "start_bar": 17, "end_bar": 25}, Loop(on=True, start_bar=17.0, end_bar=25.0)),
    ],
)
def test_the_loop_moves_only_the_ends_that_are_given(fields: dict[str, Any], loop: Loop) -> None:
    assert do(BAND, "set_loop", **fields).loop == loop


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"on": True, "start_bar": 5}, "from bar 5 to bar 5"),
        ({"on": True, "start_bar": 0, "end_bar": 4}, "there is no bar 0"),
        ({"on": True, "end_bar": -3}, "there is no bar −3"),
    ],
)
def test_a_loop_that_is_none_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(OutOfRangeError, match=words):
        do(BAND, "set_loop", **fields)


def test_playing_recording_and_stopping() -> None:
    rolling = do(BAND, {"action": "play", "from_bar": 9}, {"action": "record", "on": True})
    assert (rolling.playing, rolling.recording) == (True, True)
    assert do(rolling, "stop") == BAND
    with pytest.raises(OutOfRangeError):
        do(BAND, "play", from_bar=0)


def test_locators_are_kept_in_order() -> None:
    after = do(BAND, "add_locator", bar=17, name="Verse")
    assert after.locators == (Locator(bar=17.0, name="Verse"), Locator(bar=33.0, name="Drop"))
    assert do(after, "remove_locator", bar=17) == BAND


def test_a_second_locator_at_a_bar_is_refused() -> None:
    with pytest.raises(NotPossibleError, match="already a locator at bar 33, “Drop”"):
        do(BAND, "add_locator", bar=33, name="Again")


def test_a_locator_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(NotFoundError, match="Drop at bar 33"):
        do(BAND, "remove_locator", bar=9)


def test_what_the_hosts_own_undo_does_nobody_can_say() -> None:
    with pytest.raises(NotPossibleError, match="Only the DAW knows"):
        do(BAND, "undo")
