"""Recording what is done by hand in a DAW, as it is done: with consent, and on this machine only."""

from __future__ import annotations

from orbit.learning.recording.journal import Journal, discard_left, left_behind
from orbit.learning.recording.recorder import Listener, Recorder
from orbit.learning.recording.stretches import IDLE_SECONDS, MOST_ACTIONS, Cutter

__all__ = [
    "IDLE_SECONDS",
    "MOST_ACTIONS",
    "Cutter",
    "Journal",
    "Listener",
    "Recorder",
    "discard_left",
    "left_behind",
]
