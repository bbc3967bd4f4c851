"""How people would ask for it: what they said themselves first, then the trade's ways of saying it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from orbit.learning.words.gist import Gist
from orbit.learning.words.saying import plain_line
from orbit.learning.words.topics import Topic
from orbit.workflows.workflow import of_one_device

__all__ = ["phrases"]

_MOST = 24
_MOST_GOALS = 8
_LONGEST_GOAL = 160


def phrases(gist: Gist, about: Sequence[Topic], headline: str) -> tuple[str, ...]:
    """Ways to ask for a routine, with its slots in place; six at least and no two alike.

    What asks for one part of it only is left out: that is asking for something else. So is what asks for no
    more than one device: that is a plain edit, and the user's own way of it is asked for as such.
    """
    whole = [topic for topic in about if topic.whole]
    plain = of_one_device(gist.routine.steps)
    asks = () if plain else (*_asks(gist, whole), *_pairs(gist, about), *_named(gist, headline))
    found: dict[str, str] = {}
    for phrase in (*_goals(gist), *asks, *_usual(gist, headline)):
        found.setdefault(phrase.casefold(), phrase)
    return tuple(found.values())[:_MOST]


def _asks(gist: Gist, about: Sequence[Topic]) -> Iterator[str]:
    subject = _with_article(gist.subject)
    for topic in about[:4]:
        for ask in topic.asks:
            yield ask.replace("{t}", subject)


def _pairs(gist: Gist, about: Sequence[Topic]) -> Iterator[str]:
    """The most telling part of it and one of the others in one breath."""
    subject = _with_article(gist.subject)
    parts = {topic.noun: topic for topic in about if topic.asks}
    first, *others = parts.values() or (None,)
    if first is None:
        return
    for other in [topic for topic in others if topic.noun not in first.noun][:4]:
        second = other.asks[0].replace("{t}", "it", 1).replace("{t}", subject)
        yield f"{first.asks[0].replace('{t}', subject)} and {second}"


def _named(gist: Gist, headline: str) -> Iterator[str]:
    full, short, on = _said(gist, headline)
    yield f"{full}{on}"
    yield f"{short}{on}"


def _said(gist: Gist, headline: str) -> tuple[str, str, str]:
    """A headline within a sentence, the first of it, and on what it is done."""
    full = headline if headline[1:2].isupper() else headline[:1].lower() + headline[1:]
    on = f" on {_with_article(gist.subject)}" if gist.of_tracks else ""
    return full, full.partition(" with ")[0], on


def _usual(gist: Gist, headline: str) -> Iterator[str]:
    full, short, on = _said(gist, headline)
    yield f"my usual {short}{on}"
    yield f"do my {full}{on}"
    yield f"set up the {short}{on} the way I always do"
    yield f"the {short} I always use"
    yield f"give me my own {short}{on}"
    yield f"my own {short} settings{on}"


def _with_article(subject: str) -> str:
    return subject if subject.startswith("the ") else f"the {subject}"


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
