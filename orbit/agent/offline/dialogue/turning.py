"""The move for a sentence that refers to what was done before: by its wording, or by what it is made of.

A wording that only a conversation gives a meaning goes first, then a request that says all it needs, and then
the loose reading. After a request that was refused, nothing is about what was done before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from orbit.agent.answers import Decline
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.correcting import corrected, edited, taken_back_first
from orbit.agent.offline.dialogue.corrections import read_correction
from orbit.agent.offline.dialogue.handling import is_of_a_device
from orbit.agent.offline.dialogue.outright import Remarked, after_remark, put_back, spelt_out, undone_there
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.dialogue.refused import refused_last, said_anew
from orbit.agent.offline.dialogue.replying import reply_to
from orbit.agent.offline.dialogue.said import (
    Again,
    Correct,
    Greet,
    Longer,
    Made,
    More,
    Remove,
    Request,
    Settings,
    Switch,
    Turn,
    UndoLast,
)
from orbit.agent.offline.dialogue.wordings import read_turn
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Back, Move
from orbit.agent.offline.preferring import is_wish
from orbit.agent.offline.proposal import asked_first, held
from orbit.agent.offline.understanding import (
    CopyDevices,
    Edits,
    Forget,
    Keep,
    Remember,
    TakeBack,
    Understood,
)
from orbit.agent.overview import quoted
from orbit.agent.reader.discourse_turns import read_follow_up

__all__ = ["in_conversation"]

_Asked = Callable[[str, Known], Move]
"""The move for a request of its own."""
_NOTHING_DONE = "I did not do anything for “{}”, so I cannot build on that. Say in full what you want."


def in_conversation(text: str, known: Known, asked: _Asked) -> Move | None:
    """The move for what refers to something that was done before; None for a request of its own."""
    turn, doubt = _follow_up(text, known)
    if (
        isinstance(turn, UndoLast | Correct | More | Made)
        and not doubt
        and ((move := _move(turn, known, asked)) is not None)
    ):
        return move  # every word of it is about the last act
    move = _spoken(text, known, asked)
    return held(move, text, known, goes_on=True) if move is not None else None


def _follow_up(text: str, known: Known) -> tuple[Turn | None, int]:
    """What a sentence says of the last act before it is anything else, and how many words are left over."""
    turn, doubt = read_follow_up(text, known) or (None, 0)
    understood, past = known.read(text), known.past
    if turn is None or (doubt and (understood is not None or past.last is None)):
        return None, 0
    waits = isinstance(turn, More | Correct | Again | Greet) and past.last is None
    first = not waits and refused_last(past) is None and _goes_first(turn, understood, known)
    return (turn, doubt) if first else (None, 0)


def _spoken(text: str, known: Known, asked: _Asked) -> Move | None:
    understood = known.read(text)
    if isinstance(understood, Remember | Forget | Keep | TakeBack | CopyDevices) or is_wish(text, understood):
        return None
    turn, doubt = _follow_up(text, known)
    if turn is not None and not doubt and (move := _move(turn, known, asked)) is not None:
        return move
    if known.past.recent and (move := _made_plain(text, known, understood, asked)) is not None:
        return move
    refused = refused_last(known.past)
    after = _after_refusal(text, refused, known, asked) if refused is not None else None
    if (move := after or _strictly(text, known, asked)) is not None or turn is None:
        return move
    move = _move(turn, known, asked)
    return asked_first(move, text, known) if move is not None and doubt else move


def _made_plain(text: str, known: Known, understood: Understood | None, asked: _Asked) -> Move | None:
    """The move for a sentence that points at what was done lately, or opens with a remark on it."""
    if (back := put_back(text, known) or undone_there(text, known)) is not None:
        return _move(back, known, asked)
    if (said := spelt_out(text, known)) is not None:
        return asked(said, known)
    opened = after_remark(text, known)
    if not isinstance(opened, Remarked):
        return _move(opened, known, asked) if opened is not None else None
    if isinstance(understood, Edits) and not understood.loose:
        return None
    then = _spoken(opened.tail, known, asked)
    if then is None and isinstance(known.read(opened.tail), Edits):
        then = asked(opened.tail, known)
    return None if isinstance(then, Decline) else then


def _move(turn: Turn, known: Known, asked: _Asked) -> Move | None:
    if isinstance(turn, Request):
        return _asked_for(turn, known, asked)
    if isinstance(turn, Correct):
        return _corrected(turn, known, asked)
    if isinstance(turn, Made):
        made = edited(turn.actions)
        return taken_back_first(known.past.last, made) if turn.instead and known.past.last else made
    return reply_to(turn, known, lambda text: asked(text, known))


def _asked_for(turn: Request, known: Known, asked: _Asked) -> Move | None:
    if not isinstance(known.read(turn.text), Edits):
        return None
    then, last = asked(turn.text, known), known.past.last
    if turn.instead and last is not None and isinstance(then, tuple):
        return taken_back_first(last, then)
    return then


def _goes_first(turn: Turn, understood: Understood | None, known: Known) -> bool:
    """Whether a turn goes before what the sentence is as a request of its own.

    A request that says all it needs goes first, unless its "it" is older than the last thing, or it speaks
    of a parameter of the device that was worked on, or goes further with what was set last.
    """
    if (
        not isinstance(understood, Edits)
        or understood.loose
        or isinstance(turn, Settings | Remove | Correct | UndoLast | Made)
    ):
        return True
    last = edits_of(known.past.last) if known.past.last is not None else []
    elsewhere = not {*subjects(understood.actions)} <= {*subjects(last)}
    if isinstance(turn, More) and not turn.absolute:
        return elsewhere or {action.action for action in understood.actions} <= {
            action.action for action in last
        }
    if isinstance(turn, Switch) and last and is_of_a_device(last[-1]):
        return True
    return isinstance(turn, Switch) and elsewhere


def _strictly(text: str, known: Known, asked: _Asked) -> Move | None:
    """The move for a sentence whose wording, as a whole, is one of a conversation."""
    ground = known.ground(text)
    if (turn := read_turn(text, ground)) is not None:
        return _move(turn, known, asked)
    correct = read_correction(text, ground)
    if correct is None:
        return None
    if known.past.last is None and not correct.whole:
        return Decline(reason="There is nothing to correct yet. Say in full what you want.")
    return _corrected(correct, known, asked)


def _corrected(correct: Correct, known: Known, asked: _Asked) -> Move | None:
    """The move for a correction; one that says in full what was meant is a request of its own."""
    if (move := corrected(correct, known)) is not None or not correct.marked or not correct.whole:
        return move
    then, done = asked(correct.whole, known), known.past.last
    if done is None or isinstance(then, Back) or not isinstance(then, tuple):
        return then
    looks = all(call.tool == "search_workflows" for call in then)
    return then if looks else taken_back_first(done, then)


_POINTS = re.compile(r"\b(?:it|its|that|this|them|these|those|same|too|again|also|more|and)\b", re.IGNORECASE)
"""What makes a request one that goes on from another."""


def _after_refusal(text: str, refused: Done, known: Known, asked: _Asked) -> Move | None:
    """The move for what goes on from a request that was refused: what was done before is not meant."""
    turn, correct = read_turn(text, known.ground(text)), read_correction(text, known.ground(text))
    loosely = (read_follow_up(text, known) or (None, 0))[0] if turn is None else None
    corrects = [said for said in (correct, loosely) if isinstance(said, Correct)] if turn is None else []
    if (then := _said_anew(refused, corrects, known, asked)) is not None:
        return then
    nothing = Decline(reason=_NOTHING_DONE.format(quoted(refused.request)))
    own = isinstance(known.read(text), Edits) and _POINTS.search(text) is None
    if known.past.last is not None and _goes_on(turn or loosely) and not own:
        return nothing
    if not corrects:
        return None
    whole = corrects[0].whole or text
    own = isinstance(known.read(whole), Edits) or not corrects[0].marked
    return asked(whole, known) if own else nothing


def _said_anew(refused: Done, corrects: Sequence[Correct], known: Known, asked: _Asked) -> Move | None:
    """The move for the refused request with a correction in it, where that can be done."""
    before = known.with_past(known.past.before(refused))
    for correct in corrects:
        clearer = said_anew(refused, correct, known)
        if clearer is None:
            continue
        then = _spoken(clearer, before, asked) or asked(clearer, before)
        if not isinstance(then, Decline):
            return then
    return None


def _goes_on(turn: Turn | None) -> bool:
    """Whether it goes on from the last thing; "again" alone can be about nothing that was refused."""
    if isinstance(turn, Again):
        return bool(turn.tracks or turn.value or turn.name)
    return isinstance(turn, More | Switch | Longer | Remove)
