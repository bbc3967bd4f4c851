"""What the user calls their devices, in a sentence: "the Pro-C" is read as the compressor that it is.

>>> in_kinds("set the Pro-C's ratio to 3", {"pro c": "compressor"})
"set the compressor's ratio to 3"
>>> in_kinds('rename the bass to "Pro-C"', {"pro c": "compressor"})
'rename the bass to "Pro-C"'
>>> in_kinds("squash the bass and squash the keys with a squash", {"squash": "compressor"})
'squash the bass and squash the keys with a compressor'
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from orbit.agent.offline.conversation import ToolResult
from orbit.agent.offline.known import Known
from orbit.agent.offline.preferring import is_wish

__all__ = ["in_kinds", "in_own_names"]

_BEFORE = r"(?P<before>\b(?!(?:and|then|please|to|just|also|now|or|but)\s)[\w'’]+\s+)"
"""A name stands behind another word; where a sentence begins it would be a verb: "squash the bass"."""
_QUOTED = re.compile(r"([\"“][^\"”]*[\"”])")


def in_own_names(text: str, known: Known, session: ToolResult) -> str:
    """Give what was said with the devices' own names; where it is about a name itself, as it was said."""
    names: Mapping[str, str] = session.content.get("device_names", {})
    return text if not names or is_wish(text, known.read(text)) else in_kinds(text, names)


def in_kinds(text: str, names: Mapping[str, str]) -> str:
    """Give a sentence with each device's own name in the place of the user's; what is quoted stays.

    ``names`` are the user's, in lower case and with spaces for signs, and the devices that they mean.
    """
    if not names:
        return text
    known = sorted(names, key=len, reverse=True)
    spelled = "|".join(r"[\s_-]+".join(map(re.escape, name.split())) for name in known)
    words = re.compile(rf"{_BEFORE}(?P<name>{spelled})(?![\w-])", re.IGNORECASE)
    pieces = _QUOTED.split(text)
    pieces[::2] = [words.sub(lambda found: _meant(found, names), piece) for piece in pieces[::2]]
    return "".join(pieces)


def _meant(found: re.Match[str], names: Mapping[str, str]) -> str:
    key = " ".join(re.split(r"[\s_-]+", found["name"].casefold()))
    return f"{found['before']}{names[key].replace('_', ' ')}" if key in names else found[0]
