"""Sends, outputs and inputs."""

from __future__ import annotations

import math

from daw_bridges.actions import Action, SetInput, SetOutput, SetSend
from daw_bridges.references import find_track
from daw_bridges.session import TrackKind
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]

_PLAIN_STEP_DB = 3.0
"""How far "more" goes when nothing says how far."""


def _set_send(_: Ground, tracks: Tracks, to: Tracks, level: float) -> Built:
    return [SetSend(track=track, to=to[0], db=level) for track in tracks]


def _how_much(_: Ground, tracks: Tracks, to: Tracks) -> Built:
    return Problem(
        f"How much of {tracks[0]} shall go to {to[0]}? "
        f"Say for instance “send {tracks[0]} to {to[0]} at -12 dB”."
    )


def _change_send(
    ground: Ground, tracks: Tracks, to: Tracks, way: int, amount: float = _PLAIN_STEP_DB
) -> Built:
    changed: list[Action] = []
    for reference in tracks:
        now = ground.track(reference).sends.get(find_track(ground.session, to[0]).name, -math.inf)
        if math.isinf(now):
            return Problem(f"{reference} sends nothing to {to[0]} yet. Say a level, such as -12 dB.")
        changed.append(SetSend(track=reference, to=to[0], db=round(now + way * amount, 2)))
    return changed


def _route(_: Ground, tracks: Tracks, to: Tracks) -> Built:
    return [SetOutput(track=track, to=to[0]) for track in tracks if track != to[0]] or None


def _feed(ground: Ground, tracks: Tracks, to: Tracks) -> Built:
    """As ``_route``, said loosely: what is routed to a return is a send, and the library's business."""
    return None if ground.track(to[0]).kind is TrackKind.RETURN else _route(ground, tracks, to)


def _take_from(_: Ground, tracks: Tracks, source: Tracks) -> Built:
    return [SetInput(track=track, source=source[0]) for track in tracks if track != source[0]] or None


RULES = (
    Rule(_how_much, ("send {tracks} (to|into) {to:return}",), firm=False),
    Rule(
        _set_send,
        (
            (
                "(set|put|turn|bring|push|pull) {to:return} [send] (on|of|for|from) {tracks} [up|down] (to|"
                "at) {level}"
            ),
            "(set|put|turn|bring|push|pull) {tracks} {to:return} send [up|down] (to|at) {level}",
            "(set|put|turn|bring|push|pull) {tracks} send (to|into) {to:return} [up|down] (to|at) {level}",
            "(set|put|turn|bring|push|pull) send (from|of|on) {tracks} (to|into) {to:return} (to|at) {level}",
            (
                "(set|put|turn|bring|push|pull) send {to:return} (on|of|for|from) {tracks} [up|down] (to|"
                "at) {level}"
            ),
            "(set|put|turn|bring|push|pull) {tracks} send {to:return} [up|down] (to|at) {level}",
            "send {tracks} (to|into) {to:return} (at|with|by) {level}",
            "send {tracks} (to|into) {to:return} {level:db}",
            "send {level:db} of {tracks} (to|into) {to:return}",
            "{tracks} (to|into) {to:return} (at|with) {level}",
            "{tracks} send {to:return} (to|at) {level}",
            "give {tracks} {level:db} of {to:return}",
            "{tracks} {to:return} send [to|at] {level}",
        ),
        firm=False,
    ),
    Rule(
        _change_send,
        (
            "(turn|bring|push|pull) {way:up} {to:return} send (on|of|for) {tracks} [[by] {amount}]",
            "(turn|bring|push|pull) {to:return} send (on|of|for) {tracks} {way:up} [[by] {amount}]",
            "{way:raise} {to:return} send (on|of|for) {tracks} [[by] {amount}]",
            "(turn|bring|push|pull) {tracks} {to:return} send {way:up} [[by] {amount}]",
            "{way:raise} {tracks} {to:return} send [[by] {amount}]",
            "[{amount}] {way:more} {to:return} on {tracks}",
        ),
        firm=False,
    ),
    Rule(
        _feed,
        (
            "(route|output|bus|feed) {tracks} (to|into|through) {to:track}",
            "send {tracks} straight (to|into) {to:track}",
        ),
        firm=False,
    ),
    Rule(
        _route,
        (
            "(route|output|bus|feed) {tracks} output (to|into|through) {to:track}",
            "(set|change|route|send|switch) output (of|from|for) {tracks} (to|into) {to:track}",
            "(set|change|route|send|switch) {tracks} output (to|into) {to:track}",
        ),
        firm=False,
    ),
    Rule(
        _take_from,
        (
            "(set|change) input (of|for|on) {tracks} to {source:track}",
            "(set|change) {tracks} input to {source:track}",
            "(take|get) input (of|for) {tracks} from {source:track}",
            "(resample|record) {source:track} (into|onto|on) {tracks}",
        ),
        firm=False,
    ),
)
"""The wordings of where sound goes."""
