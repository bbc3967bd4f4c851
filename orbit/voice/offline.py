"""The transcriber that needs no network: commands by a grammar, then free speech repaired by its sound.

What the grammar hears surely is taken at once. Otherwise a general recogniser hears it too: where both heard
the same, or what it heard is a request in the session's words and sounds like it, that is taken. What neither
is sure of comes back rejected, with what it may have been.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from daw_bridges.errors import ModelError
from orbit.voice.judgement import BY_GRAMMAR, BY_SOUND
from orbit.voice.moonshine import Moonshine
from orbit.voice.pronunciation import sounds
from orbit.voice.request_grammar import RequestGrammar, grammar_of
from orbit.voice.sound_match import SoundIndex, lattice, nearness
from orbit.voice.sphinx import Heard, Sphinx, with_floor
from orbit.voice.spoken_forms import spoken_words
from orbit.voice.utterance import Alternative, Utterance, seconds_of
from orbit.voice.vocabulary import Vocabulary

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["Offline", "open_transcriber"]

_REQUEST, _REPAIRED = "request", "repaired"
_SURE = 0.8
"""The certainty from which what the grammar heard is taken without a second hearing …"""
_ENOUGH = 0.8
"""… and that from which what both heard is taken."""
_WORTH_ASKING = 0.2
_SHORTEST = 0.05
"""Seconds below which there is nothing to be heard."""


def open_transcriber(settings: Settings) -> Offline:  # noqa: ARG001 - the entry point's form
    """Be the entry point; nothing is loaded before it is prepared or first used."""
    return Offline()


class Guess(NamedTuple):
    """A text, and how sure it is."""

    text: str
    certainty: float


class Offline:
    """Both passes; everything is loaded when it is first needed, by whichever thread needs it."""

    name = "offline"

    def __init__(self, *, sure: float = _SURE, enough: float = _ENOUGH) -> None:
        self._sure, self._enough = sure, enough
        self._sphinx: Sphinx | None = None
        self._known: Vocabulary | None = None
        self._grammar = RequestGrammar.empty()
        self._index = SoundIndex(())
        self._free: Moonshine | None = None
        self.free_speech = True
        """False once it was found that the general recogniser is not installed here."""
        self._one = threading.Lock()

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Load both recognisers and take in what can be said now. Raises UsageError without pocketsphinx."""
        with self._one:
            self._take_in(vocabulary)
            self._moonshine()

    def transcribe(self, pcm: bytes, vocabulary: Vocabulary | None = None) -> Utterance:
        """Make words of an utterance."""
        with self._one:
            began = time.perf_counter()
            self._take_in(vocabulary or self._known or Vocabulary())
            heard = self._transcribed(pcm) if seconds_of(pcm) >= _SHORTEST else Utterance("", rejected=True)
            return Utterance(
                heard.text,
                heard.certainty,
                heard.alternatives,
                heard.rejected,
                heard.engine,
                seconds=seconds_of(pcm),
                took=time.perf_counter() - began,
            )

    def _take_in(self, vocabulary: Vocabulary) -> None:
        if self._sphinx is None:
            self._sphinx = Sphinx.open()
        if vocabulary != self._known:
            self._grammar = grammar_of(vocabulary)
            self._sphinx.learn(_REQUEST, self._grammar.automaton, self._grammar.words)
            self._index = SoundIndex(self._grammar.words)
            self._known = vocabulary

    def _moonshine(self) -> Moonshine | None:
        if self._free is None and self.free_speech:
            try:
                self._free = Moonshine.open()
            except ModelError:
                self.free_speech = False
        return self._free

    def _transcribed(self, pcm: bytes) -> Utterance:
        assert self._sphinx is not None, "taken in before"
        floored = with_floor(pcm)
        first = self._sphinx.hear(_REQUEST, floored)
        certainty = BY_GRAMMAR.certainty(first.features) if first else 0.0
        text = self._grammar.written(first.words) if first else ""
        others = [self._grammar.written(words) for words in first.others] if first else []
        if certainty >= self._sure:
            return Utterance(
                text, certainty, _offered([Guess(each, 0.0) for each in others], text), engine="grammar"
            )
        guesses = [Guess(text, certainty)] if text else []
        if (free := self._moonshine()) is not None:
            guesses += self._freely(floored, free.text(pcm), first)
        guesses.sort(key=lambda guess: -guess.certainty)
        best = guesses[0] if guesses else Guess("", 0.0)
        rest = [*guesses[1:], *(Guess(each, 0.0) for each in others)]
        sure = bool(best.text) and len(guesses) > 1 and best.certainty >= self._enough
        return Utterance(
            best.text,
            best.certainty,
            _offered(rest, best.text),
            not sure,
            engine="free" if len(guesses) > 1 else "grammar",
        )

    def _freely(self, pcm: bytes, text: str, first: Heard | None) -> list[Guess]:
        """Give what both recognisers make of it together."""
        assert self._sphinx is not None, "taken in before"
        words = spoken_words(text)
        if not words:
            return []
        said = _sounds(words)
        guesses: list[Guess] = []
        if first is not None:
            agreement = nearness(said, _sounds(first.words))
            guesses.append(
                Guess(self._grammar.written(first.words), BY_SOUND.certainty(first.features, agreement))
            )
        self._sphinx.learn(_REPAIRED, lattice(text, self._index, self._grammar.words, self._grammar.follows))
        repaired = self._sphinx.hear(_REPAIRED, pcm)
        if repaired is not None and self._grammar.likely(repaired.words):
            agreement = nearness(said, _sounds(repaired.words))
            certainty = BY_SOUND.certainty(repaired.features, agreement)
            guesses.append(Guess(self._grammar.written(repaired.words), certainty))
        return guesses


def _sounds(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sound for word in words for sound in sounds(word))


def _offered(guesses: Sequence[Guess], taken: str) -> tuple[Alternative, ...]:
    """Give other texts that are worth showing, each once."""
    texts = {guess.text: guess.certainty for guess in reversed(guesses) if guess.text and guess.text != taken}
    ranked = sorted(texts.items(), key=lambda each: -each[1])
    return tuple(Alternative(text, certainty) for text, certainty in ranked[:3])
