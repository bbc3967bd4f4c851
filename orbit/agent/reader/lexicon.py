"""Words by what they mean to the reader: the one list of them, from ``lexicon.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

__all__ = ["Act", "acts", "group", "phrases", "relations", "senses", "veto"]


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
