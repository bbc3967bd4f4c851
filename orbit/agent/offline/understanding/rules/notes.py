"""What the user wants kept in words, what they ask to be told of it, and their usual devices."""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.rule import Built, Keep, Recall, Rule, Usual
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


_NAMING = re.compile(r".+ (?:is|means) (?P<track>.+)", re.IGNORECASE)


def _keep(ground: Ground, text: str) -> Built:
    naming = _NAMING.fullmatch(text)
    names = (name.casefold() for name in ground.session.track_names)
    # What a track is called is not a note: the rules of names say what is wrong with it.
    return None if naming and naming["track"].casefold() in names else Keep(text)


def _recall(_: Ground, text: str = "") -> Built:
    return Recall(text)


def _usual(_: Ground, kind: str, tracks: Tracks) -> Built:
    return Usual(kind, tracks)


def _known(_: Ground, kind: str) -> Built:
    return Recall(kind.replace("_", " "))


RULES = (
    Rule(
        _keep,
        (
            "(remember|note|note down|keep in mind|write down|not forget) that {text:rest}",
            "(make|take|leave) note (that|of) {text:rest}",
            "note to self {text:rest}",
        ),
    ),
    Rule(
        _recall,
        (
            "what did (i|we) (note|write|write down|say) (about|on) {text:rest}",
            "what do you (remember|know) (about|of) {text:rest}",
            "(show|read|list|tell) [me] [all] notes",
            "(show|read|list|tell) [me] [all] notes (about|on|for) {text:rest}",
            "what (are|were) notes [(about|on|for) {text:rest}]",
        ),
    ),
    Rule(_known, ("(what|which) [is] usual {kind}", "(what|which) {kind} do i usually use")),
    Rule(
        _usual,
        (
            "(put|add|insert|use|load|slap|throw|drop) usual {kind} (on|to|onto|into|in|for) {tracks}",
            "give {tracks} usual {kind}",
            "(put|add|insert|use) {kind} i usually use (on|to|onto|for) {tracks}",
        ),
    ),
)
"""The wordings of notes and habits."""
