"""What a memory may hold, for how long, what is taken out of it when it is full, and what is never kept.

Each memory has the default policy, or what the file ``memories.toml`` in the data directory says::

    [default]
    max_messages = 500

    [memories.chat]
    ttl = "30d"
    strategy = "hybrid_summary"
    redact = ["(?i)project [a-z]+ber"]
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from daw_bridges.errors import UsageError
from orbit.workflows.memory_tasks.requests import MAX_KEYS, Strategy, Ttl

__all__ = ["POLICY_FILE", "Policies", "Policy", "Role"]

POLICY_FILE = "memories.toml"

_Share = Annotated[float, Field(gt=0, le=1)]
_ROLES = ("user", "assistant", "system", "tool")
Role = Annotated[str, Field(pattern=f"^({'|'.join(_ROLES)})$")]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Policy(_Model):
    """The rules of one memory.

    A key is full at ``max_messages``, ``max_tokens`` (estimated) or ``max_size`` (characters), whichever
    comes first. With ``auto_flush`` a full key makes room by itself; without, what does not fit is refused.
    """

    max_messages: int = Field(default=1000, ge=1, le=100_000)
    max_tokens: int = Field(default=100_000, ge=1)
    max_size: int = Field(default=1_000_000, ge=1)
    max_message_size: int = Field(default=65_536, ge=1)
    """Of one message, in bytes."""
    max_request: int = Field(default=100, ge=1, le=10_000)
    """Messages in one request."""
    max_keys: int = Field(default=MAX_KEYS, ge=1)
    ttl: Ttl | None = None
    """How long a key lives after each change."""
    strategy: Strategy = Strategy.SIMPLE_FIFO
    threshold: _Share = 0.8
    """How full a key must be to be flushed."""
    target: _Share = 0.5
    """How full it is afterwards."""
    keep_ends: int = Field(default=3, ge=1, le=100)
    """Of how many messages at either end a summary leaves the wording."""
    near_limit: _Share = 0.85
    """From where on health warns."""
    auto_flush: bool = False
    redact: tuple[str, ...] = ()
    """Patterns (RE2) of what is not to be kept, beside the usual secrets."""
    redact_usual: bool = True
    """Whether e-mail addresses, keys, passwords and card numbers are taken out."""
    redaction: str = "[redacted]"
    not_kept: tuple[Role, ...] = ()
    """Roles whose messages are passed over."""


class Policies(_Model):
    """The policies of a data directory."""

    default: Policy = Policy()
    memories: dict[str, Policy] = {}

    @classmethod
    def load(cls, data_dir: Path) -> Self:
        """Read them from the data directory; without a file, all is as usual. Raises UsageError."""
        path = data_dir / POLICY_FILE
        try:
            found = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return cls()
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise UsageError(f"{path} cannot be read: {error}. Correct it or move it away.") from None
        try:
            return cls.model_validate(_merged(found))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"])
            raise UsageError(f"{path}: {field}: {first['msg'].rstrip('.')}. Correct it.") from None

    def of(self, ref: str) -> Policy:
        """Give a memory's policy."""
        return self.memories.get(ref, self.default)


def _merged(found: dict[str, Any]) -> dict[str, Any]:
    """What a memory does not say, the default says."""
    default, memories = found.get("default", {}), found.get("memories", {})
    if not isinstance(default, dict) or not isinstance(memories, dict):
        return found
    return found | {
        "memories": {
            name: default | own if isinstance(own, dict) else own
            for name, own in memories.items()  # pyright: ignore[reportUnknownVariableType]
        }
    }
