"""What the owner and its clients say to each other: one JSON object a message, over a WebSocket on loopback.

Both sides show that they know the owner's secret, and neither says it: a foreign program on a port that was
the owner's once learns nothing. ``Hello`` and ``Welcome`` keep their shape in every version, so that two
versions can still tell each other which they are.
"""

from __future__ import annotations

import hmac
from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from daw_bridges.errors import EngineError
from orbit.agent.wanted import Wanted

__all__ = [
    "GREETING_SECONDS",
    "MAX_FROM_CLIENT",
    "MAX_FROM_OWNER",
    "PATH",
    "PROTOCOL",
    "Answer",
    "Call",
    "Cancel",
    "Choice",
    "Do",
    "FromClient",
    "Hello",
    "Observe",
    "Proof",
    "Read",
    "Recall",
    "Reply",
    "Reset",
    "Welcome",
    "new_nonce",
    "proof_of",
    "read_message",
]

PROTOCOL = 4
"""Goes up whenever a message changes."""
PATH = "/orbit"
MAX_FROM_CLIENT = 32 * 1024 * 1024
"""The longest message an owner reads, in bytes: a request, or something to be remembered."""
MAX_FROM_OWNER = 256 * 1024 * 1024
"""The longest message a client reads: a whole library, or a large session before and after."""
GREETING_SECONDS = 10.0
"""How long the two may take to make sure of each other."""

_Id = Annotated[str, Field(min_length=1, max_length=64)]
_Word = Annotated[str, Field(max_length=200)]


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Hello(BaseModel):
    """A client's first words."""

    kind: Literal["hello"] = "hello"
    protocol: int
    version: _Word
    nonce: _Word


class Welcome(BaseModel):
    """The owner's answer: which it is, and that it knows the secret."""

    kind: Literal["welcome"] = "welcome"
    protocol: int
    version: _Word
    pid: int
    nonce: _Word
    proof: _Word


class Proof(_Message):
    """The client knows the secret too; these are its settings, and the keys its model needs."""

    kind: Literal["proof"] = "proof"
    proof: _Word
    settings: dict[str, Any]
    keys: dict[str, str] = Field(default={}, repr=False)


class Choice(_Message):
    """The client has chosen another model, which answers from now on; with the keys that it needs."""

    kind: Literal["choice"] = "choice"
    model: _Word
    keys: dict[str, str] = Field(default={}, repr=False)


class Do(_Message):
    """A request in words, or ``wanted`` by name. ``asks``: whether the client can be asked for consent."""

    kind: Literal["do"] = "do"
    id: _Id
    text: str
    dry_run: bool = False
    asks: bool = False
    history: str | None = None
    wanted: Wanted | None = None


class Read(_Message):
    """The session, please."""

    kind: Literal["read"] = "read"
    id: _Id


class Reset(_Message):
    """The practice session as it was at first, please."""

    kind: Literal["reset"] = "reset"
    id: _Id


class Observe(_Message):
    """What is done in the DAW from now on, please, until it is cancelled."""

    kind: Literal["observe"] = "observe"
    id: _Id


class Call(_Message):
    """One of the memory's operations."""

    kind: Literal["call"] = "call"
    id: _Id
    operation: _Word
    arguments: dict[str, Any]


class Recall(_Message):
    """What is known of the request ``of``, begun perhaps with an earlier owner."""

    kind: Literal["recall"] = "recall"
    id: _Id
    of: _Id


class Answer(_Message):
    """The user's answer to the ``number``-th question for consent of a request."""

    kind: Literal["answer"] = "answer"
    id: _Id
    number: int
    agreed: bool


class Cancel(_Message):
    """Stop a request; what it had changed is taken back."""

    kind: Literal["cancel"] = "cancel"
    id: _Id


class Reply(_Message):
    """What the owner says of a request.

    ``event``: something happened. ``ask``: consent is needed. The others end the request: ``done``,
    ``failed``, ``cancelled``, or ``moved``: nothing was changed, ask the next owner.
    """

    kind: Literal["event", "ask", "done", "failed", "cancelled", "moved"]
    id: _Id
    body: Any = None
    sessions: list[Any] = []
    """Sessions that the body and later ones refer to by number, in order of appearance."""
    plans: dict[str, Any] = {}
    """Plans that it and later ones refer to by id."""


FromClient = Annotated[
    Choice | Do | Read | Reset | Observe | Call | Recall | Answer | Cancel, Field(discriminator="kind")
]

_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def read_message(kind: Any, text: str | bytes) -> Any:
    """Read a message of that type. Raises EngineError for anything else."""
    adapter = _ADAPTERS.setdefault(kind, TypeAdapter(kind))
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise EngineError(f"That is not a message of Orbit's engine: {error.errors()[0]['msg']}.") from None


def new_nonce() -> str:
    """Give a word that was never said before."""
    return uuid4().hex


def proof_of(token: str, role: Literal["owner", "client"], *nonces: str) -> str:
    """Give what only who knows the token can say to these nonces."""
    return hmac.digest(token.encode(), ":".join((role, *nonces)).encode(), "sha256").hex()
