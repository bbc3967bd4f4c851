"""How people would ask for it: what they said themselves first, then the trade's ways of saying it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from orbit.learning.words.gist import Gist
from orbit.learning.words.saying import plain_line
from orbit.learning.words.topics import Topic

__all__ = ["phrases"]

_MOST = 24
_LEAST = 6
_MOST_GOALS = 8
_LONGEST_GOAL = 160
_ARTICLE = re.compile(r"\b(?:the|my|a|an|this|that)\s+$", re.IGNORECASE)


def phrases(gist: Gist, about: Sequence[Topic], headline: str) -> tuple[str, ...]:
    """Ways to ask for a routine, with its slots in place; six at least and no two alike."""
    found: dict[str, str] = {}
    for phrase in (*_goals(gist), *_asks(gist, about), *_usual(gist, headline)):
        found.setdefault(phrase.casefold(), phrase)
    return tuple(found.values())[:_MOST]


def _asks(gist: Gist, about: Sequence[Topic]) -> Iterator[str]:
    """What each thing it is about is asked for by: of the most telling all ways, of the rest the plainest."""
    subject = _with_article(gist.subject)
    for place, topic in enumerate(about[:8]):
        for ask in topic.asks if place < 2 else topic.asks[:2]:
            yield ask.replace("{t}", subject)


def _with_article(subject: str) -> str:
    return subject if subject.startswith("the ") else f"the {subject}"


def _usual(gist: Gist, headline: str) -> Iterator[str]:
    plain = headline if headline[1:2].isupper() else headline[:1].lower() + headline[1:]
    on = f" on {_with_article(gist.subject)}" if gist.of_tracks else ""
    yield f"{plain}{on}"
    yield f"my usual {plain}"
    yield f"do my {plain}{on}"
    yield f"set up {plain}{on} the way I always do"
    yield f"the {plain} I always use"
    yield f"give me my {plain}{on}"
    yield f"{plain}, as I do it by hand"


def _goals(gist: Gist) -> Iterator[str]:
    """What was said to be the goal, with the slots where the names of tracks were."""
    for goal in gist.routine.goals[:_MOST_GOALS]:
        if plain_line(goal, _LONGEST_GOAL):
            yield _opened(goal, gist)


def _opened(goal: str, gist: Gist) -> str:
    for name, words in _track_words(gist):
        pattern = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
        if not pattern:
            continue
        goal = re.sub(
            rf"(?<![\w{{])(?:{pattern})(?!\w)(?![^{{]*}}}})",
            f"{{{{ {name} }}}}",
            goal,
            count=1,
            flags=re.IGNORECASE,
        )
    return goal


def _track_words(gist: Gist) -> Iterable[tuple[str, set[str]]]:
    """For each track's slot what it was called when it was filled, and the part it plays."""
    for name, slot in gist.routine.slots.items():
        if slot.get("type") != "track":
            continue
        values = (example.get(name) for example in gist.routine.examples[-50:])
        words = {value for value in values if isinstance(value, str) and len(value) > 1 and plain_line(value)}
        role = gist.role_of(f"{{{{ {name} }}}}")
        yield name, words | ({role} if role else set())
