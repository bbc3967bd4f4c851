"""Speech to test with, by flite and espeak-ng; and a transcriber whose words a test chooses."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from orbit.settings import Settings
from orbit.voice import Alternative, Utterance, Vocabulary
from orbit.voice.sources import read_wav
from orbit.voice.utterance import RATE


def pieces(pcm: bytes, size: int = 3200) -> Iterator[bytes]:
    """Sound as a browser or a microphone hands it in: a tenth of a second each."""
    return (pcm[at : at + size] for at in range(0, len(pcm), size))


def silence(seconds: float) -> bytes:
    return bytes(round(seconds * RATE) * 2)


@cache
def say(text: str, voice: str = "slt") -> bytes:
    """Say it with one of flite's voices, or with espeak-ng's (``espeak``)."""
    program = "espeak-ng" if voice == "espeak" else "flite"
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed, so nobody can speak: apt-get install flite espeak-ng")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        flite = ["flite", "-voice", voice, "-t", text, "-o", str(path)]
        subprocess.run(
            ["espeak-ng", "-w", str(path), text] if voice == "espeak" else flite,
            check=True,
            capture_output=True,
        )
        return read_wav(path)


class Scripted:
    """Hears what the test says was heard, one utterance after the other, and notes what could be said."""

    name = "scripted"

    def __init__(self, *heard: Utterance | str) -> None:
        self.heard: list[Utterance] = [_utterance(each) for each in heard]
        self.vocabularies: list[Vocabulary | None] = []
        self.sounds: list[bytes] = []
        self.followed: list[bytes] = []

    def prepare(self, vocabulary: Vocabulary) -> None:
        self.vocabularies.append(vocabulary)

    def follow(self, pcm: bytes) -> None:
        self.followed.append(pcm)

    def transcribe(self, pcm: bytes, vocabulary: Vocabulary | None = None) -> Utterance:
        self.vocabularies.append(vocabulary)
        self.sounds.append(pcm)
        return self.heard.pop(0)

    def hears(self, heard: Utterance | str) -> None:
        self.heard.append(_utterance(heard))


def _utterance(heard: Utterance | str) -> Utterance:
    return heard if isinstance(heard, Utterance) else Utterance(heard, certainty=0.95, engine="grammar")


def unsure(text: str, *others: str) -> Utterance:
    """An utterance that must not be done."""
    alternatives = tuple(Alternative(each, 0.3) for each in others)
    return Utterance(text, certainty=0.3, rejected=True, alternatives=alternatives)


def texts(heard: Iterable[Utterance]) -> list[str]:
    return [each.text for each in heard]


def open_scripted(settings: Settings) -> Scripted:
    """Be another package's transcriber: it hears ``heard.json``; what begins with ``?`` is not sure."""
    texts = json.loads((settings.data_dir / "heard.json").read_text())
    return Scripted(*(unsure(text[1:]) if text.startswith("?") else text for text in texts))
