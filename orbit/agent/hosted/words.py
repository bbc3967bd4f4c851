"""A model's words, and a provider's, as text that may be shown: they come from outside."""

from __future__ import annotations

import unicodedata

__all__ = ["in_short", "shown"]

_KEPT = "\n\t\N{ZERO WIDTH JOINER}"
_LONGEST = 4000
_SHORT = 300
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co"})
"""Controls, and what turns or hides the text around it."""


def shown(text: str, *, longest: int = _LONGEST) -> str:
    """The text with nothing in it that a terminal would act on; lines and tabs stay, and it has an end."""
    kept = "".join(char for char in text if char in _KEPT or unicodedata.category(char) not in _UNSEEN)
    return kept if len(kept) <= longest else f"{kept[: longest - 1]}…"


def in_short(text: str) -> str:
    """One line of it, to be told within a sentence."""
    return " ".join(shown(text, longest=_SHORT).split())
