"""What is said to AbletonOSC, and how an answer to it is told apart from any other.

AbletonOSC answers at the address that was asked, with the indices it was asked for in front, and knows no
request ids. But it echoes whatever stands behind the indices of a plain property (``/live/track/get/name 4
77`` answers ``4, "Bass", 77``), so such a question carries a mark of its own. The others are sent in one
bundle between two marked questions; a bundle is worked off in one piece, so an answer that arrives between
those of its neighbours belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message_builder import OscMessageBuilder

__all__ = ["ALWAYS", "Say", "ask", "bundle", "marked", "tell"]

_ANSWERED, _MARKED = "answered", "marked"


class Say(NamedTuple):
    """One message: ``manner`` says whether it is answered, and whether it carries a mark."""

    address: str
    arguments: tuple[Any, ...]
    manner: str = ""
    echoed: int = 0
    """How many arguments the answer begins with."""

    @property
    def answered(self) -> bool:
        """Whether there is an answer to wait for."""
        return bool(self.manner)

    @property
    def marked(self) -> bool:
        """Whether the answer ends in the mark it was asked with."""
        return self.manner == _MARKED

    def answer_in(self, arguments: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """The values in an answer's arguments; None where it is the answer to something else."""
        if arguments[: self.echoed] != self.arguments[: self.echoed]:
            return None
        return arguments[self.echoed : -1 if self.marked else None]


def tell(address: str, *arguments: Any) -> Say:
    """A message without an answer: a setter or a method."""
    return Say(f"/live/{address}", arguments)


def ask(address: str, *arguments: Any, echoed: int | None = None) -> Say:
    """A question whose answer begins with the arguments, or the first ``echoed`` of them."""
    return Say(f"/live/{address}", arguments, _ANSWERED, len(arguments) if echoed is None else echoed)


def marked(address: str, *indices: Any) -> Say:
    """A question for a plain property, which carries a mark."""
    return Say(f"/live/{address}", indices, _MARKED, len(indices))


ALWAYS = marked("song/get/is_playing")
"""The marked question that every set can answer: every bundle begins and ends with it."""


def bundle(said: Iterable[tuple[Say, int]]) -> bytes:
    """The messages, each with its mark, as one datagram."""
    builder = OscBundleBuilder(IMMEDIATELY)
    for say, mark in said:
        message = OscMessageBuilder(say.address)
        for argument in (*say.arguments, *((mark,) if say.marked else ())):
            # A double keeps the places of notes exact; everything else is typed as it comes.
            message.add_arg(argument, "d" if isinstance(argument, float) else None)
        builder.add_content(message.build())
    return builder.build().dgram
