"""Print how well commands are heard by voice and by pass, and that other talk is not taken for one.

``python -m benchmarks.voice [--all] [--misses]``: sixty commands that nothing was tuned on, by six synthetic
voices (espeak-ng and flite), quiet, with pink noise 20 dB and with music 15 dB below; each in one of the
three conditions in turn, or with ``--all`` in all of them. Sixty other sentences likewise, and ten minutes of
them on end. Without the synthesisers it says so and measures nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray

from benchmarks import SMOKE, sized
from orbit.engine.local import Engine
from orbit.settings import Settings
from orbit.voice.offline import Offline
from orbit.voice.sources import read_wav
from orbit.voice.spoken_forms import spoken_forms
from orbit.voice.utterance import RATE, Utterance, samples_of, seconds_of
from orbit.voice.vocabulary import Vocabulary

Samples = NDArray[np.float64]

VOICES = ("espeak:en-us", "espeak:en-us+f3", "espeak:en-gb", "flite:slt", "flite:rms", "flite:kal16")
"""Those that the thresholds were fitted on are others: flite awb, espeak-ng en-gb-x-rp+f2 and en-us+m5."""
_LEVEL = 0.1
"""The speech's level, −20 dB."""
_SPELT = {"db": "d b", "eq": "e q", "bpm": "b p m", "midi": "middy", "fx": "f x"}
"""What the synthesisers would not say as people do."""


class Case(NamedTuple):
    """A sentence in one voice and one condition, and what was heard of it."""

    text: str
    kind: str
    voice: str
    condition: str
    heard: Utterance

    @property
    def taken(self) -> bool:
        return self.heard.accepted


def say(text: str, voice: str) -> Samples:
    """Say something, with a short pause before and behind."""
    text = re.sub(r"[a-z]+", lambda word: _SPELT.get(word[0], word[0]), text.casefold())
    program, _, name = voice.partition(":")
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "said.wav")
        espeak = ["espeak-ng", "-v", name, "-s", "150", "-w", path, text]
        command = espeak if program == "espeak" else ["flite", "-voice", name, "-t", text, "-o", path]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        samples = samples_of(read_wav(Path(path))).astype(np.float64)
    pause = np.zeros(round(0.3 * RATE))
    return np.concatenate([pause, samples * (_LEVEL / _level(samples)), pause])


def _level(samples: Samples) -> float:
    return float(np.sqrt(np.mean(np.square(samples)))) or 1.0


def _pink(count: int, seed: int) -> Samples:
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    return np.fft.irfft(spectrum / np.sqrt(np.maximum(np.fft.rfftfreq(count, 1 / RATE), 20.0)), count)


def _music(count: int, seed: int) -> Samples:
    """Four chords of plucked strings over a kick and hats, at 120 bpm."""
    random = np.random.default_rng(seed)
    times = np.arange(count) / RATE
    beat = times % 0.5
    kick = np.sin(2 * np.pi * (50 * beat + 8 * (1 - np.exp(-30 * beat)))) * np.exp(-12 * beat)
    hats = random.standard_normal(count) * np.exp(-60 * ((times + 0.25) % 0.5))
    roots = np.array([220.0, 174.61, 130.81, 196.0])[(times // 2).astype(int) % 4]
    chord = sum(np.sin(2 * np.pi * roots * step * times * n) / n for step in (1, 1.26, 1.5) for n in (1, 2, 3, 4))
    return kick + 0.2 * hats + 0.4 * chord * np.exp(-3 * beat)


_CONDITIONS = {"quiet": (None, 0.0), "noise 20 dB": (_pink, 20.0), "music 15 dB": (_music, 15.0)}


def in_condition(samples: Samples, condition: str, seed: int) -> bytes:
    """Put a condition's noise under a sound."""
    make, below = _CONDITIONS[condition]
    if make is not None:
        noise = make(len(samples), seed)
        samples = samples + noise * (_LEVEL / _level(noise)) * 10 ** (-below / 20)
    return np.clip(samples * 32_768, -32_768, 32_767).astype("<i2").tobytes()


def practice_vocabulary() -> Vocabulary:
    """Give what can be said to the practice session."""

    async def read() -> Vocabulary:
        with TemporaryDirectory() as folder:
            async with Engine(Settings(data_dir=Path(folder), embedder="words")) as engine:
                return Vocabulary.of(await engine.session(), await engine.workflows())

    return asyncio.run(read())


def plain(text: str, vocabulary: Vocabulary) -> str:
    """Give a command word by word for comparing: without articles, each name as it is usually said."""
    said = f" {text.casefold()} "
    for name in sorted(vocabulary.names, key=len, reverse=True):
        for form in (name.casefold(), *spoken_forms(name)):
            said = said.replace(f" {form} ", f" {spoken_forms(name)[-1]} ")
    return " ".join(word for word in said.split() if word not in ("the", "a", "an"))
