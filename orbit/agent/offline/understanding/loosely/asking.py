"""What is wanted without saying what exactly: it comes to the plain sentence that asks for the rest."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame

__all__ = ["ASKING"]


def _tempo(evidence: Evidence) -> str | None:
    return None if evidence.found or not evidence.says(*_ELSE) else "change the tempo"


def _meter(evidence: Evidence) -> str | None:
    return None if evidence.found or not evidence.says(*_ELSE) else "change the time signature"


def _tracks_alone(evidence: Evidence) -> bool:
    return bool(evidence.tracks) and evidence.only("track") and evidence.says(*_ELSE)


def _name(evidence: Evidence) -> str | None:
    one = len(evidence.names) == 1 and evidence.tracks.count('"') == 2
    return f"rename {evidence.tracks}" if one and _tracks_alone(evidence) else None


def _color(evidence: Evidence) -> str | None:
    return f"color {evidence.tracks}" if _tracks_alone(evidence) else None


def _level(evidence: Evidence) -> str | None:
    return f"set the volume of {evidence.tracks}" if _tracks_alone(evidence) else None


def _side(evidence: Evidence) -> str | None:
    return f"pan {evidence.tracks}" if _tracks_alone(evidence) else None


def _output(evidence: Evidence) -> str | None:
    return f"route {evidence.tracks} somewhere else" if _tracks_alone(evidence) else None


def _input(evidence: Evidence) -> str | None:
    return f"change the input of {evidence.tracks}" if _tracks_alone(evidence) else None


def _locator(evidence: Evidence) -> str | None:
    names = evidence.all("text")
    if len(names) != 1 or len(evidence.found) != 1:
        return None
    return f'put a marker called "{names[0].values[0]}"'


def _loop(evidence: Evidence) -> str | None:
    bars = evidence.all("bars")
    if len(bars) != 1 or len(evidence.found) != 1 or not bars[0].text.startswith("bar "):
        return None
    return f"loop from bar {bars[0].values[0]}"


_ELSE = words(
    "another other different differently new change changed changing else elsewhere switch switched adjust "
    "adjusted alter altered modify modified wrong fresh better"
)
"""Words for something else than there is, without saying what."""
_BESIDE = _ELSE | words("song groove beat whole project session something anything somewhere what should")
_PLACING = words(
    "add insert drop place create throw stick plant new mark named called titled labelled name set"
)

ASKING: tuple[Frame, ...] = (
    Frame(_tempo, words("tempo bpm speed pace"), _BESIDE),
    Frame(_meter, words("signature meter metre"), _BESIDE | words("time")),
    Frame(_name, words("name names named title label rename renamed relabel call called"), _BESIDE),
    Frame(_color, words("color colors colored recolor recolored painted paint"), _BESIDE),
    Frame(_level, words("volume level fader loudness gain"), _BESIDE),
    Frame(_side, words("pan panning panned position"), _BESIDE | words("stereo")),
    Frame(_output, words("output outputs routing routed route destination"), _BESIDE),
    Frame(_input, words("input inputs"), _BESIDE),
    Frame(_locator, words("marker locator flag cue"), _PLACING),
    Frame(
        _loop,
        words("loop looped looping cycle repeat"),
        words("starting start starts begin beginning onwards onward forward set make"),
    ),
)
"""Each of these says only what it is about; what is missing is asked for."""
