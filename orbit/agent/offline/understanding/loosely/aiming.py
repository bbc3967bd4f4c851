"""Which parameter a sentence is about: the one it names, or the one its words or its unit can only mean."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from daw_bridges.quantities import Unit
from daw_bridges.session import Device, Parameter, TrackKind
from orbit.agent.offline.understanding.devices import OF_BAND, parameter_key
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.lexicon import DOWN, UP
from orbit.agent.offline.understanding.loosely.qualities import QUALITIES, QUALITY_WORDS
from orbit.agent.offline.understanding.loosely.targets import Target, targets
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.settling import settled
from orbit.agent.offline.understanding.tokens import plain
from orbit.agent.offline.understanding.unspoken import by_choice, by_value, is_switch, unit_of

__all__ = ["Aim", "aim", "aim_at_choice", "aim_at_switch"]

_SORTS = ("mode", "type", "shape", "curve", "style")
_OF_BANDS = ("gain", "frequency", "q", "type", "on")
_INTERVALS = frozenset({"octave", "semitone", "semitones"})
_WORDS = QUALITY_WORDS | _INTERVALS
"""Parameters of some devices that are mere words where they are of none of those that are meant."""
_TYPES = ("parameter", "band", "device", "track")


@dataclass(frozen=True)
class Aim:
    """A parameter as a plain sentence names it, and what it is on the devices that are meant."""

    said: str
    held: tuple[tuple[Device, str], ...]
    """Each device with the parameter's key; empty where only the rules can say, or ask, which is meant."""
    named: bool
    """Whether its name was said."""

    @property
    def parameter(self) -> Parameter | None:
        """What it is; None where that is not known."""
        return self.held[0][0].parameters.get(self.held[0][1]) if self.held else None

    @property
    def is_fed(self) -> bool:
        """Whether it is the side chain of a device that some track feeds: off, that is fed by none."""
        return any(device.sidechain and key == "sidechain_on" for device, key in self.held)

    def says_a_choice(self, evidence: Evidence, explained: Collection[str]) -> bool:
        """Whether beside what is named something is said that a choice of the device can be.

        Of a single word, one that says something else as well is none.
        """
        rest = f" {' '.join(evidence.rest)} "
        rows = [held for device, _ in self.held for held in device.parameters.values() if held.choices]
        choices = {plain(choice) for held in rows for choice in held.choices or ()}
        heads = {choice.rsplit(" ", 1)[0] for choice in choices}
        tails = {choice.rsplit(" ", 1)[-1] for choice in choices}
        told = {word for word in choices | heads | tails if len(word) > 3 and word not in explained}
        return any(f" {word} " in rest for word in told)

    def takes(self, value: float | str) -> bool:
        """Whether it can have a value, as far as is known."""
        return not any(isinstance(settled(device, key, value), Problem) for device, key in self.held)


def aim(evidence: Evidence, *more: str) -> Aim | None:
    """The parameter a sentence with a value, or with a direction, is about; ``more`` may be named beside."""
    about = _about(evidence, *more)
    if about is None:
        return None
    device, phrase = about
    if phrase:
        return _called(evidence, device, phrase)
    if device is None and evidence.value is None and not _is_return(evidence):
        return None  # "shorten the kick": of a track, it need not mean a device
    by_quality = _meant(evidence, device, lambda each: _by_quality(evidence, each))
    if by_quality is None and device is None and _is_a_level(evidence):
        return None
    return by_quality or _meant(evidence, device, lambda each: _by_value(evidence, each))


def _is_a_level(evidence: Evidence) -> bool:
    """Whether so many decibels are said of a track: these are its fader's, whatever devices it has."""
    value = evidence.value
    return bool(evidence.names) and value is not None and value.type in ("gain_db", "plain")


def _is_return(evidence: Evidence) -> bool:
    """Whether no track is named, or only returns: these are what their device is."""
    return all(evidence.ground.track(name).kind is TrackKind.RETURN for name in evidence.names)


def aim_at_choice(evidence: Evidence) -> tuple[Aim, str] | None:
    """The parameter that can be one of the options that are said, and the option."""
    for option, beside in _options(evidence):
        found = _at_choice(evidence, option, beside)
        if found is not None and found.takes(option):
            return found, option
    return None


def _options(evidence: Evidence) -> Iterator[tuple[str, Mention | None]]:
    """What may be an option, with what else it was taken for: a device, or a parameter."""
    if options := evidence.all("option"):
        if len(options) == 1:
            yield options[0].values[0], None
        return
    devices = evidence.all("device")
    others = devices if len(devices) == 2 else []
    kinds = {kind.replace("_", " ") for each in others for kind in each.values}
    for each in (*others, *evidence.all("parameter")):
        if plain(each.text) not in kinds:
            yield plain(each.text), each


def _at_choice(evidence: Evidence, option: str, beside: Mention | None) -> Aim | None:
    left = tuple(each for each in evidence.found if each is not beside)
    about = _about(replace(evidence, found=left), "option", band="type")
    if about is None:
        return None
    device, phrase = about
    called = _called(evidence, device, phrase) if phrase else None
    if called is not None and called.takes(option):
        return called
    return _meant(evidence, device, lambda each: by_choice(each, option))


def aim_at_switch(evidence: Evidence, phrase: str = "") -> Aim | None:
    """The parameter that is on or off; ``phrase`` where other words than its name mean it."""
    if phrase:
        named = tuple(each for each in evidence.found if each.type != "parameter")
        evidence = replace(evidence, found=named)
    about = _about(evidence, band="on")
    if about is None or not (phrase or about[1]):
        return None
    device, phrase = about[0], phrase or about[1]
    return _meant(evidence, device, lambda each: _switch(evidence, each, phrase), named=True)


def _about(evidence: Evidence, *more: str, band: str = "") -> tuple[Mention | None, str] | None:
    """The device and the parameter that are named, "" where none is; None where more than one may be."""
    devices, phrases = evidence.all("device"), [each.values[0] for each in evidence.all("parameter")]
    if len(phrases) > 1:
        phrases = _of_these(evidence, devices, phrases) or phrases
    if len(phrases) > 1:
        phrases = [phrase for phrase in phrases if phrase not in (*_SORTS, *_INTERVALS)]  # "soft clip mode"
    if not evidence.only(*_TYPES, *more) or len(devices) > 2 or len(phrases) > 1:
        return None
    phrase = phrases[0] if phrases else ""
    if len(devices) == 2:
        return None if phrase or evidence.all("band") else _of_two(evidence, devices)
    device = devices[0] if devices else None
    if phrase in _WORDS and not any(
        _key(evidence, each.device, phrase) for each in targets(evidence, device)
    ):
        phrase = ""  # "blend the compressor": no more than a word of some other device
    if bands := evidence.all("band"):
        attribute = _of_band(evidence, phrase) or band
        return (device, f"{bands[0].values[0]} {attribute}") if len(bands) == 1 and attribute else None
    return device, phrase


def _of_these(evidence: Evidence, devices: Sequence[Mention], phrases: Sequence[str]) -> list[str]:
    """Of several words that are parameters, those of the devices that are meant: others are mere words."""
    about = targets(evidence, devices[0] if len(devices) == 1 else None)
    return [phrase for phrase in phrases if any(_key(evidence, each.device, phrase) for each in about)]


def _of_two(evidence: Evidence, devices: Sequence[Mention]) -> tuple[Mention, str] | None:
    """A device's part that could be a device as well: "the delay's filter"."""
    for device, part in (devices, devices[::-1]):
        phrase = plain(part.text)
        if any(_key(evidence, each.device, phrase) for each in targets(evidence, device)):
            return device, phrase
    return None


def _of_band(evidence: Evidence, phrase: str) -> str:
    """What of a band is meant: by its name, by the value's unit."""
    if OF_BAND.get(phrase, phrase) in _OF_BANDS:
        return OF_BAND.get(phrase, phrase)
    value = evidence.value
    turns = evidence.way or not (UP | DOWN).isdisjoint(evidence.said)
    if value is None:
        turned = turns and not evidence.all("option") and not evidence.says("off", "on")
        return "gain" if turned else ""
    unit = unit_of(value.text)
    if unit is None and (turns or evidence.says("db")):
        return "gain"
    return {Unit.DB: "gain", Unit.HZ: "frequency"}.get(unit or Unit.NONE, "")


def _said(evidence: Evidence, device: Mention | None, phrase: str, held: Sequence[tuple[Target, str]]) -> str:
    where = f" on {evidence.tracks}" if evidence.tracks else ""
    if device is not None:
        return f"{device.text} {phrase}{where}"
    kinds = {target.reference.replace("_", " ") for target, _ in held}
    where = where or (f' on "{held[0][0].track}"' if len(held) == 1 else "")
    if where and len(kinds) == 1 and len(held) == max(1, len(evidence.names)):
        return f"{kinds.pop()} {phrase}{where}"
    return f"{phrase}{where}" if where else f"its {phrase}" if evidence.ground.device else phrase


def _called(evidence: Evidence, device: Mention | None, phrase: str) -> Aim | None:
    """A parameter by its name; which device has it the rules may ask, but one has to."""
    held = tuple(_keys(targets(evidence, device), lambda each: _key(evidence, each, phrase)))
    if device is not None and not held:
        return None
    return Aim(_said(evidence, device, phrase, held), _devices(held), named=True)


def _meant(
    evidence: Evidence,
    device: Mention | None,
    key_of: Callable[[Device], str | None],
    *,
    named: bool = False,
) -> Aim | None:
    """A parameter that has to be the only one of its kind on each track that is meant."""
    about = targets(evidence, device)
    held = tuple(_keys(about, key_of))
    tracks = {each.track for each in about}
    if not held or len(held) != len(tracks) or len({key for _, key in held}) != 1:
        return None
    return Aim(_said(evidence, device, _spoken(held[0][1]), held), _devices(held), named=named)


def _spoken(key: str) -> str:
    """A key as it is said; of times that are held twice, the value's unit says which is meant."""
    return plain(key.replace("left_sixteenths", "left_time").replace("left_division", "left_time"))


def _devices(held: Sequence[tuple[Target, str]]) -> tuple[tuple[Device, str], ...]:
    return tuple((target.device, key) for target, key in held)


def _keys(about: Sequence[Target], key_of: Callable[[Device], str | None]) -> Iterator[tuple[Target, str]]:
    for each in about:
        if (key := key_of(each.device)) is not None:
            yield each, key


def _key(evidence: Evidence, device: Device, phrase: str) -> str | None:
    key = parameter_key(evidence.ground, device, phrase)
    return None if isinstance(key, Problem) else key


def _by_quality(evidence: Evidence, device: Device) -> str | None:
    said = {*evidence.rest, *(each.values[0] for each in evidence.all("parameter"))}
    keys = {key for each in QUALITIES if said & each.said and (key := each.of(device)) is not None}
    return keys.pop() if len(keys) == 1 else None


def _by_value(evidence: Evidence, device: Device) -> str | None:
    if not _INTERVALS.isdisjoint(evidence.said):
        return by_value(device, "100 Hz")
    return None if evidence.value is None else by_value(device, evidence.value.text)


def _switch(evidence: Evidence, device: Device, phrase: str) -> str | None:
    keys = (_key(evidence, device, f"{phrase} on"), _key(evidence, device, phrase))
    return next((key for key in keys if key and is_switch(device.parameters[key])), None)
