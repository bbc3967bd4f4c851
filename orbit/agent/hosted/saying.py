"""What a hosted model writes, told piece by piece as it writes it."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta
from pydantic_ai.models import Model

from orbit.agent.events import OnEvent, Said
from orbit.agent.hosted.words import shown

__all__ = ["listener"]


def listener(
    on_event: OnEvent | None, model: Model
) -> Callable[[RunContext[Any], AsyncIterable[object]], Awaitable[None]] | None:
    """What tells ``on_event`` the pieces; None where nobody listens, or the model says all at once."""
    if on_event is None or type(model).request_stream is Model.request_stream:
        return None

    async def tell(_: RunContext[Any], events: AsyncIterable[object]) -> None:
        async for event in events:
            if piece := shown(_piece(event)):
                on_event(Said(piece))

    return tell


def _piece(event: object) -> str:
    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return text
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return text
        case _:
            return ""
