"""Attributes of elements, one by one and in rows, with their character references resolved."""

from __future__ import annotations

import re
from itertools import repeat
from typing import NamedTuple

from daw_bridges.ableton.saved.grammar import EVENT, NOTE, START

__all__ = ["EVENTS", "NOTES", "MalformedError", "Row", "attributes_of", "unescaped"]

_ATTRIBUTE = re.compile(r"""([A-Za-z_][\w.:-]*+)\s*+=\s*+(?:"([^"<]*+)"|'([^'<]*+)')""")

_ENTITY = re.compile(r"&(#x[0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z]\w{0,31});")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_LOST = "\ufffd"


class MalformedError(Exception):
    """What is read is not XML as Live writes it; the message says where it is not."""


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of a start tag, by name."""
    return {name: unescaped(double or single) for name, double, single in _ATTRIBUTE.findall(text)}


def unescaped(text: str) -> str:
    """A text with its character references resolved; one to nothing becomes a replacement character."""
    return _ENTITY.sub(_resolve, text) if "&" in text else text


def _resolve(match: re.Match[str]) -> str:
    name = match[1]
    if name[0] != "#":
        if name not in _ENTITIES:
            raise MalformedError(f"it uses an entity “{name}”, which Live never writes")
        return _ENTITIES[name]
    code = int(f"0{name[1:]}", 0) if name[1] == "x" else int(name[1:])
    return _LOST if code == 0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF else chr(code)


class Row(NamedTuple):
    """Elements of one kind that say all in their attributes, thousands in a row."""

    quick: re.Pattern[str]
    names: tuple[str, ...]

    def of(self, text: str) -> list[tuple[str, ...]]:
        """The attributes called ``names`` of each of the elements, in their order; empty where absent."""
        found: list[tuple[str, ...]] = self.quick.findall(text)
        if len(found) == text.count("<"):
            return found
        starts = START.finditer(text)
        return [
            tuple(map(attributes_of(start["attributes"]).get, self.names, repeat(""))) for start in starts
        ]


EVENTS = Row(EVENT, ("Time", "Value"))
"""Automation points: beat, value."""

NOTES = Row(NOTE, ("Time", "Duration", "Velocity", "IsEnabled"))
"""Notes: beat, length in beats, velocity, and whether it is heard."""
