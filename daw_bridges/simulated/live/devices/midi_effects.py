"""Arpeggiator, Chord, Scale and Velocity."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.display import PERCENT
from daw_bridges.simulated.live.devices.make import (
    choice,
    device_on,
    direct,
    ms,
    notes,
    number,
    semitones,
    switch,
    whole,
)
from daw_bridges.simulated.live.devices.spec import MIDI_EFFECT, DeviceSpec

__all__ = ["DEVICES"]

_NOTES = ("C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B")
_SCALES = (
    "Chromatic", "Major", "Minor", "Dorian", "Mixolydian", "Lydian", "Phrygian", "Locrian", "Whole Tone",
    "Half-whole Dim.", "Whole-half Dim.", "Minor Blues", "Minor Pentatonic", "Major Pentatonic",
    "Harmonic Minor", "Harmonic Major", "Dorian #4", "Phrygian Dominant", "Melodic Minor", "Lydian Augmented",
    "Lydian Dominant", "Super Locrian", "8-Tone Spanish", "Bhairav", "Hungarian Minor", "Hirajoshi",
    "In-Sen", "Iwato", "Kumoi", "Pelog Selisir", "Pelog Tembung", "Messiaen 3", "Messiaen 4", "Messiaen 5",
    "Messiaen 6", "Messiaen 7",
)  # fmt: skip
_STYLES = (
    "Up", "Down", "UpDown", "DownUp", "Up & Down", "Down & Up", "Converge", "Diverge", "Con & Diverge",
    "Pinky Up", "Pinky UpDown", "Thumb Up", "Thumb UpDown", "Play Order", "Chord Trigger", "Random",
    "Random Other", "Random Once",
)  # fmt: skip
# Bars per step, raw 0 … 13.
_ARPEGGIO_RATES = (
    1, 3 / 4, 1 / 2, 3 / 8, 1 / 3, 1 / 4, 3 / 16, 1 / 6, 1 / 8, 1 / 12, 1 / 16, 1 / 24, 1 / 32, 1 / 48,
)  # fmt: skip

# Live writes "Tranpose" here; a control surface finds the parameters under these names.
_ARPEGGIATOR = DeviceSpec(
    "Arpeggiator", "MidiArpeggiator", MIDI_EFFECT,
    (
        device_on(),
        choice("Style", _STYLES, "Up"),
        switch("Sync On", on=True),
        ms("Free Rate", 10, 1000, 20.0),
        notes("Synced Rate", _ARPEGGIO_RATES, 8),
        direct("Gate", 1, 200, 50.0, PERCENT),
        whole("Offset", -8, 8, 0),
        choice("Groove", ("Straight", "Swing 8", "Swing 16", "Swing 32"), "Straight"),
        switch("Hold On"),
        choice("Tranpose Mode", _SCALES, "Chromatic"),
        choice("Tranpose Key", _NOTES, "C"),
        semitones("Transp. Dist.", -24, 24, 12),
        whole("Transp. Steps", 0, 8, 0),
        choice("Retrigger Mode", ("Off", "Note", "Beat"), "Off"),
        whole("Ret. Interval", 0, 14, 8),
        whole("Repeats", 0, 16, 0),
        switch("Velocity On"),
        switch("Vel. Retrigger"),
        ms("Velocity Decay", 10, 60000, 1000.0),
        whole("Velocity Target", 0, 127, 64),
        switch("Use Current Scale"),
    ),
)  # fmt: skip

_CHORD = DeviceSpec(
    "Chord", "MidiChord", MIDI_EFFECT,
    (
        device_on(),
        *(semitones(f"Shift{n}", -36, 36) for n in range(1, 7)),
        *(direct(f"Velocity{n}", 1, 200, 100.0, PERCENT) for n in range(1, 7)),
    ),
)  # fmt: skip

_SCALE = DeviceSpec(
    "Scale", "MidiScale", MIDI_EFFECT,
    (
        device_on(),
        choice("Base", _NOTES, "C"),
        semitones("Transpose", -36, 36),
        whole("Range", 0, 128, 128),
        whole("Lowest", 0, 127, 0),
        switch("Fold"),
        switch("Use Current Scale"),
        *(whole(f"Map {n}", -1, 12, n) for n in range(12)),
    ),
)  # fmt: skip

_VELOCITY = DeviceSpec(
    "Velocity", "MidiVelocity", MIDI_EFFECT,
    (
        device_on(),
        choice("Operation", ("Velocity", "Rel. Vel.", "Both"), "Velocity"),
        choice("Mode", ("Clip", "Gate", "Fixed"), "Clip"),
        whole("Lowest", 0, 127, 1),
        number("Drive", -1, 1, 0.0),
        number("Compand", -1, 1, 0.0),
        whole("Random", 0, 64, 0),
        whole("Out Hi", 0, 127, 127),
        whole("Out Low", 0, 127, 1),
        whole("Range", 0, 127, 127),
    ),
)  # fmt: skip

DEVICES = (_ARPEGGIATOR, _CHORD, _SCALE, _VELOCITY)
