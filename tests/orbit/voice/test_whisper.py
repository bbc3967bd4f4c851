"""Whisper where its extra or its model is missing, and where a model is found."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from daw_bridges.errors import ModelError, UsageError
from orbit.settings import Settings
from orbit.voice import open_transcriber
from orbit.voice.transcribers import known_transcribers
from orbit.voice.whisper import Whisper, download, model_folder


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data")


def model(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "model.bin").write_bytes(b"")
    return folder


def test_both_transcribers_are_installed() -> None:
    assert {"offline", "whisper"} <= {*known_transcribers()}


def test_an_unknown_transcriber_says_which_there_are(settings: Settings) -> None:
    with pytest.raises(UsageError, match="offline"):
        open_transcriber(settings, "psychic")


@pytest.mark.skipif(find_spec("faster_whisper") is not None, reason="the extra is installed")
def test_a_missing_extra_says_how_to_get_it(settings: Settings) -> None:
    with pytest.raises(ModelError, match=r"pip install 'orbit-daw\[whisper\]'"):
        open_transcriber(settings, "whisper")
    with pytest.raises(ModelError, match=r"pip install"):
        download(settings, "small.en")
    assert not (settings.data_dir / "voice").exists(), "nothing half-made is left"


def test_a_missing_model_says_how_to_get_one(settings: Settings) -> None:
    with pytest.raises(ModelError, match=r"orbit voice download small\.en"):
        model_folder(settings)


def test_a_name_that_is_no_model_is_refused(settings: Settings) -> None:
    with pytest.raises(UsageError, match=r"small\.en"):
        download(settings, "enormous")


def test_a_folder_with_a_model_is_taken_as_it_is(settings: Settings, tmp_path: Path) -> None:
    folder = model(tmp_path / "mine")
    assert download(settings, str(folder)) == folder
    assert model_folder(settings, str(folder)) == folder


def test_the_last_model_that_was_downloaded_is_used(settings: Settings) -> None:
    first, second = (model(settings.data_dir / "voice" / name) for name in ("tiny.en", "small.en"))
    os.utime(second, (1, 1))
    assert model_folder(settings) == first
    assert download(settings, "small.en") == second, "it is there: nothing is fetched"


@pytest.mark.skipif(find_spec("faster_whisper") is not None, reason="the extra is installed")
def test_a_model_without_the_extra_says_how_to_get_it(tmp_path: Path) -> None:
    from orbit.voice import Vocabulary

    with pytest.raises(ModelError, match="extra"):
        Whisper(model(tmp_path / "model")).prepare(Vocabulary())
