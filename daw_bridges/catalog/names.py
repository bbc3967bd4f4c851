"""Names: a host's own parameter names as neutral keys, and people's words as they are compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

__all__ = ["neutral_key", "plain_words", "unique_keys"]

# Signs that carry meaning in parameter names, said in words.
_SPOKEN = (("S/C", " sidechain "), ("<", " by "), (">", " to "), ("&", " and "), ("%", " percent "))

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_OTHER = re.compile(r"[^a-z0-9]+")


def neutral_key(host_name: str) -> str:
    """A host's parameter name in lower snake case, where the catalogue has no word of its own for it.

    >>> neutral_key("S/C Gain"), neutral_key("LookAhead"), neutral_key("Vel > Vol")
    ('sidechain_gain', 'look_ahead', 'vel_to_vol')
    """
    for sign, word in _SPOKEN:
        host_name = host_name.replace(sign, word)
    return _OTHER.sub("_", _ascii(_CAMEL.sub(" ", host_name)).lower()).strip("_") or "parameter"


def unique_keys(host_names: Iterable[str]) -> list[str]:
    """A key for each name, in order; a name that comes again gets ``_2``, ``_3`` …

    >>> unique_keys(["Width", "Gain", "Width"])
    ['width', 'gain', 'width_2']
    """
    keys: list[str] = []
    for name in host_names:
        key = base = neutral_key(name)
        nth = 1
        while key in keys:
            nth += 1
            key = f"{base}_{nth}"
        keys.append(key)
    return keys


# The same few hundred names are compared again and again while a sentence is understood.
@lru_cache(maxsize=4096)
def plain_words(text: str) -> str:
    """Text for comparing: lower case, accents gone, every other sign a single space.

    >>> plain_words("De-Esser"), plain_words(" EQ_Eight ")
    ('de esser', 'eq eight')
    """
    return _OTHER.sub(" ", _ascii(text).casefold()).strip()


def _ascii(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
