"""How words sound, in ARPAbet: the dictionary's, the trade's own, and a guess for what stands in neither.

A guess goes from what is surest to what is least: two known words run together ("bassline"), a known word
with a beginning or an ending ("unmuted"), at last the letters. A name that is guessed wrong can still be
called "track five".

>>> letter_sounds("zither")
('Z', 'IH', 'TH', 'ER')
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import yaml

__all__ = ["Sounds", "letter_sounds", "model_file", "sound_classes", "sounds"]

Sounds = tuple[str, ...]
_SHORTEST = 3
"""Letters that a part of a word has at least."""
_LONGEST = 4
"""Letters of the longest rule."""


def model_file(name: str) -> str:
    """Give the path of a file of pocketsphinx's own model."""
    import pocketsphinx

    return str(Path(cast("Any", pocketsphinx).get_model_path()) / "en-us" / name)


@cache
def _table() -> dict[str, Any]:
    return yaml.safe_load(files("orbit.voice").joinpath("pronunciation.yaml").read_text(encoding="utf-8"))


@cache
def sound_classes() -> dict[str, list[Any]]:
    """Give which sounds are alike, which are vowels, and which are slight."""
    return {name: _table()[name] for name in ("alike", "vowels", "slight")}


@cache
def _dictionary() -> dict[str, str]:
    text = Path(model_file("cmudict-en-us.dict")).read_text(encoding="utf-8")
    entries = (line.partition(" ") for line in text.splitlines())
    return {word: said for word, _, said in entries} | _table()["words"]


@lru_cache(maxsize=8192)
def sounds(word: str) -> Sounds:
    """Give how a word (or several with "_" between) sounds; it is guessed where no dictionary has it."""
    if "_" in word:
        return tuple(sound for part in word.split("_") for sound in sounds(part))
    known = _dictionary().get(word)
    return tuple(known.split()) if known else _run_together(word) or _with_ends(word) or letter_sounds(word)


def _run_together(word: str) -> Sounds | None:
    lookup: Callable[[str], str | None] = _dictionary().get
    for cut in range(len(word) - _SHORTEST, _SHORTEST - 1, -1):
        halves = lookup(word[:cut]), lookup(word[cut:])
        if halves[0] and halves[1]:
            return tuple(f"{halves[0]} {halves[1]}".split())
    return None


def _with_ends(word: str) -> Sounds | None:
    lookup: Callable[[str], str | None] = _dictionary().get
    for letters, said in _table()["before"].items():
        if word.startswith(letters) and (known := lookup(word.removeprefix(letters))):
            return tuple(f"{said} {known}".split())
    for letters, said in _table()["behind"].items():
        stem = word.removesuffix(letters)
        if stem != word and len(stem) >= _SHORTEST and (known := lookup(stem) or lookup(f"{stem}e")):
            return tuple(f"{known} {said}".split())
    return None


def letter_sounds(word: str) -> Sounds:
    """Say how letters sound, by the longest rules that fit from left to right; nothing for no letter."""
    word = "".join(letter for letter in word if letter.isascii() and letter.isalpha())
    found: list[str] = []
    at = 0
    while at < len(word):
        if (name := _long_vowel(word, at)) is not None:
            size, said = 1, name
        else:
            size, said = _rule(word, at)
        found += said.split()
        at += size
    return tuple(found)


def _long_vowel(word: str, at: int) -> str | None:
    """Give the sound of a vowel that a silent "e" at the end makes long."""
    behind = word[at + 1 :]
    alone = at == 0 or word[at - 1] not in "aeiou"
    fits = len(behind) == 2 and behind[1] == "e" and behind[0] not in "aeiouwxyr"
    return _table()["long"].get(word[at]) if fits and alone else None


def _rule(word: str, at: int) -> tuple[int, str]:
    rules = _table()["rules"]
    for size in range(min(_LONGEST, len(word) - at), 0, -1):
        letters, ends = word[at : at + size], at + size == len(word)
        for key in (f"{letters}$" if ends else "", f"^{letters}" if at == 0 else "", letters):
            if key and key in rules:
                return size, rules[key]
    return 1, ""
