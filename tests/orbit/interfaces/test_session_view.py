"""The table of a session: what would fill the screen is told by its number."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from daw_bridges.session import ArrangementClip, Chain, Device, Session, Track, TrackKind
from orbit.interfaces.cli.views.session import session_view


def shown(*devices: Device, clips: tuple[str, ...] = ()) -> str:
    kept = tuple(ArrangementClip(name=name, start_bar=1.0, length_beats=4.0) for name in clips)
    track = Track(name="Drums", kind=TrackKind.MIDI, devices=devices, arrangement_clips=kept)
    console = Console(width=200, file=io.StringIO())
    with console.capture() as capture:
        console.print(session_view(Session(daw="ableton", tracks=(track,))))
    return capture.get()


def rack(*names: str, name: str = "Drum Rack") -> Device:
    return Device(
        name=name, chains=tuple(Chain(name=each, devices=(Device(name="Simpler"),)) for each in names)
    )


def test_a_rack_shows_its_chains_and_what_is_in_them() -> None:
    lines = shown(rack("Kick", "Snare"), Device(name="Limiter")).splitlines()
    assert [line.split("C  ")[-1].strip() for line in lines[-4:]] == [
        "Drum Rack",
        "Kick: Simpler",
        "Snare: Simpler",
        "Limiter",
    ]


@pytest.mark.parametrize(("chains", "said"), [(4, None), (5, None), (6, "and 2 more chains")])
def test_many_chains_are_counted(chains: int, said: str | None) -> None:
    text = shown(rack(*(f"Pad {number}" for number in range(chains))))
    assert text.count("Pad ") == (4 if said else chains)
    assert said in text if said else "more" not in text


def test_a_rack_in_a_rack_is_folded() -> None:
    outer = Device(name="Instrument Rack", chains=(Chain(name="Kit", devices=(rack("Kick", "Snare"),)),))
    assert "Kit: Drum Rack (2 chains)" in shown(outer)


def test_clips_of_one_name_are_counted() -> None:
    assert "Snare × 11, Fill" in shown(clips=(*["Snare"] * 11, "Fill"))
