"""The trade's language: a text as the stems and the groups of synonyms that it holds.

Numbers and units say how much, not what; they are dropped, so that "-6 dB" and "3 dB" are the same request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Protocol, cast

from orbit.workflows.roles import role_words

__all__ = [
    "Reading",
    "is_question",
    "language_sha256",
    "plain",
    "read",
    "spelled_out",
    "stem",
    "synonym_groups",
    "weight",
]

_SLOT = re.compile(r"\{\{.*?\}\}")
_ENDING = re.compile(r"['’](?:s|re|ll|ve|d|m|t)\b")
_NOT_A_LETTER = re.compile(r"[^a-z0-9#]+")
_NUMBER = re.compile(r"#?\d+(?:st|nd|rd|th|db|hz|khz|ms|s|bpm|x|bars?|beats?|semitones?|d|t)?$")
_UNITS = frozenset({"db", "hz", "khz", "ms", "semitones", "percent"})
_QUESTION = re.compile(
    r"^\W*(?:what|whats|why|how|who|when|where|which|is|are|am|was|does|did|do (?:you|i|we|they)"
    r"|explain|tell|show|list|teach|recommend)\b|\?\s*$",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^\W*(?:can|could|would|will|may|how about|what about)\b(?!\s+\w+\s*\?*$)", re.IGNORECASE
)
_ROLE_WEIGHT = 0.4
_EVERYDAY_WEIGHT = 0.3
_PROBES = ("ducking", "compression", "happily", "generously", "panning", "noisier", "skies", "loudness")
"""Words whose stems tell one stemmer from another."""
_MACHINES = frozenset({"808", "909", "303", "707", "606", "808s", "909s"})
"""Numbers that are the name of a sound."""
_DECADES = frozenset({"50s", "60s", "70s", "80s", "90s"})


_Phrases = dict[tuple[str, ...], frozenset[str]]


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802


@dataclass(frozen=True)
class Reading:
    """A text as retrieval sees it.

    ``said`` is the text itself, ``text`` is lower case without punctuation and numbers; ``words`` are its
    content words' stems, in order; ``units`` are what it asks for, each a set of equal ways to match it: a
    stem, or a phrase's groups.
    """

    said: str
    text: str
    words: tuple[str, ...]
    units: tuple[frozenset[str], ...]
    spoken: tuple[str, ...]
    """Each unit as it was said."""

    @property
    def terms(self) -> tuple[str, ...]:
        """The stems, and the groups of synonyms (marked ``~``) that the text holds."""
        return (*self.words, *sorted(self.groups))

    @property
    def groups(self) -> frozenset[str]:
        """The groups of synonyms that the text holds, marked ``~``."""
        return frozenset(term for unit in self.units for term in unit if term.startswith("~"))


def plain(text: str) -> str:
    """Give a text in lower case without slots, punctuation, numbers and units.

    >>> plain("Put a {{ device }} on the Lead-Vox, at -6 dB!")
    'put a on the lead vox at'
    """
    words = _NOT_A_LETTER.sub(" ", _ENDING.sub("", _SLOT.sub(" ", text.lower()))).split()
    return " ".join(word for word in words if not _says_how_much(word))


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    """Read a text for what it asks for.

    >>> [sorted(unit) for unit in read("duck the bass").units]
    [['duck', '~sidechain'], ['bass', '~bass']]
    """
    clean = plain(text)
    tokens = clean.split()
    stems = [stem(token) for token in tokens]
    words = tuple(stem for token, stem in zip(tokens, stems, strict=True) if token not in _stop_words())
    units = tuple(_units(tokens, stems))
    return Reading(text, clean, words, tuple(unit for unit, _ in units), tuple(spoken for _, spoken in units))


def spelled_out(text: str) -> str:
    """Give a request with the plain names of its jargon added, for an embedder raised on plain English.

    >>> spelled_out("more verb on the vox")
    'more verb on the vox (reverb)'
    """
    names = sorted(group[1:].replace("_", " ") for group in read(text).groups - _roles())
    return f"{text} ({', '.join(names)})" if names else text


def is_question(text: str) -> bool:
    """Say whether a text asks something, rather than for something to be done.

    >>> is_question("what does a gate do"), is_question("can you gate the snare?")
    (True, False)
    """
    return _QUESTION.search(text) is not None and _POLITE.search(text) is None


def weight(unit: Iterable[str]) -> float:
    """Give how much a unit or term counts: less where it says only to which part, or nearly nothing."""
    if _everyday().issuperset(unit):
        return _EVERYDAY_WEIGHT
    return _ROLE_WEIGHT if _role_terms().intersection(unit) and not _task_groups().intersection(unit) else 1.0


@cache
def stem(word: str) -> str:
    """Give a word's English stem: ``ducking`` and ``ducks`` are both ``duck``."""
    return _stemmer().stemWord(word)


def _says_how_much(word: str) -> bool:
    return word not in _MACHINES | _DECADES and (word in _UNITS or _NUMBER.match(word) is not None)


def _units(tokens: list[str], stems: list[str]) -> Iterator[tuple[frozenset[str], str]]:
    phrases, stop_words = _phrases(), _stop_words()
    place = 0
    while place < len(stems):
        length, groups = _phrase_at(stems, place, phrases.get(stems[place]))
        if length == 1:
            unit = groups if tokens[place] in stop_words else groups | {stems[place]}
        else:
            # The words of a phrase are one way to say it, not several things asked for.
            inside = range(place, place + length)
            own = {stems[at] for at in inside if tokens[at] not in stop_words}
            unit = groups | (own - _everyday())
        if unit:
            yield unit, " ".join(tokens[place : place + length])
        place += length


def _phrase_at(stems: list[str], place: int, phrases: _Phrases | None) -> tuple[int, frozenset[str]]:
    """Give how many words the longest phrase here has, and its groups; one word and no group when none is."""
    for phrase, groups in (phrases or {}).items():
        if tuple(stems[place : place + len(phrase)]) == phrase:
            return len(phrase), groups
    return 1, frozenset()


def synonym_groups() -> dict[str, list[str]]:
    """Give every group of synonyms, with the ways people say it."""
    return _synonyms()["roles"] | _synonyms()["tasks"]


@cache
def language_sha256() -> str:
    """Give the SHA-256 of all that decides how a text is read."""
    stems = " ".join(map(stem, _PROBES))
    parts = (_data("synonyms.yaml"), _data("stop_words.txt"), str(_synonyms()["roles"]), stems)
    return sha256("\0".join(parts).encode()).hexdigest()


@cache
def _roles() -> frozenset[str]:
    return frozenset(f"~{group}" for group in _synonyms()["roles"])


@cache
def _role_terms() -> frozenset[str]:
    stems = {stem(word) for ways in _synonyms()["roles"].values() for way in ways for word in way.split()}
    return _roles() | stems


@cache
def _task_groups() -> frozenset[str]:
    return frozenset(f"~{group}" for group in _synonyms()["tasks"])


@cache
def _synonyms() -> dict[str, dict[str, list[str]]]:
    import yaml

    # libyaml's loader is ten times faster, where it is there.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loaded = yaml.load(_data("synonyms.yaml"), Loader=loader)  # noqa: S506 - it is a safe one
    groups = cast("dict[str, dict[str, list[str]]]", loaded)
    # A way of saying it may stand in both tables; it counts once.
    roles = {role: list(dict.fromkeys((*ways, *role_words(role)))) for role, ways in groups["roles"].items()}
    return groups | {"roles": roles}


@cache
def _phrases() -> Mapping[str, _Phrases]:
    """Give, by first stem, the phrases of the synonym groups, the longest first."""
    found: dict[tuple[str, ...], set[str]] = {}
    for group, ways in synonym_groups().items():
        for way in ways:
            stems = tuple(stem(word) for word in _NOT_A_LETTER.sub(" ", str(way).lower()).split())
            found.setdefault(stems, set()).add(f"~{group}")
    by_first: dict[str, _Phrases] = {}
    for phrase in sorted(found, key=len, reverse=True):
        by_first.setdefault(phrase[0], {})[phrase] = frozenset(found[phrase])
    return by_first


@cache
def _stop_words() -> frozenset[str]:
    """Give the words a request is wrapped in; they say nothing about which workflow is meant."""
    return frozenset(_data("stop_words.txt").split())


@cache
def _everyday() -> frozenset[str]:
    """Give the stems of words that say little of which workflow is meant, in no group of synonyms."""
    return frozenset(stem(word) for word in _data("everyday.txt").split())


def _data(name: str) -> str:
    return files("orbit.memory.words").joinpath(name).read_text("utf-8")


@cache
def _stemmer() -> _Stemmer:
    import Stemmer

    return cast("_Stemmer", Stemmer.Stemmer("english"))  # pyright: ignore[reportUnknownMemberType]
