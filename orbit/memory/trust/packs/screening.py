"""What may stand in a file from outside at all: numbers that are numbers, and text that shows all it holds.

A character that cannot be seen, turns the line around or steers a terminal has no business in the name of a
workflow: it is there to make a person read something else than a program does.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterator
from typing import Any, cast

from daw_bridges.errors import WorkflowFormatError
from orbit.workflows.strict_yaml import Path, field_name

__all__ = ["parse_strictly", "screen"]

MAX_DEPTH = 24
MAX_CONTAINERS, MAX_VALUES = 1_000_000, 6_000_000
_LARGEST = 2**53  # beyond it, a number is not the same in every program
_MOST_DIGITS = 25
_PROSE = frozenset({"task", "outcome", "result", "expected_output", "note"})
"""Where a text may have several lines."""

_JOINERS = "\u200c\u200d"  # Persian writing and compound emoji need them
_SELECTORS = re.compile("[\ufe00-\ufe0f]{2,}")  # one chooses how an emoji looks; in a row they spell words
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800\u034f\u180e"  # letters and signs that show as nothing


def parse_strictly(raw: bytes, file: str) -> Any:
    """Read JSON: no key twice, no number that is none, and no more of it than memory bears.

    Raises WorkflowFormatError.
    """
    if raw.count(b"{") + raw.count(b"[") > MAX_CONTAINERS or raw.count(b",") > MAX_VALUES:
        raise WorkflowFormatError("it holds more values than any library of workflows.", file=file)
    try:
        return json.loads(
            raw.decode("utf-8-sig"),
            object_pairs_hook=_once,
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_finite,
        )
    except UnicodeDecodeError:
        raise WorkflowFormatError("it is not UTF-8 text.", file=file) from None
    except RecursionError:
        raise WorkflowFormatError("it is nested deeper than any workflow.", file=file) from None
    except ValueError as error:
        raise WorkflowFormatError(f"it is not JSON that Orbit takes: {error}.", file=file) from None


def screen(data: Any, file: str) -> None:
    """Look through all of a document. Raises WorkflowFormatError for the first that may not be there."""
    for path, value in _values(data):
        problem = _of_text(value, path) if isinstance(value, str) else None
        if len(path) > MAX_DEPTH:
            problem = f"is nested more than {MAX_DEPTH} deep; a workflow is never that deep"
        if problem is not None:
            raise WorkflowFormatError(f"{problem}.", file=file, field=_place(path))


def _values(data: Any) -> Iterator[tuple[Path, Any]]:
    """Give every value and every key with the way to it; a loop, so that no depth can exhaust it."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if len(path) > MAX_DEPTH:
            continue
        if isinstance(value, dict):
            fields = cast("dict[str, Any]", value)
            for key, inner in fields.items():
                yield (*path, "a field's name"), key
                waiting.append(((*path, key), inner))
        elif isinstance(value, list):
            items = cast("list[Any]", value)
            waiting.extend(((*path, place), inner) for place, inner in enumerate(items))


def _of_text(text: str, path: Path) -> str | None:
    if text.isascii() and text.isprintable():
        return None
    field = next((part for part in reversed(path) if isinstance(part, str)), "")
    hidden = sorted(filter(_is_hidden, set(text) - ({"\n"} if field in _PROSE else set())))
    if hidden or _SELECTORS.search(text):
        name = (
            unicodedata.name(hidden[0], "a control character") if hidden else "variation selectors in a row"
        )
        code = f"U+{ord(hidden[0]):04X}, " if hidden else ""
        return f"holds a character that does not show or that steers the screen ({code}{name})"
    return None


def _is_hidden(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "Cf":
        return character not in _JOINERS
    return (
        category in {"Cc", "Cs", "Co", "Zl", "Zp"} or character in _BLANKS or _is_no_character(ord(character))
    )


def _is_no_character(code: int) -> bool:
    # What Python's tables do not know yet may be next year's emoji; these never will be characters.
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF or 0xE0000 <= code <= 0xE0FFF


def _place(path: Path) -> str:
    shown = tuple(part if isinstance(part, int) else _printable(part) for part in path)
    return field_name(shown)


def _printable(name: str) -> str:
    kept = "".join(character for character in name if character.isprintable())
    return kept if len(kept) <= 40 else f"{kept[:39]}…"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    built = dict(pairs)
    if len(built) != len(pairs):
        raise ValueError("a field is written twice")
    return built


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS or abs(number := int(digits)) > _LARGEST:
        raise ValueError(f"the number {digits[:_MOST_DIGITS]}… is too large")
    return number


def _finite(digits: str) -> float:
    if not math.isfinite(number := float(digits)):
        raise ValueError(f"the number {digits[:_MOST_DIGITS]} is too large")
    return number
