"""The buttons and lamps of a Mackie Control, by the note number that stands for each on the wire.

Source: Logic Control MIDI implementation (Logic Pro 7.2, Dedicated Control Surface Support, appendix B).
"""

from __future__ import annotations

from enum import IntEnum

__all__ = ["STRIPS", "Button", "StripButton"]

STRIPS = 8
"""How many channel strips one unit has."""


class StripButton(IntEnum):
    """The first of eight notes, one a strip: ``note = StripButton.MUTE + strip``."""

    REC = 0
    SOLO = 8
    MUTE = 16
    SELECT = 24
    VPOT = 32


class Button(IntEnum):
    """Every button that a unit has once, and the lamps that have no button."""

    TRACK = 40
    SEND = 41
    PAN = 42
    PLUG_IN = 43
    EQ = 44
    INSTRUMENT = 45
    BANK_LEFT = 46
    BANK_RIGHT = 47
    CHANNEL_LEFT = 48
    CHANNEL_RIGHT = 49
    FLIP = 50
    GLOBAL_VIEW = 51
    NAME_VALUE = 52
    SMPTE_BEATS = 53
    F1 = 54
    F2 = 55
    F3 = 56
    F4 = 57
    F5 = 58
    F6 = 59
    F7 = 60
    F8 = 61
    MIDI_TRACKS = 62
    INPUTS = 63
    AUDIO_TRACKS = 64
    INSTRUMENTS = 65
    AUX = 66
    BUSSES = 67
    OUTPUTS = 68
    USER = 69
    SHIFT = 70
    OPTION = 71
    CONTROL = 72
    ALT = 73
    READ = 74
    WRITE = 75
    TRIM = 76
    TOUCH = 77
    LATCH = 78
    GROUP = 79
    SAVE = 80
    UNDO = 81
    CANCEL = 82
    ENTER = 83
    MARKER = 84
    NUDGE = 85
    CYCLE = 86
    DROP = 87
    REPLACE = 88
    CLICK = 89
    SOLO = 90
    REWIND = 91
    FAST_FORWARD = 92
    STOP = 93
    PLAY = 94
    RECORD = 95
    UP = 96
    DOWN = 97
    LEFT = 98
    RIGHT = 99
    ZOOM = 100
    SCRUB = 101
    USER_SWITCH_A = 102
    USER_SWITCH_B = 103
    SMPTE_LAMP = 113
    BEATS_LAMP = 114
    RUDE_SOLO_LAMP = 115
    RELAY = 116
