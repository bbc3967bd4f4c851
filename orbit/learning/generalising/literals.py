"""What of a session may stand in a workflow as it is: never what would be read as a template."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from orbit.workflows.templates import is_template

__all__ = ["is_safe"]

_LONGEST = 200


@lru_cache(maxsize=4096)
def is_safe(text: str) -> bool:
    """Whether a text means just itself wherever it stands: no template, nothing unseen, no excess."""
    if not 0 < len(text) <= _LONGEST or text != text.strip() or is_template(text):
        return False
    return not any(unicodedata.category(letter).startswith("C") for letter in text)
