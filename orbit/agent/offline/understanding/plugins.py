"""Devices that Orbit does not know: asked for like any other, and told apart from what makes no sense."""

from __future__ import annotations

import re

from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.naming import one_of, tracks_named
from orbit.agent.offline.understanding.pattern import Clause, match
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.lexicon import group
from orbit.workflows.roles import NO_NICKNAMES, Nicknames

__all__ = ["unknown_device", "unknown_plugin"]

_WANTED = "(insert|load|add|put|use|open|drop|slap|stick|throw) {name} (on|to|onto|into|in|for) {tracks}"
_PLUGIN = re.compile(r" (?:plug-?in|vst3?|audio unit)\b", re.IGNORECASE)
_ARTICLES = group("before_a_plugin")
_MOST_WORDS = 3


def unknown_device(text: str, session: Session, nicknames: Nicknames = NO_NICKNAMES) -> str | None:
    """What to say of a sentence that asks for a device by a name nothing has; None when it does not."""
    sentence = unwrapped(text)
    ground = Ground(session, sentence, nicknames=nicknames)
    for found in match(_WANTED, Clause(ground, tokenize(sentence), KINDS)):
        name, tracks = _bare(str(found.values["name"])), found.values["tracks"]
        kind = ground.kind_of(name.casefold())
        if (
            name
            and not kind
            and not isinstance(tracks, Problem)
            and len(name.split()) <= _MOST_WORDS
            and tracks_named(ground, name.casefold()) is None
        ):
            track = one_of(tracks[:1])
            return (
                f"I know no device called “{name}”. A plug-in goes by its exact name in quotation marks: "
                f'insert "{name.title()}" on {track}.'
            )
    return None


def unknown_plugin(text: str, session: Session, nicknames: Nicknames = NO_NICKNAMES) -> str | None:
    """As ``unknown_device``, of what the sentence itself calls a plug-in: no workflow has such a one."""
    if (match := _PLUGIN.search(text)) is None:
        return None
    return unknown_device(text[: match.start()] + text[match.end() :], session, nicknames)


def _bare(name: str) -> str:
    said = name.split()
    return " ".join(said[1:] if said and said[0].casefold() in _ARTICLES else said)
