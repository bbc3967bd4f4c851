"""Fader laws: the measured points, the ends, and that no position is lost."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import QuantityError
from daw_bridges.mackie.fader_law import ARDOUR, LOGIC_MASTER, LOGIC_STRIP, TOP, FaderLaw

_LAWS = (LOGIC_STRIP, LOGIC_MASTER, ARDOUR)
# Read off Logic's own display with the fader at that position.
_MEASURED = {
    192: -70, 457: -60, 994: -55, 1446: -50, 2027: -45, 2564: -40, 3058: -35, 3990: -30, 4416: -26.667,
    4912: -23.333, 5293: -20, 5771: -18, 6256: -16, 6701: -14, 7177: -12, 7602: -10, 8084: -9.1667,
    8553: -8.3333, 9017: -7.5, 9485: -6.6667, 9970: -5.8333, 10450: -5, 12441: 0, 14459: 5,
}  # fmt: skip


@pytest.mark.parametrize(("position", "db"), _MEASURED.items())
def test_logic_s_faders_stand_where_they_were_measured(position: int, db: float) -> None:
    for law in (LOGIC_STRIP, LOGIC_MASTER):
        assert law.db(position) == pytest.approx(db, abs=1e-9)
        assert law.position(db) == position


@pytest.mark.parametrize(
    ("law", "position", "db", "within"),
    [
        (LOGIC_STRIP, 14843, 6.0, 0.002),
        (LOGIC_STRIP, 14939, 6.0, 0),
        (LOGIC_STRIP, 16380, 6.0, 0),
        (LOGIC_MASTER, 14939, 6.25, 1e-9),
        (LOGIC_MASTER, 16380, 10.0, 1e-9),
        (LOGIC_MASTER, TOP, 10.0, 0),
        (ARDOUR, 8000, -11.007, 0.0005),
        (ARDOUR, 12808, 0.0, 0.0005),
        (ARDOUR, TOP, 6.0206, 0.0001),
    ],
)
def test_the_upper_ends_and_ardour_s_measured_points(
    law: FaderLaw, position: int, db: float, within: float
) -> None:
    assert law.db(position) == pytest.approx(db, abs=within)


@pytest.mark.parametrize("law", _LAWS, ids=lambda law: law.name)
def test_a_law_rises_all_the_way_and_every_position_is_found_again(law: FaderLaw) -> None:
    volumes = [law.db(position) for position in range(TOP + 1)]
    assert volumes[0] == -math.inf
    assert all(lower < upper for lower, upper in pairwise(volumes[: law.top + 1]))
    assert set(volumes[law.top + 1 :]) <= {law.highest}
    assert [law.position(db) for db in volumes] == [min(position, law.top) for position in range(TOP + 1)]


@given(st.sampled_from(_LAWS), st.floats(-100, 12))
def test_a_volume_is_met_as_nearly_as_the_fader_can(law: FaderLaw, db: float) -> None:
    position = law.position(db)
    wanted = min(db, law.highest)
    off = abs(law.db(position) - wanted)
    neighbours = [law.db(near) for near in (position - 1, position + 1) if 0 <= near <= law.top]
    # A hair: the nearest position, not the nearest volume, is taken where the law bends.
    assert off <= max(abs(law.db(position) - each) for each in neighbours)


@given(st.sampled_from(_LAWS), st.floats(-200, 20), st.floats(-200, 20))
def test_a_louder_volume_is_never_a_lower_position(law: FaderLaw, one: float, other: float) -> None:
    lower, upper = sorted((one, other))
    assert law.position(lower) <= law.position(upper)


@pytest.mark.parametrize("law", _LAWS, ids=lambda law: law.name)
def test_beyond_its_ends_a_fader_stays_at_them(law: FaderLaw) -> None:
    assert law.position(-math.inf) == 0
    assert law.position(-1000) == 0
    assert law.position(math.inf) == law.position(100) == law.top
    with pytest.raises(QuantityError, match="not a number"):
        law.position(math.nan)
    for position in (-1, TOP + 1):
        with pytest.raises(QuantityError, match="16383"):
            law.db(position)
