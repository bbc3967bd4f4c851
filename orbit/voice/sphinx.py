"""Speech against an automaton by pocketsphinx, with the sounds alone decoded beside it.

An automaton always hears one of its sentences. Where words were forced onto other sounds its path fits much
worse than that of the sounds of English alone, above all in its worst word: ``Features`` says by how much.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import accumulate, islice
from math import inf, log
from typing import Any, NamedTuple, Self, cast

import numpy as np
from numpy.typing import NDArray

from daw_bridges.errors import UsageError
from orbit.voice.grammar import Arc, Automaton
from orbit.voice.pronunciation import model_file, sounds
from orbit.voice.utterance import RATE, samples_of

__all__ = ["Features", "Heard", "Sphinx"]

_SENTENCES, _PHONES, _WORDS, _ONE_WORD = "sentences", "phones", "words", "one word"
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


@dataclass(frozen=True)
class Heard:
    """The best sentence of an automaton for a sound.

    The next best may take half a second to find: they are looked for at the first question about them, which
    is to come before the decoder hears anything else.
    """

    words: tuple[str, ...]
    at_best: Features
    """As if no other sentence came near."""
    _decoder: Any = field(repr=False, compare=False)

    @cached_property
    def features(self) -> Features:
        """With what the next best says against it."""
        return self.at_best._replace(margin=_margin(self.words, self._near))

    @cached_property
    def others(self) -> tuple[tuple[str, ...], ...]:
        """The next best, better first."""
        return tuple(each.words for each in self._near if each.words != self.words)

    @cached_property
    def _near(self) -> list[_Scored]:
        best = islice(self._decoder.nbest(), _NEAR)  # it gives None for a way without words
        return [_Scored(each.hypstr or "", each.score) for each in best if each is not None]


@dataclass(frozen=True)
class _Path:
    segments: tuple[tuple[str, int, int, float], ...]
    """Each with its first and last frame and its acoustic score, as a logarithm."""

    @property
    def spoken(self) -> list[tuple[str, int, int, float]]:
        return [each for each in self.segments if not each[0].startswith(_FILLERS)]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word.partition("(")[0] for word, *_ in self.spoken)

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


class _Stream:
    """What a decoder makes of one utterance, while it comes in."""

    def __init__(self, decoder: Any, search: str, head: bytes) -> None:
        self._decoder = decoder
        # The noise that it takes away and the mean that it goes by are learned from what it hears: it forgets
        # what it heard before, and hears the beginning twice: first for one word, which is soon done.
        decoder.reinit_feat()
        decoder.activate_search(_ONE_WORD)
        decoder.start_utt()
        decoder.process_raw(head, full_utt=True)
        decoder.end_utt()
        mean = decoder.get_cmn(False)
        decoder.activate_search(search)
        decoder.set_cmn(mean)
        decoder.start_utt()

    def feed(self, pcm: bytes) -> None:
        self._decoder.process_raw(pcm)

    def end(self) -> _Path:
        self._decoder.end_utt()
        return _Path(tuple(_segments(self._decoder.seg() or ())))


class Sphinx:
    """Two decoders: for the automaton of what can be said, and for the sounds alone."""

    def __init__(self, decoder: Any, alone: Any) -> None:
        self._decoder, self._alone = decoder, alone
        self._automaton = Automaton((), {})
        self._streams: tuple[_Stream, _Stream] | None = None
        self._fed, self._level = b"", 0.0
        """What came so far of the utterance that is coming in, and how loud its floor is."""
        self._sounds = _Path(())
        """The sounds alone of the utterance that came last."""

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
        made = [
            cast("Any", pocketsphinx).Decoder(lm=None, loglevel="FATAL", bestpath=False) for _ in range(2)
        ]
        for decoder in made:
            decoder.add_allphone_file(_PHONES, model_file("en-us-phone.lm.bin"))
            decoder.add_fsg(_ONE_WORD, decoder.create_fsg(_ONE_WORD, 0, 1, [(0, 1, 1.0, "a")]))
        return cls(*made)

    def learn(self, automaton: Automaton) -> None:
        """Take in an automaton, in the place of the last; words that no dictionary has are taught."""
        self._leave()
        decoder = self._decoder
        self._teach(automaton.words)
        last = 1 + max(max((arc.end for arc in automaton.arcs), default=0), *automaton.ends, 0)
        spoken = [(arc.start, arc.end, arc.share**_WEIGHT, arc.word) for arc in automaton.arcs]
        silent = [(state, last, share**_WEIGHT) for state, share in automaton.ends.items()]
        decoder.add_fsg(_SENTENCES, decoder.create_fsg(_SENTENCES, 0, last, [*spoken, *silent]))
        self._automaton = automaton

    def _teach(self, words: Iterable[str]) -> None:
        decoder = self._decoder
        new = [word for word in sorted(words) if decoder.lookup_word(word) is None]
        for word in new:
            # The decoder works out its words anew only once, with the last of them.
            decoder.add_word(word, " ".join(sounds(word)) or "AH", word == new[-1])

    def follow(self, pcm: bytes) -> None:
        """Decode the beginning of an utterance, ahead of its end: ``hear`` goes on from there."""
        pcm = pcm[: len(pcm) - len(pcm) % 2]
        if self._streams is None or not pcm.startswith(self._fed):
            self._leave()
            head = pcm[:_HEAD]
            self._level = _floor_level(head)
            floored = _with_floor(head, self._level)
            self._streams = (
                _Stream(self._decoder, _SENTENCES, floored),
                _Stream(self._alone, _PHONES, floored),
            )
            self._fed = b""
        came = _with_floor(pcm[len(self._fed) :], self._level, len(self._fed) // 2)
        self._fed = pcm
        if came:
            for stream in self._streams:
                stream.feed(came)

    def hear(self, pcm: bytes) -> Heard | None:
        """Give the sentence of the automaton that fits best; None where the sound ended before any did."""
        self.follow(pcm)
        path, self._sounds = self._leave()
        words = path.words
        likelihood = self._automaton.likelihood(words)
        return self._judged(path, likelihood) if words and likelihood > -inf else None

    def check(self, arcs: Sequence[Arc], last: int) -> Heard | None:
        """Give the words from state 0 to the last that fit best the sound which was heard last."""
        self._teach({arc.word for arc in arcs})
        decoder = self._decoder
        said = [(arc.start, arc.end, arc.share, arc.word) for arc in arcs]
        decoder.add_fsg(_WORDS, decoder.create_fsg(_WORDS, 0, last, said))
        stream = _Stream(decoder, _WORDS, _with_floor(self._fed[:_HEAD], self._level))
        stream.feed(_with_floor(self._fed, self._level))
        path = stream.end()
        return self._judged(path, 0.0) if path.words else None

    def _judged(self, path: _Path, likelihood: float) -> Heard:
        return Heard(path.words, Features(*_fit(path, self._sounds, likelihood), _FAR), self._decoder)

    def _leave(self) -> tuple[_Path, _Path]:
        """End the utterance that is coming in, if one is."""
        streams, self._streams = self._streams, None
        return (streams[0].end(), streams[1].end()) if streams is not None else (_Path(()), _Path(()))


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
_HEAD = round(1.5 * RATE) * 2
"""Bytes of the beginning, by which the level is judged."""


def _floor_level(head: bytes) -> float:
    samples = samples_of(head)
    frames = samples[: len(samples) - len(samples) % _FRAME].reshape(-1, _FRAME)
    if not len(frames):
        return 0.0
    return float(np.percentile(np.sqrt(np.mean(np.square(frames), axis=1)), 90)) * 10 ** (-_FLOOR_DB / 20)


@cache
def _pink() -> NDArray[np.float64]:
    """Eight seconds of pink noise at level 1, always the same."""
    count = 8 * RATE
    spectrum = np.fft.rfft(np.random.default_rng(0).standard_normal(count))
    noise = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.fft.rfftfreq(count, 1 / RATE), 20.0)), count)
    return noise / np.sqrt(np.mean(np.square(noise)))


def _with_floor(pcm: bytes, level: float, at: int = 0) -> bytes:
    """Put pink noise under a piece of sound that begins at a sample.

    The acoustic model learned in rooms, where it is never silent: what noise suppression, a gate or a
    synthetic voice leaves between the words leads it astray.
    """
    samples = samples_of(pcm)
    noise = np.take(_pink(), np.arange(at, at + len(samples)), mode="wrap")
    return np.clip((samples + noise * level) * 32_768, -32_768, 32_767).astype("<i2").tobytes()
