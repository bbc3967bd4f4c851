"""Whether a sentence is one of a workflow's own phrasings, with something fitting in each slot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.pattern import FILLERS, Clause, match
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.templates import SLOT
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.workflows.roles import NO_NICKNAMES, Nicknames

__all__ = ["is_phrasing"]

_KIND_OF_SLOT = {
    "track": "tracks",
    "tracks": "tracks",
    "device": "kind",
    "gain_db": "level",
    "frequency": "value",
    "time": "value",
    "bars": "value",
    "number": "value",
    "text": "name",
    "choice": "name",
}


def is_phrasing(
    sentence: str, workflow: Mapping[str, Any], session: Session, nicknames: Nicknames = NO_NICKNAMES
) -> bool:
    """Whether one of the workflow's phrases accounts for the whole sentence."""
    text = unwrapped(sentence)
    clause = Clause(Ground(session, text, nicknames=nicknames), tokenize(text), KINDS)
    types = {name: str(slot["type"]) for name, slot in workflow.get("slots", {}).items()}
    patterns = (_pattern(str(phrase), types) for phrase in workflow.get("phrases", ()))
    return any(next(match(pattern, clause), None) is not None for pattern in patterns if pattern)


def _pattern(phrase: str, types: Mapping[str, str]) -> str:
    """The phrase in the language of rules; a slot takes what its type can be."""
    parts: list[str] = []
    at = 0
    for slot in SLOT.finditer(phrase):
        parts.extend(_words(phrase[at : slot.start()]))
        parts.append(f"{{{slot[1]}:{_KIND_OF_SLOT.get(types.get(slot[1], 'text'), 'name')}}}")
        at = slot.end()
    return " ".join([*parts, *_words(phrase[at:])])


def _words(text: str) -> list[str]:
    return [
        token.text
        for token in tokenize(text)
        if token.text not in FILLERS and re.fullmatch(r"[\w%-]+", token.text)
    ]
