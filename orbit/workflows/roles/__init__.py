"""The parts of a mix and what people call them: one table of words, and one way from words to tracks.

>>> known_role("the kick drum"), known_role("trumpet"), known_role("the trousers")
('kick', 'trumpet', None)
"""

from __future__ import annotations

from orbit.workflows.roles.likeness import closest, suggestions
from orbit.workflows.roles.spelling import fold, plain
from orbit.workflows.roles.table import ROLES, Role, bare, known_role, role_words
from orbit.workflows.roles.tracks import (
    NO_NICKNAMES,
    Meant,
    Nicknames,
    all_called,
    called,
    meant,
    members,
    playing,
    role_of,
    whole,
)

__all__ = [
    "NO_NICKNAMES",
    "ROLES",
    "Meant",
    "Nicknames",
    "Role",
    "all_called",
    "bare",
    "called",
    "closest",
    "fold",
    "known_role",
    "meant",
    "members",
    "plain",
    "playing",
    "role_of",
    "role_words",
    "suggestions",
    "whole",
]
