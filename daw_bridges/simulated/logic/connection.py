"""How the simulated Logic meets a surface: it asks every new port for Mackie devices, and waits but a moment.

Measured on Logic 12.3.1 (logic-pro-ctl, EXP-MCU-000 … 002): queries for the models 10, 11, 14, 15 and 17
(hex), version requests for the last three; a Mackie Control that answers within milliseconds is taken without
the challenge, one that answers late never. A Logic Control has to prove itself (Logic Control MIDI
implementation).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from daw_bridges.mackie.handshake import response_to
from daw_bridges.mackie.messages import (
    ConnectionConfirmation,
    ConnectionQuery,
    ConnectionReply,
    DeviceQuery,
    Message,
    Model,
    VersionReply,
    VersionRequest,
)

__all__ = ["ASKED", "Connection"]

ASKED = (0x10, 0x11, 0x14, 0x15, 0x17)
"""The models that are asked for; 17 (hex) is one that nobody here speaks for (the C4)."""
_VERSIONED = (0x14, 0x15, 0x17)
_CHALLENGED = (Model.LOGIC_CONTROL, Model.LOGIC_CONTROL_XT)


class Connection:
    """The state of the greeting on one port."""

    def __init__(self, send: Callable[[Message], None], patience: float) -> None:
        self.model: int | None = None
        """Which surface is connected; None for nobody."""
        self.version: str | None = None
        self._send = send
        self._patience = patience
        self._until = 0.0
        self._answered: dict[int, set[type[Message]]] = {}
        self._challenges: dict[int, bytes] = {}

    @property
    def up(self) -> bool:
        """Whether a surface is connected."""
        return self.model is not None

    def ask(self, now: float) -> None:
        """A new port is there: who is it?"""
        self.forget()
        self._until = now + self._patience
        for message in self._questions():
            self._send(message)

    @staticmethod
    def _questions() -> Iterator[Message]:
        for model in ASKED:
            yield DeviceQuery(model)
        for model in _VERSIONED:
            yield VersionRequest(model)

    def forget(self) -> None:
        """Nobody is connected, and nobody was asked."""
        self.model = self.version = None
        self._until = 0.0
        self._answered.clear()
        self._challenges.clear()

    def take(self, message: Message, now: float) -> bool:
        """Takes an answer; True when it is the one after which the surface is connected."""
        if self.model is not None:
            return False
        match message:
            case ConnectionQuery(model) if now > self._until:
                self._send(VersionRequest(model))
                self._send(VersionRequest(model))
            case ConnectionQuery(model, serial, challenge) if model in _CHALLENGED:
                self._challenges[model] = serial
                self._send(ConnectionReply(model, serial, response_to(challenge)))
            case ConnectionConfirmation(model, serial) if self._challenges.get(model) == serial:
                self.model = model
            case ConnectionQuery(model) | VersionReply(model) if now <= self._until:
                self._answer(model, message)
            case _:
                pass
        return self.model is not None

    def _answer(self, model: int, message: Message) -> None:
        """A Mackie Control has said both that it is there and its version."""
        if isinstance(message, VersionReply):
            self.version = message.version
        self._answered.setdefault(model, set()).add(type(message))
        if model in _VERSIONED and len(self._answered[model]) == 2:
            self.model = model
