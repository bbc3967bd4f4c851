"""A wish for all time, as its wording shows it: "from now on …", "whenever you …", "… by default".

>>> wish_in("from now on use a ratio of 2 to 1 when you sidechain")
'sidechain ratio of 2 to 1'
>>> wish_in("I always want my reverb sends at -15")
'reverb sends at -15'
>>> wish_in("mute the bass")
"""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.politeness import unwrapped

__all__ = ["wish_in"]

_LONGEST = 300
_FROM_NOW_ON = (
    r"from now on|from here on|in (?:the )?future|for the future|by default|as (?:a|my|the) default|"
    r"(?:every|each) time(?= (?:you|i|we)\b)|as a rule|in general"
)
_USE = r"(?:use|take|set|make|have|give|put|go with|do|want|prefer|like)"
_ALWAYS = re.compile(
    rf"^(?:please\s+)?(?:(?:{_FROM_NOW_ON})\b[\s,:]*|always\s+|i(?:'d| would)?\s+(?:always|usually|normally|"
    rf"generally)\s+(?:{_USE}|to have)\s+|i\s+(?:rather|prefer|like)\s+(?:to\s+)?"
    r"(?:always\s+)?(?:have\s+)?|i(?:'d| would)\s+(?:rather|prefer|like|love)\s+(?:to\s+)?always\s+"
    r"(?:have\s+)?|you should always\s+|my default (?:for|is)\s+)",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"\b(?:should|must|has to|have to|are to|is to|to)\s+always\s+(?:be\b\s*|have\b\s*|sit\b\s*|go\b\s*)?|"
    r"\b(?:are|is)\s+always\s+",
    re.IGNORECASE,
)
_DEFAULT = re.compile(r"^(?:set\s+|make\s+)?(?:the|my)\s+default\s+(?=\S)", re.IGNORECASE)
_VALUE_LAST = re.compile(
    r"^(?P<slot>[a-z ]+?) (?:for|on|of|in) (?:the |my )?(?P<goal>[a-z -]+?) (?:to|at|is|of) "
    r"(?P<value>-?\d.*)$",
    re.IGNORECASE,
)
_BEHIND = re.compile(rf"[\s,]+(?:{_FROM_NOW_ON}|always)[\s.!]*$", re.IGNORECASE)
_WHENEVER = re.compile(
    r"^(?:whenever|every time|each time|when)\s+(?:i|you|we)\s+(?P<goal>[^,]+?)[\s,]+"
    rf"(?:always\s+|please\s+|then\s+)*{_USE}\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_WHEN_LAST = re.compile(
    rf"^(?:{_USE}\s+)?(?P<what>.+?)[\s,]+(?:when|whenever|every time|each time|if)\s+(?:i|you|we)\s+"
    r"(?P<goal>.+)$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    rf"^(?:please\s+|always\s+|i want\s+(?:you to\s+)?|{_USE}\s+|an?\s+|the\s+|my\s+)+", re.IGNORECASE
)


def wish_in(text: str) -> str | None:
    """The wish without the words that make it one, what it is about first; None for an ordinary request."""
    said = " ".join(unwrapped(text).split())
    if not said or len(said) > _LONGEST:
        return None
    rest = _BEHIND.sub("", _ALWAYS.sub("", said))
    if rest == said:
        rest = _DEFAULT.sub("", _INSIDE.sub("", said))
    if whenever := _WHENEVER.match(said) or _WHENEVER.match(rest):
        return _both(whenever)
    if rest == said:
        return None
    if last := _WHEN_LAST.match(rest):
        return _both(last)
    core = _LEADING.sub("", rest).strip(" .!")
    return _VALUE_LAST.sub(r"\g<goal> \g<slot> \g<value>", core) or None


def _both(found: re.Match[str]) -> str:
    return f"{found['goal'].strip(' .!,')} {_LEADING.sub('', found['what']).strip(' .!,')}"
