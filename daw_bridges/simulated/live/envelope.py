"""The automation a Session clip holds for one parameter."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.lom import LomObject, Since, strict

__all__ = ["Envelope", "EnvelopeEvent"]


@dataclass(frozen=True)
class EnvelopeEvent:
    """A breakpoint: beats from the clip's start, and the parameter's raw value."""

    time: float
    value: float


class Envelope(LomObject):
    """Breakpoints joined by straight lines; two at one time make a jump."""

    def __init__(self, clip: LomObject, parameter: DeviceParameter) -> None:
        super().__init__(clip.doc_, clip)
        self._parameter = parameter

    @property
    def parameter(self) -> DeviceParameter:
        """What is automated."""
        return self._parameter

    def insert_step(self, time: float, length: float, value: float) -> None:
        """Hold ``value`` from ``time`` for ``length`` beats; what was there before goes on around it."""
        start, span = strict(float, time, "insert_step"), strict(float, length, "insert_step")
        held = self._in_range(value)
        if span < 0:
            raise RuntimeError("The length of a step must not be negative")
        end = start + span
        around = (EnvelopeEvent(start, self._before(start)), EnvelopeEvent(end, self.value_at_time(end)))
        kept = [event for event in self._events() if not start <= event.time <= end]
        index = bisect_left(kept, start, key=_time)
        step = (around[0], EnvelopeEvent(start, held), EnvelopeEvent(end, held), around[1])
        self.write_((*kept[:index], *step, *kept[index:]))

    @Since[None](12, 0)
    def create_event(self, event: EnvelopeEvent) -> None:
        """Set one breakpoint."""
        kept = [other for other in self._events() if other.time != event.time]
        index = bisect_left(kept, event.time, key=_time)
        self.write_((*kept[:index], EnvelopeEvent(event.time, self._in_range(event.value)), *kept[index:]))

    def value_at_time(self, time: float) -> float:
        """The raw value at ``time`` (beats); the parameter's own value while there is no breakpoint."""
        events = self._events()
        if not events:
            return self._parameter.value
        index = bisect_right(events, strict(float, time, "value_at_time"), key=_time)
        return _between(events, index, time)

    def events_in_range(self, start: float, end: float) -> tuple[EnvelopeEvent, ...]:
        """The breakpoints from ``start`` to ``end``."""
        return tuple(event for event in self._events() if start <= event.time <= end)

    def delete_events_in_range(self, start: float, end: float) -> None:
        """Delete the breakpoints from ``start`` to before ``end``."""
        self.write_(tuple(event for event in self._events() if not start <= event.time < end))

    def _events(self) -> tuple[EnvelopeEvent, ...]:
        return self.get_("events") or ()

    def write_(self, events: tuple[EnvelopeEvent, ...]) -> None:
        self.assign_("events", events)

    def _before(self, time: float) -> float:
        events = self._events()
        return (
            _between(events, bisect_left(events, time, key=_time), time) if events else self._parameter.value
        )

    def _in_range(self, value: float) -> float:
        value = strict(float, value, "Envelope value")
        if not self._parameter.min <= value <= self._parameter.max:
            raise RuntimeError("Invalid value. Check the parameters range with min/max")
        return value


def _time(event: EnvelopeEvent) -> float:
    return event.time


def _between(events: tuple[EnvelopeEvent, ...], index: int, time: float) -> float:
    """The value at ``time``, which lies before ``events[index]`` and behind the one ahead of it."""
    if index == 0:
        return events[0].value
    if index == len(events):
        return events[-1].value
    left, right = events[index - 1], events[index]
    share = (time - left.time) / (right.time - left.time) if right.time > left.time else 1.0
    return left.value + (right.value - left.value) * share
