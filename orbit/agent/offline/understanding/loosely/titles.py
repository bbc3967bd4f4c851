"""The names that a sentence gives to tracks, and the ways to take it apart that they leave.

A name can be anything, words of the trade among it; what says that it is one stands before it: "called",
"name it", "should read", a joining word in a sentence about names, or the noun of what is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.ports import read_port
from orbit.agent.offline.understanding.tokens import Token, source_text
from orbit.agent.offline.understanding.values import read_color

__all__ = ["CALLING", "KINDS_OF_TRACK", "takes"]

CALLING = words(
    "rename renamed renaming renames retitle retitled relabel relabelled relabeled call called calling "
    "calls name named names naming label labelled labeled labels title titled titles retag retagged tag "
    "tagged entitled say says read reads become becomes known goes display displays"
)
"""Words of which one stands where a name is given."""
KINDS_OF_TRACK = words("audio midi instrument return returns aux auxes")
_CALLED = words("called named titled labelled labeled retagged tagged entitled renamed relabelled retitled")
_CALL = words("call name label title tag rename")
_IT = words("it this that them one 1 the a new copy clone duplicate track channel these as second other")
_NOUN = words("name title label names titles labels")
_IS = words(
    "read reads say says of is be should shall will must to into as , becomes become being : it just "
    "simply now"
)
_READS = words("say says read reads becomes become display displays as")
_JOINING = words("to as into in be")
_MADE = words("track tracks channel channels return returns aux auxes bus audio midi for , strip")
_ENDS = words(
    "would should will must can i i'd we you please thanks instead because cause so which that then now "
    "with right directly just after before behind below beneath under underneath above next from for on "
    "at if when , too also"
)
_ENDS_BEFORE = words("in to into as of")
_LISTING = words("and , plus")
_NOT_FIRST = (
    words("out like over made and , to as in into of the a an is be it i we you with then for please by from")
    | _CALLED
    | {"says", "say", "reads"}
)
_LONGEST = 6


def takes(ground: Ground, tokens: Sequence[Token], named: Sequence[Mention]) -> Iterator[Sequence[Mention]]:
    """What is named, with every way to read the names that are given; at last with none."""
    colors = _stretches(ground, tokens, "color", read_color)
    named = [each for each in named if each.problem is None or not _POINTING.match(each.text.lower())]
    beside = [*named, *colors, *_stretches(ground, tokens, "port", _port)]
    making = _makes(tokens)
    without = [
        each for each in beside if not (each.type == "track" and _IS_A_KIND.fullmatch(each.text.lower()))
    ]
    tried: set[tuple[Mention, ...]] = set()
    for titles in (*_titles(ground, tokens, making), ()):
        for among in (without, beside) if making else (beside,):
            free = [each for each in among if not any(each.overlaps(title) for title in titles)]
            for first in ("track", "device"):
                apart = tuple(_apart([*free, *titles], first))
                if apart not in tried:
                    tried.add(apart)
                    yield apart


_POINTING = re.compile(r"(?:just )?(?:this|that|these|those) (?:1|one|ones|track|channel)\b")
_IS_A_KIND = re.compile(
    r"(?:(?:another|new|extra|additional|second|more|1) )*"
    r"(?:(?:audio|midi|instrument|return|aux) ?)+(?:tracks?|channels?|bus|strips?)?"
)


def _makes(tokens: Sequence[Token]) -> bool:
    """Whether it speaks of a kind of track, and not of "return B"."""
    said = [token.text for token in tokens]
    return any(
        word in KINDS_OF_TRACK
        and not (at + 1 < len(said) and len(said[at + 1]) == 1 and said[at + 1].isalpha())
        for at, word in enumerate(said)
    )


def _port(ground: Ground, part: Sequence[Token]) -> str | None:
    return (read_port(ground, part) or (None,))[0]


def _stretches(
    ground: Ground, tokens: Sequence[Token], type: str, read: Callable[[Ground, Sequence[Token]], Any]
) -> Iterator[Mention]:
    for size in (3, 2, 1):
        for start in range(len(tokens) - size + 1):
            part = tokens[start : start + size]
            if (value := read(ground, part)) is not None and not {"the", "a"} & {part[0].text, part[-1].text}:
                yield Mention(type, (value,), start, start + size, " ".join(token.text for token in part))


def _apart(found: Iterable[Mention], first: str) -> Sequence[Mention]:
    """The mentions that do not overlap, the longest first; a clip before its track."""
    apart: list[Mention] = []
    rank = {"title": 0, "clip": 0, first: 1}
    for each in sorted(found, key=lambda each: (each.start - each.end, rank.get(each.type, 2))):
        if not any(each.overlaps(other) for other in apart):
            apart.append(each)
    return sorted(apart, key=lambda each: each.start)


def _titles(ground: Ground, tokens: Sequence[Token], making: bool) -> Iterator[Sequence[Mention]]:
    quoted = [at for at, token in enumerate(tokens) if token.quoted]
    if quoted:
        yield [_title(ground, tokens, at, at + 1) for at in quoted]
        return
    if CALLING.isdisjoint(token.text for token in tokens) and not making:
        return
    for start in dict.fromkeys(_starts(tokens, making)):
        if start < len(tokens) and tokens[start].text not in _NOT_FIRST and not _is_number(tokens, start):
            yield from _from(ground, tokens, start, making)
    yield from _in_front(ground, tokens)


def _is_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number stands there that is no name: "called 808" is one."""
    return tokens[at].number is not None and not (at and tokens[at - 1].text in _CALLED)


def _starts(tokens: Sequence[Token], making: bool) -> Iterator[int]:
    """Where a name may begin, the surest first."""
    said = [token.text for token in tokens]
    pairs = [*pairwise([*said, ""])]
    yield from (at + 1 for at, word in enumerate(said) if word in _CALLED)
    yield from (
        _past(said, at + 1, _IT) for at, (word, then) in enumerate(pairs) if word in _CALL and then in _IT
    )
    yield from (_past(said, at + 1, _IS) for at, word in enumerate(said) if word in _NOUN)
    yield from (at + 1 for at, token in enumerate(tokens) if token.raw == ":")
    yield from (at + 2 for at, pair in enumerate(pairs) if pair in _GOES_BY)
    yield from (at + 1 for at, word in enumerate(said) if word in _READS)
    if making:
        yield from (_past(said, at + 1, _MADE) for at, word in enumerate(said) if word in _MADE)
        return
    yield from (at + 1 for at, word in reversed([*enumerate(said)]) if word in _JOINING)
    yield from (at for at in range(1, len(said)) if said[at - 1] not in _NOT_FIRST)


_GOES_BY = {("goes", "by"), ("go", "by"), ("known", "as"), ("known", "by")}


def _past(said: Sequence[str], at: int, over: frozenset[str]) -> int:
    while at < len(said) and said[at] in over:
        at += 1
    return at


def _from(ground: Ground, tokens: Sequence[Token], start: int, making: bool) -> Iterator[Sequence[Mention]]:
    """The name that begins at a place; where tracks are made, perhaps several."""
    ends = [_end(tokens, start)]
    while making and ends[-1] < len(tokens) and tokens[ends[-1]].text in _LISTING:
        behind = _past([token.text for token in tokens], ends[-1], _LISTING)
        if behind >= len(tokens) or tokens[behind].text in _NOT_A_NAME:
            break
        ends.append(_end(tokens, behind))
    if len(ends) > 1:
        starts = [start, *(_past([t.text for t in tokens], end, _LISTING) for end in ends[:-1])]
        whole = source_text(ground.sentence, tokens[start : ends[-1]])
        names = tuple(_title(ground, tokens, *span).text for span in zip(starts, ends, strict=True))
        if all(names):
            yield [Mention("title", names, start, ends[-1], whole)]
    if ends[0] > start:
        yield [_title(ground, tokens, start, ends[0])]


_NOT_A_NAME = words(
    "make put set turn color paint add mute solo arm pan route give send have let it then also after "
    "before behind place call name with i"
)


def _end(tokens: Sequence[Token], start: int) -> int:
    for at in range(start, min(len(tokens), start + _LONGEST)):
        word, small = tokens[at].text, tokens[at].raw == tokens[at].raw.lower() or tokens[at].raw == "I"
        goes_on = at + 1 < len(tokens) and tokens[at + 1].raw[:1].isupper()
        if word in _LISTING or (small and word in _ENDS) or (small and word in _ENDS_BEFORE and not goes_on):
            return at
    return min(len(tokens), start + _LONGEST)


def _in_front(ground: Ground, tokens: Sequence[Token]) -> Iterator[Sequence[Mention]]:
    """A name before the word "name": "put Sirens as the name of the FX"."""
    said = [token.text for token in tokens]
    for at, word in enumerate(said):
        if word in _NOUN:
            end = at
            while end and said[end - 1] in (
                "as",
                "the",
                "for",
                "is",
                "its",
                "new",
                "should",
                "be",
                "a",
                "to",
            ):
                end -= 1
            for size in (1, 2, 3):
                if end < at and end - size >= 0 and (end == size or said[end - size - 1] in _PUT):
                    yield [_title(ground, tokens, end - size, end)]


_PUT = words("put make use give have want set write take , like")


def _title(ground: Ground, tokens: Sequence[Token], start: int, end: int) -> Mention:
    name = source_text(ground.sentence, tokens[start:end]).strip(" .,;:!?\"'")
    return Mention("title", (name,), start, end, name)
