"""The actions for a model to read: one schema for all of them, and which fields belong to which.

A schema a class would be twenty thousand characters, sent with every request. This one has each field once;
the list of what belongs together stands in the instructions, and what is put together wrongly is answered
with what is right.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, cast

from pydantic import BeforeValidator, WithJsonSchema

from daw_bridges.actions import ACTIONS

__all__ = ["VOCABULARY", "Actions", "SlotTexts", "Slots"]

_DESCRIBED = {
    "action": "What to do; which fields belong to it, the instructions say.",
    "track": "A track's name, #3 for the third, or Master.",
    "device": "A kind (compressor, eq), a name, or compressor#2.",
    "db": "In dB; null is silence.",
    "pan": "-1 is left, 1 is right.",
    "value": 'A number in the real unit, or text with it: "-24 dB", "4:1", "120 Hz", "35 %".',
    "points": "[beat, value] each.",
    "notes": "[pitch, start_beat, duration_beats, velocity] each.",
    "at": "Where, counted from 1.",
    "color": "#rrggbb",
    "bpm": "Beats per minute.",
}
_NULL_MEANS_SOMETHING = frozenset({"db", "source"})
_LISTS = {"points": 2, "notes": 4}
"""Lists of so many numbers each."""


def _kinds() -> dict[str, dict[str, Any]]:
    """What each field may be in any action: JSON types, each with its choices where it has such."""
    found: dict[str, dict[str, Any]] = {}
    for cls in ACTIONS.values():
        for name, schema in cast("dict[str, Any]", cls.model_json_schema()["properties"]).items():
            for kind in schema.get("anyOf", (schema,)):
                found.setdefault(name, {})[kind.get("type", "array")] = kind.get("enum")
    return found


def _property(name: str, kinds: dict[str, Any]) -> dict[str, Any]:
    told = {"description": _DESCRIBED[name]} if name in _DESCRIBED else {}
    if name in _LISTS:
        pair = {"type": "array", "items": {"type": "number"}}
        return {"type": "array", "items": pair | {"minItems": _LISTS[name], "maxItems": _LISTS[name]}} | told
    null = {"null": None} if name in _NULL_MEANS_SOMETHING else {}
    types = {kind: choices for kind, choices in kinds.items() if kind != "null"} | null
    options = [{"type": kind} | ({"enum": types[kind]} if types[kind] else {}) for kind in sorted(types)]
    return (options[0] if len(options) == 1 else {"anyOf": options}) | told


def _schema() -> dict[str, Any]:
    names = {"type": "string", "enum": list(ACTIONS), "description": _DESCRIBED["action"]}
    fields = {name: _property(name, kinds) for name, kinds in _kinds().items() if name != "action"}
    action = {"type": "object", "properties": {"action": names} | fields, "required": ["action"]}
    return {"type": "array", "minItems": 1, "items": action}


class _Described:
    """Has the schema made when a model is to read it: no other has to wait for it."""

    def __get_pydantic_json_schema__(self, *_: object) -> dict[str, Any]:
        return _schema()


def _unpacked(given: Any) -> Any:
    """What was meant where a model wrote an object as text."""
    if isinstance(given, str):
        try:
            return json.loads(given)
        except ValueError:
            return given
    return given


def _listed(given: Any) -> Any:
    unpacked = _unpacked(given)
    return [cast("dict[str, Any]", unpacked)] if isinstance(unpacked, dict) else unpacked


def _texts(given: Any) -> Any:
    unpacked = _unpacked(given)
    if not isinstance(unpacked, dict):
        return unpacked
    return {name: _text(value) for name, value in cast("dict[str, Any]", unpacked).items()}


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if isinstance(value, int | float) else value


def _said(given: Any) -> Any:
    texts = _texts(given)
    if not isinstance(texts, dict):
        return texts
    return {name: text for name, text in cast("dict[str, Any]", texts).items() if text is not None}


Actions = Annotated[list[dict[str, Any]], BeforeValidator(_listed), _Described()]
"""Actions as a model gives them; the vocabulary itself judges them."""

Slots = Annotated[
    dict[str, str | list[str] | None] | None,
    BeforeValidator(_texts),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": "string"}}),
]
"""A workflow's slots as text, in whatever form a model gives them."""

SlotTexts = Annotated[dict[str, str], BeforeValidator(_said)]
"""The same, without those that are left out."""

VOCABULARY = ", ".join(
    f"{name}({', '.join(field.alias or key for key, field in cls.model_fields.items() if key != 'action')})"
    for name, cls in ACTIONS.items()
)
"""The actions with their fields, for the instructions."""
