"""What a sentence says of what was done before: the words that do, and what the last acts leave unsaid.

A sentence is stretches between its stops. Each is pieces (tracks, values, words of a conversation) or a
remark; the pieces fill one of the turns of ``discourse.yaml``. A word that no piece took makes it doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from daw_bridges.actions import Action, SetSend
from orbit.agent.offline.dialogue.past import edits_of
from orbit.agent.offline.dialogue.worked_on import Place, parameter_meant, worked_on
from orbit.agent.offline.understanding import Problem
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.tokens import Token, source_text, tokenize, trimmed, unify
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
from orbit.agent.reader.lexicon import veto
from orbit.agent.readings import unit_of

if TYPE_CHECKING:
    from orbit.agent.context import Done
    from orbit.agent.offline.known import Known
    from orbit.agent.offline.understanding.ground import Ground

__all__ = ["Heard", "Piece", "heard", "in_words", "ones", "stretches"]

_MOST_WORDS = 24
_LONGEST_NAME = 3
_STOPS = frozenset(".,;:!?…")


@dataclass(frozen=True)
class Piece:
    """Some words of a sentence and what they are; ``stretch`` is the one they stand in."""

    label: str
    value: Any
    tokens: Sequence[Token]
    stretch: int = 0


@dataclass(frozen=True)
class Heard:
    """What a sentence has to say of the last thing, and what that was."""

    text: str
    tokens: Sequence[Token]
    pieces: Sequence[Piece]
    last: Done | None
    known: Known
    doubt: int = 0
    """How many words of it no piece took."""
    remarks: int = 0
    """How many stretches of it were taken for remarks."""
    labels: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", frozenset(piece.label for piece in self.pieces))

    @cached_property
    def actions(self) -> list[Action]:
        """The edits of the last thing."""
        return edits_of(self.last) if self.last is not None else []

    @cached_property
    def edits(self) -> frozenset[str]:
        """What sorts of edits those are."""
        return frozenset(action.action for action in self.actions)

    def all(self, label: str) -> list[Piece]:
        """The pieces of a label, in the order they were said."""
        return [piece for piece in self.pieces if piece.label == label]

    @property
    def whole(self) -> bool:
        """Whether every word of it is one of a conversation, and none only fills."""
        said = {token.start for piece in self.pieces for token in piece.tokens}
        others = (token.text for token in self.tokens if token.start not in said)
        return not self.doubt and all(word == "," or word in listed("unsaid") for word in others)

    def any(self, *labels: str) -> bool:
        """Whether one of these was said."""
        return not self.labels.isdisjoint(labels)

    def only(self, *labels: str) -> bool:
        """Whether nothing else was said but what is neutral."""
        return self.labels - listed("neutral") <= {*labels}

    @property
    def corrects(self) -> bool:
        """Whether it says plainly that the last thing was not what was meant."""
        return not self.labels.isdisjoint(listed("corrects"))

    def value(self, kind: str, piece: Piece) -> Any:
        """What a piece is as something of a kind."""
        return KINDS[kind].read(self.known.ground(""), piece.tokens)


def _text(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) else ""


def in_words(tokens: Sequence[Token]) -> str:
    """The words of some tokens."""
    return " ".join(token.text for token in tokens)


def heard(text: str, known: Known) -> Heard | None:
    """What a sentence says of what was done before; None where it may say something else."""
    tokens = [*ones(tokenize(text))]
    conditional = any(token.text in veto("conditional") and not token.quoted for token in tokens)
    if not 0 < len(tokens) <= _MOST_WORDS or conditional:
        return None
    last = known.past.last
    places = worked_on(known.past, known.stands or known.session)
    reader = _Reader(known.ground(text), tokens, _edits(last), _returns(last), places)
    pieces: list[Piece] = []
    doubt = remarks = 0
    parted = [*stretches(text, tokens)]
    for number, (start, end) in enumerate(parted):
        found = [*reader.read(start, end)]
        unknown = sum(piece.label == "unknown" for piece in found)
        open_ = bool(pieces) and pieces[-1].label in ("leave", "not") and pieces[-1].stretch == number - 1
        said = [replace(each, stretch=number) for each in _spared(found, open_) if each.label not in _SILENT]
        if unknown and len(parted) > 1 and _is_remark(said, text, tokens[start:end], known):
            pieces += said
            remarks += 1
            continue
        doubt += unknown
        pieces += said
    return Heard(text, tokens, pieces, last, known, doubt, remarks) if pieces else None


_SILENT = frozenset({"glue", "unknown"})


def _is_remark(said: Sequence[Piece], text: str, tokens: Sequence[Token], known: Known) -> bool:
    """Whether a stretch asks for nothing: it names nothing, and is no request by itself."""
    if not {piece.label for piece in said} <= listed("remarks"):
        return False
    read = known.read_strictly(source_text(text, tokens))
    return read is None or (isinstance(read, Problem) and not read.options and not read.firm)


def stretches(text: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield where the stretches between stops begin and end."""
    start, text = 0, unify(text)
    for at in range(1, len(tokens) + 1):
        gap = text[tokens[at - 1].end : tokens[at].start] if at < len(tokens) else "."
        comma = tokens[at - 1].text == "," and not tokens[at - 1].quoted
        if comma or not _STOPS.isdisjoint(gap) or " - " in gap:
            if at - comma > start:
                yield start, at - comma
            start = at


def ones(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with the "one" of "that one" as a word and no number, and hasty spellings put right."""
    for at, token in enumerate(tokens):
        one = token.raw.casefold() == "one" and _points(tokens, at)
        text = "one" if one else str(entries()["spellings"].get(token.text, token.text))
        yield replace(token, text=text) if text != token.text and not token.quoted else token


def _points(tokens: Sequence[Token], at: int) -> bool:
    """Whether "one" stands for a thing: behind a word that says which, or before where it is."""
    before, behind = _text(tokens, at - 1), _text(tokens, at + 1)
    if behind in listed("units") or (before in ("", ",") and behind in listed("counted")):
        return False
    talk = {"", ",", *listed("glue"), *listed("unsaid"), *marks()}
    return before in listed("which") or before not in talk or behind in listed("of one")


def _edits(last: Done | None) -> frozenset[str]:
    """The sorts of edits that were done last, those of parameters with their unit beside."""
    actions = edits_of(last) if last is not None else []
    units = {f"set_parameter {unit.value}" for action in actions if (unit := unit_of(action)) is not None}
    return frozenset({action.action for action in actions} | units)


def _returns(last: Done | None) -> frozenset[str]:
    """Where the last thing sent something: what is said of these is said of the send."""
    return frozenset(a.to for a in edits_of(last) if isinstance(a, SetSend)) if last else frozenset()


def _spared(pieces: Sequence[Piece], begun: bool) -> Iterator[Piece]:
    """The pieces of a stretch, with what is negated or left alone as what was not meant.

    ``begun``: the stretch before ended with a word that leaves something alone ("exception: …").
    """
    left = begun or any(piece.label == "leave" for piece in pieces)
    negated = False
    for piece in (each for each in pieces if each.label not in _SILENT or each.label == "unknown"):
        if piece.label == "not":
            negated = True
            continue
        if piece.label in ("leave", "unknown"):
            yield piece
            continue
        if (negated and piece.label in ("tracks", "kind", "value")) or (left and piece.label == "tracks"):
            yield replace(piece, label=f"spared {piece.label}")
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
    tokens: Sequence[Token]
    edits: frozenset[str]
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
        sides = (self._value,) if "set_pan" in self.edits else ()
        things = () if self.edits & listed("naming") else (self._plain,)
        first = (self._name, self._device_first, *sides, self._qualities, self._mark)
        for read in (*first, self._value, *things, self._glue):
            yield from read(start)

    def unknown(self, start: int, begin: int) -> Piece:
        """A name where the last thing has one and words are nothing else; or words that say nothing here."""
        end = start
        while end < len(self.tokens) and not any(True for _ in self.at(end)):
            end += 1
        if not self.edits & listed("naming") or end - start > _LONGEST_NAME:
            wrong = start > begin and self.tokens[start - 1].text == "wrong"
            return Piece("no" if wrong else "unknown", None, self.tokens[start : start + 1])
        name = source_text(self.ground.sentence, self.tokens[start:end])
        return Piece("name", name, self.tokens[start:end])

    def _spans(self, start: int, longest: int) -> Iterator[Sequence[Token]]:
        for end in range(min(start + longest, len(self.tokens)), start, -1):
            yield self.tokens[start:end]

    def _name(self, start: int) -> Iterator[Piece]:
        """A name that is given: behind "called", up to what ends it."""
        said, behind = self.tokens[start].text, bare([t.text for t in self.tokens[start + 1 : start + 2]])
        if said not in listed("namers") or (said == "name" and behind != "it"):
            return
        if said in ("rename", "title") and behind != "it":
            return
        begin = start + 1 + (behind == "it")
        if behind == "it" and _text(self.tokens, begin) in listed("things"):
            return
        begin += _text(self.tokens, begin) in ("to", "as")
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
                continue
            counts = _text(self.tokens, end - 1) in listed("pronouns")  # "give it one"
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
        for span in self._spans(start, 7):
            bare = span[-1].text not in listed("glue") - {"bar"} and marks().get(span[0].text) != "only"
            if bare and _text(self.tokens, start - 1) != "in" and self._is_value(span):
                yield Piece("value", None, span)

    def _is_value(self, span: Sequence[Token]) -> bool:
        if any(token.quoted or token.text == "," for token in span):
            return False
        numbers = any(token.text[-1:].isdigit() or token.number is not None for token in span)
        readers = [kind for edit in sorted(self.edits) for kind in entries()["values"].get(edit, ())]
        readers += ["value"] if numbers or in_words(span) in listed("ends") else []
        read = (KINDS[kind].read(self.ground, span) for kind in readers)
        return any(found is not None and not isinstance(found, Problem) for found in read)

    def _sent_to(self, start: int) -> Iterator[Piece]:
        """A return, before a device of that name."""
        for span in self._spans(start, 4) if "set_send" in self.edits else ():
            found: Any = None if span[-1].text in listed("glue") else KINDS["return"].read(self.ground, span)
            if isinstance(found, tuple):
                yield self._track(cast("tuple[str, ...]", found), span)

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
