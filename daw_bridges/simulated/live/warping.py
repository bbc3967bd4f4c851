"""Warp markers: places of a sample tied to beats, with straight lines between them and on behind the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["WarpMarker", "beat_at", "moved", "seconds_at"]


@dataclass(frozen=True)
class WarpMarker:
    """Ties a place in the sample (seconds) to a beat."""

    sample_time: float
    beat_time: float


def seconds_at(markers: Sequence[WarpMarker], beat: float) -> float:
    """The place in the sample at a beat."""
    one, two = _around([marker.beat_time for marker in markers], markers, beat)
    share = (beat - one.beat_time) / (two.beat_time - one.beat_time)
    return one.sample_time + (two.sample_time - one.sample_time) * share


def beat_at(markers: Sequence[WarpMarker], seconds: float) -> float:
    """The beat at a place in the sample."""
    one, two = _around([marker.sample_time for marker in markers], markers, seconds)
    share = (seconds - one.sample_time) / (two.sample_time - one.sample_time)
    return one.beat_time + (two.beat_time - one.beat_time) * share


def moved(markers: Sequence[WarpMarker], beat: float, distance: float) -> tuple[WarpMarker, ...]:
    """The markers with the one at a beat moved; RuntimeError if there is none."""
    if all(marker.beat_time != beat for marker in markers):
        raise RuntimeError("There is no warp marker at that beat")
    return tuple(
        replace(marker, beat_time=beat + distance) if marker.beat_time == beat else marker
        for marker in markers
    )


def _around(
    places: Sequence[float], markers: Sequence[WarpMarker], place: float
) -> tuple[WarpMarker, WarpMarker]:
    index = min(max(sum(known <= place for known in places), 1), len(markers) - 1)
    return markers[index - 1], markers[index]
