"""What a sentence has to say of what was done before, piece by piece, where every word of it is one.

The words are taken from left to right, the longest that is anything first: what only a conversation gives a
meaning ("too", "no", "further"), tracks, devices, parameters of the device that was worked on, values of
what was set last, and words that can stand in any sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from orbit.agent.offline.dialogue.marks import (
    GLUE,
    LONGEST_MARK,
    MARKS,
    MORE_OF,
    NAMING,
    NOUNS,
    QUALITIES,
    SIZE_DB,
    UNSAID,
    VERBS,
)
from orbit.agent.offline.dialogue.worked_on import Place, parameter_meant
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, source_text, tokenize

__all__ = ["Evidence", "Frame", "Piece", "evidence_in"]

_MOST_WORDS = 24
_LONGEST_NAME = 3


@dataclass(frozen=True)
class Frame:
    """What the last thing leaves open: the edits it made, and the devices that were worked on."""

    edits: frozenset[str] = frozenset()
    places: tuple[Place, ...] = ()
    returns: frozenset[str] = frozenset()
    """Where it sent something: what is said of these is said of the send."""


@dataclass(frozen=True)
class Piece:
    """Some words of a sentence and what they are."""

    label: str
    value: Any
    tokens: Sequence[Token]


@dataclass(frozen=True)
class Evidence:
    """The pieces of a sentence, without what can stand in any."""

    pieces: tuple[Piece, ...]
    tokens: Sequence[Token]
    labels: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", frozenset(piece.label for piece in self.pieces))

    def all(self, label: str) -> list[Piece]:
        """The pieces of a label, in the order they were said."""
        return [piece for piece in self.pieces if piece.label == label]

    def first(self, label: str) -> Piece | None:
        """The first piece of a label."""
        return next(iter(self.all(label)), None)

    def only(self, *labels: str) -> bool:
        """Whether nothing else was said."""
        return self.labels <= {*labels}

    def any(self, *labels: str) -> bool:
        """Whether one of these was said."""
        return not self.labels.isdisjoint(labels)


def evidence_in(text: str, ground: Ground, frame: Frame) -> Evidence | None:
    """The pieces of a sentence; None where a word of it is none."""
    tokens = [*_ones(tokenize(text))]
    if not 0 < len(tokens) <= _MOST_WORDS:
        return None
    reader, pieces, at = _Reader(ground, frame, tokens), list[Piece](), 0
    while at < len(tokens):
        found = max(reader.at(at), key=lambda piece: len(piece.tokens), default=None)
        if found is None and (found := reader.unknown(at)) is None:
            return None
        if found.label != "glue":
            pieces.append(found)
        at += len(found.tokens)
    return Evidence(tuple(_spared(pieces)), tokens)


_UNITS = frozenset(
    {"db", "hz", "khz", "ms", "s", "sec", "second", "%", "bar", "bars", "bpm", "beat", "beats", "st"}
)


def _ones(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with the "one" of "that one" as a word and no number."""
    for at, token in enumerate(tokens):
        counts = at + 1 < len(tokens) and tokens[at + 1].text in _UNITS
        one = token.raw.casefold() == "one" and not counts
        text = "one" if one else _RUN_TOGETHER.get(token.text, token.text)
        yield replace(token, text=text) if text != token.text and not token.quoted else token


_RUN_TOGETHER = {
    "thats": "that", "whats": "what", "wheres": "where", "hows": "how", "isnt": "isn't", "wasnt": "wasn't",
    "ment": "meant", "aswell": "too", "alot": "lot", "abit": "bit",
}  # fmt: skip
"""Words as they are typed in a hurry.

None of them is the name of a track that is nearly spelled so.
"""


def _spared(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces, with what stands behind "not" as what was not meant."""
    negated = False
    for piece in pieces:
        if piece.label == "not":
            negated = True
            continue
        if negated and piece.label in ("tracks", "kind", "value"):
            yield Piece(f"spared {piece.label}", piece.value, piece.tokens)
        elif negated:
            yield Piece("not", None, piece.tokens)
            yield piece
        else:
            yield piece
        negated = False
    if negated:
        yield Piece("not", None, ())


@dataclass(frozen=True)
class _Reader:
    ground: Ground
    frame: Frame
    tokens: Sequence[Token]

    def at(self, start: int) -> Iterator[Piece]:
        """What begins at a word; of what is as long, the first is meant."""
        # "Right" is a side where something was panned, and words are names where something was named.
        sides = (self._value,) if "set_pan" in self.frame.edits else ()
        things = () if self.frame.edits & NAMING else (self._plain,)
        first = (self._name, self._device_first, *sides, self._qualities, self._mark)
        for read in (*first, self._value, *things, self._glue):
            yield from read(start)

    def unknown(self, start: int) -> Piece | None:
        """A name, where the last thing has one and words are nothing else."""
        end = start
        while end < len(self.tokens) and not any(True for _ in self.at(end)):
            end += 1
        if not self.frame.edits & NAMING or end - start > _LONGEST_NAME:
            return None
        name = source_text(self.ground.sentence, self.tokens[start:end])
        return Piece("name", name, self.tokens[start:end])

    def _spans(self, start: int, longest: int) -> Iterator[Sequence[Token]]:
        for end in range(min(start + longest, len(self.tokens)), start, -1):
            yield self.tokens[start:end]

    def _name(self, start: int) -> Iterator[Piece]:
        """A name that is given: behind "called", up to what ends it."""
        if self.tokens[start].text not in ("called", "named", "call", "name"):
            return
        begin = start + 1 + (_text(self.tokens[start + 1 : start + 2]) in ("it", "that", "this"))
        end = next((at for at in range(begin, len(self.tokens)) if self._ends_a_name(at)), len(self.tokens))
        if name := source_text(self.ground.sentence, self.tokens[begin:end]):
            yield Piece("name", name, self.tokens[start:end])

    def _ends_a_name(self, at: int) -> bool:
        word = self.tokens[at]
        return not word.quoted and word.text in ("at", "on", ",", "and", "instead", "please", "too", "then")

    def _mark(self, start: int) -> Iterator[Piece]:
        said: list[str] = []
        best: tuple[str, int] | None = None
        for end in range(start, len(self.tokens)):
            if self.tokens[end].quoted or len(said) >= LONGEST_MARK:
                break
            if self.tokens[end].text in UNSAID:
                continue
            said.append(self.tokens[end].text)
            if (mark := MARKS.get(" ".join(said))) is not None:
                best = (mark, end + 1)
        if best is not None:
            yield Piece(best[0], None, self.tokens[start : best[1]])
        yield from self._sizes(start)

    def _sizes(self, start: int) -> Iterator[Piece]:
        for span in self._spans(start, 4):
            if (amount := SIZE_DB.get(_text(span).removeprefix("a "))) is not None:
                yield Piece("size", amount, span)
        if self.tokens[start].text in VERBS:
            yield Piece("verb", self.tokens[start].text, self.tokens[start : start + 1])
        nouns = NOUNS.get(self.tokens[start].text)
        if nouns is not None:
            yield Piece(
                "noun" if nouns & self.frame.edits else "other noun", nouns, self.tokens[start : start + 1]
            )

    def _qualities(self, start: int) -> Iterator[Piece]:
        """What there is too much of, or not enough: "too loud", "not loud enough", "faster"."""
        for span in self._spans(start, 4):
            said = [token.text for token in span if token.text not in ("quite", "really", "that", "exactly")]
            match said:
                case ["too", word] if word in QUALITIES:
                    quality = QUALITIES[word]
                case ["not", word, "enough"] if word in QUALITIES:
                    quality = replace(QUALITIES[word], way=-QUALITIES[word].way)
                case [word] if word in MORE_OF:
                    quality = MORE_OF[word]
                case _:
                    continue
            if quality.edits & self.frame.edits:
                yield Piece("quality", quality, span)

    def _device_first(self, start: int) -> Iterator[Piece]:
        """A parameter of a device that was worked on; and a device before a return of that name."""
        for span in self._spans(start, 4):
            if (key := self._parameter(span)) is not None:
                yield Piece("parameter", key, span)
        if "insert_device" in self.frame.edits:
            yield from self._kinds(start)

    def _parameter(self, span: Sequence[Token]) -> tuple[Place, str] | None:
        if (
            span[0].text in GLUE
            or span[-1].text in GLUE
            or any(token.number is not None for token in span[:1])
        ):
            return None
        for place in self.frame.places:
            if (key := parameter_meant(self.ground, place.device, _text(span))) is not None:
                return place, key
        return None

    def _kinds(self, start: int) -> Iterator[Piece]:
        for span in self._spans(start, 4):
            kind: Any = KINDS["kind"].read(self.ground, span)
            if isinstance(kind, str) and span[-1].text not in GLUE:
                yield Piece("kind", kind, span)

    def _value(self, start: int) -> Iterator[Piece]:
        for span in self._spans(start, 7):
            if span[-1].text not in GLUE - {"bar"} and self._is_value(span):
                yield Piece("value", None, span)

    def _is_value(self, span: Sequence[Token]) -> bool:
        if any(token.quoted or token.text == "," for token in span):
            return False
        numbers = any(token.text[-1:].isdigit() or token.number is not None for token in span)
        readers = [kind for edit in sorted(self.frame.edits) for kind in _VALUES.get(edit, ())]
        readers += ["value"] if numbers or _text(span) in _ENDS else []
        return any(
            (found := KINDS[kind].read(self.ground, span)) is not None and not isinstance(found, Problem)
            for kind in readers
        )

    def _plain(self, start: int) -> Iterator[Piece]:
        for span in self._spans(start, 9):
            ends = (span[0].text, span[-1].text)
            if any(word in GLUE or word in MARKS for word in ends) and len(span) > 1:
                continue
            if len(span) == 1 and span[0].text in GLUE:
                continue
            found: Any = KINDS["tracks"].read(self.ground, span)
            if isinstance(found, tuple) and self.frame.returns.issuperset(cast("tuple[str, ...]", found)):
                yield Piece("noun", found, span)
            elif isinstance(found, tuple) or (isinstance(found, Problem) and found.options):
                yield Piece("tracks", found, span)
        if "insert_device" not in self.frame.edits:
            yield from self._kinds(start)

    def _glue(self, start: int) -> Iterator[Piece]:
        if self.tokens[start].text in GLUE and not self.tokens[start].quoted:
            yield Piece("glue", None, self.tokens[start : start + 1])


_VALUES = {
    "set_volume": ("level",),
    "set_send": ("level",),
    "set_pan": ("pan",),
    "set_tempo": ("bpm",),
    "set_color": ("color",),
    "set_time_signature": ("signature",),
    "add_locator": ("bar",),
    "duplicate_clip": ("bar",),
    "play": ("bar",),
    "set_loop": ("bars",),
    "create_clip": ("bars",),
    "set_parameter": ("value", "option"),
}
"""By the edit: how a value of its own is read."""
_ENDS = frozenset({"max", "maximum", "min", "minimum", "full"})


def _text(tokens: Sequence[Token]) -> str:
    return " ".join(token.text for token in tokens)
