"""The checks about Logic Pro: whether it is there, MIDI, the permissions, and a surface that it answers."""

from __future__ import annotations

from orbit.doctor.logic.around import Around, gather

__all__ = ["Around", "gather"]
