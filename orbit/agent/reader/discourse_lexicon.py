"""The words of a conversation and the turns they fill: what ``discourse.yaml`` says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import yaml

from orbit.agent.offline.understanding.amounts import SIZES
from orbit.agent.offline.understanding.tokens import tokenize

__all__ = [
    "Quality", "bare", "entries", "listed", "longest_mark", "marks", "nouns", "quality",
    "says", "sizes", "turns",
]  # fmt: skip


@cache
def entries() -> Mapping[str, Any]:
    """All that the file says."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((Path(__file__).parent / "discourse.yaml").read_text("utf-8"), loader)  # noqa: S506


@cache
def listed(name: str) -> frozenset[str]:
    """The words of a plain list."""
    return frozenset(str(word) for word in entries()[name])


@cache
def turns() -> tuple[tuple[str, frozenset[str], frozenset[str]], ...]:
    """The turns in their order: what each needs one of, and what may be said beside it."""
    shared = {name: tuple(cast("list[str]", of)) for name, of in entries()["shared"].items()}
    found: list[tuple[str, frozenset[str], frozenset[str]]] = []
    for turn in entries()["turns"]:
        may = [label for each in turn.get("may", ()) for label in shared.get(each, (each,))]
        found.append((turn["turn"], frozenset(turn["needs"]), frozenset(may)))
    return tuple(found)


@cache
def marks() -> Mapping[str, str]:
    """What a phrase says, by the phrase as it is compared."""
    return {bare(p.split()): mark for mark, phrases in entries()["marks"].items() for p in map(str, phrases)}


def bare(words: Collection[str]) -> str:
    """Words without articles, with one pronoun for all."""
    said = ("it" if word in listed("pronouns") else word for word in words if word not in listed("unsaid"))
    return " ".join(said)


def says(text: str, name: str, *, first: bool = False) -> bool:
    """Whether some words say a phrase of a list, or begin with one."""
    said = f" {bare([token.text for token in tokenize(text)])} "
    found = (said.find(f" {phrase} ") for phrase in listed(name))
    return any(at == 0 if first else at >= 0 for at in found)


@cache
def longest_mark() -> int:
    """Of how many words the longest of them is."""
    return max(len(phrase.split()) for phrase in marks())


@dataclass(frozen=True)
class Quality:
    """Which way a word wants something to go, and the edits that can mean."""

    way: int
    edits: frozenset[str]


@cache
def _qualities(name: str) -> Mapping[str, tuple[Quality, ...]]:
    found: dict[str, tuple[Quality, ...]] = {}
    for each in entries()[name]:
        for word in map(str, each["words"]):
            found[word] = (*found.get(word, ()), Quality(each["way"], frozenset(each["edits"])))
    return found


def quality(name: str, word: str, edits: frozenset[str]) -> Quality | None:
    """What a word of a list wants of edits; None where it says nothing of them."""
    return next((each for each in _qualities(name).get(word, ()) if each.edits & edits), None)


@cache
def nouns() -> Mapping[str, frozenset[str]]:
    """What each noun names, as the edits that it can be of."""
    named = entries()["nouns"].items()
    return {str(word): frozenset(edits.split("|")) for edits, words in named for word in words}


@cache
def sizes() -> Mapping[str, float]:
    """How far a size goes, in dB."""
    of = {"touch": 1.0, "bit": 2.0, "some": 3.0, "lot": 6.0}
    found = {phrase: of[size] for size, said in SIZES.items() for phrase in said}
    return {p: db for p, db in found.items() if p.split()[-1] not in marks()} | {"db": 1.0}
