"""The search with a V-Pot: it ends, it is exact where the display can show it, and it says where not."""

from __future__ import annotations

import asyncio
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.logic.displays import same
from daw_bridges.logic.turning import seek_number, seek_text
from daw_bridges.quantities import Unit
from daw_bridges.simulated.logic.knobs import Choice, Number
from tests.daw_bridges.logic.plug_ins.knobs import Bench, Round
from tests.laws import tries

MOST_TURNS = 60

_WAYS = (
    (Unit.DB, -50.0, 0.0), (Unit.DB, -24.0, 24.0), (Unit.HZ, 20.0, 20000.0), (Unit.MS, 0.0, 200.0),
    (Unit.MS, 5.0, 5000.0), (Unit.PERCENT, 0.0, 100.0), (Unit.RATIO, 1.0, 30.0), (Unit.NONE, 0.1, 100.0),
)  # fmt: skip


def _steps(low: float, high: float, step: float) -> tuple[float, ...]:
    return tuple(round(low + place * step, 6) for place in range(round((high - low) / step) + 1))


@pytest.mark.laws
@settings(max_examples=tries(200, 10000), deadline=None)
@given(st.sampled_from(_WAYS), st.floats(0, 1), st.floats(0, 1))
def test_any_value_of_a_smooth_knob_is_found(
    way: tuple[Unit, float, float], start: float, end: float
) -> None:
    unit, low, high = way
    knob = Number("Any", unit, low, high, low)
    knob.value = knob.at(start)
    bench = Bench(knob, unit)
    wanted = knob.at(end)

    found = asyncio.run(seek_number(bench, wanted, unit))

    assert bench.turns <= MOST_TURNS
    assert found.exact or found.near, (found, knob.value)
    if found.near:
        below, above = (each.value or 0.0 for each in found.near)
        assert below <= wanted <= above
        nearest = min(found.near, key=lambda each: abs((each.value or 0.0) - wanted))
        assert found.reading.text == nearest.text
    else:
        assert same(wanted, found.reading)


@pytest.mark.laws
@settings(max_examples=tries(200, 10000), deadline=None)
@given(
    st.sampled_from((0.5, 1.0, 3.0, 10.0)),
    st.integers(0, 40),
    st.integers(-5, 45),
    st.sampled_from((0.0, 0.2, 0.45)),
)
def test_a_knob_in_steps_stands_on_the_nearest(step: float, start: int, end: int, off: float) -> None:
    stops = _steps(-20.0, -20.0 + 40 * step, step)
    knob = Number("Steps", Unit.DB, stops[0], stops[-1], stops[start], stops=stops)
    bench = Bench(knob, Unit.DB)
    wanted = stops[0] + (end + off) * step

    found = asyncio.run(seek_number(bench, wanted, Unit.DB))

    assert bench.turns <= MOST_TURNS
    inside = stops[0] - 0.05 <= wanted <= stops[-1] + 0.05
    assert (found.exact or bool(found.near)) is inside
    if inside:
        assert knob.value == min(stops, key=lambda stop: (round(abs(stop - wanted), 6), stop))


def test_a_stuck_knob_is_given_up_soon() -> None:
    knob = Number("Stuck", Unit.DB, -50, 0, -20)
    knob.stuck = True
    bench = Bench(knob, Unit.DB)

    found = asyncio.run(seek_number(bench, -30.0, Unit.DB))

    assert not found.exact
    assert not found.near
    assert bench.turns <= 6


def test_a_value_that_is_there_already_is_not_touched() -> None:
    bench = Bench(Number("There", Unit.HZ, 20, 20000, 440), Unit.HZ)

    assert asyncio.run(seek_number(bench, 440.0, Unit.HZ)).exact
    assert bench.turns == 0


def test_minus_infinity_is_at_the_end_of_the_way() -> None:
    class Level(Bench):
        async def read(self):  # noqa: ANN202 - as in Bench
            from daw_bridges.logic.displays import read

            return read("-oo dB" if self.knob.value <= -100 else f"{self.knob.value:.1f}", Unit.DB)

    bench = Level(Number("Level", Unit.DB, -100, 6, -12), Unit.DB)
    assert asyncio.run(seek_number(bench, -math.inf, Unit.DB)).exact

    assert asyncio.run(seek_number(bench, -12.0, Unit.DB)).exact
    assert bench.turns <= MOST_TURNS


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize(("at", "to"), [(0, 5), (5, 0), (3, 4), (7, 6)])
def test_a_list_that_goes_round_is_looked_through(stride: int, at: int, to: int) -> None:
    texts = [f"Entry {place}" for place in range(8)]
    knob = Round(texts, at=at, stride=stride)

    found, _ = asyncio.run(seek_text(knob, lambda text: text == texts[to]))

    assert found.exact
    assert found.reading.text == texts[to]


def test_a_text_that_no_list_has_is_told_after_one_round() -> None:
    knob = Round([f"Entry {place}" for place in range(8)])

    found, seen = asyncio.run(seek_text(knob, lambda text: text == "Nothing"))

    assert not found.exact
    assert len(seen) == 8
    assert knob.turns <= 24


def test_a_choice_at_the_other_end_of_a_list_with_ends() -> None:
    knob = Choice("Mode", [f"Mode {place}" for place in range(9)], "Mode 6")
    bench = Bench(knob)

    found, _ = asyncio.run(seek_text(bench, lambda text: text in {"Mode 1", "Mode1"}))

    assert found.exact
    assert knob.value == 1
