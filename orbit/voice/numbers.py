"""What was heard, as it is written: numbers in figures, ratios and time signatures with their signs.

>>> in_figures("set the tempo to one twenty eight")
'set the tempo to 128'
>>> in_figures("turn it down by minus two and a half db"), in_figures("a ratio of four to one")
('turn it down by -2.5 db', 'a ratio of 4:1')
"""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.tokens import tokenize
from orbit.voice.vocabulary import spoken_data

__all__ = ["in_figures", "with_signs"]


def in_figures(text: str) -> str:
    """Write the numbers of a text in figures; every other word stays as it is."""
    tokens = tokenize(text)
    figures = (each.text if each.text[-1:].isdigit() or each.text == "-inf" else each.raw for each in tokens)
    return with_signs(" ".join(figures))


def with_signs(text: str) -> str:
    """Write a ratio and a time signature with their signs, where the figures stand already."""
    for pattern, instead in spoken_data()["written"]:
        text = re.sub(pattern, instead, text)
    return text
