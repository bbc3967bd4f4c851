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


def _just(ground: Ground, tracks: Tracks) -> Built:
    """To hear what is muted is to unmute it; to hear what sounds already is to hear it alone."""
    if all(ground.track(track).mute for track in tracks):
        return _off(SetMute, ground, tracks)
    return _switch(SetSolo, ground, tracks) if len(tracks) < len(ground.session.ordinary_tracks) else None


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
_NOTHING = "(nothing|no track|no tracks|none) [(should be|is|must be|shall be|to be)]"
_FIX = "(set|put|switch|turn|change|make)"
_ALONE = "(alone|only|on its own|on their own|by itself|by themselves|in isolation)"
_MONITORS = "(monitor|monitoring|input monitoring|monitor mode|input monitor)"

RULES = (
    Rule(
        partial(_switch, SetMute),
        (
            "mute {tracks} [out|off|for now|too]",
            "(silence|kill|shut up|cut out|nuke|lose|axe|hush|quiet) {tracks}",
            "shut {tracks} up",
            "cut {tracks:sources}",
            "(cut|leave|shut) {tracks:sources} out [of mix]",
            "(turn|switch) off {tracks:sources}",
            "(turn|switch|shut) {tracks:sources} off",
            "(turn|switch|put|hit) mute on (on|for) {tracks}",
            "(hit|press|engage|enable) mute [button] (on|for|of) {tracks}",
            "(hit|press|engage|enable) {tracks} mute [button]",
            "(turn|switch|put) (on|in) mute [on|for] {tracks}",
            "(make|get|set|put) {tracks} (silent|mute)",
            "(make|get) (silent|mute|muted) {tracks}",
            "(turn off|switch off|kill|cut|stop|mute|no) (sound|audio) (of|from|on|for) {tracks}",
            "(turn|switch) (sound|audio) (of|from|on|for) {tracks} off",
            "take {tracks:sources} out [of mix]",
            "drop {tracks:sources} out",
            "mute button on (for|on) {tracks}",
            "(put|set|have) {tracks} (on mute|to mute|muted)",
            "{tracks} (mute|muted) [on]",
            "{tracks} (should be|needs to be|has to be|must be) (mute|muted|silent|off)",
            "[i] (want|need|have) {tracks} (muted|off|silent|out)",
            "{tracks:sources} (off|out)",
            "no {tracks:ordinary}",
            "(without|lose) {tracks:ordinary}",
        ),
    ),
    Rule(
        partial(_off, SetMute),
        (
            "(unmute|un mute|demute) {tracks}",
            "(turn|switch) mute off (on|for) {tracks}",
            "(turn|switch) off mute (on|for) {tracks}",
            "(turn|switch) on {tracks:sources}",
            "(turn|switch) {tracks:sources} [back] on",
            "(take|get) mute off [of] {tracks}",
            f"{_LIFT} mute (of|from|on|off|for) {{tracks}}",
            f"{_LIFT} {{tracks}} mute",
            "(turn|switch) [back] on (sound|audio) (of|from|on|for) {tracks} [again]",
            "(turn|switch) (sound|audio) (of|from|on|for) {tracks} [back] on [again]",
            "{tracks} (should|must|need|needs) not [to] be (muted|mute|silent)",
            "bring {tracks} back [in]",
            "{tracks} (unmute|unmuted)",
            "(take|get) {tracks} off mute",
            "{tracks} mute off",
            "hear {tracks} again",
            "(put|bring) back {tracks}",
            "{tracks:sources} back (in|on)",
            "(get|have|let) {tracks} back [in]",
        ),
    ),
    Rule(
        partial(_clear, SetMute, "mute"),
        (
            "(clear|remove|reset|undo|release) all [of] mutes",
            "(turn|switch) off all mutes",
            "unmute (what is|whatever is|everything that is) muted",
            "(clear|release|reset|no) mutes",
            f"{_NOTHING} (muted|on mute|mute) [any more|anymore|any longer]",
        ),
    ),
    Rule(
        partial(_switch, SetSolo),
        (
            "solo {tracks} [please]",
            "(turn|switch) solo on (on|for) {tracks}",
            "(hit|press|engage|enable) solo [button] (on|for|of) {tracks}",
            "(put|set) {tracks} (in solo|on solo|to solo|soloed)",
            "{tracks} solo [on]",
            "{tracks} soloed",
        ),
    ),
    Rule(
        _only,
        (
            "(hear|play me|play|i (want|need) to hear|listen to|solo) (only|just) {tracks} [nothing else]",
            f"[hear|listen to|solo] {{tracks}} {_ALONE}",
            "hear {tracks} (solo|soloed)",
            "isolate {tracks}",
            "[hear|play|solo] nothing but {tracks}",
            "i only (want|need) to hear {tracks}",
            "(only|just) {tracks} [nothing else]",
            "solo {tracks} [and] nothing else",
        ),
    ),
    Rule(
        _just,
        ("hear {tracks}",),
    ),
    Rule(
        partial(_off, SetSolo),
        (
            "(unsolo|un solo|desolo) {tracks}",
            "(turn|switch) solo off (on|for) {tracks}",
            "(turn|switch) off solo (on|for) {tracks}",
            "(take|get) {tracks} (out of|off) solo",
            "(take|get) solo off [of] {tracks}",
            f"{_LIFT} solo (of|from|on|off|for) {{tracks}}",
            f"{_LIFT} {{tracks}} solo",
            "{tracks} (should|must|need|needs) not [to] be (soloed|in solo|on solo)",
            "{tracks} solo off",
            "{tracks} out of solo",
        ),
    ),
    Rule(
        partial(_clear, SetSolo, "solo"),
        (
            "(clear|remove|reset|undo|release|turn off|switch off) [all] [of] (solos|solo)",
            "no (solos|solo)",
            f"{_NOTHING} (soloed|in solo|on solo) [any more|anymore|any longer]",
            "take everything (out of|off) solo",
            "unsolo (what is|whatever is|everything that is) soloed",
            "hear (everything|all of it|whole mix) again",
        ),
    ),
    Rule(
        partial(_switch, SetArm),
        (
            (
                "(arm|record arm|rec arm|record enable|rec enable|enable record on|enable recording on|"
                "enable recording for) {tracks} [for recording|to record|for record]"
            ),
            "(get|make|have) {tracks} (ready to record|ready for recording|record ready|armed)",
            "(turn|switch) [record] arm on (on|for) {tracks}",
            "{tracks} (arm|armed|record ready|rec armed|arm on)",
            "{tracks} should be armed",
            "(turn|switch) on [record] arm (on|for|of) {tracks}",
            "(activate|engage|press|hit|enable|set) [record|recording] arm [button] (on|for|of) {tracks}",
            "(activate|engage|press|hit|enable|set) {tracks} [record|recording] arm [button]",
            "(put|set) {tracks} (in record|to record|in record mode|in rec|armed|in record ready)",
            "prepare {tracks} (for recording|to record)",
        ),
    ),
    Rule(
        partial(_off, SetArm),
        (
            "(disarm|unarm|un arm|record disarm|dis arm) {tracks}",
            "(turn|switch) [record] arm off (on|for) {tracks}",
            "(turn|switch) off [record] arm (on|for|of) {tracks}",
            f"{_LIFT} [record] arm (of|from|on|off|for) {{tracks}}",
            "take {tracks} (out of record|out of rec|off record|off arm)",
            "{tracks} [record] (arm off|disarmed|unarmed)",
        ),
    ),
    Rule(
        partial(_clear, SetArm, "arm"),
        (
            "(disarm|clear) all arms",
            "clear record arms",
            f"{_NOTHING} (armed|record armed) [any more|anymore|any longer]",
            "disarm (what is|whatever is) armed",
        ),
    ),
    Rule(
        _set_monitor,
        (
            f"{_FIX} {_MONITORS} (of|on|for) {{tracks}} (to|on) {{monitor}}",
            f"{_FIX} {{tracks}} {_MONITORS} [to|on] {{monitor}}",
            f"{_FIX} {_MONITORS} (to|on) {{monitor}} (on|for|of) {{tracks}}",
            f"(turn|switch) {{monitor}} {_MONITORS} (on|for|of) {{tracks}}",
            f"{_FIX} {_MONITORS} {{monitor}} (on|for|of) {{tracks}}",
            f"{_MONITORS} {{monitor}} (on|for|of) {{tracks}}",
            f"{_MONITORS} (of|on|for) {{tracks}} [to|on] {{monitor}}",
            f"{{tracks}} {_MONITORS} [to] {{monitor}}",
            "monitor {tracks}",
            f"(enable|activate) {_MONITORS} (on|for|of) {{tracks}}",
            "(set|put|switch) {tracks} to monitor {monitor}",
            "hear {tracks} input [while i (play|record|sing)]",
            "hear what comes into {tracks}",
        ),
    ),
    Rule(
        partial(_set_monitor, monitor="off"),
        (f"(disable|stop|kill|no) {_MONITORS} [on|for|of] {{tracks}}",),
    ),
)
"""The wordings of a strip's switches."""
