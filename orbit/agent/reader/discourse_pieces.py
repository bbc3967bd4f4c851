"""The pieces of a sentence about what was done before: tracks, values, words of a conversation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from orbit.agent.offline.dialogue.handling import Place, parameter_meant
from orbit.agent.offline.understanding import Problem
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.tokens import Token, source_text, trimmed
from orbit.agent.reader.discourse_lexicon import (
    bare,
    entries,
    listed,
    longest_mark,
    marks,
    nouns,
    quality,
    sizes,
)

if TYPE_CHECKING:
    from orbit.agent.offline.understanding.ground import Ground

__all__ = ["Piece", "PieceReader", "in_words", "text_at"]

_LONGEST_NAME = 3


@dataclass(frozen=True)
class Piece:
    """Some words of a sentence and what they are; ``stretch`` is the one they stand in."""

    label: str
    value: Any
    tokens: Sequence[Token]
    stretch: int = 0


def text_at(tokens: Sequence[Token], at: int) -> str:
    """The word at a place; nothing where there is none."""
    return tokens[at].text if 0 <= at < len(tokens) else ""


def in_words(tokens: Sequence[Token]) -> str:
    """The words of some tokens."""
    return " ".join(token.text for token in tokens)


@dataclass(frozen=True)
class PieceReader:
    """What the words of a sentence can be, after what was done last."""

    ground: Ground
    tokens: Sequence[Token]
    edits: frozenset[str]
    valued: frozenset[str]
    """The same with those whose noun is said: what a value can be of."""
    returns: frozenset[str]
    places: Sequence[Place]

    def read(self, start: int, end: int) -> Iterator[Piece]:
        """Yield the pieces of a stretch, the longest that is anything first."""
        at = start
        while at < end:
            stretch = replace(self, tokens=self.tokens[:end])
            piece = max(stretch.at(at), key=lambda piece: len(piece.tokens), default=None)
            piece = piece or stretch.unknown(at, start)
            # "Set up a reverb send" asks for one, and says nothing of the one that was set.
            new = piece.label == "noun" and {"a", "an"} & {
                t.raw for t in self.tokens[max(at - 1, start) : at + 1]
            }
            yield replace(piece, label="other noun") if new else piece
            at += len(piece.tokens)

    def at(self, start: int) -> Iterator[Piece]:
        """Yield what begins at a word; of what is as long, the first is meant."""
        # "Right" is a side where something was panned, and words are names where something was named.
        sides = (self._value,) if "set_pan" in self.valued else ()
        things = () if self.edits & listed("naming") else (self._plain,)
        first = (self._name, self._device_first, *sides, self._qualities, self._mark)
        for read in (*first, self._value, *things, self._glue):
            yield from read(start)

    def unknown(self, start: int, begin: int) -> Piece:
        """A name where the last thing has one and words are nothing else; or words that say nothing here."""
        end = start
        while end < len(self.tokens) and not any(True for _ in self.at(end)):
            end += 1
        renamed = self.edits & listed("renaming") and marks().get(self.tokens[0].text) in ("no", "sorry")
        if not (renamed or self.edits & listed("naming")) or end - start > _LONGEST_NAME:
            wrong = start > begin and self.tokens[start - 1].text == "wrong"
            return Piece("no" if wrong else "unknown", None, self.tokens[start : start + 1])
        name = source_text(self.ground.sentence, self.tokens[start:end])
        return Piece("name", name, self.tokens[start:end])

    def _strange(self, at: int) -> bool:
        """Whether a word behind "too" says nothing of a conversation, and begins nothing that does."""
        word = text_at(self.tokens, at)
        return word.isalpha() and f"too {word}" not in marks() and not any(True for _ in self.at(at))

    def _spans(self, start: int, longest: int) -> Iterator[Sequence[Token]]:
        for end in range(min(start + longest, len(self.tokens)), start, -1):
            yield self.tokens[start:end]

    def _name(self, start: int) -> Iterator[Piece]:
        """A name that is given: behind "called", up to what ends it."""
        said, behind = self.tokens[start].text, bare([t.text for t in self.tokens[start + 1 : start + 2]])
        if said not in listed("namers") or (said == "name" and behind != "it"):
            return
        points = said in ("call", "label") and text_at(self.tokens, start + 1) in listed("unsaid")
        if points or (said in ("rename", "title") and behind != "it"):
            return
        begin = start + 1 + (behind == "it")
        begin += behind == "it" and text_at(self.tokens, begin) == "one"
        if behind == "it" and text_at(self.tokens, begin) in listed("things"):
            return
        begin += text_at(self.tokens, begin) in ("to", "as")
        end = next((at for at in range(begin, len(self.tokens)) if self._ends_a_name(at)), len(self.tokens))
        if name := source_text(self.ground.sentence, self.tokens[begin:end]):
            yield Piece("name", name, self.tokens[start:end])

    def _ends_a_name(self, at: int) -> bool:
        return not self.tokens[at].quoted and self.tokens[at].text in listed("name_ends")

    def _mark(self, start: int) -> Iterator[Piece]:
        said: list[str] = []
        best: tuple[str, int] | None = None
        for end in range(start, len(self.tokens)):
            if self.tokens[end].quoted or len(said) >= longest_mark():
                break
            if self.tokens[end].text in listed("unsaid"):
                if end == start and self.tokens[end].text == "is":
                    break  # "is too wet" adds nothing
                continue
            counts = text_at(self.tokens, end - 1) in listed("pronouns")  # "give it one"
            one = self.tokens[end].raw.casefold() == "one" and not counts
            said.append("one" if one else self.tokens[end].text)
            if (mark := marks().get(bare(said))) is not None:
                best = (mark, end + 1)
        if best is not None:
            yield Piece(best[0], None, self.tokens[start : best[1]])
        yield from self._sizes(start)

    def _sizes(self, start: int) -> Iterator[Piece]:
        for span in self._spans(start, 4):
            if (amount := sizes().get(in_words(span).removeprefix("a "))) is not None:
                yield Piece("size", amount, span)
        word = self.tokens[start : start + 1]
        if word[0].text in listed("verbs"):
            yield Piece("verb", word[0].text, word)
        if (named := nouns().get(word[0].text)) is not None:
            yield Piece("noun" if named & self.edits else "other noun", named, word)

    def _qualities(self, start: int) -> Iterator[Piece]:
        """What there is too much of, or not enough: "too loud", "not loud enough", "faster"."""
        for span in self._spans(start, 5):
            match [token.text for token in span if token.text not in listed("degrees")]:
                case ["too", word] | ["too", "much" | "far", word]:
                    found = quality("too", word, self.edits)
                case ["not", word, "enough"]:
                    found = quality("too", word, self.edits)
                    found = replace(found, way=-found.way) if found is not None else None
                case [word]:
                    found = quality("more_of", word, self.edits)
                case _:
                    continue
            if found is not None:
                yield Piece("quality", found, span)
        if self.tokens[start].text == "too" and self._strange(start + 1):
            yield Piece("judged", None, self.tokens[start : start + 2])  # "too splashy"

    def _device_first(self, start: int) -> Iterator[Piece]:
        """A parameter of a device that was worked on; and a device before a return of that name."""
        for span in self._spans(start, 4):
            if (key := self._parameter(span)) is not None:
                yield Piece("parameter", key, span)
        if "insert_device" in self.edits:
            yield from self._kinds(start)

    def _parameter(self, span: Sequence[Token]) -> tuple[Place, str] | None:
        glue, span = listed("glue"), trimmed(span, ("the",))
        if not span or span[0].text in glue or span[-1].text in glue or span[0].number is not None:
            return None
        keys = ((place, parameter_meant(self.ground, place.device, in_words(span))) for place in self.places)
        return next(((place, key) for place, key in keys if key is not None), None)

    def _kinds(self, start: int) -> Iterator[Piece]:
        for span in self._spans(start, 4):
            kind: Any = KINDS["kind"].read(self.ground, span)
            if isinstance(kind, str) and span[-1].text not in listed("glue"):
                yield Piece("kind", kind, span)

    def _value(self, start: int) -> Iterator[Piece]:
        filling = listed("glue") - listed("before a value") - {"bar"}
        filling -= {"the"} if "set_pan" in self.valued else set[str]()  # "to the left"
        for span in self._spans(start, 7):
            glued = span[0].text in filling or span[-1].text in listed("glue") - {"bar"}
            bare = not glued and marks().get(span[0].text) != "only"
            if bare and text_at(self.tokens, start - 1) != "in" and self._is_value(span):
                yield Piece("value", None, span)

    def _is_value(self, span: Sequence[Token]) -> bool:
        if any(token.quoted or token.text == "," for token in span):
            return False
        numbers = any(token.text[-1:].isdigit() or token.number is not None for token in span)
        readers = [kind for edit in sorted(self.valued) for kind in entries()["values"].get(edit, ())]
        readers += ["value"] if numbers or in_words(span) in listed("ends") else []
        read = (KINDS[kind].read(self.ground, span) for kind in readers)
        return any(found is not None and not isinstance(found, Problem) for found in read)

    def _sent_to(self, start: int) -> Iterator[Piece]:
        """A return, before a device of that name."""
        for span in self._spans(start, 4) if "set_send" in self.edits else ():
            found: Any = None if span[-1].text in listed("glue") else KINDS["return"].read(self.ground, span)
            if not isinstance(found, tuple):
                continue
            # "The delay return" is its fader, and not what is sent there.
            piece = self._track(cast("tuple[str, ...]", found), span)
            yield replace(piece, label="tracks") if span[-1].text == "return" else piece

    def _track(self, names: tuple[str, ...], span: Sequence[Token]) -> Piece:
        return Piece("noun" if self.returns.issuperset(names) else "tracks", names, span)

    def _plain(self, start: int) -> Iterator[Piece]:
        yield from self._sent_to(start)
        for span in self._spans(start, 9):
            ends = (span[0].text, span[-1].text)
            placed = ends[0] in listed("places") and span[-1].number is not None
            every = marks().get(ends[0]) == "all"  # "all the drums"
            strange = [word for word in ends[every:] if word in listed("glue") or word in marks()]
            if strange and len(span) > 1 and not placed:
                continue
            if len(span) == 1 and (span[0].text in listed("glue") or span[0].text in marks()):
                continue
            found: Any = KINDS["tracks"].read(self.ground, span)
            if isinstance(found, tuple):
                yield self._track(cast("tuple[str, ...]", found), span)
            elif isinstance(found, Problem) and found.options:
                yield Piece("tracks", found, span)
        if "insert_device" not in self.edits:
            yield from self._kinds(start)

    def _glue(self, start: int) -> Iterator[Piece]:
        if self.tokens[start].text in listed("glue") and not self.tokens[start].quoted:
            yield Piece("glue", None, self.tokens[start : start + 1])
