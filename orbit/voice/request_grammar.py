"""The grammar of what can be said now, and how each word of it is written."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import groupby, pairwise
from typing import Self

from daw_bridges.catalog import catalog
from orbit.voice.grammar import Automaton, read, shape
from orbit.voice.numbers import in_figures, with_signs
from orbit.voice.spoken_forms import spoken_forms, spoken_words
from orbit.voice.vocabulary import Phrase, Vocabulary, spoken_data
from orbit.voice.wording import END, NAME, Wording, shapes

__all__ = ["RequestGrammar", "grammar_of"]

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


@dataclass(frozen=True)
class RequestGrammar:
    """An automaton whose names are words of their own (``lead_vox``), and what each is written like."""

    automaton: Automaton
    names: Mapping[str, str]
    wording: Wording

    @classmethod
    def empty(cls) -> Self:
        """Give one in which nothing can be said."""
        return cls(Automaton((), {}), {}, Wording(()))

    def written(self, words: Iterable[str]) -> str:
        """Write words as a request: names as the session has them, numbers in figures."""
        runs = groupby(words, key=lambda word: word in self.names)
        pieces = (
            [self.names[each] for each in run] if name else [in_figures(" ".join(run))] for name, run in runs
        )
        return with_signs(" ".join(piece for run in pieces for piece in run))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of a request, in whatever order: those of the grammar, of other requests, and names."""
        return self.automaton.words | self.wording.words

    def oddest(self, words: Sequence[str]) -> float:
        """Give the cost of the word that is least likely behind the one before it."""
        return max(self.cost(before, word) for before, word in pairwise([END, *words, END]))

    def cost(self, before: str, word: str) -> float:
        """Give how unlikely a word of a request is behind another, or at an end of it (""): a logarithm."""
        one, other = (NAME if each in self.names else each for each in (before, word))
        return self.wording.cost(one, other)


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
    """Make it of what people said, of ways of asking for a workflow, and of what the grammar has."""
    arcs = [
        (arc.start, arc.end, NAME if arc.word.startswith("<") else arc.word)
        for arc in _shaped(phrases, "request").arcs
    ]
    into: dict[int, set[str]] = defaultdict(set, {0: {END}})
    for _, end, word in arcs:
        into[end].add(word)
    parts = ([spoken_words(part) for part in _SLOT.split(phrase.text)[::2]] for phrase in phrases)
    asked = [[word for part in each for word in (*part, NAME)][:-1] for each in parts]
    return Wording([*shapes(), *asked], ((before, word) for start, _, word in arcs for before in into[start]))


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
