"""Faders."""

from __future__ import annotations

import math
from functools import partial

from daw_bridges.actions import Action, SetMute, SetVolume
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.rules.incomplete import RULES as INCOMPLETE
from orbit.agent.offline.understanding.rules.panning import RULES as PANNING
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
                f"{reference} is all the way down, so “louder” is not enough to go on. "
                "Say a level, such as -6 dB."
            )
        changed.append(SetVolume(track=reference, db=round(now + way * amount, 2)))
    return changed


def _let_hear(ground: Ground, tracks: Tracks) -> Built:
    """What cannot be heard louder, or unmuted where that is why."""
    if all(ground.track(name).mute for name in tracks):
        return [SetMute(track=name, on=False) for name in tracks]
    return _change_volume(ground, tracks, 1)


def _what(ground: Ground, way: int, amount: float = _PLAIN_STEP_DB) -> Built:
    """A change of what was spoken of before; nothing was, in most sentences that say no more than this."""
    if ground.tracks:
        return _change_volume(ground, ground.tracks, way, amount)
    word = "louder" if way > 0 else "quieter"
    return Problem(
        f"What should be {word}? Say for instance “make the vocals {word}”.",
        asks=f"{'raise' if way > 0 else 'lower'} {GAP} by {amount:g} dB",
    )


def _change_by_sign(ground: Ground, tracks: Tracks, level: float) -> Built:
    """Bass -3, as notes on a mix have it: three decibels less than it is."""
    return _change_volume(ground, tracks, 1, level)


def _silence(_: Ground, tracks: Tracks, **_off: bool) -> Built:
    return [SetVolume(track=track, db=-math.inf) for track in tracks]


_VOL = "(volume|level|fader|gain|loudness|volumes|levels|faders)"
_PUT = (
    "(set|put|bring|turn|pull|push|move|get|make|change|adjust|take|fade|drop|lower|raise|reduce|increase|"
    "boost|trim|dial|have|keep|leave|fix|stick|park|slide|ease|crank|nudge|sit)"
)
_MOVE = "(turn|bring|push|pull|nudge|move|take|bump|get|fade|knock|dial|crank|ease|slide|put|have)"
_SHOULD = "(should be|has to be|must be|needs to be|should sit|should go|goes|is to be|to be|wants to be)"
_BACK = "[up|down|back|back up|back down|in|over|sitting]"
_TOO = "[{amount}] too"
_MAKE = "[i] (make|get|turn|bring|have|want|need|take)"
_WHERE = "[in mix|in song|in track|overall]"
_HEAR = (
    "(hear|barely hear|hardly hear|not hear|can not hear|can barely hear|can hardly hear|lose|keep losing)"
)

RULES = (
    Rule(_what, ("[(make|turn|bring|get) it] [{amount}] {way:louder}",)),
    Rule(_what, ("[go|bring|come|take|turn|a touch] {way:up} [by] {amount:db}",)),
    Rule(
        _set_volume,
        (
            f"{_PUT} {{tracks}} [{_VOL}] {_BACK} (to|at) {{level}}",
            f"{_PUT} {{tracks}} {_VOL} {_BACK} (to|at|on) {{level:stated}}",
            f"{_PUT} [down|up] {_VOL} (of|on|for) {{tracks}} {_BACK} [to|at|on] {{level:stated}}",
            f"{{tracks}} [{_VOL}] [up|down|back|back up|back down] (to|at) {{level}}",
            f"{{tracks}} [{_VOL}] {_SHOULD} [at|to|down at|up at] {{level}}",
            f"{{tracks}} [{_VOL}] {{level:db}}",
        ),
    ),
    Rule(
        partial(_set_volume, level=0.0),
        (f"(reset|zero|normalise|normalize) {{tracks}} {_VOL}",),
    ),
    Rule(
        _silence,
        (
            f"{_PUT} {{tracks}} [{_VOL}] {{off}}",
            f"{{tracks}} [{_VOL}] {{off}}",
        ),
    ),
    Rule(_change_by_sign, ("{tracks} {level:signed}",)),
    Rule(
        _change_volume,
        (
            f"{_MOVE} {{tracks}} [{_VOL}] {{way:up}} [by|for] {{amount}}",
            f"{_MOVE} {{tracks}} [{_VOL}] {{way:up}}",
            f"(turn|bring|push|pull|nudge|bump|dial|crank|ease) {{way:up}} {{tracks}} [{_VOL}]",
            f"{{way:raise}} [{_VOL} (of|on|for)] {{tracks}} [{_VOL}] [[by|for] {{amount}}]",
            f"{_MAKE} {{tracks}} [{_VOL}] [{{amount}}] {{way:louder}} {_WHERE}",
            f"{_MAKE} {{tracks}} [{_VOL}] {{way:louder}} {_WHERE} [by|for] {{amount}}",
            (
                "{tracks} [(should|must|needs to|need to|has to|have to|could|can|wants to) (be|come|go)] "
                "[{amount}] {way:louder} [[by] {amount}]"
            ),
            "[i (want|need)] [{amount}] {way:loud} {tracks} [by {amount}]",
        ),
    ),
    Rule(
        partial(_change_volume, way=1),
        (
            "{tracks} (is|are|sounds|sound|feels|feel) [{amount}] [too] quiet",
            "[i (need|want)] [to hear] [{amount}] more [of] {tracks:sources} [in mix]",
            "another {amount} (on|for) {tracks}",
        ),
    ),
    Rule(_let_hear, (f"(i|we|you) {_HEAR} {{tracks}} [enough|well|properly|at all|in mix]",)),
    Rule(
        partial(_change_volume, way=-1),
        (
            f"{{tracks}} (is|are|sounds|sound|feels|feel) {_TOO} (loud|hot|prominent|present|dominant)",
            "[i (need|want)] [{amount}] less [of] {tracks:sources} [in mix]",
        ),
    ),
    Rule(
        partial(_change_volume, way=-1, amount=6.0),
        (
            "(halve|half) [volume|level] [of] {tracks} [volume|level]",
            "(make|set|have) {tracks} (half as loud|at half volume)",
        ),
    ),
    Rule(
        partial(_change_volume, way=1, amount=6.0),
        ("(make|have) {tracks} (twice as loud|double loudness)",),
    ),
    *PANNING,
    *INCOMPLETE,
)
"""The wordings of faders and panning."""
