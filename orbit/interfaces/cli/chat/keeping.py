"""The last conversation of a memory on disk, so that ``--continue`` can take it up; for its user alone."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic_ai.messages import ModelMessage

    from orbit.settings import Settings

__all__ = ["chat_folder", "keep_conversation", "kept_conversation", "private_file"]

_FOLDER = "chat"
LONGEST = 8 * 1024 * 1024
"""In characters; a conversation that is longer is not kept."""


def chat_folder(settings: Settings) -> Path:
    """Where the chats of one user's project are kept. Raises OSError."""
    scope = sha256(json.dumps([settings.user, settings.project]).encode()).hexdigest()[:16]
    folder = settings.data_dir / _FOLDER / scope
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def private_file(path: Path) -> Path:
    """Make sure that a file is there and that nobody else may read it. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    path.chmod(0o600)
    return path


def keep_conversation(settings: Settings, history: Sequence[ModelMessage]) -> None:
    """Keep a conversation in the place of the last one with this DAW, without secrets.

    Where the disk does not let us, there is nothing to go on from.
    """
    from orbit.agent.lazy_messages import seal
    from orbit.memory.keyed.redaction import Redactor

    text = seal(history)
    if text is None:
        return
    with suppress(OSError):
        path = _path(settings)
        if len(text) > LONGEST:
            path.unlink(missing_ok=True)
            return
        kept = json.dumps(Redactor().value(json.loads(text))[0])
        draft = private_file(path.with_name(f"{path.name}.{uuid4().hex}"))
        draft.write_text(kept, encoding="utf-8")
        draft.replace(path)


def kept_conversation(settings: Settings) -> Sequence[ModelMessage] | None:
    """Give the last conversation with this DAW; None where there is none, or it cannot be read any more."""
    from orbit.agent.lazy_messages import SealedMessages

    with suppress(OSError, ValueError):
        path = _path(settings)
        if path.stat().st_size <= _MOST_READ * LONGEST:
            kept = SealedMessages(path.read_text(encoding="utf-8"))
            return kept if len(kept) else None
    return None


_MOST_READ = 6
"""A character outside of ASCII is written as six."""


def _path(settings: Settings) -> Path:
    return chat_folder(settings) / f"conversation-{sha256(settings.daw.encode()).hexdigest()[:16]}.json"
