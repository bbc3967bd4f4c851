"""Put a plan that passes over what was said as a question, with the sentence that asks for it in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from daw_bridges.actions import Action, action_json
from daw_bridges.errors import OrbitError
from orbit.agent.answers import PROPOSAL, Decline, Question
from orbit.agent.context import Done
from orbit.agent.offline.coverage import Part, Plan
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Back, Call, Move
from orbit.agent.offline.relations import doubtful
from orbit.agent.offline.understanding import CopyDevices, Edits
from orbit.agent.offline.understanding.phrasings import is_phrasing
from orbit.agent.offline.understanding.rules.talk import ABLE_TO
from orbit.agent.offline.understanding.templates import SLOT, recipe_of
from orbit.workflows import DeviceCopy, copied_already

__all__ = ["agreed_to", "asked_first", "copied", "held", "left_alone", "parts_of", "proposed"]

_MOST_TOLD = 3
_BEFORE = {"target": "on", "targets": "on", "track": "on", "tracks": "on", "source": "from"}
"""How the tracks of slots with the usual names are said."""


def held(move: Move, text: str, known: Known, *, goes_on: bool = False, agreed: bool = False) -> Move:
    """Give the move, or the question whether it is meant where it passes over what the sentence says.

    ``goes_on``: the sentence refers to what was done before. ``agreed``: the frames, which pass over no word
    of weight, come to the same.
    """
    plan = Plan(text, known, parts_of(move), _taken_back(move, known), goes_on)
    if not (plan.parts or plan.taken_back):
        return move
    if plan.unasked is not None:
        if plan.asked_beside:
            beside = Call("plan_actions", {"actions": [*map(action_json, plan.asked_beside)]})
            return held((beside,), plan.unasked[1], known)
        full = next(_in_full(plan), "")
        more = f" Say “{full}” to have it done." if full else ""
        return Decline(reason=_UNASKED[plan.unasked[0]] + more)
    if next(doubtful(plan) if agreed else plan.passed_over(), None) is None:
        return move
    return _question(plan, move.requests if isinstance(move, Back) else ())


def left_alone(text: str, known: Known) -> Decline | None:
    """Give the refusal of a sentence of which nothing is a request; None for any other."""
    reason, rest = known.unasked(text) or ("", "")
    return Decline(reason=f"{_UNASKED[reason]} {ABLE_TO}") if reason and not rest else None


_UNASKED = {
    "negated": "You said what not to do, so I left everything as it is.",
    "conditional": "That is for a case that may not come, so I left everything as it is.",
    "later": "That is for later, so I left everything as it is.",
    "asked": "You asked about that, so I left everything as it is.",
    "stated": "That says how things are, so I left everything as it is.",
    "elsewhere": "That is about another session, so I left this one as it is.",
    "addressed": "That is said to somebody else, so I left everything as it is.",
    "mocking": "That sounds like a joke, so I left everything as it is.",
    "reported": "That is what somebody else says, so I left everything as it is.",
    "judging": "That says what you think of it, so I left everything as it is.",
    "past": "That was done already, as you say, so I left everything as it is.",
    "corrected": "You took that back in the same breath, so I left everything as it is. Say what stands.",
}
"""What is told where a sentence has the words of a request and is none."""


def asked_first(move: Move, text: str, known: Known) -> Move | None:
    """Give the question whether a move is meant; None for one that plans nothing and takes nothing back."""
    plan = Plan(text, known, parts_of(move), _taken_back(move, known), goes_on=True)
    if not (plan.parts or plan.taken_back):
        return move if isinstance(move, Question | Decline) else None
    return _question(plan, move.requests if isinstance(move, Back) else ())


def proposed(actions: Sequence[Action], text: str, known: Known) -> Question:
    """Give the question whether edits are meant that a sentence may ask for."""
    return _question(Plan(text, known, ({"actions": [action_json(action) for action in actions]},), ()))


def _question(plan: Plan, instead_of: Sequence[str | None] = ()) -> Question:
    return Question(
        question=f"Do you mean: {_told(plan)}?",
        options=tuple(_in_full(plan)),
        request=plan.text,
        slot=PROPOSAL,
        parts=tuple(dict(part) for part in plan.parts),
        instead_of=tuple(instead_of),
    )


def copied(copy: DeviceCopy, text: str, known: Known) -> Move:
    """Give the move that copies devices, or the question whether a second set of them is meant."""
    try:
        there = [] if copy.another else copied_already(known.session, copy)
    except OrbitError:
        there = []  # the plan says what is wrong with it, and says it better
    part = {"copy_devices": copy.model_copy(update={"another": copy.another or bool(there)}).model_dump()}
    if not there:
        return (Call("plan_parts", {"parts": [part]}),)
    have = "has" if len(there) == 1 else "have"
    return Question(
        question=f"{' and '.join(there)} {have} that already, with the same settings. Shall I add another?",
        options=tuple(_in_full(Plan(text, known, (part,), ()))),
        request=text,
        slot=PROPOSAL,
        parts=(part,),
    )


def agreed_to(proposal: Question) -> Move:
    """Give the move of a proposal that the user agrees to."""
    calls = _calls(proposal.parts)
    return Back(proposal.instead_of, calls or None) if proposal.instead_of else calls


def _calls(parts: Sequence[Part]) -> tuple[Call, ...]:
    match list(parts):
        case []:
            return ()
        case [{"actions": actions}]:
            return (Call("plan_actions", {"actions": actions}),)
        case [{"workflow": workflow, "slots": slots}]:
            return (Call("plan_workflow", {"id": workflow, "slots": slots}),)
        case several:
            return (Call("plan_parts", {"parts": several}),)


def parts_of(move: Move) -> tuple[Part, ...]:
    """What a move plans, as the parts of ``plan_parts``; nothing where it plans nothing yet."""
    then = move.then if isinstance(move, Back) else move
    found: list[Part] = []
    for call in then if isinstance(then, tuple) else ():
        match call.tool:
            case "plan_actions":
                found.append({"actions": call.arguments["actions"]})
            case "plan_workflow":
                found.append({"workflow": call.arguments["id"], "slots": call.arguments["slots"]})
            case "plan_parts":
                found.extend(call.arguments["parts"])
            case _:
                continue
    return tuple(found)


def _taken_back(move: Move, known: Known) -> tuple[Done, ...]:
    """The requests that a move takes back before anything else."""
    return known.past.standing()[: len(move.requests)] if isinstance(move, Back) else ()


def _told(plan: Plan) -> str:
    """Say what would be done, and what it touches."""
    back = [f"take “{done.title or done.request}” back" for done in plan.taken_back]
    does = [said for part in plan.parts for said in _told_part(part, plan.known)]
    more = len(does) - _MOST_TOLD
    told = ", then ".join([*back, *does[:_MOST_TOLD]])
    return told + (f" and {more} more" if more > 0 else "")


def _told_part(part: Part, known: Known) -> Iterator[str]:
    if copy := part.get("copy_devices"):
        yield _said_copy(copy)
        return
    if not part.get("workflow"):
        yield from (_lowered(edit.describe()) for edit in known.edits(part["actions"]))
        return
    slots: Mapping[str, Any] = part["slots"]
    workflow = known.workflow(str(part["workflow"]))
    title = str(workflow["title"]) if workflow is not None else str(part["workflow"])
    order = sorted(slots, key=lambda name: [*_BEFORE, name].index(name))
    told = [f"{_BEFORE.get(name, name.replace('_', ' '))} {slots[name]}" for name in order]
    whole = workflow is not None and recipe_of(workflow).reaches_all(slots)
    yield " ".join([title, ", ".join(told)]).rstrip() + (" (on the whole session)" if whole else "")


def _in_full(plan: Plan) -> Iterator[str]:
    """Say the same so that it is understood without a question; nothing where that cannot be said."""
    if len(plan.parts) != 1 or plan.taken_back:
        return
    part, known = plan.parts[0], plan.known
    if copy := part.get("copy_devices"):
        said = _said_copy(copy)
        if known.read_strictly(said) == CopyDevices(DeviceCopy.model_validate(copy)):
            yield said
        return
    if not part.get("workflow"):
        edits = known.edits(part["actions"])
        said = " and ".join(_lowered(edit.describe()) for edit in edits)
        understood = known.read_strictly(said)
        if isinstance(understood, Edits) and [*understood.actions] == edits:
            yield said
        return
    workflow, slots = known.workflow(str(part["workflow"])), part["slots"]
    if workflow is None:
        return
    fitting = (phrase for phrase in workflow.get("phrases", ()) if {*SLOT.findall(phrase)} == {*slots})
    for said in (SLOT.sub(lambda found: str(slots[found[1]]), phrase) for phrase in fitting):
        if is_phrasing(said, workflow, known.session) and known.filling(said, workflow).slots == slots:
            yield said
            return


def _said_copy(copy: Mapping[str, Any]) -> str:
    """Say which devices are copied, from where to where."""
    what = " and ".join(copy["devices"]) or "effects"
    more = "another" if copy["another"] else "the"
    return f'copy {more} {what} from "{copy["source"]}" to {" and ".join(map(_quoted, copy["targets"]))}'


def _quoted(name: str) -> str:
    return f'"{name}"'


def _lowered(said: str) -> str:
    return said[:1].lower() + said[1:]
