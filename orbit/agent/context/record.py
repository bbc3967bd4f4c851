"""One request as it is kept: what came of it, when, in which song; small, whatever was asked."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from orbit.agent.answers import Question
from orbit.agent.context.lately import Done

__all__ = ["Record", "bounded", "bounded_question"]

_LONGEST_REQUEST, _LONGEST_REPLY = 600, 1200
_LONGEST_NAME, _MOST_TRACKS = 200, 64
_LARGEST_ACTIONS, _LARGEST_SLOTS, _LARGEST_QUESTION = 8_000, 2_000, 4_000
"""In characters of JSON."""
_BREAKS = re.compile("[\0\ud800-\udfff]")
"""The letters that a store refuses: NUL, and half of a pair."""


class Record(BaseModel):
    """A request, and what has to be known of it beside what came of it."""

    model_config = ConfigDict(frozen=True)

    done: Done
    at: datetime
    desk: str
    """The desk at which it was said: a question waits for its answer there."""
    sitting: str = ""
    """The stretch of work that it belongs to: what follows within two hours."""
    song: str = ""
    """The name of the set that was open; empty where nobody looked."""
    places: str = ""
    """Which tracks stood where, in short, where some were said by their place."""
    question: Question | None = None


def bounded(done: Done) -> Done:
    """Give a request as it may be kept.

    What is too large goes as a whole where half of it would mean something else: edits and slots are all
    there, or none. Long texts are cut, and what nobody can see is taken out of them.
    """
    actions, slots = done.actions, done.slots
    if not _fits(list(actions), _LARGEST_ACTIONS):
        actions = ()
        done = done.model_copy(update={"read": ()})
    if not _fits(slots, _LARGEST_SLOTS):
        slots = {}
    return done.model_copy(
        update={
            "request": _text(done.request, _LONGEST_REQUEST),
            "reply": _text(done.reply, _LONGEST_REPLY),
            "title": _text(done.title, _LONGEST_NAME),
            "actions": actions,
            "slots": slots,
            "tracks": tuple(name for name in done.tracks[:_MOST_TRACKS] if _is_name(name)),
            "device": done.device if done.device is not None and _is_name(done.device) else None,
        }
    )


def bounded_question(question: Question | None) -> Question | None:
    """Give a question as it may be kept: whole, or not at all."""
    if question is None or not _fits(question.model_dump(mode="json"), _LARGEST_QUESTION):
        return None
    return question


def _fits(value: Any, most: int) -> bool:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return len(text) <= most and not _BREAKS.search(text) and "\\u0000" not in text


def _is_name(name: str) -> bool:
    return len(name) <= _LONGEST_NAME and not _BREAKS.search(name)


def _text(text: str, most: int) -> str:
    line = "".join(letter if letter.isprintable() else " " for letter in text[: most + 1])
    return line if len(line) <= most else f"{line[: most - 1]}…"
