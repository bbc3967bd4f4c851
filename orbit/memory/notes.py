"""Notes and skills: what the user wants kept in words, found again by meaning and by words.

A note is text for a person to read. Nothing in it is ever carried out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from daw_bridges.errors import ModelError, NotFoundError, UsageError
from orbit.memory.store.notes import StoredNote

if TYPE_CHECKING:
    from orbit.memory.meaning import Meaning
    from orbit.memory.store import Store

__all__ = ["LONGEST_TEXT", "FoundNote", "NoteKind", "Notes"]

NoteKind = Literal["note", "skill"]
"""A note is anything; a skill is how something is done."""
LONGEST_TEXT = 20_000
"""Letters of a note; more is a document, and belongs in a file."""
_LONGEST_TITLE, _LONGEST_TAG, _MOST_TAGS = 200, 50, 20
_LONGEST_QUERY = 2000
_BETWEEN = "\n"

# A note is near when either says so: the cosine of MiniLM for a related sentence, or shared words of weight.
_NEAR_MEANING, _NEAR_WORDS = 0.30, 0.12
_MEANING_WEIGHT = 0.6


@dataclass(frozen=True)
class FoundNote:
    """A note with how near it is, 0 … 1, and by what: ``meaning`` is None where no embedder answered."""

    note: StoredNote
    score: float
    meaning: float | None
    words: float


class Notes:
    """The notes and skills of one store; ``meaning`` None searches by words alone.

    Everything raises MemoryStoreError when the store cannot be used.
    """

    def __init__(self, store: Store, meaning: Meaning | None = None) -> None:
        self._table, self._meaning = store.notes, meaning

    def add(
        self,
        text: str,
        *,
        title: str | None = None,
        kind: NoteKind = "note",
        tags: Sequence[str] = (),
        source: str = "said",
    ) -> StoredNote:
        """Keep a note; the same words are kept once. Raises UsageError for what cannot be kept."""
        text, title = _checked_text(text), _checked_title(title, text)
        note_id = f"{kind}-{sha256(f'{title}{_BETWEEN}{text}'.encode()).hexdigest()[:16]}"
        return self._table.put(note_id, kind, title, text, tags=_checked_tags(tags), source=source)

    def change(self, note_id: str, text: str) -> StoredNote:
        """Give a note another text. Raises NotFoundError or UsageError."""
        note = self.get(note_id)
        text = _checked_text(text)
        return self._table.put(note_id, note.kind, note.title, text, tags=note.tags, source=note.source)

    def get(self, note_id: str) -> StoredNote:
        """Give a note. Raises NotFoundError."""
        note = self._table.get(note_id)
        if note is None:
            raise NotFoundError("note", note_id, [known.id for known in self._table.all()][:20])
        return note

    def all(self, kind: NoteKind | None = None) -> list[StoredNote]:
        """Give every note, or every one of a kind, last changed first."""
        return self._table.all(kind)

    def forget(self, note_id: str) -> None:
        """Delete a note with its vectors, in the store and in the index. Raises NotFoundError."""
        if not self._table.forget(note_id):
            raise NotFoundError("note", note_id, [known.id for known in self._table.all()][:20])
        if self._meaning is not None:
            self._meaning.forget([note_id])

    def search(self, query: str, k: int = 3, *, kind: NoteKind | None = None) -> list[FoundNote]:
        """Give the notes that are about a query, nearest first, at most ``k``; none when none is near."""
        notes, query = self.all(kind), query[:_LONGEST_QUERY]
        if not notes or not query.strip():
            return []
        cosines, words = self._cosines(query, notes), _by_words(query, notes)
        found = [_found(note, cosines, words[note.id]) for note in notes]
        near = [each for each in found if _is_near(each)]
        return sorted(near, key=lambda each: (-each.score, each.note.id))[:k]

    def _cosines(self, query: str, notes: Sequence[StoredNote]) -> Mapping[str, float] | None:
        if self._meaning is None:
            return None
        texts = {note.id: _searched(note) for note in notes}
        try:
            # Only what is new or reads differently is embedded; notes are kept without an embedder, too.
            self._meaning.put(texts)
        except ModelError:
            return None
        return self._meaning.cosines(query, nearest=len(notes), also=texts)


def _searched(note: StoredNote) -> str:
    return ". ".join(part for part in (note.title, note.text, ", ".join(note.tags)) if part)


def _by_words(query: str, notes: Sequence[StoredNote]) -> dict[str, float]:
    from orbit.memory.words.language import read
    from orbit.memory.words.tfidf import TermIndex, counted

    index = TermIndex([tuple(read(_searched(note)).terms) for note in notes])
    scores = index.scores(counted(read(query).terms))
    return {note.id: float(score) for note, score in zip(notes, scores, strict=True)}


def _found(note: StoredNote, cosines: Mapping[str, float] | None, words: float) -> FoundNote:
    if cosines is None:
        return FoundNote(note, words, None, words)
    meaning = max(0.0, cosines.get(note.id, 0.0))
    return FoundNote(note, _MEANING_WEIGHT * meaning + (1 - _MEANING_WEIGHT) * words, meaning, words)


def _is_near(found: FoundNote) -> bool:
    return found.words >= _NEAR_WORDS or (found.meaning is not None and found.meaning >= _NEAR_MEANING)


def _checked_text(text: str) -> str:
    kept = "".join(letter for letter in text if letter.isprintable() or letter in "\n\t").strip()
    if not kept:
        raise UsageError("There is nothing to save: a note needs words.")
    if len(kept) > LONGEST_TEXT:
        raise UsageError(f"A note has at most {LONGEST_TEXT} characters, and this has {len(kept)}.")
    return kept


def _checked_title(title: str | None, text: str) -> str:
    line = " ".join((title if title is not None else text.splitlines()[0]).split())
    if title is not None and len(line) > _LONGEST_TITLE:
        raise UsageError(f"A title has at most {_LONGEST_TITLE} characters.")
    shown = "".join(letter for letter in line if letter.isprintable())
    return shown if len(shown) <= _LONGEST_TITLE else f"{shown[: _LONGEST_TITLE - 1]}…"


def _checked_tags(tags: Sequence[str]) -> tuple[str, ...]:
    kept = tuple(dict.fromkeys(" ".join(tag.split()) for tag in tags if tag.strip()))
    if len(kept) > _MOST_TAGS or any(len(tag) > _LONGEST_TAG or not tag.isprintable() for tag in kept):
        raise UsageError(f"A note has at most {_MOST_TAGS} tags, each of at most {_LONGEST_TAG} characters.")
    return kept
