"""How long the simulated Logic takes; nothing at all unless asked, so that tests go as fast as they can.

``MEASURED`` is what a real Logic took (logic-pro-ctl, Logic 12.3.1): the display within some milliseconds,
lamps 33 ms after a press, texts that stand for a second.
"""

from __future__ import annotations

from dataclasses import dataclass

from daw_bridges.mackie.messages import Fader, Lamp, Lcd, Message

__all__ = ["MEASURED", "Latency"]


@dataclass(frozen=True, slots=True)
class Latency:
    """All in seconds."""

    text: float = 0.0
    """Until the display is written."""
    lamp: float = 0.0
    """Until a lamp changes."""
    motor: float = 0.0
    """Until a fader moves."""
    rest: float = 0.0
    """Until anything else is sent."""
    patience: float = 0.3
    """How long after its query an answer still counts."""
    unnoticed: float = 0.0
    """A port that is gone for less than this was never gone, as far as the host knows."""
    brief: float = 1.0
    """How long a passing text (a turned V-Pot's value, a fader's level after the touch) stands."""
    blink: float = 0.75
    """Half the period of the mute lamps of strips that another's solo silences."""
    flash: float = 0.4
    """Half the period of a preselected name."""
    clock: float = 0.04
    """How often the time display is brought up to date while the playhead moves."""

    def of(self, message: Message) -> float:
        """How long this message takes from the cause to the wire."""
        match message:
            case Lcd():
                return self.text
            case Lamp():
                return self.lamp
            case Fader():
                return self.motor
            case _:
                return self.rest


MEASURED = Latency(text=0.02, lamp=0.033, motor=0.025, rest=0.02, unnoticed=0.3)
