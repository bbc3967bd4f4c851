"""A sentence that was dictated: its requests follow each other without a comma.

"Take the kick down two dB the snare down one dB" gets one where, behind a value, another track is named, or
a verb begins that can only ask for something.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.mentions import Mention, mentions
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import group, of_sense

__all__ = ["separated"]

_UNITS = group("units") | group("ends_of_a_value")
_ARTICLES = group("determiners")
_VERBS = group("verbs_alone")
_NOUNS_TOO = {"loop", "play", "send"}
_AFTER_A_VERB = group("bar_words") | {"from", "the"}
"""What shows that it is no noun: "loop bars 1 to 5"."""
_NAMING = of_sense("name")
_AS_IT_IS = group("as_it_is")
_BETWEEN = group("between_names")


_HOLDS_TOGETHER = group("holds_together")
_TIMED = re.compile(r"\b(?:(?:every|each) time|as soon as|in case)\b", re.IGNORECASE)
"""What says of the words behind it that they are not asked for, or not now: a comma would cut it off."""


def separated(ground: Ground, sentence: str, tokens: Sequence[Token]) -> str | None:
    """The sentence with a comma where a new request begins; None where none does."""
    if _TIMED.search(sentence) or not _HOLDS_TOGETHER.isdisjoint(
        token.text for token in tokens if not token.quoted
    ):
        return None
    tracks = [each for each in mentions(ground, tokens) if each.type == "track" and each.problem is None]
    named = {at for each in tracks for at in range(each.start, each.end)}
    begins = {_front(tokens, each.start) for each in _outer(tracks) if _is_new(tokens, each)}
    names = any(token.text in _NAMING for token in tokens)
    begins = {at for at in begins if not names}
    begins |= {
        at for at in range(2, len(tokens) - 1) if at not in named and _is_verb(tokens, at, names=names)
    }
    starts = sorted(at for at in begins if 1 < at < len(tokens) - 1)
    if not starts:
        return None
    cuts = [0, *(tokens[at].start for at in starts), len(sentence)]
    parts = [sentence[a:b].strip() for a, b in pairwise(cuts)]
    return ", ".join(part for part in parts if part)


def _is_verb(tokens: Sequence[Token], at: int, *, names: bool) -> bool:
    """Whether a word can only ask for something more; in a name that is given any word may stand."""
    word, before, after = tokens[at], tokens[at - 1], tokens[at + 1]
    if word.quoted or before.text in _BETWEEN:
        return False
    if names:
        return word.text in _AS_IT_IS or (word.text == "at" and after.number is not None)
    verb = word.text in _NOUNS_TOO and after.text in _AFTER_A_VERB
    return verb or word.text in _VERBS


def _outer(tracks: Sequence[Mention]) -> list[Mention]:
    def inside(one: Mention) -> bool:
        return any(other is not one and other.start <= one.start and one.end <= other.end for other in tracks)

    return [each for each in tracks if not inside(each)]


def _front(tokens: Sequence[Token], at: int) -> int:
    """Where the name of a track begins with its article."""
    return at - 1 if at and tokens[at - 1].text in _ARTICLES else at


def _is_new(tokens: Sequence[Token], track: Mention) -> bool:
    """Whether a value, with or without its unit, ends right before the name of a track."""
    before = _front(tokens, track.start) - 1
    if before < 1 or track.end >= len(tokens):
        return False
    return tokens[before].number is not None or tokens[before].text in _UNITS
