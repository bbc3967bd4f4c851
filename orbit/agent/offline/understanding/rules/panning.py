"""Panning."""

from __future__ import annotations

from daw_bridges.actions import SetPan
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]

_PLAIN_STEP = 0.2
"""How far "more to the left" goes when nothing says how far; 1 is all the way."""


def _set_pan(_: Ground, tracks: Tracks, pan: float = 0.0) -> Built:
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
_ARE = "[should be|must be|has to be|have to be|are|is|needs to be|need to be]"

RULES = (
    Rule(
        _set_pan,
        (
            "(pan|spread) {tracks} [over|out|all way|back|around] [to|at] {pan}",
            (
                "(move|put|place|push|shift|set|send|throw|bring|nudge|stick|have|want|get|swing|keep) "
                f"{{tracks}} {_BACK} [to|on|in|at] {{pan:side}}"
            ),
            "(have|want|like) {tracks} (on|to|in|panned) {pan:side}",
            "(set|put|change) (pan|panning|balance) (of|on|for) {tracks} [to|at] {pan}",
            "(set|put|change) {tracks} (pan|panning) [to|at] {pan}",
            "{tracks} (pan|panning|panned) [to|at|over to] {pan}",
            "{tracks} [over|back] [to|in|on|at] {pan:side}",
            "{tracks} (should be|goes|should go) [over|panned] [to|in|on|at] {pan:side}",
            "pan {pan} {tracks}",
            "pan {pan} (on|for) {tracks}",
            "hard pan {tracks} {pan}",
            "hard {pan:side} (on|for|with) {tracks}",
        ),
    ),
    Rule(
        _set_pan,
        (
            "(center|recenter|centre) {tracks} [pan|panning]",
            "(center|recenter) pan (of|on|for) {tracks}",
            "pan {tracks} (straight|dead) center",
            "reset (pan|panning) (of|on|for) {tracks}",
            "reset {tracks} (pan|panning)",
            "(no|remove) pan (on|from) {tracks}",
        ),
    ),
    Rule(
        _shift,
        (
            f"{_MOVE} {{tracks}} [{{percent}}] {_FURTHER} {_SIDE}",
            f"{_MOVE} {{tracks}} [bit|little] {_FURTHER} {_SIDE} [[by] {{percent}}]",
            f"{{tracks}} {_ARE} [{{percent}}] [bit|little] {_FURTHER} {_SIDE}",
            f"{{tracks}} {_ARE} [bit|little] {_FURTHER} {_SIDE} [by] {{percent}}",
        ),
    ),
)
"""The wordings of panning."""
