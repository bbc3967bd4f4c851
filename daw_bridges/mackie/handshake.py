"""How a surface and its host come to know each other: who am I, prove it, which firmware.

The host asks whether a device is there, the surface gives a serial number and a challenge, the host answers
it, the surface confirms. A host may skip that and ask for the version only; both are served. Everything here
is pure.

Source: Logic Control MIDI implementation (Logic Pro 7.2, Dedicated Control Surface Support,
appendix B).
"""

from __future__ import annotations

from dataclasses import dataclass

from daw_bridges.errors import MessageError
from daw_bridges.mackie.messages import (
    ConnectionConfirmation,
    ConnectionQuery,
    ConnectionRefusal,
    ConnectionReply,
    DeviceQuery,
    Message,
    Model,
    VersionReply,
    VersionRequest,
)

__all__ = ["MODELS", "Identity", "host_answer", "queries", "response_to"]

MODELS = tuple(Model)
"""The devices that this package can be: main unit and extender, of both makes."""
_CHALLENGE_SIZE = 4


def response_to(challenge: bytes) -> bytes:
    """The host's answer: four bytes, 0 … 127 each.

    The last byte of the challenge is also a shift's width; above 31 it is not said what that means, so a
    surface does well to keep it small.

    Raises:
        MessageError: the challenge is not four bytes.
    """
    if len(challenge) != _CHALLENGE_SIZE:
        raise MessageError(f"A challenge is four bytes long; this one is {challenge.hex(' ')!r}.")
    one, two, three, four = challenge
    return bytes(
        value & 0x7F
        for value in (
            one + (two ^ 0x0A) - four,
            (three >> four) ^ (one + four),
            (four - (three << 2)) ^ (one | two),
            two - three + (0xF0 ^ (four << 4)),
        )
    )


@dataclass(frozen=True, slots=True)
class Identity:
    """Which surface this is. ``serial`` is seven ASCII characters, ``challenge`` four bytes from 0 to 127."""

    model: int = Model.MACKIE_CONTROL
    serial: bytes = b"ORBIT01"
    version: str = "V1.02"
    challenge: bytes = bytes((0x11, 0x22, 0x33, 0x02))

    def answer(self, message: Message) -> Message | None:
        """What this surface says to that, if anything; another model's messages are not for it."""
        if getattr(message, "model", None) != self.model:
            return None
        match message:
            case DeviceQuery():
                return self.hello()
            case VersionRequest():
                return VersionReply(self.model, self.version)
            case ConnectionReply(serial=serial, response=response) if serial == self.serial:
                return self._verdict(response)
            case _:
                return None

    def hello(self) -> ConnectionQuery:
        """What a surface says when it is asked, or when it comes up by itself."""
        return ConnectionQuery(self.model, self.serial, self.challenge)

    def _verdict(self, response: bytes) -> ConnectionConfirmation | ConnectionRefusal:
        if response == response_to(self.challenge):
            return ConnectionConfirmation(self.model, self.serial)
        return ConnectionRefusal(self.model, self.serial)


def queries(*models: int) -> tuple[Message, ...]:
    """What a host sends when a port comes up: is this model there? Of all that there are if none is given."""
    return tuple(DeviceQuery(model) for model in models or MODELS)


def host_answer(message: Message) -> Message | None:
    """What a host that takes the challenge says to a surface's message, if anything."""
    match message:
        case ConnectionQuery(model=model, serial=serial, challenge=challenge):
            return ConnectionReply(model, serial, response_to(challenge))
        case ConnectionConfirmation(model=model):
            return VersionRequest(model)
        case _:
            return None
