"""Numbers of a saved set, from stored texts to the units of a session."""

from __future__ import annotations

import math

__all__ = ["decibels", "finite", "is_on", "whole"]

_TRUTHS = {"true": 1.0, "false": 0.0}

# Live's faders and sends go down to −70 dB and show −∞ there. It stores amplitudes in single precision.
_SILENCE = 10 ** (-70 / 20) * (1 + 1e-6)


def finite(text: str | None) -> float | None:
    """The number in a stored text, a truth being 1 or 0; None for what is none or has no bounds."""
    if text is None:
        return None
    if text in _TRUTHS:
        return _TRUTHS[text]
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def whole(text: str | None) -> int | None:
    """The whole number in a stored text; None for what is none."""
    try:
        return int(text or "")
    except ValueError:
        return None


def is_on(text: str | None, *, default: bool) -> bool:
    """A stored truth, with what it is where none is stored."""
    return default if text not in _TRUTHS else text == "true"


def decibels(amplitude: float) -> float:
    """The level of a fader or send in dB, −∞ at its lower end."""
    return -math.inf if amplitude <= _SILENCE else round(20.0 * math.log10(amplitude), 3)
