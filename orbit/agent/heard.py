"""What the user has said in a conversation: what a hosted model may have kept in the memory.

A name or a note outlives the conversation and is believed later. A model may have read it in a file, so it is
only kept in words that the user said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daw_bridges.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from orbit.agent.turn import Called

__all__ = ["check_heard"]

_WORD = re.compile(r"\w+")
_EARLIER = 5
"""So many requests of earlier conversations count as said."""


def check_heard(ctx: Called, words: str, *, earlier: bool = False) -> None:
    """See that the user said these words, in this conversation or also in ``earlier`` ones.

    Raises UsageError where a hosted model has them from elsewhere.
    """
    if not ctx.deps.hosted:
        return
    heard = {word for said in _said(ctx, earlier=earlier) for word in _words(said)}
    if not set(_words(words)) <= heard:
        raise UsageError(
            "Only what the user said is kept, in the user's own words. Give it as they said it, or leave it."
        )


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _said(ctx: Called, *, earlier: bool) -> Iterator[str]:
    from pydantic_ai.messages import ModelRequest, UserPromptPart

    yield ctx.deps.request
    for message in ctx.messages:
        for part in message.parts if isinstance(message, ModelRequest) else ():
            if isinstance(part, UserPromptPart) and isinstance(part.content, str):
                yield part.content
    if earlier:
        for done in ctx.deps.desk.context.lately(_EARLIER).done:
            yield done.request
