"""Tracks that are spoken of without saying which: "one of the vocals", "some track", "another return"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from daw_bridges.session import Session
from orbit.agent.offline.understanding.problems import GAP, Problem

__all__ = ["some_track"]

_NOUN = r"(?:tracks?|channels?|strips?|faders?)"
_SOME = r"(?:a|any|some|another|1|a certain|a different|some other|any other)"
_ONE_OF = r"(?:any|some|another)? ?1 (?:or another )?of"
_WHOSE = r"(?:(?:the|my|our|your|these|those) )*"
_OPEN = re.compile(
    rf"{_SOME} {_NOUN}|{_ONE_OF} {_WHOSE}(?:{_NOUN}|them|these|those)|something(?: else)?|somewhere else|"
    rf"any of {_WHOSE}(?:{_NOUN}|them)|some of {_WHOSE}{_NOUN}"
)
_POINTING = re.compile(rf"(?:(?:this|that) (?:1|{_NOUN})|the (?:track|channel|strip|fader))")
"""What means the track that was spoken of, and no track where none was."""
_OF_A_SORT = re.compile(rf"{_ONE_OF} {_WHOSE}(?P<sort>[a-z].*)")
_RETURN = re.compile(
    rf"(?:{_SOME}|{_ONE_OF} {_WHOSE}) ?(?:effects? |fx )?(?:returns?|auxe?s?|sends?)(?: tracks?| channels?)?|"
    rf"{_ONE_OF} {_WHOSE}effects(?: returns?)?"
)


def some_track(
    session: Session,
    phrase: str,
    before: Sequence[str],
    named: Callable[[str], Sequence[str] | Problem | None],
) -> Problem | None:
    """The question which track is meant; None where the phrase says it.

    ``before`` was spoken of just before, ``named`` reads a phrase.
    """
    if _POINTING.fullmatch(phrase) and not before:
        return Problem("Which track?", phrase, asks=GAP)
    if _OPEN.fullmatch(phrase):
        return Problem("Which track?", phrase, asks=GAP)
    if _RETURN.fullmatch(phrase):
        return _which([track.name for track in session.returns], phrase)
    if (match := _OF_A_SORT.fullmatch(phrase)) is None:
        return None
    found = named(f"all {match['sort']}")
    return None if found is None or isinstance(found, Problem) else _which(found, phrase)


def _which(names: Sequence[str], phrase: str) -> Problem | None:
    if len(names) < 2:
        return None
    told = f"{', '.join(names[:-1])} or {names[-1]}"
    return Problem(f"Which one: {told}?", phrase, tuple(names))
