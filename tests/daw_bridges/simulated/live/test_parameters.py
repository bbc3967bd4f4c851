from __future__ import annotations

import math
from typing import Any

import pytest


@pytest.fixture
def compressor(bass: Any) -> Any:
    return bass.insert_device("Compressor")


def parameter(device: Any, name: str) -> Any:
    return next(p for p in device.parameters if p.name == name)


def test_the_first_parameter_is_the_on_switch(compressor: Any) -> None:
    on = compressor.parameters[0]
    assert (on.name, on.value, on.is_quantized, on.value_items) == ("Device On", 1.0, True, ("Off", "On"))


def test_display_text_and_value_belong_together(compressor: Any) -> None:
    threshold = parameter(compressor, "Threshold")
    threshold.display_value = -24.0
    assert str(threshold) == "-24.0 dB"
    assert threshold.display_value == pytest.approx(-24.0)
    assert threshold.str_for_value(0.85) == "0.0 dB"


def test_display_value_clamps_silently_and_minus_infinity_sets_the_maximum(compressor: Any) -> None:
    threshold = parameter(compressor, "Threshold")
    threshold.display_value = 1000.0
    assert threshold.value == threshold.max
    threshold.display_value = -24.0
    threshold.display_value = -math.inf
    assert threshold.value == threshold.max


@pytest.mark.parametrize("value", [-0.01, 1.01, math.nan])
def test_a_value_out_of_range_is_refused(compressor: Any, value: float) -> None:
    threshold = parameter(compressor, "Threshold")
    before = threshold.value
    with pytest.raises(RuntimeError, match="range"):
        threshold.value = value
    assert threshold.value == before


def test_only_quantized_parameters_have_items_and_only_others_a_default(compressor: Any) -> None:
    with pytest.raises(RuntimeError):
        _ = parameter(compressor, "Threshold").value_items
    with pytest.raises(RuntimeError):
        _ = compressor.parameters[0].default_value
    assert parameter(compressor, "Threshold").default_value == pytest.approx(0.85)


def test_the_mixer_speaks_in_decibels_and_pan_positions(bass: Any) -> None:
    mixer = bass.mixer_device
    mixer.panning.value = -0.5
    mixer.sends[1].value = 1.0
    assert (str(mixer.volume), str(mixer.panning), str(mixer.sends[0]), str(mixer.sends[1])) == (
        "0.0 dB",
        "25L",
        "-inf dB",
        "0.0 dB",
    )


def test_activator_and_tempo_are_other_views_of_mute_and_tempo(song: Any, bass: Any) -> None:
    bass.mixer_device.track_activator.value = 0.0
    song.master_track.mixer_device.song_tempo.value = 87.0
    assert (bass.mute, song.tempo) == (True, 87.0)
    song.tempo = 92.0
    assert song.master_track.mixer_device.song_tempo.value == 92.0


@pytest.mark.parametrize("value", ["0.5", None, [1]])
def test_values_of_another_type_are_no_values(bass: Any, value: object) -> None:
    with pytest.raises(TypeError):
        bass.mixer_device.volume.value = value


@pytest.mark.parametrize(("name", "value"), [("signature_numerator", 4.0), ("tempo", "120"), ("loop", 0.5)])
def test_the_binding_is_strict_about_types(song: Any, name: str, value: object) -> None:
    with pytest.raises(TypeError, match="C\\+\\+ signature"):
        setattr(song, name, value)


def test_a_read_only_property_cannot_be_written(song: Any) -> None:
    with pytest.raises(AttributeError):
        song.name = "Other"
