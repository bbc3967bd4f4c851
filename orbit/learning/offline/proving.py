"""What was found and is new, carried out on a simulated Live before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from orbit.learning.induction import Refused
from orbit.learning.routine import Learned
from orbit.workflows.load import dump_workflow

__all__ = ["proven_on_host"]


def proven_on_host(learned: Sequence[Learned], on_done: Callable[[], None]) -> list[Learned | Refused]:
    """Try workflows on the simulated Live, in their order; say why, of those that did not end as they should.

    ``on_done`` is called as each is through.
    """
    from orbit.learning.admission import admit_on_host

    if not learned:
        return []
    verdicts = admit_on_host(learned, on_done=lambda _: on_done())
    return [
        Learned(verdict.workflow, verdict.routine, each.support, verdict.proven)
        if verdict.ok
        else Refused(_does(each), verdict.reason)
        for each, verdict in zip(learned, verdicts, strict=True)
    ]


def _does(learned: Learned) -> tuple[str, ...]:
    return tuple(map(_told, dump_workflow(learned.workflow)["steps"]))


def _told(step: Mapping[str, Any]) -> str:
    return " ".join(str(step[field]) for field in ("action", "device", "parameter") if step.get(field))
