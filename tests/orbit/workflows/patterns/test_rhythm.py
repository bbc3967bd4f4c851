"""Drums: where each hit falls, how loud, and how late by swing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import OutOfRangeError
from daw_bridges.quantities import beats_per_bar
from daw_bridges.session import Note, Session
from orbit.workflows.patterns import worked_out
from orbit.workflows.patterns.pattern import repertoire

EMPTY = Session(daw="ableton")
METERS = st.sampled_from([(4, 4), (3, 4), (6, 8), (7, 8), (5, 4), (7, 16)])


@given(
    st.one_of(st.sampled_from(list(repertoire()["rhythms"])), st.text("Xog-", min_size=1, max_size=64)),
    METERS,
    st.floats(50, 75),
    st.floats(1, 127),
    st.integers(1, 8),
)
def test_a_beat_stays_in_its_bars_and_swings_every_second_sixteenth(
    rhythm: str, meter: tuple[int, int], swing: float, velocity: float, bars: int
) -> None:
    pattern = {"pattern": "beat", "rhythm": rhythm, "bars": bars, "swing": swing, "velocity": velocity}
    session = Session(daw="ableton", time_signature=meter)
    made: list[Note] = worked_out(pattern, session)
    assert all(1 <= note.velocity <= 127 for note in made)
    for note in made:
        pair, within = divmod(note.start_beat + 1e-5, 0.5)
        assert within == pytest.approx(0, abs=1e-4) or within == pytest.approx(swing / 200, abs=1e-4), pair
    for before, after in pairwise(made):
        assert before.start_beat < after.start_beat
        assert after.start_beat - before.start_beat >= min(0.125, before.duration_beats) - 1e-6
    if made:
        assert made[-1].start_beat < bars * beats_per_bar(meter)


def test_swing_delays_the_second_sixteenth_of_each_pair() -> None:
    made = worked_out(
        {"pattern": "beat", "rhythm": "sixteenths", "bars": 1, "swing": 58, "velocity": 100}, EMPTY
    )
    assert [note.start_beat for note in made[:4]] == [0.0, 0.29, 0.5, 0.79]
    assert [note.velocity for note in made[:4]] == [100, 50, 78, 50]


def test_a_row_begins_anew_with_each_bar_of_three() -> None:
    waltz = Session(daw="ableton", time_signature=(3, 4))
    made = worked_out({"pattern": "beat", "rhythm": "X---o---o---", "bars": 2}, waltz)
    assert [(note.start_beat, note.velocity) for note in made] == [
        (0, 110), (1, 86), (2, 86), (3, 110), (4, 86), (5, 86)
    ]  # fmt: skip


@given(st.sampled_from([2, 4, 8, 16]), st.floats(0, 4), METERS)
def test_a_roll_speeds_up_grows_louder_and_breaks_off(bars: int, rest: float, meter: tuple[int, int]) -> None:
    session, whole = Session(daw="ableton", time_signature=meter), bars * beats_per_bar(meter)
    roll: list[Note] = worked_out({"pattern": "roll", "bars": bars, "rest": rest}, session)
    gaps = [round(after.start_beat - before.start_beat, 6) for before, after in pairwise(roll)]
    assert gaps == sorted(gaps, reverse=True)
    assert set(gaps) <= {1.0, 0.5, 0.25, 0.125}
    assert [note.velocity for note in roll] == sorted(note.velocity for note in roll)
    assert all(55 <= note.velocity <= 120 for note in roll)
    assert roll[-1].start_beat + roll[-1].duration_beats <= max(whole - rest, 0.25)
    for before, after in pairwise(roll):
        assert before.start_beat + before.duration_beats <= after.start_beat + 1e-6


def test_what_is_wrong_with_an_argument_is_said() -> None:
    with pytest.raises(OutOfRangeError, match="swing"):
        worked_out({"pattern": "beat", "rhythm": "offbeats", "swing": 90}, EMPTY)
    with pytest.raises(OutOfRangeError, match="row of sixteenths"):
        worked_out({"pattern": "beat", "rhythm": "boom boom"}, EMPTY)
