"""What is asked for, without what it is wanted for: "… for the first dance", "… while I practise"."""

from __future__ import annotations

from collections.abc import Sequence

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.tokens import Token

__all__ = ["asked_for"]

_WHO = words("i we he she they everyone everybody people somebody")
_FOR = words("the this that a my our now when your everyone people while practice practising")
_TO_DO = words(
    "record play write use practise practice jam sing work draw program rehearse mess track overdub"
)
_NAMES_THINGS = words(
    "marker markers locator locators flag flags cue mark label bookmark scene clip called named"
)
_ASKS = words(
    "set put make turn mute solo stop start play loop copy delete add remove rename record "
    "launch fire from to at until before after bar bars beat beats on off"
)
_JOINS = words("and then but not , without")
_STATEMENTS = frozenset(
    (first, second)
    for firsts, seconds in (
        ("i we", "like love hate enjoy dislike liked loved"),
        ("there", "is are was were"),
    )
    for first in firsts.split()
    for second in seconds.split()
)
_LONGEST = 7


def asked_for(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without the purpose at their end; none of those that only say how things are."""
    if tuple(token.raw.casefold() for token in tokens[:2]) in _STATEMENTS:
        return ()
    for at in range(1, len(tokens)):
        if _opens(tokens, at) and _asks_nothing(tokens[at], tokens[at + 1 :]):
            return tokens[:at]
    return tokens


def _opens(tokens: Sequence[Token], at: int) -> bool:
    word, behind = tokens[at].text, tokens[at + 1].text if at + 1 < len(tokens) else ""
    if word in ("while", "so", "whilst"):
        return behind in _WHO or (word == "so" and behind in ("that", "it", "this"))
    if word == "to":
        return (
            at > 1 and behind in _TO_DO and tokens[at - 1].text not in ("want", "need", "like", "it", "start")
        )
    # "A marker for the chorus" says what it is called.
    named = any(token.text in _NAMES_THINGS for token in tokens[:at])
    return word == "for" and behind in _FOR and not named


def _asks_nothing(opening: Token, tokens: Sequence[Token]) -> bool:
    asks = _JOINS if opening.text in ("while", "whilst", "to") else _ASKS | _JOINS
    return 0 < len(tokens) <= _LONGEST and not any(
        token.quoted or token.number is not None or token.text in asks for token in tokens[1:]
    )
