"""The small file that says which generation is current and what each collection was left holding."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

__all__ = ["Note", "Notes"]


@dataclass(frozen=True)
class Note:
    """What a collection was left holding: the store's state of that moment (see `VectorState`)."""

    revision: int
    signature: str

    @classmethod
    def read(cls, raw: Any) -> Note | None:
        """Understand a note; None for anything else: the collection is then in doubt, and is checked."""
        with suppress(KeyError, TypeError, ValueError):
            return cls(int(raw["revision"]), str(raw["signature"]))
        return None


class Notes:
    """Reads and writes one file; a damaged or missing one says nothing and only costs a check."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def generation(self) -> str:
        """Give the name of the current generation's folder; empty where there is none."""
        return self._read()["generation"]

    @property
    def seals(self) -> dict[str, int]:
        """Give the checksums of the files as they were left; nothing while somebody writes them."""
        return self._read()["seals"]

    @property
    def entered(self) -> list[str]:
        """Name the collections that somebody began to open and did not come to tell of it."""
        return self._read()["entered"]

    def get(self, collection: str) -> Note | None:
        """Give what a collection was left holding; None when that is in doubt."""
        return Note.read(self._read()["collections"].get(collection))

    def begin(self, generation: str, *collections: str) -> None:
        """Note before a write that collections are in doubt; a new generation puts all of them in doubt."""
        notes = self._read()
        if notes["generation"] != generation:
            self._write({"generation": generation, "collections": {}})
        elif notes["collections"].keys() & {*collections}:
            for name in collections:
                notes["collections"].pop(name, None)
            self._write(notes)

    def finish(self, collection: str, note: Note) -> None:
        """Note that a collection is whole."""
        notes = self._read()
        notes["collections"][collection] = asdict(note)
        self._write(notes)

    def enter(self, collection: str) -> None:
        """Note that a collection is about to be opened."""
        notes = self._read()
        self._write(notes | {"entered": sorted({*notes["entered"], collection})})

    def leave(self, collection: str) -> None:
        """Note that opening it has come to an end, well or not."""
        notes = self._read()
        self._write(notes | {"entered": [name for name in notes["entered"] if name != collection]})

    def seal(self, checksums: Mapping[str, int]) -> None:
        """Note the files' checksums; none: they are about to change."""
        notes = self._read()
        if notes["seals"] != checksums:
            self._write(notes | {"seals": dict(checksums)})

    def _read(self) -> dict[str, Any]:
        with suppress(OSError, ValueError, KeyError, TypeError):
            notes = json.loads(self.path.read_text("utf-8"))
            return {
                "generation": str(notes["generation"]),
                "collections": dict(notes["collections"]),
                "entered": [str(name) for name in notes.get("entered", ())],
                "seals": {str(name): int(value) for name, value in notes.get("seals", {}).items()},
            }
        return {"generation": "", "collections": {}, "entered": [], "seals": {}}

    def _write(self, notes: Mapping[str, Any]) -> None:
        draft = self.path.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(json.dumps(notes), "utf-8")
        draft.replace(self.path)
