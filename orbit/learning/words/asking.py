"""What to ask for each slot, from what it is used for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from orbit.learning.words.gist import Gist
from orbit.learning.words.saying import parameter_noun
from orbit.workflows.templates import exact_name, is_template, names_in

__all__ = ["question"]

_TRACKS = {
    ("set_sidechain", "source"): "Which track should it listen to?",
    ("set_send", "to"): "Which return should it go to?",
    ("set_output", "to"): "Which track should it go through?",
    ("set_input", "source"): "Which track should it be taken from?",
    ("automate_parameter", "parameter"): "Which return is it about?",
}

_VALUES = {
    ("set_volume", "db"): "How loud should it be?",
    ("set_send", "db"): "How much should be sent?",
    ("set_pan", "pan"): "Where should it sit, from -1 (left) to 1 (right)?",
    ("set_tempo", "bpm"): "Which tempo should it have?",
    ("create_track", "name"): "What should the new track be called?",
    ("create_track", "kind"): "What kind of track should it be?",
    ("duplicate_track", "name"): "What should the copy be called?",
    ("rename_track", "name"): "What should the track be called?",
    ("create_clip", "name"): "What should the clip be called?",
    ("rename_clip", "name"): "What should the clip be called?",
    ("create_clip", "length_beats"): "How long should the clip be, in beats?",
    ("create_clip", "slot"): "Which slot should the clip go to?",
    ("create_scene", "name"): "What should the scene be called?",
    ("rename_scene", "name"): "What should the scene be called?",
    ("add_locator", "name"): "What should the marker be called?",
    ("add_locator", "bar"): "At which bar should the marker stand?",
    ("duplicate_clip", "to_bar"): "At which bar should the copy start?",
    ("duplicate_clip", "to_slot"): "Which slot should the copy go to?",
    ("set_color", "color"): "Which colour should it have?",
    ("set_monitor", "mode"): "How should it be monitored?",
    ("set_input", "source"): "What should be recorded on it?",
    ("set_output", "to"): "Where should it go?",
    ("play", "from_bar"): "From which bar?",
    ("set_loop", "start_bar"): "At which bar should the loop begin?",
    ("set_loop", "end_bar"): "At which bar should the loop end?",
    ("insert_device", "device"): "Which device should be inserted?",
    ("load_preset", "preset"): "Which preset should be loaded?",
}

_OF_A_TYPE = {
    "track": "Which track is it?",
    "tracks": "Which tracks is it for?",
    "device": "Which device is it?",
    "bars": "At which bar?",
    "time": "How long should it be?",
    "frequency": "At which frequency?",
    "gain_db": "How many dB should it be?",
    "number": "Which value should it have?",
    "choice": "Which of them should it be?",
    "text": "What should it be?",
}


def question(gist: Gist, name: str, slot: Mapping[str, Any]) -> str:
    """What a person is asked for a slot."""
    kind = str(slot.get("type"))
    if kind == "tracks":
        return _OF_A_TYPE[kind]
    for step, field in _uses(gist, name):
        if kind == "track":
            return _track_question(gist, name, step, field)
        if field == "value":
            of = f"the {parameter_noun(step.get('parameter'))} of the {gist.noun(step)}"
            return "What should its value be?" if is_template(of) else f"What should {of} be?"
        if field == "on":
            return "Should it be on or off?"
        if (step["action"], field) in _VALUES:
            return _VALUES[step["action"], field]
    return _OF_A_TYPE.get(kind, "What should it be?")


def _track_question(gist: Gist, name: str, step: Mapping[str, Any], field: str) -> str:
    role = gist.role_of(f"{{{{ {name} }}}}")
    if role is not None:
        return f"Which track is the {role}?"
    if (step["action"], field) in _TRACKS:
        return _TRACKS[step["action"], field]
    return "Which track is it for?" if gist.subject == f"{{{{ {name} }}}}" else _OF_A_TYPE["track"]


def _uses(gist: Gist, name: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """The steps and their fields in which a slot stands; where it stands by itself first."""
    inside: list[tuple[Mapping[str, Any], str]] = []
    for step in gist.routine.steps:
        for field, value in step.items():
            if isinstance(value, str) and exact_name(value) == name:
                yield step, field
            elif is_template(value) and name in names_in(str(value)):
                inside.append((step, field))
    yield from inside
