"""Loop, transport and locators."""

from __future__ import annotations

from functools import partial

from daw_bridges.actions import (
    AddLocator,
    Play,
    Record,
    RemoveLocator,
    SetLoop,
    Stop,
)
from daw_bridges.session import Locator
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.rules.tempo import RULES as TEMPO
from orbit.workflows.roles import closest

__all__ = ["RULES"]


def _loop_switch(_: Ground, on: bool) -> Built:
    return [SetLoop(on=on)]


def _loop(_: Ground, start: float, end: float) -> Built:
    if end <= start:
        return Problem(f"A loop ends behind its start: bar {end:g} does not lie behind bar {start:g}.")
    return [SetLoop(on=True, start_bar=start, end_bar=end)]


def _loop_through(ground: Ground, start: float, last: float) -> Built:
    return _loop(ground, start, last + 1)


def _loop_span(ground: Ground, span: tuple[float, float]) -> Built:
    return _loop(ground, *span)


def _loop_length(ground: Ground, bars: float, start: float = 1.0) -> Built:
    return _loop(ground, start, start + bars)


def _play(_: Ground, bar: float | None = None) -> Built:
    return [Play(from_bar=bar)]


def _stop(_: Ground) -> Built:
    return [Stop()]


def _record(_: Ground, on: bool) -> Built:
    return [Record(on=on)]


def _locator(_: Ground, bar: float, name: str = "") -> Built:
    return [AddLocator(bar=bar, name=name or f"Bar {bar:g}")]


def _no_locator(_: Ground, bar: float) -> Built:
    return [RemoveLocator(bar=bar)]


def _no_locator_called(ground: Ground, name: str) -> Built:
    marks: list[Locator] = list(ground.session.locators)
    found = closest(name, [mark.name for mark in marks])
    if len(found) != 1:
        has = ", ".join(mark.name for mark in marks) or "none"
        return Problem(f"There is no locator “{name}”. The locators are: {has}.")
    return [RemoveLocator(bar=marks[found[0]].bar)]


_LOOP = "(loop|looping|cycle|loop brace)"
_PLACE = "(set|put|start|make|create|turn on|switch on|enable|activate)"
_SETUP = "(set|set up|make|create|put|give me|i want|want|have)"
_MARK = "(locator|marker|cue point|cue)"
_ADD = "(add|put|set|drop|place|create|insert|make)"

RULES = (
    *TEMPO,
    Rule(
        _loop_switch,
        (f"(turn|switch|set|put) {_LOOP} {{on}}", f"(turn|switch|put) {{on}} {_LOOP}", f"{_LOOP} {{on}}"),
    ),
    Rule(partial(_loop_switch, on=True), (f"(enable|activate|start) {_LOOP}",)),
    Rule(partial(_loop_switch, on=False), (f"(disable|deactivate|stop|kill|no|quit|no more|exit) {_LOOP}",)),
    Rule(
        _loop,
        (
            "(loop|cycle|repeat) [from|between] [bars] {start:bar} (to|until|till|and|up to) {end:bar}",
            f"{_PLACE} {_LOOP} [from|to|between] [bars] {{start:bar}} (to|until|and) {{end:bar}}",
            f"(turn|switch) {_LOOP} on [from|between] [bars] {{start:bar}} (to|until|and) {{end:bar}}",
            f"{_LOOP} [on] [from|between] [bars] {{start:bar}} (to|until|and) {{end:bar}}",
        ),
    ),
    Rule(
        _loop_through,
        (
            "(loop|cycle|repeat) [from] [bars] {start:bar} through [to] {last:bar}",
            f"{_PLACE} {_LOOP} [from|to|over] [bars] {{start:bar}} through [to] {{last:bar}}",
        ),
    ),
    Rule(
        _loop_span,
        (
            "(loop|cycle|repeat) [over|around|just|only] {span}",
            f"{_PLACE} {_LOOP} [to|over|around|on] {{span}}",
            f"{_LOOP} [over|around|on] {{span}}",
        ),
    ),
    Rule(
        _loop_length,
        (
            "(loop|cycle|repeat) [first] {bars}",
            "(loop|cycle|repeat) {bars} (from|starting at|starting from|beginning at|at) {start:bar}",
            f"{_LOOP} [of] {{bars}} (from|at) {{start:bar}}",
            f"{_SETUP} {{bars}} {_LOOP} [(at|from|starting at|starting from) {{start:bar}}]",
            f"{{bars}} {_LOOP} [(at|from|starting at|starting from) {{start:bar}}]",
            f"{_SETUP} {_LOOP} [length] (to|of) {{bars}}",
        ),
    ),
    Rule(
        _play,
        (
            (
                "(play|start|go|hit play|press play|start playing|start playback|begin playback|roll|run "
                "it|roll it|hear it|hit it|play music|play it|play song|start song|play back|resume|"
                "let it play|hit space)"
            ),
            (
                "(play|start|go|start playing|start playback|play it|play song|start song|hit play|press "
                "play|begin|run|roll) (from|at) {bar}"
            ),
            "(jump|go|skip|move) to {bar} and (play|start|start playing|hit play)",
            "from {bar} [please]",
            "(play|hear|start|begin|start playing) {bar:spot}",
        ),
    ),
    Rule(
        _stop,
        (
            (
                "(stop|halt|pause|stop playing|stop playback|hit stop|press stop|stop song|stop music|"
                "stop transport|"
                "stop it|stop everything|freeze playback|stop transport|kill playback|cut music|hold it)"
            ),
        ),
    ),
    Rule(
        partial(_record, on=True),
        (
            (
                "(record|start recording|hit record|press record|begin recording|record now|roll tape|turn "
                "on recording|turn recording on|start record|arm transport and record|recording on)"
            ),
        ),
    ),
    Rule(
        partial(_record, on=False),
        (
            (
                "(stop recording|recording off|no more recording|end recording|turn off recording|"
                "turn recording off|stop record|quit "
                "recording|finish recording)"
            ),
        ),
    ),
    Rule(
        _locator,
        (
            f"{_ADD} {_MARK} (at|on|to) {{bar}} [(called|named|labelled|labeled|for) {{name}}]",
            f"{_ADD} {_MARK} (called|named|for) {{name}} (at|on) {{bar}}",
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
    Rule(_no_locator, (f"(delete|remove|erase|get rid of|clear) {_MARK} (at|on) {{bar}}",)),
    Rule(
        _no_locator_called,
        (
            f"(delete|remove|erase|get rid of|clear) {{name}} {_MARK}",
            f"(delete|remove|erase|get rid of) {_MARK} [called|named] {{name}}",
        ),
    ),
)
"""The wordings of time."""
