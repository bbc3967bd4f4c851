"""Names and words made comparable: one case, no accents, no punctuation."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["fold", "name_words", "plain"]

_SIGNS = re.compile(r"[^\w]|_")
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def fold(text: str) -> str:
    """Text for comparing: lower case, accents gone, single spaces."""
    if text.isascii():
        return " ".join(text.casefold().split())
    # What a letter is made of can be a capital again, as with mathematical and superscript letters.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text.casefold()).casefold())
    return " ".join("".join(letter for letter in decomposed if not unicodedata.combining(letter)).split())


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name for comparing: folded, and every sign but letters and digits a space.

    >>> plain("A-Reverb")
    'a reverb'
    """
    return " ".join(_SIGNS.sub(" ", fold(name)).split())


@lru_cache(maxsize=4096)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, run together or not.

    >>> name_words("02-AcousticGtr_L")
    ('02', 'acoustic', 'gtr', 'l')
    """
    return tuple(plain(_INNER_CAPITAL.sub(" ", name)).split())
