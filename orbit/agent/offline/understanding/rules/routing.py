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

__all__ = ["RULES"]

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


def _back(ground: Ground, tracks: Tracks, to: Tracks) -> Built:
    """As ``_route``, where only the master can be meant."""
    return _route(ground, tracks, to) if ground.track(to[0]).kind is TrackKind.MASTER else None


def _feed(ground: Ground, tracks: Tracks, to: Tracks) -> Built:
    """As ``_route``, said loosely: what is routed to a return is a send, and the library's business."""
    return None if ground.track(to[0]).kind is TrackKind.RETURN else _route(ground, tracks, to)


def _take_from(_: Ground, tracks: Tracks, source: Tracks) -> Built:
    return [SetInput(track=track, source=source[0]) for track in tracks if track != source[0]] or None


_POINT = "(set|change|route|send|switch|point)"
_FROM = "({source:track}|{source:port})"
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
            f"{_SET} {{tracks}} send (to|into) {{to:return}} {_DOWN} (to|at) {{level:stated}}",
            f"{_SET} send (from|of|on) {{tracks}} (to|into) {{to:return}} {_DOWN} (to|at) {{level:stated}}",
            f"{_SET} send {{to:return}} (on|of|for|from) {{tracks}} {_AT} {{level:stated}}",
            f"{_SET} send (to|into) {{to:return}} (on|of|for) {{tracks}} {_DOWN} (to|at) {{level:stated}}",
            f"{_SET} {{tracks}} send {{to:return}} {_AT} {{level:stated}}",
            f"send {_SOME} {{tracks}} (to|into) {{to:return}} {{level:db}}",
            f"send {_SOME} {{tracks}} (to|into) {{to:return}} (at|with|by|to) {{level}}",
            f"send {_SOME} {{tracks}} (to|into) {{to:return}} {{level:signed}}",
            f"{_SET} {_SOME} {{tracks}} (in|into|to|through) {{to:return}} (at|with|by) {{level:stated}}",
            "{tracks} {to:return} {level:signed}",
            "send {level:db} of {tracks} (to|into) {to:return}",
            "send {to:return} (on|of|for) {tracks} [to|at] {level}",
            "{to:return} send (on|of|for|from) {tracks} [to|at] {level}",
            "{tracks} (to|into) {to:return} (at|with) {level}",
            "{tracks} send (to|into) {to:return} [to|at] {level}",
            "{tracks} send {to:return} [to|at] {level}",
            "give {tracks} {level:db} of {to:return}",
            "give {tracks} {to:return} send of {level}",
            "{level:db} of {to:return} (on|for) {tracks}",
            "{tracks} {to:return} send [to|at] {level}",
        ),
        firm=False,
    ),
    Rule(
        _no_send,
        (
            f"{_OFF} {{to:return}} send (on|of|for|from) {{tracks}}",
            f"{_OFF} send (to|into) {{to:return}} (on|of|for|from) {{tracks}}",
            f"{_OFF} {{tracks}} {{to:return}} send",
            f"{_OFF} {{tracks}} send (to|into) {{to:return}}",
            "(take|pull|get|keep) {tracks} out of {to:return}",
            "stop sending {tracks} (to|into) {to:return}",
            "{tracks} {to:return} send {off}",
            f"{_SET} {{tracks}} {{to:return}} send {{off}}",
            f"{_SET} {{to:return}} send (on|of|for|from) {{tracks}} {{off}}",
            "(turn|switch) {to:return} send (on|of|for|from) {tracks} off",
            "(turn|switch) {tracks} {to:return} send off",
            "not send {tracks} (to|into) {to:return} [any more|anymore]",
        ),
    ),
    Rule(
        _change_send,
        (
            "(turn|bring|push|pull|dial) {way:up} {to:return} send (on|of|for) {tracks} [[by] {amount}]",
            "(turn|bring|push|pull|dial) {to:return} send (on|of|for) {tracks} {way:up} [[by] {amount}]",
            "(turn|bring|push|pull|dial) {way:up} {tracks} {to:return} send [[by] {amount}]",
            "{way:raise} {to:return} send (on|of|for) {tracks} [[by] {amount}]",
            "(turn|bring|push|pull|dial) {tracks} {to:return} send {way:up} [[by] {amount}]",
            "{way:raise} {tracks} {to:return} send [[by] {amount}]",
            "{tracks} {to:return} send {way:up} [[by] {amount}]",
            "{to:return} send (on|of|for) {tracks} {way:up} [[by] {amount}]",
            "[{amount}] {way:more} {to:return} [send] (on|for) {tracks} [by {amount}]",
            "[{amount}] {way:more} of {tracks} (in|into|to) {to:return}",
        ),
        firm=False,
    ),
    Rule(
        _back,
        ("[put|bring|get] {tracks} [straight|right] back (to|into|on|onto|through) {to:track}",),
        firm=False,
    ),
    Rule(
        _feed,
        (
            "(route|output|bus|feed|run|patch) {tracks} (to|into|through) {to:track}",
            "send {tracks} (straight|directly|right back|back) (to|into) {to:track}",
        ),
        firm=False,
    ),
    Rule(
        _route,
        (
            "(route|output|bus|feed) {tracks} output (to|into|through) {to:track}",
            f"{_POINT} (output|outputs) (of|from|for) {{tracks}} [back] (to|into|at) {{to:track}}",
            f"{_POINT} {{tracks}} output [back] (to|into|at) {{to:track}}",
            "{tracks} (output|out) [back] (to|into|goes to) {to:track}",
            "(output|outputs) of {tracks} [back] (to|into) {to:track}",
            "(set|make|let) {tracks} (output|play|go) (to|into|through) {to:track}",
        ),
        firm=False,
    ),
    Rule(
        _take_from,
        (
            f"(set|change|switch|make|feed) input (of|for|on) {{tracks}} (to|from) {_FROM}",
            f"(set|change|switch|make|feed) {{tracks}} input (to|from) {_FROM}",
            f"(take|get) input (of|for) {{tracks}} from {_FROM}",
            f"(take|get) {{tracks}} input from {_FROM}",
            f"{{tracks}} input [should be|to|from|is] {_FROM}",
            f"input (of|for) {{tracks}} [to|from] {_FROM}",
            f"(make|let|have) {{tracks}} (take|get|receive) [its|audio|midi] [input] from {_FROM}",
            f"use {_FROM} as input (of|for|on) {{tracks}}",
            f"(record|resample) {_FROM} (into|onto|on|in|to) {{tracks}}",
            f"{{tracks}} (records|should record|takes input from|listens to) [from] {_FROM}",
        ),
        firm=False,
    ),
)
"""The wordings of where sound goes."""
