"""Offers in a person's words: title, steps and times, and the name that a person gives to one."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import UsageError

if TYPE_CHECKING:
    from orbit.memory.store.offers import StoredOffer

__all__ = ["name_of", "steps_told", "times_told", "title_of"]

_TIMES = ("", "once", "twice", "three times", "four times", "five times", "six times", "seven times",
          "eight times", "nine times", "ten times")  # fmt: skip
_MOST_STEPS = 4
_LONGEST_NAME = 80


def times_told(count: int) -> str:
    """Say how often.

    >>> times_told(4), times_told(12)
    ('four times', '12 times')
    """
    return _TIMES[count] if 0 < count < len(_TIMES) else f"{count} times"


def title_of(offer: StoredOffer) -> str:
    """Give the title of what is offered."""
    return str((offer.body or {}).get("title", offer.id))


def steps_told(offer: StoredOffer) -> str:
    """Say in a few words what its steps do, each kind once."""
    steps: list[dict[str, Any]] = (offer.body or {}).get("steps", [])
    devices = {step["as"]: step.get("device") for step in steps if isinstance(step.get("as"), str)}
    said = dict.fromkeys(_step(step, devices) for step in steps)
    few = list(said)[:_MOST_STEPS]
    return ", ".join([*few, f"{len(said) - len(few)} more"] if len(said) > len(few) else few)


def _step(step: dict[str, Any], devices: dict[str, Any]) -> str:
    words = [str(step.get("action", "")).replace("_", " ")]
    device = step.get("device")
    of = devices.get(device, device) if isinstance(device, str) else None
    words += [
        str(each).replace("_", " ") for each in (of, step.get("parameter")) if each and "{{" not in str(each)
    ]
    return " ".join(words)


def name_of(given: str) -> str:
    """Give the id for a name as a person writes it. Raises UsageError when nothing of it can be one.

    >>> name_of("My Vocal Chain!")
    'my-vocal-chain'
    """
    plain = unicodedata.normalize("NFKD", given).encode("ascii", "ignore").decode().casefold()
    name = "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST_NAME].strip("-")
    if not name:
        raise UsageError(f"“{given}” cannot be a workflow's name: use letters and digits.")
    return name
