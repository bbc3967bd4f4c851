"""What is given to be kept, as messages: a text, a message, any other JSON-able data, or a list of these."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from daw_bridges.errors import UsageError
from orbit.memory.keyed.policy import Policy
from orbit.memory.keyed.redaction import Redactor
from orbit.memory.store.keyed_rows import Entry

__all__ = ["as_summary", "entries_of", "message_of", "tokens_in"]

ROLES = ("user", "assistant", "system", "tool")
_MESSAGE_FIELDS = {"role", "content", "metadata"}
_DEEPEST = 20
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_FORMAT, _META = "format", "meta"
"""How a row's metadata says that its content is JSON, and what the caller gave."""


def tokens_in(text: str) -> int:
    """Estimate a language model's tokens in a text: one for every four bytes, rounded up."""
    return -(-len(text.encode()) // 4)


def entries_of(payload: Any, policy: Policy, redactor: Redactor) -> tuple[list[Entry], int]:
    """Give the messages of a payload, and how many pieces were taken out of them.

    Raises UsageError for what is no message, or more than the policy lets pass.
    """
    items = cast("list[Any]", payload) if isinstance(payload, list) else [payload]
    if not items:
        raise UsageError("The payload holds no message.")
    if len(items) > policy.max_request:
        raise UsageError(
            f"The payload holds {len(items)} messages, and at most {policy.max_request} are taken at once."
        )
    made = [_entry(item, redactor) for item in items]
    kept = [(entry, count) for entry, count in made if entry.role not in policy.not_kept]
    for entry, _ in kept:
        _check_size(entry, policy)
    return [entry for entry, _ in kept], sum(count for _, count in kept)


def message_of(entry: Entry) -> dict[str, Any]:
    """Give an entry as a message: what was data is in ``data`` too, read."""
    held = entry.metadata or {}
    message: dict[str, Any] = {"key": entry.key, "role": entry.role, "content": entry.content}
    if held.get(_FORMAT) == "json":
        message["data"] = json.loads(entry.content)
    if _META in held:
        message["metadata"] = held[_META]
    if entry.summary:
        message["summary"] = True
    return message | {"created": entry.created}


def as_summary(text: str) -> Entry:
    """Make the entry that stands for others."""
    return Entry("system", text, tokens_in(text), summary=True)


def _entry(item: Any, redactor: Redactor) -> tuple[Entry, int]:
    role, content, meta = _taken_apart(item)
    safe, count = redactor.value(_plain(content))
    held: dict[str, Any] = {}
    if not isinstance(safe, str):
        held[_FORMAT] = "json"
        safe = json.dumps(safe, ensure_ascii=False, sort_keys=True, allow_nan=False)
    if meta is not None:
        held[_META], more = redactor.value(_plain(meta))
        count += more
    return Entry(role, safe, tokens_in(safe), held or None), count


def _taken_apart(item: Any) -> tuple[str, Any, Mapping[str, Any] | None]:
    message: Mapping[str, Any] = cast("Mapping[str, Any]", item) if isinstance(item, Mapping) else {}
    if "content" not in message or set(message) - _MESSAGE_FIELDS:
        return "user", cast("Any", item), None
    role, meta = message.get("role", "user"), message.get("metadata")
    if role not in ROLES:
        raise UsageError(f"A message's role is one of {', '.join(ROLES)}, not “{str(role)[:40]}”.")
    if meta is not None and not isinstance(meta, Mapping):
        raise UsageError("A message's metadata is a mapping.")
    return str(role), message["content"], cast("Mapping[str, Any] | None", meta)


def _plain(value: Any) -> Any:
    """Give a value as JSON has it. Raises UsageError for what cannot be kept as it is."""
    try:
        plain = json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"The payload contains something that cannot be stored: {error}.") from None
    for text in _texts(plain):
        _check_text(text)
    return plain


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    if depth > _DEEPEST:
        raise UsageError(f"The payload is nested more than {_DEEPEST} deep.")
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        yield from items
        for inner in items.values():
            yield from _texts(inner, depth + 1)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from _texts(inner, depth + 1)


def _check_text(text: str) -> None:
    if _NO_TEXT.search(text):
        raise UsageError("The payload contains a character that is not text (NUL, or half of a pair).")


def _check_size(entry: Entry, policy: Policy) -> None:
    size = len(entry.content.encode()) + (len(json.dumps(entry.metadata)) if entry.metadata else 0)
    if size > policy.max_message_size:
        raise UsageError(
            f"A message of {size} bytes is more than this memory keeps ({policy.max_message_size}). Split it."
        )
