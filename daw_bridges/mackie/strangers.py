"""Signs that a surface is not alone on its port: two units whose displays and faders the host mixes up.

What another surface does is seen where its messages arrive here too, or where the host answers it for all to
hear. A press is not among the signs: on the wire it is the same as a lamp that the host lights.
"""

from __future__ import annotations

from daw_bridges.mackie.buttons import STRIPS
from daw_bridges.mackie.codec import Direction, decode
from daw_bridges.mackie.handshake import Identity
from daw_bridges.mackie.messages import (
    ConnectionConfirmation,
    ConnectionQuery,
    ConnectionRefusal,
    ConnectionReply,
    Jog,
    Lamp,
    Message,
    Turn,
    Unknown,
    VersionReply,
)

__all__ = ["stranger"]

_TOUCH = range(0x68, 0x68 + STRIPS + 1)


def stranger(message: Message, identity: Identity) -> str | None:
    """Who a message from the port gives away, in words for people; None when it is the host's own."""
    match message:
        case ConnectionReply(serial=serial) if serial != identity.serial:
            return _surface(serial)
        case Lamp(button=button) if button in _TOUCH:
            return _HAND
        case Unknown(data=data):
            return _of_a_surface(decode(data, Direction.UP), identity)
        case _:
            return None


def _of_a_surface(message: Message, identity: Identity) -> str | None:
    match message:
        case (
            ConnectionQuery(serial=serial)
            | ConnectionConfirmation(serial=serial)
            | ConnectionRefusal(serial=serial)
        ):
            return _LOOP if serial == identity.serial else _surface(serial)
        case VersionReply(model=model):
            return f"a surface of model {model:#04x}"
        case Turn() | Jog():
            return _HAND
        case _:
            return None


def _surface(serial: bytes) -> str:
    shown = serial.decode("ascii", "replace")
    return f"a surface with the serial number {shown if shown.isprintable() else serial.hex(' ')}"


_HAND = "another surface's faders or V-Pots"
_LOOP = "this surface itself: what it sends comes back to it, so its input and output are one loop"
