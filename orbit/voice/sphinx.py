"""Speech against an automaton by pocketsphinx, with the sounds alone decoded beside it.

An automaton always hears one of its sentences. Where words were forced onto other sounds its path fits much
worse than that of the sounds of English alone, above all in its worst word: ``Features`` says by how much.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from math import inf, log
from time import perf_counter
from typing import Any, NamedTuple, Self, cast

import numpy as np

from daw_bridges.errors import UsageError
from orbit.voice.grammar import Automaton
from orbit.voice.pronunciation import model_file, sounds
from orbit.voice.utterance import RATE, samples_of

__all__ = ["Features", "Heard", "Sphinx"]

_PHONES = "phones"
_WEIGHT = 4.0
"""How much likelier a wording counts against how it sounds: shares are raised to this power."""
_SCALE = 1024.0
"""The decoder gives its scores in steps of so many."""
_LEAST = 1e-300
_NEAR = 6
"""Entries of the list of next best that are looked at."""
_FAR = 60.0
_FILLERS = ("<", "[", "SIL", "+", "(")
_FRAMES_A_SECOND = 100
_BEGUN = 0.3
"""Seconds that a sentence is given beside its own: what it is about costs a short one as much to choose."""


class Features(NamedTuple):
    """What speaks for the words that were heard, and against them."""

    mean: float
    """How much worse they fit than the sounds alone: the logarithm of the likelihood a frame, on average …"""
    worst: float
    """… and in the worst word."""
    unsaid: float
    """The share of the speech that was taken for noise or silence."""
    usual: float
    """How likely the automaton holds the words: the logarithm of the likelihood a second."""
    margin: float
    """How much better the whole is than the best sentence of other words, as a logarithm; at most 60."""


class Heard(NamedTuple):
    """The best sentence of an automaton for a sound."""

    words: tuple[str, ...]
    features: Features
    others: tuple[tuple[str, ...], ...] = ()
    """The next best, better first."""


@dataclass(frozen=True)
class _Path:
    segments: tuple[tuple[str, int, int, float], ...]
    """Each with its first and last frame and its acoustic score, as a logarithm."""

    @property
    def spoken(self) -> list[tuple[str, int, int, float]]:
        return [each for each in self.segments if not each[0].startswith(_FILLERS)]

    @property
    def frames(self) -> int:
        return sum(end - first + 1 for _, first, end, _ in self.spoken)

    def by_frame(self) -> list[float]:
        """Give the score up to each frame, where each frame of a segment has its share."""
        last = max((end for _, _, end, _ in self.segments), default=-1)
        scores = [0.0] * (last + 1)
        for _, first, end, score in self.segments:
            for frame in range(first, end + 1):
                scores[frame] = score / (end - first + 1)
        return [0.0, *accumulate(scores)]


class _Scored(NamedTuple):
    said: str
    likelihood: float

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.said.split())


def _margin(words: tuple[str, ...], near: Sequence[_Scored]) -> float:
    scores = [(each.words == words, _SCALE * log(max(each.likelihood, _LEAST))) for each in near]
    mine, other = (
        max((score for same, score in scores if same is which), default=None) for which in (True, False)
    )
    if other is None:
        return _FAR
    return 0.0 if mine is None else max(min(mine - other, _FAR), 0.0)


class Sphinx:
    """One decoder with its searches; automata are added to it by name."""

    def __init__(self, decoder: Any) -> None:
        self._decoder = decoder
        self._automata: dict[str, Automaton] = {}
        self._alone: tuple[bytes, _Path] = (b"", _Path(()))

    @classmethod
    def open(cls) -> Self:
        """Load the model of the wheel. Raises UsageError where pocketsphinx cannot be loaded."""
        try:
            import pocketsphinx
        except ImportError as error:
            raise UsageError(
                f"Speech cannot be recognised here: pocketsphinx cannot be loaded ({error}). Install it: "
                "pip install 'orbit-daw[voice]'"
            ) from None
        # No second pass over the lattice: it may end where no sentence of the grammar does.
        decoder = cast("Any", pocketsphinx).Decoder(lm=None, loglevel="FATAL", bestpath=False)
        decoder.add_allphone_file(_PHONES, model_file("en-us-phone.lm.bin"))
        return cls(decoder)

    def learn(self, name: str, automaton: Automaton, words: Iterable[str] = ()) -> None:
        """Take in an automaton under a name, in the place of the last; unknown words (or more) are taught."""
        decoder = self._decoder
        new = [word for word in sorted({*automaton.words, *words}) if decoder.lookup_word(word) is None]
        for word in new:
            # The decoder works out its words anew only once, with the last of them.
            decoder.add_word(word, " ".join(sounds(word)) or "AH", word == new[-1])
        last = 1 + max(max((arc.end for arc in automaton.arcs), default=0), *automaton.ends, 0)
        spoken = [(arc.start, arc.end, arc.share**_WEIGHT, arc.word) for arc in automaton.arcs]
        silent = [(state, last, share**_WEIGHT) for state, share in automaton.ends.items()]
        decoder.add_fsg(name, decoder.create_fsg(name, 0, last, [*spoken, *silent]))
        self._automata[name] = automaton

    def hear(self, name: str, pcm: bytes) -> Heard | None:
        """Give the sentence of an automaton that fits best; None where the sound ended before any did."""
        path = self._decoded(name, pcm)
        words = tuple(word.partition("(")[0] for word, *_ in path.spoken)
        likelihood = self._automata[name].likelihood(words)
        if not words or likelihood == -inf:
            return None
        best = islice(self._decoder.nbest(), _NEAR)  # it gives None for a way without words
        near = [_Scored(each.hypstr or "", each.score) for each in best if each is not None]
        if self._alone[0] != pcm:
            self._alone = pcm, self._decoded(_PHONES, pcm)
        fit = _fit(path, self._alone[1], likelihood)
        return Heard(
            words,
            Features(*fit, _margin(words, near)),
            tuple(each.words for each in near if each.words != words),
        )

    def time_alone(self, pcm: bytes) -> float:
        """Give how many seconds the sounds alone take: what other times are compared with."""
        began = perf_counter()
        self._decoded(_PHONES, pcm)
        return perf_counter() - began

    def _decoded(self, search: str, pcm: bytes) -> _Path:
        decoder = self._decoder
        decoder.activate_search(search)
        decoder.start_utt()
        decoder.process_raw(pcm, full_utt=True)
        decoder.end_utt()
        return _Path(tuple(_segments(decoder.seg() or ())))


def _segments(found: Iterable[Any]) -> Iterable[tuple[str, int, int, float]]:
    for each in found:
        yield each.word, each.start_frame, each.end_frame, _SCALE * log(max(each.ascore, _LEAST))


def _fit(said: _Path, alone: _Path, likelihood: float) -> tuple[float, float, float, float]:
    upto = alone.by_frame()
    spans = [(first, end + 1, score) for _, first, end, score in said.spoken if first <= end < len(upto) - 1]
    if not spans:
        return -100.0, -100.0, 1.0, -100.0
    worse = [(score - (upto[end] - upto[first])) / (end - first) for first, end, score in spans]
    frames = sum(end - first for first, end, _ in spans)
    mean = sum(each * (end - first) for each, (first, end, _) in zip(worse, spans, strict=True)) / frames
    unsaid = max(1.0 - frames / max(alone.frames, 1), 0.0)
    return mean, min(worse), unsaid, likelihood / (frames / _FRAMES_A_SECOND + _BEGUN)


_FLOOR_DB = 36.0
"""How far the floor lies below the loudest tenth of the speech; about 32 dB below its mean."""
_FRAME = RATE // 40


def with_floor(pcm: bytes, seed: int = 0) -> bytes:
    """Put pink noise under a sound, where there is less than that; for a seed always the same.

    The acoustic model learned in rooms, where it is never silent: what noise suppression, a gate or a
    synthetic voice leaves between the words leads it astray.
    """
    samples = samples_of(pcm)
    whole = len(samples) - len(samples) % _FRAME
    if not whole:
        return pcm
    levels = np.sqrt(np.mean(np.square(samples[:whole].reshape(-1, _FRAME)), axis=1))
    wanted = float(np.percentile(levels, 90)) * 10 ** (-_FLOOR_DB / 20)
    there = float(np.percentile(levels, 10))
    if wanted <= there:
        return pcm
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(len(samples)))
    hertz = np.fft.rfftfreq(len(samples), 1 / RATE)
    noise = np.fft.irfft(spectrum / np.sqrt(np.maximum(hertz, 20.0)), len(samples))
    noise *= np.sqrt((wanted**2 - there**2) / np.mean(np.square(noise)))
    return np.clip((samples + noise) * 32_768, -32_768, 32_767).astype("<i2").tobytes()
