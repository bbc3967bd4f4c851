"""What a request leaves out: found by trying what it could go on with, asked for, and put in its place.

"Pan the guitar" is complete with a side behind it, "set the volume to -6 dB" with a track in it; a request
that nothing completes is not asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeGuard

from orbit.agent.answers import Question
from orbit.agent.offline.choosing import begins_a_request, said_value
from orbit.agent.offline.dialogue.past import subjects
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding import Edits, Understood
from orbit.agent.offline.understanding.problems import GAP
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.questions import is_question

__all__ = ["filled", "what_is_open"]

_TRACK = "On which track?"
_LONGEST = 9
_IT = re.compile(
    r"\b(?:(?:this|that) (?:one|track|channel)|it|that|them|this|those|these)\b(?P<is>['’]s\b)?",
    re.IGNORECASE,
)
_VALUES = (
    ("left", "Where to: left, right or the centre?"),
    ("-6 dB", "To which level?"),
    ("100", "To which value?"),
    ("bar 17", "To which bar?"),
    ("4:1", "To which value?"),
    ("red", "Which colour?"),
)
_SPELT_OUT = ("bar {}",)
"""What a bare number may stand for, where the request does not take it as it is."""
_ONE = re.compile(r"\s+(?:ones?|tracks?|channels?)$", re.IGNORECASE)
_NAMING = re.compile(r"^(?:rename|name|call)\b", re.IGNORECASE)


def what_is_open(text: str, known: Known) -> Question | None:
    """The question for what a request leaves out; None where it is complete, or means nothing."""
    core = unwrapped(text)
    tokens = tokenize(core)
    if not 0 < len(tokens) <= _LONGEST or is_question(text):
        return None
    asked = _asked(text, known) if begins_a_request(tokens[0].text) else None
    if asked is None and _IT.search(core):
        asked = _what_it_is(core, known)
    return None if asked is None else Question(question=asked[0], request=asked[1], slot=GAP)


def _asked(text: str, known: Known) -> tuple[str, str] | None:
    """What to ask, and the request with a gap where the answer goes."""
    for track in known.session.ordinary_tracks[:1]:
        for sentence, gap in zip(_with(text, f'"{track.name}"'), _with(text, GAP), strict=True):
            understood = known.read_strictly(sentence)
            if _is_plain(understood) and subjects(understood.actions) == (track.name,):
                return _TRACK, gap
    if _NAMING.match(unwrapped(text)) and _is_plain(known.read_strictly(f'{text} to "X"')):
        return "What should it be called?", f"{unwrapped(text)} to {GAP}"
    for value, question in _VALUES:
        for sentence, gap in zip(_behind(text, value), _behind(text, GAP), strict=True):
            if _is_plain(known.read_strictly(sentence)):
                return question, gap
    return None


def _what_it_is(core: str, known: Known) -> tuple[str, str] | None:
    """The question what "it" is, where anything in its place would make a request."""
    for track in known.session.ordinary_tracks[:1]:
        understood = known.read(_in_place(core, f'"{track.name}"'))
        if isinstance(understood, Edits) and subjects(understood.actions) == (track.name,):
            return "Which track?", _in_place(core, GAP)
    return None


def _in_place(core: str, track: str) -> str:
    """A sentence with a track where it says "it": "it's" is "it is"."""
    return _IT.sub(lambda found: f"{track} is" if found["is"] else track, core, count=1)


def _is_plain(understood: Understood | None) -> TypeGuard[Edits]:
    """Whether a sentence is edits by its grammar: the gist of what nobody said proves nothing."""
    return isinstance(understood, Edits) and not understood.loose


def filled(pending: Question, answer: str) -> Iterator[str]:
    """The requests that an answer in the place of what was left out may make."""
    core = said_value(answer)
    for said in dict.fromkeys((core, _ONE.sub("", core), unwrapped(answer))):
        for value in (said, *(form.format(said) for form in _SPELT_OUT if _is_number(said))):
            yield pending.request.replace(GAP, value)
            yield pending.request.replace(f"to {GAP}", value).replace(GAP, value)


def _is_number(said: str) -> bool:
    return [token.number is not None for token in tokenize(said)] == [True]


def _with(text: str, track: str) -> Iterator[str]:
    """A request with a track in the places where one can stand."""
    core = unwrapped(text)
    if _IT.search(core):
        yield _IT.sub(lambda _: track, core, count=1)
        return
    yield f"{core} on {track}"
    verb, _, rest = core.partition(" ")
    yield f"{verb} {track} {rest.removeprefix('the ')}"


def _behind(text: str, value: str) -> Iterator[str]:
    core = unwrapped(text)
    yield f"{core} to {value}"
    yield f"{core} {value}"
