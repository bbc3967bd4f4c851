"""Loop and transport."""

from __future__ import annotations

from functools import partial

from daw_bridges.actions import (
    Play,
    Record,
    SetLoop,
    Stop,
)
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.rules.locators import RULES as LOCATORS
from orbit.agent.offline.understanding.rules.tempo import RULES as TEMPO

__all__ = [
    "RULES",
    "_loop_end",
    "_loop_length",
    "_loop_start",
    "_loop_through",
    "_move_loop",
    "_stretch_loop",
]


def _loop_switch(_: Ground, on: bool) -> Built:
    return [SetLoop(on=on)]


def _loop(_: Ground, start: float, end: float) -> Built:
    if end <= start:
        return Problem(f"A loop has to end after its start: bar {end:g} is not after bar {start:g}.")
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


def _move_loop(ground: Ground, start: float) -> Built:
    """The loop as long as it is, somewhere else; on or off as it is."""
    loop = ground.session.loop
    return [SetLoop(on=loop.on, start_bar=start, end_bar=start + loop.end_bar - loop.start_bar)]


def _stretch_loop(ground: Ground, factor: float) -> Built:
    loop = ground.session.loop
    end = loop.start_bar + (loop.end_bar - loop.start_bar) * factor
    return [SetLoop(on=loop.on, start_bar=loop.start_bar, end_bar=end)]


def _loop_start(ground: Ground, bar: float) -> Built:
    loop = ground.session.loop
    if bar >= loop.end_bar:
        return Problem(f"The loop ends at bar {loop.end_bar:g}, so it cannot start at bar {bar:g}.")
    return [SetLoop(on=loop.on, start_bar=bar, end_bar=loop.end_bar)]


def _loop_end(ground: Ground, bar: float) -> Built:
    loop = ground.session.loop
    if bar <= loop.start_bar:
        return Problem(f"The loop starts at bar {loop.start_bar:g}, so it cannot end at bar {bar:g}.")
    return [SetLoop(on=loop.on, start_bar=loop.start_bar, end_bar=bar)]


_LOOP = "(loop|looping|cycle|loop brace)"
_PLACE = "(set|put|start|make|create|turn on|switch on|enable|activate)"

RULES = (
    *TEMPO,
    Rule(
        _loop_switch,
        (f"(turn|switch|set|put) {_LOOP} {{on}}", f"(turn|switch|put) {{on}} {_LOOP}", f"{_LOOP} {{on}}"),
    ),
    Rule(partial(_loop_switch, on=False), (f"(disable|deactivate|stop|kill|no|quit|no more|exit) {_LOOP}",)),
    Rule(
        _loop,
        (
            "(loop|cycle|repeat) [from|between] [bars] {start:bar} (to|until|till|and|up to) {end:bar}",
            f"{_PLACE} {_LOOP} [from|to|between] [bars] {{start:bar}} (to|until|and) {{end:bar}}",
        ),
    ),
    Rule(
        _loop_span,
        (
            "(loop|cycle|repeat) [over|around|just|only] {span}",
            f"{_PLACE} {_LOOP} [to|over|around|on] {{span}}",
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
    *LOCATORS,
)
"""The wordings of time."""
