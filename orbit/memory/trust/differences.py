"""What is different between two versions of a workflow, or between two workflows: said field by field.

Steps are lined up by what they do before they are compared: one that was put in between is one difference,
not a change of all that follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal, cast

__all__ = ["Difference", "differences"]

_ASIDE = frozenset({"steps", "provenance", "workflow_name"})
_SAYS_WHAT = ("action", "operation", "track", "device", "parameter")
_MOST_SHOWN = 200


@dataclass(frozen=True)
class Difference:
    """One field that is another, or that only one of the two has; ``where`` as ``steps[2].value``, from 1."""

    where: str
    kind: Literal["added", "removed", "changed"]
    before: Any = None
    after: Any = None

    def told(self) -> str:
        """Say it in one line."""
        match self.kind:
            case "added":
                return f"{self.where} added: {_short(self.after)}"
            case "removed":
                return f"{self.where} removed: {_short(self.before)}"
            case _:
                return f"{self.where}: {_short(self.before)} → {_short(self.after)}"


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Compare two workflows as JSON; what is the same, and where each comes from, is left out."""
    fields = [key for key in dict.fromkeys([*before, *after]) if key not in _ASIDE]
    found = [each for key in fields for each in _of_field(before, after, key, key)]
    return [*found, *_of_steps(before["steps"], after["steps"])]


def _of_field(
    before: Mapping[str, Any], after: Mapping[str, Any], key: str, where: str
) -> Iterator[Difference]:
    if key not in before:
        yield Difference(where, "added", after=after[key])
    elif key not in after:
        yield Difference(where, "removed", before=before[key])
    else:
        yield from _of_value(before[key], after[key], where)


def _of_value(before: Any, after: Any, where: str) -> Iterator[Difference]:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        old, new = cast("Mapping[str, Any]", before), cast("Mapping[str, Any]", after)
        for key in dict.fromkeys([*old, *new]):
            yield from _of_field(old, new, key, f"{where}.{key}")
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_list(cast("list[Any]", before), cast("list[Any]", after), where)
    else:
        yield Difference(where, "changed", before, after)


def _of_list(before: Sequence[Any], after: Sequence[Any], where: str) -> Iterator[Difference]:
    for each in before:
        if each not in after:
            yield Difference(where, "removed", before=each)
    for each in after:
        if each not in before:
            yield Difference(where, "added", after=each)
    if len(before) == len(after) and all(each in after for each in before) and before != after:
        yield Difference(where, "changed", list(before), list(after))  # another order


def _of_steps(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
) -> Iterator[Difference]:
    lined_up = SequenceMatcher(
        None, [_doing(step) for step in before], [_doing(step) for step in after], autojunk=False
    )
    for how, first, last, from_, to in lined_up.get_opcodes():
        old, new = before[first:last], after[from_:to]
        pairs = zip(old, new, strict=False) if how in {"equal", "replace"} else ()
        both = min(len(old), len(new)) if how in {"equal", "replace"} else 0
        for step, now in pairs:
            yield from _of_step(step, now)
        for step in old[both:]:
            yield Difference(f"steps[{step['step_number']}]", "removed", before=_plain(step))
        for step in new[both:]:
            yield Difference(f"steps[{step['step_number']}]", "added", after=_plain(step))


def _of_step(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Difference]:
    old, new = _plain(before), _plain(after)
    yield from _of_value(old, new, f"steps[{after['step_number']}]")


def _doing(step: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(step.get(field, "")) for field in _SAYS_WHAT)


def _plain(step: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in step.items() if key != "step_number"}


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        parts = (f"{key} {_short(each)}" for key, each in cast("Mapping[str, Any]", value).items())
        text = ", ".join(parts)
    else:
        text = str(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"
