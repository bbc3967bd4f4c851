"""What the ranker sees of an arc: the words it passes over, what fills its slots, what stands beside."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lattice import Mention
from orbit.agent.reader.lexicon import group, relations, senses

__all__ = [
    "SIZE",
    "STRANGER",
    "Filled",
    "Slotted",
    "Words",
    "of_frame",
    "of_joint",
    "of_skip",
    "words_of",
]

SIZE = 1 << 20
"""How many weights there are; features are told apart by a hash."""

Slotted = tuple[str, Mention | None, str]
"""A slot's name, what fills it, and where that is from ("" where it is said here)."""
Filled = Sequence[Slotted]
"""The slots of a frame in its order."""
_MOST = 4
STRANGER = "<?>"
"""Stands for a word that no row has, or only one."""


Words = Collection[str]
"""The words that the rows have more than once; every other is a stranger to the ranker."""
Indices = tuple[int, ...]
_KEPT = 1 << 17


def _indices(features: Iterator[str]) -> Indices:
    """The places of features among the weights."""
    return tuple(crc32(each.encode()) & (SIZE - 1) for each in features)


@lru_cache(maxsize=_KEPT)
def of_skip(said: tuple[str, ...], first: bool, last: bool, number: bool, track: bool) -> Indices:
    """The features of a stretch that is taken for a remark, by its words and where it stands."""
    return _indices(_skipped(said, first, last, number, track))


def _skipped(said: tuple[str, ...], first: bool, last: bool, number: bool, track: bool) -> Iterator[str]:
    yield "skip"
    yield f"skip first {first}"
    yield f"skip last {last}"
    yield f"skip all {first and last}"
    if number:
        yield "skip number"
    if track:
        yield "skip track"
    yield f"skip long {min(len(said), 8)}"
    yield f"skip opens {said[0]}"
    yield f"skip opens {' '.join(said[:2])}"
    for word in said:
        yield f"skip {word}"
        for sense in senses().get(word, ()):
            yield f"skip ~{sense}"
    for one, other in pairwise(said):
        yield f"skip {one} {other}"


def of_frame(name: str, said: Sequence[str], start: int, end: int, filled: Filled) -> NDArray[np.int32]:
    """The features of a stretch that is taken for an edit; ``said`` are the sentence's words."""
    found: list[Indices] = []
    here: list[tuple[int, str, Mention]] = []
    for slot, each, origin in filled:
        if each is None or origin:
            found.append(_absent(name, slot, origin))
        else:
            here.append((each.start, slot, each))
    here.sort()
    bounded = ("^", *said[start:end], "$")
    masked: list[str] = [""]
    places: list[int] = []
    at = 0
    for begin, _, each in here:
        run = bounded[at : begin - start + 1]
        found.append(_run(name, run))
        masked += run
        places.append(len(masked))
        masked.append(f"<{each.kind}>")
        at = each.end - start + 1
    found.append(_run(name, bounded[at:]))
    masked += (*bounded[at:], "")
    for (_, slot, each), place in zip(here, places, strict=True):
        single = said[each.start] if each.end - each.start == 1 else ""
        behind = said[each.end] if each.end < len(said) else ""
        before = said[each.start - 1] if each.start else ""
        unclear = isinstance(each.value, Problem)
        found.append(_present(name, slot, each.kind, each.end - each.start, single, behind, before, unclear))
        slots = place - 1 in places, place + 1 in places, place + 2 in places
        found.append(_among(name, tuple(masked[place - 2 : place + 3]), slots))
    content = tuple(word for word in masked[2:-2] if word[0] == "<" or word not in group("fillers"))
    found.append(_shaped(name, content))
    found.append(_left(name, len(content) - len(here)))
    return np.array(tuple(chain.from_iterable(found)), np.int32)


@lru_cache(maxsize=_KEPT)
def _absent(name: str, slot: str, origin: str) -> Indices:
    """What is not said here: left out, or meant from before."""
    if not origin:
        return _indices(iter((f"{name} no {slot}",)))
    return _indices(iter((f"{name} {slot} {origin}", f"{slot} {origin}")))


@lru_cache(maxsize=_KEPT)
def _present(
    name: str, slot: str, kind: str, size: int, only: str, behind: str, before: str, unclear: bool
) -> Indices:
    found = [f"{name} {slot} {kind} {min(size, _MOST)}", f"{slot} long {min(size, _MOST + 2)}"]
    if unclear:
        found.append(f"{slot} unclear")
    if only:
        found.append(f"{name} {slot} is {only}")
    if behind:
        found.append(f"{slot} then {behind}")
    if before:
        found.append(f"{slot} after {before}")
    return _indices(iter(found))


@lru_cache(maxsize=_KEPT)
def _run(name: str, words: tuple[str, ...]) -> Indices:
    """Words in a row that no slot took, and which stand beside each other."""
    passed = (each for word in words if word not in _BOUNDS for each in _passed(name, word))
    beside = (each for one, other in pairwise(words) for each in _beside(name, one, other))
    around = (f"{name} s {one} {other}" for one, other in zip(words, words[2:], strict=False))
    return _indices(chain(passed, beside, around))


_BOUNDS = ("^", "$")


def _passed(name: str, word: str) -> Iterator[str]:
    """Yield a word that no slot took, its senses, and whether nobody may pass it over."""
    yield from (f"{name} w {word}", f"w {word}")
    if word not in group("fillers"):
        yield f"{name.partition('_')[0]} fw {word}"
        yield from (f"{name} ~{sense}" for sense in senses().get(word, ()))
    if word in relations():
        yield "left relation"


def _beside(name: str, one: str, other: str) -> Iterator[str]:
    yield f"{name} b {one} {other}"
    if one[0] == "<" or other[0] == "<":
        yield f"b {one} {other}"


@lru_cache(maxsize=_KEPT)
def _among(name: str, words: tuple[str, ...], slots: tuple[bool, bool, bool]) -> Indices:
    """What stands beside a filled slot, two to either side; ``slots``: at the left, the right, behind it."""
    before, left, slot, right, behind = words
    at_left, at_right, is_behind = slots
    found = list(_beside(name, left, slot))
    if before:
        found.append(f"{name} s {before} {slot}")
    if not at_right:  # what two slots have between them is the second one's
        found.extend(_beside(name, slot, right))
    if not (at_left or at_right):
        found.append(f"{name} s {left} {right}")
    if behind and not is_behind:
        found.append(f"{name} s {slot} {behind}")
    return _indices(iter(found))


@lru_cache(maxsize=_KEPT)
def _shaped(name: str, content: tuple[str, ...]) -> Indices:
    """The slots and the words that say something, in their order."""
    found = [f"{name} shape {' '.join(word for word in content if word[0] == '<')}"]
    found.append(f"{name} opens {content[0] if content else ''}")
    if len(content) <= _MOST:
        found.append(f"{name} whole {' '.join(content)}")
    return _indices(iter(found))


@lru_cache(maxsize=_KEPT)
def _left(name: str, content: int) -> Indices:
    kept = (f"f {name}", f"left {min(content, _MOST + 2)}", f"{name} left {min(content, 2)}")
    return _indices(iter(kept))


def of_joint(how: str, name: str = "", count: int = 0) -> NDArray[np.int32]:
    """The features of how an edit goes on with another one."""
    kept = [how, f"{how} {name}", f"{how} {count}"] if name else [how]
    return np.array(_indices(iter(kept)), np.int32)


def words_of(tokens: Sequence[Token], known: Words | None) -> list[str]:
    """The words of a sentence as the ranker tells them apart; all of them where none are ``known`` yet."""
    return [_word(token, known) for token in tokens]


def _word(token: Token, known: Words | None) -> str:
    if token.quoted:
        return "<quoted>"
    if token.number is not None:
        return "<n>"
    return token.text if known is None or token.text in known or token.text in senses() else STRANGER
