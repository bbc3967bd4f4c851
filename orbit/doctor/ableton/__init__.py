"""The checks about Ableton Live: where the script is, which token, who answers, who else is at the ports."""

from __future__ import annotations

from orbit.doctor.ableton.around import Around, gather

__all__ = ["Around", "gather"]
