"""What stands in the way of doing a sentence, in words a producer understands."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["GAP", "Problem"]

GAP = "…"
"""Where an answer goes in a sentence that asks for one."""


@dataclass(frozen=True)
class Problem:
    """A sentence that was read but cannot be done as it stands.

    With ``options`` it is a question: choosing one, in place of ``phrase``, makes the sentence clear.
    """

    message: str
    phrase: str = ""
    options: tuple[str, ...] = ()
    firm: bool = True
    """Whether the sentence can mean nothing else; when not, a workflow may still fit it better."""
    asks: str = ""
    """The sentence with a ``GAP`` where what it left out belongs: then it is an open question.

    With nothing but the ``GAP``, the answer belongs where ``phrase`` stands."""
