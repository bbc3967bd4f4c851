"""What a plan of single edits does, in one sentence: alike edits together, values with their units.

"Mute" on eleven tracks is one thing done, not eleven; and what is set to a bare number is told as the DAW
reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import methodcaller

from orbit.workflows import PlanStep

__all__ = ["done", "summary"]

_NAMED, _MOST_NAMED = 2, 3
"""Of more tracks than ``_MOST_NAMED``, ``_NAMED`` are named and the others counted."""
_TOLD, _MOST_TOLD = 4, 6
"""The same for edits that are not alike."""
_SAID: Callable[[PlanStep], str] = methodcaller("describe")
_TRACK = "\N{OBJECT REPLACEMENT CHARACTER}"

_PAST = {
    "add": "added", "arm": "armed", "automate": "automated", "bypass": "bypassed", "colour": "coloured",
    "copy": "copied", "create": "created", "delete": "deleted", "disarm": "disarmed",
    "duplicate": "duplicated", "feed": "fed", "insert": "inserted", "launch": "launched", "load": "loaded",
    "move": "moved", "mute": "muted", "pan": "panned", "play": "playing", "put": "put", "remove": "removed",
    "rename": "renamed", "route": "routed", "send": "sent", "set": "set", "solo": "soloed",
    "start": "started", "stop": "stopped", "switch": "switched", "take": "took", "turn": "turned",
    "undo": "undid", "unmute": "unmuted", "unsolo": "unsoloed",
}  # fmt: skip


def summary(steps: Sequence[PlanStep]) -> str:
    """Say what the steps do: ``Mute Snare, Hats and 9 more``."""
    return _joined(_phrases(steps))


def done(steps: Sequence[PlanStep]) -> str:
    """Say that the steps are done: ``Done: muted Snare, Hats and 9 more.``; or that it is so already."""
    anew = [step for step in steps if not step.so_already]
    already = [step for step in steps if step.so_already]
    said = [f"Done: {_joined([_past(phrase) for phrase in _phrases(anew)])}."] if anew else []
    if already:
        said.append(f"{_joined(_phrases(already, methodcaller('describe_already')), '. ')}.")
    return " ".join(said)


def _joined(phrases: Sequence[str], joint: str = ", then ") -> str:
    if len(phrases) <= _MOST_TOLD:
        return joint.join(phrases)
    return f"{joint.join(phrases[:_TOLD])}, and {len(phrases) - _TOLD} more"


def _phrases(steps: Iterable[PlanStep], say: Callable[[PlanStep], str] = _SAID) -> list[str]:
    """The steps, those that do the same to several tracks as one."""
    tracks: dict[str, list[str]] = {}
    for step in steps:
        name = getattr(step.spoken, "track", None)
        template = say(step)
        if isinstance(name, str):
            on_any = step.action.model_copy(update={"track": _TRACK})
            called = {field: label for field, label in step.called.items() if field != "track"}
            template = say(step.model_copy(update={"action": on_any, "called": called}))
        tracks.setdefault(template, []).append(name if isinstance(name, str) else "")
    return [_with(names, template) for template, names in tracks.items()]


def _with(names: Sequence[str], template: str) -> str:
    if len(names) > 1:
        template = template.replace(f"{_TRACK} is ", f"{_TRACK} are ")
    return template.replace(_TRACK, _listed(names))


def _listed(names: Sequence[str]) -> str:
    if len(names) <= _MOST_NAMED:
        return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"


def _past(phrase: str) -> str:
    verb, _, rest = phrase.partition(" ")
    told = _PAST.get(verb.casefold(), verb)
    return f"{told} {rest}" if rest else told
