"""What was done lately, in words: all of it, the last thing, or to some tracks."""

from __future__ import annotations

from collections.abc import Sequence

from orbit.agent.context import Done
from orbit.agent.offline.dialogue.past import Past, edits_of
from orbit.agent.offline.understanding.naming import one_of

__all__ = ["told_lately", "told_of_tracks"]

_MOST = 6


def told_lately(past: Past, *, last: bool = False) -> str:
    """Say what was done and still stands, the latest last; ``last``: only what came of the last request."""
    if last:
        return _told_last(past)
    standing = [done for done in past.done if done.outcome == "done"]
    if not standing:
        return _none(past)
    told = [_title(done) for done in reversed(standing[:_MOST])]
    more = f" and {len(standing) - _MOST} things before that" if len(standing) > _MOST else ""
    return f"So far: {'; '.join(told)}{more}."


def _told_last(past: Past) -> str:
    about = (done for done in past.done if done.outcome not in ("told", "asked"))
    done = next(about, None)
    if done is None:
        return _none(past)
    match done.outcome:
        case "undid":
            return done.reply
        case "taken_back":
            return f"I took that back: {_title(done)}."
        case "planned":
            return f"I planned this and changed nothing: {_title(done)}."
        case "done" | "unchanged":
            return f"You said “{done.request}”. {done.reply}"
        case _:
            return f"You said “{done.request}”, and nothing was changed. {done.reply}"


def _title(done: Done) -> str:
    title = done.title or done.request
    return title[:1].lower() + title[1:] if done.workflow is None else title


def _none(past: Past) -> str:
    return "Nothing was changed here lately." if past.done else "I have done nothing here yet."


def told_of_tracks(past: Past, tracks: Sequence[str]) -> str:
    """Say what was done to some tracks and still stands, in the order it was done."""
    edits = [
        action.describe()
        for done in reversed(past.done)
        if done.outcome == "done"
        for action in edits_of(done)
        if {getattr(action, field, None) for field in ("track", "name", "source", "to")} & set(tracks)
    ]
    if not edits:
        return f"I changed nothing on {one_of(tracks)}."
    told = "; ".join(edits[-_MOST * 2 :])
    return f"On {' and '.join(tracks)}: {told[:1].lower()}{told[1:]}."
