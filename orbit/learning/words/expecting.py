"""What each step leads to, for people, with the slots in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from orbit.learning.words.gist import Gist
from orbit.learning.words.saying import parameter_noun, said, said_level, said_setting, said_value

__all__ = ["expected"]

_Says = Callable[[Gist, Mapping[str, Any]], str]

_LONGEST = 480


def expected(gist: Gist, step: Mapping[str, Any]) -> str:
    """What one sees when a step is done; always less than a template's longest."""
    text = _SAYS.get(step["action"], _done)(gist, step)
    return text[:1].upper() + text[1:] if len(text) <= _LONGEST else "Done as it was done before."


def _done(_gist: Gist, step: Mapping[str, Any]) -> str:
    return f"Done: {str(step['action']).replace('_', ' ')}."


def _track(step: Mapping[str, Any]) -> str:
    return said(step.get("track"), "the track")


def _insert(gist: Gist, step: Mapping[str, Any]) -> str:
    noun = gist.noun(step)
    return f"{noun if noun.startswith('{{') else _article(noun) + noun} on {_track(step)}."


def _article(noun: str) -> str:
    if noun == "EQ" or (noun[0] in "aeiou" and noun != "utility"):
        return "an "
    return "a " if noun == noun.lower() else ""


def _parameter(gist: Gist, step: Mapping[str, Any]) -> str:
    what = parameter_noun(step.get("parameter"))
    value = said_setting(gist.kind(step), str(step.get("parameter")), step.get("value"))
    return f"{what} of the {gist.noun(step)} on {_track(step)} is {value}."


def _sidechain(gist: Gist, step: Mapping[str, Any]) -> str:
    if step.get("source") is None:
        return f"The {gist.noun(step)} on {_track(step)} listens to nothing but its own track."
    return f"The {gist.noun(step)} on {_track(step)} listens to {said(step['source'], 'the other track')}."


def _enable(gist: Gist, step: Mapping[str, Any]) -> str:
    on = step.get("on")
    state = said_value("on", on) if isinstance(on, bool | str) else "switched"
    return f"The {gist.noun(step)} on {_track(step)} is {state}."


def _switch(words: tuple[str, str], what: str) -> _Says:
    def says(_gist: Gist, step: Mapping[str, Any]) -> str:
        on = step.get("on")
        subject = f"{_track(step)}" if "track" in step else "It"
        if isinstance(on, bool):
            return f"{subject} is {words[0] if on else words[1]}."
        return f"{what} of {subject} is {said_value('on', on)}."

    return says


def _created(_gist: Gist, step: Mapping[str, Any]) -> str:
    kind = said(step.get("kind"), "new")
    what = "return" if kind == "return" else f"{kind} track"
    article = "" if kind.startswith("{{") else _article(what)
    return f"{article}{what} called {said(step.get('name'), 'as before')}."


def _bars(_gist: Gist, step: Mapping[str, Any]) -> str:
    on = step.get("on")
    ends = [said_value("bar", step[end]) for end in ("start_bar", "end_bar") if step.get(end) is not None]
    where = "" if len(ends) < len(("start", "end")) else f", from bar {ends[0]} to bar {ends[1]}"
    return f"The loop is {said_value('on', on)}{where}."


def _line(text: str) -> _Says:
    """A sentence with fields of the step in it; what has no plain name is called what it is."""

    def says(gist: Gist, step: Mapping[str, Any]) -> str:
        words = {field: said_value(field, value) for field, value in step.items()}
        levels = {"db": said_level(step.get("db"))} if "db" in step else {}
        names = {"track": _track(step), "device": gist.noun(step) if "device" in step else ""}
        return text.format_map(_Otherwise(words | levels | names))

    return says


class _Otherwise(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "as before"


_SAYS: Mapping[str, _Says] = MappingProxyType(
    {
        "insert_device": _insert,
        "remove_device": _line("The {device} is gone from {track}."),
        "move_device": _line("The {device} on {track} stands at place {to}."),
        "enable_device": _enable,
        "set_parameter": _parameter,
        "set_sidechain": _sidechain,
        "load_preset": _line("The {device} on {track} has the preset {preset}."),
        "automate_parameter": _line("{parameter} of {track} is automated."),
        "create_track": _created,
        "duplicate_track": _line("A copy of {track} behind it."),
        "delete_track": _line("{track} is gone."),
        "rename_track": _line("{track} is called {name}."),
        "set_color": _line("{track} has the colour {color}."),
        "set_volume": _line("The fader of {track} is at {db}."),
        "set_pan": _line("{track} is panned to {pan}."),
        "set_send": _line("{track} goes to {to} at {db}."),
        "set_mute": _switch(("muted", "heard"), "The mute"),
        "set_solo": _switch(("soloed", "no longer soloed"), "The solo"),
        "set_arm": _switch(("armed", "disarmed"), "The arming"),
        "set_metronome": _line("The metronome is {on}."),
        "set_monitor": _line("The monitoring of {track} is {mode}."),
        "set_output": _line("{track} goes to {to}."),
        "set_input": _line("{track} takes its input from {source}."),
        "set_tempo": _line("The tempo is {bpm} BPM."),
        "set_time_signature": _line("The time signature is {numerator}/{denominator}."),
        "set_loop": _bars,
        "play": _line("It plays."),
        "stop": _line("It has stopped."),
        "record": _line("Recording is {on}."),
        "create_clip": _line("An empty clip in slot {slot} of {track}."),
        "delete_clip": _line("The clip {clip} is gone from {track}."),
        "rename_clip": _line("The clip {clip} on {track} is called {name}."),
        "add_notes": _line("The notes are in the clip {clip} on {track}."),
        "duplicate_clip": _line("A copy of the clip {clip} on {track}."),
        "fire_clip": _line("The clip {clip} on {track} plays."),
        "stop_clip": _line("No clip on {track} plays."),
        "create_scene": _line("There is a scene {name}."),
        "rename_scene": _line("The scene {scene} is called {name}."),
        "delete_scene": _line("The scene {scene} is gone."),
        "fire_scene": _line("The scene {scene} plays."),
        "add_locator": _line("A marker {name} at bar {bar}."),
        "remove_locator": _line("No marker at bar {bar}."),
    }
)
