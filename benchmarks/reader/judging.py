"""The judge: of rows that trained nothing, how many come to what is right, to something else, to nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from benchmarks.reader.rows import Row
from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import apply_all, differences, nearest, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.agent.answers import PROPOSAL, Question
from orbit.agent.offline.deciding import Known, decide
from orbit.agent.offline.known import Search
from orbit.agent.offline.moves import Move
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.reader.decide import Decision, read
from orbit.agent.tools import search_result
from orbit.memory import Library
from orbit.workflows import DeviceCopy, copied_devices, make_plan
from orbit.workflows.binding import bind
from orbit.workflows.conditions import holds
from orbit.workflows.touched import touched

__all__ = ["Judged", "comes_to_it", "ground_of", "judged", "table", "whole"]


@dataclass(frozen=True)
class Judged:
    """One row, how it was read, and whether the likeliest edits are the right ones."""

    row: Row
    decision: Decision
    right: bool
    milliseconds: float

    @property
    def verdict(self) -> str:
        """``right`` or ``wrong`` where it acts; else what it does instead."""
        match self.decision.verb:
            case "act":
                return "right" if self.right else "wrong"
            case "ask" | "leave" if self.row.no_edit:
                return "right"
            case "propose":
                return "proposed right" if self.right else "proposed"
            case verb:
                return "asked" if verb == "ask" else "left"


def ground_of(row: Row) -> Ground:
    """The ground that a row's sentence is read on: "it" is what ``lately`` was about."""
    start = row.start()
    if not row.lately:
        return Ground(start, row.say[-1])
    spoken = Ground(start).after([parse_action(dict(each)) for each in row.lately])
    return Ground(start, row.say[-1], spoken.tracks, spoken.device)


def comes_to_it(row: Row, start: Session, actions: Iterable[Action]) -> bool:
    """Whether edits lead exactly where a row says, or meet its conditions and touch nothing else."""
    try:
        after = apply_all(start, resolve_labels(start, list(actions)))
        goals = row.goals()
    except OrbitError:
        return False
    if not row.expect:
        return any(not differences(after, goal) for goal in goals)
    stray = {each.track for each in touched(start, nearest(start, after).actions)} - {None, *row.touches}
    return after != start and not stray and all(holds(condition, after).ok for condition in row.expect)


def judged(rows: Iterable[Row]) -> Iterator[Judged]:
    """Read every row; what was said before it is read and done first."""
    for row in rows:
        ground = ground_of(row)
        for turn in row.say[:-1]:
            ground = _done(Ground(ground.session, turn, ground.tracks, ground.device))
        ground = Ground(ground.session, row.say[-1], ground.tracks, ground.device)
        begin = perf_counter()
        decision = read(ground)
        taken = (perf_counter() - begin) * 1000
        yield Judged(row, decision, comes_to_it(row, ground.session, decision.actions), taken)


def whole(rows: Iterable[Row], library: Library) -> Iterator[Judged]:
    """Judge what Orbit does as a whole with the rows of one turn: rules, frames and library together."""
    for row in rows:
        said, *more = row.say
        if more or row.lately or row.workflow:
            continue
        start = row.start()
        begin = perf_counter()
        move = _move(said, start, library)
        taken = (perf_counter() - begin) * 1000
        decision = _decided(move, start, library)
        yield Judged(row, decision, comes_to_it(row, start, decision.actions), taken)


def _move(said: str, session: Session, library: Library) -> Move:
    texts, searches = [said], dict[str, Search]()
    while True:
        found = {text: search_result(library, text, 5, session) for text in texts}
        searches |= {text: (each["decision"], each["workflows"]) for text, each in found.items()}
        move = decide(said, None, Known(session, searches[said], searches=searches))
        calls = move if isinstance(move, tuple) else ()
        texts = [call.arguments["text"] for call in calls if call.tool == "search_workflows"]
        if not texts:
            return move


def _decided(move: Move, start: Session, library: Library) -> Decision:
    """What a move comes to, planned on the session."""
    match move:
        case tuple():
            verb = "act"
            parts = [part for call in move for part in call.arguments.get("parts", (call.arguments,))]
        case Question(slot=slot, parts=parts) if slot == PROPOSAL:
            verb = "propose"
        case _:
            asks = isinstance(move, Question)
            return Decision(
                "ask" if asks else "leave", why=move.question if asks else getattr(move, "reason", "")
            )
    try:
        session, actions = start, list[Action]()
        for part in parts:
            done = _of_part(part, session, library)
            session = apply_all(session, resolve_labels(session, done))
            actions += done
    except OrbitError as error:
        return Decision("leave", why=str(error))
    return Decision(verb if actions else "leave", tuple(actions))


def _of_part(part: Mapping[str, Any], session: Session, library: Library) -> list[Action]:
    if copy := part.get("copy_devices"):
        return list(copied_devices(session, DeviceCopy.model_validate(copy)).actions)
    if (name := part.get("workflow", part.get("id"))) is None:
        return [parse_action(each) for each in part.get("actions", ())]  # what only reads has none
    workflow = library.definition(name)
    return [
        step.action for step in make_plan(workflow, bind(workflow, part["slots"], session), session).steps
    ]


def _done(ground: Ground) -> Ground:
    return ground.after(read(ground).actions)


def table(found: Iterable[Judged]) -> dict[str, Counter[str]]:
    """How many of each verdict, by the kind of row."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for each in found:
        counts[each.row.kind][each.verdict] += 1
        counts[each.row.kind]["all"] += 1
    return counts
