"""What a seed comes to on a host: planned, replayed, read back, asked for again, and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from daw_bridges.actions import AddLocator, parse_action
from daw_bridges.algebra import apply, differences
from daw_bridges.bridge import Status
from daw_bridges.errors import OrbitError
from daw_bridges.references import all_devices
from daw_bridges.session import Session
from orbit.workflows import (
    Plan,
    Run,
    Slot,
    SlotType,
    Workflow,
    bind,
    holds,
    load_workflow,
    looked_into_for,
    make_plan,
    plan_actions,
    replay,
    undo_run,
)
from tests.workflows_seed.stages import HOSTS, Stage
from workflows_seed import FOLDER

__all__ = ["GIVEN", "Proof", "planned", "prove"]

GIVEN: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("given.yaml").read_text(encoding="utf-8")
)
"""What a request says, by seed (and host), where neither session nor slot says what would do."""

_BY_TYPE: dict[SlotType, Any] = {
    SlotType.TRACK: "Bass",
    SlotType.TRACKS: "Bass and Keys",
    SlotType.DEVICE: "compressor",
    SlotType.GAIN_DB: "-9 dB",
    SlotType.FREQUENCY: "200 Hz",
    SlotType.TIME: "50 ms",
    SlotType.BARS: "bar 17",
    SlotType.TEXT: "Idea",
}
_DISORDER: tuple[dict[str, Any], ...] = (
    {"action": "set_volume", "track": "Bass", "db": -7.3},
    {"action": "set_volume", "track": "Hats", "db": None},
    {"action": "set_pan", "track": "Keys", "pan": 0.4},
    {"action": "set_mute", "track": "Kick", "on": True},
)
_SOLO = {"action": "set_solo", "track": "Pad", "on": True}
"""On Live alone: Logic's surface blinks while one is on, and to read through that takes seconds."""


@dataclass(frozen=True)
class Proof:
    """How a seed ended on a host: ``refused`` says why, ``by_hand`` which steps are its user's and why.

    ``unread`` are the steps that were done and that the host does not show, ``left`` what undo cannot take
    back there for the same reason, ``again`` what is said when it is asked for a second time.
    """

    host: str
    refused: str = ""
    steps: int = 0
    by_hand: tuple[tuple[int, str], ...] = ()
    unread: tuple[int, ...] = ()
    left: tuple[str, ...] = ()
    again: str = ""

    @property
    def verdict(self) -> str:
        """One or two words for a table."""
        if self.refused:
            return "refused"
        return "by hand in part" if self.by_hand else "done, in part unread" if self.unread else "verified"

    def details(self) -> Iterator[str]:
        """What the verdict leaves out, a sentence each."""
        if self.refused:
            yield self.refused
            return
        for number, why in self.by_hand:
            yield f"Step {number} is yours: {why}"
        if self.unread:
            steps = ", ".join(map(str, self.unread))
            yield f"Done and not shown by {HOSTS[self.host]}, so not read back: step {steps}."
        if self.left:
            yield f"Undo leaves what {HOSTS[self.host]} does not show: {', '.join(self.left)}."
        yield f"Asked for again: {self.again}"


def planned(seed: str, session: Session, **given: Any) -> Plan:
    """A seed's plan on a session, with what the request says. Raises what binding and planning raise."""
    workflow = load_workflow(FOLDER / f"{seed}.yaml")
    return make_plan(workflow, bind(workflow, given, session), session)


async def prove(workflow: Workflow, stage: Stage) -> Proof:
    """Prove a seed on a host. Raises AssertionError naming seed, host and step."""
    before, truth = await stage.bridge.snapshot(), stage.truth()
    try:
        made = await _planned(workflow, stage, before)
    except OrbitError as error:
        _check(not _claimed(workflow, stage), workflow, stage, f"is claimed and refused: {error}")
        return Proof(stage.host, refused=_told(workflow, stage, str(error)))
    if stage.host not in workflow.daws and workflow.daws:
        made_for = f"It is made for {' and '.join(HOSTS[daw] for daw in workflow.daws)}."
        return Proof(stage.host, refused=_told(workflow, stage, made_for))
    if not made.steps:
        return await _among_disorder(workflow, stage)
    before = made.before  # with the plug-ins that were read for it, and are known from then on
    run = await replay(made, stage.bridge)
    if run.code == "unsupported" and not _claimed(workflow, stage):
        await _as_before(workflow, stage, before)
        return Proof(stage.host, refused=_told(workflow, stage, str(run.reason)))
    _check_run(workflow, stage, made, run)
    await _check_arrival(workflow, stage, made)
    again = await _again(workflow, stage)
    await _taken_back(workflow, stage, run, before)
    now = stage.truth()
    left = tuple(name for name in truth if now[name] != truth[name])
    _check(stage.host != "ableton" or not left, workflow, stage, f"undo leaves other {', '.join(left)}")
    return Proof(stage.host, "", len(made.steps), _by_hand(run), _unread(run), left, again)


def _told(workflow: Workflow, stage: Stage, found: str) -> str:
    """Why it is refused: what its author says of this host, else what was found by trying it there."""
    return workflow.elsewhere.get(stage.host, found)


def _claimed(workflow: Workflow, stage: Stage) -> bool:
    """Whether it has to work here; one made for no host in particular, at least where its kinds are from."""
    return stage.host in (workflow.daws or ("ableton",))


def _check(condition: object, workflow: Workflow, stage: Stage, what: str) -> None:
    assert condition, f"{workflow.workflow_name} on {HOSTS[stage.host]}: {what}"


async def _planned(workflow: Workflow, stage: Stage, session: Session) -> Plan:
    """The plan, also on a host that the seed is not made for: why it is not shows there."""
    anywhere = workflow.model_copy(update={"daws": ()})
    name = workflow.workflow_name
    given = dict(GIVEN.get(f"{name} on {stage.host}", GIVEN.get(name, {})))
    binding = bind(anywhere, given, session)
    given |= {each.slot: _any_value(workflow.slots[each.slot]) for each in binding.missing}
    binding = bind(anywhere, given, session)
    session = await looked_into_for(stage.bridge, session, anywhere, binding.slots)
    return make_plan(anywhere, binding, session, stage.bridge.capabilities)


def _any_value(slot: Slot) -> Any:
    if slot.type is SlotType.CHOICE:
        return slot.choices[0]
    return slot.minimum or 1 if slot.type is SlotType.NUMBER else _BY_TYPE[slot.type]


async def _among_disorder(workflow: Workflow, stage: Stage) -> Proof:
    """Prove what finds nothing to do in a tidy session on an untidy one."""
    disorder = (*_DISORDER, _SOLO) if stage.host == "ableton" else _DISORDER
    actions = [parse_action(action) for action in disorder]
    run = await replay(plan_actions(actions, await stage.bridge.snapshot()), stage.bridge)
    _check(run.ok, workflow, stage, f"the session cannot be disarranged: {run.reason}")
    made = await _planned(workflow, stage, await stage.bridge.snapshot())
    _check(made.steps, workflow, stage, "changes nothing, in a tidy session as in an untidy one")
    proof = await prove(workflow, stage)
    assert run.inverse is not None
    assert run.left is not None
    assert (await undo_run(run.inverse, run.left, stage.bridge)).ok
    return proof


def _check_run(workflow: Workflow, stage: Stage, made: Plan, run: Run) -> None:
    for step, result in zip(made.steps, run.results, strict=True):
        where = f"step {step.workflow_step} ({step.describe()})"
        _check(result.status is not Status.FAILED, workflow, stage, f"{where} failed: {result.reason}")
        _check(result.status is Status.VERIFIED or result.reason, workflow, stage, f"{where} says no reason")
    _check(run.ok, workflow, stage, f"ended with {run.code}: {run.reason}")


async def _check_arrival(workflow: Workflow, stage: Stage, made: Plan) -> None:
    after = await stage.bridge.snapshot()
    shown = stage.bridge.capabilities.shown(made.predicted)
    asked = [condition for condition in made.postconditions if holds(condition, shown).ok]
    _check(asked, workflow, stage, "no postcondition can be asked")
    for condition in asked:
        ok, why = holds(condition, after)
        _check(ok, workflow, stage, f"postcondition {condition}: {why}")


async def _again(workflow: Workflow, stage: Stage) -> str:
    """What is said when it is asked for a second time. Nothing may be added twice without a word."""
    try:
        made = await _planned(workflow, stage, await stage.bridge.snapshot())
    except OrbitError as error:
        return str(error)
    if not made.steps:
        return " ".join(made.notes)
    for step, what in _added(made):
        where = f"step {step} adds {what} a second time and does not say so"
        _check(False, workflow, stage, where)
    said = dict.fromkeys((*made.notes, *(step.warning for step in made.steps if step.warning)))
    return " ".join(said) or "It does the same again, which changes nothing that is so already."


def _added(made: Plan) -> Iterator[tuple[int | None, str]]:
    """The steps that add something and do not say so; on a track that was told of nothing needs a word."""
    session, told = made.before, set[str]()
    for step in made.steps:
        after = apply(session, step.action)
        named = "locator" if isinstance(step.action, AddLocator) else getattr(step.action, "name", "")
        on = str(getattr(step.action, "track", named)).partition("#")[0]
        if step.warning:
            told.add(on)
        elif on not in told and (more := _more(session, after)):
            yield step.workflow_step, more
        session = after


def _more(before: Session, after: Session) -> str:
    earlier, later = _counts(before), _counts(after)
    return ", ".join(name for name, count in later.items() if count > earlier[name])


def _counts(session: Session) -> dict[str, int]:
    clips = [clip for track in session.tracks for clip in (*track.clips, *track.arrangement_clips)]
    return {
        "a track": len(session.tracks),
        "a device": sum(1 for track in session.tracks for _ in all_devices(track)),
        "a clip": len(clips),
        "notes": sum(clip.notes or 0 for clip in clips),
        "a scene": len([name for name in session.scenes if name]),
        "a locator": len(session.locators),
    }


async def _taken_back(workflow: Workflow, stage: Stage, run: Run, before: Session) -> None:
    _check(run.inverse is not None and run.left is not None, workflow, stage, "nothing takes it back")
    assert run.inverse is not None
    assert run.left is not None
    undone = await undo_run(run.inverse, run.left, stage.bridge)
    _check(undone.ok, workflow, stage, f"undo: {undone.reason}")
    await _as_before(workflow, stage, before)


async def _as_before(workflow: Workflow, stage: Stage, before: Session) -> None:
    left = differences(await stage.bridge.snapshot(), before)
    _check(not left, workflow, stage, f"the session is not as it was: {'; '.join(left[:5])}")


def _by_hand(run: Run) -> tuple[tuple[int, str], ...]:
    return tuple(
        (number, result.reason or "")
        for number, result in enumerate(run.results, 1)
        if result.status is Status.UNVERIFIED and result.code == "manual_step"
    )


def _unread(run: Run) -> tuple[int, ...]:
    return tuple(
        number
        for number, result in enumerate(run.results, 1)
        if result.status is Status.UNVERIFIED and result.code != "manual_step"
    )
