"""Mute, solo, record arm and monitoring."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from daw_bridges.actions import Action, SetArm, SetMonitor, SetMute, SetSolo
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import ordinary
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


def _switch(make: Callable[..., Action], ground: Ground, tracks: Tracks, on: bool = True) -> Built:
    """The switch on each track; of several, those that have it so already are left alone."""
    field = _SWITCHES[make]
    if make is SetArm and on and (deaf := _without_input(ground, tracks)):
        return Problem(f"{deaf} takes no input, so it cannot be armed. Which track should record?", deaf)
    changing = [track for track in tracks if getattr(ground.track(track), field) is not on]
    return [make(track=track, on=on) for track in changing or tracks]


_SWITCHES: dict[Callable[..., Action], str] = {SetMute: "mute", SetSolo: "solo", SetArm: "arm"}


def _without_input(ground: Ground, tracks: Tracks) -> str | None:
    """The first of some tracks that has no input: a return, or the master."""
    return next((name for name in tracks if not ground.track(name).ordinary), None)


def _off(make: Callable[..., Action], ground: Ground, tracks: Tracks) -> Built:
    return _switch(make, ground, tracks, on=False)


def _only(ground: Ground, tracks: Tracks) -> Built:
    """These alone are to be heard: whatever else is soloed goes."""
    others = [name for name in ordinary(ground) if name not in tracks and ground.track(name).solo]
    new = [name for name in tracks if not ground.track(name).solo]
    on = new if others else new or tracks
    return [SetSolo(track=name, on=name in on) for name in (*on, *others)]


def _clear(make: Callable[..., Action], field: str, ground: Ground) -> Built:
    """Take a switch off wherever it is on."""
    found = [name for name in ordinary(ground) if getattr(ground.track(name), field)]
    if not found:
        return Problem(f"No track has {field} on, so there is nothing to do.")
    return [make(track=name, on=False) for name in found]


def _set_monitor(ground: Ground, tracks: Tracks, monitor: str = "in") -> Built:
    if deaf := _without_input(ground, tracks):
        return Problem(f"{deaf} takes no input, so there is nothing to monitor.", deaf)
    return [SetMonitor.model_validate({"track": track, "mode": monitor}) for track in tracks]


_LIFT = "(take away|take off|remove|lift|release|undo|clear|cancel|get rid of|disable|disengage)"
_MONITORS = "(monitor|monitoring|input monitoring|monitor mode|input monitor)"

RULES = (
    Rule(
        partial(_switch, SetMute),
        (
            "mute {tracks} [out|off|for now|too]",
            "(silence|kill|shut up|cut out|nuke|lose|axe|hush|quiet) {tracks}",
            "(turn|switch|shut) {tracks:sources} off",
            "(hit|press|engage|enable) mute [button] (on|for|of) {tracks}",
            "(turn|switch|put) (on|in) mute [on|for] {tracks}",
            "take {tracks:sources} out [of mix]",
            "{tracks} (mute|muted) [on]",
            "no {tracks:ordinary}",
        ),
    ),
    Rule(
        partial(_off, SetMute),
        (
            "(unmute|un mute|demute) {tracks}",
            "(turn|switch) mute off (on|for) {tracks}",
            "(turn|switch) {tracks:sources} [back] on",
            "(take|get) mute off [of] {tracks}",
            "(take|get) {tracks} off mute",
            "hear {tracks} again",
            "bring {tracks} back [in]",
            f"{_LIFT} mute (of|from|on|off|for) {{tracks}}",
            "{tracks} (unmute|unmuted)",
        ),
    ),
    Rule(
        partial(_clear, SetMute, "mute"),
        ("(clear|remove|reset|undo|release) all [of] mutes",),
    ),
    Rule(
        partial(_switch, SetSolo),
        ("solo {tracks} [please]",),
    ),
    Rule(
        _only,
        (
            "(hear|play me|play|i (want|need) to hear|listen to|solo) (only|just) {tracks} [nothing else]",
            "(only|just) {tracks} [nothing else]",
            "solo {tracks} [and] nothing else",
        ),
    ),
    Rule(
        partial(_off, SetSolo),
        (
            "(unsolo|un solo|desolo) {tracks}",
            "(turn|switch) off solo (on|for) {tracks}",
            f"{_LIFT} solo (of|from|on|off|for) {{tracks}}",
            "{tracks} solo off",
        ),
    ),
    Rule(
        partial(_clear, SetSolo, "solo"),
        ("(clear|remove|reset|undo|release|turn off|switch off) [all] [of] (solos|solo)",),
    ),
    Rule(
        partial(_switch, SetArm),
        (
            (
                "(arm|record arm|rec arm|record enable|rec enable|enable record on|enable recording on|"
                "enable recording for) {tracks} [for recording|to record|for record]"
            ),
            "(get|make|have) {tracks} (ready to record|ready for recording|record ready|armed)",
        ),
    ),
    Rule(
        partial(_off, SetArm),
        (
            "(disarm|unarm|un arm|record disarm|dis arm) {tracks}",
            "(turn|switch) off [record] arm (on|for|of) {tracks}",
            "take {tracks} (out of record|out of rec|off record|off arm)",
            "{tracks} [record] (arm off|disarmed|unarmed)",
        ),
    ),
    Rule(
        _set_monitor,
        (
            "monitor {tracks}",
            f"(set|put|switch|turn|change|make) {{tracks}} {_MONITORS} [to|on] {{monitor}}",
        ),
    ),
    Rule(
        partial(_set_monitor, monitor="off"),
        (f"(disable|stop|kill|no) {_MONITORS} [on|for|of] {{tracks}}",),
    ),
)
"""The wordings of a strip's switches."""
