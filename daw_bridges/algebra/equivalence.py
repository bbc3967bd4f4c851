"""Whether two sessions are the same to a person, and in which words they differ.

Every field of every model counts, so that one that is added is seen before anybody thinks of it; those that
do not are in ``NOT_COMPARED``. Numbers count as equal within what a display resolves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from daw_bridges.algebra.checks import number_text
from daw_bridges.algebra.telling import close, levels, listed, plain, said
from daw_bridges.catalog.palette import same_color
from daw_bridges.quantities import Unit, coarseness, format_pan, resolution
from daw_bridges.references import device_word
from daw_bridges.session import Device, Envelope, Note, Parameter, Session, Track

__all__ = ["NOT_COMPARED", "differences", "equivalent", "paired"]

NOT_COMPARED: Mapping[str, str] = MappingProxyType(
    {
        "Session.daw": "which program has the set open is no part of it",
        "Session.name": "a set saved under another name is the same set",
        "Device.label": "a plan's own word for a device; no host knows it",
        "Device.unread": "how much is known of a plug-in, not how it is set",
        "Parameter.name": "as the host spells or shortens it; the key says which parameter it is",
        "Parameter.text": "the value as the host displays it, rounded",
        "Parameter.range": "comes with the device and with the host's version of it",
        "Parameter.choices": "comes with the device and with the host's version of it",
    }
)
"""The fields in which two sessions may differ and still be the same, each with its reason."""

_SAME_BAR = 1e-6
_SAME_BEAT = 1e-4
_TEMPO_RESOLUTION = 0.00501
_PAN_RESOLUTION = 0.01001  # half of what one step of 50L … 50R is worth

Rule = Callable[["_Comparison", str, Any, Any], Iterator[str]]
"""Says in which words the models it is given differ in one field; the text is where they are."""


def equivalent(one: Session, other: Session) -> bool:
    """Whether two sessions are the same but for what is not compared and the display's resolution."""
    return one is other or next(_Comparison(one.daw).models("", one, other), None) is None


def differences(actual: Session, expected: Session) -> list[str]:
    """What is not as expected, one sentence each.

    ``Bass · Compressor · Threshold: −24.0 dB, expected −18.0 dB``
    """
    return list(_Comparison(actual.daw).models("", actual, expected))


def paired(actual: Sequence[Track], expected: Sequence[Track]) -> Iterator[tuple[Track, Track]]:
    """Tracks of one name, the first with the first and so on."""
    waiting: dict[str, list[Track]] = {}
    for track in expected:
        waiting.setdefault(track.name, []).append(track)
    for track in actual:
        if waiting.get(track.name):
            yield track, waiting[track.name].pop(0)


class _Comparison:
    """The comparison of two sessions on the host that shows the first."""

    def __init__(self, daw: str) -> None:
        self.daw = daw

    def models(self, where: str, actual: BaseModel, expected: BaseModel) -> Iterator[str]:
        """Say where two models of one type differ, field by field."""
        if actual is expected:
            return
        for field, rule in _rules(type(expected)):
            if getattr(actual, field) is not getattr(expected, field):
                yield from rule(self, where, actual, expected)

    def rows(
        self, where: Callable[[Any], str], actual: Iterable[Any], expected: Iterable[Any]
    ) -> Iterator[str]:
        """Say where models that belong together in their order differ."""
        for one, other in zip(actual, expected, strict=True):
            yield from self.models(where(other), one, other)


@cache
def _rules(model: type[BaseModel]) -> tuple[tuple[str, Rule], ...]:
    """The fields of a model that count, each with the rule for it: its own, its name's, or being equal."""
    return tuple(
        (field, _RULES.get(f"{model.__name__}.{field}") or _RULES.get(field) or _equal(field))
        for field in model.model_fields
        if f"{model.__name__}.{field}" not in NOT_COMPARED
    )


def _within(where: str, what: str) -> str:
    return f"{where} · {what}" if where else what[:1].upper() + what[1:]


def _equal(field: str, word: str | None = None) -> Rule:
    """Both have the same value; ``word`` is what people call the field."""
    word = field.replace("_", " ") if word is None else word

    def rule(_: _Comparison, where: str, actual: Any, expected: Any) -> Iterator[str]:
        yield from plain(
            _within(where, word) if word else where, getattr(actual, field), getattr(expected, field)
        )

    return rule


def _near(field: str, what: str, tolerance: float, shown: Callable[[float], str]) -> Rule:
    """Both have a number within ``tolerance``; ``what`` may say ``{where}`` and use the model expected."""

    def rule(_: _Comparison, where: str, actual: Any, expected: Any) -> Iterator[str]:
        numbers = getattr(actual, field), getattr(expected, field)
        if not close(*numbers, tolerance):
            yield said(what.format(where=where, expected=expected), *map(shown, numbers))

    return rule


def _bpm(number: float) -> str:
    return f"{number_text(number)} BPM"


def _beats(number: float) -> str:
    return f"{number_text(number)} beats"


def _bar(number: float) -> str:
    return f"bar {number_text(number)}"


def _signature(_: _Comparison, _where: str, actual: Session, expected: Session) -> Iterator[str]:
    both = ["/".join(map(str, session.time_signature)) for session in (actual, expected)]
    yield from plain("Time signature", *both)


def _loop(compare: _Comparison, _where: str, actual: Session, expected: Session) -> Iterator[str]:
    yield from compare.models("Loop", actual.loop, expected.loop)


def _locators(compare: _Comparison, _where: str, actual: Session, expected: Session) -> Iterator[str]:
    lists = [
        [f"{each.name} at bar {number_text(round(each.bar, 6))}" for each in session.locators]
        for session in (actual, expected)
    ]
    if lists[0] != lists[1]:
        yield said("Locators", *map(", ".join, lists))
    else:
        yield from compare.rows(lambda each: f"Locator {each.name}", actual.locators, expected.locators)


def _scenes(_: _Comparison, _where: str, actual: Session, expected: Session) -> Iterator[str]:
    yield from plain("Scenes", listed(actual.scenes), listed(expected.scenes))


def _tracks(compare: _Comparison, _where: str, actual: Session, expected: Session) -> Iterator[str]:
    if actual.track_names != expected.track_names:
        yield said("Tracks", listed(actual.track_names), listed(expected.track_names))
    for one, other in paired(actual.tracks, expected.tracks):
        yield from compare.models(other.name, one, other)


def _volume(_: _Comparison, where: str, actual: Any, expected: Any) -> Iterator[str]:
    yield from levels(f"{where} · volume", actual.volume_db, expected.volume_db)


def _color(compare: _Comparison, where: str, actual: Track, expected: Track) -> Iterator[str]:
    if not same_color(compare.daw, actual.color, expected.color):
        yield said(f"{where} · colour", actual.color, expected.color)


def _input(_: _Comparison, where: str, actual: Track, expected: Track) -> Iterator[str]:
    if "" not in (actual.input, expected.input):  # where it is open, any is as expected
        yield from plain(f"{where} · input", actual.input, expected.input)


def _sends(_: _Comparison, where: str, actual: Track, expected: Track) -> Iterator[str]:
    for to in dict.fromkeys((*expected.sends, *actual.sends)):
        what = f"{where} · send to {to}"
        if to not in actual.sends or to not in expected.sends:
            yield said(what, *("there" if to in track.sends else None for track in (actual, expected)))
        else:
            yield from levels(what, actual.sends[to], expected.sends[to])


def _devices(compare: _Comparison, where: str, actual: Any, expected: Any) -> Iterator[str]:
    chains = [[(device.kind, device.name) for device in holder.devices] for holder in (actual, expected)]
    if chains[0] != chains[1]:
        words = [
            listed(device_word(holder.devices, place) for place in range(len(holder.devices)))
            for holder in (actual, expected)
        ]
        yield said(f"{where} · devices", *words)
    else:
        yield from compare.rows(lambda each: f"{where} · {each.name}", actual.devices, expected.devices)


def _chains(compare: _Comparison, where: str, actual: Device, expected: Device) -> Iterator[str]:
    names = [[chain.name for chain in device.chains] for device in (actual, expected)]
    if names[0] != names[1]:
        yield said(f"{where} · chains", *map(listed, names))
    else:
        yield from compare.rows(lambda each: f"{where} · {each.name}", actual.chains, expected.chains)


def _parameters(compare: _Comparison, where: str, actual: Device, expected: Device) -> Iterator[str]:
    predicted = actual.unread and expected.unread
    if actual.kind is None and not predicted and not (actual.parameters and expected.parameters):
        return  # what a plug-in shows is known only once the host has it
    for key in _compared(actual, expected):
        if key in actual.parameters and key in expected.parameters:
            one, other = actual.parameters[key], expected.parameters[key]
            yield from compare.models(f"{where} · {other.name}", one, other)
        else:
            yield said(
                f"{where} · {key}", *("there" if key in d.parameters else None for d in (actual, expected))
            )


def _compared(actual: Device, expected: Device) -> Iterable[str]:
    """The keys to compare: of a plug-in that was not read those that were set, of all else every one."""
    if actual.unread == expected.unread:
        return dict.fromkeys((*expected.parameters, *actual.parameters))
    return (actual if actual.unread else expected).parameters


def _value(_: _Comparison, where: str, actual: Parameter, expected: Parameter) -> Iterator[str]:
    if actual.value != expected.value and not _same_value(actual, expected):
        yield said(where, *map(_valued, (actual, expected)))


def _unit(_: _Comparison, where: str, actual: Parameter, expected: Parameter) -> Iterator[str]:
    known = Unit.NONE not in (actual.unit, expected.unit)  # of what was only set nobody read the unit
    if known and actual.value == expected.value:
        yield from plain(f"{where} · unit", actual.unit, expected.unit)


def _same_value(actual: Parameter, expected: Parameter) -> bool:
    if isinstance(actual.value, str) or isinstance(expected.value, str) or actual.unit is not expected.unit:
        return False
    shown = coarseness(actual.text, expected.text)
    return close(actual.value, expected.value, max(resolution(expected.unit, expected.value), shown))


def _valued(parameter: Parameter) -> str:
    return (
        parameter.value if isinstance(parameter.value, str) else number_text(parameter.value, parameter.unit)
    )


def _slots(compare: _Comparison, where: str, actual: Track, expected: Track) -> Iterator[str]:
    one, other = ({clip.slot: clip for clip in track.clips} for track in (actual, expected))
    for slot in sorted({*one, *other}):
        yield from _both(compare, f"{where} · slot {slot}", one.get(slot), other.get(slot))


def _timeline(compare: _Comparison, where: str, actual: Track, expected: Track) -> Iterator[str]:
    for one, other in zip_longest(actual.arrangement_clips, expected.arrangement_clips):
        bar = number_text(round((other or one).start_bar, 6))
        yield from _both(compare, f"{where} · bar {bar}", one, other)


def _both(compare: _Comparison, what: str, actual: Any, expected: Any) -> Iterator[str]:
    if actual is None or expected is None:
        yield said(
            what,
            *(clip and (f"“{clip.name}”" if clip.name else "an unnamed clip") for clip in (actual, expected)),
        )
    else:
        yield from compare.models(what, actual, expected)


def _sample(_: _Comparison, where: str, actual: Any, expected: Any) -> Iterator[str]:
    if actual.sample and expected.sample:  # a host need not say which
        yield from plain(f"{where} · audio", actual.sample, expected.sample)


def _note_list(_: _Comparison, where: str, actual: Any, expected: Any) -> Iterator[str]:
    one, other = actual.note_list, expected.note_list
    # A host need not say which notes there are; how many is compared besides.
    known = bool(one and other) and actual.notes == expected.notes
    if known and one != other and not _same_notes(one, other):
        yield f"{where} · notes: not the ones expected"


def _same_notes(one: Sequence[Note], other: Sequence[Note]) -> bool:
    pairs = zip(sorted(one), sorted(other), strict=False)
    return len(one) == len(other) and all(
        close(a, b, _SAME_BEAT) for note, same in pairs for a, b in zip(note, same, strict=True)
    )


def _envelopes(field: str) -> Rule:
    def rule(compare: _Comparison, where: str, actual: Any, expected: Any) -> Iterator[str]:
        one, other = (
            {(drawn.device, drawn.parameter): drawn for drawn in getattr(holder, field)}
            for holder in (actual, expected)
        )
        for device, parameter in sorted({*one, *other}):
            none = Envelope(device=device, parameter=parameter, points=())
            both = (drawn.get((device, parameter), none) for drawn in (one, other))
            yield from compare.models(f"{where} · automation of {device} {parameter}", *both)

    return rule


def _points(_: _Comparison, where: str, actual: Envelope, expected: Envelope) -> Iterator[str]:
    if not _same_points(actual.points, expected.points):
        yield said(
            where, *(f"{len(each.points)} points" if each.points else None for each in (actual, expected))
        )


def _same_points(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    return one == other or (
        len(one) == len(other)
        and all(
            close(a, b, max(_SAME_BEAT, abs(b) * 0.00501) if math.isfinite(b) else 0.0)
            for p, q in zip(one, other, strict=True)
            for a, b in zip(p, q, strict=True)
        )
    )


_RULES: Mapping[str, Rule] = {
    "tempo": _near("tempo", "Tempo", _TEMPO_RESOLUTION, _bpm),
    "time_signature": _signature,
    "loop": _loop,
    "Loop.on": _equal("on", ""),
    "Loop.start_bar": _near("start_bar", "Loop start", _SAME_BAR, _bar),
    "Loop.end_bar": _near("end_bar", "Loop end", _SAME_BAR, _bar),
    "Locator.bar": _near("bar", "{where}", _SAME_BAR, _bar),
    "locators": _locators,
    "scenes": _scenes,
    "tracks": _tracks,
    "volume_db": _volume,
    "pan": _near("pan", "{where} · pan", _PAN_RESOLUTION, format_pan),
    "arm": _equal("arm", "record arm"),
    "monitor": _equal("monitor", "monitoring"),
    "color": _color,
    "input": _input,
    "sends": _sends,
    "devices": _devices,
    "enabled": _equal("enabled", ""),
    "sidechain": _equal("sidechain", "side chain from"),
    "chains": _chains,
    "parameters": _parameters,
    "value": _value,
    "unit": _unit,
    "clips": _slots,
    "arrangement_clips": _timeline,
    "ArrangementClip.start_bar": _near("start_bar", "{where} · clip “{expected.name}” at", _SAME_BAR, _bar),
    "length_beats": _near("length_beats", "{where} · length", _SAME_BAR, _beats),
    "sample": _sample,
    "note_list": _note_list,
    "envelopes": _envelopes("envelopes"),
    "automation": _envelopes("automation"),
    "points": _points,
}
"""The rules that are more than being equal, by field, or by model and field where a name means two things."""
