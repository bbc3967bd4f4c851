"""The transcriber that needs no network: commands by a grammar, then free speech repaired by its sound.

What the grammar hears surely is taken at once. Otherwise a general recogniser hears it too, and what both
heard is taken. What only that one heard is heard once more by the first, among words that sound much like
its own and what the grammar heard: it is taken where it wins clearly. What neither is sure of comes back
rejected: it is shown and asked.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from daw_bridges.errors import ModelError
from orbit.voice.judgement import BY_BOTH, BY_CHECK, BY_GRAMMAR, BY_SOUND, LIKELY, SURE, Agreement, Likeness
from orbit.voice.moonshine import Moonshine
from orbit.voice.numbers import in_figures
from orbit.voice.pronunciation import Sounds, sounds
from orbit.voice.request_grammar import RequestGrammar, grammar_of
from orbit.voice.sound_match import SoundIndex, nearness, repaired, rival_words, support
from orbit.voice.sphinx import Heard, Sphinx
from orbit.voice.spoken_forms import spoken_words
from orbit.voice.utterance import Alternative, Utterance, seconds_of
from orbit.voice.vocabulary import Vocabulary

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["Offline", "open_transcriber"]

_REPAIRED, _OFFERED, _FAR = 3, 3, 6.0
"""How many repaired texts are looked at, and other texts shown; what no other comes near counts so much."""
_LONG = 3
"""Sounds of a word that is looked for in what the other recogniser heard."""
_FIGURES = re.compile(r"\d+(?:\.\d+)?")
_ASKED = 0.99
_ODD = 8.0
"""What a word costs at most behind another in what may be taken of the general recogniser."""
_CLEAR = 30.0
"""By so much likelier than any other, as a logarithm, it is clear what was said."""
_ENOUGH = 1.5
"""Seconds of an utterance from which it is decoded ahead of its end."""
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

    def __init__(self, *, sure: float = SURE) -> None:
        self._sure = sure
        self._sphinx: Sphinx | None = None
        self._known: Vocabulary | None = None
        self._grammar = RequestGrammar.empty()
        self._indexes: tuple[SoundIndex, ...] = ()
        self._free: Moonshine | None = None
        self.free_speech = True
        """False once it was found that the general recogniser is not installed here."""
        self._one = threading.Lock()

    def prepare(self, vocabulary: Vocabulary) -> None:
        """Load both recognisers and take in what can be said now. Raises UsageError without pocketsphinx."""
        with self._one:
            self._take_in(vocabulary)
            self._moonshine()

    def follow(self, pcm: bytes) -> None:
        """Decode what was said so far, while the rest is said."""
        with self._one:
            if self._sphinx is not None and seconds_of(pcm) >= _ENOUGH:
                self._sphinx.follow(pcm)

    def transcribe(self, pcm: bytes, vocabulary: Vocabulary | None = None) -> Utterance:
        """Make words of an utterance."""
        with self._one:
            began = time.perf_counter()
            self._take_in(vocabulary or self._known or Vocabulary())
            heard = self._heard(pcm) if seconds_of(pcm) >= _SHORTEST else Utterance("", rejected=True)
            return replace(heard, seconds=seconds_of(pcm), took=time.perf_counter() - began)

    def _take_in(self, vocabulary: Vocabulary) -> None:
        if self._sphinx is None:
            self._sphinx = Sphinx.open()
        if vocabulary != self._known:
            self._grammar = grammar_of(vocabulary)
            self._sphinx.learn(self._grammar.automaton)
            names = self._grammar.names
            self._indexes = SoundIndex(names), SoundIndex(self._grammar.words.difference(names))
            self._known = vocabulary

    def _moonshine(self) -> Moonshine | None:
        if self._free is None and self.free_speech:
            try:
                self._free = Moonshine.open()
            except ModelError:
                self.free_speech = False
        return self._free

    def _heard(self, pcm: bytes) -> Utterance:
        assert self._sphinx is not None, "taken in before"
        first, guesses, engine = self._sphinx.hear(pcm), list[Guess](), "grammar"
        if not (first and self._is_sure(first)) and (free := self._moonshine()):
            second, engine = self._freely(spoken_words(free.text(pcm)), first), "free"
            guesses = sorted(second, key=_certainty)
        if first and not guesses:
            guesses = [Guess(self._grammar.written(first.words), BY_GRAMMAR.certainty(first.features))]
        room = len({guess.text for guess in guesses}) <= _OFFERED
        others = (
            [Guess(self._grammar.written(words), 0.0) for words in first.others] if first and room else []
        )
        best, *rest = (*guesses, Guess("", 0.0))
        taken = bool(best.text) and best.certainty >= self._sure
        return Utterance(best.text, best.certainty, _offered([*rest, *others], best.text), not taken, engine)

    def _is_sure(self, first: Heard) -> bool:
        """True where it is taken; what would not be at its best is not compared with others."""
        best = BY_GRAMMAR.certainty(first.at_best)
        return best >= self._sure and BY_GRAMMAR.certainty(first.features) >= self._sure

    def _freely(self, words: Sequence[str], first: Heard | None) -> list[Guess]:
        """Give what both recognisers make of it; ``words`` are those of the general one."""
        found = repaired(words, self._grammar, *self._indexes)
        checked = self._checked(found[0].words, first) if found else None
        guesses = list[Guess]()
        heard = _sounds(first.words) if first else ()
        for at, each in enumerate(found[:_REPAIRED]):
            said = _sounds(each.words)
            next_best = found[at + 1].cost - each.cost if at + 1 < len(found) else _FAR
            likeness = Likeness(
                each.cost / len(each.words),
                each.edits / max(len(said), 1),
                min(next_best, _FAR),
                nearness(said, heard),
            )
            # What only the general recogniser heard is asked, however likely: it hears “knock” as “now”.
            certainty = min(BY_SOUND.certainty(likeness), self._sure * _ASKED)
            usual = self._grammar.oddest(each.words) <= _ODD
            if usual and checked is not None and checked.words == each.words:
                clear = min(checked.features.margin, _CLEAR)
                by_check = BY_CHECK.certainty(checked.features._replace(margin=clear), [likeness.cost])
                certainty = max(certainty, by_check)
            guesses.append(Guess(self._grammar.written(each.words), certainty))
        if first and words:
            won = checked is not None and checked.words == first.words
            guesses.append(self._beside(first, words, guesses, won=won))
        return guesses

    def _checked(self, words: Sequence[str], first: Heard | None) -> Heard | None:
        """Hear which it was: these words, others that sound much like them, or what the grammar heard."""
        assert self._sphinx is not None, "taken in before"
        assert self._known is not None, "taken in before"
        known = self._grammar.words.union(self._grammar.names)
        if self._known.answers_only:  # consent is taken of the grammar alone
            return None
        if not known.issuperset(words) or self._grammar.oddest(words) > _ODD:
            return None
        rivals = (first.words, *first.others) if first else ()
        return self._sphinx.check(*rival_words(words, self._grammar, self._indexes, rivals))

    def _beside(self, heard: Heard, words: Sequence[str], mended: Sequence[Guess], *, won: bool) -> Guess:
        """Give what the grammar heard, beside what the general recogniser did."""
        text = self._grammar.written(heard.words)
        other = 0.0
        if mended and not self._same_content(text, mended[0].text, in_figures(" ".join(words))):
            other = mended[0].certainty
        agreement = Agreement(
            nearness(_sounds(words), _sounds(heard.words)),
            _least(heard.words, _sounds(words)),
            _least(words, _sounds(heard.words)),
            other,
            any(text == each.text for each in mended),
            won,
        )
        # What nobody is asked about even at its best is not compared with others.
        likely = BY_BOTH.certainty(heard.at_best, agreement) >= LIKELY
        features = heard.features if likely else heard.at_best._replace(margin=0.0)
        return Guess(text, BY_BOTH.certainty(features, agreement))

    def _same_content(self, text: str, other: str, literal: str) -> bool:
        """True where another text has the same names, and it or what it was made of the same figures."""
        one, two = ({name for name in self._grammar.names.values() if name in each} for each in (text, other))
        figures = [set(_FIGURES.findall(each)) for each in (text, other, literal)]
        return one == two and figures[0] in figures[1:]


def _certainty(guess: Guess) -> float:
    return -guess.certainty


def _least(words: Iterable[str], others: Sounds) -> float:
    """Give how alike the word is that is least like some other sounds; short words are left out."""
    long = [found for word in words if len(found := sounds(word)) >= _LONG]
    return min((support(each, others) for each in long), default=0.0)


def _sounds(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sound for word in words for sound in sounds(word))


def _offered(guesses: Sequence[Guess], taken: str) -> tuple[Alternative, ...]:
    """Give other texts that are worth showing, each once."""
    texts = {guess.text: guess.certainty for guess in reversed(guesses) if guess.text and guess.text != taken}
    ranked = sorted(texts.items(), key=lambda each: -each[1])
    return tuple(Alternative(text, certainty) for text, certainty in ranked[:_OFFERED])
