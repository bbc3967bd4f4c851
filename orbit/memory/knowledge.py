"""What a face may ask of the user's things and notes, as plain functions of a library.

Each is also an operation of the engine, so its arguments and its result can cross a wire.
"""

from __future__ import annotations

from collections.abc import Sequence

from orbit.memory.entities import Candidate, Entities, EntityKind, Known, KnownOf, known, known_of
from orbit.memory.library import Library
from orbit.memory.notes import FoundNote, NoteKind, Notes
from orbit.memory.store.notes import StoredNote

__all__ = [
    "change_note",
    "entities",
    "forget_entity",
    "forget_name",
    "forget_note",
    "know",
    "learn_name",
    "notes",
    "notes_of",
    "remember",
    "search_notes",
]


def notes_of(library: Library) -> Notes:
    """The notes of a library, searched by meaning where it has an embedder."""
    return Notes(library.store, library.meaning_of("note"))


def learn_name(library: Library, name: str, means: str, kind: EntityKind = "track") -> Candidate:
    """Remember that the user calls a track or plug-in by a name. Raises UsageError."""
    return Entities(library.store).learn(name, means, kind)


def forget_name(library: Library, name: str) -> list[str]:
    """Let a name mean nothing any more; give what it meant. Raises NotFoundError."""
    return Entities(library.store).forget(name)


def entities(library: Library, kind: EntityKind | None = None) -> list[Known]:
    """Give the user's tracks and plug-ins, or those of one kind."""
    return known(Entities(library.store), kind)


def forget_entity(library: Library, entity_id: str) -> None:
    """Delete one of the user's things with its names. Raises NotFoundError."""
    Entities(library.store).forget_entity(entity_id)


def know(library: Library, name: str) -> KnownOf:
    """Give what is known of a name: what it may mean, and what is usual for it."""
    return known_of(Entities(library.store), name)


def remember(
    library: Library, text: str, title: str | None = None, kind: NoteKind = "note", tags: Sequence[str] = ()
) -> StoredNote:
    """Keep a note or a skill. Raises UsageError for what cannot be kept."""
    return notes_of(library).add(text, title=title, kind=kind, tags=tags)


def change_note(library: Library, note_id: str, text: str) -> StoredNote:
    """Give a note another text. Raises NotFoundError, or UsageError for what cannot be kept."""
    return notes_of(library).change(note_id, text)


def notes(library: Library, kind: NoteKind | None = None) -> list[StoredNote]:
    """Give every note, or every one of a kind, last changed first."""
    return notes_of(library).all(kind)


def search_notes(library: Library, query: str, k: int = 3, kind: NoteKind | None = None) -> list[FoundNote]:
    """Give the notes that are about a query, nearest first."""
    return notes_of(library).search(query, k, kind=kind)


def forget_note(library: Library, note_id: str) -> None:
    """Delete a note, in the store and in the index. Raises NotFoundError."""
    notes_of(library).forget(note_id)
