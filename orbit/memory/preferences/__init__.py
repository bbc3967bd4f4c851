"""What the user wants done their way: values for workflows, tracks to leave alone, when to be asked.

Said, or learned where the same thing was corrected the same way again and again. Kept in keyed memory, so
held to one user and project; what stands there is data, and is read as nothing but a preference.
"""

from __future__ import annotations

from orbit.memory.preferences.evidence import Correction, Evidence
from orbit.memory.preferences.keeping import MEMORY, Known, Preferences
from orbit.memory.preferences.meaning import ANY_OF, about_it, meant, settled
from orbit.memory.preferences.preference import (
    EVERYTHING,
    Ask,
    Confirm,
    DeviceName,
    Preference,
    Protect,
    SlotValueWanted,
    key_of,
    read_preference,
)

__all__ = [
    "ANY_OF",
    "EVERYTHING",
    "MEMORY",
    "Ask",
    "Confirm",
    "Correction",
    "DeviceName",
    "Evidence",
    "Known",
    "Preference",
    "Preferences",
    "Protect",
    "SlotValueWanted",
    "about_it",
    "key_of",
    "meant",
    "read_preference",
    "settled",
]
