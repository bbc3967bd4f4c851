"""Saying what stands in a step's fields: a slot as the slot, a name as it is if it is only a name.

What was seen in a session is data. A name that would be read as a template, or that is no plain line of text,
is not said at all; the thing is called by what it is instead.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from daw_bridges.actions.base import title
from daw_bridges.catalog import catalog
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import Quantity, Unit, format_pan, format_quantity
from orbit.workflows.templates import exact_name, is_template

__all__ = [
    "device_noun",
    "listed",
    "parameter_noun",
    "plain_line",
    "said",
    "said_level",
    "said_setting",
    "said_value",
]

_LONGEST = 60
_KIND = re.compile(r"^[a-z0-9_]+$")
_NUMBERED = re.compile(r"^(?P<kind>.+?)#(?P<nth>\d+)$")
_NTH = {2: "second", 3: "third", 4: "fourth"}


def plain_line(text: str, longest: int = _LONGEST) -> bool:
    """Whether a text can stand in a sentence as it is: one line of what can be seen, and no template."""
    if not 0 < len(text) <= longest or text != text.strip() or is_template(text):
        return False
    return not any(unicodedata.category(letter)[0] == "C" or letter in "{}" for letter in text)


def said(value: Any, otherwise: str) -> str:
    """A name or a slot for a sentence; ``otherwise`` where it cannot be said."""
    text = value if isinstance(value, str) else ""
    if exact_name(text) is not None:
        return text
    return text if plain_line(text) else otherwise


def said_level(value: Any) -> str:
    """A level in dB."""
    if isinstance(value, str):
        return said(value, "its level")
    return format_quantity(Quantity(float("-inf") if value is None else float(value), Unit.DB))


def said_value(field: str, value: Any) -> str:
    """Any other value as hosts print it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float):
        return format_pan(float(value)) if field == "pan" else f"{float(value):.10g}"
    return said(value, "what it was")


def said_setting(kind: str, parameter: str, value: Any) -> str:
    """The value of a device's parameter, a number with its unit where the catalogue knows it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return said_value("value", value)
    return format_quantity(Quantity(float(value), _unit(kind, parameter)))


@lru_cache(maxsize=1024)
def _unit(kind: str, parameter: str) -> Unit:
    # Kinds and their keys are the same on every host; so are their units.
    for daw in ("ableton", "logic"):
        try:
            rows = catalog().device(daw, kind).parameters if kind in catalog().kinds() else ()
        except NotFoundError:
            continue
        if (unit := next((row.unit for row in rows if row.key == parameter), None)) is not None:
            return unit
    return Unit.NONE


def device_noun(reference: Any, labels: dict[str, str]) -> str:
    """A device as it is said: ``compressor``, ``second EQ``, ``FabFilter Pro-Q 3``; a label by its device."""
    text = reference if isinstance(reference, str) else ""
    if exact_name(text) is not None:
        return text
    text = labels.get(text, text).rpartition(" > ")[2]
    if (match := _NUMBERED.match(text)) is not None:
        nth = int(match["nth"])
        return f"{_NTH.get(nth, f'{nth}th')} {device_noun(match['kind'], {})}"
    if _KIND.match(text):
        words = title(text)
        return " ".join(word if word.isupper() else word.lower() for word in words.split())
    return said(text, "device")


def parameter_noun(parameter: Any) -> str:
    """A parameter as it is said: ``dry/wet``, ``band 1 frequency``."""
    text = parameter if isinstance(parameter, str) else ""
    if text == "dry_wet":
        return "dry/wet"
    return said(text.replace("_", " ").strip() if _KIND.match(text) else text, "setting")


def listed(items: Sequence[str]) -> str:
    """Several things in a sentence: ``one, another and a third``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
