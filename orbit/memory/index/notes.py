"""The small file that says which generation is current and what each collection was left holding."""

from __future__ import annotations

import json
import os
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

    def get(self, collection: str) -> Note | None:
        """Give what a collection was left holding; None when that is in doubt."""
        return Note.read(self._read()["collections"].get(collection))

    def begin(self, generation: str, *collections: str) -> None:
        """Note before a write that collections are in doubt; a new generation puts all of them in doubt."""
        notes = self._read()
        same = notes["generation"] == generation
        known: dict[str, Any] = notes["collections"] if same else {}
        left = {name: note for name, note in known.items() if name not in collections}
        if not same or left != known:
            self._write({"generation": generation, "collections": left})

    def finish(self, collection: str, note: Note) -> None:
        """Note that a collection is whole."""
        notes = self._read()
        notes["collections"][collection] = asdict(note)
        self._write(notes)

    def _read(self) -> dict[str, Any]:
        with suppress(OSError, ValueError, KeyError, TypeError):
            notes = json.loads(self.path.read_text("utf-8"))
            return {"generation": str(notes["generation"]), "collections": dict(notes["collections"])}
        return {"generation": "", "collections": {}}

    def _write(self, notes: dict[str, Any]) -> None:
        draft = self.path.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(json.dumps(notes), "utf-8")
        draft.replace(self.path)
