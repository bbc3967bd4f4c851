"""The vocabulary of edits as a JSON schema, as short as it can be: an assistant reads it each time."""

from __future__ import annotations

from typing import Any, cast

from daw_bridges.actions import ACTIONS

__all__ = ["edit_schema"]

_KEPT = ("type", "enum", "pattern", "items", "minItems", "maxItems", "prefixItems", "minimum", "maximum")
_SAYS = (
    "Edits in the vocabulary, in order. track: a name, #3 for the third, or Master. device: a kind "
    "(compressor, eq, reverb …), a device's own name, or compressor#2. value: a number in the parameter's "
    "own unit, or text with one (-24 dB, 4:1, 120 Hz, 1/8, 35 %). db null is silence. Bars and tracks count "
    "from 1, beats from 0; pan goes from -1 (left) to 1."
)


def edit_schema() -> dict[str, Any]:
    """The schema of a list of edits."""
    return {
        "type": "array",
        "description": _SAYS,
        "maxItems": 500,
        "items": {"anyOf": [_action(name, cls.model_json_schema()) for name, cls in ACTIONS.items()]},
    }


def _action(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    named: dict[str, Any] = schema.get("$defs", {})
    fields = {field: _field(field, given, named) for field, given in schema["properties"].items()}
    required = ["action", *(field for field in schema.get("required", ()) if field != "action")]
    return {
        "type": "object",
        "properties": fields | {"action": {"const": name}},
        "required": required,
    }


def _field(name: str, schema: dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    short = _short(schema, named)
    # An edit reads null as silence, which its schema does not say.
    return short | {"type": ["number", "null"]} if name == "db" else short


def _short(schema: dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return _short(named[str(schema["$ref"]).rpartition("/")[2]], named)
    if "anyOf" in schema:
        arms = cast("list[dict[str, Any]]", schema["anyOf"])
        return _short(arms[0], named) | {"type": [arm["type"] for arm in arms]}
    short = {key: schema[key] for key in _KEPT if key in schema}
    if "items" in short:
        short["items"] = _short(short["items"], named)
    if "prefixItems" in short:
        short["prefixItems"] = [_short(each, named) for each in short["prefixItems"]]
    return short
