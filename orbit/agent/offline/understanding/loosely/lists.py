"""Several settings of one device in a breath, and a device that comes with its settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from daw_bridges.actions import InsertDevice
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import AMOUNTS, Evidence
from orbit.agent.offline.understanding.loosely.targets import is_definite, targets
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["settings_of", "with_settings"]

_VALUES = (*AMOUNTS, "option")
_NAMES = ("parameter", "band")
_PLACES = ("device", "track")
_INDEFINITE = words("a an some one another new 1")
_SETTING = words("set turn bring lower raise dial adjust change increase decrease reduce move switch")
_BRINGING = words("add insert put load use with on onto across over through give throw slap stick need needs")

Say = Callable[[Evidence], str | None]


def settings_of(evidence: Evidence, say: Sequence[Say]) -> str | None:
    """The plain sentences of two settings or more, each value with the name that stands by it."""
    values = evidence.all(*_VALUES)
    if not 2 <= len(values) <= 6 or not evidence.only(*_PLACES, *_NAMES, *_VALUES) or evidence.way:
        return None
    for names_first in (True, False):
        said = [_said(evidence, part, say) for part in _parts(evidence, names_first=names_first)]
        what = {each.rpartition(" to ")[0] or each for each in said if each}
        if len(said) == len(values) and None not in said and len(what) == len(said):
            return " and ".join(each for each in said if each)
    return None


def _parts(evidence: Evidence, *, names_first: bool) -> Iterator[list[Mention]]:
    """The values with their names: those before them since the last value, or those behind them."""
    items = evidence.all(*_NAMES, *_VALUES)
    part: list[Mention] = []
    for each in items if names_first else items[::-1]:
        part.append(each)
        if each.type in _VALUES:
            yield part
            part = []
    if part:
        yield part


def _said(evidence: Evidence, part: Sequence[Mention], say: Sequence[Say]) -> str | None:
    bands = evidence.all("band")
    shared = bands if len(bands) == 1 and not any(each.type == "band" for each in part) else []
    kept = {*part, *shared, *evidence.all(*_PLACES)}
    one = replace(
        evidence,
        found=tuple(each for each in evidence.found if each in kept),
        aside=tuple(each for each in evidence.found if each not in kept),
    )
    found = {each(one) for each in say} - {None}
    return found.pop() if len(found) == 1 else None


def with_settings(evidence: Evidence, say: Sequence[Say]) -> str | None:
    """A device that is not there yet, and the plain sentences of its settings."""
    devices = evidence.all("device")
    if len(devices) != 1 or not evidence.names or not evidence.all(*_VALUES, *_NAMES):
        return None
    new = evidence.before_at(devices[0]) in _INDEFINITE or evidence.says(*_BRINGING)
    if not new or evidence.says(*_SETTING) or is_definite(evidence, devices[0]):
        return None
    kind = devices[0].values[0]
    if targets(evidence, devices[0]):
        return None
    inserted = [InsertDevice(track=name, device=kind) for name in evidence.names]
    after = replace(evidence, ground=evidence.ground.after(inserted))
    found = {said for said in (*(each(after) for each in say), settings_of(after, say)) if said}
    return (
        f"put a {kind.replace('_', ' ')} on {evidence.tracks} and {found.pop()}" if len(found) == 1 else None
    )
