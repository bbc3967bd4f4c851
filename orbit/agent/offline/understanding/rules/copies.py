"""Devices of a track on others, with their settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any, cast

import yaml

from orbit.agent.offline.understanding.devices import Said, find_device
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import one_of
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.rule import Built, CopyDevices, Rule
from orbit.agent.offline.understanding.tokens import plain
from orbit.agent.offline.understanding.tracks import Tracks
from orbit.workflows import DeviceCopy

__all__ = ["NOUNS", "RULES"]


def _copy(
    ground: Ground,
    source: Tracks,
    tracks: Tracks,
    devices: Sequence[Said] = (),
    another: bool = False,
) -> Built:
    clips = {plain(clip.name) for track in ground.session.tracks for clip in track.clips}
    if any(said.phrase in clips for said in devices):
        return None  # "copy the chords": a clip is called so
    # "The vocals onto the backing vox" are those beside it; and of several those that have what is meant.
    others = [name for name in source if name not in tracks] or [*source[:1]]
    having = [name for name in others if _has(ground, name, devices)] or others[:1]
    if len(having) > 1:
        asks = f"copy {_what(devices)} from {GAP} to {_named(tracks)}"
        return Problem(f"From which track shall it be copied: {one_of(having)}?", asks=asks)
    held = ground.track(having[0])
    references: list[str] = []
    for said in devices:
        place = find_device(held, said)
        if said.nth and isinstance(place, Problem):
            return place
        if not said.nth and isinstance(find_device(held, replace(said, nth=2)), str):
            which = f"Say “the first {said.phrase}” or “the second {said.phrase}”."
            return Problem(f"{held.name} has more than one {said.phrase}. {which}")
        # What is not there the plan complains of, with what there is.
        references.append(place if isinstance(place, str) else said.kind or said.phrase)
    targets = tuple(name for name in tracks if name != having[0]) or tracks
    return CopyDevices(
        DeviceCopy(source=having[0], targets=targets, devices=tuple(references), another=another)
    )


def _has(ground: Ground, name: str, devices: Sequence[Said]) -> bool:
    """Whether a track has devices, and those that are meant."""
    track = ground.track(name)
    return bool(track.devices) and all(isinstance(find_device(track, said), str) for said in devices)


def _open(
    ground: Ground,
    source: Tracks = (),
    tracks: Tracks = (),
    devices: Sequence[Said] = (),
    another: bool = False,
) -> Built:
    what = _what(devices)
    if not tracks:
        asks = f"copy {what} from {_named(source)} to {GAP}"
        return Problem(f"To which tracks shall {what} be copied?", asks=asks)
    for names in (ground.tracks, ground.session.track_names if devices else ()):
        having = [name for name in names if name not in tracks and _has(ground, name, devices)]
        if len(having) == 1:
            return _copy(ground, (having[0],), tracks, devices, another)
    asks = f"copy {what} from {GAP} to {_named(tracks)}"
    return Problem(f"From which track shall {what} be copied?", asks=asks)


def _move(_: Ground, source: Tracks, tracks: Tracks, devices: Sequence[Said] = ()) -> Built:
    copy = f"copy {_what(devices)} from {_named(source)} to {_named(tracks)}"
    return Problem(f"Devices are copied to another track, not moved. Say “{copy}”, then remove the first.")


def _what(devices: Sequence[Said]) -> str:
    return f"the {' and '.join(said.phrase for said in devices)}" if devices else "the effects"


def _named(tracks: Tracks) -> str:
    return " and ".join(f'"{name}"' for name in tracks)


def _rows() -> Iterator[Rule]:
    for build, rows in ((_copy, "rows"), (_open, "open"), (_move, "moved")):
        yield Rule(build, tuple(_spelt_out(row) for row in _TABLE[rows]))


def _spelt_out(pattern: str) -> str:
    """Write a pattern with its words in full."""
    full = re.sub(r"<(\w+)>", lambda found: _TABLE["words"][found[1]], pattern)
    return full if full == pattern else _spelt_out(full)


_TABLE = cast(
    "dict[str, Any]",
    yaml.safe_load((files("orbit.agent.offline") / "copies.yaml").read_text(encoding="utf-8")),
)
NOUNS = frozenset(re.findall(r"\w+", _TABLE["words"]["nouns"]))
"""The words for what stands on a track: of a copy they name no track that is called so."""
RULES = tuple(_rows())
"""The wordings of copied devices."""
