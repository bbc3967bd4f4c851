"""How Logic makes a name fit six characters of the display.

How it does that is not public, so it is a choice here: ``by_letters`` leaves out what is missed least,
``cut`` simply cuts. Whoever reads the display may rely on neither. "St Out" was seen on a real Logic.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["WIDTH", "Shorten", "by_letters", "cut"]

WIDTH = 6
"""Characters a strip's cell has for a name; the seventh parts it from its neighbour."""

Shorten = Callable[[str], str]

_SEEN = {"Stereo Out": "St Out"}


def _without_last(name: str, unwanted: str) -> str | None:
    """The name without the last of these characters, its first kept; None when there is none."""
    for place in range(len(name) - 1, 0, -1):
        if name[place] in unwanted:
            return name[:place] + name[place + 1 :]
    return None


def by_letters(name: str) -> str:
    """Spaces go first, then vowels from the right, then letters from the right but the last.

    >>> by_letters("Lead Synth"), by_letters("Percussion"), by_letters("Pad"), by_letters("Stereo Out")
    ('LdSynt', 'Prcssn', 'Pad', 'St Out')
    """
    name = name.strip()
    if len(name) <= WIDTH:
        return name
    if name in _SEEN:
        return _SEEN[name]
    for unwanted in (" ", "aeiouAEIOU"):
        while len(name) > WIDTH and (less := _without_last(name, unwanted)) is not None:
            name = less
    return name[:WIDTH]


def cut(name: str) -> str:
    """The first six characters.

    >>> cut("Percussion")
    'Percus'
    """
    return name.strip()[:WIDTH].rstrip()
