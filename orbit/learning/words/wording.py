"""``worded``: a routine as a whole workflow, with everything that people read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

from orbit.learning.routine import Routine
from orbit.learning.words.asking import question
from orbit.learning.words.expecting import expected
from orbit.learning.words.gist import Gist
from orbit.learning.words.phrasing import phrases
from orbit.learning.words.saying import listed
from orbit.learning.words.topics import Topic, topics
from orbit.workflows.workflow import Source, Workflow

__all__ = ["worded"]

_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_BETWEEN_WORDS = re.compile(r"[\s,]+")
_EQ = re.compile(r"\beq\b")
_SMALL_WORDS = frozenset({"a", "an", "and", "the", "of", "on", "to", "with"})
_MOST_TAGS = 16
_LONGEST_NAME = 60
_MOST_TRAJECTORIES = 200


def worded(routine: Routine, *, taken: Collection[str] = ()) -> Workflow:
    """The workflow of a routine: named, described and phrased so that it is found by a natural request.

    Its name is none of ``taken``. The same routine gets the same words, whatever it is called in.
    Raises pydantic's ValidationError for a routine that is no workflow.
    """
    gist = Gist.of(routine)
    about = topics(gist)
    headline = _headline(about)
    return Workflow.model_validate(
        {
            "workflow_name": _name(gist, headline, taken),
            "title": _title(gist, headline),
            "task": _task(gist, about),
            "tags": _tags(gist, about),
            "daws": list(routine.daws),
            "phrases": list(phrases(gist, about, headline)),
            "slots": {
                name: {**slot, "ask": question(gist, name, slot)} for name, slot in routine.slots.items()
            },
            "preconditions": [dict(condition) for condition in routine.preconditions],
            "steps": [{**step, "expected_output": expected(gist, step)} for step in routine.steps],
            "postconditions": [dict(condition) for condition in routine.postconditions],
            "outcome": _outcome(gist, headline),
            "result": _result(gist, headline),
            "provenance": {
                "source": Source.INDUCED,
                "trajectories": list(dict.fromkeys(routine.trajectories))[-_MOST_TRAJECTORIES:],
            },
        }
    )


def _headline(about: Sequence[Topic]) -> str:
    """What it is, in a few words."""
    first, *more = _telling([topic.noun for topic in about])[:3] or ["steps"]
    text = f"{first} with {listed(more)}" if more else first
    return text[:1].upper() + text[1:]


def _telling(texts: Sequence[str]) -> list[str]:
    """Those of some texts that say something no earlier one said."""
    said: set[str] = set()
    telling: list[str] = []
    for text in texts:
        words = set(_BETWEEN_WORDS.split(text.casefold()))
        if not words <= said:
            telling.append(text)
            said |= words
    return telling


def _title(gist: Gist, headline: str) -> str:
    title = f"{headline} on {gist.where}" if gist.of_tracks else headline
    return title if len(title) <= 120 else headline[:120].rstrip()


def _name(gist: Gist, headline: str, taken: Collection[str]) -> str:
    """A name that none of ``taken`` is: what it is and on what, with more of that, or with a number."""
    role = _kebab(gist.role or "")
    short, _, more = headline.partition(" with ")
    names = [_joined([*role, *_kebab(text)]) for text in (short, f"{short} {more}")]
    if "-" not in names[0]:  # a single word says too little of a workflow among many
        names.reverse()
    if free := next((name for name in names if name not in taken), None):
        return free
    number = 2
    while f"{names[0]}-{number}" in taken:
        number += 1
    return f"{names[0]}-{number}"


def _joined(words: Sequence[str]) -> str:
    return "-".join(dict.fromkeys(words))[:_LONGEST_NAME].strip("-") or "routine"


def _kebab(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return [word for word in _NOT_IN_NAMES.split(plain) if word and word not in _SMALL_WORDS]


def _task(gist: Gist, about: Sequence[Topic]) -> str:
    """What it is for: each thing it does, as one would ask for it, without slots."""
    where = gist.where
    plain = (topic.asks[0].replace("{t}", where) for topic in about[:6] if topic.asks)
    asked = _telling([ask for ask in plain if "{" not in ask])
    text = _EQ.sub("EQ", "; ".join(asked) or f"do it on {where}")
    return f"{text[:1].upper()}{text[1:]}."[:2000]


def _tags(gist: Gist, about: Sequence[Topic]) -> list[str]:
    tags: dict[str, None] = dict.fromkeys((gist.role,) if gist.role else ())
    for topic in about:
        tags.update(
            dict.fromkeys(tag.casefold() for tag in topic.tags if 0 < len(tag) <= 40 and "{" not in tag)
        )
    return list(tags)[:_MOST_TAGS]


def _outcome(gist: Gist, headline: str) -> str:
    return (
        f"{headline} on {gist.subject}, as by hand before." if gist.of_tracks else f"{headline}, as before."
    )


def _result(gist: Gist, headline: str) -> str:
    return f"{headline}: done on {gist.subject}." if gist.of_tracks else f"{headline}: done."
