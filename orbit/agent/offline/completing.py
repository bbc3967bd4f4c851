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
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.tokens import tokenize

__all__ = ["OPEN", "completed", "what_is_open"]

OPEN = ("open track", "open value")
"""The slots of a question for what a request leaves out."""
_TRACK = "On which track?"
_LONGEST = 9
_IT = re.compile(r"\b(?:it|that|them|this|those|these)\b", re.IGNORECASE)
_VALUES = (
    ("left", "Where to: left, right or the centre?"),
    ("-6 dB", "To which level?"),
    ("100", "To which value?"),
    ("bar 17", "To which bar?"),
    ("4:1", "To which value?"),
    ("red", "Which colour?"),
)
_NAMING = re.compile(r"^(?:rename|name|call)\b", re.IGNORECASE)


def what_is_open(text: str, known: Known) -> Question | None:
    """The question for what a request leaves out; None where it is complete, or means nothing."""
    tokens = tokenize(unwrapped(text))
    if not 0 < len(tokens) <= _LONGEST or not begins_a_request(tokens[0].text):
        return None
    asked = _asked(text, known)
    if asked is None:
        return None
    return Question(question=asked, request=text, slot=OPEN[asked != _TRACK])


def _asked(text: str, known: Known) -> str | None:
    names = [track.name for track in known.session.ordinary_tracks][:1]
    for name in names:
        for sentence in _with(text, f'"{name}"'):
            understood = known.read(sentence)
            if _is_plain(understood) and subjects(understood.actions) == (name,):
                return _TRACK
    if _NAMING.match(unwrapped(text)) and _is_plain(known.read(f'{text} to "X"')):
        return "What shall it be called?"
    for value, question in _VALUES:
        if any(_is_plain(known.read(sentence)) for sentence in _behind(text, value)):
            return question
    return None


def _is_plain(understood: Understood | None) -> TypeGuard[Edits]:
    """Whether a sentence is edits by its grammar: the gist of what nobody said proves nothing."""
    return isinstance(understood, Edits) and not understood.loose


def completed(pending: Question, answer: str, known: Known) -> Edits | None:
    """The edits of a request with an answer in the place of what it left out."""
    said = said_value(answer)
    places = _with if pending.slot == OPEN[0] else _behind
    for sentence in places(pending.request, said):
        understood = known.read(sentence)
        if isinstance(understood, Edits):
            return understood
    return None


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
