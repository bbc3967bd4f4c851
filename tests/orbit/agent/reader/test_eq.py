"""An equaliser by ear: which band is taken, what is set, and that no band in use is touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from daw_bridges.actions import Action, InsertDevice, SetParameter
from daw_bridges.algebra import apply_all
from daw_bridges.catalog import catalog
from daw_bridges.session import Session, Track
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.steps import Step
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.builders import swapped
from orbit.agent.reader.eq import bell, cut, read_frequency, read_region, read_width, region, shelf

VOX = ("Lead Vox",)


def _done(session: Session, built: Any) -> Session:
    assert isinstance(built, list), built
    return apply_all(session, built)


def _reads(session: Session, track: str = "Lead Vox") -> dict[str, Any]:
    held = next(each for each in session.tracks if each.name == track).devices[-1]
    return {key: parameter.value for key, parameter in held.parameters.items()}


def _sets(built: Sequence[Action] | Problem | None) -> dict[str, Any]:
    assert isinstance(built, list)
    return {each.parameter: each.value for each in built if isinstance(each, SetParameter)}


def test_an_equaliser_is_brought_where_there_is_none(practice: Session) -> None:
    built = bell(Ground(practice), 5000.0, 1, VOX, Step("some"))
    assert isinstance(built, list)
    assert isinstance(built[0], InsertDevice)
    after = _reads(_done(practice, built))
    assert (after["band_2_frequency"], after["band_2_gain"], after["band_2_type"]) == (5000.0, 3.0, "Bell")


def test_the_next_free_bell_is_taken_and_no_other_touched(practice: Session) -> None:
    """Six bells and the two shelves: each cut finds a band that changes nothing yet, until none is left."""
    session = practice
    for nth, frequency in enumerate((250.0, 400.0, 800.0, 1600.0, 3200.0)):
        before = _reads(session) if nth else {}
        built = bell(Ground(session), frequency, -1, VOX)
        session = _done(session, built)
        assert not any(before.get(f"{key[:6]}_gain") for key in _sets(built)), "a band in use was set"
    gains = [value for key, value in _reads(session).items() if key.endswith("gain") and value]
    assert gains == [-3.0] * 5
    for frequency in (5000.0, 6000.0, 9000.0):
        session = _done(session, bell(Ground(session), frequency, -1, VOX))
    assert isinstance(bell(Ground(session), 12_000.0, -1, VOX), Problem)


def test_the_same_bell_goes_further(practice: Session) -> None:
    session = _done(practice, bell(Ground(practice), 300.0, -1, VOX))
    built = bell(Ground(session), 300.0, -1, VOX, Step("touch"))
    assert isinstance(built, list)
    assert _sets(built) == {"band_2_gain": "-4.0 dB"}


def test_a_gain_by_its_sign_and_a_width(practice: Session) -> None:
    after = _reads(_done(practice, bell(Ground(practice), 900.0, tracks=VOX, gain=-2.5, width=4.0)))
    assert (after["band_2_frequency"], after["band_2_gain"], after["band_2_q"]) == (900.0, -2.5, 4.0)


def test_a_cut_is_one_and_moves(practice: Session) -> None:
    session = _done(practice, cut(Ground(practice), "low", VOX, 120.0))
    assert (_reads(session)["band_1_type"], _reads(session)["band_1_frequency"]) == ("High Pass 48dB", 120.0)
    built = cut(Ground(session), "low", VOX, 90.0)
    assert isinstance(built, list)
    assert _sets(built) == {"band_1_frequency": "90 Hz"}


def test_a_shelf_in_use_is_no_low_cut(practice: Session) -> None:
    session = _done(practice, shelf(Ground(practice), "low", 100.0, 1, VOX))
    assert _reads(session)["band_1_gain"] == 3.0
    after = _reads(_done(session, cut(Ground(session), "low", VOX, 60.0)))
    assert (after["band_1_gain"], after["band_1_type"]) == (3.0, "Low Shelf")
    assert [key for key, value in after.items() if value == "High Pass 48dB"] == ["band_2_type"]


def test_high_pass_everything_but_two(practice: Session) -> None:
    named = tuple(each.name for each in practice.ordinary_tracks if each.name not in ("Kick", "Bass"))
    session = _done(practice, cut(Ground(practice), "low", named))
    assert [each.name for each in session.ordinary_tracks if not each.devices] == ["Kick", "Bass"]


@pytest.mark.parametrize(("said", "way", "shape"), [("mids", -1, "Bell"), ("air", 1, "High Shelf")])
def test_a_region_has_its_band(practice: Session, said: str, way: int, shape: str) -> None:
    meant = read_region(Ground(practice), tokenize(said))
    assert meant is not None
    after = _reads(_done(practice, region(Ground(practice), meant, way, VOX, Step("bit"))))
    bent = [key[:6] for key, value in after.items() if key.endswith("_gain") and value == way * 2.0]
    assert [after[f"{stem}_type"] for stem in bent] == [shape]


def test_logics_bands_have_no_type(practice: Session) -> None:
    held = catalog().new_device("logic", "eq")
    track = Track.model_validate({"name": "Lead Vox", "kind": "audio", "devices": (held,)})
    session = Session(daw="logic", tracks=(track,))
    low, up = cut(Ground(session), "low", VOX, 80.0), shelf(Ground(session), "high", 8000.0, 1, VOX)
    assert isinstance(low, list)
    assert _sets(low) == {"band_1_on": "on", "band_1_frequency": "80 Hz"}
    assert isinstance(up, list)
    assert _sets(up) == {"high_shelf_frequency": "8000 Hz", "high_shelf_gain": "3.0 dB"}


@pytest.mark.parametrize(
    ("said", "hertz"), [("5k", 5000.0), ("300", 300.0), ("2.5 kHz", 2500.0), ("3", None), ("3 db", None)]
)
def test_frequencies_as_they_are_said(practice: Session, said: str, hertz: float | None) -> None:
    assert read_frequency(Ground(practice), tokenize(said)) == hertz


def test_widths_as_they_are_said(practice: Session) -> None:
    said = ("q of 4", "q 1.4", "narrow", "4")
    assert [read_width(Ground(practice), tokenize(each)) for each in said] == [4.0, 1.4, 4.0, None]


def test_two_tracks_swap(practice: Session) -> None:
    assert swapped(Ground(practice), ("Kick", "Snare"), "volume_db") is None
    one = practice.model_copy(
        update={"tracks": (practice.tracks[0].model_copy(update={"pan": 0.5}), *practice.tracks[1:])}
    )
    after = apply_all(one, swapped(Ground(one), ("Kick", "Snare"), "pan") or ())
    assert [each.pan for each in after.tracks[:2]] == [0.0, 0.5]
    assert swapped(Ground(practice), ("Kick",), "pan") is None
