"""How Logic makes a name fit six characters of the display.

How it does that is not public, so it is a choice here: ``by_letters`` leaves out what is missed least,
``cut`` simply cuts. Whoever reads the display may rely on neither. Seen on a real Logic (logic-pro-ctl,
EXP-MCU-020 … 029): "St Out" for Stereo Out, "AmpdUp" for Amped Up, "2" for Japanese letters and a 2.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

__all__ = ["WIDTH", "Shorten", "by_letters", "cut", "plain"]

WIDTH = 6
"""Characters a strip's cell has for a name; the seventh parts it from its neighbour."""

Shorten = Callable[[str], str]

_SEEN = {"Stereo Out": "St Out"}


_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "œ": "oe", "ß": "ss"})


def plain(text: str) -> str:
    """A text in seven-bit characters: umlauts spelt out, letters without accents, nothing for any other.

    >>> plain("Flöte – Bébé"), plain("ギター 2")
    ('Floete  Bebe', ' 2')
    """
    if text.isascii() and text.isprintable():
        return text
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", text).translate(_SPELT))
    return "".join(each for each in letters if " " <= each <= "~")


def _without_last(name: str, unwanted: str) -> str | None:
    """The name without the last of these characters, its first kept; None when there is none."""
    for place in range(len(name) - 1, 0, -1):
        if name[place] in unwanted:
            return name[:place] + name[place + 1 :]
    return None


def by_letters(name: str) -> str:
    """Spaces go first, then small vowels from the right, then whatever is too much at the end.

    >>> by_letters("Lead Synth"), by_letters("Percussion"), by_letters("Amped Up"), by_letters("Stereo Out")
    ('LdSynt', 'Prcssn', 'AmpdUp', 'St Out')
    """
    if name in _SEEN:
        return _SEEN[name]
    name = plain(name).strip()
    for unwanted in (" ", "aeiou"):
        while len(name) > WIDTH and (less := _without_last(name, unwanted)) is not None:
            name = less
    return name[:WIDTH]


def cut(name: str) -> str:
    """The first six characters.

    >>> cut("Percussion")
    'Percus'
    """
    return plain(name).strip()[:WIDTH].rstrip()
