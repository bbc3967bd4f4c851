"""Live's scales, by name: the semitones of each above its root."""

from __future__ import annotations

__all__ = ["SCALES", "get_all_scales_ordered"]

SCALES: dict[str, tuple[int, ...]] = {
    "Major": (0, 2, 4, 5, 7, 9, 11),
    "Minor": (0, 2, 3, 5, 7, 8, 10),
    "Dorian": (0, 2, 3, 5, 7, 9, 10),
    "Mixolydian": (0, 2, 4, 5, 7, 9, 10),
    "Lydian": (0, 2, 4, 6, 7, 9, 11),
    "Phrygian": (0, 1, 3, 5, 7, 8, 10),
    "Locrian": (0, 1, 3, 5, 6, 8, 10),
    "Whole Tone": (0, 2, 4, 6, 8, 10),
    "Half-whole Dim.": (0, 1, 3, 4, 6, 7, 9, 10),
    "Whole-half Dim.": (0, 2, 3, 5, 6, 8, 9, 11),
    "Minor Blues": (0, 3, 5, 6, 7, 10),
    "Minor Pentatonic": (0, 3, 5, 7, 10),
    "Major Pentatonic": (0, 2, 4, 7, 9),
    "Harmonic Minor": (0, 2, 3, 5, 7, 8, 11),
    "Harmonic Major": (0, 2, 4, 5, 7, 8, 11),
    "Dorian #4": (0, 2, 3, 6, 7, 9, 10),
    "Phrygian Dominant": (0, 1, 4, 5, 7, 8, 10),
    "Melodic Minor": (0, 2, 3, 5, 7, 9, 11),
    "Super Locrian": (0, 1, 3, 4, 6, 8, 10),
    "Chromatic": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
}


def get_all_scales_ordered() -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Every scale with its semitones."""
    return tuple(SCALES.items())
