"""Words by what they mean to the reader: the one list of them, from ``lexicon.yaml``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Any, NamedTuple

import yaml

__all__ = [
    "Act", "acts", "group", "in_order", "of_sense", "phrases", "relations", "senses", "spelled", "veto",
]  # fmt: skip


class Act(NamedTuple):
    """The beginnings of the frames that a word asks for, and the slot that it wants filled."""

    of: tuple[str, ...]
    slot: str


@cache
def _lexicon() -> Mapping[str, Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((Path(__file__).parent / "lexicon.yaml").read_text("utf-8"), loader)  # noqa: S506


@cache
def acts() -> Mapping[str, Act]:
    """The words that ask for an edit by themselves, with what they ask for."""
    return {
        word: Act(tuple(each["of"]), each.get("slot", ""))
        for each in _lexicon()["acts"].values()
        for word in each["words"]
    }


@cache
def group(name: str) -> frozenset[str]:
    """The words of a plain list."""
    return frozenset(_lexicon()[name])


@cache
def in_order(name: str) -> tuple[str, ...]:
    """The words of a plain list as they follow each other."""
    return tuple(_lexicon()[name])


@cache
def of_sense(name: str) -> frozenset[str]:
    """The words of a sense."""
    return frozenset(_lexicon()["senses"][name])


@cache
def relations() -> frozenset[str]:
    """The words that say how one thing stands to another."""
    return frozenset(word for listed in _lexicon()["relations"] for word in listed)


@cache
def senses() -> Mapping[str, tuple[str, ...]]:
    """The senses of each word that has any."""
    found: dict[str, list[str]] = {}
    for sense, listed in _lexicon()["senses"].items():
        for word in listed:
            found.setdefault(word, []).append(str(sense))
    return {word: tuple(each) for word, each in found.items()}


@cache
def veto(name: str) -> frozenset[str]:
    """The words that can make a clause no request."""
    return frozenset(_lexicon()["veto"][name])


@cache
def phrases() -> tuple[tuple[str, str], ...]:
    """The phrases that make a clause no request, each with the reason."""
    listed = _lexicon()["veto"]["phrases"].items()
    return tuple((f" {phrase} ", reason) for reason, each in listed for phrase in each)


def spelled(word: str, known: Collection[str]) -> str:
    """The one known word that a word is a slip of the finger for: "mtue"; itself where there is none."""
    own = (
        word in known or word in senses() or word in acts() or word in relations() or word in group("fillers")
    )
    if own or not word.isalpha():
        return word
    found = {slip for slip in _slips(word) if slip in known}
    return found.pop() if len(found) == 1 else word


_SHORTEST, _LACKING, _LONGEST = 4, 5, 32
"""Letters of a word with two the wrong way round, or one twice; of one that lacks one; of the longest."""


def _slips(word: str) -> Iterator[str]:
    """Yield what a word can be a slip for; the first letter is right."""
    if not _SHORTEST <= len(word) <= _LONGEST:
        return
    for before, behind in ((word[:at], word[at:]) for at in range(1, len(word) + 1)):
        yield f"{before}{behind[1:2]}{behind[:1]}{behind[2:]}"
        if before[-1] == behind[:1]:
            yield before + behind[1:]
        if len(word) >= _LACKING:
            yield from (f"{before}{letter}{behind}" for letter in ascii_lowercase)
