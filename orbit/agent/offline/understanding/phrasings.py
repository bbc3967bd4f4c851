"""Whether a sentence is one of a workflow's own phrasings, and what it says for slots of text."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import islice
from typing import Any

from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.pattern import FILLERS, Clause, match
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.templates import SLOT
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.workflows.patterns import heard_as
from orbit.workflows.roles import NO_NICKNAMES, Nicknames

__all__ = ["fills_phrase", "is_phrasing", "texts_said"]

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
    return _said_in_phrase(sentence, workflow, session, nicknames) is not None


def fills_phrase(
    sentence: str,
    workflow: Mapping[str, Any],
    session: Session,
    slots: Collection[str],
    nicknames: Nicknames = NO_NICKNAMES,
) -> bool:
    """Whether a phrase of the workflow is the whole sentence, and all that it says is in these slots."""
    said = _said_in_phrase(sentence, workflow, session, nicknames)
    return said is not None and {*said} <= {*slots}


def texts_said(
    sentence: str, workflow: Mapping[str, Any], session: Session, nicknames: Nicknames = NO_NICKNAMES
) -> dict[str, str]:
    """What a sentence says for slots that mean music: by its name, or else what stands there in a phrase."""
    meant = {name: slot["means"] for name, slot in workflow.get("slots", {}).items() if "means" in slot}
    if not meant:
        return {}
    values = _said_in_phrase(sentence, workflow, session, nicknames) or {}
    found = {name: heard_as(means, sentence) or values.get(name) for name, means in meant.items()}
    return {name: str(text) for name, text in found.items() if text is not None}


def _said_in_phrase(
    sentence: str, workflow: Mapping[str, Any], session: Session, nicknames: Nicknames = NO_NICKNAMES
) -> Mapping[str, Any] | None:
    """What stands for each slot in the phrase that is the whole sentence; None where none is."""
    text = unwrapped(sentence)
    clause = Clause(Ground(session, text, nicknames=nicknames), tokenize(text), KINDS)
    types = {name: str(slot["type"]) for name, slot in workflow.get("slots", {}).items()}
    patterns = (_pattern(str(phrase), types) for phrase in workflow.get("phrases", ()))
    found = [fit for pattern in patterns if pattern for fit in islice(match(pattern, clause), 1)]
    return min(found, key=lambda fit: fit.free).values if found else None


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
