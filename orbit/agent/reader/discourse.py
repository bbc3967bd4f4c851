"""What a sentence says of what was done before: the words that do, and what the last acts leave unsaid.

A sentence is stretches between its stops. Each is pieces (tracks, values, words of a conversation) or a
remark; the pieces fill one of the turns of ``discourse.yaml``. A word that no piece took makes it doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import Action, SetSend
from orbit.agent.offline.dialogue.handling import worked_on
from orbit.agent.offline.dialogue.past import edits_of
from orbit.agent.offline.understanding import Problem
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.tokens import Token, source_text, tokenize, unify
from orbit.agent.reader.discourse_lexicon import bare, entries, listed, marks, nouns
from orbit.agent.reader.discourse_pieces import Piece, PieceReader, in_words, text_at
from orbit.agent.reader.lexicon import veto
from orbit.agent.readings import unit_of

if TYPE_CHECKING:
    from orbit.agent.context import Done
    from orbit.agent.offline.known import Known

__all__ = ["Heard", "Piece", "heard", "in_words", "ones", "openings"]

_MOST_WORDS = 24
_STOPS = frozenset(".,;:!?…")


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


def heard(text: str, known: Known) -> Heard | None:
    """What a sentence says of what was done before; None where it may say something else."""
    tokens = [*ones(tokenize(text))]
    conditional = any(token.text in veto("conditional") and not token.quoted for token in tokens)
    if not 0 < len(tokens) <= _MOST_WORDS or conditional:
        return None
    last = known.past.last
    places = worked_on(known.past, known.stands or known.session)
    edits, named = _edits(last), (nouns().get(token.text, ()) for token in tokens)
    reader = PieceReader(known.ground(text), tokens, edits, edits.union(*named), _returns(last), places)
    pieces: list[Piece] = []
    doubt = remarks = 0
    parted = [*_stretches(text, tokens)]
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


def _stretches(text: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
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
    before, behind = text_at(tokens, at - 1), text_at(tokens, at + 1)
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
        if negated and piece.label == "noun" and isinstance(piece.value, tuple):
            yield replace(piece, label="no")  # "not the reverb, the delay"
        elif (negated and piece.label in ("tracks", "kind", "value")) or (left and piece.label == "tracks"):
            yield replace(piece, label=f"spared {piece.label}")
        elif negated:
            yield Piece("not", None, piece.tokens)
            yield piece
        else:
            yield piece
        negated = False
    if negated:
        yield Piece("not", None, ())


def openings(text: str, known: Known) -> Iterator[tuple[Heard, str]]:
    """Yield the ways to part a sentence behind what it says of the last act, the longest opening first."""
    tokens = tokenize(text)
    end = next((token.end for token in reversed(tokens) if marks().get(token.text) != "meant"), len(text))
    for at in reversed([*_begins(text, tokens)]):
        said = heard(text[: tokens[at].start], known)
        if said is not None and not said.doubt:
            yield said, text[tokens[at].start : end]


def _begins(text: str, tokens: Sequence[Token]) -> Iterator[int]:
    """Yield where a request may begin: behind a stop, a joint, or words that do nothing but open."""
    begun = {start for start, _ in _stretches(text, tokens)}
    for at in range(1, len(tokens)):
        before = tokens[at - 1].text
        opened = before not in listed("unsaid") and any(
            _opens([token.text for token in tokens[start:at]]) for start in begun if start < at
        )
        if at in begun or before in listed("joints") or opened:
            begun.add(at)
            yield at


def _opens(said: Sequence[str]) -> bool:
    # "No" alone may be a word of the request: "no reverb on the pad".
    return marks().get(bare(said)) in listed("opens") and said != ["no"]
