"""What is said with an address: places, numbers, switches, names. WireError, in words, for what is none.

Touch surfaces send floats for everything, so a whole number may come as one. A switch is no number, a place
is never counted from the end, and what is not finite is nothing that Live could be given.
"""

from __future__ import annotations

import math
from typing import Any, List, Sequence

from ..errors import WireError

__all__ = [
    "Behind", "Missing", "Unfit", "level", "like", "named", "number", "pick", "place", "plain", "span",
    "switch", "text", "whole",
]  # fmt: skip

_SWITCHES = {
    "on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False,
}  # fmt: skip
_TO_THE_END = -1
_SHOWN = 60


class Unfit(WireError):
    """An address that needs more than was said with it, or does not apply: a pattern passes over it."""


class Missing(WireError):
    """A place with nothing at it."""


class Behind(Missing):
    """A place after the last one."""


def _shown(value: Any) -> str:
    if value is None or isinstance(value, (bool, bytes)):
        return "a blob" if isinstance(value, bytes) else {None: "nil", True: "true", False: "false"}[value]
    return "“%s”" % value[:_SHOWN] if isinstance(value, str) else str(value)


def _not(what: str, kind: str, value: Any) -> WireError:
    return WireError("%s is %s, not %s" % (what, kind, _shown(value)))


def number(value: Any, what: str, kind: str = "a number") -> float:
    """A finite number, also one that is written out."""
    try:
        found = math.nan if value is None or isinstance(value, (bool, bytes)) else float(value)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise _not(what, kind, value)
    return found


def whole(value: Any, what: str) -> int:
    """A whole number, also as a float."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    found = number(value, what, "a whole number")
    if not found.is_integer():
        raise _not(what, "a whole number", value)
    return int(found)


def place(things: Sequence[Any], value: Any, what: str) -> int:
    """The place of one of the things, counted from 0; Behind where it lies behind the last."""
    range_ = "places go from 0 to %d" % (len(things) - 1) if len(things) else "there is none here"
    wrong = "there is no %s %s: %s" % (what, _shown(value), range_)
    try:
        found = whole(value, what)
    except WireError:
        raise WireError(wrong) from None
    if found >= len(things):
        raise Behind(wrong)
    if found < 0:
        raise WireError(wrong)
    return found


def pick(things: Sequence[Any], value: Any, what: str) -> Any:
    """The thing at a place, as ``place`` has it."""
    return things[place(things, value, what)]


def span(things: Sequence[Any], arguments: Sequence[Any], what: str) -> List[Any]:
    """The things from one place to before another, to the end with −1; all when no place is said."""
    if not arguments:
        return list(things)
    if len(arguments) < 2:
        raise Unfit("of each %s is told from one place to before another, or of all" % what)
    ends = range(len(things) + 1)
    first, last = place(ends, arguments[0], what), arguments[1]
    end = len(things) if last == _TO_THE_END else place(ends, last, what)
    return [things[at] for at in range(first, end)]


def switch(value: Any, what: str) -> bool:
    """On or off: a word in any case, a boolean, or a number, of which only 0 is off."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        word = value.strip().casefold()
        if word not in _SWITCHES:
            raise _not(what, "on or off", value)
        return _SWITCHES[word]
    return number(value, what, "on or off") != 0.0


def text(value: Any, what: str) -> str:
    """A name; a number is one too."""
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return str(value)
    raise _not(what, "a text", value)


def plain(value: Any, what: str) -> Any:
    """A value that Live itself is to judge."""
    if value is None or isinstance(value, bytes) or (isinstance(value, float) and not math.isfinite(value)):
        raise _not(what, "a value", value)
    return value


def like(now: Any, value: Any, what: str) -> Any:
    """A value of the type that stands there now; Live takes its own types only."""
    if isinstance(now, bool):
        return switch(value, what)
    if isinstance(now, int):
        # Some of Live's switches are whole numbers to it.
        return type(now)(int(value) if isinstance(value, bool) else whole(value, what))
    if isinstance(now, float):
        return number(value, what)
    return text(value, what) if isinstance(now, str) else plain(value, what)


def level(parameter: Any, value: Any, what: str) -> float:
    """A parameter's value; a word or a boolean where it is a switch."""
    is_switch = parameter.is_quantized and (parameter.min, parameter.max) == (0.0, 1.0)
    return float(switch(value, what)) if is_switch and isinstance(value, (bool, str)) else number(value, what)


def named(choices: Sequence[Any], name: Any) -> Any:
    """The choice that is displayed under a name; WireError where there is none."""
    wanted = text(name, "a routing")
    for choice in choices:
        if choice.display_name == wanted:
            return choice
    offered = ", ".join(choice.display_name for choice in choices)
    raise WireError("there is no %s here, but: %s" % (_shown(wanted), offered))
