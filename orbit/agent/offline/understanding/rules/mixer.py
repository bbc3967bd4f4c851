"""The mixer: volume, panning, mute, solo, arm, sends, monitoring, routing."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from daw_bridges.actions import (
    Action,
    SetArm,
    SetInput,
    SetMonitor,
    SetMute,
    SetOutput,
    SetPan,
    SetSend,
    SetSolo,
    SetVolume,
)
from daw_bridges.references import find_track
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
            return Problem(f"{reference} is all the way down, so “louder” says too little. Say a level, such as -6 dB.")
        changed.append(SetVolume(track=reference, db=round(now + way * amount, 2)))
    return changed


def _add_db(ground: Ground, tracks: Tracks, level: float) -> Built:
    return _change_volume(ground, tracks, 1, level)


def _set_pan(_: Ground, tracks: Tracks, pan: float = 0.0) -> Built:
    return [SetPan(track=track, pan=pan) for track in tracks]


def _switch(make: Callable[..., Action], ground: Ground, tracks: Tracks, on: bool = True) -> Built:  # noqa: FBT001, FBT002
    """The switch on each track; of several, those that have it so already are left alone."""
    field = _SWITCHES[make]
    changing = [track for track in tracks if getattr(ground.track(track), field) is not on]
    return [make(track=track, on=on) for track in changing or tracks]


_SWITCHES: dict[Callable[..., Action], str] = {SetMute: "mute", SetSolo: "solo", SetArm: "arm"}


def _off(make: Callable[..., Action], ground: Ground, tracks: Tracks) -> Built:
    return _switch(make, ground, tracks, on=False)


def _clear(make: Callable[..., Action], field: str, ground: Ground) -> Built:
    """Take a switch off wherever it is on."""
    found = [track.name for track in ground.session.ordinary_tracks if getattr(track, field)]
    if not found:
        return Problem(f"No track has {field} on, so there is nothing to do.")
    return [make(track=name, on=False) for name in found]


def _set_send(_: Ground, tracks: Tracks, to: Tracks, level: float) -> Built:
    return [SetSend(track=track, to=to[0], db=level) for track in tracks]


def _change_send(ground: Ground, tracks: Tracks, to: Tracks, way: int, amount: float = _PLAIN_STEP_DB) -> Built:
    changed: list[Action] = []
    for reference in tracks:
        now = ground.track(reference).sends.get(find_track(ground.session, to[0]).name, -math.inf)
        if math.isinf(now):
            return Problem(f"{reference} sends nothing to {to[0]} yet. Say a level, such as -12 dB.")
        changed.append(SetSend(track=reference, to=to[0], db=round(now + way * amount, 2)))
    return changed


def _set_monitor(_: Ground, tracks: Tracks, monitor: str = "in") -> Built:
    return [SetMonitor.model_validate({"track": track, "mode": monitor}) for track in tracks]


def _route(_: Ground, tracks: Tracks, to: Tracks) -> Built:
    return [SetOutput(track=track, to=to[0]) for track in tracks if track != to[0]] or None


def _take_from(_: Ground, tracks: Tracks, source: Tracks) -> Built:
    return [SetInput(track=track, source=source[0]) for track in tracks if track != source[0]] or None


_VOL = "(volume|level|fader|gain|loudness|volumes|levels|faders)"
_PUT = "(set|put|bring|turn|pull|push|move|get|make|change|adjust|take|fade|drop|lower|raise|reduce|increase|boost|trim|dial)"

RULES = (
    Rule(_set_volume, (
        f"{_PUT} {{tracks}} [{_VOL}] [up|down|back|back up|back down|in] (to|at) {{level}}",
        f"{_PUT} [down|up] {_VOL} (of|on|for) {{tracks}} [up|down|back] (to|at) {{level}}",
        f"{_PUT} (down|up) {{tracks}} [{_VOL}] (to|at) {{level}}",
        f"(set|put|get|make|leave) {{tracks}} [{_VOL}] {{level:db}}",
        f"(set|put|get|make) {{tracks}} {_VOL} {{level}}",
        f"{{tracks}} [{_VOL}] (to|at) {{level}}",
        f"{{tracks}} [{_VOL}] {{level:db}}",
        f"{{tracks}} {_VOL} {{level}}",
        f"{_VOL} (of|on|for) {{tracks}} (to|at) {{level}}",
        f"i want {{tracks}} [{_VOL}] (to be|at) {{level}}",
    )),
    Rule(_change_volume, (
        f"(turn|bring|push|pull|nudge|move|take|drop|bump|put|get|fade|knock|dial|crank) {{tracks}} [{_VOL}] {{way:up}} [by] {{amount}}",
        f"(turn|bring|push|pull|nudge|move|take|bump|get|fade|knock|dial|crank) {{tracks}} [{_VOL}] {{way:up}}",
        f"(turn|bring|push|pull|nudge|move|take|bump|fade|knock|dial|crank) {{tracks}} [{_VOL}] {{amount}} {{way:up}}",
        f"(turn|bring|push|pull|nudge|move|take|bump|knock|dial|crank) {{way:up}} {{tracks}} [{_VOL}] [by] {{amount}}",
        f"(turn|bring|push|pull|nudge|bump|dial|crank) {{way:up}} {{tracks}} [{_VOL}]",
        f"(turn|bring|push|pull) {{way:up}} {_VOL} (of|on|for) {{tracks}} [[by] {{amount}}]",
        f"(turn|bring|push|pull) {_VOL} (of|on|for) {{tracks}} {{way:up}} [[by] {{amount}}]",
        f"{{way:raise}} [{_VOL} (of|on|for)] {{tracks}} [{_VOL}] [[by] {{amount}}]",
        f"{{way:raise}} {{tracks}} [{_VOL}] {{amount}}",
        f"(make|get|turn|bring|have) {{tracks}} [{_VOL}] [{{amount}}] {{way:louder}}",
        f"(make|get|turn|bring|have) {{tracks}} [{_VOL}] {{way:louder}} by {{amount}}",
        f"{{tracks}} [(should|must|needs to|need to|has to|have to|could) be] [{{amount}}] {{way:louder}}",
        f"{{tracks}} [{_VOL}] {{way:up}} [by] {{amount}}",
    )),
    Rule(partial(_change_volume, way=1), (
        "(add|give) {amount} (to|on) {tracks}", "give {tracks} {amount} (more|extra) [volume|level|gain]",
        "give {tracks} {amount} of (volume|level|gain)", "give {tracks} a boost [of {amount}]",
        "{tracks} (is|are) [too|way too|{amount}] quiet", "i (need|want) [to hear] more {tracks}", "more {tracks} [in mix]",
        "i (can not|not) hear {tracks} [enough|well|properly]",
    )),
    Rule(partial(_change_volume, way=-1), (
        "(take|shave|knock|cut|pull) {amount} (off|from|out of) {tracks}", "{tracks} (is|are) (too|way too|{amount} too) loud",
        "drop {tracks} [volume|level|fader] [by] {amount}", "i (need|want) less {tracks}", "less {tracks} [in mix]",
    )),
    Rule(partial(_change_volume, way=-1, amount=6.0), ("(halve|half) [volume|level] [of] {tracks}", "{tracks} half as loud", "make {tracks} half as loud")),
    Rule(partial(_change_volume, way=1, amount=6.0), ("double [volume|level] of {tracks}", "make {tracks} twice as loud")),
    Rule(_add_db, (f"(change|adjust|move|trim) {{tracks}} [{_VOL}] by {{level}}",)),
    Rule(_set_pan, (
        "pan {tracks} [over|out|all way|back] [to|at] {pan}", "(move|put|place|push|shift|set|send|throw|bring) {tracks} [pan|panning|over|out|back] [to|on|in|at] {pan}",
        "(set|put|change) (pan|panning|balance) (of|on|for) {tracks} [to|at] {pan}", "(set|put|change) {tracks} (pan|panning) [to|at] {pan}",
        "{tracks} (pan|panning|panned) [to] {pan}", "pan {pan} {tracks}", "pan {pan} (on|for) {tracks}",
        "hard pan {tracks} {pan}",
    )),
    Rule(_set_pan, ("(center|recenter|centre) {tracks} [pan|panning]", "pan {tracks} (straight|dead) center", "reset pan (of|on|for) {tracks}", "reset {tracks} pan")),
    Rule(partial(_switch, SetMute), (
        "mute {tracks}", "mute {tracks} (out|off|for now)", "(silence|kill|shut up|cut out) {tracks}", "(turn|switch) off {tracks:sources}", "(turn|switch) {tracks:sources} off",
        "(turn|switch|put) mute on (on|for) {tracks}", "(turn|switch|put) on mute (on|for) {tracks}", "make {tracks} silent",
        "take {tracks} out [of mix]", "mute button on (for|on) {tracks}", "(put|set|have) {tracks} (on mute|to mute|muted)", "{tracks} (mute|muted) [on]",
        "i (want|need) {tracks} muted",
    )),
    Rule(partial(_off, SetMute), (
        "(unmute|un mute|demute) {tracks}", "(turn|switch) mute off (on|for) {tracks}", "(turn|switch) off mute (on|for) {tracks}",
        "(turn|switch) on {tracks:sources}", "(turn|switch) {tracks:sources} back on", "(take|get) mute off [of] {tracks}",
        "bring {tracks} back [in]", "{tracks} (unmute|unmuted)", "(take|get) {tracks} off mute", "{tracks} mute off",
        "let me hear {tracks} again", "(put|bring) back {tracks}",
    )),
    Rule(partial(_clear, SetMute, "mute"), ("(clear|remove|reset|undo|release) all [of] mutes", "(turn|switch) off all mutes", "unmute what is muted")),
    Rule(partial(_switch, SetSolo), (
        "solo {tracks}", "(turn|switch) solo on (on|for) {tracks}", "(put|set) {tracks} (in solo|on solo|to solo|soloed)",
        "(let me hear|play me|play|i (want|need) to hear|listen to) (only|just) {tracks}", "let me hear {tracks} (alone|on its own|by itself|in isolation|solo|soloed)",
        "(isolate) {tracks}", "{tracks} solo [on]", "listen to {tracks} (alone|on its own|by itself|in isolation)",
        "hear only {tracks}", "i only (want|need) to hear {tracks}",
    )),
    Rule(partial(_off, SetSolo), (
        "(unsolo|un solo|desolo) {tracks}", "(turn|switch) solo off (on|for) {tracks}", "(turn|switch) off solo (on|for) {tracks}",
        "(take|get) {tracks} (out of|off) solo", "(take|get) solo off [of] {tracks}", "{tracks} solo off",
    )),
    Rule(partial(_clear, SetSolo, "solo"), ("(clear|remove|reset|undo|release|turn off|switch off) [all] [of] (solos|solo)", "no solos", "unsolo what is soloed")),
    Rule(partial(_switch, SetArm), (
        "(arm|record arm|rec arm|record enable|enable record on|enable recording on|enable recording for) {tracks} [for recording|to record|for record]",
        "(get|make|have) {tracks} (ready to record|ready for recording|record ready|armed)", "(turn|switch) [record] arm on (on|for) {tracks}", "{tracks} (arm|armed)",
        "(turn|switch) on [record] arm (on|for) {tracks}",
    )),
    Rule(partial(_off, SetArm), (
        "(disarm|unarm|un arm|record disarm) {tracks}", "(turn|switch) [record] arm off (on|for) {tracks}", "(turn|switch) off [record] arm (on|for) {tracks}",
        "take {tracks} out of record",
    )),
    Rule(partial(_clear, SetArm, "arm"), ("(disarm|clear) all arms", "clear record arms")),
    Rule(_set_send, (
        "(set|put|turn|bring|push|pull) {to:return} [send] (on|of|for|from) {tracks} [up|down] (to|at) {level}",
        "(set|put|turn|bring|push|pull) {tracks} {to:return} send [up|down] (to|at) {level}",
        "(set|put|turn|bring|push|pull) {tracks} send (to|into) {to:return} [up|down] (to|at) {level}",
        "(set|put|turn|bring|push|pull) send (from|of|on) {tracks} (to|into) {to:return} (to|at) {level}",
        "(set|put|turn|bring|push|pull) send {to:return} (on|of|for|from) {tracks} [up|down] (to|at) {level}",
        "(set|put|turn|bring|push|pull) {tracks} send {to:return} [up|down] (to|at) {level}",
        "send {tracks} (to|into) {to:return} (at|with|by) {level}", "send {tracks} (to|into) {to:return} {level:db}",
        "send {level:db} of {tracks} (to|into) {to:return}", "{tracks} (to|into) {to:return} (at|with) {level}",
        "{tracks} send {to:return} (to|at) {level}", "give {tracks} {level:db} of {to:return}", "{tracks} {to:return} send [to|at] {level}",
    ), firm=False),
    Rule(_change_send, (
        "(turn|bring|push|pull) {way:up} {to:return} send (on|of|for) {tracks} [[by] {amount}]",
        "(turn|bring|push|pull) {to:return} send (on|of|for) {tracks} {way:up} [[by] {amount}]",
        "{way:raise} {to:return} send (on|of|for) {tracks} [[by] {amount}]",
        "(turn|bring|push|pull) {tracks} {to:return} send {way:up} [[by] {amount}]",
        "{way:raise} {tracks} {to:return} send [[by] {amount}]", "[{amount}] {way:more} {to:return} on {tracks}",
    ), firm=False),
    Rule(_set_monitor, (
        "(set|put|switch|turn) monitoring (of|on|for) {tracks} (to|on) {monitor}", "(set|put|switch|turn) {tracks} (monitoring|monitor) (to|on) {monitor}",
        "(set|put|switch|turn) {tracks} (monitoring|monitor) {monitor}", "(set|put|switch|turn) (monitoring|monitor) (to|on) {monitor} (on|for|of) {tracks}",
        "(turn|switch) {monitor} monitoring (on|for|of) {tracks}", "(turn|switch) monitoring {monitor} (on|for|of) {tracks}",
        "set monitor of {tracks} to {monitor}", "{tracks} (monitor|monitoring) {monitor}", "monitor {tracks}", "(set|put|switch) {tracks} to monitor {monitor}",
    )),
    Rule(_route, (
        "(route|output|bus|feed) {tracks} [output] (to|into|through) {to:track}", "(set|change|route|send|switch) output (of|from|for) {tracks} (to|into) {to:track}",
        "(set|change|route|send|switch) {tracks} output (to|into) {to:track}", "send {tracks} straight (to|into) {to:track}",
    ), firm=False),
    Rule(_take_from, (
        "(set|change) input (of|for|on) {tracks} to {source:track}", "(set|change) {tracks} input to {source:track}",
        "(take|get) input (of|for) {tracks} from {source:track}", "(resample|record) {source:track} (into|onto|on) {tracks}",
    ), firm=False),
)  # fmt: skip
"""The wordings of the mixer."""
