"""Tempo, time signature and metronome."""

from __future__ import annotations

from functools import partial

from daw_bridges.actions import SetMetronome, SetTempo, SetTimeSignature
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule

__all__ = ["RULES"]

_PLAIN_STEP_BPM = 5.0
"""How far "faster" goes when nothing says how far."""


_STEP_BPM = 15.0
"""What is said of a tempo and is no more than this is how far it changes; no song is that slow."""


def _tempo(ground: Ground, bpm: float, way: int = 0) -> Built:
    """A tempo; one that is to be slower and is not would be a slip of the tongue."""
    if way and bpm <= _STEP_BPM:
        return _change_tempo(ground, way, bpm)
    if way and (bpm - ground.session.tempo) * way < 0:
        word = "faster" if way > 0 else "slower"
        return Problem(f"The tempo is {ground.session.tempo:g} BPM, so {bpm:g} BPM is not {word}.")
    return [SetTempo(bpm=bpm)]


_LEAST_BARE_BPM = 40.0
"""A number that is given to "it" and is lower than this may as well be a level or a ratio."""


def _tempo_of_it(ground: Ground, bpm: float) -> Built:
    return _tempo(ground, bpm) if bpm >= _LEAST_BARE_BPM else None


def _change_tempo(ground: Ground, way: int, bpm: float = _PLAIN_STEP_BPM, **_: object) -> Built:
    return [SetTempo(bpm=round(ground.session.tempo + way * bpm, 3))]


def _step(ground: Ground, step: float) -> Built:
    return [SetTempo(bpm=round(ground.session.tempo + step, 3))]


def _tempo_by(ground: Ground, way: int, percent: float) -> Built:
    return _scale_tempo(1 + way * percent / 100, ground)


def _scale_tempo(factor: float, ground: Ground) -> Built:
    return [SetTempo(bpm=round(ground.session.tempo * factor, 3))]


def _signature(_: Ground, signature: tuple[int, int]) -> Built:
    return [SetTimeSignature(numerator=signature[0], denominator=signature[1])]


def _metronome(_: Ground, on: bool) -> Built:
    return [SetMetronome(on=on)]


_TEMPO = "(tempo|bpm|speed|song tempo|project tempo|song speed)"
_CLICK = "(metronome|click|click track)"

RULES = (
    Rule(
        _step,
        (
            f"{_TEMPO} {{step:bpm_step}} [bpm]",
            "{step:bpm_step} bpm",
            f"{{step:bpm_step}} [bpm] (on|to|off|for) {_TEMPO}",
        ),
    ),
    Rule(
        _tempo,
        (
            (
                f"(set|change|put|bring|make|move|adjust|get|switch) {_TEMPO} [of (song|project|set|"
                f"track)] [up|down|back] (to|at) {{bpm}}"
            ),
            f"(set|make) {_TEMPO} {{bpm}}",
            f"{_TEMPO} [to|at|of] {{bpm}}",
            f"{_TEMPO} (up|down|back|back up|back down) (to|at) {{bpm}}",
            "(make|set) it {bpm:tempo}",
            "(set|change|put) [it|song|project|set|session|everything] (to|at) {bpm:tempo}",
            "{bpm:tempo} [please]",
            "(go|play) [at|to] {bpm:tempo}",
            "(speed|slow) [it|song|everything] (up|down) to {bpm}",
            f"(raise|lower|increase|drop|reduce) {_TEMPO} to {{bpm}}",
            "(song|project|set|session) (should be|is|runs) at {bpm:tempo}",
            "i want {bpm:tempo}",
            "[i] [(want|need|make|have)] [it|song|project|everything] [to be|to go] {way:faster} {bpm:tempo}",
            "(it|song|project|everything) (should|must|has to|needs to) (be|go) [{way:faster}] {bpm:tempo}",
            f"(take|crank|push|pull|drop|slow|speed) {_TEMPO} [up|down|back] (to|at) {{bpm}}",
            f"{_TEMPO} [of song] (should be|is|has to be|must be|needs to be|shall be) [at] {{bpm}}",
            "[want|need] {bpm} (for|as) (tempo|bpm)",
            f"(set|change) {{bpm:tempo}} as {_TEMPO}",
        ),
    ),
    Rule(
        _tempo_of_it,
        (
            "(take|bring|push|drop|crank|pull|slow) it [up|down|back] (to|at) {bpm}",
            "(run|play|have) it at {bpm}",
            "(try|go|go with|let us try) {bpm:bare_bpm}",
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
            f"{_TEMPO} {{way:up}} [by] {{bpm}}",
            f"{_TEMPO} {{amount}} {{way:faster}}",
            f"(a bit|little) {{way:faster}} {_TEMPO}",
        ),
    ),
    Rule(
        _tempo_by,
        (
            f"(turn|bring|push|pull|nudge|bump) {_TEMPO} {{way:up}} [by] {{percent}}",
            f"{{way:raise}} {_TEMPO} [by] {{percent}}",
            "{way:speed} [it|song|everything] [by] {percent}",
            "(speed|slow) [it|song|everything] {way:up} by {percent}",
            "(make|play) [it|song|everything] {percent} {way:faster}",
            "{percent} {way:faster}",
            f"{_TEMPO} {{way:up}} [by] {{percent}}",
        ),
    ),
    Rule(partial(_change_tempo, way=1), ("add {bpm:tempo} [to tempo]", f"add {{bpm}} to {_TEMPO}")),
    Rule(
        partial(_change_tempo, way=-1),
        (
            "(take|shave|knock|cut) {bpm:tempo} (off|out) [tempo|of it]",
            f"(take|shave|cut) {{bpm}} off {_TEMPO}",
        ),
    ),
    Rule(
        partial(_change_tempo, way=-1),
        (f"(drop|take) {_TEMPO} [down] by {{bpm}}", "slow down", "(it|this|song) is too fast"),
    ),
    Rule(partial(_change_tempo, way=1), ("(it|this|song) is too slow",)),
    Rule(
        partial(_scale_tempo, 2.0),
        (
            f"double {_TEMPO}",
            "double time",
            "(make it|go|play it|play|make song) twice as fast",
            "twice as fast",
            "double speed",
        ),
    ),
    Rule(
        partial(_scale_tempo, 0.5),
        (
            f"(halve|half) {_TEMPO}",
            f"cut {_TEMPO} in half",
            "[go|play|put] [it] [in] half time",
            "(make it|go|play it|play) half as fast",
            "half as fast",
            "half speed",
            f"(drop|take|bring|put) (it|song) to half {_TEMPO}",
        ),
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
            "(i want|use|go to|go|go with|try) {signature} [time]",
            "(do|play|have|write) (this|it|song) in {signature} [time]",
            "(change|switch|move) to {signature} [time]",
            "in {signature} [time]",
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
        (
            f"(enable|start|activate|give me|i (need|want)|need|want|use|get|get me|hear|have) {_CLICK}",
            f"{_CLICK} [please]",
        ),
    ),
    Rule(
        partial(_metronome, on=False),
        (f"(disable|stop|deactivate|kill|mute|no|no more|lose|drop|remove|get rid of|without) {_CLICK}",),
    ),
)
"""The wordings of tempo and meter."""
