"""One thing in the place of another in a sentence: what was chosen, or the gap that is asked about."""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.lexicon import group

__all__ = ["in_place_of"]

_OWNS = re.compile(r"['’]s$")
_ARTICLES = group("determiners")


def in_place_of(phrase: str, text: str, instead: str) -> str | None:
    """The sentence with a phrase replaced where it first stands; None where it does not stand there.

    Words are compared as they are read, so that "one" is "1" and articles between them count for nothing.

    >>> in_place_of("1 of vox tracks", "Mute one of the vox tracks, please", '"Lead Vox"')
    'Mute "Lead Vox", please'
    """
    wanted = [token.text for token in tokenize(phrase)]
    tokens = tokenize(text)
    for start in range(len(tokens)):
        end, left = start, list(wanted)
        while left and end < len(tokens):
            if tokens[end].text == left[0]:
                left.pop(0)
            elif end == start or tokens[end].text not in _ARTICLES:
                break
            end += 1
        if wanted and not left:
            last = tokens[end - 1]
            own = last.raw[-2:] if _OWNS.search(last.raw) else ""
            return text[: tokens[start].start] + instead + own + text[last.end :]
    return None
