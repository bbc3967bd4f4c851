"""What a workflow does, whatever it is called: its steps in a form that is the same for the same doing.

Two workflows are *duplicates* when they do the same with the same values: names of slots and labels, step
numbers and all prose count for nothing. They are *variants* when only values, or what is a slot in one and
written out in the other, set them apart. Words are not looked at: near texts often do different things, and
the same thing is described in a hundred ways.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, cast

from jinja2 import Environment

__all__ = ["kinds", "renamed", "shape", "slots_in_order", "structure"]

_PROSE = frozenset({"step_number", "expected_output"})
_SLOT_PROSE = frozenset({"ask"})
_NAMES_A_TRACK = frozenset({"track", "source", "to"})
_NAMES_A_SLOT = frozenset({"for_each", "besides", "with_clip", "clip_on", "free_slot_on", "of_key"})
_NAMES_A_LABEL = frozenset({"as", "device"})
_SAYS_WHAT = frozenset({"action", "device", "parameter", "kind", "type", "operation", "memory_ref"})
_ANY = "*"

_LEXER = Environment(autoescape=True)  # nothing is rendered: it only takes templates apart


def structure(body: Mapping[str, Any]) -> str:
    """Name what a workflow (as JSON) does and with which values; equal for duplicates."""
    order, labels = slots_in_order(body), _labels(body)
    new = {name: f"slot{place}" for place, name in enumerate(order, start=1)}

    def exact(field: str, text: str) -> str:
        if field in _NAMES_A_SLOT:
            return new.get(text, text)
        return labels.get(text, renamed(text, new)) if field in _NAMES_A_LABEL else renamed(text, new)

    slots = [
        {key: value for key, value in body["slots"][name].items() if key not in _SLOT_PROSE} for name in order
    ]
    return _digest(_walk([_steps(body), slots], exact))


def shape(body: Mapping[str, Any]) -> str:
    """Name what a workflow (as JSON) does, with whatever values; equal for variants."""
    tracks: dict[str, str] = {}

    def general(field: str, text: str) -> str:
        if field in _NAMES_A_TRACK:
            return tracks.setdefault(text, f"track{len(tracks) + 1}")
        return labels.get(text, text) if field in _SAYS_WHAT else _ANY

    labels = _labels(body)
    steps = [{key: value for key, value in step.items() if key != "as"} for step in _steps(body)]
    return _digest(_walk(steps, general, numbers=_ANY))


def kinds(body: Mapping[str, Any]) -> tuple[str, ...]:
    """Name what each step of a workflow (as JSON) does, without to what and how much, in short digests."""
    devices = {step["as"]: step.get("device") for step in body["steps"] if isinstance(step.get("as"), str)}
    return tuple(_digest(_kind_of(step, devices))[:_KIND_LENGTH] for step in body["steps"])


_KIND_LENGTH = 16


def _kind_of(step: Mapping[str, Any], devices: Mapping[str, Any]) -> list[Any]:
    device = step.get("device")
    said = [step.get(field) for field in ("type", "operation", "action", "kind", "parameter")]
    said.append(devices.get(device, device) if isinstance(device, str) else None)
    return [_ANY if isinstance(each, str) and "{{" in each else each for each in said]


def slots_in_order(body: Mapping[str, Any]) -> list[str]:
    """Give the slots of a workflow (as JSON) in the order in which its steps use them."""
    slots: Mapping[str, Any] = body.get("slots", {})
    found: dict[str, None] = {}

    def note(field: str, text: str) -> str:
        found.update(dict.fromkeys([text] if field in _NAMES_A_SLOT else _names(text)))
        return text

    _walk(_steps(body), note)
    for name in list(found):
        _walk(slots.get(name, {}), note)  # a default may stand on another slot
    return [name for name in found if name in slots]


def renamed(text: str, new: Mapping[str, str]) -> str:
    """Give a template with other names for its slots."""
    if "{{" not in text:
        return text
    return "".join(new.get(part, part) if is_name else part for part, is_name in _tokens(text))


def _steps(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{key: value for key, value in step.items() if key not in _PROSE} for step in body["steps"]]


def _labels(body: Mapping[str, Any]) -> dict[str, str]:
    given = dict.fromkeys(step["as"] for step in body["steps"] if isinstance(step.get("as"), str))
    return {label: f"label{place}" for place, label in enumerate(given, start=1)}


def _walk(value: Any, text: Callable[[str, str], str], field: str = "", *, numbers: Any = None) -> Any:
    """Give a value with every text in it put through ``text(field, text)``, keys in order."""
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, Any]", value)
        return {key: _walk(fields[key], text, key, numbers=numbers) for key in sorted(fields)}
    if isinstance(value, list | tuple):
        return [_walk(each, text, field, numbers=numbers) for each in cast("Sequence[Any]", value)]
    if isinstance(value, str):
        return text(field, value)
    return value if numbers is None else numbers


def _names(text: str) -> list[str]:
    return [part for part, is_name in _tokens(text) if is_name] if "{{" in text else []


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[tuple[str, bool], ...]:
    """Take a template apart into its tokens, and say of each whether it is the name of a value."""
    tokens: list[tuple[str, bool]] = []
    before = ""
    for _line, kind, part in _LEXER.lex(text):
        tokens.append((part, kind == "name" and before not in {"|", "."}))
        before = before if kind == "whitespace" else part
    return tuple(tokens)


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
