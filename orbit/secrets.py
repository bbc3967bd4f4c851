"""The keys that Orbit was given, and texts without them: what a provider echoes is kept nowhere."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from urllib.parse import unquote, urlsplit

from daw_bridges.errors import UsageError
from orbit.settings import Settings

__all__ = ["REDACTED", "known_secrets", "without_secrets"]

REDACTED = "[redacted]"
"""Stands where a secret was."""

_NAME = re.compile(r"(?i)(?:key|token|secret|password|credential)s?$")
_SHORTEST = 8  # a shorter one may be a word that people say


def known_secrets() -> tuple[str, ...]:
    """Keys, tokens and passwords of the environment and the settings, the longest first."""
    given = dict(os.environ)
    with suppress(UsageError):  # wrong settings are told where they are used
        given |= {name: value for name, value in asdict(Settings.load()).items() if isinstance(value, str)}
    found = {secret for name, value in given.items() for secret in _secrets_in(name, value)}
    # In JSON, which most texts are kept as, a secret may be written in another way.
    found |= {json.dumps(secret)[1:-1] for secret in found}
    return tuple(sorted(found, key=lambda secret: (-len(secret), secret)))


def _secrets_in(name: str, value: str) -> Iterator[str]:
    secrets = [value.strip()] if _NAME.search(name) else []
    if "://" in value:
        with suppress(ValueError):
            password = urlsplit(value).password or ""
            secrets += [password, unquote(password)]
    return (secret for secret in secrets if len(secret) >= _SHORTEST and not re.search(r"\s", secret))


def without_secrets(text: str, known: Sequence[str]) -> str:
    """Give a text without the secrets that are known.

    >>> without_secrets("Incorrect key: abc-123-xyz.", ["abc-123-xyz"])
    'Incorrect key: [redacted].'
    """
    for secret in known:
        text = text.replace(secret, REDACTED)
    return text
