"""The move for a sentence that refers to what was done before.

What is about the last act as a whole goes first, then a request that says all it needs, then what only opens
with the last act. After a request that was refused, nothing is about what was done before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from daw_bridges.actions import Action, SetPan, SetTempo, SetVolume, action_json
from daw_bridges.algebra import apply_all, resolve_labels
from daw_bridges.errors import OrbitError
from orbit.agent.answers import Decline
from orbit.agent.context import Done
from orbit.agent.offline.coverage import Plan
from orbit.agent.offline.dialogue.correcting import corrected, edited, taken_back_first
from orbit.agent.offline.dialogue.deeds import sort_of
from orbit.agent.offline.dialogue.handling import is_of_a_device
from orbit.agent.offline.dialogue.past import Past, edits_of, subjects
from orbit.agent.offline.dialogue.refused import refused_last, said_anew
from orbit.agent.offline.dialogue.replying import reply_to
from orbit.agent.offline.dialogue.said import (
    Again,
    Correct,
    Greet,
    Longer,
    Made,
    More,
    Redo,
    Remove,
    Request,
    Settings,
    Switch,
    Turn,
    UndoLast,
)
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Back, Move
from orbit.agent.offline.preferring import is_wish
from orbit.agent.offline.proposal import asked_first, held, parts_of
from orbit.agent.offline.understanding import (
    CopyDevices,
    Edits,
    Forget,
    Keep,
    Problem,
    Remember,
    TakeBack,
    Understood,
)
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.overview import quoted
from orbit.agent.reader.discourse import Heard, heard, in_words, openings
from orbit.agent.reader.discourse_lexicon import bare, listed, marks, nouns, quality, says
from orbit.agent.reader.discourse_references import spelt_out
from orbit.agent.reader.discourse_turns import read_follow_up, turn_of
from orbit.agent.reader.discourse_values import how_far
from orbit.agent.readings import aim, aimed_at, read_there

__all__ = ["in_conversation", "on_its_own"]

_Asked = Callable[[str, Known], Move]
"""The move for a request of its own."""
_NOTHING_DONE = "I did not do anything for “{}”, so I cannot build on that. Say in full what you want."
_NOTHING_TO_CORRECT = "There is nothing to correct yet. Say in full what you want."


def in_conversation(text: str, known: Known, asked: _Asked) -> Move | None:
    """The move for what refers to something that was done before; None for a request of its own."""
    turn, doubt = _follow_up(text, known)
    if (
        isinstance(turn, UndoLast | Correct | More | Made)
        and not doubt
        and ((move := _move(turn, known, asked)) is not None)
    ):
        return move  # every word of it is about the last act
    if (anew := _in_one_breath(text, known, asked)) is not None:
        return anew
    move = _spoken(text, known, asked)
    return held(move, text, known, goes_on=True) if move is not None else None


def _in_one_breath(text: str, known: Known, asked: _Asked) -> Move | None:
    """The question whether what a request is corrected to before its end is meant: "snare down 2, no, 3".

    What it asks for first is taken as done, and the rest for what is said next; only that is proposed.
    """
    tokens = tokenize(text)
    if any(token.quoted or token.text in listed("namers") for token in tokens):
        return None
    for at in range(2, len(tokens)):
        begins = {
            marks().get(bare([token.text for token in tokens[at:end]])) for end in range(at + 1, at + 4)
        }
        head, tail = text[: tokens[at].start].rstrip(" ,;:.-…"), text[tokens[at].start :]
        first = known.read(head) if begins & {"no", "meant", "sorry"} else None
        if not isinstance(first, Edits) or not isinstance(held(edited(first.actions), head, known), tuple):
            continue
        if (then := _as_done(head, first.actions, known)) is None:
            continue
        move, said = _spoken(tail, then, asked), heard(tail, then)
        calls = move.then if isinstance(move, Back) else None
        if said is not None and not said.any("fine") and isinstance(calls, tuple):
            planned = tuple(call for call in calls if call.tool == "plan_actions")
            return asked_first(planned, text, known) if planned else None
    return None


def _as_done(request: str, actions: Sequence[Action], known: Known) -> Known | None:
    """What is known once a request is done that was not done yet; None where it cannot be done."""
    read = tuple(read_there(known.session, action) for action in actions)
    made, about = tuple(map(action_json, actions)), subjects(actions)
    done = Done(request=request, outcome="done", actions=made, read=read, tracks=about)
    try:
        after = apply_all(known.session, resolve_labels(known.session, actions))
    except OrbitError:
        return None
    return replace(known.with_past(Past((done, *known.past.done))), stands=after)


def on_its_own(move: Move, text: str, known: Known) -> Move:
    """The move for a request that no turn took, or the question whether it is meant.

    It is asked about where it speaks of the last act and passes that over: it leaves a track alone that is
    named, corrects what nobody did, does not go back where it says so, or has a stranger beside "it".
    """
    said = heard(text, known) if known.past.standing() else None
    understood = known.read(text)
    plain = isinstance(understood, Edits) and not understood.loose
    if said is None or not isinstance(move, tuple):
        return move
    plan = Plan(text, known, parts_of(move), (), goes_on=True)
    named = {
        name for piece in said.all("tracks") if not isinstance(piece.value, Problem) for name in piece.value
    }
    adds = any(in_words(piece.tokens) not in listed("joints") for piece in said.all("add"))
    refers, inherits = said.any(*listed("refers")), named.isdisjoint(plan.touched)
    own = (
        (refers and bool(plan.workflows))
        or (named and inherits and (adds or refers))
        or said.corrects  # it takes nothing back
        or (inherits and _is_strange(text, known))
        or (said.whole and not said.any("all", "verb", "tracks", "other noun", "kind"))
        or _passes_it_over(said, plan)
    )
    judged = ({each.split()[0] for each in piece.value.edits} for piece in said.all("quality"))
    bare = any(each.isdisjoint(edit.action for edit in plan.edits) for each in judged) or _takes_all(said)
    bare = bare or (refers and not (plan.workflows or plan.copies) and _contradicts(said, plan))
    bare = bare or any(_is_bare(edit, said) for edit in plan.edits)
    doubtful = plan.parts and ((own and not plain) or bare)
    return (asked_first(move, text, known) or move) if doubtful else move


def _takes_all(said: Heard) -> bool:
    """Whether "all" says how far and not which ones: "and the pan all to the left"."""
    words = [token.text for token in said.tokens]
    found = zip(words, words[1:], words[2:], strict=False)
    return any(the in ("the", "its") and noun in nouns() and all_ == "all" for the, noun, all_ in found)


def _passes_it_over(said: Heard, plan: Plan) -> bool:
    """Whether "it" or "there" is left out, or a track taken that is only held against: "over the keys"."""
    words = [token.text for token in said.tokens]
    names = [said.tokens.index(piece.tokens[0]) for piece in said.all("tracks")]
    if plan.workflows:
        return False  # "under the kick" fills a slot
    its = "there" in words or "it" in words[: min(names, default=0)]
    spoken_of = {*said.known.past.tracks(said.known.session)}
    before = ([word for word in words[:at] if word != "the"] for at in names)
    beside = {phrase for said_ in before for phrase in (" ".join(said_[-2:]), *said_[-1:])}
    return (its and bool(names) and not spoken_of & plan.touched) or not beside.isdisjoint(listed("beside"))


def _is_strange(text: str, known: Known) -> bool:
    """Whether a word beside what is asked for is one of no row: what that says, nobody knows."""
    decision = known.read_by_frames(text)
    edits = decision.reading.edits if decision.reading is not None else None
    left = decision.strange if edits is None else frozenset[int]().union(*(arc.left for arc in edits))
    return not left.isdisjoint(decision.strange)


def _is_bare(edit: Action, said: Heard) -> bool:
    """Whether only a number made it a tempo or a level, where another number was set last: "make that 30"."""
    of, words = frozenset({edit.action}), [token.text for token in said.tokens]
    named = any(of & nouns().get(word, frozenset()) for word in words) or any(
        quality(name, word, of) for name in ("too", "more_of") for word in words
    )
    if named or sort_of(edit) in map(sort_of, said.actions):
        return False
    if isinstance(edit, SetTempo):
        return True
    last = said.actions[-1:]
    level = isinstance(edit, SetVolume) and not said.any("up", "down", "tracks")
    return level and any(
        how_far(said, piece) is not None and not isinstance(last[0], SetPan) for piece in said.all("value")
    )


def _contradicts(said: Heard, plan: Plan) -> bool:
    """Whether edits are of something else than the last act, where that is judged, or do not go back."""
    if said.any(*listed("judges")):
        same = {*map(sort_of, plan.edits)} <= {*map(sort_of, said.actions)}
        if not same or (said.any("overdone") and not all(_is_on_the_way_back(e, said) for e in plan.edits)):
            return True
    if not said.any("back", "returned", "ease"):
        return False
    return not all(_is_on_the_way_back(edit, said) for edit in plan.edits) or _stays_off(said, plan)


def _stays_off(said: Heard, plan: Plan) -> bool:
    """Whether what was switched last on a track that comes back is left as it is."""
    for done in said.known.past.standing():
        of = {subjects([edit]): edit.action for edit in edits_of(done) if edit.action in listed("switches")}
        about = [edit for edit in plan.edits if subjects([edit]) in of]
        if about:
            return {of[subjects([edit])] for edit in about}.isdisjoint(edit.action for edit in plan.edits)
    return False


def _is_on_the_way_back(edit: Action, said: Heard) -> bool:
    """Whether a number lies between what reads there now and what did before it was last set."""
    new, now = aim(edit), read_there(said.known.session, edit)
    for done in said.known.past.standing():
        for action, before in zip(edits_of(done), done.read, strict=False):
            if before is not None and now is not None and new is not None and aimed_at(action, new) == edit:
                return min(before, now) <= new <= max(before, now)
    return True


def _follow_up(text: str, known: Known) -> tuple[Turn | None, int]:
    """What a sentence says of the last act before it is anything else, and how many words are left over."""
    turn, doubt = read_follow_up(text, known) or (None, 0)
    understood, past = known.read(text), known.past
    asks = isinstance(turn, Again | More | UndoLast) and turn.asks
    if turn is None or (doubt and past.last is None) or (doubt > asks and understood is not None):
        return None, 0
    first = refused_last(past) is None and _goes_first(turn, understood, text, known)
    return (turn, doubt) if first else (None, 0)


def _spoken(text: str, known: Known, asked: _Asked) -> Move | None:
    understood = known.read(text)
    if isinstance(understood, Remember | Forget | Keep | TakeBack | CopyDevices) or is_wish(text, understood):
        return None
    turn, doubt = _follow_up(text, known)
    if turn is not None and not doubt and (move := _move(turn, known, asked)) is not None:
        return move
    if known.past.recent and (move := _opened(text, known, understood, asked)) is not None:
        return move
    refused = refused_last(known.past)
    if refused is not None and (after := _after_refusal(text, refused, known, asked)) is not None:
        return after
    if turn is None:
        return _corrected_in_full(text, known, asked)
    move = _move(turn, known, asked)
    return asked_first(move, text, known) if move is not None and doubt else move


def _opened(text: str, known: Known, understood: Understood | None, asked: _Asked) -> Move | None:
    """The move for a sentence that opens with the last act, or points at what was done lately."""
    plain = isinstance(understood, Edits) and not understood.loose
    found = [*openings(text, known)]
    for said, tail in found:
        turn = turn_of(said)
        if isinstance(turn, UndoLast) and turn.times == 1 and known.past.last is not None:
            return _move(_elsewhere(tail, known) or replace(turn, rest=tail), known, asked)
    if (clearer := spelt_out(text, known)) is not None:
        match read_follow_up(clearer, known):
            case (Again(asks=False) | Made() | UndoLast() | Correct() as turn, 0):
                return _move(turn, known, asked)
            case _:
                pass
        return on_its_own(asked(clearer, known), text, known)
    for said, tail in found if not plain else ():
        remarks = said.labels <= listed("remarks") - {"judged"} and not said.corrects
        if remarks and (move := _behind_remark(tail, known, asked)) is not None:
            return on_its_own(move, text, known) if said.any("overdone", "quality") else move
    return None


def _corrected_in_full(text: str, known: Known, asked: _Asked) -> Move | None:
    """The move for a request behind words that correct: "no, solo the keys"."""
    tails = (tail for said, tail in openings(text, known) if said.labels <= listed("opens") and said.corrects)
    tail = next(tails, None)
    return _instead(tail, known, asked) if tail is not None else None


def _elsewhere(tail: str, known: Known) -> Correct | None:
    """The last act otherwise in its place: "put that back and do it to the keys", "… and give it one"."""
    match read_follow_up(tail, known):
        case (
            (Again(tracks=tracks, value=rest, by=by) | Correct(tracks=tracks, rest=rest, by=by)) as turn,
            doubt,
        ) if doubt == (isinstance(turn, Again) and turn.asks):
            said = " ".join(token.text for token in rest)
            return (
                Correct(tracks=tracks, rest=rest, text=said, marked=True, by=by) if tracks or rest else None
            )
        case _:
            return None


def _instead(tail: str, known: Known, asked: _Asked) -> Move | None:
    """The move for a request in place of the last act; one that is not understood takes nothing back."""
    then, last = asked(tail, known), known.past.last
    looks = isinstance(then, tuple) and all(call.tool == "search_workflows" for call in then)
    if last is None or refused_last(known.past) is not None or looks or not isinstance(then, tuple):
        return then
    return taken_back_first(last, then)


def _behind_remark(tail: str, known: Known, asked: _Asked) -> Move | None:
    then = _spoken(tail, known, asked)
    if then is None and isinstance(known.read(tail), Edits):
        then = on_its_own(asked(tail, known), tail, known)
    return None if isinstance(then, Decline) else then


def _move(turn: Turn, known: Known, asked: _Asked) -> Move | None:
    last = known.past.last
    if isinstance(turn, Request):
        if not isinstance(known.read(turn.text), Edits):
            return None
        return _instead(turn.text, known, asked) if turn.instead else asked(turn.text, known)
    if isinstance(turn, Correct):
        return corrected(turn, known) if last is not None else Decline(reason=_NOTHING_TO_CORRECT)
    if isinstance(turn, Made):
        made = edited(turn.actions)
        return taken_back_first(last, made) if turn.instead and last is not None else made
    return reply_to(turn, known, lambda text: asked(text, known))


def _goes_first(turn: Turn, understood: Understood | None, text: str, known: Known) -> bool:
    """Whether a turn goes before what the sentence is as a request of its own.

    A request that says all it needs goes first, unless its "it" is older than the last thing, or it speaks
    of a parameter of the device that was worked on, or goes further with what was set last.
    """
    own = isinstance(turn, Again) or (isinstance(turn, Correct) and turn.tracks and not turn.marked)
    points = listed("points") - (listed("joints") if isinstance(turn, Again) and not turn.value else set())
    refers = not own or not points.isdisjoint(bare([token.text for token in tokenize(text)]).split())
    done = known.past.last
    if done is None and (isinstance(understood, Problem) or not refers):
        return False
    if not isinstance(understood, Edits) or understood.loose:
        return True
    if done is None or not refers:
        return False
    if isinstance(turn, Settings | Remove | Correct | UndoLast | Made | More | Again):
        return True
    last = edits_of(done)
    elsewhere = not {*subjects(understood.actions)} <= {*subjects(last)}
    if isinstance(turn, Request):
        return elsewhere
    return isinstance(turn, Switch) and (elsewhere or (bool(last) and is_of_a_device(last[-1])))


def _after_refusal(text: str, refused: Done, known: Known, asked: _Asked) -> Move | None:
    """The move for what goes on from a request that was refused: what was done before is not meant."""
    turn, doubt = read_follow_up(text, known) or (None, 0)
    if isinstance(turn, Greet | Redo | UndoLast) and not doubt:
        return _move(turn, known, asked)
    correct = turn if isinstance(turn, Correct) and not doubt else None
    if isinstance(turn, Again) and turn.asks:
        correct = Correct(tracks=turn.tracks)
    if correct is not None and (then := _said_anew(refused, correct, known, asked)) is not None:
        return then
    own = isinstance(known.read(text), Edits) and not says(text, "points")
    if isinstance(turn, Again) and turn.asks and known.past.last is not None:
        move = _move(turn, known, asked)
        return asked_first(move, text, known) if move is not None else None
    said = heard(text, known) if turn is None else None
    more = said is not None and not said.doubt and said.only(*listed("goes on"))
    if own or not (more or correct is not None or _goes_on(turn)):
        return None
    if known.past.last is None:
        return _move(turn, known, asked) if turn is not None else None
    return Decline(reason=_NOTHING_DONE.format(quoted(refused.request)))


def _said_anew(refused: Done, correct: Correct, known: Known, asked: _Asked) -> Move | None:
    """The move for the refused request with a correction in it, where that can be done."""
    clearer = said_anew(refused, correct, known)
    if clearer is None:
        return None
    before = known.with_past(known.past.before(refused))
    then = _spoken(clearer, before, asked) or asked(clearer, before)
    return None if isinstance(then, Decline) else then


def _goes_on(turn: Turn | None) -> bool:
    """Whether it goes on from the last thing; "again" alone can be about nothing that was refused."""
    if isinstance(turn, Again):
        return bool(turn.tracks or turn.value or turn.name)
    return isinstance(turn, More | Switch | Longer | Remove)
