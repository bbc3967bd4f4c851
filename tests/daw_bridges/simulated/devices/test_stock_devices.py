"""The stock devices: complete, consistent, and as measured on Live."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.ableton.displays import displayed
from daw_bridges.catalog.displays import PANNING
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import Unit, parse_pan, resolution
from daw_bridges.simulated.live.devices import (
    AUDIO_EFFECT,
    INSTRUMENT,
    MIDI_EFFECT,
    DeviceSpec,
    ParameterSpec,
    stock_device,
    stock_devices,
)

DEVICES = {device.name: device for device in stock_devices()}
PARAMETERS = [(device, parameter) for device in stock_devices() for parameter in device.parameters]

# How many parameters Live itself lists for these.
COUNTS = {
    "Compressor": 23,
    "EQ Eight": 84,
    "EQ Three": 10,
    "Channel EQ": 7,
    "Limiter": 13,
    "Gate": 18,
    "Utility": 12,
    "Reverb": 33,
    "Delay": 21,
    "Saturator": 19,
    "Drum Buss": 14,
    "Multiband Dynamics": 38,
    "Auto Filter": 46,
    "Redux": 10,
    "Overdrive": 7,
    "Chorus-Ensemble": 14,
    "Phaser-Flanger": 31,
    "Auto Pan-Tremolo": 20,
    "Wavetable": 93,
    "Impulse": 164,
    "Arpeggiator": 21,
    "Velocity": 10,
}

# Raw values that Live holds in a fresh device, and what it displays for them.
MEASURED = [
    ("Compressor", "Threshold", 0.85, "0.0 dB"),
    ("Compressor", "Ratio", 0.75, "4.00 : 1"),
    ("Compressor", "Attack", 0.4, "1.00 ms"),
    ("Compressor", "Release", 0.156993, "30.0 ms"),
    ("Compressor", "S/C Gain", 0.4, "0.0 dB"),
    ("Compressor", "S/C EQ Freq", 0.157826, "80.0 Hz"),
    ("Compressor", "S/C EQ Q", 0.408567, "0.71"),
    ("Gate", "Hold", 0.314852, "10.0 ms"),
    ("Gate", "Release", 0.486047, "15.0 ms"),
    ("EQ Eight", "3 Frequency A", 0.598368, "1.00 kHz"),
    ("EQ Eight", "1 Resonance A", 0.376666, "0.71"),
    ("EQ Three", "FreqHi", 0.561297, "2.50 kHz"),
    ("Channel EQ", "Low Gain", 0.498841, "0.0 dB"),
    ("Channel EQ", "Mid Freq", 0.610793, "1.50 kHz"),
    ("Reverb", "Decay Time", 0.314135, "1.20 s"),
    ("Reverb", "Predelay", 0.258977, "2.50 ms"),
    ("Reverb", "Reflect Level", 0.493563, "0.0 dB"),
    ("Reverb", "Room Size", 0.791515, "100"),
    ("Hybrid Reverb", "P.Dly Time", 0.165425, "10.0 ms"),
    ("Hybrid Reverb", "DH Bass X", 0.674953, "440 Hz"),
    ("Delay", "Filter Freq", 0.50895, "1.00 kHz"),
    ("Echo", "Gate Release", 0.602836, "50.0 ms"),
    ("Echo", "Feedback", 0.333333, "50 %"),
    ("Saturator", "Color Freq", 0.545825, "1.00 kHz"),
    ("Drum Buss", "Damping Freq", 0.789495, "9.20 kHz"),
    ("Drum Buss", "Output Gain", 0.924942, "0.0 dB"),
    ("Multiband Dynamics", "Low-Mid Crossover", 2.079181, "120 Hz"),
    ("Multiband Dynamics", "Attack Time (Low)", 1.69897, "50.0 ms"),
    ("Auto Filter", "Frequency", 0.8997, "10.0 kHz"),
    ("Phaser-Flanger", "Center Freq", 0.476824, "1.00 kHz"),
    ("Phaser-Flanger", "Output Gain", 0.707107, "0.0 dB"),
    ("Utility", "Bass Freq", 0.380211, "120 Hz"),
    ("Utility", "Gain", -0.342857, "-12.0 dB"),
    ("Arpeggiator", "Velocity Decay", 0.529359, "1.00 s"),
    ("Arpeggiator", "Synced Rate", 8.0, "1/8"),
    ("Wavetable", "Sub Gain", 0.501188, "-6.0 dB"),
    ("Wavetable", "Amp Sustain", 0.707946, "-6.0 dB"),
    ("Wavetable", "LFO 1 Rate", 0.320789, "1.00 Hz"),
    ("Drift", "LP Mod Amt 1", 0.967593, "80 %"),
    ("Drift", "LP Mod Amt 2", 0.782846, "15 %"),
    ("Simpler", "Glide Time", 0.539794, "50.0 ms"),
    ("Operator", "Volume", 0.4, "-18.0 dB"),
    ("Operator", "Be Sustain", 0.4, "-24.0 dB"),
    ("Operator", "Ae Release", 0.544575, "400 ms"),
    ("Operator", "Filter Freq", 0.932621, "12.0 kHz"),
    ("Auto Filter", "LFO Rate", 4.0, "2"),
    ("Multiband Dynamics", "Above Ratio (Low)", -0.985, "1 : 66.7"),
    ("Multiband Dynamics", "Below Ratio (Low)", 0.76, "1 : 4.17"),
]


def read(parameter: ParameterSpec, text: str) -> float:
    """The number a display text stands for, as a reader of sessions takes it."""
    if parameter.display is PANNING:
        return parse_pan(text)
    quantity = displayed(text, parameter.unit)
    assert quantity.unit is parameter.unit
    return quantity.value


def raw_at(parameter: ParameterSpec, share: float) -> float:
    return parameter.clamp(parameter.min + share * (parameter.max - parameter.min))


@pytest.mark.parametrize(("device", "name", "raw", "text"), MEASURED)
def test_reads_as_measured_on_live(device: str, name: str, raw: float, text: str) -> None:
    assert stock_device(device).parameter(name).text(raw) == text


@pytest.mark.parametrize("name", COUNTS)
def test_has_as_many_parameters_as_on_live(name: str) -> None:
    assert len(stock_device(name).parameters) == COUNTS[name]


@pytest.mark.parametrize("device", stock_devices(), ids=lambda device: device.name)
def test_device_is_whole(device: DeviceSpec) -> None:
    first, *others = device.parameters
    assert (first.name, first.text(first.default), first.value_items) == ("Device On", "On", ("Off", "On"))
    names = [parameter.name for parameter in others]
    assert len(set(names)) == len(names)
    assert device.type in (INSTRUMENT, AUDIO_EFFECT, MIDI_EFFECT)
    assert device.class_display_name == device.name


def test_names_and_classes_are_unique() -> None:
    assert len({device.name for device in stock_devices()}) == len(stock_devices())
    assert len({device.class_name for device in stock_devices()}) == len(stock_devices())


def test_only_the_compressor_lets_its_key_be_routed() -> None:
    assert [device.name for device in stock_devices() if device.has_sidechain_routing] == ["Compressor"]


def test_defaults_lie_in_range_and_display_as_themselves() -> None:
    for _, parameter in PARAMETERS:
        assert parameter.min < parameter.max
        assert parameter.min <= parameter.default <= parameter.max
        value = parameter.display_value(parameter.default)
        assert parameter.raw_for(value) == pytest.approx(parameter.default, abs=1e-7)


@given(chosen=st.sampled_from(PARAMETERS), share=st.floats(0, 1))
def test_display_value_and_raw_are_inverse(chosen: tuple[DeviceSpec, ParameterSpec], share: float) -> None:
    parameter = chosen[1]
    value = parameter.display_value(raw_at(parameter, share))
    assert parameter.display_value(parameter.raw_for(value)) == pytest.approx(value, rel=1e-6, abs=1e-6)


def check_text(parameter: ParameterSpec, raw: float) -> None:
    text, value = parameter.text(raw), parameter.display_value(raw)
    if parameter.value_items:
        assert parameter.unit is Unit.CHOICE
        assert parameter.value_items.index(text) == value - parameter.min
    elif math.isinf(value):
        assert read(parameter, text) == value
    else:
        tolerance = 0.0101 if parameter.display is PANNING else resolution(parameter.unit, value)
        assert abs(read(parameter, text) - value) <= tolerance


@pytest.mark.parametrize("device", stock_devices(), ids=lambda device: device.name)
def test_text_reads_back_all_along_the_range(device: DeviceSpec) -> None:
    for parameter in device.parameters:
        for step in range(21):
            check_text(parameter, raw_at(parameter, step / 20))


@given(chosen=st.sampled_from(PARAMETERS), share=st.floats(0, 1))
def test_text_reads_back_anywhere(chosen: tuple[DeviceSpec, ParameterSpec], share: float) -> None:
    check_text(chosen[1], raw_at(chosen[1], share))


@given(chosen=st.sampled_from(PARAMETERS), one=st.floats(0, 1), other=st.floats(0, 1))
def test_display_follows_the_knob(chosen: tuple[DeviceSpec, ParameterSpec], one: float, other: float) -> None:
    parameter = chosen[1]
    less, more = (parameter.display_value(raw_at(parameter, share)) for share in sorted((one, other)))
    falling = parameter.display_value(parameter.min) > parameter.display_value(parameter.max)
    assert less >= more if falling else less <= more


def test_display_value_clamps_without_a_word() -> None:
    ratio = stock_device("Compressor").parameter("Ratio")
    assert ratio.from_display_value(0.2) == 0.0
    gain = stock_device("Compressor").parameter("Output Gain")
    assert gain.from_display_value(500.0) == 36.0


def test_display_value_of_minus_infinity_lands_on_the_maximum() -> None:
    threshold = stock_device("Compressor").parameter("Threshold")
    assert threshold.from_display_value(-math.inf) == threshold.max
    assert threshold.raw_for(-math.inf) == threshold.min


def test_stock_device_is_found_in_any_case() -> None:
    assert stock_device("eq eight") is DEVICES["EQ Eight"]


def test_unknown_stock_device_says_what_there_is() -> None:
    with pytest.raises(NotFoundError, match=r"Pro-Q.*Compressor"):
        stock_device("Pro-Q 3")


def test_unknown_parameter_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        stock_device("Compressor").parameter("Thresh")
