"""Tempo, time signature and metronome."""

from __future__ import annotations

from functools import partial

from daw_bridges.actions import SetMetronome, SetTempo, SetTimeSignature
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule

__all__ = ["RULES", "_tempo_by"]

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
        (f"{_TEMPO} {{step:bpm_step}} [bpm]",),
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
            "{bpm:tempo} [please]",
            "[i] [(want|need|make|have)] [it|song|project|everything] [to be|to go] {way:faster} {bpm:tempo}",
            f"{_TEMPO} [of song] (should be|is|has to be|must be|needs to be|shall be) [at] {{bpm}}",
        ),
    ),
    Rule(
        _change_tempo,
        ("(speed|slow) (it|song|everything) {way:up} [{amount}]",),
    ),
    Rule(partial(_change_tempo, way=1), ("add {bpm:tempo} [to tempo]",)),
    Rule(
        partial(_change_tempo, way=-1),
        ("slow down",),
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
        ),
    ),
    Rule(
        _metronome,
        (
            f"(turn|switch|set|put) {_CLICK} {{on}}",
            f"(turn|switch|put) {{on}} {_CLICK}",
            f"{_CLICK} {{on}}",
            f"(i|we) not (play|sing|record|work) without {_CLICK} (turn|switch|put) it {{on}}",
        ),
    ),
    Rule(
        partial(_metronome, on=False),
        (f"(disable|stop|deactivate|kill|mute|no|no more|lose|drop|remove|get rid of|without) {_CLICK}",),
    ),
)
"""The wordings of tempo and meter."""
