"""Arpeggiator, Chord, Scale, Velocity, Pitch, Random and Note Length."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices import laws
from daw_bridges.ableton.saved.devices.form import (
    Generation,
    Own,
    choice,
    hundredths,
    plain,
    share,
    switch,
    under,
    whole,
)
from daw_bridges.quantities import Unit

__all__ = ["CLASSES"]

_ARPEGGIO_RATES = laws.steps(
    *(
        4.0 * bars
        for bars in (
            1, 3 / 4, 1 / 2, 3 / 8, 1 / 3, 1 / 4, 3 / 16, 1 / 6, 1 / 8, 1 / 12, 1 / 16, 1 / 24, 1 / 32,
            1 / 48,
        )
    )
)  # fmt: skip

_ARPEGGIATOR = Generation(
    (
        *plain(style="Mode", sync="SyncState", free_rate="FreeRate", gate="Gate", offset="PatternOffset"),
        *under(_ARPEGGIO_RATES, rate="SyncedRate"),
        *plain(groove="Groove", hold="Hold", repeats="RepeatCount"),
        *plain(transpose_mode="TransposeMode", transpose_key="TransposeKey"),
        *plain(transpose_distance="TransposeDistance", transpose_steps="TransposeSteps"),
        *plain(retrigger="Retrigger", retrigger_interval="RetriggerInterval"),
        *plain(velocity_on="VelocitySwitch", velocity_retrigger="RetriggerVelocity"),
        *plain(velocity_decay="VelocityDecay", velocity_target="VelocityTarget"),
        *plain(use_current_scale="UseCurrentScale"),
    ),
)

_CHORD = Generation(
    (
        *plain(**{f"shift_{number}": f"Shift{number}" for number in range(1, 7)}),
        *hundredths(**{f"velocity_{number}": f"Velocity{number}" for number in range(1, 7)}),
    ),
)


_SCALE = Generation(
    (
        *plain(base="Base", transpose="Transpose", range="Range", lowest="Lowest", fold="Fold"),
        *plain(use_current_scale="UseCurrentScale"),
        # The note a note becomes; −1 lets it drop.
        *plain(**{f"map_{number}": f"Mapping.{number}" for number in range(12)}),
    ),
)

_VELOCITY = Generation(
    (
        *plain(operation="Operation", mode="Mode", lowest="Lowest", range="Range"),
        *plain(drive="Drive", compand="Compand", random="Random"),
        *plain(output_high="MaxOut", output_low="MinOut"),
    ),
)

_PITCH = Generation(
    (
        Own("Pitch", "Pitch", Unit.SEMITONES, (-128.0, 128.0)),
        whole("Pitch Scale Degrees", "PitchScaleDegrees", -30.0, 30.0),
        whole("Lowest", "Lowest", 0.0, 127.0),
        whole("Range", "Range", 0.0, 127.0),
        choice("Mode", "RangeMode", "Block", "Fold", "Limit"),
        switch("Use Current Scale", "UseCurrentScale"),
        whole("Step Width", "StepWidth", 1.0, 48.0),
        whole("Step Width Scale Degrees", "StepWidthScaleDegrees", 1.0, 30.0),
    ),
)

_RANDOM = Generation(
    (
        share("Chance", "Chance"),
        whole("Choices", "Choices", 1.0, 24.0),
        whole("Scale", "Scale", 1.0, 24.0),
    ),
)

_NOTE_LENGTH = Generation(
    (
        switch("Sync On", "SyncState"),
        Own("Time Length", "TimeLength", Unit.MS, (10.0, 60000.0)),
        Own("Gate", "Gate", Unit.PERCENT, (1.0, 200.0)),
        Own("On/Off-Balance", "Balance", Unit.PERCENT, (0.0, 100.0)),
        Own("Decay Time", "DecayTime", Unit.MS, (10.0, 60000.0)),
        Own("Decay Key Scale", "DecayKeyScale", range=(-1.0, 1.0), sample="0.00"),
    ),
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "MidiArpeggiator": (_ARPEGGIATOR,),
    "MidiChord": (_CHORD,),
    "MidiScale": (_SCALE,),
    "MidiVelocity": (_VELOCITY,),
    "MidiPitcher": (_PITCH,),
    "MidiRandom": (_RANDOM,),
    "MidiNoteLength": (_NOTE_LENGTH,),
}
