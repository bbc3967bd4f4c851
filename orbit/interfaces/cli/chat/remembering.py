"""The lines that were typed, for the arrow keys: in a file, without secrets, and not for ever."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit.history import FileHistory

from orbit.memory.keyed.redaction import Redactor

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["LinesSaid"]

_MOST_BYTES = 256 * 1024


class LinesSaid(FileHistory):
    """The history of a prompt in a file that is there already; its oldest lines go when it is too long."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._redactor = Redactor()

    def load_history_strings(self) -> Iterable[str]:
        """Give the lines, the latest first."""
        with suppress(OSError):
            self._shorten(Path(str(self.filename)))
            return super().load_history_strings()
        return ()

    def store_string(self, string: str) -> None:
        """Keep a line without what is secret in it; a disk that is full stops nobody."""
        with suppress(OSError):
            super().store_string(self._redactor.text(string)[0])

    def _shorten(self, path: Path) -> None:
        if path.stat().st_size > _MOST_BYTES:
            late = path.read_bytes()[-_MOST_BYTES // 2 :]
            path.write_bytes(late[late.find(b"\n#") + 1 :])
