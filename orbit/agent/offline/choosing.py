"""Answers to a question: which of its options was meant, and whether it is an answer at all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.tokens import plain, tokenize
from orbit.agent.reader.lexicon import group, in_order
from orbit.workflows.roles import closest

__all__ = ["begins_a_request", "chosen", "is_any", "is_both", "is_no", "is_short", "is_yes", "said_value"]

_YES = group("agreeing")
_YES_PHRASES = group("agreeing_phrases")
_NO = group("refusing")
_ORDINALS = in_order("ordinals")
_LEADING = re.compile(
    (
        r"^(?:(?:the|to|on|onto|in|into|at|it s|it's|its|it is|that's|that s|that is|that would be|"
        r"it would be|it should be|should be|i mean|i meant|i said|i(?: would|'d)? say|"
        r"let's say|let us say|lets say|say|i think|i guess|maybe|perhaps|probably|um+|uh+|er+m?|hmm+|"
        r"well|oh|ok|okay|yes|yeah|sure|so|"
        r"use the|use|take|make it|make that|put it (?:on|to|at|in)|throw it on|set it to|go with|go for|"
        r"let's go with|let's (?:take|use|do|try|call it)|try|how about|what about|with|from|by|until|till|"
        r"called|call it|call that|name it|name that|something like|like|just|in the case of|"
        r"(?:the )?(?:one|track|clip|channel)s? (?:on|of|in|from|at|called|named|with))\b[\s,]*)+"
    ),
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:[\s,]+(?:please|thanks|thank you|i think|i guess|i'd say|i mean|maybe|probably|would be (?:nice|"
    r"great|good|fine|perfect)|will do|is fine|then|for now|for me|instead|man|bro|dude|mate|sir|"
    r"of course|obviously))+[\s.!]*$",
    re.IGNORECASE,
)
_VERBS = group("verbs")


_ANY = group("no_preference")
_BOTH = group("both_meant")

_MORE_VERBS = group("verbs_or_names")


def is_yes(text: str) -> bool:
    """Whether the user agrees."""
    said = plain(text)
    return said in _YES or said in _YES_PHRASES


def is_any(text: str) -> bool:
    """Whether the user leaves the choice to Orbit."""
    return plain(unwrapped(text)) in _ANY


def is_both(text: str) -> bool:
    """Whether the user wants all of what there is to choose from."""
    return plain(unwrapped(text)) in _BOTH or plain(said_value(text)) in _BOTH


def is_no(text: str) -> bool:
    """Whether the user does not want any of it."""
    return plain(text) in _NO


def begins_a_request(word: str) -> bool:
    """Whether a clause that begins with a word asks for something."""
    return word in _VERBS or word in _MORE_VERBS


def is_short(text: str) -> bool:
    """Whether it can be an answer rather than a new request: short, and not begun by a verb."""
    tokens = tokenize(text)
    return 0 < len(tokens) <= 6 and tokens[0].text not in _VERBS


def chosen(text: str, options: Sequence[str]) -> str | None:
    """The option that an answer means.

    By name, by number, by a word only it has, by "yes" where there is one.
    """
    said = plain(text)
    if len(options) == 1 and (said in _YES or said in _YES_PHRASES):
        return options[0]
    core = plain(said_value(text))
    by_name = closest(core, options) or closest(core.removesuffix(" ones").removesuffix(" one"), options)
    if len(by_name) == 1:
        return options[by_name[0]]
    return _by_number(core, options) or _by_word(core, options)


def _by_number(said: str, options: Sequence[str]) -> str | None:
    """The option by its place: "the second", "number two", "the last one"."""
    named = [token.text for token in tokenize(said.removesuffix(" one")) if token.text not in _COUNTING]
    if len(named) != 1 or not options:
        return None
    word = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", named[0])
    if word in _ENDS:
        return options[_ENDS[word]]
    number = _ORDINALS.index(word) + 1 if word in _ORDINALS else int(word) if word.isdigit() else None
    return options[number - 1] if number and 1 <= number <= len(options) else None


_COUNTING = group("counting")
_ENDS = {"former": 0, "last": -1, "latter": -1}


_SAID_BESIDE = group("beside_an_answer")
"""Words that tell no option from another."""


def _by_word(said: str, options: Sequence[str]) -> str | None:
    words = set(said.removesuffix(" s").removesuffix("'s").split()) - _SAID_BESIDE
    fitting = [option for option in options if words and words <= set(plain(option).split())]
    return fitting[0] if len(fitting) == 1 else None


def said_value(text: str) -> str:
    """An answer without what people put before it: "to bar 17" is "bar 17"."""
    core = unwrapped(text)
    return _TRAILING.sub("", _LEADING.sub("", core)).strip(" .!,") or core
