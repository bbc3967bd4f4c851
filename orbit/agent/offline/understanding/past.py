"""A request in the past, as politeness has it: "it would be great if you renamed the pad"."""

from __future__ import annotations

import re

from orbit.agent.reader.lexicon import group

__all__ = ["in_the_present"]

_VERBS = group("asked_in_the_past")
_IRREGULAR = {
    "put": "put", "set": "set", "cut": "cut", "made": "make", "took": "take", "gave": "give", "got": "get",
    "brought": "bring", "sent": "send", "did": "do", "went": "go", "threw": "throw", "stuck": "stick",
    "left": "leave", "kept": "keep", "ran": "run", "began": "begin", "undid": "undo", "hid": "hide",
}  # fmt: skip
_POLITE = re.compile(
    r"^(?:(?:hey|hi|ok|okay|so|please)[\s,]+)*(?:(?:it|that)(?:'d| would| will)(?: really| also)? |would |"
    r"(?:i|we)(?:'d| would)(?: really| also)? |do you think it would )"
    r"(?:be |help |mean |love |like |appreciate |prefer |suit )(?:[\w']+ ){0,4}?"
    r"if (?:you|we|someone|somebody)(?:'d)? (?:just |maybe |also |quickly )?(?P<verb>\w+)\b(?P<what> .+)$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"^(?:and |so )?if you (?:just |maybe |also )?(?P<verb>\w+)\b(?P<what> [^,]+?),? "
    r"(?:that|it|i|we)(?:'d| would) (?:be|help|love|like|appreciate)\b[^,.]*$",
    re.IGNORECASE,
)


def in_the_present(text: str) -> str | None:
    """What is asked for; None where nothing is asked for so."""
    match = _POLITE.match(text) or _BEHIND.match(text)
    verb = _present(match["verb"].casefold()) if match else None
    return f"{verb}{match['what']}" if match and verb else None


def _present(past: str) -> str | None:
    """The verb itself of a verb in the past; None of one that nobody asks with."""
    if past in _IRREGULAR:
        return _IRREGULAR[past]
    stems = (past.removesuffix("d"), past.removesuffix("ed"), past[:-3], f"{past.removesuffix('ied')}y")
    return next((stem for stem in stems if past.endswith("ed") and stem in _VERBS), None)
