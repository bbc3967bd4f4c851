"""What can be done, a frame an edit: its slots, what fills them, and the builder that makes the actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, cast

import yaml

from daw_bridges import actions as action_classes

__all__ = ["Frame", "Risk", "Slot", "frames"]

Risk = Literal["low", "middle", "high"]
_RULES = "orbit.agent.offline.understanding.rules"
_OWN = {"reader": "orbit.agent.reader.builders", "eq": "orbit.agent.reader.eq"}


@dataclass(frozen=True)
class Slot:
    """A part of a frame that a mention of one of some kinds fills."""

    name: str
    kinds: tuple[str, ...]
    required: bool


@dataclass(frozen=True)
class Frame:
    """An edit, and what it takes."""

    name: str
    build: Callable[..., Any]
    slots: tuple[Slot, ...]
    risk: Risk
    takes: frozenset[str]
    """The relations that it means in itself: "only" of a solo."""
    says: frozenset[str]
    """Words of which one has to be said, where any are given."""
    makes: frozenset[str] | None
    """Senses of which one has to be said for "it" to be what it makes; None where it makes nothing."""


@cache
def frames() -> tuple[Frame, ...]:
    """Every frame, in the order of the file."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    listed = yaml.load((Path(__file__).parent / "frames.yaml").read_text("utf-8"), loader)  # noqa: S506
    return tuple(_frame(name, entry) for name, entry in listed.items())


def _frame(name: str, entry: Mapping[str, Any]) -> Frame:
    path, *leading = cast(
        "list[Any]", entry["build"] if isinstance(entry["build"], list) else [entry["build"]]
    )
    module, _, function = str(path).partition(".")
    build = getattr(import_module(_OWN.get(module, f"{_RULES}.{module}")), function)
    first = [getattr(action_classes, each, each) if isinstance(each, str) else each for each in leading]
    given = cast("dict[str, Any]", entry.get("fixed", {}))
    fixed = {key: tuple(cast("list[Any]", v)) if isinstance(v, list) else v for key, v in given.items()}
    slots = tuple(
        Slot(key.removesuffix("?"), tuple(kinds.split("|")), not key.endswith("?"))
        for key, kinds in entry.get("slots", {}).items()
    )
    return Frame(
        name,
        partial(build, *first, **fixed),
        slots,
        entry.get("risk", "low"),
        frozenset(entry.get("takes", ())),
        frozenset(entry.get("says", ())),
        frozenset(entry["makes"]) if "makes" in entry else None,
    )
