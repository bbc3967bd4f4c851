"""The validator's findings in words: which field is wrong, and what it should be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

__all__ = ["in_words"]

_KINDS = {
    "float": "a number", "int": "a whole number", "finite": "a finite number", "bool": "on or off",
    "string": "text", "list": "a list", "tuple": "a list", "dict": "an object", "model": "an object",
}  # fmt: skip
_LIMITS = {
    "greater_than_equal": "at least {ge}", "less_than_equal": "at most {le}",
    "greater_than": "more than {gt}", "less_than": "less than {lt}",
    "string_too_short": "at least {min_length} long",
    "string_too_long": "at most {max_length} characters",
    "too_short": "at least {min_length} long", "too_long": "at most {max_length} long",
    "literal_error": "{expected}", "enum": "{expected}", "string_pattern_mismatch": "of the form {pattern}",
}  # fmt: skip
_LONGEST = 60


def in_words(error: ValidationError, known: Iterable[str] = ()) -> str:
    """Say what is wrong, field by field. ``known`` are the fields there are."""
    wanted: dict[str, dict[str, None]] = {}
    problems: dict[str, str] = {}
    fields = ", ".join(known)
    for item in error.errors(include_url=False):
        field = _named(item["loc"])
        if (kind := _wanted(item)) is not None:
            # A union tells of each of its branches: they are all about the one field.
            kinds = wanted.setdefault(field, {})
            kinds[kind] = None
            problems[field] = f"should be {' or '.join(kinds)}, not {_short(item['input'])}"
        else:
            problems.setdefault(field, _problem(item, fields))
    return "; ".join(f"{field} {problem}".lstrip() for field, problem in problems.items())


_BRANCHES = frozenset({"float", "int", "str", "bool"})


def _named(place: tuple[int | str, ...]) -> str:
    """A field by its name, and behind it what is meant in it, counted from 1."""
    words = [
        f"{part + 1}" if isinstance(part, int) else part
        for at, part in enumerate(place)
        if isinstance(part, int) or (part.isidentifier() and (at == 0 or part not in _BRANCHES))
    ]
    return f"{words[0]} ({', '.join(words[1:])})" if len(words) > 1 else "".join(words)


def _wanted(item: Any) -> str | None:
    kind: str = item["type"]
    if kind in _LIMITS:
        return _LIMITS[kind].format_map(item.get("ctx", {}))
    return _KINDS.get(kind.partition("_")[0])


def _problem(item: Any, fields: str) -> str:
    match item["type"]:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return f"is not a field here; the fields are {fields}" if fields else "is not a field here"
        case _:
            return f"is wrong: {item['msg'].removeprefix('Value error, ')}"


def _short(given: Any) -> str:
    if given is None or isinstance(given, bool):
        return {None: "null", True: "true", False: "false"}[given]
    text = f"“{given}”" if isinstance(given, str) else repr(given)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
