"""Locators: put, renamed, removed."""

from __future__ import annotations

from daw_bridges.actions import AddLocator, RemoveLocator
from daw_bridges.session import Locator
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.marking import Marks
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.workflows.roles import closest

__all__ = ["RULES", "_no_locator", "_no_locator_called", "_rename_locator"]


def _locator(_: Ground, bar: float, name: str = "", **_told: str) -> Built:
    return [AddLocator(bar=bar, name=name or f"Bar {bar:g}")]


def _locators(_: Ground, marks: Marks, count: int | None = None) -> Built:
    """Several locators; who says how many says so of all of them."""
    if count is not None and count != len(marks):
        return None
    return [AddLocator(bar=bar, name=name) for bar, name in marks]


def _no_locator(_: Ground, bar: float) -> Built:
    return [RemoveLocator(bar=bar)]


def _called(ground: Ground, name: str) -> Locator | Problem:
    marks: list[Locator] = list(ground.session.locators)
    found = closest(name, [mark.name for mark in marks])
    if len(found) != 1:
        has = ", ".join(mark.name for mark in marks) or "none"
        return Problem(f"There is no locator “{name}”. The locators are: {has}.")
    return marks[found[0]]


def _no_locator_called(ground: Ground, name: str) -> Built:
    found = _called(ground, name)
    return found if isinstance(found, Problem) else [RemoveLocator(bar=found.bar)]


def _rename_locator(ground: Ground, old: str, name: str) -> Built:
    found = _called(ground, old)
    return found if isinstance(found, Problem) else _renamed(found, name)


def _renamed(mark: Locator, name: str) -> Built:
    """No action renames a locator: another one takes its place."""
    return [RemoveLocator(bar=mark.bar), AddLocator(bar=mark.bar, name=name)]


_MARKS = (
    "[new|some|these|following] "
    "(marker|markers|locator|locators|cue points|cues|flag|flags|hit points|labels|tags)"
)
_MARK = "(locator|marker|cue point|cue)"
_CALLED = "(called|named|titled|entitled|labelled|labeled|saying|dubbed|for|with name)"
_ADD = "(add|put|set|drop|place|create|insert|make|lay|throw|stick|slap|pop|pin|plant)"

RULES = (
    Rule(
        _locator,
        (
            f"{_ADD} {_MARK} (at|on|to) {{bar}} [{_CALLED} {{name}}]",
            f"{_ADD} {_MARK} {_CALLED} {{name}} (at|on) {{bar}}",
            "mark {bar} [(as|with|called) {name}]",
            f"{_ADD} {{name:quoted}} (at|on) {{bar:spot}}",
            "(name|call|label) {bar:spot} {name}",
            f"{{told:title}} (starts|begins|comes) at {{bar}} {_ADD} {_MARK} there {_CALLED} {{name}}",
        ),
    ),
    Rule(
        _locators,
        (
            (
                f"({_ADD}|mark|label|name|i want|i need|want|need|give me) [{{count}}] {_MARKS} "
                "[for|called|named] {marks}"
            ),
            f"[{_ADD}|mark] {{marks}} {_MARKS}",
            f"{_MARKS} [for|called|named] {{marks}}",
        ),
    ),
)
"""The wordings of locators."""
