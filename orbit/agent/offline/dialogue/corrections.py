"""Corrections: "no, the keys", "I meant -18", "not the bass, the kick", "actually make it -9"."""

from __future__ import annotations

import re
from dataclasses import replace

from orbit.agent.offline.dialogue.said import Correct
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.pattern import Clause, match
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.tokens import tokenize, unify

__all__ = ["read_correction", "read_tracks_meant"]

_SIGH = (
    r"(?:oh|oops|whoops|ooh|wait|hmm+|er+|um+|uh+|ah+|damn|argh|my bad|my mistake|sorry|hang on|hold on|well)"
)
_STRONG = (
    r"(?:no(?=\s*[,.;:!-]|\s*$|\s+(?:the|my|on|to|for|i|it|make|set|that|this|not|put|an?|in|under|from|with|"
    r"other|minus|left|right)\b|\s+[+-]?\d)|nope|nah|not that(?: one)?|"
    r"i mean|i meant|i did mean|i said|i wanted|rather|make that|correction|"
    r"wrong (?:track|one|channel|device|value|number|way)|that(?:'s| is| was) (?:wrong|the wrong \w+|not it|"
    r"not what i meant)|that should (?:be|have been)|it should (?:be|have been)|should(?: have)? be(?:en)?)"
)
_WEAK = r"(?:actually|instead|on second thoughts?|scratch that|better)"
_MARKED = re.compile(
    rf"^\W*(?P<sigh>(?:{_SIGH}\b(?:[\s,.:;!]|-(?!\d))*)*)(?P<marks>(?:(?P<strong>{_STRONG})\b(?:[\s,.:;!]|-(?!\d))*|"
    rf"(?P<weak>{_WEAK})\b(?:[\s,.:;!]|-(?!\d))*|(?:{_SIGH})\b(?:[\s,.:;!]|-(?!\d))*)*)(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_BEHIND = re.compile(r"[\s,]+(?:i mean|i meant|instead|rather|i said|that is)[\s.!]*$", re.IGNORECASE)
_NOT = re.compile(r"^not\b(?! (?:so|that|too|enough|quite)\b)|[\s,]not (?:the |on |for )?\w+", re.IGNORECASE)
_VERB = re.compile(
    r"^(?:(?:make|set|put|turn|call|name|pan|bring|colou?r|paint|rename|do|use|try|want|"
    r"it(?:'s| is| should be| was)?)(?: (?:it|that|them|this|those|these))?"
    r"(?: (?:be|to|at|by|as))?|(?:go |put it |bring it )?back to|to|at|by)\s+(?=\S)",
    re.IGNORECASE,
)

_TRACKS = (
    "[on|for|to|with|of|under|from|by|behind|in] {tracks} [track]",
    "[on|for|to|with|of] {tracks} [and|but] not [on|for|to|with] {spared:tracks}",
    "not [on|for|to|with] {spared:tracks} [but] [on|for|to|with|it is] {tracks}",
    "[it is|it was|use|do|take|try|with|want|wanted] {tracks}",
)
_OTHER = (
    "[to|on|use|take|do] other [one|track|return|channel|side]",
    "[on] other (one|track|return|channel)",
)
_SPARED = (
    "not [on|for|to|with] {spared:tracks}",
    "(leave|keep) {spared:tracks} (on|alone|in|out|untouched|be|out of it|out of this)",
    "(leave|keep) {spared:tracks} as (it|they) (was|is|were|are)",
)


def read_correction(text: str, ground: Ground) -> Correct | None:
    """What a sentence corrects; None for a sentence that corrects nothing.

    Words alone are enough where they are marked as one ("no", "I meant", "not the bass"); "make it -9" is
    one too.
    """
    said = unify(text).strip()
    marked = _MARKED.match(said)
    if marked is None:
        return None
    rest, behind = _BEHIND.subn("", marked["rest"].strip(" .,;:!?"))
    strong = bool(marked["strong"]) or bool(behind) or _NOT.search(rest) is not None
    hint = strong or bool(marked["weak"]) or bool(marked["sigh"].strip())
    if not rest:
        return Correct(marked=True) if "wrong" in marked["marks"].lower() else None
    if hint and (tracks := read_tracks_meant(rest, ground)) is not None:
        return tracks
    core = _VERB.sub("", unwrapped(rest))
    if not hint and core == unwrapped(rest):
        return None
    if not strong and len(tokenize(core)) > _MOST:
        return None
    return Correct(rest=tokenize(core), text=core, whole=rest, marked=strong)


_ONES = re.compile(r"(?<=\w)\s+ones?\b(?=\W*$)", re.IGNORECASE)
""""The backing ones": those of what it was about."""
_MOST = 4
"""Of so many words at most is what can be a value, where nothing says plainly that it corrects one."""


def read_tracks_meant(rest: str, ground: Ground) -> Correct | None:
    """The tracks that some words mean, and those that they do not; None where they mean no tracks."""
    sentence = _ONES.sub("", unwrapped(rest))
    clause = Clause(replace(ground, sentence=sentence), tokenize(sentence), KINDS)
    for patterns, other in ((_OTHER, True), (_TRACKS, False), (_SPARED, False)):
        for pattern in patterns:
            for found in match(pattern, clause):
                if not any(isinstance(value, Problem) for value in found.values.values()):
                    return Correct(other=other, text=rest, **found.values)
    return None
