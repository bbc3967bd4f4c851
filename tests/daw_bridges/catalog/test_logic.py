"""Logic's devices: every kind has one or says what to use, and what is learned on Live means the same."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from daw_bridges.algebra.parameters import meant, read_value
from daw_bridges.catalog import catalog
from daw_bridges.errors import NotFoundError, OutOfRangeError
from daw_bridges.quantities import Unit
from workflows_seed import FOLDER as SEEDS

KINDS = catalog().kinds()
ENTRIES = [catalog().device("logic", name) for name in catalog().devices("logic")]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_device_or_something_instead(kind: str) -> None:
    if catalog().devices("logic", kind):
        assert catalog().device("logic", kind).kind == kind
    else:
        with pytest.raises(NotFoundError, match=r"Logic Pro has no .* Use \w+ instead: .{15,}"):
            catalog().device("logic", kind)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_displays_fit_six_characters_of_ascii(entry: Any) -> None:
    for parameter in entry.parameters:
        if parameter.unit is not Unit.CHOICE:
            assert len(parameter.text) <= 6, parameter.name
            assert parameter.text.isascii()
        assert parameter.name.isascii()
    assert len({each.name for each in entry.parameters}) == len(entry.parameters)
    shown = [each.shown for each in entry.parameters if each.shown]
    assert len(set(shown)) == len(shown)


UNLIKE = {
    ("compressor", "makeup"),
    ("compressor", "knee"),
    ("limiter", "lookahead"),
    ("gate", "lookahead"),
    ("reverb", "density"),
    ("saturator", "drive"),
    ("overdrive", "drive"),
    ("overdrive", "tone"),
    ("utility", "balance"),
    ("auto_pan", "offset"),
    ("sampler", "pan"),
    ("sampler", "filter_drive"),
    ("sampler", "sustain"),
    ("arpeggiator", "rate"),
}
"""What the hosts measure differently under one name; a value with its unit tells them apart."""


def units(daw: str, kind: str) -> dict[str, set[Unit]]:
    found: dict[str, set[Unit]] = {}
    for name in catalog().devices(daw, kind):
        for parameter in catalog().device(daw, name).parameters:
            found.setdefault(parameter.key, set()).add(parameter.unit)
    return found


def test_the_same_key_is_the_same_quantity_on_both_hosts() -> None:
    unlike = {
        (kind, key)
        for kind in KINDS
        for key, here in units("logic", kind).items()
        if (there := units("ableton", kind).get(key)) and not here <= there
    }
    assert unlike == UNLIKE


@pytest.mark.parametrize("kind", ["compressor", "eq", "limiter", "gate", "multiband_dynamics", "utility"])
def test_kinds_that_mixing_needs_share_their_keys(kind: str) -> None:
    assert len(units("logic", kind).keys() & units("ableton", kind).keys()) >= 4


@pytest.mark.parametrize(
    ("reference", "kind", "name"),
    [
        ("Channel EQ", "eq", "Channel EQ"),
        ("channel eq", "eq", "Channel EQ"),
        ("eq", "eq", "Channel EQ"),
        ("Gain", "utility", "Gain"),
        ("noise gate", "gate", "Noise Gate"),
        ("Echo", "echo", "Echo"),
        ("echo", "echo", "Tape Delay"),
        ("verb", "reverb", "ChromaVerb"),
        ("Adaptive Limiter", "limiter", "Adaptive Limiter"),
        ("ES2", "synth", "ES2"),
    ],
)
def test_device_by_name_or_word(reference: str, kind: str, name: str) -> None:
    entry = catalog().device("logic", reference)
    assert (entry.kind, entry.name) == (kind, name)


def test_a_console_eq_is_called_the_same_on_live_as_ever() -> None:
    assert catalog().device("ableton", "channel eq").name == "Channel EQ"
    assert catalog().device("ableton", "channel eq").kind == "channel_eq"
    assert catalog().kind_of_words("more gain on the vocals") is None


def test_found_on_the_display_by_name() -> None:
    assert catalog().identify("logic", name="ChromaVerb") == "reverb"
    assert catalog().identify("logic", name="Pro-Q 3") is None


@pytest.mark.parametrize(
    ("device", "key", "bounds", "default"),
    [
        ("Compressor", "threshold", (-50.0, 0.0), -20.0),
        ("Compressor", "ratio", (1.0, 30.0), 2.1),
        ("Compressor", "release", (5.0, 5000.0), 51.0),
        ("Channel EQ", "band_4_frequency", (20.0, 20000.0), 1040.0),
        ("Channel EQ", "high_shelf_gain", (-24.0, 24.0), 0.0),
        ("Noise Gate", "hysteresis", (-20.0, 0.0), -3.0),
        ("DeEsser 2", "frequency", (20.0, 20000.0), 7001.0),
        ("Gain", "gain", (-96.0, 24.0), 0.0),
    ],
)
def test_measured_numbers(device: str, key: str, bounds: tuple[float, float], default: float) -> None:
    parameter = catalog().device("logic", device).parameter(key)
    assert (parameter.range, parameter.default) == (bounds, default)


def test_another_hosts_choice_is_understood() -> None:
    slope = catalog().device("logic", "eq").parameter("band_1_type")
    assert slope.choice("high pass 12dB") == "12"
    assert slope.choice("24 dB/Oct") == "24"
    assert slope.choice("Bell") == "Bell"


@pytest.mark.parametrize(
    ("device", "reference", "way"),
    [
        ("reverb", "dry_wet", "dry_level and wet_level"),
        ("reverb", "mix", "dry_level and wet_level"),
        ("delay", "dry/wet", "left_mix and right_mix"),
        ("eq", "band_3_type", "A peak band keeps its shape"),
        ("utility", "bass_mono", "no such switch"),
    ],
)
def test_what_only_other_hosts_have_says_what_to_do(device: str, reference: str, way: str) -> None:
    with pytest.raises(NotFoundError, match=rf"has no {reference}\. .*{way}"):
        catalog().device("logic", device).parameter(reference)


# -- what the seed workflows use ------------------------------------------------------------------------


def settings() -> set[tuple[str, str]]:
    """Every parameter that a seed workflow sets, with its kind of device: labels followed to their kinds."""
    found: set[tuple[str, str]] = set()
    for path in sorted(SEEDS.glob("*.yaml")):
        steps: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))["steps"]
        steps = [step for step in steps if step.get("when", {}).get("daw", "logic") == "logic"]
        kinds = {step["as"]: step["device"] for step in steps if "as" in step}
        for step in steps:
            if step["action"] == "set_parameter":
                found.add((kinds.get(step["device"], step["device"]), step["parameter"]))
    return {(kind, key) for kind, key in found if re.fullmatch(r"[a-z_]+", kind) and "{{" not in key}


@pytest.mark.parametrize(("kind", "key"), sorted(settings()))
def test_what_seeds_set_is_bound_or_told(kind: str, key: str) -> None:
    """Either Logic's device of the kind has the parameter, or the refusal says what to do about it."""
    refusal = refused(kind, key)
    assert refusal is None or re.search(r"has no .*\. .{12,}", refusal), refusal


def refused(kind: str, key: str) -> str | None:
    try:
        catalog().device("logic", kind).parameter(key)
    except NotFoundError as error:
        return str(error)
    return None


def test_most_of_what_seeds_set_is_bound() -> None:
    bound = [each for each in settings() if refused(*each) is None]
    assert len(bound) > len(settings()) / 2


def test_seeds_do_set_something() -> None:
    assert {("compressor", "threshold"), ("eq", "band_1_type"), ("limiter", "ceiling")} <= settings()


def test_a_choice_that_is_none_here_is_refused() -> None:
    equaliser = catalog().new_device("logic", "eq")
    slope = equaliser.parameters["band_1_type"]
    assert read_value("slope", slope, meant("logic", equaliser, "band_1_type", "High Pass 48dB")) == "48"
    with pytest.raises(OutOfRangeError, match="6, 12, 18"):
        read_value("slope", slope, meant("logic", equaliser, "band_1_type", "Bell"))
