"""The simulated Logic's plug-ins: what the catalogue says, displays that fit, knobs that move as measured."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from daw_bridges.catalog import catalog
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import Unit
from daw_bridges.simulated.logic.knob_texts import fitting
from daw_bridges.simulated.logic.knobs import Blank, Choice, Knob, Number
from daw_bridges.simulated.logic.plugins import EFFECTS, INSTRUMENTS, knobs, plug_in
from daw_bridges.simulated.logic.short_names import by_letters
from daw_bridges.simulated.logic.views.knob_cells import by_words

NAMES = (*EFFECTS, *INSTRUMENTS)
CATALOGUED = [name for name in catalog().devices("logic") if name in NAMES]


def knob(plug: str, name: str) -> Knob:
    return next(each for each in knobs(plug_in(plug)) if each.name == name)


def test_everything_that_can_be_inserted_is_in_a_menu() -> None:
    elsewhere = {name for name in catalog().devices("logic") if name not in NAMES}
    assert elsewhere == {"Arpeggiator"}
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", CATALOGUED)
def test_a_fresh_plug_in_displays_what_the_catalogue_says(name: str) -> None:
    entry = catalog().device("logic", name)
    names = [row.name for row in entry.parameters]
    described = [made for made in knobs(plug_in(name)) if made.name in names]
    for made, row in zip(described, entry.parameters, strict=True):
        assert made.name == row.name
        if row.choices is None:
            assert made.cell(by_letters) == row.text, row.name
        else:
            assert made.text.casefold() == str(row.default).casefold(), row.name


@pytest.mark.parametrize("name", NAMES)
def test_every_value_fits_a_cell(name: str) -> None:
    for made in (each for each in knobs(plug_in(name)) if not isinstance(each, Blank)):
        for part in range(21):
            made.value = made.at(part / 20)
            assert 0 < len(made.cell(by_letters)) <= 6
            assert made.cell(by_letters).isascii()


@given(data=st.data())
def test_ticks_stay_in_range_and_come_back(data: st.DataObject) -> None:
    made = data.draw(st.sampled_from(knobs(plug_in(data.draw(st.sampled_from(NAMES))))))
    assume(not isinstance(made, Blank))
    ends = made.at(0), made.at(1)
    for ticks in data.draw(st.lists(st.integers(-63, 63), max_size=8)):
        fine = data.draw(st.booleans())
        made.value = made.turned(ticks, fine=fine)
        assert min(ends) <= made.value <= max(ends)
        assert -1e-9 <= made.fraction <= 1 + 1e-9
    assume(not made.stuck)
    for _ in range(17):
        made.value = made.turned(-63)
    assert made.value == pytest.approx(min(ends), abs=1e-6)


def test_a_plug_in_that_is_not_installed() -> None:
    with pytest.raises(NotFoundError, match="on Logic Pro"):
        plug_in("No Such Thing")


@pytest.mark.parametrize(
    ("raw", "hertz"),
    [
        (0, 20),
        (200, 75),
        (250, 100),
        (335, 185),
        (500, 500),
        (604, 1040),
        (712, 2240),
        (900, 7500),
        (1050, 20000),
    ],
)
def test_an_equalisers_frequencies_are_the_measured_ones(raw: int, hertz: float) -> None:
    frequency = knob("Channel EQ", "Peak 1 Frequency")
    assert isinstance(frequency, Number)
    assert len(frequency.stops) == 1051
    assert frequency.stops[raw] == hertz


@pytest.mark.parametrize(
    ("plug", "name", "value", "text"),
    [
        ("Channel EQ", "Peak 1 Gain", -8.5, "-8.5dB"),
        ("Channel EQ", "Peak 1 Gain", 7.6, "+7.6dB"),
        ("Channel EQ", "Peak 1 Gain", -13.0, "-13.0"),
        ("Channel EQ", "Low Cut Frequency", 121.0, "121 Hz"),
        ("Channel EQ", "Low Cut Frequency", 39.0, "39.0Hz"),
        ("Channel EQ", "High Cut Frequency", 14400.0, "14400"),
        ("Compressor", "Release", 290.0, "290.0"),
        ("Compressor", "Ratio", 30.0, "30.0:1"),
        ("Compressor", "Make Up", 2.0, "2.0 dB"),
        ("DeEsser 2", "Max Reduction", 20.0, "20.0dB"),
        ("Clip Distortion", "High Shelving Gain", 24.0, "+24.0"),
        ("Space Designer", "Length", 1800.0, "1.80 s"),
        ("Tape Delay", "Flutter Rate", 0.0, "0.0 Hz"),
        ("Bitcrusher", "Resolution", 24.0, "24 bit"),
        ("Bitcrusher", "Downsampling", 1.0, "1 x"),
        ("Overdrive", "Drive", 0.0, "0.00"),
        ("Overdrive", "Output", -3.0, "-3.0"),
        ("Chorus", "Rate", 1.033, "1.033"),
        ("Compressor", "Mix", 75.0, "75.0 %"),
        ("Limiter", "Lookahead", 5.0, "5.0 ms"),
    ],
)
def test_values_read_as_they_were_seen_on_a_real_logic(plug: str, name: str, value: float, text: str) -> None:
    made = knob(plug, name)
    made.value = value
    assert made.cell(by_letters) == text


def test_a_text_without_room_for_its_unit_keeps_its_digits() -> None:
    assert fitting("-100.0 dB") == "-100.0"
    assert fitting("100.0 %") == "100.0%"


def test_a_choice_goes_one_a_tick_and_no_further() -> None:
    mode = Choice("Mode", ("a", "b", "c"), "b")
    assert [mode.turned(ticks) for ticks in (-5, -1, 1, 5)] == [0, 0, 2, 2]
    assert not mode.switches


def test_from_zero_times_are_finer_at_the_start() -> None:
    time = Number("Time", Unit.MS, 0, 1000, 0)
    first = time.turned(5)
    time.value = 1000
    assert first < 1
    assert 1000 - time.turned(-5) > 50


def test_names_that_are_alike_share_the_cell_between_their_words() -> None:
    names = [each.name for each in knobs(plug_in("Multipressor"))]
    assert by_words("Band 4 Compr Threshold") != by_words("Band 4 Compr Ratio")
    assert all(len(by_words(name)) <= 6 for name in names)
