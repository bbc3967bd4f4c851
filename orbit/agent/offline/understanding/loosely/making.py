"""New tracks: of which kind, how they are called, where they stand, in which colour and with what on them."""

from __future__ import annotations

import re
from itertools import pairwise

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.titles import CALLING, KINDS_OF_TRACK
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["MAKING"]

_KINDS = {
    "audio": "audio",
    "midi": "midi",
    "instrument": "midi",
    "return": "return",
    "returns": "return",
    "aux": "return",
    "auxes": "return",
}
_MANY = words("tracks channels returns auxes")
_BEFORE = re.compile(r"(?:before|above|in front of|ahead of|(?:to the |the )?left of)(?: the| my| our)?$")
_BEHIND = re.compile(
    r"(?:after|behind|below|under|underneath|beneath|beside|next to|following|(?:to the |the )?right of)"
    r"(?: the| my| our)?$"
)


def _make(evidence: Evidence) -> str | None:
    kinds = {_KINDS[word] for word in evidence.rest if word in _KINDS}
    kinds = kinds - {"audio"} if "return" in kinds else kinds
    if len(kinds) != 1 or not evidence.only("title", "color", "device", "track", "plain"):
        return None
    if evidence.says("return") and evidence.says("to", "back", "from") and not evidence.says("new", "track"):
        return None
    if evidence.says("return", "aux") is False and not evidence.says(
        "track", "channel", *_MANY, "new", "bus", "more"
    ):
        return None
    said = [token.text for token in evidence.tokens]
    if said[0] == "record" or any(one in _THE and two in _KINDS for one, two in pairwise(said)):
        return None
    names, where = _names(evidence), _where(evidence)
    asked = evidence.says(*_ASKING) and not evidence.says(*_CALLED) and evidence.rest[-1] not in _OPEN
    if not names and not asked:
        return None
    if names is None or where is None or (len(names) > 1 and where):
        return None
    beside = _beside(evidence)
    made = (f"create a {kinds.copy().pop()} track{where}{_called(name)}" for name in names or ("",))
    return None if beside is None else " and ".join(f"{each}{beside}" for each in made)


_THE = words("the this that my our your")
_ASKING = words(
    "create add make new another fresh empty blank extra more open insert build spin throw drop need want "
    "get missing lacking required needed give"
)
_CALLED = words("called named titled labelled name title")
_OPEN = words("with to for from at on called in the a")


def _called(name: str) -> str:
    return f" called {quoted(name)}" if name else ""


def _names(evidence: Evidence) -> tuple[str, ...] | None:
    """The names of the new tracks; none where it is one without a name, None where they do not fit."""
    titles, counts = evidence.all("title"), evidence.all("plain")
    names = tuple(name for title in titles for name in title.values)
    count = int(float(counts[0].values[0])) if counts else None
    if len(counts) > 1 or (count is not None and count != max(1, len(names))):
        return None
    many = count != 1 and evidence.says(*_MANY)
    return names if len(set(names)) == len(names) and (len(names) > 1) is many else None


def _where(evidence: Evidence) -> str | None:
    """Where the new track stands; "" where nothing says so, None where it is beside several."""
    tracks = evidence.all("track")
    placed = [side for each in tracks if (side := _side(evidence, each))]
    for_them = [each for each in tracks if evidence.before(each) in ("for", "of")]
    if len(tracks) > 1 or (tracks and not placed and not for_them) or evidence.all("track") != tracks:
        return None
    return f" {placed[0]} {evidence.tracks}" if placed else ""


def _side(evidence: Evidence, track: Mention) -> str:
    said = " ".join(token.text for token in evidence.tokens[max(0, track.start - 5) : track.start])
    return "before" if _BEFORE.search(said) else "after" if _BEHIND.search(said) else ""


def _beside(evidence: Evidence) -> str | None:
    """What else is wanted of the new track: a colour, a device."""
    colors, devices = evidence.all("color"), evidence.all("device")
    if (
        len(colors) > 1
        or len(devices) > 1
        or (devices and not evidence.says("with", "put", "add", "has", "on"))
    ):
        return None
    color = f", color it {colors[0].text}" if colors else ""
    return color + (f", put a {devices[0].text} on it" if devices else "")


MAKING: tuple[Frame, ...] = (
    Frame(
        _make,
        KINDS_OF_TRACK,
        CALLING
        | _MANY
        | words(
            "create created add added make new fresh empty blank another extra additional more up open start "
            "missing lacking lack insert build spin drop throw fire bus song project session set color "
            "after before behind under below underneath beneath above next right left front ahead beside "
            "following come comes end directly immediately with wish required needed exist exists should fx "
            "effect effects first second strip record recording somewhere stick pop slap also separate "
            "type kind where there stereo mono already software hook"
        ),
        strangers=1,
    ),
)
