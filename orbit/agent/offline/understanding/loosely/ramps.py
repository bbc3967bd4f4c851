"""A parameter that is drawn from one value to another over a clip or bars, in whatever order it is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbit.agent.offline.understanding.devices import parameter_key, read_parameter
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import quoted
from orbit.agent.offline.understanding.mentions import Mention, mentions
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, source_text

__all__ = ["ramped"]

_RAMPING = words(
    "automate automated automating automation sweep swept sweeping ramp ramped ramping glide morph draw "
    "drawn go goes going rise rises rising open opens opening close closes closing fall falls falling "
    "climb climbs ride"
)
_SURELY = words("automate automated automating automation sweep swept sweeping ramp ramped ramping")
"""Words that say so with no place for each end as well."""
_BESIDE = _RAMPING | words(
    "a an the for in on of over across during for from to up down at by with as it its so should can you "
    "could we "
    "i want need would like have make let lets please and then , : - straight line linear linearly smooth "
    "smoothly gradually slowly steadily evenly whole entire full all clip bars bar beat beats start "
    "beginning "
    "end top finish first last go way between inside within throughout until through parameter value "
    "add write put create set turn move bring us me just also is be starting ending start's end's"
)
_VALUES = ("gain_db", "frequency", "time", "number", "plain")
_MOST_WORDS = 40
_LONGEST = 4
_THROUGH = words("to and - until through")


@dataclass(frozen=True)
class _Said:
    """What a sentence names, and the words beside."""

    values: tuple[Mention, ...]
    beats: tuple[str, ...]
    clip: Mention | None
    tracks: tuple[str, ...]
    device: str
    parameter: str
    bars: str


def ramped(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """The plain sentence of an automation; None where it is none, or not every word is explained."""
    texts = {token.text for token in tokens if not token.quoted}
    if len(tokens) > _MOST_WORDS or _RAMPING.isdisjoint(texts) or not {"to", "up", "down"} & texts:
        return None
    said = _read(ground, tokens)
    if said is None or not (said.device or said.parameter) or (said.clip is None and not said.bars):
        return None
    if _SURELY.isdisjoint(texts) and "from" not in texts:
        return None
    return _plain(said, _ends(tokens, said.values))


def _plain(said: _Said, ends: tuple[str, str]) -> str:
    where = f" on {quoted(said.tracks[0])}" if said.tracks else ""
    what = f"automate the {said.device} {said.parameter}{where}".replace("  ", " ")
    over = f"in the clip {quoted(said.clip.values[0])}" if said.clip is not None else f"over bars {said.bars}"
    first, last = ends
    if said.beats:
        return f"{what} from {first} at beat {said.beats[0]} to {last} at beat {said.beats[1]} {over}"
    return f"{what} from {first} to {last} {over}"


def _ends(tokens: Sequence[Token], values: Sequence[Mention]) -> tuple[str, str]:
    """The value it begins at, and the one it ends at: "to 5 kHz from 300 Hz" says the last first."""
    first, last = values
    before = [tokens[each.start - 1].text if each.start else "" for each in values]
    turned = before == ["to", "from"]
    return (last.text, first.text) if turned else (first.text, last.text)


def _read(ground: Ground, tokens: Sequence[Token]) -> _Said | None:
    named = mentions(ground, tokens)
    clip = next((each for each in named if each.type == "clip" and each.problem is None), None)
    taken = set(range(clip.start, clip.end)) if clip else set[int]()
    numbers = [
        each for each in named if each.type in _VALUES and taken.isdisjoint(range(each.start, each.end))
    ]
    bars, at_bars = _bars(tokens)
    numbers = [each for each in numbers if at_bars.isdisjoint(range(each.start, each.end))]
    beats = [each for each in numbers if each.start and tokens[each.start - 1].text in ("beat", "beats")]
    values = [each for each in numbers if each not in beats and not _is_one(tokens, each)]
    at = tuple(each.text for each in beats)
    if len(at) == 1 and beats[0].start > values[-1].start and _starts(tokens[: beats[0].start]):
        at = ("0", *at)
    if len(values) != 2 or len(at) not in (0, 2):
        return None
    taken |= at_bars | {at for each in numbers for at in range(each.start, each.end)}
    parameter = _parameter(ground, tokens, taken)
    taken |= set(range(parameter.start, parameter.end)) if parameter else set[int]()
    free = [each for each in named if taken.isdisjoint(range(each.start, each.end))]
    devices = [each for each in free if each.type == "device"]
    taken |= {at for each in devices for at in range(each.start, each.end)}
    tracks = [each for each in free if each.type == "track" and taken.isdisjoint(range(each.start, each.end))]
    tracks = [each for each in tracks if tokens[each.start].text not in _RAMPING]
    taken |= {at for each in tracks for at in range(each.start, each.end)}
    names = {name for each in tracks for name in each.values} or ({clip.values[1]} if clip else set[str]())
    rest = {token.text for at, token in enumerate(tokens) if at not in taken}
    if rest - _BESIDE or len(devices) > 1 or len(names) > 1 or any(each.problem for each in tracks):
        return None
    device = source_text(ground.sentence, tokens[devices[0].start : devices[0].end]) if devices else ""
    device = device or _having(ground, names, parameter)
    return _Said(
        values=tuple(values),
        beats=at,
        clip=clip,
        tracks=tuple(names),
        device=device.removesuffix("'s"),
        parameter=parameter.text if parameter else "",
        bars=bars,
    )


def _starts(tokens: Sequence[Token]) -> bool:
    return any(token.text in ("start", "beginning", "top") for token in tokens)


def _having(ground: Ground, names: set[str], parameter: Mention | None) -> str:
    """The one device on a track that has a parameter, as it is said; "" where none or more than one has."""
    if parameter is None or len(names) != 1:
        return ""
    devices = ground.track(next(iter(names))).devices
    having = [
        each.kind or ""
        for each in devices
        if not isinstance(parameter_key(ground, each, parameter.text), Problem)
    ]
    return having[0].replace("_", " ") if len(having) == 1 else ""


def _is_one(tokens: Sequence[Token], each: Mention) -> bool:
    """Whether a number is how people say "a": "in one straight line"."""
    return tokens[each.start].raw.casefold() == "one"


def _bars(tokens: Sequence[Token]) -> tuple[str, set[int]]:
    """From which bar to which, as a plain sentence says it, with where that stands."""
    for at, token in enumerate(tokens[:-3]):
        behind = tokens[at + 1 : at + 5]
        if token.text not in ("bar", "bars") or behind[0].number is None or behind[1].text not in _THROUGH:
            continue
        last = next((each for each in behind[2:] if each.text not in ("bar", "bars")), None)
        if last is not None and last.number is not None:
            return f"{behind[0].text} to {last.text}", set(range(at, at + 2 + behind.index(last)))
    return "", set()


def _parameter(ground: Ground, tokens: Sequence[Token], taken: set[int]) -> Mention | None:
    """The longest stretch that names a parameter."""
    for size in range(min(_LONGEST, len(tokens)), 0, -1):
        for start in range(len(tokens) - size + 1):
            part, at = tokens[start : start + size], range(start, start + size)
            if (
                not taken.isdisjoint(at)
                or part[0].number is not None
                or not _BESIDE.isdisjoint((part[0].text, part[-1].text))
            ):
                continue
            if (name := read_parameter(ground, part)) is not None:
                return Mention("parameter", (name,), start, start + size, name)
    return None
