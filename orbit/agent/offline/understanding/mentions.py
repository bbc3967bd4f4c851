"""What a request mentions: tracks, clips, devices and values, each with where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from orbit.agent.offline.understanding.clips import ClipPlace, read_clip
from orbit.agent.offline.understanding.devices import read_device, read_kind
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.pattern import FILLERS
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, source_text
from orbit.agent.offline.understanding.tracks import read_tracks
from orbit.agent.offline.understanding.values import read_name
from orbit.agent.reader.lexicon import group, senses
from orbit.workflows.roles.spelling import name_words

__all__ = ["Mention", "mentions"]


@dataclass(frozen=True)
class Mention:
    """A stretch of the sentence that can fill slots of some types; several ``values`` are several tracks."""

    type: str
    values: tuple[str, ...]
    start: int
    end: int
    text: str
    problem: Problem | None = None

    def overlaps(self, other: Mention) -> bool:
        """Whether the two share a word."""
        return self.start < other.end and other.start < self.end


_UNIT_TYPES = {
    "db": "gain_db",
    "hz": "frequency",
    "khz": "frequency",
    "k": "frequency",
    "ms": "time",
    "s": "time",
    "sec": "time",
    "seconds": "time",
    "second": "time",
    "bpm": "number",
    "%": "number",
}
_BAR_WORDS = group("bar_words")
_CALLED = group("called")
_JOINS = frozenset(
    {
        "and",
        ",",
        "plus",
        "except",
        "but",
        "minus",
        "without",
        "apart",
        "aside",
        "besides",
        "excluding",
        "save",
    }
    | {"other", "well", "not", "exception", "along", "together"}
)
_POINTING = group("no_device")
_NEW_ONES = group("new_ones")
"""Words that may speak of a track that is to be made."""
_NEVER_TRACKS = group("no_tracks")


def mentions(ground: Ground, tokens: Sequence[Token]) -> list[Mention]:
    """All mentions; those of one type do not overlap each other, the longest wins."""
    found: list[Mention] = []
    for read, longest in ((_clip, 4), (_tracks, 4), (_track_list, 14), (_device, 4)):
        found.extend(_spans(ground, tokens, read, longest))
    return [*found, *_values(tokens), *_texts(ground, tokens)]


_Read = Callable[[Ground, Sequence[Token], int, int], Mention | None]


def _spans(ground: Ground, tokens: Sequence[Token], read: _Read, longest: int) -> Iterator[Mention]:
    """The mentions of one type: longest first, from left to right."""
    taken: list[tuple[int, int]] = []
    for size in range(min(longest, len(tokens)), 0, -1):
        for start in range(len(tokens) - size + 1):
            end = start + size
            free = all(end <= other_start or start >= other_end for other_start, other_end in taken)
            edges = tokens[start].text in FILLERS or _is_filler(tokens[end - 1])
            if free and not edges and (mention := read(ground, tokens, start, end)) is not None:
                taken.append((start, end))
                yield mention


def _is_filler(token: Token) -> bool:
    """Whether a word says nothing; a capital A at the end of a name is a return's letter."""
    return token.text in FILLERS and token.raw != "A"


def _track_list(ground: Ground, tokens: Sequence[Token], start: int, end: int) -> Mention | None:
    joined = any(token.text in _JOINS for token in tokens[start:end])
    if any(token.raw == ":" for token in tokens[start:end]):
        return None  # what stands before a colon is what is spoken of behind it
    return _read_tracks(ground, tokens, start, end) if joined else None


def _tracks(ground: Ground, tokens: Sequence[Token], start: int, end: int) -> Mention | None:
    texts = [token.text for token in tokens[start:end]]
    if not _JOINS.isdisjoint(texts):
        return None
    found = _read_tracks(ground, tokens, start, end)
    # "Give the backing vox a vocal chain" names one track and a thing.
    thing = found is not None and len(found.values) > 1 and not {"a", "an"}.isdisjoint(texts[1:])
    return None if thing else found


_NUMBERED = group("numbered_things")


def _ends_a_place(before: Token, part: Sequence[Token]) -> bool:
    """Whether the number that a stretch begins with belongs to what is before it: "bars 9 to 17 the keys"."""
    return before.text in _NUMBERED or (len(part) > 1 and part[1].text in ("the", "my"))


def _read_tracks(ground: Ground, tokens: Sequence[Token], start: int, end: int) -> Mention | None:
    part = tokens[start:end]
    text = source_text(ground.sentence, part)
    if (end - start == 1 and part[0].text in _NEVER_TRACKS) or "of" in (part[0].text, part[-1].text):
        return None
    if part[0].number is not None and start and _ends_a_place(tokens[start - 1], part):
        return None  # "band 2 of the bass EQ" speaks of no two tracks
    if part[0].raw.casefold() == "one" and end - start > 1 and part[1].text != "of":
        return None  # "one reverb on the guitar" is one more
    found = read_tracks(ground, part)
    if found and end - start == 1 and _says_a_way(part[0].text, found):
        return None
    if isinstance(found, Problem):
        vague = bool(found.asks) and part[0].text in _NEW_ONES
        return None if vague else Mention("track", (text,), start, end, text, found)
    return Mention("track", found, start, end, text) if found else None


def _says_a_way(word: str, found: Sequence[str] | Problem) -> bool:
    """Whether a word says a way and only resembles a name: "faster" is no Master."""
    names = () if isinstance(found, Problem) else found
    ways = {"up", "down"}.intersection(senses().get(word, ()))
    return bool(ways) and not any(word in name_words(name) for name in names)


def _clip(ground: Ground, tokens: Sequence[Token], start: int, end: int) -> Mention | None:
    found = read_clip(ground, tokens[start:end])
    text = source_text(ground.sentence, tokens[start:end])
    return (
        Mention("clip", (found.clip, found.track), start, end, text) if isinstance(found, ClipPlace) else None
    )


def _device(ground: Ground, tokens: Sequence[Token], start: int, end: int) -> Mention | None:
    part = tokens[start:end]
    found = read_kind(ground, part)
    text = source_text(ground.sentence, part)
    if part[0].text in _POINTING or part[0].quoted or any(token.text in _JOINS for token in part):
        return None
    if not isinstance(found, str) and (said := read_device(ground, part)) is not None:
        found = said.kind or said.phrase
    return Mention("device", (found,), start, end, text) if isinstance(found, str) else None


def _values(tokens: Sequence[Token]) -> Iterator[Mention]:
    """Numbers, with the unit that stands by them."""
    for at, token in enumerate(tokens):
        if token.text.endswith(":1"):
            yield Mention("number", (token.text.removesuffix(":1"),), at, at + 1, token.text)
        elif "/" in token.text and token.text[0].isdigit():
            yield Mention("fraction", (token.text,), at, at + 1, token.text)
        elif token.number is not None:
            yield _number(tokens, at)


def _number(tokens: Sequence[Token], at: int) -> Mention:
    before, behind = tokens[at - 1].text if at else "", tokens[at + 1].text if at + 1 < len(tokens) else ""
    number = tokens[at].text
    if before in _BAR_WORDS:
        return Mention("bars", (number,), at, at + 1, f"{before} {number}")
    if behind in _BAR_WORDS:
        return Mention("bars", (number,), at, at + 2, f"{number} {behind}")
    if behind in _UNIT_TYPES:
        return Mention(_UNIT_TYPES[behind], (_with_unit(number, behind),), at, at + 2, f"{number} {behind}")
    if behind == "to" and at + 2 < len(tokens) and tokens[at + 2].text == "1":
        return Mention("number", (number,), at, at + 3, f"{number}:1")
    return Mention("plain", (number,), at, at + 1, number)


def _with_unit(number: str, unit: str) -> str:
    return number if unit in ("bpm", "%") else f"{number} {unit}"


def _texts(ground: Ground, tokens: Sequence[Token]) -> Iterator[Mention]:
    """Names that are given: in quotation marks, or behind "called"."""
    for at, token in enumerate(tokens):
        if token.quoted:
            yield Mention("text", (source_text(ground.sentence, [token]),), at, at + 1, token.text)
        elif token.text in _CALLED and at + 1 < len(tokens) and not tokens[at + 1].quoted:
            end = next(
                (
                    i
                    for i in range(at + 1, len(tokens))
                    if tokens[i].text in ("and", ",", "with", "on", "using", "at", "in", "then")
                ),
                len(tokens),
            )
            name = read_name(ground, tokens[at + 1 : end])
            if name:
                yield Mention("text", (name,), at + 1, end, name)
