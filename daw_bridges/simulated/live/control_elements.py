"""Knobs and buttons as scripts of the ``_Framework`` generation make them, inside a component guard."""

from __future__ import annotations

from collections.abc import Callable

from daw_bridges.simulated.live.components import guards

__all__ = [
    "MIDI_CC_TYPE",
    "MIDI_NOTE_TYPE",
    "MIDI_PB_TYPE",
    "ButtonElement",
    "EncoderElement",
    "InputControlElement",
]

MIDI_NOTE_TYPE, MIDI_CC_TYPE, MIDI_PB_TYPE = 0, 1, 2

_STATUS = {0x80: MIDI_NOTE_TYPE, 0x90: MIDI_NOTE_TYPE, 0xB0: MIDI_CC_TYPE, 0xE0: MIDI_PB_TYPE}

ValueListener = Callable[[int], object]


class InputControlElement:
    """A control known by its kind of message, its channel (0 … 15) and its note or controller number."""

    def __init__(self, msg_type: int, channel: int, identifier: int) -> None:
        self._address = (msg_type, channel, 0 if msg_type == MIDI_PB_TYPE else identifier)
        self._listeners: list[ValueListener] = []
        if guards.surfaces:
            guards.surfaces[-1].register_control(self)

    def message_type(self) -> int:
        return self._address[0]

    def message_channel(self) -> int:
        return self._address[1]

    def message_identifier(self) -> int:
        return self._address[2]

    def add_value_listener(self, callback: ValueListener) -> None:
        """Hear every value that comes in."""
        self._listeners.append(callback)

    def remove_value_listener(self, callback: ValueListener) -> None:
        """Hear no more."""
        self._listeners.remove(callback)

    def receive_value(self, value: int) -> None:
        """Tell the listeners a value."""
        for callback in tuple(self._listeners):
            callback(value)

    def take(self, midi_bytes: tuple[int, ...]) -> None:
        """Take a MIDI message, if it is this control's."""
        status, first, second = midi_bytes
        kind = _STATUS.get(status & 0xF0)
        identifier = 0 if kind == MIDI_PB_TYPE else first
        if (kind, status & 0x0F, identifier) == self._address:
            value = first | second << 7 if kind == MIDI_PB_TYPE else second
            self.receive_value(0 if status & 0xF0 == 0x80 else value)

    def disconnect(self) -> None:
        """Drop every listener."""
        self._listeners.clear()


class EncoderElement(InputControlElement):
    """A knob."""

    def __init__(self, msg_type: int, channel: int, identifier: int, map_mode: int = 0) -> None:
        super().__init__(msg_type, channel, identifier)
        self.map_mode = map_mode


class ButtonElement(InputControlElement):
    """A button."""

    def __init__(self, is_momentary: bool, msg_type: int, channel: int, identifier: int) -> None:
        super().__init__(msg_type, channel, identifier)
        self.is_momentary = is_momentary
