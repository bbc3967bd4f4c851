"""Faders and panning."""

from __future__ import annotations

import math
from functools import partial

from daw_bridges.actions import Action, SetPan, SetVolume
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]

_PLAIN_STEP_DB = 3.0
"""How far "louder" goes when nothing says how far."""


def _set_volume(_: Ground, tracks: Tracks, level: float) -> Built:
    return [SetVolume(track=track, db=level) for track in tracks]


def _change_volume(ground: Ground, tracks: Tracks, way: int, amount: float = _PLAIN_STEP_DB) -> Built:
    changed: list[Action] = []
    for reference in tracks:
        now = ground.track(reference).volume_db
        if math.isinf(now):
            return Problem(
                f"{reference} is all the way down, so “louder” says too little. Say a level, such as -6 dB."
            )
        changed.append(SetVolume(track=reference, db=round(now + way * amount, 2)))
    return changed


def _what(ground: Ground, way: int, amount: float = _PLAIN_STEP_DB) -> Built:
    """A change of what was spoken of before; nothing was, in most sentences that say no more than this."""
    if ground.tracks:
        return _change_volume(ground, ground.tracks, way, amount)
    word = "louder" if way > 0 else "quieter"
    return Problem(f"What shall be {word}? Say for instance “make the vocals {word}”.")


def _add_db(ground: Ground, tracks: Tracks, level: float) -> Built:
    return _change_volume(ground, tracks, 1, level)


def _set_pan(_: Ground, tracks: Tracks, pan: float = 0.0) -> Built:
    return [SetPan(track=track, pan=pan) for track in tracks]


_VOL = "(volume|level|fader|gain|loudness|volumes|levels|faders)"
_PUT = (
    "(set|put|bring|turn|pull|push|move|get|make|change|adjust|take|fade|drop|lower|raise|reduce|increase|"
    "boost|trim|dial)"
)

RULES = (
    Rule(_what, ("[(make|turn|bring|get) it] [{amount}] {way:louder}", "(turn|bring|crank) {way:up} it")),
    Rule(
        _set_volume,
        (
            f"{_PUT} {{tracks}} [{_VOL}] [up|down|back|back up|back down|in] (to|at) {{level}}",
            f"{_PUT} [down|up] {_VOL} (of|on|for) {{tracks}} [up|down|back] (to|at) {{level:stated_level}}",
            f"{_PUT} (down|up) {{tracks}} [{_VOL}] (to|at) {{level}}",
            f"(set|put|get|make|leave) {{tracks}} [{_VOL}] {{level:db}}",
            f"(set|put|get|make) {{tracks}} {_VOL} {{level}}",
            f"{{tracks}} [{_VOL}] (to|at) {{level}}",
            f"{{tracks}} [{_VOL}] {{level:db}}",
            f"{{tracks}} {_VOL} {{level}}",
            f"{_VOL} (of|on|for) {{tracks}} (to|at) {{level:stated_level}}",
            f"i want {{tracks}} [{_VOL}] (to be|at) {{level}}",
        ),
    ),
    Rule(
        _change_volume,
        (
            (
                "(turn|bring|push|pull|nudge|move|take|drop|bump|put|get|fade|knock|dial|crank) "
                f"{{tracks}} [{_VOL}] {{way:up}} [by] {{amount}}"
            ),
            (
                f"(turn|bring|push|pull|nudge|move|take|bump|get|fade|knock|dial|crank) {{tracks}} "
                f"[{_VOL}] {{way:up}}"
            ),
            (
                f"(turn|bring|push|pull|nudge|move|take|bump|fade|knock|dial|crank) {{tracks}} [{_VOL}] "
                f"{{amount}} {{way:up}}"
            ),
            (
                f"(turn|bring|push|pull|nudge|move|take|bump|knock|dial|crank) {{way:up}} {{tracks}} "
                f"[{_VOL}] [by] {{amount}}"
            ),
            f"(turn|bring|push|pull|nudge|bump|dial|crank) {{way:up}} {{tracks}} [{_VOL}]",
            f"(turn|bring|push|pull) {{way:up}} {_VOL} (of|on|for) {{tracks}} [[by] {{amount}}]",
            f"(turn|bring|push|pull) {_VOL} (of|on|for) {{tracks}} {{way:up}} [[by] {{amount}}]",
            f"{{way:raise}} [{_VOL} (of|on|for)] {{tracks}} [{_VOL}] [[by] {{amount}}]",
            f"{{way:raise}} {{tracks}} [{_VOL}] {{amount}}",
            f"(make|get|turn|bring|have) {{tracks}} [{_VOL}] [{{amount}}] {{way:louder}}",
            f"(make|get|turn|bring|have) {{tracks}} [{_VOL}] {{way:louder}} by {{amount}}",
            "{tracks} [(should|must|needs to|need to|has to|have to|could) be] [{amount}] {way:louder}",
            f"{{tracks}} [{_VOL}] {{way:up}} [by] {{amount}}",
            "[i (want|need)] [{amount}] {way:loud} {tracks} [by {amount}]",
        ),
    ),
    Rule(
        partial(_change_volume, way=1),
        (
            "(add|give) {amount} (to|on) {tracks}",
            "give {tracks} {amount} (more|extra) [volume|level|gain]",
            "give {tracks} {amount} of (volume|level|gain)",
            "give {tracks} a boost [of {amount}]",
            "{tracks} (is|are) [too|way too|{amount}] quiet",
            "i (need|want) [to hear] more {tracks}",
            "more {tracks} [in mix]",
            "i (can not|not) hear {tracks} [enough|well|properly]",
            "{tracks} (too|way too) quiet",
        ),
    ),
    Rule(
        partial(_change_volume, way=-1),
        (
            "(take|shave|knock|cut|pull) {amount} (off|from|out of) {tracks}",
            "{tracks} (is|are) (too|way too|{amount} too) loud",
            "{tracks} (too|way too) loud",
            "drop {tracks} [volume|level|fader] [by] {amount}",
            "i (need|want) less {tracks}",
            "less {tracks} [in mix]",
        ),
    ),
    Rule(
        partial(_change_volume, way=-1, amount=6.0),
        ("(halve|half) [volume|level] [of] {tracks}", "{tracks} half as loud", "make {tracks} half as loud"),
    ),
    Rule(
        partial(_change_volume, way=1, amount=6.0),
        ("double [volume|level] of {tracks}", "make {tracks} twice as loud"),
    ),
    Rule(_add_db, (f"(change|adjust|move|trim) {{tracks}} [{_VOL}] by {{level}}",)),
    Rule(
        _set_pan,
        (
            "pan {tracks} [over|out|all way|back] [to|at] {pan}",
            (
                "(move|put|place|push|shift|set|send|throw|bring) {tracks} [pan|panning|over|out|back] [to|"
                "on|in|at] {pan:side}"
            ),
            "(have|want|like) {tracks} (on|to|in|panned) {pan:side}",
            "(set|put|change) (pan|panning|balance) (of|on|for) {tracks} [to|at] {pan}",
            "(set|put|change) {tracks} (pan|panning) [to|at] {pan}",
            "{tracks} (pan|panning|panned) [to] {pan}",
            "pan {pan} {tracks}",
            "pan {pan} (on|for) {tracks}",
            "hard pan {tracks} {pan}",
        ),
    ),
    Rule(
        _set_pan,
        (
            "(center|recenter|centre) {tracks} [pan|panning]",
            "pan {tracks} (straight|dead) center",
            "reset pan (of|on|for) {tracks}",
            "reset {tracks} pan",
        ),
    ),
)
"""The wordings of faders and panning."""
