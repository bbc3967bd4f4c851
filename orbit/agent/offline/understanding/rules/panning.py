"""Panning."""

from __future__ import annotations

from daw_bridges.actions import SetPan
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.pans import PanStep
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]

_PLAIN_STEP = 0.2
"""How far "more to the left" goes when nothing says how far; 1 is all the way."""


def _set_pan(ground: Ground, tracks: Tracks, pan: float = 0.0) -> Built:
    if isinstance(pan, PanStep):
        return _shift(ground, tracks, 1, 100 * pan)
    return [SetPan(track=track, pan=pan) for track in tracks]


def _shift(ground: Ground, tracks: Tracks, way: int, percent: float | None = None) -> Built:
    """Further to a side than it is, as far as the panorama goes."""
    step = way * (_PLAIN_STEP if percent is None else percent / 100)
    return [
        SetPan(track=track, pan=max(-1.0, min(1.0, round(ground.track(track).pan + step, 4))))
        for track in tracks
    ]


_BACK = "[pan|panning|over|out|back|up|around]"
_MOVE = "[i] (pan|move|push|nudge|shift|put|bring|want|have|need|like)"
_FURTHER = "(more|further|farther)"
_SIDE = "[to|towards|in|into|on] {way:side_of}"

RULES = (
    Rule(
        _set_pan,
        (
            "(pan|spread) {tracks} [over|out|all way|back|around] [to|at] {pan}",
            (
                "(move|put|place|push|shift|set|send|throw|bring|nudge|stick|have|want|get|swing|keep) "
                f"{{tracks}} {_BACK} [to|on|in|at] {{pan:side}}"
            ),
            "{tracks} (pan|panning|panned) [to|at|over to] {pan}",
            "{tracks} (should be|goes|should go) [over|panned] [to|in|on|at] {pan:side}",
            "[(pan|spread) them (apart|out)] {tracks} [over|back] [to|in|on|at] {pan:side}",
        ),
    ),
    Rule(
        _set_pan,
        (
            "(center|recenter|centre) {tracks} [pan|panning]",
            "reset (pan|panning) (of|on|for) {tracks}",
        ),
    ),
    Rule(
        _shift,
        (f"{_MOVE} {{tracks}} [bit|little] {_FURTHER} {_SIDE} [[by] {{percent}}]",),
    ),
)
"""The wordings of panning."""
