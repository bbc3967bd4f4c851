"""Questions: frames without an edit, found by what is asked and filled with what is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import yaml

from orbit.agent.explaining import asked_why
from orbit.agent.offline.choosing import begins_a_request
from orbit.agent.offline.moves import Call, Move, Reply
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import no_such_track
from orbit.agent.offline.understanding.politeness import unwrapped
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rules.talk import ABLE_TO
from orbit.agent.offline.understanding.sentences import Edits
from orbit.agent.offline.understanding.tokens import Token, tokenize, unify
from orbit.agent.reader.accounts import Asked, Frame
from orbit.agent.reader.lattice import Lattice, Mention
from orbit.agent.reader.lexicon import group

if TYPE_CHECKING:
    from orbit.agent.offline.known import Known

__all__ = ["answered", "how_to", "is_question"]

_MOST_STRANGE = 2
"""So many words that mean nothing to any frame are passed over."""
_MOST_MENTIONS = 8
_MOST_WORDS = 40
_LONGEST = 5
"""So many words has a phrase by which a question begins."""


@cache
def _data() -> Mapping[str, Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((Path(__file__).parent / "questions.yaml").read_text("utf-8"), loader)  # noqa: S506


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(map(str, _data()[name]))


@cache
def _senses() -> Mapping[str, frozenset[str]]:
    """The senses of each word that has any."""
    found: dict[str, set[str]] = {}
    for sense, listed in _data()["senses"].items():
        for word in listed:
            found.setdefault(str(word), set()).add(str(sense))
    return {word: frozenset(each) for word, each in found.items()}


@cache
def _frames() -> tuple[Frame, ...]:
    return tuple(
        Frame(
            tuple(frozenset(each.split("|")) for each in entry.get("needs", ())),
            entry.get("slots", {}),
            frozenset(entry.get("may", ())),
            entry.get("answer", ""),
            entry.get("fixed", {}),
            ABLE_TO if entry.get("says") == "ABLE_TO" else entry.get("says", ""),
            entry.get("strict", False),
        )
        for entry in _data()["frames"].values()
    )


def _answer(asked: Asked) -> str:
    module, _, function = f"accounts.{asked.frame.answer}".rpartition(".")
    home = import_module(f"orbit.agent.reader.{module.rpartition('.')[2]}")
    return asked.frame.says or getattr(home, function)(asked)


# -- whether it is one ------------------------------------------------------------------------------------


def is_question(text: str) -> bool:
    """Whether it asks something rather than asks for something."""
    said = _said(unwrapped(text))
    _, mark, rest = text.rpartition("?")
    then = _said(rest) if mark else ()
    if _begins(said, "asks_for_it") or (then and begins_a_request(_bare(then[0]))):
        return False
    asks = _begins(said, "opens") or _begins(_said(text), "judging") or _begins(_said(text), "asks_back")
    return bool(asks) or how_to(text) is not None


def judged(text: str) -> str | None:
    """The edit whose good or harm is asked about ("should I mute the bass?"), if it is one."""
    return _behind(_said(text), "judging")


def how_to(text: str) -> str | None:
    """The thing that somebody wants to know the way to; None where it asks for no way."""
    if (found := _behind(_said(text), "how_to")) is not None:
        return found
    joined = unify(text).rstrip(" ?!.")
    before = joined[:-3].rstrip()
    asks = joined[-3:].casefold() == "how" and before[-1:] in {",", ";", ":", "-", "…"}
    return before.rstrip(" ,;:-…") if asks else None


def _behind(said: Sequence[str], name: str) -> str | None:
    start = _begins(said, name)
    rest = said[start:]
    while rest and _bare(rest[0]) in _words("persons"):
        rest = rest[1:]
    return " ".join(rest).rstrip(" ?!.") if start else None


def _said(text: str) -> Sequence[str]:
    """The words of a text without what may stand before a question."""
    words = [word for word in unify(text).split() if _bare(word)]
    while (start := _begins(words, "before")) and len(words) > start:
        words = words[start:]
    return words


def _begins(words: Sequence[str], name: str) -> int:
    """How many of the first words are one of the phrases of a list."""
    first, listed = [_bare(word) for word in words[:_LONGEST]], _words(name)
    return next((size for size in range(len(first), 0, -1) if " ".join(first[:size]) in listed), 0)


def _bare(word: str) -> str:
    return word.casefold().strip(",.;:!?()…\"'-").removesuffix("'s").removesuffix("'re")


def _may_ask(text: str, known: Known) -> bool:
    """Whether a sentence that does not begin like a question may still be one: "bass level?"."""
    said = [_bare(word) for word in _said(text)]
    marked = unify(text).rstrip(" .!")[-1:] in {"?", "❓"}
    core = [_bare(word) for word in _said(unwrapped(text))]
    if not said or not marked or core[:1] != said[:1] or begins_a_request(core[0]):
        return False
    return _words("wanting").isdisjoint(said) or known.read(text) is None


# -- what is asked ----------------------------------------------------------------------------------------


def answered(text: str, known: Known) -> Move | None:
    """The answer to a question; None for what is none, or is one that no frame has."""
    about = asked_why(unwrapped(text))
    asks = about is not None or is_question(text)
    if not asks and not _may_ask(text, known):
        return None
    if (edit := judged(text)) is not None:
        told = f"That is for your ears, so nothing was changed. Say “{edit}” to hear it."
        return Reply(told) if isinstance(known.read(edit), Edits) else None
    found = _understood(text, known, strictly=not asks, help_only=how_to(text) is not None)
    if found is not None:
        return Reply(found.message if isinstance(found, Problem) else _answer(found))
    return None if about is None else (Call("explain", {"about": about}),)


def _understood(text: str, known: Known, *, strictly: bool, help_only: bool) -> Asked | Problem | None:
    text = " ".join(_said(text))
    ground = known.ground(text)
    tokens = [token for token in tokenize(text) if token.text not in (",", ".")]
    if not 0 < len(tokens) <= _MOST_WORDS:
        return None
    lattice = Lattice(ground, tokens)
    mentions: dict[str, list[Mention]] = {}
    best: tuple[tuple[int, int, int], Frame, Mapping[str, Mention], list[Token]] | None = None
    for frame in _frames():
        if not _may_be(frame, tokens) or (help_only and not frame.says):
            continue
        for kind in {*frame.slots.values()} - {*mentions}:
            mentions[kind] = [each for each in lattice.of(kind) if _names(each, tokens)]
        for filled in _fillings(frame, mentions):
            strange = _left(frame, filled, tokens)
            if strange is None or (strange and (strictly or frame.strict)):
                continue
            taken = sum(each.end - each.start for each in filled.values())
            rank = (-len(strange), len(frame.needs), taken)
            if best is None or rank > best[0]:
                best = (rank, frame, filled, strange)
    return None if best is None else _as_asked(best[1], best[2], best[3], tokens, known, ground)


def _names(mention: Mention, tokens: Sequence[Token]) -> bool:
    """Whether a mention is more than words that questions are made of: "which tracks", "has"."""
    said = {token.text for token in tokens[mention.start : mention.end] if not token.quoted}
    plain = _words("plain") | _words("several") | _words("opens")
    return not said or not said <= plain or bool(said & _words("pronouns"))


def _may_be(frame: Frame, tokens: Sequence[Token]) -> bool:
    said = frozenset[str]().union(*(_senses().get(token.text, ()) for token in tokens))
    return all(need & said for need in frame.needs)


def _fillings(frame: Frame, mentions: Mapping[str, Sequence[Mention]]) -> Iterator[Mapping[str, Mention]]:
    """Yield the ways to fill the slots, no word in two."""
    options: list[list[tuple[str, Mention | None]]] = []
    for slot, kind in frame.slots.items():
        listed = sorted(mentions[kind], key=lambda each: each.start - each.end)[:_MOST_MENTIONS]
        name = slot.removesuffix("?")
        ways: list[Mention | None] = [*listed, None] if slot != name else [*listed]
        options.append([(name, each) for each in ways])
    for chosen in product(*options):
        filled = {name: each for name, each in chosen if each is not None}
        places = [at for each in filled.values() for at in range(each.start, each.end)]
        both = {*_listed(filled.get("tracks"))} & {*_listed(filled.get("source"))}
        if len(places) == len({*places}) and not both:
            yield filled


def _listed(mention: Mention | None) -> tuple[str, ...]:
    value = None if mention is None else _all_of(mention.value)
    return cast("tuple[str, ...]", value) if isinstance(value, tuple) else ()


def _left(frame: Frame, filled: Mapping[str, Mention], tokens: Sequence[Token]) -> list[Token] | None:
    """The words that mean nothing here; None where that is too much to pass over, or a need is not said."""
    taken = {at for each in filled.values() for at in range(each.start, each.end)}
    rest = [token for at, token in enumerate(tokens) if at not in taken]
    said = frozenset[str]().union(*(_senses().get(token.text, ()) for token in rest))
    if any(need.isdisjoint(said) for need in frame.needs):
        return None
    own = frame.may.union(*frame.needs)
    strange = [
        token
        for token in rest
        if token.quoted or not (token.text in _words("plain") or _senses().get(token.text, frozenset()) & own)
    ]
    strange = [token for token in strange if token.quoted or token.text not in group("fillers")]
    means = any(token.quoted or _is_figure(token) or token.text in _senses() for token in strange)
    return None if means or len(strange) > _MOST_STRANGE else strange


def _is_figure(token: Token) -> bool:
    """Whether a number is meant: "one" is only a thing."""
    return token.number is not None and not token.raw.isalpha()


def _as_asked(
    frame: Frame,
    filled: Mapping[str, Mention],
    strange: Sequence[Token],
    tokens: Sequence[Token],
    known: Known,
    ground: Ground,
) -> Asked | Problem | None:
    """The question; the complaint about a name that nothing has."""
    words = frozenset(token.text for token in tokens)
    if (
        strange
        and "tracks?" in frame.slots
        and "tracks" not in filled
        and words.isdisjoint(_words("several"))
    ):
        before = tokens[tokens.index(strange[0]) - 1].text
        if before in _words("naming") and (problem := no_such_track(ground, strange[0].text)) is not None:
            return problem
    slots = {name: _all_of(each.value) for name, each in filled.items()}
    problem = next((value for value in slots.values() if isinstance(value, Problem)), None)
    if problem is not None:
        return problem
    taken = {at for each in filled.values() for at in range(each.start, each.end)}
    rest = [token.text for at, token in enumerate(tokens) if at not in taken]
    senses = frozenset[str]().union(*(_senses().get(word, ()) for word in rest))
    return Asked(frame, known, ground, {**frame.fixed, **slots}, senses, words)


def _all_of(value: Any) -> Any:
    """What was named; of a name that several have, all: to tell of one more harms nobody."""
    if isinstance(value, Problem) and value.options and not any(" on " in each for each in value.options):
        return tuple(each.split()[0] if each.startswith("#") else each for each in value.options)
    return value
