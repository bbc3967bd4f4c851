"""What can be wanted of a device's parameters."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import AMOUNTS, Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.lexicon import DOWN, OFF, ON, UP

__all__ = ["PARAMETERS"]

_STRANGERS = 2


def _what(evidence: Evidence) -> str | None:
    """The parameter with its device and tracks, as far as they are named; None unless there is just one."""
    parameters, devices = evidence.all("parameter"), evidence.all("device")
    if len(parameters) != 1 or len(devices) > 1:
        return None
    device = f"{devices[0].text} " if devices else ""
    where = f" on {evidence.tracks}" if evidence.tracks else ""
    its = "" if device or where or not evidence.says("its") else "its "
    return f"{its}{device}{parameters[0].values[0]}{where}"


def _set(evidence: Evidence) -> str | None:
    """A parameter to a value, or by so much."""
    what, value = _what(evidence), evidence.value
    if what is None or value is None or not evidence.only("parameter", "device", "track", *AMOUNTS):
        return None
    if evidence.is_stated(value):
        return f"set {what} to {value.text}"
    if not evidence.way:
        return None
    return f"turn {what} {'up' if evidence.way > 0 else 'down'} by {value.text.lstrip('+-')}"


def _choose(evidence: Evidence) -> str | None:
    """A parameter to one of its choices."""
    what, options = _what(evidence), evidence.all("option")
    if what is None or len(options) != 1 or not evidence.only("parameter", "device", "track", "option"):
        return None
    return f"set {what} to {options[0].values[0]}"


def _nudge(evidence: Evidence) -> str | None:
    """A parameter up or down, nothing said of how far."""
    what = _what(evidence)
    if what is None or not evidence.way or not evidence.only("parameter", "device", "track"):
        return None
    return f"turn {what} {'up' if evidence.way > 0 else 'down'}"


def _switch(evidence: Evidence) -> str | None:
    """A parameter that is a switch."""
    what, on, off = _what(evidence), evidence.says(*_SWITCHED_ON), evidence.says(*_SWITCHED_OFF)
    if what is None or on == off or not evidence.only("parameter", "device", "track"):
        return None
    return f"turn {'on' if on else 'off'} {what}"


_SWITCHED_ON = ON - {"on", "in"} | words("on")
_SWITCHED_OFF = OFF - {"without"}
_SETTING = words(
    "set dial move nudge adjust shift slide ease roll open close tighten loosen speed slow shorten lengthen "
    "stretch reach keep has have at value back"
)

PARAMETERS: tuple[Frame, ...] = (
    Frame(_set, more=UP | DOWN | _SETTING, strangers=_STRANGERS, parameters=True),
    Frame(_choose, more=UP | DOWN | _SETTING | words("mode type shape"), parameters=True),
    Frame(_nudge, UP | DOWN, _SETTING, parameters=True),
    Frame(_switch, _SWITCHED_ON | _SWITCHED_OFF, _SETTING, parameters=True),
)
