"""The ledger: which requests were begun and how they ended, for whoever owns the data directory next.

A request that changes something is written down before its first change and again when it has ended. When its
owner is killed in between, the next one reads that it was begun and does not do it a second time. Lines are
appended whole, so that a kill costs at most the one being written; nothing is synced to the disk, because
what a power cut ends takes the DAW with it.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, ValidationError

from daw_bridges.errors import EngineError
from orbit.secrets import known_secrets, without_secrets

__all__ = ["Entry", "Ledger"]

_KEPT = 200
_LONGEST_REPLY = 20_000
_LONGEST_RESULT = 100_000
_TRIM_BYTES = 4_000_000


class Entry(BaseModel):
    """What is known of one request."""

    model_config = ConfigDict(frozen=True)

    id: str
    stage: Literal["unknown", "begun", "ended"] = "unknown"
    title: str = ""
    ok: bool = False
    reply: str = ""
    """What a person was to be told, once it ended."""
    code: str | None = None
    result: Any = None
    """A memory operation's result as JSON, unless it was too long to write down."""


class Ledger:
    """The requests of one data directory. Only its owner writes; nothing here raises but ``begin``."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "requests.jsonl"
        self._secrets = known_secrets()
        self._entries = _read(self._path)
        self._grown = _TRIM_BYTES  # what an earlier owner left is trimmed at the first write

    def entry(self, request_id: str) -> Entry:
        """Say what is known of a request; of one never begun, that it is unknown."""
        return self._entries.get(request_id) or Entry(id=request_id)

    def begin(self, request_id: str, title: str) -> None:
        """Note that a request is about to change something, or something more.

        Raises EngineError; it must not go on then.
        """
        before = self.entry(request_id)
        try:
            self._write(request_id, {"stage": "begun", "title": before.title or title})
        except OSError as error:
            self._entries[request_id] = before
            raise EngineError(
                f"Orbit cannot save what it is about to do in {self._path}: {error}. Nothing was changed. "
                "Check the free space and permissions there."
            ) from error

    def end(
        self, request_id: str, *, ok: bool, reply: str = "", code: str | None = None, result: Any = None
    ) -> None:
        """Note how a begun request ended; one that never began leaves nothing."""
        entry = self.entry(request_id)
        if entry.stage != "begun":
            return
        short = result is not None and len(json.dumps(result)) <= _LONGEST_RESULT
        update = {"stage": "ended", "ok": ok, "reply": reply[:_LONGEST_REPLY], "code": code}
        self._try(request_id, update | ({"result": result} if short else {}))

    def _try(self, request_id: str, update: dict[str, Any]) -> None:
        # The change itself is made; that it cannot be written down here must not undo it.
        with suppress(OSError):
            self._write(request_id, update)

    def _write(self, request_id: str, update: dict[str, Any]) -> None:
        entry = self._entries.pop(request_id, None) or Entry(id=request_id)
        self._entries[request_id] = entry.model_copy(update=update)
        if self._grown >= _TRIM_BYTES:
            self._trim()
            return
        before, self._grown = self._grown, _TRIM_BYTES  # a line cut short is mended by the next write
        self._grown = before + _append(self._path, self._line({"id": request_id} | update))

    def _trim(self) -> None:
        for request_id in list(self._entries)[:-_KEPT]:
            del self._entries[request_id]
        draft = self._path.with_name(f"{self._path.name}.{uuid4().hex}")
        try:
            _append(draft, b"".join(map(self._whole, self._entries.values())))
            draft.replace(self._path)
            self._grown = 0
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)

    def _whole(self, entry: Entry) -> bytes:
        return self._line(entry.model_dump(exclude_defaults=True))

    def _line(self, document: dict[str, Any]) -> bytes:
        return without_secrets(json.dumps(document), self._secrets).encode() + b"\n"


def _append(path: Path, data: bytes) -> int:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        written = os.write(file, data)
    finally:
        os.close(file)
    if written != len(data):
        raise OSError("the disk is full")
    return written


def _read(path: Path) -> dict[str, Entry]:
    documents: dict[str, dict[str, Any]] = {}
    entries: dict[str, Entry] = {}
    with suppress(OSError):
        for line in path.read_bytes().splitlines():
            with suppress(ValueError, TypeError, KeyError):  # the line that a kill cut short
                update = json.loads(line)
                documents[update["id"]] = documents.pop(update["id"], {}) | update
    for request_id, document in documents.items():
        with suppress(ValidationError):
            entries[request_id] = Entry.model_validate(document)
    return entries
