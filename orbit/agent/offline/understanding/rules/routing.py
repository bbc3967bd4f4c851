"""Sends, outputs and inputs."""

from __future__ import annotations

import math

from daw_bridges.actions import Action, SetInput, SetOutput, SetSend
from daw_bridges.references import find_track
from daw_bridges.session import TrackKind
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES", "_take_from"]

_PLAIN_STEP_DB = 3.0
"""How far "more" goes when nothing says how far."""


def _set_send(_: Ground, tracks: Tracks, to: Tracks, level: float) -> Built:
    return [SetSend(track=track, to=to[0], db=level) for track in tracks]


def _no_send(_: Ground, tracks: Tracks, to: Tracks, **_off: bool) -> Built:
    return [SetSend(track=track, to=to[0], db=-math.inf) for track in tracks]


def _dry(ground: Ground, tracks: Tracks, to: Tracks) -> Built:
    """None of what a return does: its send is closed, and never opened."""
    name = find_track(ground.session, to[0]).name
    does = {device.kind for device in find_track(ground.session, to[0]).devices}
    for track in tracks:
        if own := next((device for device in ground.track(track).devices if device.kind in does), None):
            return Problem(
                f"{track} has its own {own.name}. Should it be removed, or bypassed?",
                options=("remove", "bypass"),
                asks=f'{GAP} the {own.name} on "{track}"',
            )
    sending = [track for track in tracks if not math.isinf(ground.track(track).sends.get(name, -math.inf))]
    if not sending:
        return Problem(f"{' and '.join(tracks)} sends nothing to {name}, so there is nothing to do.")
    return [SetSend(track=track, to=to[0], db=-math.inf) for track in sending]


def _how_much(_: Ground, tracks: Tracks, to: Tracks) -> Built:
    return Problem(
        f"How much of {tracks[0]} should go to {to[0]}? "
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


_SET = (
    "(set|put|turn|bring|push|pull|dial|crank|get|have|change|raise|lower|keep|move|take|make|adjust|"
    "fade|drop)"
)
_OFF = "(turn off|switch off|kill|remove|no|mute|zero|take off|take out|cut|disable|stop|lose)"
_SOME = "[(some|bit|little|touch|lot|plenty) [of]]"
_DOWN = "[up|down|back|back up|back down]"
_AT = f"[{_DOWN} (to|at)]"

RULES = (
    Rule(_how_much, ("send {tracks} (to|into) {to:return}",), firm=False),
    Rule(_dry, ("(no|without|no more|not any) {to:return} (on|for|in) {tracks} [any more|anymore]",)),
    Rule(
        _set_send,
        (
            f"{_SET} {{to:return}} [send] (on|of|for|from) {{tracks}} {_DOWN} (to|at) {{level:stated}}",
            f"{_SET} {{tracks}} {{to:return}} send {_AT} {{level:stated}}",
            f"{_SET} send {{to:return}} (on|of|for|from) {{tracks}} {_AT} {{level:stated}}",
            f"send {_SOME} {{tracks}} (to|into) {{to:return}} (at|with|by|to) {{level}}",
            "{tracks} send {to:return} [to|at] {level}",
        ),
        firm=False,
    ),
    Rule(
        _no_send,
        (
            f"{_OFF} {{to:return}} send (on|of|for|from) {{tracks}}",
            "(take|pull|get|keep) {tracks} out of {to:return}",
        ),
    ),
    Rule(
        _change_send,
        (
            "(turn|bring|push|pull|dial) {way:up} {to:return} send (on|of|for) {tracks} [[by] {amount}]",
            "[{amount}] {way:more} {to:return} [send] (on|for) {tracks} [by {amount}]",
        ),
        firm=False,
    ),
    Rule(
        _feed,
        ("(route|output|bus|feed|run|patch) {tracks} (to|into|through) {to:track}",),
        firm=False,
    ),
)
"""The wordings of where sound goes."""
