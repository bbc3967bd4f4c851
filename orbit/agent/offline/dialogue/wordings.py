"""The wordings that refer to what was done before: again, the same on, more, less, undo, redo."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from daw_bridges.quantities import parse_quantity
from orbit.agent.offline.dialogue.said import Again, Greet, More, Redo, Turn, UndoLast
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.listing import phrases
from orbit.agent.offline.understanding.pattern import Clause, Kind, match
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.tokens import Token, plain, tokenize

__all__ = ["read_turn"]

_GREETINGS = {
    "hello": phrases(
        "hello, hi, hey, hey there, hi there, hello there, good morning, good evening, good afternoon, yo, "
        "hi orbit, hey orbit, hello orbit, morning, evening"
    ),
    "thanks": phrases(
        "thanks, thank you, thx, cheers, ty, thanks a lot, thank you very much, thanks orbit, thank "
        "you orbit, many thanks, thanks man, thanks mate, much appreciated, ta, thank you so much, thanks "
        "that is great, great thanks, perfect thanks, ok thanks, cool thanks, nice thanks, thanks that "
        "s great"
    ),
    "fine": phrases(
        "ok, okay, good, great, nice, perfect, cool, awesome, lovely, fine, good job, well done, that is "
        "good, that is better, much better, better, sounds good, sounds great, that is great, that is it, "
        "that works, i like it, i like that, love it, nice one, all good, alright, all right, right, got it, "
        "yes, yep, yeah, y, sure, wow, great job, k, that s better, that s it, that s great, that s good, "
        "keep it, leave it like that, leave it as it is, leave it"
    ),
    "bye": phrases("bye, goodbye, good night, see you, see you later, that is all, done, that is all "
        "for now"),
    "leave": phrases(
        "never mind, nevermind, forget it, cancel, abort, nothing, do nothing, leave it be, skip it, "
        "forget that, never mind that, cancel that, no thanks, no thank you, don t"
    ),
    "no": phrases("no, nope, nah, wrong, that is wrong, not that, no not that, that is not what i meant, "
        "that is not what i wanted, not what i meant, not what i wanted, not like that, no that is wrong, "
        "that s wrong, that s not what i meant, that s not what i wanted"),
}  # fmt: skip

_AND_THEN = re.compile(
    r"^\W*(?:please |no,? |ok,? )*(?:undo|revert|take back|scrap) (?:that|it|this|"
    r"(?:the )?last (?:one|thing|change|step|edit))(?:\s*,?\s*(?:and then|then|and)|\s*[,;.])\s+"
    r"(?:please |instead |rather )*(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)


def _higher(_: Ground, tokens: Sequence[Token]) -> int | None:
    words = " ".join(token.text for token in tokens)
    return {"up": 1, "higher": 1, "down": -1, "lower": -1}.get(words)


def _step(ground: Ground, tokens: Sequence[Token]) -> tuple[float, bool] | None:
    """How far, and whether that is a number in the value's own unit rather than a word."""
    amount = KINDS["amount"].read(ground, tokens)
    numbers = any(token.number is not None for token in tokens)
    if isinstance(amount, float):
        return amount, numbers
    value = KINDS["value"].read(ground, tokens)
    number = parse_quantity(value).value if isinstance(value, str) and numbers else value
    return (abs(number), True) if isinstance(number, float) else None


_AND = re.compile(r"^\W*(?:(?:ok|okay|yes|now)\W+)?and\b", re.IGNORECASE)
_IT = "(it|that|this|them|those|these|that one)"
_THING = "(thing|things|change|changes|step|steps|action|actions|edit|edits|one|ones|move|moves)"
_STEER = "(make|do|give|turn|bring|push|pull|nudge|move|take|put|set|dial|go|add|have)"


def _again(
    _: Ground, times: int = 1, tracks: Any = (), value: Any = (), by: bool = False, kind: str = ""
) -> Again:
    del kind
    return Again(times=times, tracks=tracks, value=value, by=by)


def _more(_: Ground, step: tuple[float, bool] | None = None, **said: Any) -> More:
    amount, exact = step or (None, False)
    return More(amount=amount, exact=exact, **said)


def _undo(_: Ground, times: int = 1) -> UndoLast | None:
    return UndoLast(times) if times > 0 else None


def _new(_: Ground, tokens: Sequence[Token]) -> tuple[Token, ...] | None:
    """Another value as it was said: a number with its unit, or a place."""
    return tuple(tokens) if any(token.number is not None for token in tokens) else None


def _undo_all(_: Ground) -> UndoLast:
    return UndoLast(0)


def _redo(_: Ground) -> Redo:
    return Redo()


_KINDS = KINDS | {"higher": Kind(_higher, 1), "step": Kind(_step, 7), "new": Kind(_new, 4)}
_SAME = "(same|same thing|same setting|same settings|same effect|same effects|exactly same|exact same)"

_WORDINGS: tuple[tuple[Callable[..., Turn | None], tuple[str, ...]], ...] = (
    (
        _again,
        (
            f"[(do|run|try|and)] [{_IT}] (again|once more|one more time|one more)",
            f"(do|run|try|apply|use) [exactly] {_SAME} [again|once more]",
            f"{_SAME} again",
            f"(repeat|encore) [{_IT}|last one|last thing|last step]",
            f"(repeat|run|do) (last|previous) {_THING} [again]",
            f"[do] [{_IT}] {{times:count}} (more times|times more)",
            f"(do|repeat) {_IT} {{times:count}} times",
            "[do|and] {times:count} more of (those|them|that|these)",
        ),
    ),
    (partial(_again, times=2), (f"[do] [{_IT}] (twice|2 times) [more]", f"repeat {_IT} (twice|2 times)")),
    (
        _again,
        (
            (
                f"[and|then] [do|apply|put|use|try|make|repeat] {_SAME} (on|to|for|with|in) {{tracks}} "
                "[too|as well]"
            ),
            f"[and] {_SAME} {{tracks}} [too|as well]",
            f"(do|apply|repeat|copy|try) {_IT} (on|to|for|with) {{tracks}} [too|as well]",
            f"(do|apply|use) {{tracks}} {_SAME}",
            "[and|then] [on|for|to|with|do] {tracks} (too|as well|likewise|2)",
            "(and|also|plus) [on|for|to|with|do] {tracks}",
            "(ditto|likewise|same goes|same here) [for|on|with] {tracks}",
            f"(give|treat) {{tracks}} {_SAME} [treatment]",
            "(do|treat) {tracks} like that [too|as well]",
            "{tracks} same way",
            f"{{tracks}} [also] (needs|need|gets|get|wants|should get|should have|could use) {_SAME} [too]",
            "{tracks} [also] (needs|need|gets|get|wants|should get|should have|could use) same {kind} [too]",
            "[and|now|then] [put|add|do|use|apply] same {kind} (on|for|to|onto) {tracks} [too|as well]",
        ),
    ),
    (
        partial(_more, way=1, of_value=True),
        (
            f"[{_STEER}] [{_IT}] [even|still] [by] {{step}} (more|extra)",
            f"[{_STEER}] [{_IT}] [even|still] (more|some more)",
        ),
    ),
    (
        partial(_more, absolute=True),
        (
            f"[{_STEER}] [{_IT}] [by] {{step}} {{way:up}}",
            f"[{_STEER}] [{_IT}] {{way:up}} [by] {{step}}",
            f"[{_STEER}] [{_IT}] [{{step}}] {{way:higher}}",
            f"[{_STEER}] [{_IT}] ({{step}} more|more {{step}}) {{way:higher}}",
            f"{{way:raise}} {_IT} [[by] {{step}}]",
        ),
    ),
    (
        _undo,
        (
            f"(undo|revert|take back|reverse) [last|previous] {{times:count}} {_THING}",
            f"(undo|revert|go back) [{_IT}] {{times:count}} times",
            "(undo|revert|take back) last {times:count}",
            f"go back {{times:count}} {_THING}",
            f"[go] {{times:count}} {_THING} back",
        ),
    ),
    (partial(_undo, times=2), (f"undo [{_IT}] twice", "undo both [of] [them|those|these] [things|changes]",
                               "(undo|take back) last couple [of] [things|changes|steps]")),
    (
        _undo_all,
        (
            (
                f"(undo|revert|take back) (everything|all|all {_THING}|all of {_IT}) "
                "[you (did|have done|changed)]"
            ),
            "(undo|revert|take back) everything we (did|have done|changed)",
            "undo all of what you did",
            "put everything back [as it was|how it was]",
            "start over",
        ),
    ),
    (
        partial(_again, times=1),
        (
            "(and|also|plus) [on|for|to|with] {tracks} (at|to|with) {value:new}",
            f"[do|apply|use] {_SAME} (on|to|for|with) {{tracks}} (but|only) [at|to|with|by] {{value:new}}",
            "(and|also) (to|at) {value:new} [too|as well]",
        ),
    ),
    (
        partial(_again, by=True),
        ("(and|also|plus) [on|for|to|with] {tracks} by {value:new}",),
    ),
    (
        _redo,
        (
            f"redo [{_IT}|last one|last thing|last change|undo]",
            "undo (undo|last undo)",
            f"(bring|put) {_IT} back again",
            "do what you [just] (undid|took back) [again]",
            f"reapply {_IT}",
            "no (keep|i want to keep) it after all",
            "actually put it back again",
        ),
    ),
)  # fmt: skip


def read_turn(text: str, ground: Ground) -> Turn | None:
    """What a sentence means beside a request of its own; None for one of these."""
    if (friendly := _greeting(text)) is not None:
        return friendly
    if (then := _AND_THEN.match(text)) is not None:
        return UndoLast(rest=then["rest"])
    sentence = unwrapped(text)
    if _AND.match(text):
        sentence = f"and {sentence}"  # "and the keys" goes on, where "the keys" would begin anew
    ground = replace(ground, sentence=sentence)
    clause = Clause(ground, tokenize(sentence), _KINDS)
    found = [
        (one.words, turn)
        for build, patterns in _WORDINGS
        for pattern in patterns
        for one in match(pattern, clause)
        if not any(isinstance(value, Problem) for value in one.values.values())
        and (turn := build(ground, **one.values)) is not None
    ]
    turn = max(found, key=lambda each: each[0])[1] if found else None
    return replace(turn, in_db="db" in clause.words) if isinstance(turn, More) else turn


def _greeting(text: str) -> Greet | None:
    said = plain(text)
    for kind, wordings in _GREETINGS.items():
        if said in wordings:
            return Greet(kind)  # pyright: ignore[reportArgumentType]
    return None
