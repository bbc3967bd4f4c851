"""What clients ask of the server and what it answers, as pydantic models of its JSON API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator, ValidationInfo

from orbit.agent.lazy_messages import SealedMessages, seal

if TYPE_CHECKING:
    from orbit.agent.wanted import Wanted

__all__ = [
    "GREET",
    "MAX_BODY_BYTES",
    "SESSION_HEADER",
    "Answer",
    "Ask",
    "Asked",
    "Call",
    "Choice",
    "Greeting",
    "Look",
    "Message",
]

GREET = "/api/host"
"""Where the server shows who it is."""
MAX_BODY_BYTES = 32 * 1024 * 1024
"""The longest body the server reads: a request, or something to be remembered."""
SESSION_HEADER = "Orbit-Session"
"""Names the client session that a request is of."""

_Word = Annotated[str, Field(max_length=200)]


def _unsealed(given: Any, info: ValidationInfo) -> Any:
    if given is None or isinstance(given, str):
        return SealedMessages(given)
    if info.mode == "json":
        raise ValueError("a conversation is sent as text")
    return given


def _named(given: Any) -> Wanted | None:
    if given is None:  # actions, which it names, take a third of what a client imports
        return None
    from orbit.agent.wanted import Wanted

    return Wanted.model_validate(given)


class _Sent(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Greeting(_Sent):
    """``POST /api/sessions``: who comes, with which settings, and the keys that its model needs."""

    name: _Word
    settings: dict[str, Any]
    keys: dict[str, str] = Field(default={}, repr=False)


class _Request(_Sent):
    id: str = Field(pattern="^[0-9a-f]{32}$", default_factory=lambda: uuid4().hex)


class Ask(_Request):
    """A request in words, or ``wanted`` by name. ``asks``: whether the client can be asked for consent."""

    kind: Literal["do"] = "do"
    text: str
    dry_run: bool = False
    asks: bool = False
    history: Annotated[Any, PlainValidator(_unsealed), PlainSerializer(seal)] = ()
    wanted: Annotated[Any, PlainValidator(_named)] = None


class Look(_Request):
    """The session as it is, the practice session begun anew, what is done in the DAW or by others."""

    kind: Literal["session", "reset", "observe", "follow"]


class Call(_Request):
    """One of the memory's operations."""

    kind: Literal["call"] = "call"
    operation: _Word
    arguments: dict[str, Any]


class Choice(_Request):
    """Another model answers from now on; with the keys that it needs."""

    kind: Literal["model"] = "model"
    model: str
    keys: dict[str, str] = Field(default={}, repr=False)


Asked = Ask | Look | Call | Choice
"""``POST /api/requests``: what is asked; what becomes of it comes over the stream under its id."""


class Answer(_Sent):
    """``POST /api/requests/{id}/answer``: the user's answer to its ``number``-th question for consent."""

    number: int
    agreed: bool


class Message(BaseModel):
    """One event of the stream: something that becomes of a request.

    ``begun``: it is about to change something. ``event``: something happened. ``ask``: consent is needed. The
    others end the request: ``done``, ``failed``, ``cancelled``, or ``left``: the host is closing and nothing
    was changed.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["begun", "event", "ask", "done", "failed", "cancelled", "left"]
    id: str
    body: Any = None
    sessions: dict[int, Any] = {}
    """Sessions that the body and later ones refer to by number."""
    plans: dict[str, Any] = {}
    """Plans that it and later ones refer to by id."""
