"""The practice session on a real bridge, and libraries that hold the shipped workflows."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from daw_bridges.bridge import Bridge
from daw_bridges.catalog import catalog
from daw_bridges.session import Clip, Session, Track
from orbit.agent import Desk
from orbit.hosts import fresh_practice
from orbit.memory import Library
from orbit.settings import Settings
from workflows_seed import FOLDER

_MIDI = ("Kick", "Snare", "Hats", "Bass", "Keys", "Pad", "Lead Synth")
_ORDER = (
    "Kick",
    "Snare",
    "Hats",
    "Percussion",
    "Bass",
    "Keys",
    "Pad",
    "Lead Synth",
    "Guitar",
    "Lead Vox",
    "Backing Vox",
    "FX",
)
_CLIPS = {"Bass": "Bassline", "Keys": "Chords"}


def _track(name: str) -> Track:
    clips = (Clip(slot=1, name=_CLIPS[name], length_beats=16.0),) if name in _CLIPS else ()
    sends = {"A-Reverb": -math.inf, "B-Delay": -math.inf}
    kind = "midi" if name in _MIDI else "audio"
    return Track.model_validate(
        {"name": name, "kind": kind, "sends": sends, "output": "Master", "clips": clips}
    )


def _return(name: str, device: str) -> Track:
    devices = (catalog().new_device("ableton", device),)
    return Track.model_validate({"name": name, "kind": "return", "output": "Master", "devices": devices})


@pytest.fixture(scope="session")
def practice() -> Session:
    """The practice session as a model, for what reads sentences and touches no host."""
    returns = (_return("A-Reverb", "reverb"), _return("B-Delay", "delay"))
    master = Track.model_validate({"name": "Master", "kind": "master"})
    return Session(
        daw="ableton",
        name="Practice",
        scenes=("Intro", "Verse", "Chorus", "Verse 2", "Chorus 2", "Bridge", "Chorus 3", "Outro"),
        tracks=(*map(_track, _ORDER), *returns, master),
    )


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory, minilm_cache: Path) -> Iterator[Library]:
    """A library for searching only.

    The shipped workflows, found by words and, where MiniLM is installed, by meaning.
    """
    folder = tmp_path_factory.mktemp("shelf")
    (folder / "cache").symlink_to(minilm_cache)
    library = Library.open(folder, seeds=FOLDER)
    yield library
    library.close()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library that a test may write to."""
    library = Library.open(tmp_path, seeds=FOLDER, embedder="words")
    yield library
    library.close()


@pytest.fixture
async def bridge(tmp_path: Path) -> AsyncIterator[Bridge]:
    """The practice session in a simulated Live, over the real wire."""
    async with fresh_practice() as opened:
        yield opened


@pytest.fixture
def desk(bridge: Bridge, library: Library, tmp_path: Path) -> Desk:
    """A desk on the practice session, with the default settings."""
    return Desk(bridge, library, Settings(data_dir=tmp_path))
