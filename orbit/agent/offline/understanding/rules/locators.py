"""Locators: put, renamed, removed."""

from __future__ import annotations

from daw_bridges.actions import AddLocator, RemoveLocator
from daw_bridges.session import Locator
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.marking import Marks
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.workflows.roles import closest

__all__ = ["RULES"]


def _locator(_: Ground, bar: float, name: str = "") -> Built:
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


def _rename_locator_at(ground: Ground, bar: float, name: str) -> Built:
    found = next((mark for mark in ground.session.locators if mark.bar == bar), None)
    return Problem(f"There is no locator at bar {bar:g}.") if found is None else _renamed(found, name)


def _renamed(mark: Locator, name: str) -> Built:
    """No action renames a locator: another one takes its place."""
    return [RemoveLocator(bar=mark.bar), AddLocator(bar=mark.bar, name=name)]


_MARKS = (
    "[new|some|these|following] "
    "(marker|markers|locator|locators|cue points|cues|flag|flags|hit points|labels|tags)"
)
_MARK = "(locator|marker|cue point|cue)"
_RENAME = "(rename|retitle|relabel|change)"
_CALLED = "(called|named|titled|entitled|labelled|labeled|saying|dubbed|for|with name)"
_ADD = "(add|put|set|drop|place|create|insert|make|lay|throw|stick|slap|pop|pin|plant)"

RULES = (
    Rule(
        _locator,
        (
            f"{_ADD} {_MARK} (at|on|to) {{bar}} [{_CALLED} {{name}}]",
            f"{_ADD} {_MARK} {_CALLED} {{name}} (at|on) {{bar}}",
            f"{_ADD} {{name}} {_MARK} (at|on) {{bar}}",
            "mark {bar} [(as|with|called) {name}]",
            f"{_ADD} {_MARK} {{name}} (at|on) {{bar}}",
            "mark {name} at {bar}",
            f"{_ADD} {{name:quoted}} (at|on) {{bar:spot}}",
            f"(at|on) {{bar:spot}} {_ADD} {_MARK} [called|named|saying|labelled] {{name}}",
            f"(at|on) {{bar:spot}} {_ADD} {_MARK}",
            f"{_MARK} (at|on) {{bar}} [(called|named|saying|labelled)] [{{name}}]",
            "(name|call|label) {bar:spot} {name}",
            f"(call|name|label) {{bar:spot}} {{name}} [with {_MARK}]",
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
            "(mark|label|flag|name) [out] [sections|parts|form|structure|song|arrangement] {marks}",
        ),
    ),
    Rule(_rename_locator_at, (f"{_RENAME} {_MARK} (at|on) {{bar}} (to|as|into) {{name}}",)),
    Rule(
        _rename_locator,
        (
            f"{_RENAME} {{old:title}} {_MARK} (to|as|into) {{name}}",
            f"{_RENAME} {_MARK} [called|named] {{old:title}} (to|as|into) {{name}}",
            f"(call|name) {{old:title}} {_MARK} {{name:title}}",
            f"(change|set) {{old:title}} {_MARK} name (to|into) {{name}}",
            f"(change|set) name of {{old:title}} {_MARK} (to|into) {{name}}",
            f"{{old:title}} {_MARK} (should|must|is to) be (called|named|renamed|renamed to) {{name}}",
            f"{_MARK} {{old:title}} (should|must|is to) be (called|named|renamed|renamed to) {{name}}",
        ),
    ),
    Rule(_no_locator, (f"(delete|remove|erase|get rid of|clear) {_MARK} (at|on) {{bar}}",)),
    Rule(
        _no_locator_called,
        (
            f"(delete|remove|erase|get rid of|clear) {{name}} {_MARK}",
            f"(delete|remove|erase|get rid of) {_MARK} [called|named] {{name}}",
        ),
    ),
)
"""The wordings of locators."""
