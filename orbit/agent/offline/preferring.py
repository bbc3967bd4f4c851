"""A wish for all time, made a preference: which workflow it is about, which slot, and on which tracks.

>>> wish_in("from now on use a ratio of 2 to 1 when you sidechain")
'sidechain ratio of 2 to 1'
>>> wish_in("I always want my reverb sends at -15")
'reverb sends at -15'
>>> wish_in("mute the bass")
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from orbit.agent.answers import Decline
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Call, Move
from orbit.agent.offline.understanding import Prefer, Preferences, Understood, Unprefer
from orbit.agent.offline.understanding.filling import Filling
from orbit.agent.offline.understanding.politeness import unwrapped
from orbit.agent.offline.understanding.templates import TRACK_TYPES, recipe_of
from orbit.agent.offline.understanding.tokens import plain
from orbit.workflows.roles import ROLES, members

__all__ = ["is_wish", "wish_in", "wished"]

_EXAMPLES = (
    "I can remember values for what I do, such as “from now on use a ratio of 2 to 1 when you sidechain”, or "
    "a track to leave alone, such as “never touch the master”."
)


def is_wish(text: str, understood: Understood | None) -> bool:
    """Whether a sentence is about how things are to be done, and so about nothing that was done."""
    return isinstance(understood, Prefer | Unprefer | Preferences) or wish_in(text) is not None


def wished(text: str, known: Known) -> Move | None:
    """The move for a wish for all time; None for any other sentence."""
    wish = wish_in(text)
    if wish is None:
        return None
    near = known.workflows if known.decision != "none" else ()
    for workflow in near:
        if preferences := list(_preferences(wish, workflow, known)):
            return (Call("prefer", {"preferences": preferences, "said": text}),)
    return Decline(
        reason=f"I could not tell what should change from now on, so nothing was saved. {_hint(near)}"
    )


def _hint(near: Any) -> str:
    """What could be said instead: of the workflow that is nearest, the values that it takes."""
    for workflow in near[:1]:
        values = [
            name.replace("_", " ") for name, type_ in _types(workflow).items() if type_ not in TRACK_TYPES
        ]
        if values:
            return f"{workflow['title']} takes {', '.join(values)}. {_EXAMPLES}"
    return _EXAMPLES


def _types(workflow: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(slot["type"]) for name, slot in workflow["slots"].items()}


def _preferences(wish: str, workflow: Mapping[str, Any], known: Known) -> Iterator[dict[str, Any]]:
    """The slots that a wish fills, each a preference; the tracks it names say where it holds."""
    filling, types, said = known.filling(wish, workflow), _types(workflow), set(plain(wish).split())
    if not filling.spoken_of or filling.left_out or _unknown(filling, types):
        return
    if any(slot.clip and slot.name in filling.slots for slot in recipe_of(workflow).slots):
        return  # a clip is a thing of this session, and no value to keep
    values = {name: value for name, value in filling.slots.items() if types[name] not in TRACK_TYPES}
    tracks = {name: value for name, value in filling.slots.items() if types[name] in TRACK_TYPES}
    if not values and not any(letter.isdigit() for letter in wish):
        values, tracks = _named_track(tracks, types, said), {}
    if not all(_is_meant(name, workflow, said) for name in values):
        return
    for where in _places(tracks, known):
        for name, value in values.items():
            wanted = {"kind": "slot", "workflow": workflow["id"], "slot": name, "value": value}
            yield wanted | ({"where": where} if where else {})


def _unknown(filling: Filling, types: Mapping[str, str]) -> bool:
    """Whether the wish names what is not there; a slot's own name is no such thing."""
    return any(not set(plain(name).split()) <= _words_of(types) for name in filling.unknown)


def _words_of(types: Mapping[str, str]) -> set[str]:
    return {word for name in types for word in name.split("_")}


def _named_track(tracks: Mapping[str, str], types: Mapping[str, str], said: set[str]) -> dict[str, str]:
    """A track for a slot that is named: "use the snare as the source"."""
    named = [name for name, type_ in types.items() if type_ in TRACK_TYPES and name in said]
    return {named[0]: next(iter(tracks.values()))} if len(named) == len(tracks) == 1 else {}


def _is_meant(slot: str, workflow: Mapping[str, Any], said: set[str]) -> bool:
    """Whether a slot is named, or the workflow is and has no other slot that the value could be for."""
    if set(slot.split("_")) & said:
        return True
    types = _types(workflow)
    alone = sum(type_ == types[slot] for type_ in types.values()) == 1
    title = [word for word in plain(str(workflow["title"])).split() if len(word) > 2]
    return alone and any(word.rstrip("s").startswith(each.rstrip("s")) for word in said for each in title)


def _places(tracks: Mapping[str, str], known: Known) -> list[str]:
    """Tracks as a preference holds for them: the part that they play together, or each of them."""
    here = {track.name for track in known.session.ordinary_tracks}
    filled = ([name for name in value.split(", ") if name in here] for value in tracks.values())
    names = next(filter(None, filled), list[str]())
    if len(names) > 1:
        parts = (each for each in ROLES if [t.name for t in members(known.session, each)] == names)
        if part := next(parts, None):
            return [part.replace("_", " ")]
    return names or [""]


_LONGEST = 300
_FROM_NOW_ON = (
    r"from now on|from here on|in (?:the )?future|for the future|by default|as (?:a|my|the) default|"
    r"(?:every|each) time(?= (?:you|i|we)\b)|as a rule|in general"
)
_USE = r"(?:use|take|set|make|have|give|put|go with|do|want|prefer|like)"
_ALWAYS = re.compile(
    rf"^(?:please\s+)?(?:(?:{_FROM_NOW_ON})\b[\s,:]*|always\s+|i(?:'d| would)?\s+(?:always|usually|normally|"
    rf"generally)\s+(?:{_USE}|to have)\s+|i\s+(?:rather|prefer|like)\s+(?:to\s+)?"
    r"(?:always\s+)?(?:have\s+)?|i(?:'d| would)\s+(?:rather|prefer|like|love)\s+(?:to\s+)?always\s+"
    r"(?:have\s+)?|you should always\s+|my default (?:for|is)\s+)",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"\b(?:should|must|has to|have to|are to|is to|to)\s+always\s+(?:be\b\s*|have\b\s*|sit\b\s*|go\b\s*)?|"
    r"\b(?:are|is)\s+always\s+",
    re.IGNORECASE,
)
_DEFAULT = re.compile(r"^(?:set\s+|make\s+)?(?:the|my)\s+default\s+(?=\S)", re.IGNORECASE)
_VALUE_LAST = re.compile(
    r"^(?P<slot>[a-z ]+?) (?:for|on|of|in) (?:the |my )?(?P<goal>[a-z -]+?) (?:to|at|is|of) "
    r"(?P<value>-?\d.*)$",
    re.IGNORECASE,
)
_WISHED_LAST = re.compile(rf"[\s,]+(?:{_FROM_NOW_ON}|always)[\s.!]*$", re.IGNORECASE)
_WHENEVER = re.compile(
    r"^(?:whenever|every time|each time|when)\s+(?:i|you|we)\s+(?P<goal>[^,]+?)[\s,]+"
    rf"(?:always\s+|please\s+|then\s+)*{_USE}\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_WHEN_LAST = re.compile(
    rf"^(?:{_USE}\s+)?(?P<what>.+?)[\s,]+(?:when|whenever|every time|each time|if)\s+(?:i|you|we)\s+"
    r"(?P<goal>.+)$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    rf"^(?:please\s+|always\s+|i want\s+(?:you to\s+)?|{_USE}\s+|an?\s+|the\s+|my\s+)+", re.IGNORECASE
)


def wish_in(text: str) -> str | None:
    """The wish without the words that make it one, what it is about first; None for an ordinary request."""
    said = " ".join(unwrapped(text).split())
    if not said or len(said) > _LONGEST:
        return None
    rest = _WISHED_LAST.sub("", _ALWAYS.sub("", said))
    if rest == said:
        rest = _DEFAULT.sub("", _INSIDE.sub("", said))
    if whenever := _WHENEVER.match(said) or _WHENEVER.match(rest):
        return _both(whenever)
    if rest == said:
        return None
    if last := _WHEN_LAST.match(rest):
        return _both(last)
    core = _LEADING.sub("", rest).strip(" .!")
    return _VALUE_LAST.sub(r"\g<goal> \g<slot> \g<value>", core) or None


def _both(found: re.Match[str]) -> str:
    return f"{found['goal'].strip(' .!,')} {_LEADING.sub('', found['what']).strip(' .!,')}"
