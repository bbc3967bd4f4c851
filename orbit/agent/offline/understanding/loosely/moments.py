"""What a sentence names of the song and its session view: places, lengths, clips, slots, scenes, tempos."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from orbit.agent.offline.understanding.clips import ClipPlace, read_clip, read_slot, read_that_scene
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.given import given_names
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.pattern import FILLERS
from orbit.agent.offline.understanding.positions import read_bar
from orbit.agent.offline.understanding.reading import said
from orbit.agent.offline.understanding.tokens import Token, source_text
from orbit.agent.offline.understanding.tracks import read_tracks
from orbit.agent.offline.understanding.values import read_signature, read_tempo

__all__ = ["moments"]

_LONGEST = 8
_EDGES = FILLERS | words("of in on at to from and")


def moments(ground: Ground, tokens: Sequence[Token]) -> list[Mention]:
    """What is named, the longest stretches first; nothing overlaps, and given names stay whole."""
    ground = replace(ground, unknown=False)
    found = given_names(ground, tokens)
    free = [all(at not in range(each.start, each.end) for each in found) for at in range(len(tokens))]
    for start, end in _stretches(tokens, free):
        if all(free[start:end]) and (mention := _read(ground, tokens, start, end)) is not None:
            found.append(mention)
            free[start:end] = [False] * (end - start)
    return sorted(found, key=lambda each: each.start)


def _stretches(tokens: Sequence[Token], free: Sequence[bool]) -> Iterator[tuple[int, int]]:
    for size in range(min(_LONGEST, len(tokens)), 0, -1):
        for start in range(len(tokens) - size + 1):
            end = start + size
            edges = tokens[start].text in _EDGES or tokens[end - 1].text in _EDGES
            if not edges and free[start] and free[end - 1]:
                yield start, end


def _read(ground: Ground, tokens: Sequence[Token], start: int, end: int) -> Mention | None:
    part = tokens[start:end]
    for kind, read in _READERS:
        values = read(ground, part)
        if values is not None and _fits(kind, tokens, start, end):
            text = source_text(ground.sentence, part)
            if kind == "length" and _is_numbered_bar(tokens, start, end):
                return Mention("place", (tokens[start].text,), start, end, text)
            return Mention(kind, values, start, end, text)
    return None


def _fits(kind: str, tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether what a stretch could be is what it is where it stands."""
    if kind == "track":
        # "Kick it up" is no drum.
        behind = tokens[end].text if end < len(tokens) else ""
        return tokens[start].text != "kick" or behind not in ("it", "us", "this", "things", "up", "off", "in")
    return kind != "place" or _is_place(tokens, start, end)


def _is_numbered_bar(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a length is a bar by its number, as many languages say it: "from 17 bar", "from 5 to 9 bar"."""
    before = {token.text for token in tokens[:start]}
    led = start > 0 and tokens[start - 1].text in ("from", "at", "on", "in", "to", "until", "through", "and")
    first = tokens[start - 1].text in ("from", "at", "on", "in") if start else False
    return led and tokens[end - 1].text == "bar" and (first or bool(before & {"from", "between"}))


_Values = tuple[str, ...]


def _clip(ground: Ground, part: Sequence[Token]) -> _Values | None:
    found = read_clip(ground, part)
    if not isinstance(found, ClipPlace):
        return None
    # "Chorus" is an effect rather than the clip Chords misspelt.
    misspelt = ground.kind_of(said(part)) is not None and said(part) != found.clip.casefold()
    return None if misspelt else (found.clip, found.track)


def _scene(ground: Ground, part: Sequence[Token]) -> _Values | None:
    found = read_that_scene(ground, [each for each in part if each.text != "number"])
    return None if found is None else (found,)


def _slot(ground: Ground, part: Sequence[Token]) -> _Values | None:
    found = read_slot(ground, part)
    return None if found is None else (f"slot {found}" if found else "next slot",)


_OVER = re.compile(r"(\d+) (?:over|by) (\d+)")


def _signature(ground: Ground, part: Sequence[Token]) -> _Values | None:
    text = said(part)
    over = _OVER.fullmatch(text)
    two = all(token.number is not None for token in part)
    found = (int(over[1]), int(over[2])) if over else None if two else read_signature(ground, part)
    if found is None or found[1] not in (2, 4, 8, 16) or found[0] < 2 or text.endswith(("half", "quarter")):
        return None
    return (f"{found[0]}/{found[1]}",)


_LENGTH = re.compile(r"(?P<count>\d+(?:\.\d+)?) (?P<unit>bar|beat)s?(?: long| length)?")


def _length(_: Ground, part: Sequence[Token]) -> _Values | None:
    match = _LENGTH.fullmatch(said(part))
    return None if match is None else (f"{match['count']} {match['unit']}s",)


def _place(ground: Ground, part: Sequence[Token]) -> _Values | None:
    bare = len(part) == 1 and (part[0].number is not None or part[0].text in ("bar", "bars"))
    heads = [replace(part[0], text="bar"), *part[1:]] if part[0].text == "bars" else part
    found = None if bare else read_bar(ground, heads)
    return (f"{found:g}",) if isinstance(found, float) else None


_BEFORE_A_PLACE = words("the from at on to until into very through than")


def _is_place(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a name or an edge of the song is a place there: "start" may as well be what is to be done."""
    plainly = any(token.number is not None or token.text in ("bar", "bars") for token in tokens[start:end])
    return plainly or (start > 0 and tokens[start - 1].text in _BEFORE_A_PLACE)


def _tempo(ground: Ground, part: Sequence[Token]) -> _Values | None:
    found = read_tempo(ground, part)
    return None if found is None else (f"{found:g}",)


def _percent(_: Ground, part: Sequence[Token]) -> _Values | None:
    match = re.fullmatch(r"(\d+(?:\.\d+)?) %", said(part))
    return None if match is None else (match[1],)


_PACES = words("faster slower quicker")
_NO_TRACKS = words(
    "faster slower quicker line part loop main it that this them all rest everything double mix"
)


def _tracks(ground: Ground, part: Sequence[Token]) -> _Values | None:
    alone = len(part) == 1 and part[0].text in _NO_TRACKS
    found = None if alone or part[-1].text in _PACES else read_tracks(ground, part)
    return found if isinstance(found, tuple) and found else None


def _number(_: Ground, part: Sequence[Token]) -> _Values | None:
    # "One marker" is a marker.
    said = len(part) == 1 and part[0].number is not None and part[0].raw.casefold() != "one"
    return (part[0].text,) if said else None


_READERS: tuple[tuple[str, Callable[[Ground, Sequence[Token]], _Values | None]], ...] = (
    ("clip", _clip),
    ("scene", _scene),
    ("slot", _slot),
    ("signature", _signature),
    ("length", _length),
    ("place", _place),
    ("tempo", _tempo),
    ("percent", _percent),
    ("track", _tracks),
    ("number", _number),
)
