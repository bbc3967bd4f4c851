"""What a correction comes to: the last thing taken back, and what was meant done in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from daw_bridges.actions import Action, SetSend, action_json
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, parse_quantity
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.agent.answers import Decline, Question
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.deeds import Deed, only_there, same_there
from orbit.agent.offline.dialogue.past import is_joined, named_in, subjects
from orbit.agent.offline.dialogue.said import Correct
from orbit.agent.offline.dialogue.values_anew import revalued
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Back, Call, Move, Reply, Then
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.mentions import mentions
from orbit.agent.offline.understanding.naming import one_of
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, plain, tokenize
from orbit.agent.reader.discourse_lexicon import bare
from orbit.agent.readings import read_there
from orbit.workflows.roles import ROLES, role_of

__all__ = [
    "MEANT", "alike_to", "corrected", "edited", "request_of", "taken_back_first", "to_return",
    "valued_there", "with_tracks", "with_value",
]  # fmt: skip

MEANT = "meant"
"""The slot of a question that asks what was meant instead."""
_LONGEST_REQUEST = 400


def corrected(correct: Correct, known: Known) -> Move | None:
    """The move for a correction of the last thing; None where its words correct nothing of it."""
    last = known.past.last
    if last is None:
        return None
    if correct.other:
        return _other(last, known)
    if correct.tracks or correct.spared:
        return _elsewhere(last, correct, known)
    if correct.rest:
        then = _otherwise(last, correct, known)
        return taken_back_first(last, then) if then is not None else None
    question = Question(question="Which one instead?", request=last.request, slot=MEANT)
    return taken_back_first(last, question)


def taken_back_first(last: Done, then: Then | None) -> Move:
    """What is to be done, once the last thing is taken back; where that did nothing, at once."""
    stands = last.outcome == "done" and (Deed.of(last).changed or not last.actions)
    return Back((request_of(last),), then) if stands else then or Reply("All right, nothing was changed.")


def request_of(done: Done) -> str | None:
    """What a request is known by; None for one too long to be told from others by what is kept of it."""
    return done.request if len(done.request) < _LONGEST_REQUEST else None


def _elsewhere(last: Done, correct: Correct, known: Known) -> Move | None:
    """The last thing done to other tracks, or not to some; with another value, where one is said."""
    tracks, spared = correct.tracks, correct.spared
    if is_joined(last):
        return Decline(
            reason="That was several things. Say in full which one you mean, and what it should be."
        )
    if last.workflow is not None:
        slots = with_tracks(last.slots, tracks, known.session, spared) if tracks else None
        if slots is not None and correct.rest:
            slots = with_value(slots, correct.text, last.request)
        if slots is None:
            return Decline(reason="I cannot tell what that should change. Say in full what you want.")
        then: Then = (Call("plan_workflow", {"id": last.workflow, "slots": slots}),)
        return taken_back_first(last, (*_renamed(last, spared, tracks, known), *then))
    deed = Deed.of(last, known.past.origin)
    if not tracks:
        kept = only_there(deed.actions, spared)
        gone = len(kept) < len(deed.actions)
        return taken_back_first(last, edited(kept) if kept else None) if gone else _not_there(spared)
    sends = to_return(deed.actions, tracks, known.session)
    made = sends or same_there(deed, tracks, known.session, instead_of=spared)
    if not isinstance(made, Problem) and correct.rest:
        kept = only_there(deed.actions, spared) if spared and not sends else []
        valued = valued_there(deed, made[len(kept) :], correct.rest, known, by=correct.by)
        made = [*kept, *valued] if valued else Problem(_NO_SUCH_VALUE)
    if isinstance(made, Problem):
        return Decline(reason=made.message)
    return taken_back_first(last, (*_renamed(last, spared, tracks, known), *edited(made)))


_NO_SUCH_VALUE = "That had no such value. Say in full what you want."


def valued_there(
    deed: Deed, made: Sequence[Action], value: Sequence[Token], known: Known, *, by: bool
) -> list[Action] | None:
    """Edits like those of a deed with another value: how far from here ("the bass by 2"), or where to."""
    relative = by and deed.relative
    now = tuple(read_there(known.session, action) if relative else None for action in made)
    ground = known.ground(" ".join(token.text for token in value))
    return revalued(Deed(tuple(made), now, relative=relative), value, ground, named=False)


def _not_there(spared: Sequence[str]) -> Decline:
    return Decline(
        reason=f"I did nothing to {one_of(spared)} just now, so there is nothing to take back there."
    )


def to_return(actions: Sequence[Action], tracks: Sequence[str], session: Session) -> list[Action] | None:
    """Sends to another return, where that is what was named."""
    if len(tracks) != 1 or tracks[0] not in {track.name for track in session.returns}:
        return None
    if not any(isinstance(action, SetSend) for action in actions):
        return None
    return [
        action.model_copy(update={"to": tracks[0]}) if isinstance(action, SetSend) else action
        for action in actions
    ]


def _other(last: Done, known: Known) -> Move:
    """What “the other one” is: the only track that is like the one it was done to, or the other return."""
    old = subjects(Deed.of(last).actions) or tuple(
        name for value in last.slots.values() for name in named_in(value, known.session)
    )
    alike = alike_to(old[0], known.session) if len(old) == 1 else []
    if not alike:
        to = {action.to for action in Deed.of(last).actions if isinstance(action, SetSend)}
        alike = [track.name for track in known.session.returns if to and track.name not in to]
    if len(alike) == 1:
        moved = _elsewhere(last, Correct(tracks=tuple(alike)), known)
        assert moved is not None, "a track is named"
        return moved
    question = Question(
        question=f"Which one: {one_of(alike)}?" if alike else "Which one instead?",
        options=tuple(alike),
        request=last.request,
        slot=MEANT,
    )
    return taken_back_first(last, question)


def alike_to(name: str, session: Session) -> list[str]:
    """The tracks that are called the same thing as one ("vox"), or play the same part."""
    if [*session.track_names].count(name) != 1:
        return []
    noun, role = plain(name).split()[-1:], role_of(find_track(session, name))
    return [
        other.name
        for other in session.ordinary_tracks
        if other.name != name
        and (noun == plain(other.name).split()[-1:] or (role is not None and role_of(other) == role))
    ]


def _otherwise(last: Done, correct: Correct, known: Known) -> tuple[Call, ...] | None:
    """The last thing with another value."""
    if last.workflow is not None:
        text = " ".join(token.text for token in correct.rest)
        named = _settings(correct, known)
        held = {**last.slots, **named} if named and {*named} <= {*last.slots} else None
        slots = held or with_value(last.slots, text, last.request)
        return (Call("plan_workflow", {"id": last.workflow, "slots": slots}),) if slots else None
    deed = Deed.of(last, known.past.origin)
    made = revalued(deed, correct.rest, known.ground(correct.text), named=correct.marked)
    return edited(made) if made is not None and made != list(deed.actions) else None


def _settings(correct: Correct, known: Known) -> dict[str, str]:
    """The settings that are named: a value alone is read by what was set last."""
    found: Any = KINDS["settings"].read(known.ground(correct.text), correct.rest)
    settings = cast("tuple[tuple[str, float | str], ...]", found or ())
    return (
        {name.replace(" ", "_"): str(value) for name, value in settings}
        if all(name for name, _ in settings)
        else {}
    )


def edited(actions: Sequence[Action]) -> tuple[Call, ...]:
    """Give the call that plans edits."""
    return (Call("plan_actions", {"actions": [action_json(action) for action in actions]}),)


def _renamed(last: Done, spared: Sequence[str], tracks: Sequence[str], known: Known) -> tuple[Call, ...]:
    """A note of which track a word means, where it was taken for another one.

    A track's own name is no such word: whoever says it and means another track has slipped.
    """
    if len(tracks) != 1:
        return ()
    ground = known.ground(last.request)
    names = {plain(name) for name in known.session.track_names}
    for mention in mentions(ground, tokenize(ground.sentence)):
        wrong = mention.type == "track" and len(mention.values) == 1 and mention.values != tuple(tracks)
        if wrong and (not spared or mention.values[0] in spared):
            word = plain(mention.text).removeprefix("the ").removesuffix(" track")
            if word in names or bare(word.split()) == "it":
                return ()
            return (Call("remember_name", {"name": word, "track": tracks[0], "picked": True}),)
    return ()


# -- the slots of a workflow -------------------------------------------------------------------------------

_FIRST = ("target", "track", "tracks", "source")
"""Which slot is meant where nothing else tells: what the workflow is done to."""


def with_tracks(
    slots: Mapping[str, str], tracks: Sequence[str], session: Session, instead_of: Sequence[str] = ()
) -> dict[str, str] | None:
    """The slots with other tracks in one of them; None where no slot holds tracks.

    The slot that holds what is replaced, or else a track of the same family, or else the first.
    """
    returns = {track.name for track in session.returns}
    sort = returns.isdisjoint(tracks)  # a return stands for a return
    held = {
        name: named
        for name, value in slots.items()
        if (named := named_in(value, session)) and returns.isdisjoint(named) == sort
    }
    if not held:
        return None
    slot = _holding(held, instead_of) or _akin(held, tracks, session) or _first(held)
    taken = {name for other, names in held.items() if other != slot for name in names}
    if taken & set(tracks):
        return None
    return {**slots, slot: ", ".join(tracks)}


def _holding(held: Mapping[str, Sequence[str]], replaced: Sequence[str]) -> str | None:
    return next((slot for slot, names in held.items() if set(names) & set(replaced)), None)


def _akin(held: Mapping[str, Sequence[str]], tracks: Sequence[str], session: Session) -> str | None:
    """The only slot whose track is of the same family as the new one: a snare goes where the kick was."""
    families = {slot: _family(names[0], session) for slot, names in held.items()}
    wanted = _family(tracks[0], session)
    akin = [slot for slot, family in families.items() if family is not None and family == wanted]
    return akin[0] if len(akin) == 1 else None


def _family(name: str, session: Session) -> str | None:
    role = role_of(find_track(session, name))
    return next((whole for whole, what in ROLES.items() if role in what.parts), role)


def _first(held: Mapping[str, Sequence[str]]) -> str:
    return next((slot for slot in _FIRST if slot in held), next(iter(held)))


def with_value(slots: Mapping[str, str], said: str, request: str = "") -> dict[str, str] | None:
    """The slots with another value in the only one of its unit; None where that is none, or not one.

    Of several, the one whose value was said in the ``request``.
    """
    unit = _unit(said)
    fitting = [name for name, value in slots.items() if unit is not None and _unit(value) == unit]
    if not fitting and unit is Unit.NONE:
        fitting = [name for name, value in slots.items() if _unit(value) is not None]
    if len(fitting) > 1:
        numbers = [token.number for token in tokenize(request)]
        fitting = [name for name in fitting if parse_quantity(slots[name]).value in numbers]
    return {**slots, fitting[0]: said} if len(fitting) == 1 else None


def _unit(value: str) -> Unit | None:
    try:
        return parse_quantity(value).unit
    except QuantityError:
        return None
