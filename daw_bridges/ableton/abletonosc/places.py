"""Places in a set, by index and name: AbletonOSC knows no identities, so both are checked with every write.

The check travels in the bundle of the write itself. A question for the last thing that should be there comes
first: if anything was deleted meanwhile it fails, and AbletonOSC drops the rest of the bundle with it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from daw_bridges.ableton.abletonosc.messages import Say, ask, marked, tell
from daw_bridges.ableton.displays import DAW
from daw_bridges.ableton.step import Step
from daw_bridges.catalog import catalog
from daw_bridges.errors import OrbitError

__all__ = [
    "SONG",
    "Level",
    "Place",
    "Property",
    "clip_place",
    "device_place",
    "scene_at",
    "scene_place",
    "track_at",
    "track_place",
]


@dataclass(frozen=True)
class Level:
    """Something with a name at an index: it is there if any of the answers is one of those accepted."""

    label: str
    says: tuple[Say, ...]
    accepted: frozenset[str]

    @classmethod
    def named(cls, name: str, *says: Say) -> Level:
        """What has to answer with a name."""
        return cls(name, says, frozenset({name}))


@dataclass(frozen=True)
class Place:
    """Where something is, a level at a time, outermost first."""

    levels: tuple[Level, ...] = ()
    fences: tuple[Say, ...] = ()
    """Questions that only a set with as many things as expected can answer."""

    @property
    def checks(self) -> tuple[Say, ...]:
        """What to ask in front of a read or write."""
        return (*self.fences, *(say for level in self.levels for say in level.says))

    def stranger(self, values: tuple[tuple[Any, ...], ...]) -> tuple[str, str] | None:
        """What was expected and what stands there instead, from the answers to ``checks``."""
        answers = iter(values[len(self.fences) :])
        for level in self.levels:
            found = [str(next(answers)[0]) for _ in level.says]
            if level.accepted.isdisjoint(found):
                return level.label, found[0]
        return None

    def or_called(self, name: str) -> Place:
        """The same place while the innermost is being given another name."""
        *outer, inner = self.levels
        return replace(self, levels=(*outer, replace(inner, accepted=inner.accepted | {name})))

    @property
    def label(self) -> str:
        """What stands there, for people."""
        return " on ".join(level.label for level in reversed(self.levels)) or "the set"


@dataclass(frozen=True)
class Property:
    """Something that can be asked and set, such as ``Property("track", "volume", (4,))``.

    A plain one answers with the mark it is asked with.
    """

    area: str
    name: str
    indices: tuple[Any, ...] = ()
    plain: bool = True

    def get(self) -> Say:
        """The question for its value, which is the last of the answer."""
        address = f"{self.area}/get/{self.name}"
        return marked(address, *self.indices) if self.plain else ask(address, *self.indices)

    def set(self, value: Any) -> Say:
        """The message that sets it."""
        return tell(f"{self.area}/set/{self.name}", *self.indices, value)


SONG = Place()
"""The set itself, which is always there."""


def track_at(index: int, name: str, count: int) -> Place:
    """A track by its index, among ``count`` ordinary ones."""
    level = Level.named(name, marked("track/get/name", index))
    return Place((level,), (marked("track/get/name", count - 1),))


def track_place(step: Step) -> Place:
    """The action's track."""
    index = step.track_place
    return track_at(index, step.before.tracks[index].name, len(step.before.ordinary_tracks))


def device_place(step: Step) -> Place:
    """The action's device on its track."""
    track, (place, *_), on = step.track_place, step.device_path, track_place(step)
    devices = step.before.tracks[track].devices
    says = [marked(f"device/get/{what}", track, place) for what in ("name", "class_name")]
    last = marked("device/get/name", track, len(devices) - 1)
    name = devices[place].name
    # A session calls a device what it is; in Live it may have a title of its own.
    level = Level(name, tuple(says), frozenset({name, *_class_of(name)}))
    return Place((*on.levels, level), (*on.fences, last))


def _class_of(name: str) -> set[str]:
    try:
        return {catalog().device(DAW, name).class_name}
    except OrbitError:
        return set()


def clip_place(step: Step, slot: int) -> Place:
    """The clip in a slot (from 1) of the action's track."""
    track, on = step.track_place, track_place(step)
    clip = next(clip for clip in step.before.tracks[track].clips if clip.slot == slot)
    level = Level.named(clip.name, marked("clip/get/name", track, slot - 1))
    return Place((*on.levels, level), on.fences)


def scene_at(index: int, name: str, count: int) -> Place:
    """A scene by its index, among ``count``."""
    level = Level.named(name, marked("scene/get/name", index))
    return Place((level,), (marked("scene/get/name", count - 1),))


def scene_place(step: Step) -> Place:
    """The action's scene."""
    scenes = step.before.scenes
    return scene_at(step.scene_place, scenes[step.scene_place], len(scenes))
