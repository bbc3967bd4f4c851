"""Devices and their parameters in words: a kind to insert, a device that is on a track, a parameter of it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from daw_bridges.catalog import DeviceEntry, catalog
from daw_bridges.errors import NotFoundError, OrbitError
from daw_bridges.references import device_reference
from daw_bridges.session import Device, Track
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.numbers import in_row, nth_of
from orbit.agent.offline.understanding.pattern import FILLERS
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.settling import spelt_out
from orbit.agent.offline.understanding.tokens import Token, plain
from orbit.agent.reader.lexicon import group
from orbit.workflows.roles import closest

__all__ = [
    "OF_BAND",
    "Said",
    "find_device",
    "parameter_key",
    "read_band",
    "read_device",
    "read_devices",
    "read_kind",
    "read_kinds",
    "read_option",
    "read_parameter",
]

_ARTICLES = group("before_a_device")
_MORE = {"another", "new"}
"""What is said of a device that is not there yet."""
_NOUNS = ("plugin", "plug in", "device", "effect", "instrument")

# Words of the catalogue that name a job rather than a device: "a low cut on the guitar" is not any equaliser.
_JOBS = group("jobs")


@dataclass(frozen=True)
class Said:
    """A device as it was said: the catalogue's kind where it has one, and the words."""

    kind: str | None
    phrase: str
    on_return: bool = False
    """Whether it is one that a return has."""
    nth: int = 0
    """Which of several of its kind on a track, from 1; the last is -1, and 0 is any."""


def _phrase(tokens: Sequence[Token]) -> str:
    words = [token.text for token in tokens]
    while words and words[0] in _ARTICLES:
        words = words[1:]
    text = " ".join(words)
    for noun in _NOUNS:
        text = text.removesuffix(f" {noun}")
    return text


@lru_cache(maxsize=4096)
def _kind(daw: str, phrase: str) -> str | None:
    """The kind a phrase names as a whole, in singular or plural, or nearly spelled so."""
    if catalog().kind_of_words(phrase) is not None or plain(phrase) in _host_names(daw):
        spellings = (phrase, phrase.removesuffix("s"), phrase.removesuffix("es"))
        for candidate in (spelling for spelling in spellings if catalog().means_one(daw, spelling)):
            with contextlib.suppress(OrbitError):
                return catalog().device(daw, candidate).kind
    known = [kind.replace("_", " ") for kind in catalog().kinds()]
    near = closest(phrase, known) if len(phrase) > 4 and phrase not in _JOBS | _catalog_words(daw) else []
    kind = catalog().kinds()[near[0]] if len(near) == 1 else None
    return kind if kind and catalog().devices(daw, kind) else None


def read_kind(ground: Ground, tokens: Sequence[Token]) -> str | Problem | None:
    """A device to insert, as the action says it: a kind, or the host's own name."""
    phrase = _phrase(tokens)
    if not phrase or phrase in _JOBS or " and " in phrase or "," in phrase:
        return None
    if host := _host_name(ground, phrase):
        return host
    kind = _kind(ground.daw, phrase)
    if kind is None:
        return _unavailable(ground.daw, phrase)
    return kind


@cache
def _host_names(daw: str) -> Mapping[str, str]:
    """The host's own names for its devices, as they are compared."""
    return {plain(name): name for name in catalog().devices(daw)}


def _host_name(ground: Ground, phrase: str) -> str | None:
    """The host's own name for a device that is not its kind's first ("Operator" is not just any synth)."""
    name = _host_names(ground.daw).get(plain(phrase))
    if name is None:
        return None
    kind = catalog().device(ground.daw, name).kind
    return kind if catalog().device(ground.daw, kind).name == name else name


@lru_cache(maxsize=4096)
def _unavailable(daw: str, phrase: str) -> Problem | None:
    """A kind that the catalogue knows and this host lacks is a complaint with advice, not an unknown word."""
    named = phrase.replace(" ", "_") in catalog().kinds() or catalog().kind_of_words(phrase) is not None
    if not named or not catalog().means_one(daw, phrase):
        return None
    try:
        catalog().device(daw, phrase)
    except NotFoundError as error:
        return Problem(str(error), phrase) if "of its own" in str(error) else None
    return None


def read_kinds(ground: Ground, tokens: Sequence[Token]) -> tuple[str, ...] | Problem | None:
    """Devices to insert: "an EQ and a compressor", "EQ, compressor and limiter"."""
    found: list[str] = []
    for part in _parts(tokens):
        kind = read_kind(ground, part)
        if kind is None or isinstance(kind, Problem):
            return kind
        found.append(kind)
    return tuple(found) or None


def _parts(tokens: Sequence[Token]) -> Iterable[Sequence[Token]]:
    part: list[Token] = []
    for token in tokens:
        if token.text in ("and", ",", "then", "plus", "followed", "by", "into"):
            if part:
                yield part
            part = []
        else:
            part.append(token)
    if part:
        yield part


_ON_RETURN = re.compile(r" (?:on|in|of|from) (?:the |my |our )?(?:return|aux|return track|aux track)$")


def read_device(ground: Ground, tokens: Sequence[Token]) -> Said | None:
    """A device that should be there already: a kind, or the name of a device in the session."""
    if len(tokens) > 2 and (match := _ON_RETURN.search(" ".join(token.text for token in tokens))):
        found = read_device(ground, tokens[: -len(match[0].split())])
        return replace(found, on_return=True) if found is not None else None
    if (numbered := in_row(tokens)) is not None:
        nth, rest = numbered
        found = read_device(ground, rest)
        if found is not None and not found.nth and found.phrase != "it":
            return replace(found, nth=nth)
    phrase = _phrase(tokens)
    if not phrase or not _MORE.isdisjoint(token.text for token in tokens):
        return None
    if phrase in ("it", "that", "device", "plugin", "plug in") and ground.device:
        kind, _, nth = ground.device.partition("#")
        return Said(kind, phrase, nth=int(nth) if nth.isdigit() else 0)
    if named := _names_here(ground).get(plain(phrase)):
        return Said(None, named)
    kind = None if phrase in ("drum bus", "drum kit") else _kind(ground.daw, phrase)
    return Said(kind, phrase) if kind else None


def _names_here(ground: Ground) -> Mapping[str, str]:
    """The names of the devices of the session, as they are compared."""
    if (_names_here,) not in ground.known:
        names = {device.name for track in ground.session.tracks for device in track.devices}
        ground.known[(_names_here,)] = {plain(name): name for name in sorted(names, reverse=True)}
    return ground.known[(_names_here,)]


def read_devices(ground: Ground, tokens: Sequence[Token]) -> tuple[Said, ...] | None:
    """Devices that should be there already: "the EQ and the compressor"."""
    found = [read_device(ground, part) for part in _parts(tokens)]
    return tuple(each for each in found if each is not None) if found and None not in found else None


def find_device(track: Track, said: Said) -> str | Problem:
    """The reference of the device on a track that was meant."""
    fitting = [at for at, device in enumerate(track.devices) if _is(device, said)]
    if not fitting:
        has = ", ".join(device.name for device in track.devices) or "no devices"
        return Problem(f"There is no {said.phrase} on {track.name}. It has {has}.", said.phrase)
    if said.nth > len(fitting):
        return Problem(
            f"{track.name} has {len(fitting)} × {said.phrase}, so there is no number {said.nth}.", said.phrase
        )
    if said.nth:
        return device_reference(track, fitting[said.nth - (said.nth > 0)])
    if said.kind is not None and said.kind == track.devices[fitting[-1]].label:
        return said.kind
    return device_reference(track, fitting[0])


def _is(device: Device, said: Said) -> bool:
    if said.kind and said.kind in (device.kind, device.label):
        return True
    return plain(device.name) == plain(said.phrase) or (device.kind is None and said.kind == device.name)


def read_parameter(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """Words that may name a parameter of some device here; which one, only the device can say."""
    text = " ".join(token.text for token in tokens if token.text not in FILLERS)
    banded = _banded(text)
    phrase = banded if banded != text else _phrase(tokens)
    return phrase if phrase and phrase in _parameter_words(ground) else None


_BAND = re.compile(
    r"(?:(?P<what>[a-z ]+?) (?:of|on|at) )?(?:band (?P<number>\d)|(?P<nth>[a-z]+|\d[a-z]{2}) band)"
    r"(?: (?P<after>[a-z ]+))?"
)
OF_BAND = {
    "freq": "frequency", "cutoff": "frequency", "resonance": "q", "width": "q", "bandwidth": "q",
    "level": "gain", "volume": "gain", "shape": "type", "curve": "type",
}  # fmt: skip
"""What a band's parameters are called beside their own names."""


def _banded(phrase: str) -> str:
    """A band's parameter as its key has it: "the gain of the third band" is "band 3 gain"."""
    match = _BAND.fullmatch(phrase)
    what = match and (match["what"] or match["after"])
    band = what and match and (int(match["number"] or 0) or nth_of(match["nth"]))
    return f"band {band} {OF_BAND.get(what, what)}" if what and band and band > 0 else phrase


def read_band(_: Ground, tokens: Sequence[Token]) -> str | None:
    """A band of an equaliser, as its parameters' names begin: "the 3rd band" is "band 3"."""
    match = _BAND.fullmatch(" ".join(token.text for token in tokens))
    if match is None or match["what"] or match["after"]:
        return None
    band = int(match["number"] or 0) or nth_of(match["nth"])
    return f"band {band}" if band > 0 else None


def read_option(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """Words that may be one of a parameter's choices: "peak", "low shelf", "ping pong"."""
    phrase = _phrase(tokens)
    return phrase if spelt_out(plain(phrase)) in _option_words(ground.daw) else None


@cache
def _option_words(daw: str) -> frozenset[str]:
    rows = [row for entry in _entries(daw) for row in entry.parameters]
    choices = {plain(choice) for row in rows for choice in row.choices or ()}
    # "High Pass" is one of "High Pass 12dB" and "High Pass 48dB": which, the device says.
    heads = {" ".join(choice.split()[:-1]) for choice in choices if len(choice.split()) > 1}
    return frozenset(word for word in choices | heads if word and not word.isdigit()) - {"on", "off"}


def _parameter_words(ground: Ground) -> set[str]:
    if (_parameter_words,) not in ground.known:
        ground.known[(_parameter_words,)] = _words_of_parameters(ground)
    return ground.known[(_parameter_words,)]


def _words_of_parameters(ground: Ground) -> set[str]:
    known = set(_catalog_words(ground.daw))
    for track in ground.session.tracks:
        for device in track.devices:
            known.update(plain(key) for key in device.parameters)
            known.update(plain(parameter.name) for parameter in device.parameters.values())
    return known


@cache
def _catalog_words(daw: str) -> frozenset[str]:
    entries = list(_entries(daw))
    words = {plain(word) for entry in entries for row in entry.parameters for word in (row.key, row.name)}
    return frozenset(words.union(plain(word) for entry in entries for word in entry.words))


def _entries(daw: str) -> Iterable[DeviceEntry]:
    for name in catalog().devices(daw):
        with contextlib.suppress(OrbitError):
            yield catalog().device(daw, name)


def parameter_key(ground: Ground, device: Device, phrase: str) -> str | Problem:
    """The key of the parameter that a phrase means on a device."""
    for key, parameter in device.parameters.items():
        if plain(phrase) in (plain(key), plain(parameter.name)):
            return key
    try:
        key = catalog().device(ground.daw, device.kind or device.name).parameter(phrase).key
    except OrbitError:
        key = ""
    if key in device.parameters or (key and not device.parameters):
        return key
    known = ", ".join(parameter.name for parameter in [*device.parameters.values()][:12])
    return Problem(f"{device.name} has no “{phrase}”. It has {known}.", phrase)
