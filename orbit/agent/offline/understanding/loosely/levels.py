"""What can be wanted of faders."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.moves import LEVEL_WORDS, NEGATIONS, read_move
from orbit.agent.offline.understanding.loosely.strips import POINTING, is_fact, strip
from orbit.agent.offline.understanding.pattern import FILLERS

__all__ = ["LEVELS"]

_VOLUME = words("volume volumes fader faders gain loudness level levels")
_HOW = words(
    "come comes coming try sneak inch creep scoot prefer ride riding slide park nudge sink dial ease fade "
    "pop pot adjust move level belong belongs live lives everything still same overall loudly change "
    "sounding wee sitting sat parked placed resting living pull pulled brought "
    "taken turned shove slap slam smack until till nicer better"
)


def _level(evidence: Evidence) -> str | None:
    tracks = strip(evidence, "gain_db", "plain")
    move = read_move(evidence) if tracks else None
    if move is None or is_fact(evidence) or _is_of_another(evidence) or _only_places(evidence):
        return None
    return f"set the volume of {tracks} {move.words}" if move.to else f"turn {tracks} {move.words}"


def _only_places(evidence: Evidence) -> bool:
    """Whether nothing but "under" is said: "the pad under the kick" may be what ducks as well."""
    return FILLERS.union(_PLACES).issuperset(evidence.rest) and evidence.says(*_PLACES)


_PLACES = words("under behind")


def _is_of_another(evidence: Evidence) -> bool:
    """Whether a return is named beside "it": what "it" sends there is meant, and not the return's fader."""
    returns = {track.name for track in evidence.ground.session.returns}
    return evidence.says(*POINTING) and returns.issuperset(evidence.names)


def _is_told(evidence: Evidence) -> bool:
    """Whether it says how many decibels up or down: whatever the verb, that is a level."""
    move = read_move(evidence) if evidence.all("gain_db") else None
    return move is not None and bool(move.way)


def _faders(evidence: Evidence) -> str | None:
    """Every fader to one level: "faders back to zero"."""
    move = read_move(evidence) if evidence.only("gain_db", "plain") else None
    return f"set the volume of all tracks {move.words}" if move is not None and move.to else None


def _ducked(evidence: Evidence) -> str | None:
    """So many decibels less for good: "duck the pads 3 dB", with nothing that they duck under."""
    values = evidence.all("gain_db")
    tracks = strip(evidence, "gain_db") if len(evidence.all("track")) == len(values) == 1 else None
    return f"turn {tracks} down by {values[0].text.lstrip('+-')}" if tracks else None


LEVELS: tuple[Frame, ...] = (
    Frame(_level, any_verb=_is_told, more=LEVEL_WORDS | _VOLUME | _HOW | NEGATIONS),
    Frame(_ducked, words("duck ducked"), words("down back volume level db")),
    Frame(_faders, words("faders levels volumes"), LEVEL_WORDS | _HOW | words("all every everything")),
)
