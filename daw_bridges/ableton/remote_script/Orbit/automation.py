"""Automation of a parameter within a clip of the session view, drawn as small steps and read back as points.

Live's scripts can insert flat steps only, so a line between two points becomes a staircase fine enough to
sound like one. The timeline's own automation is out of reach of any script.
"""

from __future__ import annotations

import math
from typing import Any, Dict, Iterator, List, Tuple

from .confirm import confirm_in_pieces
from .errors import OUT_OF_RANGE, UNSUPPORTED, EditError
from .live import LiveSet, chains_of, identity, required
from .parameters import parameter_of, reading_of
from .readings import read_as
from .solve import accepts, solve, wish_from

Point = Tuple[float, float]

STEP_BEATS = 0.125
_MOST_STEPS = 512
_AT_ONCE = 64
_INSIDE = 1e-3
_STRAIGHT = 1e-4


def grid(length: float) -> float:
    """The width of a step in beats: a thirty-second note, wider in long clips."""
    return STEP_BEATS * 2 ** max(0, math.ceil(math.log2(max(length, STEP_BEATS) / STEP_BEATS / _MOST_STEPS)))


def _automate_parameter(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track = live.track(required(edit, "track"))
    device = live.device(track, required(edit, "device"))
    parameter = parameter_of(device, required(edit, "parameter"))
    if edit.get("clip") is None or "slot" not in edit["clip"]:
        raise EditError(
            UNSUPPORTED,
            "Live lets no script draw automation on the timeline; name a clip of the session view.",
        )
    clip = live.clip(track, edit["clip"])
    points = [(float(beat), wish_from(value)) for beat, value in required(edit, "points")]
    if any(not 0 <= beat <= clip.length for beat, _ in points):
        raise EditError(
            OUT_OF_RANGE, "%s is %g beats long: automation goes from 0 to there." % (clip.name, clip.length)
        )
    live.unheard.add(identity(track))
    clip.clear_envelope(parameter)
    if not points:
        return {"points": []}
    solved = []
    for beat, wish in points:
        solved.append((beat, solve(parameter, wish).raw))
        yield
    yield from _draw(clip.create_automation_envelope(parameter), sorted(solved), clip.length)
    return (yield from _read_back(clip, parameter, points))


def _draw(envelope: Any, points: List[Point], length: float) -> Iterator[Any]:
    step = grid(length)
    for (beat, raw), (next_beat, next_raw) in zip(points, points[1:]):
        count = max(1, math.ceil((next_beat - beat) / step - 1e-9))
        width = (next_beat - beat) / count
        for number in range(count if width > 0 else 0):
            envelope.insert_step(beat + number * width, width, raw + (next_raw - raw) * number / count)
            yield
    envelope.insert_step(points[-1][0], max(length - points[-1][0], step), points[-1][1])


def _read_back(clip: Any, parameter: Any, points: List[Tuple[float, Any]]) -> Iterator[Any]:
    def texts() -> Iterator[Any]:
        envelope = clip.automation_envelope(parameter)
        found: List[Tuple[float, str]] = []
        for beat, _ in points:
            if envelope is None:
                break
            found.append((beat, parameter.str_for_value(envelope.value_at_time(beat + _INSIDE))))
            if len(found) % _AT_ONCE == 0:
                yield
        return found

    def drawn(observed: List[Tuple[float, str]]) -> bool:
        return len(observed) == len(points) and all(
            accepts(read_as(text, wish.unit), wish) or text == wish.text
            for (_, text), (_, wish) in zip(observed, points)
        )

    observed = yield from confirm_in_pieces(
        texts, drawn, lambda _: "Live did not keep the automation of %s." % parameter.name
    )
    values = [[beat, _value(text, wish.unit)] for (beat, text), (_, wish) in zip(observed, points)]
    return {"points": values, "now": reading_of(parameter)["text"]}


def _value(text: str, unit: str) -> Any:
    reading = read_as(text, unit)
    return text if reading is None else reading.number


def envelopes_of(track: Any, clip: Any) -> Iterator[Any]:
    """What is automated in a clip: the path to a device, a parameter, and points with straight lines between.

    A generator that returns them: in a track with many devices there are many parameters to ask about.
    """
    found: List[Dict[str, Any]] = []
    if not getattr(clip, "has_envelopes", True):
        return found
    for path, device in _with_paths(track):
        for number, parameter in enumerate(device.parameters):
            envelope = clip.automation_envelope(parameter)
            if envelope is not None:
                points = [
                    [beat, parameter.str_for_value(raw)] for beat, raw in _corners(envelope, clip.length)
                ]
                found.append({"device": list(path), "parameter": number, "points": points})
            if envelope is not None or number % _AT_ONCE == _AT_ONCE - 1:
                yield
        yield
    return found


def _with_paths(holder: Any, inside: Tuple[int, ...] = ()) -> Iterator[Tuple[Tuple[int, ...], Any]]:
    """Every device with the places that lead to it: of a device, of a chain in that rack, of a device …"""
    for place, device in enumerate(holder.devices):
        yield (*inside, place), device
        for number, chain in enumerate(chains_of(device)):
            yield from _with_paths(chain, (*inside, place, number))


def _corners(envelope: Any, length: float) -> List[Point]:
    """The points between which an envelope runs straight; a staircase counts by where its steps begin."""
    samples = [(beat, envelope.value_at_time(beat + _INSIDE)) for beat in _beginnings(envelope, length)]
    inner = [
        here for before, here, after in zip(samples, samples[1:], samples[2:]) if _bends(before, here, after)
    ]
    return samples[:1] + inner + samples[1:][-1:]


def _beginnings(envelope: Any, length: float) -> List[float]:
    step = grid(length)
    if not hasattr(envelope, "events_in_range"):
        return [number * step for number in range(round(length / step) + 1)]
    times = sorted({round(event.time, 6) for event in envelope.events_in_range(0.0, length + 2.0 * step)})
    # The last event is where the last step ends, and nothing begins there.
    return times[:-1] or times


def _bends(before: Point, here: Point, after: Point) -> bool:
    share = (here[0] - before[0]) / (after[0] - before[0])
    straight = before[1] + (after[1] - before[1]) * share
    return abs(here[1] - straight) > _STRAIGHT * max(abs(here[1]), 1e-3)


EDITS = {"automate_parameter": _automate_parameter}
