"""Settings as a routine must not find them: each stands otherwise than the routine first sets it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from daw_bridges.actions import (
    Action,
    EnableDevice,
    SetArm,
    SetColor,
    SetInput,
    SetLoop,
    SetMetronome,
    SetMonitor,
    SetMute,
    SetOutput,
    SetPan,
    SetParameter,
    SetSend,
    SetSolo,
    SetTempo,
    SetTimeSignature,
    SetVolume,
)
from daw_bridges.algebra import apply, equivalent
from daw_bridges.algebra.parameters import described, parameter_key
from daw_bridges.errors import ActionError
from daw_bridges.references import find_device, find_track
from daw_bridges.session import Parameter, Session

__all__ = ["unsettled"]


def unsettled(session: Session, actions: Sequence[Action]) -> Session:
    """The session with every setting that the actions would find made already set otherwise.

    What only comes into being on the way (a device's own settings when it is inserted) is as it comes.
    """
    now = session
    for place, action in enumerate(actions):
        try:
            after = apply(now, action)
            if equivalent(now, after) and (other := _contrary(session, action)) is not None:
                session = other
                now = after = _through(session, actions[: place + 1])
        except ActionError:
            return session
        now = after
    return session


def _through(session: Session, actions: Sequence[Action]) -> Session:
    for action in actions:
        session = apply(session, action)
    return session


def _contrary(session: Session, action: Action) -> Session | None:
    opposite = _OPPOSITES.get(type(action))
    if opposite is None:
        return None
    try:
        return apply(session, opposite(session, action))
    except (ActionError, _NoneError):
        return None  # it is not there from the start


class _NoneError(Exception):
    """There is no other setting."""


def _switched(_: Session, action: Any) -> Action:
    return action.model_copy(update={"on": not action.on})


def _level(_: Session, action: Any) -> Action:
    return action.model_copy(update={"db": -12.0 if math.isinf(action.db) else action.db - 3.0})


def _pan(_: Session, action: SetPan) -> Action:
    return action.model_copy(update={"pan": 0.5 if action.pan <= 0.0 else -0.5})


def _monitor(_: Session, action: SetMonitor) -> Action:
    return action.model_copy(update={"mode": "auto" if action.mode != "auto" else "in"})


def _tempo(_: Session, action: SetTempo) -> Action:
    return SetTempo(bpm=action.bpm + 10.0 if action.bpm < 500.0 else 120.0)


def _signature(_: Session, action: SetTimeSignature) -> Action:
    return SetTimeSignature(numerator=3 if action.numerator == 4 else 4, denominator=4)


def _loop(_: Session, action: SetLoop) -> Action:
    return SetLoop(on=not action.on, start_bar=9.0, end_bar=10.0)


def _color(_: Session, action: SetColor) -> Action:
    return action.model_copy(update={"color": max(_COLORS, key=lambda each: _apart(each, action.color))})


_COLORS = ("#ff3636", "#3dc300", "#5480e4")
"""Three that are far apart and that Live's palette has; a host with a palette takes no others."""


def _apart(one: str, other: str) -> float:
    return math.dist(*([int(color[place : place + 2], 16) for place in (1, 3, 5)] for color in (one, other)))


def _output(session: Session, action: SetOutput) -> Action:
    others = (track.name for track in session.ordinary_tracks if track.name not in (action.track, action.to))
    return action.model_copy(update={"to": next(others, "Master")})


def _input(_: Session, action: SetInput) -> Action:
    return action.model_copy(update={"source": "No Input"})


def _parameter(session: Session, action: SetParameter) -> Action:
    device = find_device(find_track(session, action.track), action.device)
    key = parameter_key(session.daw, device, action.parameter)
    parameter = described(session.daw, device, key)
    return action.model_copy(update={"value": _other_value(parameter)})


def _other_value(parameter: Parameter) -> float | str:
    if parameter.choices:
        return _first_other(parameter.choices, parameter.value)
    if isinstance(parameter.value, str):
        return {"on": "off", "off": "on"}.get(parameter.value) or _refuse()
    if parameter.range is None:
        return parameter.value + 1.0
    return _first_other([end for end in parameter.range if math.isfinite(end)], parameter.value)


def _first_other(values: Sequence[float | str], value: float | str) -> float | str:
    return next((each for each in values if each != value), None) or _refuse()


def _refuse() -> float | str:
    raise _NoneError


_OPPOSITES: Mapping[type[Any], Callable[[Session, Any], Action]] = {
    SetMute: _switched,
    SetSolo: _switched,
    SetArm: _switched,
    SetMetronome: _switched,
    EnableDevice: _switched,
    SetVolume: _level,
    SetSend: _level,
    SetPan: _pan,
    SetMonitor: _monitor,
    SetTempo: _tempo,
    SetTimeSignature: _signature,
    SetLoop: _loop,
    SetColor: _color,
    SetOutput: _output,
    SetInput: _input,
    SetParameter: _parameter,
}
