"""A chat with nobody at the terminal: a line after the other from a file or a pipe.

A line that is refused does not end it, for the next may be an answer to a question; the exit status is that
of the first that came to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

from daw_bridges.errors import OrbitError
from orbit.interfaces.cli.chat.stopping import between_requests
from orbit.interfaces.cli.failures import DONE, FAILED, failure_document, status_of
from orbit.interfaces.cli.output import print_json
from orbit.outcome import Outcome

if TYPE_CHECKING:
    from orbit.interfaces.cli.chat.chat import Chat, Taken

__all__ = ["play"]


async def play(chat: Chat, lines: TextIO, *, as_json: bool) -> int:
    """Take each line, show what becomes of it, and give the exit status."""
    player = _Player(chat, as_json=as_json)
    while not chat.leaving:
        with between_requests():
            line = lines.readline()
        if not line:
            break
        if line.strip() and not line.lstrip().startswith("#"):
            await player.take(line.strip())
    return player.status


class _Player:
    """What the lines came to so far."""

    def __init__(self, chat: Chat, *, as_json: bool) -> None:
        self._chat, self._as_json = chat, as_json
        self._failed: int | None = None
        self._asked: int | None = None

    @property
    def status(self) -> int:
        """The exit status: a question that nobody answered counts as a refusal."""
        return self._failed or self._asked or DONE

    async def take(self, line: str) -> None:
        self._asked = None
        try:
            taken = await self._chat.take(line)
        except OrbitError as error:
            self._note(status_of(error))
            self._show(line, failure_document(str(error), error.code), str(error))
            return
        if isinstance(taken, Outcome) and taken.answer.question is not None:
            self._asked = taken.exit_code
        else:
            self._note(_status(taken))
        self._show(line, taken.to_json(), taken)

    def _note(self, status: int) -> None:
        self._failed = self._failed or status

    def _show(self, line: str, document: dict[str, Any], taken: Taken | str) -> None:
        if self._as_json:
            print_json({"say": line} | document)
        else:
            self._chat.show(taken)
        self._chat.keep()


def _status(taken: Taken) -> int:
    return taken.exit_code if isinstance(taken, Outcome) else DONE if taken.ok else FAILED
