"""Trying workflows on the simulated Live, through the bridge, before they are kept.

One host for all of them. For each the scratch session is made by actions, the workflow is carried out and
read back, undone, and read again; then the set is emptied for the next. What only a user's own host can
decide (presets, the inputs of a sound card) cannot be tried here and stays proven on the model.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from orbit.learning.admission.stage import Stage
from orbit.learning.admission.trials import Trial, UntriableError
from orbit.learning.admission.verdict import HOST, MODEL, Admission
from orbit.learning.routine import Learned

__all__ = ["admit_on_host"]

OnDone = Callable[[Admission], None]


def admit_on_host(learned: Sequence[Learned], *, on_done: OnDone | None = None) -> list[Admission]:
    """Try workflows on one simulated Live, in their order; ``on_done`` is told each verdict.

    Each verdict is ``proven`` on the host, or only on the model where no simulated host can tell (its notes
    say why), or it is refused. Raises BridgeError when the simulated host itself cannot be run.
    """
    with ThreadPoolExecutor(1) as thread:  # whoever calls may have a loop of its own
        return thread.submit(asyncio.run, _admitted(learned, on_done or _silent)).result()


def _silent(_: Admission) -> None:
    return None


async def _admitted(learned: Sequence[Learned], on_done: OnDone) -> list[Admission]:
    from orbit.learning.admission.installed import installed

    trials = [_prepared(each) for each in learned]
    tried = [each for each in trials if isinstance(each, Trial)]
    plug_ins = installed(session for trial in tried for session in trial.over())
    verdicts: list[Admission] = []
    async with Stage.opened(plug_ins) as stage:
        for trial in trials:
            verdict = trial if isinstance(trial, Admission) else await _verdict(stage, trial)
            verdicts.append(verdict)
            on_done(verdict)
    return verdicts


def _prepared(learned: Learned) -> Trial | Admission:
    try:
        return Trial(learned)
    except UntriableError as error:
        note = f"Not tried on a host: {error}"
        return Admission(learned.workflow, learned.routine, learned.proven or MODEL, notes=(note,))


async def _verdict(stage: Stage, trial: Trial) -> Admission:
    try:
        refused = await stage.tried(trial)
    except UntriableError as error:
        return replace(trial.admission, notes=(f"Not tried on a host: {error}",))
    if refused is not None:
        return replace(trial.admission, proven="", reason=refused)
    return replace(trial.admission, proven=HOST)
