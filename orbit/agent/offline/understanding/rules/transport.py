"""Tempo, time signature, metronome, loop, transport and locators."""

from __future__ import annotations

from functools import partial

from daw_bridges.actions import (
    AddLocator,
    Play,
    Record,
    RemoveLocator,
    SetLoop,
    SetMetronome,
    SetTempo,
    SetTimeSignature,
    Stop,
)
from daw_bridges.session import Locator
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.workflows.roles import closest

__all__ = ["RULES"]

_PLAIN_STEP_BPM = 5.0
"""How far "faster" goes when nothing says how far."""


def _tempo(_: Ground, bpm: float) -> Built:
    return [SetTempo(bpm=bpm)]


def _change_tempo(ground: Ground, way: int, bpm: float = _PLAIN_STEP_BPM, **_: object) -> Built:
    return [SetTempo(bpm=round(ground.session.tempo + way * bpm, 3))]


def _scale_tempo(factor: float, ground: Ground) -> Built:
    return [SetTempo(bpm=round(ground.session.tempo * factor, 3))]


def _signature(_: Ground, signature: tuple[int, int]) -> Built:
    return [SetTimeSignature(numerator=signature[0], denominator=signature[1])]


def _metronome(_: Ground, on: bool) -> Built:
    return [SetMetronome(on=on)]


def _loop_switch(_: Ground, on: bool) -> Built:
    return [SetLoop(on=on)]


def _loop(_: Ground, start: float, end: float) -> Built:
    if end <= start:
        return Problem(f"A loop ends behind its start: bar {end:g} does not lie behind bar {start:g}.")
    return [SetLoop(on=True, start_bar=start, end_bar=end)]


def _loop_through(ground: Ground, start: float, last: float) -> Built:
    return _loop(ground, start, last + 1)


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


_TEMPO = "(tempo|bpm|speed|song tempo|project tempo|song speed)"
_CLICK = "(metronome|click|click track)"
_LOOP = "(loop|looping|cycle|loop brace)"
_PLACE = "(set|put|start|make|create)"
_MARK = "(locator|marker|cue point|cue)"
_ADD = "(add|put|set|drop|place|create|insert|make)"

RULES = (
    Rule(
        _tempo,
        (
            (
                f"(set|change|put|bring|make|move|adjust|get|switch) {_TEMPO} [of (song|project|set|"
                f"track)] [up|down|back] (to|at) {{bpm}}"
            ),
            f"(set|make) {_TEMPO} {{bpm}}",
            f"{_TEMPO} [to|at|of] {{bpm}}",
            "(make|set) it {bpm:tempo}",
            "(set|change|put) [it|song|project|set|session|everything] (to|at) {bpm:tempo}",
            "{bpm:tempo} [please]",
            "(go|play) [at|to] {bpm:tempo}",
            "(try|go with|let us try) {bpm:bare_bpm}",
            "(speed|slow) [it|song|everything] (up|down) to {bpm}",
            f"(raise|lower|increase|drop|reduce) {_TEMPO} to {{bpm}}",
            "(song|project|set|session) (should be|is|runs) at {bpm:tempo}",
            "i want {bpm:tempo}",
            f"(set|change) {{bpm:tempo}} as {_TEMPO}",
        ),
    ),
    Rule(
        _change_tempo,
        (
            f"(turn|bring|push|pull|nudge|bump) {_TEMPO} {{way:up}} [by] {{bpm}}",
            f"{{way:raise}} {_TEMPO} [by] {{bpm}}",
            "{way:speed} [it|song|everything] [by] {bpm:tempo}",
            "(speed) [it|song|everything] {way:up} by {bpm}",
            "(slow) [it|song|everything] {way:up} by {bpm}",
            "(make) [it|song|everything] {bpm:tempo} {way:faster}",
            "{bpm:tempo} {way:faster}",
            "go {bpm:tempo} {way:faster}",
            "(make) (it|song|everything) [{amount}] {way:faster}",
            "{way:speed} [it|song|everything|{amount}]",
            "(speed|slow) (it|song|everything) {way:up} [{amount}]",
            "(play) [it] {way:faster}",
            f"(turn|bring) {_TEMPO} {{way:up}} [{{amount}}]",
            "{amount} {way:faster}",
        ),
    ),
    Rule(
        partial(_change_tempo, way=-1),
        (f"(drop|take) {_TEMPO} [down] by {{bpm}}", "slow down", "(it|this|song) is too fast"),
    ),
    Rule(partial(_change_tempo, way=1), ("(it|this|song) is too slow",)),
    Rule(
        partial(_scale_tempo, 2.0), (f"double {_TEMPO}", "double time", "(make it|go|play it) twice as fast")
    ),
    Rule(
        partial(_scale_tempo, 0.5),
        (f"(halve|half) {_TEMPO}", f"cut {_TEMPO} in half", "half time", "(make it|go|play it) half as fast"),
    ),
    Rule(
        _signature,
        (
            (
                "(set|change|put|switch|make) (time signature|meter|metre|signature|time sig) [to|into] "
                "{signature}"
            ),
            "(set|change|put|switch|make) [it|song|project] (to|in|into) {signature}",
            "(time signature|time sig|meter) [to] {signature}",
            "{signature} [time|time signature|meter]",
            "(make|set) it {signature}",
            "(i want|use|go to|go) {signature} [time]",
        ),
    ),
    Rule(
        _metronome,
        (
            f"(turn|switch|set|put) {_CLICK} {{on}}",
            f"(turn|switch|put) {{on}} {_CLICK}",
            f"{_CLICK} {{on}}",
        ),
    ),
    Rule(
        partial(_metronome, on=True),
        (f"(enable|start|activate|give me|i (need|want)|use) {_CLICK}", "click please"),
    ),
    Rule(
        partial(_metronome, on=False),
        (f"(disable|stop|deactivate|kill|mute|no|lose|drop|remove|get rid of) {_CLICK}",),
    ),
    Rule(
        _loop_switch,
        (f"(turn|switch|set|put) {_LOOP} {{on}}", f"(turn|switch|put) {{on}} {_LOOP}", f"{_LOOP} {{on}}"),
    ),
    Rule(partial(_loop_switch, on=True), (f"(enable|activate|start) {_LOOP}",)),
    Rule(partial(_loop_switch, on=False), (f"(disable|deactivate|stop|kill|no) {_LOOP}",)),
    Rule(
        _loop,
        (
            "(loop|cycle|repeat) [from|between] [bars] {start:bar} (to|until|till|and|up to) {end:bar}",
            f"{_PLACE} {_LOOP} [from|to|between] [bars] {{start:bar}} (to|until|and) {{end:bar}}",
            f"{_LOOP} [from] [bars] {{start:bar}} (to|until) {{end:bar}}",
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
        _loop_length,
        (
            "(loop|cycle|repeat) [first] {bars}",
            "(loop|cycle|repeat) {bars} (from|starting at|starting from|beginning at|at) {start:bar}",
            f"{_LOOP} [of] {{bars}} (from|at) {{start:bar}}",
        ),
    ),
    Rule(
        _play,
        (
            (
                "(play|start|go|hit play|press play|start playing|start playback|begin playback|roll|run "
                "it|play it|play song|start song|play back|resume|let it play|hit space)"
            ),
            (
                "(play|start|go|start playing|start playback|play it|play song|start song|hit play|press "
                "play) (from|at) {bar}"
            ),
        ),
    ),
    Rule(
        _stop,
        (
            (
                "(stop|halt|pause|stop playing|stop playback|hit stop|press stop|stop song|stop music|"
                "stop transport|"
                "stop it|stop everything|freeze playback)"
            ),
        ),
    ),
    Rule(
        partial(_record, on=True),
        (
            (
                "(record|start recording|hit record|press record|begin recording|record now|roll tape|turn "
                "on recording|turn recording on|start record|arm transport and record)"
            ),
        ),
    ),
    Rule(
        partial(_record, on=False),
        (
            (
                "(stop recording|end recording|turn off recording|turn recording off|stop record|quit "
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
            f"{_MARK} (at|on) {{bar}} [(called|named) {{name}}]",
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
