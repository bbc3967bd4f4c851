"""Induction: from demonstrations to workflows that were carried out again; each stage is a package."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from daw_bridges.errors import UsageError
from orbit.learning.admission import admit_by_model
from orbit.learning.cleaning import clean
from orbit.learning.contradiction import mostly_taken_back
from orbit.learning.demonstration import Demonstration
from orbit.learning.generalising import generalise
from orbit.learning.loops import fold, taken_apart
from orbit.learning.mining import find_patterns
from orbit.learning.pattern import LEAST, Occurrence, Pattern
from orbit.learning.routine import Learned, Routine
from orbit.learning.words import worded
from orbit.memory.trajectory import Trajectory
from orbit.memory.trust.structure import structure
from orbit.workflows.load import dump_workflow
from orbit.workflows.workflow import Workflow

__all__ = ["Refused", "demonstrated", "finished", "induce", "opened", "proven"]

OnStage = Callable[[str, int], None]
"""Told each stage as it begins, and of how many things it has to look at."""


@dataclass(frozen=True)
class Refused:
    """A pattern that became no workflow, and why, for people."""

    does: tuple[str, ...]
    why: str


def induce(
    demonstrations: Sequence[Demonstration],
    *,
    taken: Collection[str] = (),
    least: int = LEAST,
    on_stage: OnStage | None = None,
) -> list[Learned | Refused]:
    """Give what recurs in demonstrations as workflows, what saves most first, and what was refused.

    ``taken`` are the names that none of them may have. The same demonstrations give the same workflows, in
    whatever order they come.
    """
    tell = on_stage or _untold
    ordered = sorted(demonstrations, key=lambda each: (each.started, each.trajectory))
    tell("looking for what recurs", len(ordered))
    folded = fold(ordered)
    patterns = taken_apart(find_patterns(folded, least=least), folded)
    tell("carrying out again", len(patterns))
    return list(_distinct(patterns, folded, set(taken)))


def _distinct(
    patterns: Sequence[Pattern], demonstrations: Sequence[Demonstration], taken: set[str]
) -> Iterator[Learned | Refused]:
    """Finish one pattern after the other; what came out the same as one before it is that one."""
    known: set[str] = set()
    for pattern in patterns:
        made = finished(pattern, demonstrations, taken=taken)
        if isinstance(made, Refused):
            yield made
            continue
        same = structure(dump_workflow(made.workflow))
        if same not in known:
            known.add(same)
            taken.add(made.workflow.workflow_name)
            yield made


def finished(
    pattern: Pattern, demonstrations: Sequence[Demonstration], *, taken: Collection[str] = ()
) -> Learned | Refused:
    """Make a workflow of one pattern: particulars opened, words found, carried out again on the model."""
    routine = opened(pattern, demonstrations)
    if isinstance(routine, Refused):
        return routine
    made = proven(worded(routine, taken=taken), routine, len(routine.trajectories))
    return Refused(pattern.does, made) if isinstance(made, str) else made


def demonstrated(trajectory: Trajectory, *, taken: Collection[str] = ()) -> Workflow:
    """Make a workflow of one trajectory, Orbit's own work included: its user says that it is one.

    Raises UsageError, which says why, where it holds nothing that could be done again.
    """
    seen = clean(trajectory)
    # Whoever asks for it makes it a demonstration, whoever did it.
    events = tuple(replace(event, by_hand=True) for event in seen.events)
    [one] = fold([replace(seen, events=events)])
    does = tuple(event.does for event in one.events)
    pattern = Pattern(does, (Occurrence(0, tuple(range(len(does)))),), 0.0)
    made = finished(pattern, [one], taken=taken) if does else Refused(does, "Nothing of it stood.")
    if isinstance(made, Refused):
        raise UsageError(f"No workflow can be made of it: {made.why}")
    return made.workflow


def opened(pattern: Pattern, demonstrations: Sequence[Demonstration]) -> Routine | Refused:
    """Open the particulars of a pattern: what it comes to, with no words yet."""
    if mostly_taken_back(pattern, demonstrations):
        return Refused(pattern.does, "It was taken back as often as it was kept.")
    routine = generalise(pattern, demonstrations)
    return routine or Refused(
        pattern.does, "The times it was seen have nothing in common that could be repeated."
    )


def proven(workflow: Workflow, routine: Routine, support: int) -> Learned | str:
    """Carry a workflow out again on the model of a session; where it does not end as it should, say why."""
    admission = admit_by_model(workflow, routine)
    if not admission.ok:
        return admission.reason
    return Learned(admission.workflow, admission.routine, support, admission.proven)


def _untold(_stage: str, _count: int) -> None:
    return None
