"""Words that sound like others: what a general recogniser hears, in the words of the session and the trade.

>>> nearness(sounds("vest"), sounds("bass")) > nearness(sounds("fridge"), sounds("bass"))
True
>>> SoundIndex(["bass", "kick", "lead_vox"]).near(sounds("led_box"))[0][0]
'lead_vox'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from math import exp, inf
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from orbit.voice.grammar import Arc
from orbit.voice.pronunciation import Sounds, sound_classes, sounds
from orbit.voice.request_grammar import RequestGrammar
from orbit.voice.vocabulary import spoken_data
from orbit.voice.wording import END, number_parts

__all__ = ["Repaired", "SoundIndex", "nearness", "repaired", "support"]

_NEAR, _VOWEL, _SLIGHT, _ALL = 0.35, 0.4, 0.5, 1.0
"""Costs of an edit: between sounds that are alike, between vowels, of a slight sound, of any other."""
_LOOKED_AT, _MOST, _RIVALS = 14, 6, 12
_FARTHEST = 0.5
"""Edits a sound up to which a word may have been heard for another."""
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
    return max(1.0 - _edits(one, other) / max(len(one), len(other)), 0.0)


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
        self._sounds = {word: said for word in sorted(words) if (said := sounds(word))}
        self._letters = {word: _letters(said) for word, said in self._sounds.items()}
        self._found: dict[tuple[Sounds, int], list[tuple[str, float]]] = {}

    def near(self, said: Sounds, most: int = _MOST) -> list[tuple[str, float]]:
        """Give the words that sound most alike, each with what its edits cost, cheaper first."""
        if (said, most) not in self._found:
            scorer = Levenshtein.normalized_similarity
            first = process.extract(
                _letters(said), self._letters, scorer=scorer, limit=_LOOKED_AT * most // _MOST
            )
            edits = [(word, _edits(said, self._sounds[word])) for _, _, word in first]
            near = [
                (word, cost)
                for word, cost in edits
                if cost <= _FARTHEST * max(len(said), len(self._sounds[word]))
            ]
            self._found[said, most] = sorted(near, key=lambda each: each[1])[:most]
        return self._found[said, most]


def _edits(one: Sounds, other: Sounds) -> float:
    return _edited(one, other, [0.0, *accumulate(_gap(sound) for sound in other)])[-1]


_EDIT = 4.0
"""What a sound heard for another counts, where how unlikely a word is (a logarithm) counts …"""
_USUAL = 0.5
"""… by this share."""
_BREATH, _ONLY_HEARD = 2.5, 12.0
"""What a first word of two sounds or one counts that was only heard, as a breath is, and any other."""
_BEAM = 40
_OFFERED = 4


class Repaired(NamedTuple):
    """A request that what was heard may have been."""

    words: tuple[str, ...]
    cost: float
    edits: float
    """How many sounds of it were heard otherwise."""


def repaired(words: Sequence[str], grammar: RequestGrammar, *indexes: SoundIndex) -> list[Repaired]:
    """Give what a general recogniser may have heard, in words of requests, likelier first."""
    beams: list[dict[tuple[str, ...], Repaired]] = [{} for _ in range(len(words) + 1)]
    beams[0][()] = Repaired((), 0.0, 0.0)
    for at in range(len(words)):
        best = sorted(beams[at].values(), key=_cost_of)[:_BEAM]
        for end, word, edits in _spans(words, at, indexes):
            for so_far in best:
                if word is None:
                    breath = at == 0 and len(sounds(words[at])) <= 2
                    found = so_far._replace(cost=so_far.cost + (_BREATH if breath else _ONLY_HEARD))
                else:
                    before = so_far.words[-1] if so_far.words else END
                    cost = so_far.cost + _EDIT * edits + _USUAL * grammar.cost(before, word)
                    found = Repaired((*so_far.words, word), cost, so_far.edits + edits)
                if found.cost < beams[end].get(found.words, found._replace(cost=inf)).cost:
                    beams[end][found.words] = found
    ended = (
        each._replace(cost=each.cost + _USUAL * grammar.cost(each.words[-1], END))
        for each in beams[-1].values()
        if each.words
    )
    return sorted(ended, key=_cost_of)[:_OFFERED]


def _cost_of(each: Repaired) -> float:
    return each.cost


def _spans(
    words: Sequence[str], at: int, indexes: Sequence[SoundIndex]
) -> Iterator[tuple[int, str | None, float]]:
    """Give what may have been said from a word on: where it ends, the word (None: nothing), and its edits."""
    yield at + 1, words[at], 0.0
    yield at + 1, None, 0.0
    for size in range(1, min(_MOST_WORDS, len(words) - at) + 1):
        said = tuple(sound for word in words[at : at + size] for sound in sounds(word))
        for word, edits in (each for index in indexes for each in index.near(said)):
            if size > 1 or word != words[at]:
                yield at + size, word, edits
    # Figures do not tell whether the hundred was said: "one twenty eight", "one oh four".
    numbers = spoken_data()["numbers"]
    if words[at] == numbers["hundred"]:
        yield at + 1, numbers["zero_between"], 0.0
    if words[at + 1 : at + 2] == [numbers["hundred"]] and at + 2 < len(words) and words[at] in number_parts():
        yield at + 2, words[at], 0.0


_HEARD_OTHERWISE = 4.0
"""What a sound heard for another counts beside the sound itself; how unlikely a word is counts as much."""
_LEAST = 1e-30


def rival_words(
    words: Sequence[str],
    grammar: RequestGrammar,
    indexes: Sequence[SoundIndex],
    rivals: Iterable[Sequence[str]] = (),
) -> tuple[list[Arc], int]:
    """Give what may be mistaken for some words: each word or one that sounds like it, and whole rivals.

    They lead from state 0 to the one that is given beside them.
    """
    indexes = (*indexes, _numbers())
    columns = [[(word, 0.0), *_unlike(word, indexes)] for word in words]
    ways = [columns, *([[(word, 0.0)] for word in rival] for rival in rivals if tuple(rival) != tuple(words))]
    last, arcs = 1 + sum(len(column) for way in ways for column in way), list[Arc]()
    free = iter(range(1, last))
    for way in ways:
        before = {END: 0}
        for at, column in enumerate(way, 1):
            here = {word: last if at == len(way) else next(free) for word, _ in column}
            arcs += (
                Arc(start, here[word], _share(grammar.cost(one, word) + edits), word)
                for one, start in before.items()
                for word, edits in column
            )
            before = here
    return arcs, last


@cache
def _numbers() -> SoundIndex:
    """Give the words of numbers, apart: among all words "thirty" is too far down the list of "thirteen"."""
    return SoundIndex(number_parts())


def _share(cost: float) -> float:
    return max(exp(-_HEARD_OTHERWISE * cost), _LEAST)


def _unlike(word: str, indexes: Sequence[SoundIndex]) -> list[tuple[str, float]]:
    """Give the words that may be heard for another, but for those that sound the same."""
    said = sounds(word)
    near = {each: edits for index in indexes for each, edits in index.near(said, _RIVALS) if edits > 0}
    return [each for each in near.items() if each[0] != word]
