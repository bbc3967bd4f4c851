"""What Tab completes: commands, the names of tracks and devices, the titles of workflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completer, Completion

from daw_bridges.errors import OrbitError
from orbit.interfaces.cli.chat.commands import COMMANDS
from orbit.interfaces.cli.harmless import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from prompt_toolkit.document import Document

    from daw_bridges.session import Session
    from orbit.server import Engine

__all__ = ["Words"]

_SHORTEST = 2
_MOST = 12


class Words(Completer):
    """Commands are shown while they are typed; everything else is completed when it is asked for."""

    def __init__(self) -> None:
        self._tracks: tuple[str, ...] = ()
        self._titles: dict[str, str] = {}

    async def refresh(self, engine: Engine, session: Session | None = None) -> None:
        """Take in what is there now; what cannot be read stays as it was."""
        try:
            session = session or await engine.session()
            self._tracks = tuple(map(harmless, session.track_names))
            self._titles = self._titles or await engine.titles()
        except OrbitError:
            return

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Give what the text before the cursor can be completed to."""
        text = document.text_before_cursor.lstrip()
        if text.startswith("/"):
            yield from self._of_command(text)
        elif complete_event.completion_requested:
            yield from _fitting(text, (*self._tracks, *self._titles.values()))

    def _of_command(self, text: str) -> Iterator[Completion]:
        name, blank, rest = text[1:].partition(" ")
        if not blank:
            for each, command in COMMANDS.items():
                if each.startswith(name):
                    yield Completion(f"/{each}", -len(text), display_meta=command.help)
        elif name == "session":
            yield from _fitting(rest, self._tracks)
        elif name in ("workflows", "plan"):
            yield from _fitting(rest, (*self._titles.values(), *self._tracks))


def _fitting(text: str, names: Iterable[str]) -> Iterator[Completion]:
    """The names that begin with the last words of a text, as many of them as fit."""
    names, words = list(names), text.split(" ")
    for first in range(len(words)):
        typed = " ".join(words[first:])
        begun = [name for name in names if name.casefold().startswith(typed.casefold())]
        if len(typed) >= _SHORTEST and begun:
            yield from (Completion(name, -len(typed)) for name in begun[:_MOST])
            return
