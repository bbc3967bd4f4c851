"""A conversation as it crosses the wire: text that a client hands back unread.

Reading it takes pydantic-ai, which takes half a second to import; a client that only passes it on need not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

__all__ = ["Sealed", "seal"]


class Sealed(Sequence["ModelMessage"]):
    """Messages that are read only when somebody looks at them."""

    def __init__(self, text: str | None) -> None:
        self.text = text

    @cached_property
    def _messages(self) -> list[ModelMessage]:
        from pydantic_ai.messages import ModelMessagesTypeAdapter

        return ModelMessagesTypeAdapter.validate_json(self.text) if self.text else []

    def __len__(self) -> int:
        return len(self._messages) if self.text else 0

    @overload
    def __getitem__(self, index: int) -> ModelMessage: ...
    @overload
    def __getitem__(self, index: slice) -> list[ModelMessage]: ...
    def __getitem__(self, index: int | slice) -> ModelMessage | list[ModelMessage]:
        return self._messages[index]

    def __iter__(self) -> Iterator[ModelMessage]:
        return iter(self._messages)


def seal(messages: Sequence[ModelMessage]) -> str | None:
    """Give a conversation as text; None for an empty one."""
    if isinstance(messages, Sealed):
        return messages.text
    if not messages:
        return None
    from pydantic_ai.messages import ModelMessagesTypeAdapter

    return ModelMessagesTypeAdapter.dump_json(list(messages)).decode()
