"""Words that sound like others: what a general recogniser hears, in the words of the session and the trade.

>>> nearness(sounds("vest"), sounds("bass")) > nearness(sounds("fridge"), sounds("bass"))
True
>>> SoundIndex(["bass", "kick", "lead_vox"]).nearest(sounds("led_box"))[0][0]
'lead_vox'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from orbit.voice.grammar import Arc, Automaton
from orbit.voice.pronunciation import Sounds, sound_classes, sounds
from orbit.voice.request_grammar import RequestGrammar
from orbit.voice.vocabulary import spoken_data

__all__ = ["SoundIndex", "lattice", "nearness", "support"]

_NEAR, _VOWEL, _SLIGHT, _ALL = 0.35, 0.4, 0.5, 1.0
"""Costs of an edit: between sounds that are alike, between vowels, of a slight sound, of any other."""
_LOOKED_AT = 12
_MOST_WORDS = 3
"""Words of what was heard that one word of ours may have become."""


@lru_cache(maxsize=4096)
def _cost(one: str, other: str) -> float:
    if one == other:
        return 0.0
    classes = sound_classes()
    if any(one in row and other in row for row in classes["alike"]):
        return _NEAR
    return _VOWEL if one in classes["vowels"] and other in classes["vowels"] else _ALL


@lru_cache(maxsize=256)
def _gap(sound: str) -> float:
    return _SLIGHT if sound in sound_classes()["slight"] else _ALL


def nearness(one: Sounds, other: Sounds) -> float:
    """Give how alike two runs of sounds are, from 0 to 1, by what it costs to make one of the other."""
    if not one or not other:
        return 0.0
    before = [0.0, *accumulate(_gap(sound) for sound in other)]
    return max(1.0 - _edited(one, other, before)[-1] / max(len(one), len(other)), 0.0)


def support(part: Sounds, whole: Sounds) -> float:
    """Give how alike a part is, from 0 to 1, to the stretch of the whole that it is most like."""
    if not part or not whole:
        return 0.0
    return max(1.0 - min(_edited(part, whole, [0.0] * (len(whole) + 1))) / len(part), 0.0)


def _edited(one: Sounds, other: Sounds, row: list[float]) -> list[float]:
    """Give what it costs to make of one each beginning of the other; ``row``: of none of it."""
    for mine in one:
        last, row = row, [row[0] + _gap(mine)]
        for at, sound in enumerate(other):
            row.append(min(last[at] + _cost(mine, sound), last[at + 1] + _gap(mine), row[at] + _gap(sound)))
    return row


@cache
def _letter(sound: str) -> str:
    """Give one letter for all sounds that are alike, for a first look."""
    classes = sound_classes()
    if sound in classes["vowels"]:
        return "A"
    return next((chr(ord("a") + at) for at, row in enumerate(classes["alike"]) if sound in row), sound[0])


def _letters(said: Sounds) -> str:
    return "".join(map(_letter, said))


class SoundIndex:
    """Words by their sounds."""

    def __init__(self, words: Iterable[str]) -> None:
        self._sounds = {word: sounds(word) for word in sorted(words)}
        self._letters = {word: _letters(said) for word, said in self._sounds.items() if said}

    def nearest(self, said: Sounds, least: float = 0.0, most: int = 4) -> list[tuple[str, float]]:
        """Give the words that sound most alike, with how much, nearer first."""
        scorer = Levenshtein.normalized_similarity
        first = process.extract(_letters(said), self._letters, scorer=scorer, limit=_LOOKED_AT)
        near = [(word, nearness(said, self._sounds[word])) for _, _, word in first]
        return sorted((each for each in near if each[1] >= least), key=lambda each: -each[1])[:most]


_LEAST_KNOWN, _LEAST_UNKNOWN = 0.62, 0.5
"""How alike a word has to be to stand beside one that is known, and in the place of one that is not."""
_UNUSUAL, _INSTEAD = 0.02, 0.02
"""What a word counts less that follows the one before it in no way of asking; that stands for a known one.

A name may: it is what a general recogniser knows least."""


def lattice(words: Sequence[str], grammar: RequestGrammar, *indexes: SoundIndex) -> Automaton:
    """Make an automaton of what a general recogniser heard and of what of ours sounds like it.

    A known word stays possible, and words that follow one another in some way of asking are likelier. Every
    way through it is as long as the text, so that nothing is added that was not heard.
    """
    spans = _Spans(words, grammar, indexes)
    number: dict[tuple[int, str], int] = {(0, ""): 0}
    arcs: list[Arc] = []
    for at in range(len(words)):
        here = [(word, state) for (place, word), state in number.items() if place == at]
        for end, word, alike in spans.at(at):
            state = number.setdefault((end, word), len(number))
            for before, start in here:
                share = alike * (1.0 if grammar.follows(before, word) else _UNUSUAL)
                arcs.append(Arc(start, state, share, word))
    return Automaton(tuple(arcs), {state: 1.0 for (place, _), state in number.items() if place == len(words)})


class _Spans:
    """What each stretch of words may have been: where it ends, the word, and how alike it sounds."""

    def __init__(self, words: Sequence[str], grammar: RequestGrammar, indexes: Sequence[SoundIndex]) -> None:
        self._words, self._indexes = words, indexes
        self._known, self._names = grammar.words, grammar.names

    def at(self, at: int) -> Iterator[tuple[int, str, float]]:
        """Give what begins at a word."""
        word = self._words[at]
        sizes = range(1, min(_MOST_WORDS, len(self._words) - at) + 1)
        near = [each for size in sizes for each in self._near(at, size)]
        if word in self._known:
            near.append((at + 1, word, 1.0))
        if not near:
            # Something has to stand there; how badly it fits is heard.
            near = [(at + 1, other, 0.01) for other, _ in self._indexes[-1].nearest(sounds(word), most=1)]
        yield from near
        # Figures do not tell whether the hundred was said: "one twenty eight", "one oh four".
        numbers = spoken_data()["numbers"]
        if word == numbers["hundred"]:
            yield at + 1, numbers["zero_between"], 1.0
        if at + 2 < len(self._words) and self._words[at + 1] == numbers["hundred"]:
            yield at + 2, word, 1.0

    def _near(self, at: int, size: int) -> Iterator[tuple[int, str, float]]:
        span = self._words[at : at + size]
        known = self._known.issuperset(span)
        said = tuple(sound for word in span for sound in sounds(word))
        least = _LEAST_KNOWN if known else _LEAST_UNKNOWN
        for word, alike in (each for index in self._indexes for each in index.nearest(said, least)):
            if [word] != list(span):
                yield at + size, word, alike * (_INSTEAD if known and word not in self._names else 1.0)
