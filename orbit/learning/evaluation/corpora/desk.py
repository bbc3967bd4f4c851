"""The tracks and devices of one session, as far as one must know them to name things as a host does."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from random import Random
from typing import Any

from orbit.learning.evaluation.corpora.instance import Instance
from orbit.learning.evaluation.corpora.noise import Noise
from orbit.learning.evaluation.corpora.planted import Part, PlantedStep
from orbit.learning.evaluation.corpora.vocabulary import EditKind

__all__ = ["Desk"]

_TRACKS = (
    ("Kick", "BD", "Kick In"),
    ("Snare", "SD", "Snare Top"),
    ("Hats", "HH", "Hi-Hat"),
    ("Percussion", "Perc", "Shaker"),
    ("Bass", "Sub Bass", "808"),
    ("Keys", "Piano", "Rhodes"),
    ("Pad", "Pads", "Atmo"),
    ("Lead Synth", "Lead", "Topline"),
    ("Guitar", "Gtr L", "Acoustic Guitar"),
    ("Lead Vox", "Vocal", "Main Vox"),
    ("Backing Vox", "BVs", "Choir"),
    ("FX", "Riser", "Impacts"),
    ("Strings", "Violins", "Cello"),
    ("Clap", "Claps", "Clap Layer"),
)
_RETURNS = (("A-Reverb", "Verb", "Plate"), ("B-Delay", "Dly", "Echo Return"))
_MASTER = "Master"
_OBJECTS = 6


class Desk:
    """What a session holds; tracks are known by their number here, since their names change.

    A device that is set where none was inserted was there before: it is the first of its kind.
    """

    def __init__(self, rng: Random) -> None:
        chosen = [*rng.sample(_TRACKS, _OBJECTS), *_RETURNS]
        self._names = [*(rng.choice(names) for names in chosen), _MASTER]
        self._kinds = ["track"] * _OBJECTS + ["return"] * len(_RETURNS) + ["master"]
        self._devices: dict[tuple[int, str], int] = {}

    def tracks_for(self, parts: Sequence[Part], rng: Random) -> tuple[int, ...]:
        """A track for each part, no track twice; −1 where the workflow creates it."""
        chosen: list[int] = []
        for part in parts:
            free = [n for n, kind in enumerate(self._kinds) if kind == part.track and n not in chosen]
            chosen.append(-1 if part.created else self._called(part.names, free, rng))
        return tuple(chosen)

    def _called(self, names: Sequence[str], free: Sequence[int], rng: Random) -> int:
        """A track of one of the names; where the session has none, another one of its own gets it."""
        fits = [number for number in free if not names or self._names[number] in names]
        if fits:
            return rng.choice(fits)
        return self._add(self._unique(rng.choice(names)), self._kinds[free[0]])

    def _add(self, name: str, kind: str) -> int:
        self._names.append(name)
        self._kinds.append(kind)
        return len(self._names) - 1

    def _unique(self, name: str) -> str:
        number, candidate = 1, name
        while candidate in self._names:
            number += 1
            candidate = f"{name} {number}"
        return candidate

    @contextmanager
    def put_back(self) -> Generator[None]:
        """Whatever is done inside has not happened."""
        kept = deepcopy((self._names, self._kinds, self._devices))
        yield
        self._names, self._kinds, self._devices = kept

    def anything(self, kind: EditKind, rng: Random) -> dict[str, Any]:
        """An edit of a kind somewhere, of the first device of its kind there."""
        track = rng.randrange(_OBJECTS)
        others = [
            number for number, what in enumerate(self._kinds) if number != track and what == _other(kind)
        ]
        other = rng.choice(others) if kind.other else None
        return self._written(kind, track, other, kind.draw(rng), {})

    def act(
        self, instance: Instance, step: PlantedStep, noise: Noise, rng: Random, *, wrong: bool
    ) -> dict[str, Any]:
        """A workflow's step, on the tracks and devices of this time that it is done."""
        kind = step.kind
        if kind.action == "create_track":
            return self._created(instance, step)
        value = kind.draw(rng) if wrong else _value(instance, step, noise, rng)
        track = instance.tracks[step.part]
        other = None if step.other is None else instance.tracks[step.other]
        return self._written(kind, track, other, value, instance.own)

    def _created(self, instance: Instance, step: PlantedStep) -> dict[str, Any]:
        part = instance.workflow.parts[step.part]
        assert part.created is not None
        value = instance.values.get(step.value.variable or "") if step.value else None
        name = self._unique(str(value if value is not None else step.value and step.value.constant))
        instance.tracks[step.part] = self._add(name, "return" if part.created == "return" else "track")
        return {"action": "create_track", "kind": part.created, "name": name}

    def _written(
        self,
        kind: EditKind,
        track: int,
        other: int | None,
        value: float | str | None,
        own: dict[tuple[int, str], int],
    ) -> dict[str, Any]:
        act: dict[str, Any] = {"action": kind.action, "track": self._names[track]}
        if kind.device:
            act["device"] = self._device(kind, track, own)
        if kind.parameter:
            act["parameter"] = kind.parameter
        if kind.other and other is not None:
            act[kind.other] = self._names[other]
        if kind.field:
            act[kind.field] = value
        if kind.action in {"set_mute", "set_arm"}:
            act["on"] = True
        if kind.action == "rename_track":
            act["name"] = self._names[track] = self._unique(str(value))
        return act

    def _device(self, kind: EditKind, track: int, own: dict[tuple[int, str], int]) -> str:
        """How the device is named now: the workflow's own, or the first of its kind on the track."""
        assert kind.device is not None
        at = track, kind.device
        if kind.action == "insert_device":
            self._devices[at] = own[at] = self._devices.get(at, 0) + 1
            return kind.device
        self._devices.setdefault(at, 1)
        number = own.get(at, 1)
        return kind.device if number == 1 else f"{kind.device}#{number}"


def _other(kind: EditKind) -> str:
    return "return" if kind.action == "set_send" else "track"


def _value(instance: Instance, step: PlantedStep, noise: Noise, rng: Random) -> float | str | None:
    if step.value is None:
        return step.kind.draw(rng)
    if step.value.variable is not None:
        return instance.values[step.value.variable]
    if step.value.drifts:
        return step.kind.near(step.value.constant, noise.drift, rng)
    return step.value.constant
