"""Places, stretches and lengths in the song, in words: bars from 1, lengths in bars or beats."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from daw_bridges.quantities import beats_per_bar
from daw_bridges.session import Locator
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.reading import said
from orbit.agent.offline.understanding.tokens import Token, plain
from orbit.agent.reader.lexicon import group, in_order
from orbit.workflows.roles import closest

__all__ = ["read_bar", "read_bars", "read_beats", "read_place", "read_places", "read_span"]

_NTH = in_order("ordinals")
_ORDINAL = rf"(?:(?P<digits>\d+)(?:st|nd|rd|th)|(?P<word>{'|'.join(_NTH)}))"
_START = group("song_start")
_END = group("song_end")
_NUMBERED = re.compile(r"(?:bar(?: number)? )?(?P<bar>\d+(?:\.\d+)?)(?: (?:beat|on beat) (?P<beat>\d+))?")
_NTH_BAR = re.compile(rf"{_ORDINAL} bar")
_BESIDE = re.compile(
    r"(?:(?P<count>\d+(?:\.\d+)?) bars?|(?P<one>bar)) (?P<way>after|before|into|past) (?P<place>.+)"
)
_NTH_NAMED = re.compile(rf"{_ORDINAL} (?P<name>.+)")
_EDGE = re.compile(r"(?:very )?(?P<edge>start|beginning|top|end) of (?P<name>.+)")


def read_bar(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """A place on the timeline, as a bar from 1.

    "bar 17", "17", "the 17th bar", "bar 9 beat 3", "the start", "the second chorus" (of the locators), "two
    bars before the drop".
    """
    text = said(tokens)
    if re.search(r"(?:^| )-\d", text):
        return Problem(f"“{text}” is not a place in the song: bars count from 1.", text)
    found = _place(ground, text)
    return found if found is not None else _no_such_place(ground, text)


def _place(ground: Ground, text: str) -> float | None:
    if text in _START:
        return 1.0
    if text in _END:
        return _song_end(ground)
    for read in (_by_number, _beside, _by_name, _by_edge):
        if (found := read(ground, text)) is not None:
            return found
    return None


def _by_number(ground: Ground, text: str) -> float | None:
    if match := _NUMBERED.fullmatch(text):
        beat = int(match["beat"] or 1) - 1
        return float(match["bar"]) + beat / beats_per_bar(ground.session.time_signature)
    match = _NTH_BAR.fullmatch(text)
    return None if match is None else float(_nth(match))


def _nth(match: re.Match[str]) -> int:
    return int(match["digits"]) if match["digits"] else _NTH.index(match["word"]) + 1


def _beside(ground: Ground, text: str) -> float | None:
    match = _BESIDE.fullmatch(text)
    place = None if match is None else _place(ground, match["place"])
    if match is None or place is None:
        return None
    count = float(match["count"] or 1)
    return place - count if match["way"] == "before" else place + count


def _marks(ground: Ground) -> list[Locator]:
    return sorted(ground.session.locators, key=lambda mark: mark.bar)


def _core(text: str) -> str:
    bare = re.sub(r" (?:locator|marker|cue point|section|part)$", "", text)
    return re.sub(r"^(?:locator|marker|cue point|section) (?:called |named )?", "", bare)


def _by_name(ground: Ground, text: str) -> float | None:
    marks, name = _marks(ground), _core(text)
    named = closest(name, [mark.name for mark in marks])
    if len(named) == 1:
        return marks[named[0]].bar
    match = _NTH_NAMED.fullmatch(name)
    if match is None:
        return None
    alike = [mark.bar for mark in marks if plain(mark.name).split()[:1] == plain(match["name"]).split()[:1]]
    return alike[_nth(match) - 1] if 1 <= _nth(match) <= len(alike) else None


def _by_edge(ground: Ground, text: str) -> float | None:
    match = _EDGE.fullmatch(text)
    bar = None if match is None else _by_number(ground, match["name"])
    if match is not None and bar is not None:
        return bar + 1 if match["edge"] == "end" else bar
    start = None if match is None else _by_name(ground, match["name"])
    if match is None or start is None:
        return None
    return _section_end(ground, start) if match["edge"] == "end" else start


def _section_end(ground: Ground, start: float) -> float | None:
    """Where what begins at a locator ends: at the next one, or with the song."""
    later = [mark.bar for mark in _marks(ground) if mark.bar > start]
    end = later[0] if later else _song_end(ground)
    return end if end is not None and end > start else None


def _song_end(ground: Ground) -> float | None:
    """Where the last clip of the arrangement ends, in bars; None for an empty arrangement."""
    bar = beats_per_bar(ground.session.time_signature)
    clips = [clip for track in ground.session.tracks for clip in track.arrangement_clips]
    return max((clip.start_bar + clip.length_beats / bar for clip in clips), default=None)


_NO_PLACE = group("no_place")


def _no_such_place(ground: Ground, text: str) -> Problem | None:
    if not ground.unknown or not re.fullmatch(r"[a-z]+(?: [a-z]+)?", text) or text in _NO_PLACE:
        return None
    if text in _END:
        return Problem("The arrangement is empty, so it has no end. Say a bar, such as bar 17.", text)
    marks = ", ".join(mark.name for mark in ground.session.locators) or "none"
    return Problem(
        f"There is no locator called “{text}”. Say a bar, such as bar 17. The locators are: {marks}.", text
    )


def read_place(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """As ``read_bar``, for what says that it is a place: a bare number is none."""
    return None if len(tokens) == 1 and tokens[0].number is not None else read_bar(ground, tokens)


_AND_AT = re.compile(r"(?: ,)? (?:and|plus|then|,)(?: (?:then|also|again|once more|one more|another one))?")
_AT = re.compile(r"^(?:at|on|to|in) ")


def read_places(ground: Ground, tokens: Sequence[Token]) -> tuple[float, ...] | None:
    """One place or several: "bar 17", "bars 9, 17 and 25", "bar 17 and again at 21"."""
    text = said(tokens)
    if not text.startswith(("bar", "start", "beginning")) and not _NTH_BAR.match(text):
        first = read_place(ground, tokens)
        return (first,) if isinstance(first, float) else None
    parts = [_AT.sub("", part.strip()) for part in _AND_AT.split(re.sub(r"^bars ", "bar ", text))]
    found = [_place(ground, re.sub(r"^bars ", "", part)) for part in parts]
    places = tuple(place for place in found if place is not None)
    return places if len(places) == len(found) else None


_Span = tuple[float, float]
_FROM_TO = re.compile(
    r"(?:from |between )?(?:bars? )?(?P<start>.+?) (?P<way>to|through|until|and|up to) (?:bars? )?(?P<end>.+)"
)
_FIRST = re.compile(r"(?P<which>first|opening|last|final) (?:(?P<count>\d+(?:\.\d+)?) bars?|(?P<one>bar))")
_LENGTH_AT = re.compile(
    r"(?:(?P<count>\d+(?:\.\d+)?) bars?|(?P<one>bar))"
    r"(?: (?:from|at|starting at|starting from|after) (?P<start>.+))?"
)


def read_span(ground: Ground, tokens: Sequence[Token]) -> _Span | Problem | None:
    """A stretch of the song, from a bar to the bar where it ends.

    "bars 5 to 9", "the first 8 bars", "the last 4 bars", "4 bars from bar 17", "the chorus", "bar 5".
    """
    text = said(tokens)
    for read in (_first, _from_to, _length_at, _section):
        if (found := read(ground, text)) is not None:
            return found
    return None


def _count(match: re.Match[str]) -> float:
    return float(match["count"] or 1)


def _first(ground: Ground, text: str) -> _Span | Problem | None:
    match = _FIRST.fullmatch(text)
    if match is None:
        return None
    if match["which"] in ("first", "opening"):
        return 1.0, 1.0 + _count(match)
    end = _song_end(ground)
    if end is None:
        return Problem(
            "The arrangement is empty, so it has no last bars. Say for instance “bars 17 to 25”.", text
        )
    return max(1.0, end - _count(match)), end


def _from_to(ground: Ground, text: str) -> _Span | None:
    match = _FROM_TO.fullmatch(text)
    if match is None:
        return None
    start, end = _place(ground, match["start"]), _place(ground, match["end"])
    if start is None or end is None:
        return None
    return start, end + (match["way"] == "through")


def _length_at(ground: Ground, text: str) -> _Span | None:
    match = _LENGTH_AT.fullmatch(text)
    if match is None:
        return None
    start = _place(ground, match["start"]) if match["start"] else 1.0
    return None if start is None else (start, start + _count(match))


_ONE_BAR: Callable[[str], re.Match[str] | None] = re.compile(r"bar \d+").fullmatch


def _section(ground: Ground, text: str) -> _Span | None:
    if text in ("whole song", "song", "whole arrangement", "arrangement", "whole thing"):
        end = _song_end(ground)
        return None if end is None else (1.0, end)
    start = _place(ground, text) if _ONE_BAR(text) else _by_name(ground, text)
    if start is None:
        return None
    end = start + 1 if _ONE_BAR(text) else _section_end(ground, start)
    return None if end is None else (start, end)


def read_bars(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A length in bars: "8 bars", "a bar", "4-bar"."""
    text = said(tokens)
    if text == "bar":
        return 1.0
    match = re.fullmatch(r"(\d+(?:\.\d+)?) bars?", text)
    return float(match[1]) if match else None


_NOTES = {"whole": 4.0, "half": 2.0, "quarter": 1.0, "eighth": 0.5, "sixteenth": 0.25}
_NOTE = re.compile(rf"(?P<dotted>dotted )?(?P<note>{'|'.join(_NOTES)})(?: notes?)?")


def read_beats(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A length in beats: "8 beats", "a beat", "half a beat", "a quarter note"."""
    text = said(tokens)
    if text == "half beat":
        return 0.5
    if match := _NOTE.fullmatch(text):
        return _NOTES[match["note"]] * (1.5 if match["dotted"] else 1.0)
    match = re.fullmatch(r"(?:(\d+(?:\.\d+)?) )?beats?", text)
    return float(match[1] or 1) or None if match else None
