"""The user's own things: their tracks, plug-ins, habits, and what they call them ("vox" is *Lead V*).

Learned from what is said and corrected, and from the sessions Orbit is asked to work in. A name is data: it
is compared with what is said and shown in quotation marks, and nothing else is done with it.
"""

from __future__ import annotations

from orbit.memory.entities.habits import Habit, LevelHabit, Setting, spoken
from orbit.memory.entities.knowing import Candidate, Entities
from orbit.memory.entities.names import LONGEST_NAME, EntityKind, checked_name, is_placeholder, name_key
from orbit.memory.entities.telling import Known, KnownOf, known, known_of
from orbit.memory.entities.usual import Usual

__all__ = [
    "LONGEST_NAME",
    "Candidate",
    "Entities",
    "EntityKind",
    "Habit",
    "Known",
    "KnownOf",
    "LevelHabit",
    "Setting",
    "Usual",
    "checked_name",
    "is_placeholder",
    "known",
    "known_of",
    "name_key",
    "spoken",
]
