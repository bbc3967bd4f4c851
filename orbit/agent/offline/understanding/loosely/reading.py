"""The plain sentence that another comes to, whatever its grammar.

"The hats must have a volume of minus five" comes to "set the volume of Hats to -5 dB".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from orbit.agent.offline.understanding.devices import read_band, read_option, read_parameter
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.asking import ASKING, ASKING_OF_DEVICES
from orbit.agent.offline.understanding.loosely.clips import CLIPS
from orbit.agent.offline.understanding.loosely.deeds import FOREIGN
from orbit.agent.offline.understanding.loosely.devices import DEVICES
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.lexicon import ANYWHERE
from orbit.agent.offline.understanding.loosely.mixer import MIXER
from orbit.agent.offline.understanding.loosely.moments import moments
from orbit.agent.offline.understanding.loosely.outside import OUTSIDE
from orbit.agent.offline.understanding.loosely.parameters import PARAMETERS
from orbit.agent.offline.understanding.loosely.playing import PLAYING
from orbit.agent.offline.understanding.loosely.purposes import asked_for
from orbit.agent.offline.understanding.loosely.qualities import QUALITY_WORDS
from orbit.agent.offline.understanding.loosely.ramps import ramped
from orbit.agent.offline.understanding.loosely.sends import SENDS
from orbit.agent.offline.understanding.loosely.time import TIME
from orbit.agent.offline.understanding.loosely.titles import takes
from orbit.agent.offline.understanding.loosely.tracks import TRACKS
from orbit.agent.offline.understanding.mentions import Mention, mentions
from orbit.agent.offline.understanding.pattern import FILLERS
from orbit.agent.offline.understanding.rules.every import rule_words
from orbit.agent.offline.understanding.tokens import Token, plain
from orbit.agent.offline.understanding.values import read_value

__all__ = ["plainly"]

_FRAMES: tuple[Frame, ...] = (*PARAMETERS, *MIXER, *DEVICES)
_OF_THE_SONG: tuple[Frame, ...] = (*TIME, *PLAYING, *CLIPS)
_MOST_WORDS = 24
"""Who says more than this at once says more than one thing."""
_LONGEST_PARAMETER = 5


@cache
def _known() -> frozenset[str]:
    """The words that mean something to some frame or rule, and so are never strangers."""
    return rule_words().union(
        FOREIGN, OUTSIDE, *(frame.cues | frame.more for frame in (*_FRAMES, *TRACKS, *SENDS, *_OF_THE_SONG))
    )


def plainly(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """The plain sentence that tokens come to; None where not every word is explained, or in two ways."""
    if (ramp := ramped(ground, tokens)) is not None:
        return ramp
    if not 0 < len(tokens) <= _MOST_WORDS:
        return None
    for about, evidence in _takes(ground, tokens):
        said = {frame.say(evidence) for frame in about if frame.fits(evidence, _known())} - {None}
        if said:
            return said.pop() if len(said) == 1 else None
    return None


def _takes(ground: Ground, tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Frame], Evidence]]:
    """The ways to take a sentence apart, each with the frames it is for: by its parameters first."""
    named = [_bare(tokens, each) for each in mentions(ground, tokens) if not _is_everyday(ground, each)]
    named = [each for each in named if not _is_article(tokens, each, named) and not _is_amount(tokens, each)]
    for apart in takes(ground, tokens, named):
        yield TRACKS, Evidence(ground, tokens, tuple(apart))
    yield SENDS, Evidence(ground, tokens, tuple(_apart(named, "track")))
    parameters = [
        *_stretches(ground, tokens, _parameter),
        *_stretches(ground, tokens, _band),
        *_stretches(ground, tokens, _note),
    ]
    options = list(_stretches(ground, tokens, _option))
    ways = [(True, [*named, *parameters]), (False, named)]
    if options:
        ways.insert(1, (True, [*named, *parameters, *options]))
    for about_parameters, found in ways:
        frames = [frame for frame in _FRAMES if frame.parameters is about_parameters]
        for first in ("track", "device"):
            apart = _apart(found, first)
            if not _runs_on(tokens, apart):
                yield frames, Evidence(ground, tokens, tuple(apart))
    asked = asked_for(tokens)
    yield _OF_THE_SONG, Evidence(ground, asked, tuple(moments(ground, asked)))
    yield ASKING, Evidence(ground, tokens, tuple(_apart(named, "track")))
    yield ASKING_OF_DEVICES, Evidence(ground, tokens, tuple(_apart([*named, *parameters], "device")))


_HOW_MUCH = words("no not never without any some more less")


def _bare(tokens: Sequence[Token], found: Mention) -> Mention:
    """A track without what says how much of it is wanted: "no reverb" is a reverb, and none of it."""
    start = found.start
    while found.type == "track" and start + 1 < found.end and tokens[start].text in _HOW_MUCH:
        start += 1
    return replace(found, start=start)


def _is_article(tokens: Sequence[Token], each: Mention, named: Sequence[Mention]) -> bool:
    """Whether a number is how people say "a": "one saturator"."""
    said = each.type == "plain" and tokens[each.start].raw.casefold() == "one"
    return said and any(other.start == each.end for other in named if other.type == "device")


_UNITS = words("% db hz khz ms s seconds second k percent beats bars semitones")


def _is_amount(tokens: Sequence[Token], found: Mention) -> bool:
    """Whether what was taken for tracks is part of a value, or how something is: "the last 3 seconds"."""
    if found.type != "track":
        return False
    behind = tokens[found.end].text if found.end < len(tokens) else ""
    counted = tokens[found.end - 1].number is not None and behind in _UNITS
    return counted or tokens[found.start].text in _UNITS or found.text.casefold() in QUALITY_WORDS


def _is_everyday(ground: Ground, found: Mention) -> bool:
    """Whether a word that can stand in any request was taken for a track: "has" is no misspelt "hats"."""
    said = found.text.casefold()
    exact = any(plain(name) == said for name in ground.session.track_names)
    return found.type == "track" and said in ANYWHERE and not exact


_Read = Callable[[Ground, Sequence[Token]], Mention | None]


def _stretches(ground: Ground, tokens: Sequence[Token], read: _Read) -> Iterator[Mention]:
    """The stretches that something can be read from, the longest first; they do not overlap."""
    taken: set[int] = set()
    for size in range(min(_LONGEST_PARAMETER, len(tokens)), 0, -1):
        for start in range(len(tokens) - size + 1):
            part, at = tokens[start : start + size], range(start, start + size)
            edges = part[0].text in _NO_EDGE or part[-1].text in _NO_EDGE
            if edges or not taken.isdisjoint(at) or any(token.quoted for token in part):
                continue
            if (found := read(ground, part)) is not None:
                taken.update(at)
                yield replace(found, start=start, end=start + size)


_NO_EDGE = FILLERS | words("on off of in to up down at is it more less lower higher and")


_OF_THE_MIXER = words("mute solo volume pan panning panorama arm send sends tempo click metronome record")
"""What tracks have is no parameter of a device, though some device may call one so."""


def _parameter(ground: Ground, part: Sequence[Token]) -> Mention | None:
    name = None if part[0].number is not None else read_parameter(ground, part)
    return None if name is None or name in _OF_THE_MIXER else Mention("parameter", (name,), 0, 0, name)


def _band(ground: Ground, part: Sequence[Token]) -> Mention | None:
    band = read_band(ground, part)
    return None if band is None else Mention("band", (band,), 0, 0, band)


def _note(ground: Ground, part: Sequence[Token]) -> Mention | None:
    """A length in notes by its name: "a dotted eighth"."""
    value = read_value(ground, part) if part[0].number is None else None
    return Mention("fraction", (value,), 0, 0, value) if isinstance(value, str) and "/" in value else None


def _option(ground: Ground, part: Sequence[Token]) -> Mention | None:
    option = None if part[0].number is not None else read_option(ground, part)
    return None if option is None else Mention("option", (option,), 0, 0, option)


def _runs_on(tokens: Sequence[Token], found: Sequence[Mention]) -> bool:
    """Whether two names stand side by side: they may be one that is not known ("backing voices")."""
    tracks = [each for each in found if each.type == "track"]
    return any(one.end == other.start or _hangs_on(tokens, one, other) for one, other in pairwise(tracks))


_HANGS_ON = words("of minus without besides save excluding unlike like against versus vs or not nor")
_ARTICLES = words("the a an my our your")


def _hangs_on(tokens: Sequence[Token], one: Mention, other: Mention) -> bool:
    """Whether the second only says which the first is, or is no part of it: "the low end of the guitar"."""
    between = [token.text for token in tokens[one.end : other.start] if token.text not in _ARTICLES]
    return len(between) == 1 and between[0] in _HANGS_ON


_RANK = {"parameter": 1, "option": 2}


def _apart(found: Sequence[Mention], first: str) -> list[Mention]:
    """The mentions that do not overlap: the longest first; of two as long, one of type ``first``."""
    devices = [each for each in found if each.type == "device"]

    def order(each: Mention) -> tuple[bool, int, int]:
        guessed = each.type == "clip" and any(each.overlaps(device) for device in devices)
        unsure = each.problem is not None and not each.problem.phrase.startswith("1 of ")
        last = unsure or guessed  # "the chorus on the keys" is no clip called Chords
        return last, each.start - each.end, 0 if each.type == first else _RANK.get(each.type, 1)

    apart: list[Mention] = []
    for each in sorted(found, key=order):
        if not any(each.overlaps(other) for other in apart):
            apart.append(each)
    return sorted(apart, key=lambda each: each.start)
