"""Trying workflows on the simulated Live, through the bridge, before they are kept.

A few hosts for all of them. For each the scratch session is made by actions, the workflow is carried out and
read back, undone, and read again; then the set is emptied for the next. Presets are left out, which only a
user's own host has; what is nothing without them stays proven on the model.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from daw_bridges.errors import BridgeError
from orbit.learning.admission.stage import Stage
from orbit.learning.admission.trials import Trial, UntriableError
from orbit.learning.admission.verdict import HOST, MODEL, Admission
from orbit.learning.routine import Learned

__all__ = ["admit_on_host"]

_STAGES = 4
OnDone = Callable[[Admission], None]


def admit_on_host(learned: Sequence[Learned], *, on_done: OnDone | None = None) -> list[Admission]:
    """Try workflows on the simulated Live; ``on_done`` is told each verdict as it comes.

    They stand in the order of the workflows. Each is ``proven`` on the host, or only on the model where
    no simulated host could tell (its notes say why), or refused.
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
    verdicts = [each if isinstance(each, Admission) else each.admission for each in trials]
    for each in trials:
        if isinstance(each, Admission):
            on_done(each)
    waiting = iter([(place, each) for place, each in enumerate(trials) if isinstance(each, Trial)])

    async def work() -> None:
        async with Stage.opened(plug_ins) as stage:
            for place, trial in waiting:
                verdicts[place] = await _verdict(stage, trial)
                on_done(verdicts[place])

    # Most of the time goes by in waiting for the host's own clock, so several of them do not take longer.
    await asyncio.gather(*(work() for _ in range(min(_STAGES, len(tried)))))
    return verdicts


def _prepared(learned: Learned) -> Trial | Admission:
    try:
        return Trial(learned)
    except UntriableError as error:
        note = f"Not tried on a host: {error}"
        return Admission(learned.workflow, learned.routine, learned.proven or MODEL, notes=(note,))


async def _verdict(stage: Stage, trial: Trial) -> Admission:
    try:
        refused = await _tried(stage, trial)
    except (UntriableError, BridgeError) as error:
        return replace(trial.admission, notes=(f"Not tried on a host: {error}",))
    if refused is not None:
        return replace(trial.admission, proven="", reason=refused)
    return replace(trial.admission, proven=HOST)


async def _tried(stage: Stage, trial: Trial) -> str | None:
    try:
        return await stage.tried(trial)
    except BridgeError:
        return await stage.tried(trial)  # on another host: this one was lost, by no fault of the workflow
