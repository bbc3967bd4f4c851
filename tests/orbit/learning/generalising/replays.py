"""Seed workflows replayed on sessions that differ, told as if somebody had done it all by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from daw_bridges.actions import Action, SetColor, SetPan
from daw_bridges.quantities import parse_quantity
from daw_bridges.session import Session, TrackKind
from orbit.memory.trajectory import Trajectory, TrajectoryAction
from orbit.workflows import Plan, Slot, SlotType, SlotValue, Workflow, bind, load_workflow, make_plan
from tests.orbit.workflows.sessions import practice
from workflows_seed import FOLDER

_NOT_BY_HAND = {
    # what they write is worked out when they are planned, and no recording says of what
    "ambient-pad", "arpeggio-line", "build-and-drop", "chord-progression", "four-on-the-floor",
    "hi-hat-groove", "loop-to-arrangement", "song-structure", "sub-bass-layer",
    # what they do depends on the tracks that are there, step by step
    "color-code", "gain-staging", "lcr-panning", "low-cut-cleanup", "mixing-template", "stereo-widening",
    "transient-punch", "group-bus", "delay-send", "filter-sweep", "lofi-chain", "multiband-control",
    "noise-gate", "recording-setup", "reverb-send", "saturation-warmth", "sound-design-start",
}  # fmt: skip
SEEDS = tuple(sorted({path.stem for path in FOLDER.glob("*.yaml")} - _NOT_BY_HAND))
"""Those whose steps are the same wherever they are done, so that recordings tell all that is in them."""

_CALLED = {
    "Kick": ("Kick", "BD", "Kick Drum", "Kick 2"), "Snare": ("Snare", "SD", "Snr", "Snare Top"),
    "Hats": ("Hats", "HiHat", "hh", "Hi Hat"), "Percussion": ("Percussion", "Perc", "Shaker", "Conga"),
    "Bass": ("Bass", "Sub Bass", "808", "Bassline"), "Keys": ("Keys", "Piano", "Rhodes", "Organ"),
    "Pad": ("Pad", "Pads", "Atmo", "Warm Pad"), "Lead Synth": ("Lead Synth", "Lead", "Topline", "Melody"),
    "Guitar": ("Guitar", "Gtr", "Acoustic Guitar", "Guitar L"),
    "Lead Vox": ("Lead Vox", "Vocal", "Lead Vocal", "Singer"),
    "Backing Vox": ("Backing Vox", "BVs", "Choir", "Harmonies"), "FX": ("FX", "SFX", "Riser", "Impact"),
    "A-Reverb": ("A-Reverb", "Verb", "Hall", "Plate"), "B-Delay": ("B-Delay", "Echo", "Delay", "Dly"),
}  # fmt: skip
_TEXTS = ("Sum", "Blue", "North", "Ruby", "Seven", "Old Oak", "Rain", "Copper")
_INSTRUMENTS = ("synth", "sampler", "drum_rack")
_RANGES = {SlotType.GAIN_DB: (-40.0, 0.0), SlotType.BARS: (1, 64), SlotType.NUMBER: (60.0, 180.0)}


def seed(name: str) -> Workflow:
    return load_workflow(FOLDER / f"{name}.yaml")


@dataclass(frozen=True)
class Replayed:
    """What was done, which of it the workflow did (by ``id`` of the action), and in which of its steps."""

    trajectory: Trajectory
    steps: dict[int, int]
    filled: Mapping[str, SlotValue]


def replayed(workflow: Workflow, number: int, rng: Random, *, noise: float = 0.0) -> Replayed:
    """One replay on a session of its own; with ``noise``, so much else is done to other tracks between."""
    session = _session(workflow.workflow_name, number, rng)
    plan = _plan(workflow, number, session, rng)
    done = [(step.action, step.workflow_step) for step in plan.steps]
    others = _bystanders(session, plan)
    actions: list[Action] = []
    for action, _ in done:
        if others and rng.random() < noise:
            actions.append(_something_else(rng.choice(others), rng))
        actions.append(action)
    trajectory = Trajectory(
        id=f"{workflow.workflow_name}-{number}",
        daw="ableton",
        started=datetime(2026, 3, 1, tzinfo=UTC) + timedelta(days=number),
        actions=[TrajectoryAction(t=2.0 * t, origin="user", action=each) for t, each in enumerate(actions)],
    )
    placed = {id(action): step for action, step in done if step is not None}
    return Replayed(trajectory, placed, plan.slots)


def _session(name: str, number: int, rng: Random) -> Session:
    session = practice()
    # In turn, so that none is what it mostly is called, however the dice fall.
    called = {old: names[(number + place) % len(names)] for place, (old, names) in enumerate(_CALLED.items())}
    called["Master"] = "Master"
    if name == "reverb-send":
        called.pop("A-Reverb")
    tracks = [track for track in session.tracks if track.name in called]
    if name == "session-template":
        tracks = [track for track in tracks if track.kind is TrackKind.MASTER or track.name == "FX"]
    known = {track.name for track in tracks}
    return session.model_copy(
        update={
            "tempo": rng.randrange(70, 180) + 0.25,
            "tracks": tuple(
                track.model_copy(
                    update={
                        "name": called[track.name],
                        "sends": {called[to]: -math.inf for to in track.sends if to in known},
                        "clips": tuple(
                            each.model_copy(update={"name": rng.choice(_TEXTS)}) for each in track.clips
                        ),
                        **({} if track.kind is TrackKind.MASTER else _strip(rng)),
                    }
                )
                for track in tracks
            ),
        }
    )


def _strip(rng: Random) -> dict[str, Any]:
    return {"volume_db": -rng.randrange(170, 300) / 10, "pan": 0.8, "mute": True, "solo": True}


def _plan(workflow: Workflow, number: int, session: Session, rng: Random) -> Plan:
    given = {name: value for name, slot in workflow.slots.items() if (value := _given(slot, number, rng))}
    ordinary = [track.name for track in session.ordinary_tracks]
    if workflow.workflow_name == "reverb-send":
        given["target"] = rng.sample(ordinary, rng.randint(3, 6))
    if workflow.workflow_name == "duplicate-clip-to-bar":
        given["track"] = rng.choice([track.name for track in session.tracks if track.clips])
    return make_plan(workflow, bind(workflow, given, session), session)


def _given(slot: Slot, number: int, rng: Random) -> Any:
    match slot.type:
        case SlotType.TEXT:
            return None if slot.find else rng.choice(_TEXTS)
        case SlotType.DEVICE:
            return _INSTRUMENTS[number % len(_INSTRUMENTS)]
        case SlotType.TRACK | SlotType.TRACKS | SlotType.CHOICE:
            return None
        case SlotType.BARS:
            return rng.randint(2, 60)
        case _:
            low, high = _limits(slot)
            value = rng.uniform(low, high) if low <= 0 else low * (high / low) ** rng.random()
            return float(f"{value:.3g}")


def _limits(slot: Slot) -> tuple[float, float]:
    usual = _RANGES.get(slot.type, (20.0, 400.0))
    ends = [slot.minimum, slot.maximum]
    return tuple(  # pyright: ignore[reportReturnType]
        other if end is None else parse_quantity(str(end)).value
        for end, other in zip(ends, usual, strict=True)
    )


def _bystanders(session: Session, plan: Plan) -> list[str]:
    touched = {str(value) for step in plan.steps for value in step.action.model_dump().values()}
    return [track.name for track in session.ordinary_tracks if track.name not in touched]


def _something_else(track: str, rng: Random) -> Action:
    if rng.random() < 0.5:
        return SetPan(track=track, pan=round(rng.uniform(-1, 1), 2))
    return SetColor(track=track, color=f"#{rng.randrange(1 << 24):06x}")
