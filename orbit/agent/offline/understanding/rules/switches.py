"""Mute, solo, record arm and monitoring."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from daw_bridges.actions import Action, SetArm, SetMonitor, SetMute, SetSolo
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


def _switch(make: Callable[..., Action], ground: Ground, tracks: Tracks, on: bool = True) -> Built:
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


def _set_monitor(_: Ground, tracks: Tracks, monitor: str = "in") -> Built:
    return [SetMonitor.model_validate({"track": track, "mode": monitor}) for track in tracks]


RULES = (
    Rule(
        partial(_switch, SetMute),
        (
            "mute {tracks}",
            "mute {tracks} (out|off|for now)",
            "(silence|kill|shut up|cut out) {tracks}",
            "(turn|switch) off {tracks:sources}",
            "(turn|switch) {tracks:sources} off",
            "(turn|switch|put) mute on (on|for) {tracks}",
            "(turn|switch|put) on mute (on|for) {tracks}",
            "make {tracks} silent",
            "take {tracks} out [of mix]",
            "mute button on (for|on) {tracks}",
            "(put|set|have) {tracks} (on mute|to mute|muted)",
            "{tracks} (mute|muted) [on]",
            "i (want|need) {tracks} muted",
        ),
    ),
    Rule(
        partial(_off, SetMute),
        (
            "(unmute|un mute|demute) {tracks}",
            "(turn|switch) mute off (on|for) {tracks}",
            "(turn|switch) off mute (on|for) {tracks}",
            "(turn|switch) on {tracks:sources}",
            "(turn|switch) {tracks:sources} back on",
            "(take|get) mute off [of] {tracks}",
            "bring {tracks} back [in]",
            "{tracks} (unmute|unmuted)",
            "(take|get) {tracks} off mute",
            "{tracks} mute off",
            "let me hear {tracks} again",
            "(put|bring) back {tracks}",
        ),
    ),
    Rule(
        partial(_clear, SetMute, "mute"),
        (
            "(clear|remove|reset|undo|release) all [of] mutes",
            "(turn|switch) off all mutes",
            "unmute what is muted",
        ),
    ),
    Rule(
        partial(_switch, SetSolo),
        (
            "solo {tracks}",
            "(turn|switch) solo on (on|for) {tracks}",
            "(put|set) {tracks} (in solo|on solo|to solo|soloed)",
            "(let me hear|play me|play|i (want|need) to hear|listen to) (only|just) {tracks}",
            "let me hear {tracks} (alone|on its own|by itself|in isolation|solo|soloed)",
            "(isolate) {tracks}",
            "{tracks} solo [on]",
            "listen to {tracks} (alone|on its own|by itself|in isolation)",
            "hear only {tracks}",
            "i only (want|need) to hear {tracks}",
        ),
    ),
    Rule(
        partial(_off, SetSolo),
        (
            "(unsolo|un solo|desolo) {tracks}",
            "(turn|switch) solo off (on|for) {tracks}",
            "(turn|switch) off solo (on|for) {tracks}",
            "(take|get) {tracks} (out of|off) solo",
            "(take|get) solo off [of] {tracks}",
            "{tracks} solo off",
        ),
    ),
    Rule(
        partial(_clear, SetSolo, "solo"),
        (
            "(clear|remove|reset|undo|release|turn off|switch off) [all] [of] (solos|solo)",
            "no solos",
            "unsolo what is soloed",
        ),
    ),
    Rule(
        partial(_switch, SetArm),
        (
            (
                "(arm|record arm|rec arm|record enable|enable record on|enable recording on|enable "
                "recording for) {tracks} [for recording|to record|for record]"
            ),
            "(get|make|have) {tracks} (ready to record|ready for recording|record ready|armed)",
            "(turn|switch) [record] arm on (on|for) {tracks}",
            "{tracks} (arm|armed)",
            "(turn|switch) on [record] arm (on|for) {tracks}",
        ),
    ),
    Rule(
        partial(_off, SetArm),
        (
            "(disarm|unarm|un arm|record disarm) {tracks}",
            "(turn|switch) [record] arm off (on|for) {tracks}",
            "(turn|switch) off [record] arm (on|for) {tracks}",
            "take {tracks} out of record",
        ),
    ),
    Rule(partial(_clear, SetArm, "arm"), ("(disarm|clear) all arms", "clear record arms")),
    Rule(
        _set_monitor,
        (
            "(set|put|switch|turn) monitoring (of|on|for) {tracks} (to|on) {monitor}",
            "(set|put|switch|turn) {tracks} (monitoring|monitor) (to|on) {monitor}",
            "(set|put|switch|turn) {tracks} (monitoring|monitor) {monitor}",
            "(set|put|switch|turn) (monitoring|monitor) (to|on) {monitor} (on|for|of) {tracks}",
            "(turn|switch) {monitor} monitoring (on|for|of) {tracks}",
            "(turn|switch) monitoring {monitor} (on|for|of) {tracks}",
            "set monitor of {tracks} to {monitor}",
            "{tracks} (monitor|monitoring) {monitor}",
            "monitor {tracks}",
            "(set|put|switch) {tracks} to monitor {monitor}",
        ),
    ),
)
"""The wordings of a strip's switches."""
