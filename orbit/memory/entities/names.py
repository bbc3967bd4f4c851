"""What can be a name that the user gives one of their things, and how names are compared.

>>> name_key("the Lead-Vox track"), name_key("My VÖX")
('lead vox', 'vox')
"""

from __future__ import annotations

import unicodedata
from hashlib import sha256
from typing import Literal

from daw_bridges.errors import UsageError
from orbit.workflows.roles import bare, plain

__all__ = ["LONGEST_NAME", "EntityKind", "checked_name", "entity_id", "is_placeholder", "name_key"]

EntityKind = Literal["track", "plugin"]
"""What can be given a name."""

LONGEST_NAME = 60
"""Letters; whoever needs more describes a thing instead of naming it."""
_MOST_WORDS = 5
_KEY_LENGTH = 150  # letters that the database's columns have room for, beside the kind

# Words that hold a request together: as a name, each would make ordinary sentences mean something else.
_NO_NAMES = frozenset(
    """
    a an all and another any are as at be both but by can channel do each every everybody everything except
    for from get give go he her here him his how i if in into is it its just let make many master me more
    most mute my new no none not nothing of off on one only or other others our out over pan put rest she
    solo some stop take than that the their them then there these they thing things this those to too track
    tracks undo unmute unsolo up us volume was we what when where which who why will with yes you your
    """.split()  # noqa: SIM905 - a list of words is read as words
)

# What hosts call a track that nobody has named: "1-MIDI", "Audio 3", "Inst 12", "4-Audio".
_UNNAMED = frozenset(
    ("midi", "audio", "inst", "instrument", "track", "group", "return", "software", "drummer", "bus")
)


def name_key(text: str) -> str:
    """The form in which names are compared: folded, signs and the words around any name gone."""
    key = " ".join(bare(text))
    if len(key) <= _KEY_LENGTH:
        return key
    return f"{key[: _KEY_LENGTH - 17]} {sha256(key.encode()).hexdigest()[:16]}"


def entity_id(kind: str, name: str) -> str:
    """The id of a thing of that name: the same in every song that has one."""
    return f"{kind}:{name_key(name)}"


def checked_name(text: str) -> str:
    """A name as it is kept. Raises UsageError for what cannot be one, with the reason."""
    name = " ".join(text.split())
    if any(unicodedata.category(letter).startswith("C") for letter in name):
        raise UsageError("That name contains invisible characters. Type it without them.")
    if len(name) > LONGEST_NAME or len(name.split()) > _MOST_WORDS:
        raise UsageError(f"A name has at most {LONGEST_NAME} characters and {_MOST_WORDS} words.")
    key = name_key(name)
    if not any(letter.isalpha() for letter in key):
        raise UsageError(f"“{name}” cannot be a name: it needs a letter.")
    if _NO_NAMES.issuperset(key.split()):
        raise UsageError(f"“{name}” cannot be a name: ordinary sentences need that word.")
    return name


def is_placeholder(name: str) -> bool:
    """Whether a track has the name that the host gave it, and not one of the user's."""
    words = plain(name).split()
    return not words or " ".join(word for word in words if not word.isdigit()) in _UNNAMED
