"""History in words: what was done to the session lately, by which workflow, and whether it can be undone."""

from __future__ import annotations

from daw_bridges.actions import Action
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.past import Past, edits_of
from orbit.agent.offline.understanding.devices import Said
from orbit.agent.offline.understanding.naming import one_of
from orbit.agent.reader.accounts import Asked

__all__ = ["did", "undoable", "workflow"]

_MOST = 6


def did(asked: Asked) -> str:
    """What was done and still stands: to some tracks, last, or all of it."""
    if asked.tracks() or "device" in asked.slots:
        return _to_some(asked)
    if "lately" not in asked.senses and "when" not in asked.senses:
        return _last(asked.past)
    standing = [done for done in asked.past.done if done.outcome == "done"]
    if not standing:
        return _nothing(asked.past)
    told = [f"{_title(done)}{_ago(done)}" for done in reversed(standing[:_MOST])]
    more = f" and {len(standing) - _MOST} things before that" if len(standing) > _MOST else ""
    return f"So far: {'; '.join(told)}{more}."


def _last(past: Past) -> str:
    about = (done for done in past.done if done.outcome not in ("told", "asked"))
    done = next(about, None)
    if done is None:
        return _nothing(past)
    match done.outcome:
        case "undid":
            return done.reply
        case "taken_back":
            return f"I took that back: {_title(done)}."
        case "planned":
            return f"I planned this and changed nothing: {_title(done)}."
        case "done" | "unchanged":
            return f"You said “{done.request}”{_ago(done)}. {done.reply}"
        case _:
            return f"You said “{done.request}”, and nothing was changed. {done.reply}"


def _title(done: Done) -> str:
    title = done.title or done.request
    return title[:1].lower() + title[1:] if done.workflow is None else title


def _ago(done: Done) -> str:
    minutes = done.minutes_ago
    if not minutes:
        return ""
    return f" ({minutes} min ago)" if minutes < 120 else f" ({minutes // 60} h ago)"


def _nothing(past: Past) -> str:
    return "Nothing was changed here lately." if past.done else "I have done nothing here yet."


def _to_some(asked: Asked) -> str:
    """What was done to some tracks, or with a device, and still stands, in the order it was done."""
    names, said = set(asked.slots.get("tracks", ())), asked.slots.get("device")
    edits = [
        f"{action.describe()}{_ago(done)}"
        for done in reversed(asked.past.done)
        if done.outcome == "done"
        for action in edits_of(done)
        if (not names or names & _touched(action)) and (said is None or _is_of(action, said))
    ]
    thing = said.phrase if said is not None else ""
    where = f"on {one_of(list(asked.slots['tracks']))}" if names else f"with a {thing}"
    if not edits:
        return f"I changed nothing {where}."
    told = "; ".join(edits[-_MOST * 2 :])
    return f"{where[:1].upper()}{where[1:]}: {told[:1].lower()}{told[1:]}."


def _touched(action: Action) -> set[str]:
    return {str(getattr(action, field, "")) for field in ("track", "name", "source", "to")}


def _is_of(action: Action, said: Said) -> bool:
    device = str(getattr(action, "device", "")).partition("#")[0].casefold()
    return device in {str(said.kind).casefold(), said.phrase.casefold()}


def workflow(asked: Asked) -> str:
    """Which workflow was used last, with what it was given."""
    done = next((each for each in asked.past.done if each.outcome in ("done", "planned", "taken_back")), None)
    if done is None:
        return _nothing(asked.past)
    if done.workflow is None:
        return f"None: “{done.request}” was single edits. {done.reply}"
    filled = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in done.slots.items())
    return f"“{done.title or done.workflow}”{_ago(done)}{f': {filled}' if filled else ''}."


def undoable(asked: Asked) -> str:
    """Whether there is something to take back, and what."""
    standing = asked.past.standing()
    if not standing:
        return "There is nothing of mine to undo here."
    return f"Yes. “Undo” takes this back as a whole: {_title(standing[0])}."
