"""What the catalogue answers."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest

from daw_bridges.catalog import catalog
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import Unit

KINDS = {
    "compressor": "Compressor",
    "glue_compressor": "Glue Compressor",
    "eq": "EQ Eight",
    "eq_three": "EQ Three",
    "channel_eq": "Channel EQ",
    "limiter": "Limiter",
    "gate": "Gate",
    "reverb": "Reverb",
    "hybrid_reverb": "Hybrid Reverb",
    "delay": "Delay",
    "echo": "Echo",
    "saturator": "Saturator",
    "utility": "Utility",
    "multiband_dynamics": "Multiband Dynamics",
    "auto_filter": "Auto Filter",
    "drum_buss": "Drum Buss",
    "chorus": "Chorus-Ensemble",
    "phaser": "Phaser-Flanger",
    "redux": "Redux",
    "overdrive": "Overdrive",
    "auto_pan": "Auto Pan-Tremolo",
    "synth": "Drift",
    "sampler": "Simpler",
    "drum_rack": "Drum Rack",
    "arpeggiator": "Arpeggiator",
    "scale": "Scale",
    "chord": "Chord",
    "velocity": "Velocity",
}


@pytest.mark.parametrize("kind", KINDS)
def test_best_device_of_a_kind(kind: str) -> None:
    entry = catalog().device("ableton", kind)
    assert (entry.kind, entry.name, entry.daw) == (kind, KINDS[kind], "ableton")
    assert kind in catalog().kinds()


@pytest.mark.parametrize(
    ("reference", "kind", "name"),
    [
        ("EQ Eight", "eq", "EQ Eight"),
        ("eq eight", "eq", "EQ Eight"),
        ("Wavetable", "synth", "Wavetable"),
        ("sampler", "sampler", "Simpler"),
        ("Sampler", "sampler", "Sampler"),
        ("comp", "compressor", "Compressor"),
        ("Bus Compressor", "glue_compressor", "Glue Compressor"),
        ("verb", "reverb", "Reverb"),
    ],
)
def test_device_by_name_or_word(reference: str, kind: str, name: str) -> None:
    entry = catalog().device("ableton", reference)
    assert (entry.kind, entry.name) == (kind, name)


def test_devices_of_a_kind_come_best_first() -> None:
    assert catalog().devices("ableton", "synth") == ["Drift", "Wavetable", "Operator", "Analog"]
    assert catalog().devices("ableton", "de_esser") == []
    assert "Compressor" in catalog().devices("ableton")


def test_unknown_kind_is_not_found() -> None:
    with pytest.raises(NotFoundError, match="compressor"):
        catalog().devices("ableton", "compresor")


@pytest.mark.parametrize(
    ("kind", "instead"), [("de_esser", "multiband_dynamics"), ("transient_shaper", "drum_buss")]
)
def test_kind_the_host_lacks_names_what_to_use_instead(kind: str, instead: str) -> None:
    with pytest.raises(NotFoundError, match=f"Ableton Live has no .* Use {instead} instead") as caught:
        catalog().device("ableton", kind)
    assert caught.value.known == (instead,)
    assert catalog().device("ableton", instead).kind == instead


def test_near_misses_are_offered() -> None:
    with pytest.raises(NotFoundError, match="Compressor"):
        catalog().device("ableton", "Compresser")


def test_host_without_tables_has_no_devices() -> None:
    with pytest.raises(NotFoundError, match="on Ardour"):
        catalog().device("ardour", "an unheard-of thing")
    with pytest.raises(NotFoundError, match="Orbit knows no compressor of Ardour"):
        catalog().device("ardour", "compressor")


@pytest.mark.parametrize(
    ("class_name", "name", "kind"),
    [
        ("Compressor2", "Duck", "compressor"),
        ("AutoFilter", "Auto Filter", "auto_filter"),
        ("InstrumentVector", None, "synth"),
        ("PluginDevice", "Compressor", None),
        (None, "utility", "utility"),
        (None, "Pro-Q 3", None),
        (None, None, None),
    ],
)
def test_identify(class_name: str | None, name: str | None, kind: str | None) -> None:
    assert catalog().identify("ableton", class_name, name) == kind


def test_entry_of_a_class() -> None:
    entry = catalog().entry_of("ableton", "Operator")
    assert entry is not None
    assert entry.name == "Operator"
    assert catalog().entry_of("ableton", "PluginDevice") is None


@pytest.mark.parametrize(
    ("reference", "key"),
    [
        ("threshold", "threshold"),
        ("S/C Gain", "sidechain_gain"),
        ("s/c gain", "sidechain_gain"),
        ("thresh", "threshold"),
        ("wet", "dry_wet"),
        ("Mix", "dry_wet"),
        ("make-up gain", "makeup"),
        ("sidechain eq frequency", "sidechain_eq_frequency"),
        ("Output", "output_gain"),
        ("  ratio ", "ratio"),
    ],
)
def test_parameter_of_the_compressor(reference: str, key: str) -> None:
    assert catalog().device("ableton", "compressor").parameter(reference).key == key


@pytest.mark.parametrize(
    ("kind", "reference", "key"),
    [
        ("eq", "band 3 gain", "band_3_gain"),
        ("eq", "3 Q A", "band_3_q"),
        ("reverb", "decay", "decay_time"),
        ("reverb", "pre-delay", "predelay"),
        ("auto_filter", "cutoff", "frequency"),
        ("synth", "cutoff", "filter_frequency"),
        ("utility", "width", "stereo_width"),
        ("limiter", "gain", "input_gain"),
    ],
)
def test_parameter_in_everyday_words(kind: str, reference: str, key: str) -> None:
    assert catalog().device("ableton", kind).parameter(reference).key == key


def test_unknown_parameter_offers_what_is_near() -> None:
    with pytest.raises(NotFoundError, match=r"Compressor.*threshold"):
        catalog().device("ableton", "compressor").parameter("treshhold")


def test_key_of_a_host_name() -> None:
    compressor = catalog().device("ableton", "compressor")
    assert compressor.key_of("Dry/Wet") == "dry_wet"
    assert compressor.key_of("Output") == "output_gain"
    assert compressor.key_of("Some New Knob") == "some_new_knob"
    assert compressor.host_parameter("Some New Knob") is None


def test_numbers_have_ranges_and_choices_have_choices() -> None:
    compressor = catalog().device("ableton", "compressor")
    threshold, model, makeup = (compressor.parameter(key) for key in ("threshold", "model", "makeup"))
    assert (threshold.unit, threshold.range, threshold.choices) == (Unit.DB, (-math.inf, 6.0), None)
    assert (model.unit, model.range, model.choices) == (Unit.CHOICE, None, ("Peak", "RMS", "Expand"))
    assert (makeup.default, makeup.choices, makeup.text) == ("off", ("off", "on"), "Off")


def test_new_device_is_a_session_device_at_its_defaults() -> None:
    device = catalog().new_device("ableton", "compressor", label="duck")
    assert (device.name, device.kind, device.enabled, device.label) == (
        "Compressor",
        "compressor",
        True,
        "duck",
    )
    assert device.parameters["ratio"].value == 4.0
    assert device.parameters["ratio"].text == "4.00 : 1"
    assert device.model_validate(device.model_dump(mode="json")) == device


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("put a comp on the bass", "compressor"),
        ("put a bus compressor on the drums", "glue_compressor"),
        ("a nice big verb", "reverb"),
        ("two EQs please", "eq"),
        ("an EQ-Eight", "eq"),
        ("some delays", "delay"),
        ("the multiband compressor", "multiband_dynamics"),
        ("a de-esser", "de_esser"),
        ("computers", None),
        ("", None),
    ],
)
def test_kind_of_words(text: str, kind: str | None) -> None:
    assert catalog().kind_of_words(text) == kind


def test_importing_the_catalogue_parses_nothing() -> None:
    code = "import sys, daw_bridges.catalog; sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
