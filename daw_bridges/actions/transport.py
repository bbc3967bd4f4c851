"""The transport and the timeline: tempo, time signature, metronome, loop, playing, recording, locators."""

from __future__ import annotations

from typing import ClassVar, Literal

from daw_bridges.actions.base import ActionBase, Bar, Bpm, Risk, Text, field_text

__all__ = [
    "AddLocator",
    "Play",
    "Record",
    "RemoveLocator",
    "SetLoop",
    "SetMetronome",
    "SetTempo",
    "SetTimeSignature",
    "Stop",
    "Undo",
]


class SetTempo(ActionBase, frozen=True):
    """Set the tempo, in beats per minute."""

    says: ClassVar = "Set the tempo to {bpm} BPM"
    already: ClassVar = "The tempo is already {bpm} BPM"
    action: Literal["set_tempo"] = "set_tempo"
    bpm: Bpm


class SetTimeSignature(ActionBase, frozen=True):
    """Set the time signature."""

    says: ClassVar = "Set the time signature to {numerator}/{denominator}"
    already: ClassVar = "The time signature is already {numerator}/{denominator}"
    action: Literal["set_time_signature"] = "set_time_signature"
    numerator: int
    denominator: int


class SetMetronome(ActionBase, frozen=True):
    """Turn the metronome on or off."""

    says: ClassVar = "Turn the metronome {state}"
    already: ClassVar = "The metronome is already {state}"
    action: Literal["set_metronome"] = "set_metronome"
    on: bool


class SetLoop(ActionBase, frozen=True):
    """Turn the arrangement loop on or off, and place it; bars from 1, omitted ends stay where they are."""

    says: ClassVar = "Turn the loop {state}"
    already: ClassVar = "The loop is already {state}"
    action: Literal["set_loop"] = "set_loop"
    on: bool
    start_bar: Bar | None = None
    end_bar: Bar | None = None

    def describe(self) -> str:
        """Say where the loop goes, when it is placed."""
        return super().describe() + self._span()

    def describe_already(self) -> str:
        """Say where the loop is, when it was to be placed."""
        return super().describe_already() + self._span()

    def _span(self) -> str:
        start = "" if self.start_bar is None else f" from bar {field_text('bar', self.start_bar)}"
        end = "" if self.end_bar is None else f" to bar {field_text('bar', self.end_bar)}"
        return start + end


class Play(ActionBase, frozen=True):
    """Start playing, from a bar (from 1) or from where the playhead is."""

    says: ClassVar = "Play"
    action: Literal["play"] = "play"
    from_bar: Bar | None = None

    def describe(self) -> str:
        """Say from which bar, when one is given."""
        return "Play" if self.from_bar is None else f"Play from bar {field_text('bar', self.from_bar)}"


class Stop(ActionBase, frozen=True):
    """Stop playing."""

    says: ClassVar = "Stop"
    action: Literal["stop"] = "stop"


class Record(ActionBase, frozen=True):
    """Turn recording into the arrangement on or off."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Start recording"
    says_off: ClassVar = "Stop recording"
    already: ClassVar = "Recording is already on"
    already_off: ClassVar = "Recording is already off"
    action: Literal["record"] = "record"
    on: bool


class AddLocator(ActionBase, frozen=True):
    """Put a named locator at a bar (from 1)."""

    says: ClassVar = "Put the locator {name} at bar {bar}"
    action: Literal["add_locator"] = "add_locator"
    bar: Bar
    name: Text


class RemoveLocator(ActionBase, frozen=True):
    """Remove the locator at a bar (from 1)."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Remove the locator at bar {bar}"
    action: Literal["remove_locator"] = "remove_locator"
    bar: Bar


class Undo(ActionBase, frozen=True):
    """The host's own undo: Orbit sees it happen; to take back its own work it performs the inverse.

    What it takes back only the host knows when it is performed. In what was observed, each one takes back the
    one action before it that still stands (``daw_bridges.algebra.retrace``).
    """

    says: ClassVar = "Undo in the DAW"
    action: Literal["undo"] = "undo"
