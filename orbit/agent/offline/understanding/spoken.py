"""What dictation makes of the words of a mix: "lead box" for "lead vox", "base" for "bass".

Tried only when nothing is called as it was written.
"""

from __future__ import annotations

__all__ = ["respelt"]

_HEARD_AS = {
    "base": "bass",
    "baseline": "bassline",
    "box": "vox",
    "fox": "vox",
    "vocks": "vox",
    "voxx": "vox",
    "high": "hi",
    "snair": "snare",
    "snayer": "snare",
    "kik": "kick",
    "kic": "kick",
    "sinth": "synth",
    "cynth": "synth",
    "leed": "lead",
    "keyes": "keys",
    "keez": "keys",
    "drams": "drums",
    "purc": "perc",
    "gitter": "guitar",
    "backin": "backing",
}


def respelt(phrase: str) -> str | None:
    """The phrase as it was probably said; None when no word of it is one that dictation gets wrong."""
    words = phrase.split()
    heard = [_HEARD_AS.get(word, word) for word in words]
    return " ".join(heard) if heard != words else None
