"""What of music a sentence names: a key, a progression, the form of a song.

>>> heard_as("key", "write a chord progression in F# minor, please")
'F# minor'
>>> heard_as("progression", "an arpeggio over Am F C G")
'Am F C G'
>>> heard_as("form", "turn it into a song: Intro 4, Verse 16 and Chorus 8")
'Intro 4, Verse 16, Chorus 8'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from daw_bridges.errors import OutOfRangeError
from orbit.workflows.patterns.pattern import repertoire
from orbit.workflows.patterns.theory import BETWEEN, chords_in

__all__ = ["heard_as"]

_SECTION = re.compile(r"([^\W\d][\w-]*)\s+(\d{1,3})(?:\s+bars?)?", re.IGNORECASE)


def heard_as(means: str, sentence: str) -> str | None:
    """What a sentence says of a ``key``, a ``progression`` or a ``form``; None where it says nothing."""
    return {"key": _key, "progression": _progression, "form": _form}[means](sentence)


def _one_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True) if word)


def _key(sentence: str) -> str | None:
    known = repertoire()
    into, modes = _one_of(known["before_a_key"]), _one_of(known["modes"])
    signs = _one_of(sign for sign in known["signs"] if len(sign) > 1)
    pattern = (
        rf"(?P<into>\b(?:{into})\s+)?(?<![\w#])(?P<key>(?P<step>[a-gA-G])(?P<sign>[#♯♭b]|[\s-](?:{signs}))?"
        rf"(?P<mode>[\s-]?(?:{modes}))?)(?![\w#♯♭])"
    )
    for found in re.finditer(pattern, sentence, re.IGNORECASE):
        # "a minor thing" is no key, and "A" alone, without "in", an article.
        clear = found["into"] and (found["step"].isupper() or found["sign"] or found["mode"])
        if clear or (found["step"].isupper() and found["mode"] and len(found["mode"]) > 1):
            return found["key"]
    return None


def _progression(sentence: str) -> str | None:
    if (name := _named("progressions", sentence)) is not None:
        return name
    words = [word for word in BETWEEN.split(sentence.replace("♭", "b").replace("♯", "#")) if word]
    plain = (word.strip(".,;:!?\"'“”()") for word in words)
    runs = [[word for word, _ in run] for are, run in groupby(map(_counted, plain), _are_chords) if are]
    longest = max(runs, key=len, default=list[str]())
    return " ".join(longest) if len(longest) > 1 or "-" in "".join(longest) else None


def _counted(word: str) -> tuple[str, int]:
    """A word, and how many chords it names."""
    if not re.match(r"[b#]?[IViv]|[A-G]|[1-7](?:-[1-7])+$", word):
        return word, 0
    try:
        return word, len(chords_in("C", word))
    except OutOfRangeError:
        return word, 0


def _are_chords(counted: tuple[str, int]) -> bool:
    return counted[1] > 0


def _form(sentence: str) -> str | None:
    if (name := _named("forms", sentence)) is not None:
        return name
    sections = _SECTION.findall(sentence)
    return ", ".join(f"{name} {bars}" for name, bars in sections) if len(sections) > 1 else None


def _named(table: str, sentence: str) -> str | None:
    """What is called by its name, where it is said what the name is of: "a club arrangement"."""
    beside = _one_of(repertoire()["called"][table])
    text = re.sub(r"[\s_-]+", " ", sentence.casefold())
    names = _one_of(repertoire()[table])
    found = re.search(rf"\b({names})(?=(?: \w+)? (?:{beside})\b)", text)
    return found[1] if found else None
