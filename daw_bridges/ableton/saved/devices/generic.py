"""Devices without a table: every stored number and switch under the words of its path, in no unit.

What says the name of another value is a label: a plug-in's and a Max device's parameters carry their names
beside them, a rack's macros are named in a list of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from daw_bridges.ableton.saved.devices.slots import LONGEST, number, switch_of
from daw_bridges.catalog import neutral_key
from daw_bridges.catalog.displays import figures
from daw_bridges.session import Parameter

__all__ = ["as_stored", "listed", "words"]

_MACRO_NAMES = "MacroDisplayNames."
_LABELS = frozenset({"ParameterName", "ParameterId", "Name", "ShortName"})

# What a listed parameter's value is called, and its name beside it.
_LISTED = {"ParameterValue": "ParameterName", "Timeable": "Name"}

# A slot of a plug-in that no parameter was configured for.
_NOTHING = "-1"

_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[/._]+|\[\d+\]")

# Steps of a path that say how the file is built, and nothing of the parameter.
_SCAFFOLD = frozenset({"Slot", "Value"})


def _is_label(path: str) -> bool:
    """Whether what is stored there names something and is no setting."""
    return path.rpartition("/")[2] in _LABELS or path.startswith(_MACRO_NAMES)


def as_stored(
    values: Mapping[str, str], paths: Iterable[str], taken: frozenset[str]
) -> dict[str, tuple[str, Parameter]]:
    """By path, the key and the parameter of each path that holds a number or a switch.

    ``taken`` are keys that mean something else: a volume in no known unit must not pass for the one in dB.
    """
    counts: dict[str, int] = {}
    found: dict[str, tuple[str, Parameter]] = {}
    for path in paths:
        parameter = None if _is_label(path) else _plain(words(path), values[path])
        if parameter is not None:
            key = _key(parameter.name)
            found[path] = _unique(f"{key}_stored" if key in taken else key, counts), parameter
    return found


def listed(values: Mapping[str, str]) -> dict[str, tuple[str, Parameter]]:
    """By path, the key and the parameter of each that a plug-in or a Max device lists under a name."""
    counts: dict[str, int] = {}
    found: dict[str, tuple[str, Parameter]] = {}
    for path, stored in values.items():
        name = _name_of(values, path)
        parameter = _plain(name, stored) if name else None
        if parameter is not None:
            found[path] = _unique(_key(name), counts), parameter
    return found


def _name_of(values: Mapping[str, str], path: str) -> str:
    stem, _, last = path.rpartition("/")
    if last not in _LISTED or values.get(f"{stem}/ParameterId") == _NOTHING:
        return ""
    return values.get(f"{stem}/{_LISTED[last]}", "").strip()


# The same classes come again and again, and with them the same names.
_key = lru_cache(maxsize=65536)(neutral_key)


def _plain(name: str, stored: str) -> Parameter | None:
    return None if len(stored) > LONGEST else _as_it_is(name, stored)


@lru_cache(maxsize=65536)
def _as_it_is(name: str, stored: str) -> Parameter | None:
    if stored in ("true", "false"):
        return switch_of(name, stored)
    value = number(stored)
    return None if value is None else Parameter(name=name, value=value, text=figures(value))


@lru_cache(maxsize=4096)
def words(path: str) -> str:
    """A path as words: ``Lfo/Slot/Value/SimplerLfo/BeatRate`` is ``Lfo Simpler Lfo Beat Rate``."""
    steps = [step for step in path.split("/") if step not in _SCAFFOLD]
    return " ".join(word for word in _WORDS.split("/".join(steps)) if word)


def _unique(base: str, counts: dict[str, int]) -> str:
    """A key that is not among the counted ones: the second of a base gets ``_2``."""
    key = base
    while key in counts:
        counts[base] += 1
        key = f"{base}_{counts[base]}"
    counts[key] = 1
    return key
