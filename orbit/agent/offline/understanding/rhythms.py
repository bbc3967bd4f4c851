"""When notes come in a clip, in words: "on every beat", "on 2 and 4", "on the offbeats", "in bar 2"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.reading import said
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import in_order

__all__ = ["When", "read_when"]


@dataclass(frozen=True)
class When:
    """Places in a clip, in beats from 0: in each round of ``every`` beats (0 is a bar), or once."""

    places: tuple[float, ...] = (0.0,)
    every: float | None = None
    bar: int | None = None
    """The bar, from 1, that the places count from; for what comes once."""

    def starts(self, length: float, bar: float) -> list[float]:
        """The beats at which notes start, in a clip of a length and with bars of a length, in beats."""
        if self.every is None:
            return [self.places[0] + (0 if self.bar is None else (self.bar - 1) * bar)]
        step = self.every or bar
        rounds = int(length // step) + 1
        starts = (round(nth * step + place, 6) for nth in range(rounds) for place in self.places)
        return [start for start in starts if start < length]


_NTH = in_order("ordinals")
_FIXED = {
    "every beat": When(every=1.0),
    "each beat": When(every=1.0),
    "all beats": When(every=1.0),
    "all 4": When(every=1.0),
    "all 4 beats": When(every=1.0),
    "each of 4 beats": When(every=1.0),
    "every one of 4 beats": When(every=1.0),
    "every single beat": When(every=1.0),
    "beats 1 to 4": When(every=1.0),
    "beats 1 through 4": When(every=1.0),
    "quarter": When(every=1.0),
    "quarter notes": When(every=1.0),
    "eighth notes": When(every=0.5),
    "8th notes": When(every=0.5),
    "8ths": When(every=0.5),
    "16th notes": When(every=0.25),
    "16ths": When(every=0.25),
    "sixteenth notes": When(every=0.25),
    "backbeats": When((1.0, 3.0), every=0.0),
    "every offbeat 8th": When((0.5,), every=1.0),
    "1 of every bar": When(every=0.0),
    "1 of each bar": When(every=0.0),
    "every other beat": When(every=2.0),
    "every second beat": When(every=2.0),
    "every half beat": When(every=0.5),
    "every bar": When(every=0.0),
    "every downbeat": When(every=0.0),
    "downbeat of every bar": When(every=0.0),
    "downbeats": When(every=0.0),
    "start of every bar": When(every=0.0),
    "every offbeat": When((0.5,), every=1.0),
    "offbeats": When((0.5,), every=1.0),
    "offbeat": When((0.5,), every=1.0),
    "off beats": When((0.5,), every=1.0),
    "backbeat": When((1.0, 3.0), every=0.0),
    "back beat": When((1.0, 3.0), every=0.0),
    "start": When(),
    "beginning": When(),
    "very start": When(),
    "first beat": When(),
    "downbeat": When(),
}
_GRID = re.compile(
    r"(?:every|each|all|straight) (?:single )?"
    r"(?:(?P<fraction>1/(?P<under>4|8|16|32))|(?P<name>\w+))(?: notes?)?"
)
_GRIDS = {
    "quarter": 1.0, "eighth": 0.5, "8th": 0.5, "8ths": 0.5, "sixteenth": 0.25, "16th": 0.25, "16ths": 0.25,
    "4th": 1.0,
}  # fmt: skip
_BEATS = re.compile(r"(?:beats? )?(?P<list>\d(?:(?: ,| and| ,? ?and)? \d)*)(?: of (?P<each>every|each) bar)?")
_BEAT_OF_BAR = re.compile(
    rf"(?:beat (?P<beat>\d+)|(?P<nth>{'|'.join(_NTH)}) beat)"
    rf"(?: of (?:bar (?P<bar>\d+)|(?P<nth_bar>{'|'.join(_NTH)}) bar|(?P<each>every|each) bar))?"
)
_BAR = re.compile(rf"bar (?P<bar>\d+)|(?P<nth>{'|'.join(_NTH)}) bar")


def read_when(_: Ground, tokens: Sequence[Token]) -> When | None:
    """When notes come, as said; None for words that say no time."""
    text = said(tokens)
    if text in _FIXED:
        return _FIXED[text]
    return _grid(text) or _beat(text) or _beats(text) or _bar(text)


def _grid(text: str) -> When | None:
    match = _GRID.fullmatch(text)
    step = None if match is None else 4 / int(match["under"]) if match["under"] else _GRIDS.get(match["name"])
    return None if step is None else When(every=step)


def _number(digits: str | None, word: str | None) -> int | None:
    return int(digits) if digits else _NTH.index(word) + 1 if word else None


def _beat(text: str) -> When | None:
    match = _BEAT_OF_BAR.fullmatch(text)
    beat = None if match is None else _number(match["beat"], match["nth"])
    if match is None or beat is None or beat < 1:
        return None
    if match["each"]:
        return When((beat - 1.0,), every=0.0)
    return When((beat - 1.0,), bar=_number(match["bar"], match["nth_bar"]))


def _beats(text: str) -> When | None:
    match = _BEATS.fullmatch(text)
    places = tuple(int(digit) - 1.0 for digit in re.findall(r"\d", match["list"])) if match else ()
    return When(places, every=0.0) if len(places) > 1 and min(places) >= 0 else None


def _bar(text: str) -> When | None:
    match = _BAR.fullmatch(text)
    bar = None if match is None else _number(match["bar"], match["nth"])
    return When(bar=bar) if bar else None
