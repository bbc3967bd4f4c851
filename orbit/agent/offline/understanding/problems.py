"""What stands in the way of doing a sentence, and the sentence once that is answered."""

from __future__ import annotations

import re
from dataclasses import dataclass

from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.lexicon import group

__all__ = ["GAP", "Problem", "in_place_of"]

GAP = "…"
"""Where an answer goes in a sentence that asks for one."""


@dataclass(frozen=True)
class Problem:
    """A sentence that was read but cannot be done as it stands.

    With ``options`` it is a question: choosing one, in place of ``phrase``, makes the sentence clear.
    """

    message: str
    phrase: str = ""
    options: tuple[str, ...] = ()
    firm: bool = True
    """Whether the sentence can mean nothing else; when not, a workflow may still fit it better."""
    asks: str = ""
    """The sentence with a ``GAP`` where what it left out belongs: then it is an open question.

    With nothing but the ``GAP``, the answer belongs where ``phrase`` stands."""


_OWNS = re.compile(r"['’]s$")
_DETERMINERS = group("determiners")


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
            elif end == start or tokens[end].text not in _DETERMINERS:
                break
            end += 1
        if wanted and not left:
            last = tokens[end - 1]
            own = last.raw[-2:] if _OWNS.search(last.raw) else ""
            return text[: tokens[start].start] + instead + own + text[last.end :]
    return None
