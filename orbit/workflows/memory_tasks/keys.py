"""The names of memories and the hierarchical keys in them: ``track:Lead Vox:notes``.

A key's parts are joined by ``:``; each is one or more printable characters, spaces inside included. What
comes from outside goes into a key through ``escaped``, so that it is always within one part: it can neither
climb to another level nor turn a key into a pattern.

>>> escaped("a:b*")
'a%3Ab%2A'
>>> checked_key("track:Lead Vox")
'track:Lead Vox'
>>> is_pattern("track:*")
True
"""

from __future__ import annotations

import re
import unicodedata

from daw_bridges.errors import UsageError

__all__ = ["MAX_KEY", "MAX_REF", "checked_key", "checked_pattern", "checked_ref", "escaped", "is_pattern"]

MAX_REF, MAX_KEY = 100, 256
"""In characters."""

_REF = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_.-]{{0,{MAX_REF - 1}}}")
_WILD = "*?"
_RESERVED = frozenset(":%" + _WILD)


def checked_ref(ref: str) -> str:
    """Give the name of a memory. Raises UsageError when it is none."""
    if not _REF.fullmatch(ref):
        raise UsageError(
            f"“{_short(ref)}” cannot name a memory. Use letters, digits, “_”, “-” and “.”, at most {MAX_REF}."
        )
    return ref


def is_pattern(key: str) -> bool:
    """Whether a key stands for several: ``*`` is any run of characters, ``?`` any one."""
    return any(mark in key for mark in _WILD)


def checked_key(key: str) -> str:
    """Give a key in its normal form (NFC). Raises UsageError when it is none, or a pattern."""
    if is_pattern(key):
        raise UsageError(f"“{_short(key)}” stands for several keys, and this needs a single one.")
    return checked_pattern(key)


def checked_pattern(key: str) -> str:
    """Give a key or a pattern in its normal form (NFC). Raises UsageError when it is neither."""
    normal = unicodedata.normalize("NFC", key)
    problem = _problem(normal)
    if problem:
        raise UsageError(f"“{_short(normal)}” cannot be a key: {problem}")
    return normal


def escaped(text: str) -> str:
    """Write any text as part of a key; different texts stay different."""
    part = "".join(_escape(letter) for letter in unicodedata.normalize("NFC", text).strip())
    # Keys that begin or end with two of these are Orbit's own, and this part may stand at either end.
    part = f"%5F{part[1:]}" if part.startswith("__") else part
    return f"{part[:-1]}%5F" if part.endswith("__") else part


def _escape(letter: str) -> str:
    if letter in _RESERVED or _hidden(letter):
        return "".join(f"%{byte:02X}" for byte in letter.encode("utf-8", "surrogatepass"))
    return letter


def _problem(key: str) -> str:
    if len(key) > MAX_KEY:
        return f"it has {len(key)} characters, and at most {MAX_KEY} are kept."
    if key.startswith("__") or key.endswith("__"):
        return "names that begin or end with “__” are Orbit's own."
    if any(_hidden(letter) for letter in key):
        return "it contains an invisible character."
    if any(not part or part != part.strip() for part in key.split(":")):
        return "its parts are joined by “:”, and none may be empty, or begin or end with a space."
    return ""


def _hidden(letter: str) -> bool:
    # Control and format characters (bidi marks among them), surrogates, line ends, and every space but one.
    category = unicodedata.category(letter)
    return category[0] == "C" or category in ("Zl", "Zp") or (category == "Zs" and letter != " ")


def _short(text: str) -> str:
    shown = "".join(letter if not _hidden(letter) else "\N{REPLACEMENT CHARACTER}" for letter in text[:60])
    return shown if len(text) <= 60 else f"{shown}…"
