"""The undo history: what Logic keeps of what was done. Mixer moves are not in it, as is its default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["RENAME", "Edit", "History"]

RENAME = "Rename"
"""What the name of an edit begins with that gives a track another name."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A step of the undo history: what takes it back and what does it again."""

    name: str
    undo: Callable[[], None]
    redo: Callable[[], None]


class History:
    """Edits that can be undone, and those that were."""

    def __init__(self) -> None:
        self.history: list[Edit] = []
        self.undone: list[Edit] = []
        self.renamed_back = False
        """Whether an undo has given a track its former name back since the surface was told last."""

    def edit(self, name: str, do: Callable[[], None], undo: Callable[[], None]) -> None:
        """Does something that the undo history keeps."""
        do()
        self.history.append(Edit(name, undo, do))
        self.undone.clear()

    def undo(self) -> bool:
        """Takes the last kept edit back; False when there is none."""
        if not self.history:
            return False
        edit = self.history.pop()
        edit.undo()
        self.renamed_back = edit.name.startswith(RENAME)
        self.undone.append(edit)
        return True

    def redo(self) -> bool:
        """Does the last undone edit again; False when there is none."""
        if not self.undone:
            return False
        edit = self.undone.pop()
        edit.redo()
        self.history.append(edit)
        return True
