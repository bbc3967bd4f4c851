"""Every way of learning that is measured, each from the same ``.jsonl`` lines to what it found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from types import MappingProxyType

from daw_bridges.errors import UsageError
from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.baselines import BASELINES, Finder
from orbit.learning.evaluation.corpora.planted import Planted, PlantedStep
from orbit.learning.evaluation.found import Found, FoundStep, found_in_pattern, found_in_workflow
from orbit.learning.intake.reading import BadLine, read_lines
from orbit.learning.mining import find_patterns

__all__ = ["METHODS", "ORBIT", "Method", "cleaned", "found_when_all_is_known"]

ORBIT = "Orbit"

Method = Callable[[Sequence[Demonstration]], list[Found]]


def cleaned(text: str) -> list[Demonstration]:
    """The sessions of a ``.jsonl`` text as learning sees them. Raises UsageError on a bad line."""
    demonstrations: list[Demonstration] = []
    for read in read_lines(BytesIO(text.encode())):
        if isinstance(read, BadLine):
            raise UsageError(f"Line {read.number}: {read.why}")
        demonstrations.append(clean(read))
    return demonstrations


def _orbit(demonstrations: Sequence[Demonstration]) -> list[Found]:
    from orbit.learning.induction import Refused, induce

    learned = induce(demonstrations)
    return [found_in_workflow(each.workflow) for each in learned if not isinstance(each, Refused)]


def _mining(demonstrations: Sequence[Demonstration]) -> list[Found]:
    return _read(find_patterns, demonstrations)


def _read(finder: Finder, demonstrations: Sequence[Demonstration]) -> list[Found]:
    found = (found_in_pattern(pattern, demonstrations) for pattern in finder(demonstrations))
    return [each for each in found if each is not None]


def _baseline(finder: Finder) -> Method:
    return lambda demonstrations: _read(finder, demonstrations)


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        ORBIT: _orbit,
        "mining alone": _mining,
        **{name: _baseline(finder) for name, finder in BASELINES.items()},
    }
)
"""Each way by its name, the product's own first. The baselines are given the product's cleaning."""


def found_when_all_is_known(planted: Sequence[Planted]) -> list[Found]:
    """What was planted, as if it had been found: what the other figures can come to at most."""
    return [Found(tuple(_known(step) for step in workflow.steps)) for workflow in planted]


def _known(step: PlantedStep) -> FoundStep:
    other = None if step.other is None else f"{{{{ part_{step.other} }}}}"
    return FoundStep(step.kind.does, f"{{{{ part_{step.part} }}}}", other)
