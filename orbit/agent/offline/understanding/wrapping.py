"""What is wrapped around a request and says nothing of it: politeness, hesitation, asides."""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.tokens import unify

__all__ = ["unwrapped"]

_BEFORE = re.compile(
    r"^\W*(?:(?:hey|hi|hello|oops|whoops|oh|hmm|hm|sorry|wait|damn|ah|ok|okay|yo|orbit|please|pls|so|"
    r"i think|i feel like|i guess|now|right|well|alright|and|then|just|maybe|actually|next|first|quickly|"
    r"(?:can|could|would|will) (?:you|we|i)(?: (?:please|just|maybe))?|would you mind|do me a favou?r and|"
    r"i(?: would|'d)? (?:want|need|like) (?:you )?to|i'd like (?:you )?to|i would like (?:you )?to|i "
    r"want you to|"
    r"i wanna|let's|lets|let us|go ahead and|go and|try to|help me(?: to)?|we should|we need to|you should|"
    r"it would be (?:nice|great) (?:if you could|to)|how about we|let me|make sure (?:to|you))\b[\s,!.:]*)+",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:[\s,]+(?:please|pls|thanks|thank you|thx|cheers|for me|if you can|if you could|would you|will "
    r"you|ok|okay|mate|orbit|"
    r"right now|now|real quick|quickly|for now|a sec))*[\s.!?,;…]*$",
    re.IGNORECASE,
)


def unwrapped(text: str) -> str:
    """A sentence without the politeness around it; the sentence itself when there is nothing else."""
    plain = unify(text).strip()
    without = _BEFORE.sub("", plain)
    core = _AFTER.sub("", without) if without.strip() else plain
    return core or plain
