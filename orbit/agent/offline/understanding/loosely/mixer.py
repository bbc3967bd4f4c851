"""What can be wanted of the mixer: levels, pans, switches, sends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.lexicon import DOWN, UP

__all__ = ["MIXER"]

_VOLUME = words("volume fader gain loudness level levels")
_SIDES = ("left", "right", "center", "middle")


def _level(evidence: Evidence) -> str | None:
    values = evidence.all("gain_db", "plain")
    if not evidence.names or not evidence.only("track", "gain_db", "plain") or len(values) > 1:
        return None
    if _with_returns(evidence):
        return None  # a return beside other tracks is what they are sent to
    if evidence.says("loud", "quiet", "soft", "hot") and "too" not in evidence.rest:
        return None
    tracks = evidence.tracks
    if not values:
        return f"turn {tracks} {'up' if evidence.way > 0 else 'down'}" if evidence.way else None
    number = float(values[0].values[0].split()[0])
    moved = evidence.way and number > 0 and not evidence.says("to", "at")
    if moved:
        return f"turn {tracks} {'up' if evidence.way > 0 else 'down'} by {number:g} dB"
    stated = evidence.says("to", "at", *_VOLUME) or (values[0].type == "gain_db" and number < 0)
    return f"set the volume of {tracks} to {number:g} dB" if stated and number <= 0 else None


def _with_returns(evidence: Evidence) -> bool:
    returns = {track.name for track in evidence.ground.session.returns}
    return 0 < len(returns.intersection(evidence.names)) < len(evidence.names)


def _pan(evidence: Evidence) -> str | None:
    values, sides = evidence.all("number", "plain"), [side for side in _SIDES if side in evidence.rest]
    if not evidence.names or not evidence.only("track", "number", "plain"):
        return None
    if len(sides) != 1 or len(values) > 1:
        return None
    tracks, side = evidence.tracks, sides[0]
    if side in ("center", "middle"):
        return None if values else f"pan {tracks} to the center"
    if not values or values[0].text.endswith("bpm"):
        return None
    unit = " percent" if values[0].type == "number" else ""
    return f"pan {tracks} {values[0].values[0]}{unit} {side}"


def _switch(word: str, evidence: Evidence) -> str | None:
    return f"{word} {evidence.tracks}" if evidence.names and evidence.only("track") else None


def _all(names: Sequence[str]) -> str:
    return " and ".join(quoted(name) for name in names)


def _send(evidence: Evidence) -> str | None:
    returns = [track.name for track in evidence.ground.session.returns]
    to = [name for name in evidence.names if name in returns]
    sources = [name for name in evidence.names if name not in returns]
    values = evidence.all("gain_db", "plain")
    if len(to) != 1 or not sources or len(values) != 1 or not evidence.only("track", "gain_db", "plain"):
        return None
    number = float(values[0].values[0].split()[0])
    if evidence.way and number > 0 and not evidence.says("to", "at"):
        way = "up" if evidence.way > 0 else "down"
        return f'turn the "{to[0]}" send of {_all(sources)} {way} by {number:g} dB'
    return f'send {_all(sources)} to "{to[0]}" at {number:g} dB' if number <= 0 else None


MIXER: tuple[Frame, ...] = (
    Frame(_level, UP | DOWN | _VOLUME | words("loud quiet soft hot"), words("minus everything db")),
    Frame(_pan, words("left right center middle"), words("pan panned hard side speaker hand goes")),
    Frame(partial(_switch, "mute"), words("mute muted silence silent silenced"), words("off out")),
    Frame(partial(_switch, "unmute"), words("unmute unmuted")),
    Frame(partial(_switch, "solo"), words("solo soloed"), words("up alone")),
    Frame(partial(_switch, "arm"), words("arm armed"), words("record recording ready")),
    Frame(_send, words("send sends feed route"), UP | DOWN | words("already minus")),
)
