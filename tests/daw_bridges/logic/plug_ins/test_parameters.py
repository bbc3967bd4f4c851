"""Shown parameters found by what they can be, in any order, and not at all where that is not certain."""

from __future__ import annotations

import random

import pytest

from daw_bridges.catalog import DeviceEntry, catalog
from daw_bridges.errors import AmbiguousError, NotFoundError
from daw_bridges.logic.parameters import ShownParameter, find_parameter, keys
from daw_bridges.simulated.logic.knobs import Knob
from daw_bridges.simulated.logic.plugins import plug_in
from daw_bridges.simulated.logic.short_names import by_letters

# Names and values of Channel EQ on a Mackie Control, Logic 12.3 (published with logician-mcp).
CHANNEL_EQ = """
LoCutS 24|LoShGa -8.5dB|Pea1Ga 0.0 dB|Pea2Ga 0.0 dB
Pea3Ga -0.2dB|Pea4Ga +9.6dB|HiShGa -1.8dB|HiCutS 24
LoCutF 121 Hz|LoShF 75.0Hz|Peak1F 100 Hz|Peak2F 185 Hz
Peak3F 1100Hz|Peak4F 454 Hz|HiShF 20000|HiCutF 14400
LoCutQ 0.88|LoShQ 0.89|Peak1Q 0.30|Peak2Q 0.98
Peak3Q 0.30|Peak4Q 2.30|HiShQ 1.30|HiCutQ 1.30
LCO/Of On|LSO/Of On|Pe1On/ On|Pe2On/ On
Pe3On/ On|Pe4On/ Off|HSO/Of On|HCO/Of On
"""


def seen(text: str) -> list[ShownParameter]:
    cells = [cell for line in text.strip().splitlines() for cell in line.split("|")]
    parts = [cell.partition(" ") for cell in cells]
    return [ShownParameter(at, name, text, at // 8 + 1, at % 8) for at, (name, _, text) in enumerate(parts)]


def shown(device: str) -> list[ShownParameter]:
    """The simulated Logic's own, as its display has them."""
    knobs = [each for each in plug_in(device).parameters if isinstance(each, Knob)]
    seen = {row.name: row.shown for row in entry(device).parameters}
    names = [seen.get(knob.name) or by_letters(knob.name) for knob in knobs]
    return [
        ShownParameter(at, name, knob.cell(by_letters), at // 8 + 1, at % 8)
        for at, (name, knob) in enumerate(zip(names, knobs, strict=True))
    ]


def entry(name: str) -> DeviceEntry:
    return catalog().device("logic", name)


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        ("band_2_gain", "Pea1Ga"),
        ("band_2_frequency", "Peak1F"),
        ("band_2_q", "Peak1Q"),
        ("high_shelf_gain", "HiShGa"),
        ("band_1_frequency", "LoCutF"),
        ("band_3_on", "Pe2On/"),
    ],
)
def test_what_a_real_logic_showed_is_found(reference: str, name: str) -> None:
    found, _ = find_parameter(seen(CHANNEL_EQ), entry("Channel EQ"), reference, "Channel EQ")
    assert found.name == name


def test_the_order_counts_for_nothing() -> None:
    there = seen(CHANNEL_EQ)
    mixed = random.Random(7).sample(there, len(there))
    for reference in ("band_2_gain", "band_2_frequency", "band_2_q", "band_5_gain"):
        one, _ = find_parameter(there, entry("Channel EQ"), reference, "Channel EQ")
        two, _ = find_parameter(mixed, entry("Channel EQ"), reference, "Channel EQ")
        assert one == two


@pytest.mark.parametrize("device", catalog().devices("logic"))
def test_a_parameter_is_found_or_said_to_be_ambiguous_never_taken_for_another(device: str) -> None:
    if not (there := shown(device)):
        assert entry(device).parameters == ()
        return
    names = [knob.name for knob in plug_in(device).parameters]
    for row in entry(device).parameters:
        shorts = [each.name for each in there if names[each.index] == row.name]
        try:
            found, _ = find_parameter(there, entry(device), row.key, device)
        except AmbiguousError as error:
            # Only what the display shortens to the very same letters.
            alike = {candidate.partition(" (")[0] for candidate in error.candidates}
            if len(error.candidates) < 2 or alike != set(shorts):
                raise
            continue
        assert names[found.index] == row.name, (row.key, found)


def test_two_of_the_same_name_and_unit_are_both_named() -> None:
    there = [ShownParameter(0, "Gain", "0.0 dB", 1, 0), ShownParameter(1, "Gain", "0.0 dB", 1, 1)]
    with pytest.raises(AmbiguousError, match=r"Gain \(parameter 1 of Any\), Gain \(parameter 2 of Any\)"):
        find_parameter(there, None, "Gain", "Any")


def test_the_unit_tells_two_of_the_same_letters_apart() -> None:
    there = [ShownParameter(0, "SdChnF", "LP", 1, 0), ShownParameter(1, "SdChnF", "7040Hz", 1, 1)]
    found, _ = find_parameter(there, entry("Compressor"), "sidechain_eq_frequency", "Compressor")
    assert found.index == 1


def test_what_logic_numbers_itself_is_found_by_the_number() -> None:
    there = [ShownParameter(place, "Cntrl#", "500", place // 8 + 1, place % 8) for place in range(11)]
    found, _ = find_parameter(there, None, "Control #11", "Practice Comp")
    assert found.index == 10
    assert keys(there, None)[10] == "control_11"
    with pytest.raises(NotFoundError, match="#11"):
        find_parameter(there, None, "Control #12", "Practice Comp")


def test_what_there_is_not_is_said_with_what_there_is() -> None:
    with pytest.raises(NotFoundError, match="Choosing a source"):
        find_parameter(seen(CHANNEL_EQ), entry("Compressor"), "sidechain_on", "Compressor")
