"""What is said not to be needed, and is then asked to go: "we can do without the FX track, delete it"."""

from __future__ import annotations

import re

__all__ = ["unneeded"]

_NO_USE = (
    r"(?:surplus|useless|unused|empty|unnecessary|redundant|superfluous|obsolete|pointless|extra|leftover|"
    r"rubbish|too much|not (?:needed|used|necessary|useful)|no (?:good|use)|in the way|of no use)"
)
_THING = r"(?P<what>(?:the |my |our |that |this )?[\w'#-]+(?: [\w'#-]+){0,4}?)"
_SURPLUS = (
    re.compile(
        r"^(?:i|we|you|nobody|no one)(?:'ll| will|'re| are|'m| am)? (?:really |just |actually )?"
        r"(?:don't|do not|dont|no longer|never|won't|not|isn't|aren't)? ?"
        r"(?:ever |really |even )?(?:needs?|wants?|uses?|using|likes?|needing)(?: to (?:have|keep))? "
        rf"{_THING}(?: any ?more| any longer| now| at all| really)*$",
        re.IGNORECASE,
    ),
    re.compile(rf"^(?:i|we) (?:can|could) (?:easily |well )?do without {_THING}(?: now)?$", re.IGNORECASE),
    re.compile(
        rf"^{_THING} (?:is|are|'s|isn't|seems|looks|has become)(?: just| really| only| now)*"
        rf" (?:a |an )?(?:{_NO_USE}|needed|used|necessary)(?: any ?more| any longer| now| here)*$",
        re.IGNORECASE,
    ),
)
_DENIES = re.compile(
    r"\b(?:don't|do not|dont|no longer|never|won't|not|isn't|aren't|nobody|no one)\b", re.IGNORECASE
)
_AFFIRMS = re.compile(
    r"(?:\bneeds?|\bwants?|\buses?|\busing|\blikes?|needing|needed|used|necessary)\b", re.IGNORECASE
)
_REMOVE_IT = re.compile(
    r"^(?:(?:please|so|just|can you|could you|let's|go ahead and) )*"
    r"(?:delete|remove|bin|scrap|trash|erase|get rid of|ditch) (?:it|that|this|that one)"
    r"(?: (?:please|then|altogether|completely|entirely|for me))*$",
    re.IGNORECASE,
)


def unneeded(statement: str, request: str) -> str | None:
    """The removal of what a statement says is not needed; None where it says no such thing."""
    if _REMOVE_IT.match(request) is None:
        return None
    match = next((found for each in _SURPLUS if (found := each.match(statement)) is not None), None)
    needed = _AFFIRMS.search(statement) is not None and _DENIES.search(statement) is None
    without = match is not None and "do without" in statement.casefold()
    return None if match is None or (needed and not without) else f"delete {match['what']}"
