"""The grammar of what can be said now, and how each word of it is written."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import groupby, pairwise
from typing import NamedTuple, Self

from daw_bridges.catalog import catalog
from orbit.voice.grammar import Automaton, read, shape
from orbit.voice.numbers import in_figures, with_signs
from orbit.voice.spoken_forms import spoken_forms, spoken_words
from orbit.voice.vocabulary import Phrase, Vocabulary, spoken_data

__all__ = ["RequestGrammar", "Wording", "grammar_of"]

_SLOT = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_ONE_TRACK = "<one>"
_SLOT_LAST = re.compile(r"[^<]*(<\w+>)?")
_FEW_NAMES = 40
"""Tracks up to which a name may stand anywhere in a way of asking."""
_RULES = {
    "track": _ONE_TRACK,
    "tracks": _ONE_TRACK,
    "device": "<device>",
    "gain_db": "<level>",
    "frequency": "<value>",
    "time": "<value>",
}
"""What is said for a slot, by its type."""


_ANY_NAME = "<name>"
_USUAL = 0.7
"""The share of neighbours that are neighbours in some way of asking; 5 of 861 other sentences have it."""


class Wording(NamedTuple):
    """The words of all ways of asking, and which stand next to each other; all names are one."""

    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class RequestGrammar:
    """An automaton whose names are words of their own (``lead_vox``), and what each is written like."""

    automaton: Automaton
    names: Mapping[str, str]
    wording: Wording

    @classmethod
    def empty(cls) -> Self:
        """Give one in which nothing can be said."""
        return cls(Automaton((), {}), {}, Wording(frozenset(), frozenset()))

    def written(self, words: Iterable[str]) -> str:
        """Write words as a request: names as the session has them, numbers in figures."""
        runs = groupby(words, key=lambda word: word in self.names)
        pieces = (
            [self.names[each] for each in run] if name else [in_figures(" ".join(run))] for name, run in runs
        )
        return with_signs(" ".join(piece for run in pieces for piece in run))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of a request, in whatever order: those of the grammar, of the library, and names."""
        return self.automaton.words | self.wording.words

    def likely(self, words: Sequence[str]) -> bool:
        """True where people who ask for something put their words so, whether the grammar has it or not."""
        known = all(word in self.words for word in words)
        usual = [self.follows(*pair) for pair in pairwise(words)]
        return known and len(usual) > 1 and sum(usual) >= _USUAL * len(usual)

    def follows(self, before: str, word: str) -> bool:
        """True where a word stands behind another (or first, behind none) in some way of asking."""
        one, other = (_ANY_NAME if each in self.names else each for each in (before, word))
        return (one, other) in self.wording.pairs


def grammar_of(vocabulary: Vocabulary) -> RequestGrammar:
    """Make the grammar of a vocabulary: what its phrases give is kept, names are filled in."""
    kinds = tuple(" ".join(spoken_words(kind.replace("_", " "))) for kind in catalog().kinds())
    members = {
        "name": _forms(vocabulary.tracks),
        "return": _forms(vocabulary.returns),
        "device": _forms((*vocabulary.devices, *kinds)),
        "scene": _forms(vocabulary.scenes),
        "clip": _forms(vocabulary.clips),
        "locator": _forms(vocabulary.locators),
        "option": _forms(vocabulary.options),
    }
    start = "consent" if vocabulary.answers_only else "asked" if vocabulary.options else "request"
    automaton = _shaped(vocabulary.phrases, start, few_names=len(vocabulary.tracks) <= _FEW_NAMES)
    filled = automaton.filled({kind: tuple(forms) for kind, forms in members.items()})
    return RequestGrammar(filled, _unequivocal(members.values()), _wording(vocabulary.phrases))


def _forms(names: Iterable[str]) -> dict[str, list[str]]:
    """Give each form as one word, with the names that are said so."""
    said: dict[str, list[str]] = defaultdict(list)
    for name in names:
        for form in spoken_forms(name):
            said[form.replace(" ", "_")].append(name)
    return said


def _unequivocal(members: Iterable[Mapping[str, Sequence[str]]]) -> dict[str, str]:
    """How each form is written; one that stands for several names is written as it is said."""
    said: dict[str, set[str]] = defaultdict(set)
    for forms in members:
        for form, names in forms.items():
            said[form] |= set(names)
    return {
        form: next(iter(names)) if len(names) == 1 else form.replace("_", " ") for form, names in said.items()
    }


@lru_cache(maxsize=4)
def _shaped(phrases: tuple[Phrase, ...], start: str, *, few_names: bool = True) -> Automaton:
    fixed = files("orbit.voice").joinpath("commands.jsgf").read_text(encoding="utf-8")
    answers = spoken_data()["answers"]
    given = {
        "phrase": _phrases(phrases, few_names=few_names),
        "yes": " | ".join(answers["yes"]),
        "no": " | ".join(answers["no"]),
    }
    rules = read(fixed + "".join(f"\n<{name}> = {said};" for name, said in given.items() if said))
    return shape(rules, start)


@lru_cache(maxsize=4)
def _wording(phrases: tuple[Phrase, ...]) -> Wording:
    arcs = [
        (arc.start, arc.end, _ANY_NAME if arc.word.startswith("<") else arc.word)
        for arc in _shaped(phrases, "request").arcs
    ]
    into: dict[int, set[str]] = defaultdict(set, {0: {""}})
    for _, end, word in arcs:
        into[end].add(word)
    pairs = {(before, word) for start, _, word in arcs for before in into[start]}
    for phrase in phrases:
        parts = ([*spoken_words(part), _ANY_NAME] for part in _SLOT.split(phrase.text)[::2])
        pairs |= set(pairwise([word for part in parts for word in part][:-1]))
    return Wording(frozenset(word for pair in pairs for word in pair) - {_ANY_NAME, ""}, frozenset(pairs))


def _phrases(phrases: Iterable[Phrase], *, few_names: bool) -> str:
    """Give the ways of asking for a workflow as alternatives; those whose slots nobody can say are left out.

    A name in the middle is one more place for every name: of a large session the second pass hears those.
    """
    said = (_phrase(phrase) for phrase in phrases)
    fits = (each for each in said if each and (few_names or _SLOT_LAST.fullmatch(each)))
    return " | ".join(dict.fromkeys(fits))


def _phrase(phrase: Phrase) -> str | None:
    rules = {name: _RULES.get(type_, "") for name, type_, _ in phrase.slots}
    parts = _SLOT.split(phrase.text)
    said: list[str] = []
    for words, slot in zip(parts[::2], [*parts[1::2], None], strict=True):
        said += spoken_words(words)
        if slot is None:
            continue
        if not (rule := rules.get(slot)):
            return None
        if rule == _ONE_TRACK and said and said[-1] in ("the", "my"):
            said.pop()  # the rule has its own
        said.append(rule)
    return " ".join(said)
