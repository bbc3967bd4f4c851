"""A setting taken from Live to Logic and back reads the same, as far as the two displays can tell."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daw_bridges.ableton.displays import displayed
from daw_bridges.catalog import ParameterEntry, catalog
from daw_bridges.logic.displays import read
from daw_bridges.quantities import Unit, format_quantity, parse_quantity, resolution
from daw_bridges.simulated.live.devices import ParameterSpec, stock_device
from daw_bridges.simulated.logic.knobs import Number
from daw_bridges.simulated.logic.plugins import knobs, plug_in
from daw_bridges.simulated.logic.short_names import by_letters

UNITS = (Unit.DB, Unit.HZ, Unit.MS, Unit.PERCENT, Unit.RATIO)


@dataclass(frozen=True)
class Pair:
    """One neutral parameter as both hosts have it."""

    live: ParameterSpec
    logic: Number

    def there(self, value: float) -> float:
        """What Logic's display says of a value."""
        self.logic.value = value
        shown = read(self.logic.cell(by_letters), self.logic.unit)
        assert shown.value is not None
        return shown.value

    def back(self, value: float) -> float:
        """What Live's display says of a value."""
        return displayed(self.live.text(self.live.raw_for(value)), self.live.unit).value

    def told(self, value: float) -> float:
        """How far apart two values can lie and still be one setting on the coarser of the displays."""
        self.logic.value = value
        shown = read(self.logic.cell(by_letters), self.logic.unit)
        return max(resolution(self.live.unit, value), shown.step / 2) * 1.0001 + 1e-9

    @property
    def span(self) -> tuple[float, float]:
        """The finite values that both can have."""
        ends = sorted(self.live.display_value(raw) for raw in (self.live.min, self.live.max))
        return max(ends[0], self.logic.low, -60.0), min(ends[1], self.logic.high)


def pairs() -> dict[str, Pair]:
    """Every number that the best devices of a kind share, in one unit."""
    found: dict[str, Pair] = {}
    for kind in catalog().kinds():
        if not all(catalog().devices(daw, kind) for daw in ("ableton", "logic")) or kind == "arpeggiator":
            continue
        here, there = catalog().device("ableton", kind), catalog().device("logic", kind)
        rows = {row.key: row for row in here.parameters}
        made = {knob.name: knob for knob in knobs(plug_in(there.name))}
        for row in there.parameters:
            if row.key in rows and (pair := _pair(rows[row.key], made[row.name], here.name)):
                found[f"{kind} {row.key}"] = pair
    return found


def _pair(row: ParameterEntry, knob: object, device: str) -> Pair | None:
    if not isinstance(knob, Number) or knob.unit is not row.unit or row.unit not in UNITS:
        return None
    return Pair(stock_device(device).parameter(row.name), knob)


PAIRS = pairs()


def test_all_five_units_are_among_what_the_hosts_share() -> None:
    assert {pair.live.unit for pair in PAIRS.values()} == set(UNITS)
    assert len(PAIRS) > 80


@given(name=st.sampled_from(sorted(PAIRS)), share=st.floats(0, 1))
def test_to_logic_and_back(name: str, share: float) -> None:
    pair = PAIRS[name]
    low, high = pair.span
    assume(low < high)
    start = pair.back(low + share * (high - low))
    assume(low <= start <= high)
    there = pair.there(start)
    again = pair.back(there)
    assert abs(there - start) <= pair.told(start)
    assert abs(again - start) <= 2 * pair.told(start)
    # What one round has left over, no further one takes away.
    assert pair.there(again) == pytest.approx(there, abs=pair.told(there))
    assert pair.back(pair.there(again)) == again


NOTES = {
    "left_note": catalog().device("logic", "delay").parameter("left_note").choices or (),
    "rate": catalog().device("logic", "arpeggiator").parameter("rate").choices or (),
}


@pytest.mark.parametrize("note", NOTES["left_note"])
def test_a_delays_note_value_is_so_many_sixteenths_and_back(note: str) -> None:
    live, logic = catalog().device("ableton", "delay"), catalog().device("logic", "delay")
    (_, sixteenths), (back,) = live.like["left_note"].to, logic.like["left_sixteenths"].to
    count = sixteenths.reckon(note)
    assert isinstance(count, float)
    assert back.reckon(count) == format_quantity(parse_quantity(note))
    held = f"{count:g}" in (live.parameter("left_sixteenths").choices or ())
    assert held == (note in ("1/16", "1/8", "1/8D", "1/4", "1/4D", "1/2", "1/1"))


@pytest.mark.parametrize("note", NOTES["rate"])
def test_an_arpeggios_rate_is_one_of_lives_steps_and_back(note: str) -> None:
    steps = catalog().device("ableton", "arpeggiator").parameter("rate").steps or ()
    (near,) = [step for step in steps if step == pytest.approx(parse_quantity(note).value)]
    assert parse_quantity(format_quantity(parse_quantity(note)._replace(value=near))).value == near
