"""Asking a session whether a condition holds, and saying why it does or does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from daw_bridges.errors import ActionError, WorkflowError
from daw_bridges.references import find_device, find_parameter, find_track
from daw_bridges.session import Session
from orbit.workflows.conditions.clauses import AnyClause, Holding, as_sentence, clauses
from orbit.workflows.conditions.grammar import problems, subject_of

__all__ = ["holds", "is_parameter_shown", "sentence"]


def holds(condition: Mapping[str, Any], session: Session) -> Holding:
    """Ask whether a condition holds of a session. Raises WorkflowError for one that is not well formed."""
    for where, message in problems(condition):
        field = ".".join(str(part) for part in where)
        raise WorkflowError(f"The condition {condition} cannot be read: {field or 'it'} {message}.")
    match subject_of(condition):
        case "not":
            inner = holds(condition["not"], session)
            return Holding(not inner.ok, inner.why)
        case "any":
            return _any_holds([holds(option, session) for option in condition["any"]])
        case _:
            return _all_hold(clauses(condition), session)


def is_parameter_shown(condition: Mapping[str, Any], session: Session) -> bool:
    """Whether a condition is about a parameter that the session shows."""
    if subject_of(condition) != "parameter":
        return False
    try:
        track = find_track(session, str(condition["track"]))
        find_parameter(find_device(track, str(condition["device"])), str(condition["parameter"]))
    except ActionError:
        return False
    return True


def _any_holds(holdings: Sequence[Holding]) -> Holding:
    first = next((holding for holding in holdings if holding.ok), None)
    return first or Holding(False, " ".join(holding.why for holding in holdings))


def _all_hold(asked: Iterable[AnyClause], session: Session) -> Holding:
    reasons: list[str] = []
    for clause in asked:
        try:
            ok, why = clause.holding(session)
        except ActionError as error:
            return Holding(False, str(error))
        if not ok:
            return Holding(False, why)
        reasons.append(why)
    return Holding(True, " ".join(reasons))


def sentence(condition: Mapping[str, Any]) -> str:
    """Say a condition, without a session to ask: ``The volume of Bass is at least -6.0 dB.``"""
    if "for_each" in condition:
        plain = {name: value for name, value in condition.items() if name != "for_each"}
        return f"For each of {condition['for_each']}: {_lower(sentence(plain))}"
    match subject_of(condition):
        case "not":
            return as_sentence("it is not true that " + _lower(sentence(condition["not"])).rstrip("."))
        case "any":
            return as_sentence(
                ", or ".join(_lower(sentence(option)).rstrip(".") for option in condition["any"])
            )
        case _:
            return as_sentence(", and ".join(clause.wanted() for clause in clauses(condition)))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
