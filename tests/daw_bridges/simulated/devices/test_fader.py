"""The fader law, held to what was measured on Live's mixer."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.catalog.displays import DECIBELS
from daw_bridges.simulated.live.devices import SEND_TOP_DB, fader_db, fader_raw

MEASURED = {
    0.0: "-inf dB", 0.1: "-48.6 dB", 0.2: "-34.4 dB", 0.4: "-18.0 dB", 0.55: "-12.0 dB", 0.7: "-6.0 dB",
    0.85: "0.0 dB", 1.0: "6.0 dB",
}  # fmt: skip


@pytest.mark.parametrize("raw", MEASURED)
def test_volume_reads_as_on_live(raw: float) -> None:
    assert DECIBELS.text(fader_db(raw)) == MEASURED[raw]


@pytest.mark.parametrize(("raw", "db"), [(1.0, 0.0), (0.85, -6.0), (0.4, -24.0), (0.0, -math.inf)])
def test_sends_read_six_decibels_less(raw: float, db: float) -> None:
    assert fader_db(raw, SEND_TOP_DB) == pytest.approx(db)


@given(db=st.floats(-70, 6, exclude_min=True))
def test_every_level_can_be_set(db: float) -> None:
    assert fader_db(fader_raw(db)) == pytest.approx(db, abs=1e-6)


@given(db=st.floats(6, 100))
def test_louder_than_the_top_is_the_top(db: float) -> None:
    assert fader_raw(db) == 1.0


@given(st.floats(0.4, 1.0))
def test_straight_part_is_forty_decibels_for_the_whole_travel(raw: float) -> None:
    assert fader_db(raw) == pytest.approx(40 * raw - 34)
