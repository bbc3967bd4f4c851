"""Whom a face asks for consent, and for an answer: the person at a plain terminal, a line at a time."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Asks", "AtConsole", "Consent"]


class Consent(Enum):
    """Where consent to a plan comes from."""

    ASK = auto()
    """Someone sits at the terminal."""
    GIVEN = auto()
    """It was given beforehand, with ``--yes``; not to what was imported and has not proven itself."""
    NOBODY = auto()
    """There is nobody to ask, so what needs consent is refused."""


class Asks(Protocol):
    """Someone to be asked."""

    async def agrees(self, question: str, *, usually: bool) -> bool:
        """Whether they say yes; ``usually`` is what an empty answer means."""
        ...

    async def answers(self, question: str) -> str | None:
        """What they answer; None for nothing."""
        ...


class AtConsole:
    """Asks on a console and waits: for a command that does one thing."""

    def __init__(self, console: Console) -> None:
        self._console = console

    async def agrees(self, question: str, *, usually: bool) -> bool:
        """Whether they say yes."""
        from rich.prompt import Confirm

        return Confirm.ask(question, console=self._console, default=usually)

    async def answers(self, question: str) -> str | None:
        """What they answer; None for nothing."""
        from rich.markup import escape

        return self._console.input(f"{escape(question)} ").strip() or None
