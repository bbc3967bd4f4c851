"""Answers to a question: which of its options was meant, and whether it is an answer at all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orbit.agent.offline.understanding.listing import phrases, words
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.tokens import plain, tokenize
from orbit.workflows.roles import closest

__all__ = ["begins_a_request", "chosen", "is_any", "is_both", "is_no", "is_short", "is_yes", "said_value"]

_YES = words("yes yep yeah sure ok okay y right exactly correct please")
_YES_PHRASES = phrases("yes please, do it, go ahead, that one, of course, yes do it, sounds good, please do")
_NO = phrases(
    "no, nope, cancel, never mind, nevermind, forget it, stop, none, neither, nothing, none of them, no "
    "thanks, no thank you, leave it, neither of them, abort, don t"
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_LEADING = re.compile(
    (
        r"^(?:(?:the|to|on|at|it s|its|it is|i mean|i meant|that s|use|use the|make it|with|from|by|called|"
        r"call it|name it)\s+)+"
    ),
    re.IGNORECASE,
)
_VERBS = words(
    "mute unmute solo unsolo arm disarm pan set turn make put add insert create delete remove rename "
    "color paint duplicate copy move play stop record start loop undo bypass enable disable launch "
    "fire raise lower boost cut bring push pull reset sidechain duck route send load change switch "
    "give clear center double halve get build master what how which"
)


_ANY = phrases(
    "either, any, any of them, either one, either of them, you choose, you decide, you pick, whatever, "
    "whichever, up to you, your choice, i do not care, i don t care, do not care, don t care, pick one, "
    "does not matter, doesn t matter, surprise me, whatever you think, whatever you like, any one, "
    "choose one, the default, default, as usual, dealer s choice"
)
_BOTH = phrases(
    "both, both of them, the two of them, both please, all of them, all, them both, the two, both tracks"
)

_MORE_VERBS = words(
    "drop lift nudge crank dial shift send throw hard equalize compress gate limit saturate warm widen clean "
    "tighten glue group route bus set sidechain use try have slow speed double automate quantize transpose "
    "hide show name call label mark bounce freeze resample sweep filter apply prepare tune fix fade trim "
    "reduce increase decrease unarm unsolo bring take put give make let"
)


def is_yes(text: str) -> bool:
    """Whether the user agrees."""
    said = plain(text)
    return said in _YES or said in _YES_PHRASES


def is_any(text: str) -> bool:
    """Whether the user leaves the choice to Orbit."""
    return plain(unwrapped(text)) in _ANY


def is_both(text: str) -> bool:
    """Whether the user wants all of what there is to choose from."""
    return plain(unwrapped(text)) in _BOTH


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
    by_name = closest(core, options)
    if len(by_name) == 1:
        return options[by_name[0]]
    return _by_number(core, options) or _by_word(core, options)


def _by_number(said: str, options: Sequence[str]) -> str | None:
    words = said.removesuffix(" one").split()
    if len(words) != 1:
        return None
    number = _ORDINALS.index(words[0]) + 1 if words[0] in _ORDINALS else None
    if words[0].isdigit():
        number = int(words[0])
    return options[number - 1] if number and 1 <= number <= len(options) else None


def _by_word(said: str, options: Sequence[str]) -> str | None:
    words = set(said.split()) - {"the", "one", "track", "please"}
    fitting = [option for option in options if words and words <= set(plain(option).split())]
    return fitting[0] if len(fitting) == 1 else None


def said_value(text: str) -> str:
    """An answer without what people put before it: "to bar 17" is "bar 17"."""
    core = unwrapped(text)
    return _LEADING.sub("", core).strip() or core
