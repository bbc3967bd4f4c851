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
_RULES = {
    "track": "<track>",
    "tracks": "<tracks>",
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
    automaton = _shaped(vocabulary.phrases, start)
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
def _shaped(phrases: tuple[Phrase, ...], start: str) -> Automaton:
    fixed = files("orbit.voice").joinpath("commands.jsgf").read_text(encoding="utf-8")
    answers = spoken_data()["answers"]
    given = {"phrase": _phrases(phrases), "yes": " | ".join(answers["yes"]), "no": " | ".join(answers["no"])}
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


def _phrases(phrases: Iterable[Phrase]) -> str:
    """Give the ways of asking for a workflow that end in a slot or have none, by their slots.

    A slot in the middle would be one more place for each name of the session: the second pass hears those.
    """
    ending: dict[str, list[str]] = defaultdict(list)
    for phrase in phrases:
        words, *slots = _SLOT.split(phrase.text)
        if (end := _rule(phrase, slots)) is not None:
            said = spoken_words(words)
            while end.startswith("<track") and said and said[-1] in ("the", "my"):
                said.pop()  # the rule has its own
            ending[end].append(" ".join(said))
    return " | ".join(
        f"/{len(said)}/ ({' | '.join(filter(None, said))}) {end}" for end, said in ending.items()
    )


def _rule(phrase: Phrase, slots: Sequence[str]) -> str | None:
    match slots:
        case []:
            return ""
        case [slot, ""]:
            return next((_RULES.get(type_) for name, type_, _ in phrase.slots if name == slot), None)
        case _:
            return None
