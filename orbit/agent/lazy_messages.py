"""A conversation's messages, made only once somebody looks at them.

They are pydantic-ai's, which takes half a second to import; whoever only passes a conversation on need not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

__all__ = ["LazyMessages", "SealedMessages", "seal"]


class LazyMessages(Sequence["ModelMessage"]):
    """Messages that are made when they are first looked at."""

    @abstractmethod
    def _made(self) -> list[ModelMessage]: ...

    @cached_property
    def _messages(self) -> list[ModelMessage]:
        return self._made()

    def __len__(self) -> int:
        return len(self._messages)

    @overload
    def __getitem__(self, index: int) -> ModelMessage: ...
    @overload
    def __getitem__(self, index: slice) -> list[ModelMessage]: ...
    def __getitem__(self, index: int | slice) -> ModelMessage | list[ModelMessage]:
        return self._messages[index]


class SealedMessages(LazyMessages):
    """A conversation as text, as it crosses the wire and is kept."""

    def __init__(self, text: str | None) -> None:
        self.text = text

    def __bool__(self) -> bool:
        return bool(self.text)

    def _made(self) -> list[ModelMessage]:
        if not self.text:
            return []
        from pydantic_ai.messages import ModelMessagesTypeAdapter

        return ModelMessagesTypeAdapter.validate_json(self.text)


def seal(messages: Sequence[ModelMessage]) -> str | None:
    """Give a conversation as text; None for an empty one."""
    if isinstance(messages, SealedMessages):
        return messages.text
    if not messages:
        return None
    from pydantic_ai.messages import ModelMessagesTypeAdapter

    return ModelMessagesTypeAdapter.dump_json(list(messages)).decode()
