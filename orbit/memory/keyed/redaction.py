"""What is never kept: secrets are taken out of a text before anything is stored.

The keys that Orbit itself was given go always; the patterns are a policy's. Where a pattern has a group, the
group is what goes.

>>> Redactor().text("mail kim@example.org, password: hunter2")
('mail [redacted], password: [redacted]', 2)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, cast

from orbit.memory.keyed.linear import compiled
from orbit.secrets import REDACTED, known_secrets

__all__ = ["USUAL", "Redactor"]

USUAL: Mapping[str, str] = {
    "private key": r"(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z)",
    "e-mail address": r"(?i)[a-z0-9._%+-]+@(?:[a-z0-9-]+\.)+[a-z]{2,}",
    "web token": r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}",
    "bearer token": r"(?i)\bbearer\s+([a-z0-9._~+/-]{12,}=*)",
    "service key": (
        r"\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}"
        r"|\bAKIA[0-9A-Z]{16}\b|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[\w-]{35}"
    ),
    "password": (
        r"(?i)\b(?:password|passwd|passphrase|pwd|secret|api[ _-]?key|access[ _-]?token)\b"
        r"[\"']?\s*(?:[:=]|\bis\b)\s*[\"']?([^\s\"',;]+)"
    ),
    "login in an address": r"(?i)\b[a-z][a-z0-9+.-]*://[^\s/:@]+:([^\s/@]+)@",
}
"""What is taken out unless a policy says otherwise, by name."""

_CARD = r"\b[0-9](?:[ -]?[0-9]){12,18}\b"
_SECRET_NAME = re.compile(r"(?i)(password|passwd|passphrase|pwd|secret|api[ _-]?key|access[ _-]?token)")


class Redactor:
    """Takes what matches out of texts and of data. Raises UsageError for a pattern that is none."""

    def __init__(
        self, patterns: Sequence[str] = (), *, usual: bool = True, replacement: str = REDACTED
    ) -> None:
        self._own, self._usual, self._replacement = tuple(patterns), usual, replacement
        for pattern in self._own:
            compiled(pattern)

    def text(self, text: str) -> tuple[str, int]:
        """Give a text without what matches, and how many pieces went."""
        count = 0
        for secret in self._known:
            count += text.count(secret)
            text = text.replace(secret, self._replacement)
        # Nearly every text holds nothing: one look at it for all that is usual says so.
        usual = self._usual_patterns if self._usual and _suspect().search(text) else []
        for pattern, means_it in (*usual, *self._own_patterns):
            text, found = self._without(pattern, means_it, text)
            count += found
        return text, count

    def value(self, value: Any) -> tuple[Any, int]:
        """Give JSON-able data without what matches in its texts; a value called a secret goes whole."""
        match value:
            case str():
                return self.text(value)
            case Mapping():
                return self._mapping(cast("Mapping[str, Any]", value))
            case list():
                items = [self.value(item) for item in cast("list[Any]", value)]
                return [item for item, _ in items], sum(count for _, count in items)
            case _:
                return value, 0

    def _mapping(self, mapping: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
        result: dict[str, Any] = {}
        total = 0
        for name, value in mapping.items():
            if self._usual and _SECRET_NAME.fullmatch(name) and isinstance(value, str | int | float):
                result[name], count = self._replacement, 1
            else:
                safe, named = self.text(name)
                result[safe], count = self.value(value)
                count += named
            total += count
        return result, total

    @cached_property
    def _known(self) -> tuple[str, ...]:
        return known_secrets()

    @cached_property
    def _usual_patterns(self) -> list[tuple[Any, Callable[[str], bool]]]:
        usual = [(compiled(pattern), _anything) for pattern in USUAL.values()]
        return [*usual, (compiled(_CARD), _is_card_number)]

    @cached_property
    def _own_patterns(self) -> list[tuple[Any, Callable[[str], bool]]]:
        return [(compiled(pattern), _anything) for pattern in self._own]

    def _without(self, pattern: Any, means_it: Callable[[str], bool], text: str) -> tuple[str, int]:
        pieces: list[str] = []
        end = count = 0
        for start, stop in _spans(pattern, text):
            if means_it(text[start:stop]) and text[start:stop] != self._replacement:
                pieces += [text[end:start], self._replacement]
                end, count = stop, count + 1
        return "".join([*pieces, text[end:]]), count


@cache
def _suspect() -> Any:
    """What finds something wherever any of the usual patterns would."""
    return compiled("|".join(f"(?:{pattern})" for pattern in (*USUAL.values(), _CARD)))


def _spans(pattern: Any, text: str) -> Iterator[tuple[int, int]]:
    for found in pattern.finditer(text):
        group = 1 if pattern.groups and found.group(1) else 0
        start, stop = found.span(group)
        if stop > start:
            yield start, stop


def _anything(_: str) -> bool:
    return True


def _is_card_number(text: str) -> bool:
    """Whether digits end in the check digit that a card's number has (ISO/IEC 7812, Luhn)."""
    digits = [int(letter) for letter in text if letter.isdigit()][::-1]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
