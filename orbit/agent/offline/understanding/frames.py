"""What can be wanted, each with the words that say so, and the plain sentence it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from daw_bridges.session import Session
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["FRAMES", "Frame", "Gist"]


@dataclass(frozen=True)
class Gist:
    """What a sentence names, and the words beside that, in their order."""

    session: Session
    found: tuple[Mention, ...]
    rest: tuple[str, ...]

    def only(self, *types: str) -> bool:
        """Whether nothing else is named than things of these types."""
        return all(each.type in types for each in self.found)

    def all(self, *types: str) -> list[Mention]:
        """What is named of these types."""
        return [each for each in self.found if each.type in types]

    def says(self, *any_of: str) -> bool:
        """Whether one of these words stands beside what is named."""
        return not set(any_of).isdisjoint(self.rest)

    @property
    def names(self) -> tuple[str, ...]:
        """The tracks that are named."""
        return tuple(dict.fromkeys(name for each in self.all("track") for name in each.values))

    @property
    def way(self) -> int:
        """1 where it says up or louder, -1 where it says down, 0 where neither or both."""
        too = "too" in self.rest
        up = self.says(*_UP) or (too and self.says("quiet", "soft", "low", "slow"))
        down = self.says(*_DOWN) or (too and self.says("loud", "high", "hot", "fast"))
        return int(up) - int(down)


@dataclass(frozen=True)
class Frame:
    """Something that can be wanted: a word of ``cues`` says so, those of ``more`` may stand beside it."""

    cues: frozenset[str]
    more: frozenset[str]
    say: Callable[[Gist], str | None]
    open: bool = False
    """Whether other words may be a parameter's name, which then has to be one."""

    def fits(self, gist: Gist, anywhere: frozenset[str]) -> bool:
        """Whether the words beside what is named are all explained."""
        rest = set(gist.rest)
        if self.cues and rest.isdisjoint(self.cues):
            return False
        return self.open or not rest - self.cues - self.more - anywhere


_UP = words("louder hotter up raise raised higher boost increase lift crank plus")
_DOWN = words(
    "quieter softer down lower lowered less reduce decrease drop dropped cut off under back tuck tucked "
    "calmer pull pulled knock knocked"
)
_VOLUME = words("volume fader gain loudness level levels")
_SIDES = ("left", "right", "center", "middle")


def _quoted(names: Iterable[str]) -> str:
    return " and ".join(f'"{name}"' for name in names)


def _level(gist: Gist) -> str | None:
    values = gist.all("gain_db", "plain")
    if not gist.names or not gist.only("track", "gain_db", "plain") or len(values) > 1:
        return None
    if gist.says("loud", "quiet", "soft", "hot") and "too" not in gist.rest:
        return None
    tracks = _quoted(gist.names)
    if not values:
        return f"turn {tracks} {'up' if gist.way > 0 else 'down'}" if gist.way else None
    number = float(values[0].values[0].split()[0])
    moved = gist.way and number > 0 and not gist.says("to", "at")
    if moved:
        return f"turn {tracks} {'up' if gist.way > 0 else 'down'} by {number:g} dB"
    stated = gist.says("to", "at", *_VOLUME) or (values[0].type == "gain_db" and number < 0)
    return f"set the volume of {tracks} to {number:g} dB" if stated and number <= 0 else None


def _pan(gist: Gist) -> str | None:
    values, sides = gist.all("number", "plain"), [side for side in _SIDES if side in gist.rest]
    if not gist.names or not gist.only("track", "number", "plain") or len(sides) != 1 or len(values) > 1:
        return None
    tracks, side = _quoted(gist.names), sides[0]
    if side in ("center", "middle"):
        return None if values else f"pan {tracks} to the center"
    if not values or values[0].text.endswith("bpm"):
        return None
    unit = " percent" if values[0].type == "number" else ""
    return f"pan {tracks} {values[0].values[0]}{unit} {side}"


def _switch(word: str, gist: Gist) -> str | None:
    return f"{word} {_quoted(gist.names)}" if gist.names and gist.only("track") else None


def _tempo(gist: Gist) -> str | None:
    values = gist.all("number", "plain")
    if len(values) != 1 or len(gist.found) != 1 or values[0].text.endswith("%"):
        return None
    number = float(values[0].values[0])
    return f"set the tempo to {number:g} bpm" if gist.says("by") is False and number >= 20 else None


def _send(gist: Gist) -> str | None:
    returns = [track.name for track in gist.session.returns]
    to = [name for name in gist.names if name in returns]
    sources = [name for name in gist.names if name not in returns]
    values = gist.all("gain_db", "plain")
    if len(to) != 1 or not sources or len(values) != 1 or not gist.only("track", "gain_db", "plain"):
        return None
    number = float(values[0].values[0].split()[0])
    if gist.way and number > 0 and not gist.says("to", "at"):
        way = "up" if gist.way > 0 else "down"
        return f'turn the "{to[0]}" send of {_quoted(sources)} {way} by {number:g} dB'
    return f'send {_quoted(sources)} to "{to[0]}" at {number:g} dB' if number <= 0 else None


def _metronome(gist: Gist) -> str | None:
    on, off = gist.says("on"), gist.says("off")
    return None if gist.found or on == off else f"turn the metronome {'on' if on else 'off'}"


def _locator(gist: Gist) -> str | None:
    bars, names = gist.all("bars"), gist.all("text")
    if len(bars) != 1 or len(names) != 1 or len(gist.found) != 2 or bars[0].text.endswith("s"):
        return None
    return f'put a marker at bar {bars[0].values[0]} called "{names[0].values[0]}"'


def _loop(gist: Gist) -> str | None:
    bars = gist.all("bars")
    lengths = [each for each in bars if not each.text.startswith(("bar", "measure"))]
    places = [each for each in bars if each not in lengths]
    if len(gist.found) != 2 or len(lengths) != 1 or len(places) != 1:
        return None
    return f"loop {lengths[0].values[0]} bars starting at bar {places[0].values[0]}"


def _play(gist: Gist) -> str | None:
    bars = gist.all("bars")
    if len(gist.found) != 1 or len(bars) != 1 or not bars[0].text.startswith("bar"):
        return None
    return f"play from bar {bars[0].values[0]}"


def _insert(gist: Gist) -> str | None:
    devices = gist.all("device")
    if len(devices) != 1 or not gist.names or not gist.only("device", "track"):
        return None
    article = "an" if devices[0].text[:1] in "aeiou" else "a"
    return f"put {article} {devices[0].text} on {_quoted(gist.names)}"


def _bypass(gist: Gist) -> str | None:
    devices = gist.all("device")
    if len(devices) != 1 or len(gist.names) != 1 or not gist.only("device", "track"):
        return None
    return f"bypass the {devices[0].text} on {_quoted(gist.names)}"


def _duplicate(gist: Gist) -> str | None:
    said = " ".join((*gist.rest, *(each.text for each in gist.found))).split()
    one = len(gist.names) == 1 and gist.only("track") and "track" in said
    return f"duplicate the track {_quoted(gist.names)}" if one else None


_WHOLE = words("entire whole copy copies duplicate clone")
_PUTTING = words("add insert throw load drop stick slap slam pop chuck whack place")

FRAMES: tuple[Frame, ...] = (
    Frame(_UP | _DOWN | _VOLUME | words("loud quiet soft hot"), words("minus everything db"), _level),
    Frame(words("left right center middle"), words("pan panned hard side speaker hand goes"), _pan),
    Frame(words("mute muted silence silent silenced"), words("off out"), partial(_switch, "mute")),
    Frame(words("unmute unmuted"), frozenset(), partial(_switch, "unmute")),
    Frame(words("solo soloed"), words("up alone"), partial(_switch, "solo")),
    Frame(words("arm armed"), words("record recording ready"), partial(_switch, "arm")),
    Frame(words("tempo bpm speed slower faster"), words("minute per song beats slow fast"), _tempo),
    Frame(words("song"), words("slow fast"), _tempo),
    Frame(words("send sends feed route"), _UP | _DOWN | words("already minus"), _send),
    Frame(words("click metronome ticking"), words("on off beat keeps clicking"), _metronome),
    Frame(words("marker locator flag"), words("called named name begin"), _locator),
    Frame(words("loop looped looping cycle"), words("starting start"), _loop),
    Frame(words("play roll start"), words("playing playback"), _play),
    Frame(_PUTTING | words("put need"), frozenset(), _insert),
    Frame(words("bypass bypassed"), words("off"), _bypass),
    Frame(_WHOLE, words("another"), _duplicate),
)
"""All of them. Where two fit and say different things, neither is meant."""
