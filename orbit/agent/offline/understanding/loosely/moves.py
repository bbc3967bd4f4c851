"""Where a level is to end up or how far it is to go, as a sentence says it."""

from __future__ import annotations

from dataclasses import dataclass

from orbit.agent.offline.understanding.amounts import SIZES
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["LEVEL_WORDS", "NEGATIONS", "Move", "read_move"]

_UP = words(
    "louder rise hotter up upwards raise raised raises raising higher boost boosted boosting increase "
    "increased increasing lift lifted lifting crank cranked cranking plus bump bumped bumping push pushed "
    "augment augmented louden goose goosed beef hike hiked amplify elevate more extra upward add adding added"
)
_DOWN = words(
    "quieter softer down downwards lower lowered lowers lowering less reduce reduced reducing decrease "
    "decreased decreasing dip dipped tame trim trimmed shave shaved calmer knock "
    "knocked attenuate attenuated diminish diminished quieten quietened soften softened tuck tucked downward"
)
_PUSH = words("push pushed")
_BACK = words("back under behind")
"""Down, where nothing says up: "pull it back", but "bring it back up"."""
_RETURNING = words("come comes coming bring brought again in")
"""With "back" and no amount, they ask for what was away."""
_OFF = words("off away out cut lose shed drop dropped dropping")
"""Down where it says how far: "take it off" alone is to mute it."""
_LOUD = words("loud hot high strong powerful prominent present upfront dominant noisy")
_QUIET = words("quiet soft low weak thin faint quietly softly shy silent buried")
_BIG = {"big": 1, "bigger": 1, "stronger": 1, "forward": 1, "small": -1, "smaller": -1, "weaker": -1}
"""Of a level only where it says by how many decibels."""
_LOUDER = words(
    "small big louder quieter softer higher lower hotter less more up down stronger weaker bigger smaller"
)
_STATED = words("to at until till = is be sits sit stands stand")
_BOUNDS = words("under below over above than between past beyond")
_BY = words("by another of further extra for")
NEGATIONS = words("not")
_ZERO = {"unity": "0 dB", "-inf": "minus infinity"}
_NO_SIZE = words("quite far some much way half twice db couple")
"""Sizes that as often say something else: they count only right before what they are the size of."""

_OF_SIZES = frozenset(word for listed in SIZES.values() for phrase in listed for word in phrase.split())
LEVEL_WORDS = (
    _OF_SIZES
    | frozenset(_BIG)
    | _UP
    | _DOWN
    | _BACK
    | _LOUD
    | _QUIET
    | _LOUDER
    | _OFF
    | words("db enough unity -inf lil")
)


@dataclass(frozen=True)
class Move:
    """A level's way."""

    to: str = ""
    """Where it is to end up, "" where it is to go so far from where it is."""
    way: int = 0
    by: str = ""
    """How far, "" where nothing says it."""

    @property
    def words(self) -> str:
        """As a plain sentence ends: "to -6 dB", "up by 3 dB", "down"."""
        if self.to:
            return f"to {self.to}"
        return f"{'up' if self.way > 0 else 'down'}{f' by {self.by}' if self.by else ''}"


def read_move(evidence: Evidence, now: float | None = None) -> Move | None:
    """The one move that the words around what is named come to; None where they make none, or two.

    ``now`` is the highest of the levels that are spoken of: "more of it, say -10" may say where to.
    """
    values = evidence.all("gain_db", "plain")
    if not NEGATIONS.isdisjoint(evidence.rest) and "enough" not in evidence.rest:
        return None
    size = _size(evidence)
    way = _way(evidence, told=bool(values or size))
    if way is None or len({each.values[0] for each in values}) > 1:
        return None
    if not values:
        named = [level for word, level in _ZERO.items() if evidence.says(word)]
        if named:
            return Move(to=named[0])
        return Move(way=way, by=size) if way and not _is_made(evidence, size) else None
    return _by_value(evidence, values[0], way, now)


def _is_made(evidence: Evidence, size: str) -> bool:
    """Whether what is to be added is not there yet: "add drums", "add some bass"."""
    ups = _UP.intersection(evidence.rest)
    level = evidence.says("volume", "level", "gain", "loudness", "db")
    return bool(ups) and ups <= _ADDING and size in ("", "some") and not level


_ADDING = words("add added adding extra")


def _by_value(evidence: Evidence, value: Mention, way: int, now: float | None) -> Move | None:
    """The move that a value makes with the way that the words say."""
    if value.type == "plain" and _counts(evidence, value):
        return None
    number = float(value.values[0].split()[0])
    level, far = f"{number:g} dB", f"{abs(number):g} dB"
    before = evidence.before(value)
    compared = value.end < len(evidence.tokens) and evidence.tokens[value.end].text in _LOUDER
    if before in _BOUNDS:
        return None
    on = before == "on" and not way and number <= 0
    if on or (before in _STATED and not compared):
        return Move(to=level)
    if way:
        signed = value.text.startswith(("+", "-")) and (number > 0) is not (way > 0)
        if signed and now is not None and now < number:
            return Move(to=level)
        return None if signed or not number else Move(way=way, by=far)
    if value.text.startswith("+") or before in _BY:
        return Move(way=1 if number > 0 else -1, by=far) if value.text[:1] in "+-" else None
    unity = not number and (value.type == "gain_db" or not evidence.rest)
    return Move(to=level) if number < 0 or unity else None


def _counts(evidence: Evidence, value: Mention) -> bool:
    """Whether a bare number says how many, and not how loud: "add 4 midi tracks", "two more guitars"."""
    if value.text[:1] in "+-":
        return False
    articles = ("the", "my", "on", "for")
    names = any(
        each.start == value.end and evidence.tokens[each.start].text not in articles
        for each in evidence.all("track")
    )
    more = not _OF_MANY.isdisjoint(evidence.rest) and (_UP - _OF_MANY).isdisjoint(evidence.rest)
    return names or more or abs(float(value.values[0])) > _MOST_DB


_OF_MANY = words("add added adding more extra another")
_MOST_DB = 70
"""No fader or send goes further."""


def _way(evidence: Evidence, *, told: bool) -> int | None:
    """1 up, -1 down, 0 where nothing says so; None where it says both. ``told`` where it says how far."""
    rest = evidence.rest
    if any(_is_idle(rest, at) for at in range(len(rest))):
        return None
    if not _PUSH.isdisjoint(rest) and not _BACK.isdisjoint(rest) and "up" not in rest:
        return -1 if told else None  # "push the keys to the back" may be more than a level
    how = {way for at in range(len(rest)) if (way := _at(rest, at))}
    if not how and told:
        how = {
            -way if "too" in rest[:at] else way for at, word in enumerate(rest) if (way := _BIG.get(word, 0))
        }
    returning = not told and not _RETURNING.isdisjoint(rest)
    if not how and ((not _BACK.isdisjoint(rest) and not returning) or (told and not _OFF.isdisjoint(rest))):
        how = {-1}
    return None if len(how) > 1 else next(iter(how), 0)


_TOO = words("too bit little touch hair tad smidge somewhat slightly")
"""Before a word of loudness they all say that it is too much: "a hair hot"."""
_COMPARED = _TOO | {"more", "less"}


def _is_idle(rest: tuple[str, ...], at: int) -> bool:
    """Whether a word of loudness says neither that there is too much of it nor that more is wanted."""
    compared = not _COMPARED.isdisjoint(rest[:at]) or "enough" in rest
    return rest[at] in _LOUD | _QUIET and not compared and not (rest[at] == "low" and at == 0)


def _at(rest: tuple[str, ...], at: int) -> int:
    """The way that one word says, with those before it."""
    word, before = rest[at], rest[:at]
    behind = rest[at + 1] if at + 1 < len(rest) else ""
    if word in ("more", "less"):
        opposite = -1 if behind in _QUIET else 1
        return opposite if word == "more" else -opposite
    if word in _LOUD | _QUIET:
        loud = 1 if word in _LOUD else -1
        if before[-1:] and before[-1] in ("more", "less"):
            return 0  # which that word says
        if "too" in before or (before and before[-1] in _TOO):
            return -loud
        if word == "low" and at == 0:
            return -1  # as a verb
        return loud if "enough" in rest and not NEGATIONS.isdisjoint(before) else 0
    return 1 if word in _UP else -1 if word in _DOWN else 0


def _size(evidence: Evidence) -> str:
    """How far in words, as an amount is written; "" where nothing says it."""
    said = [token.text for token in evidence.tokens if token.text not in ("a", "an", "the")]
    said = ["little" if word == "lil" else word for word in said]
    for length in (4, 3, 2, 1):
        for at in range(len(said) - length + 1):
            phrase = " ".join(said[at : at + length])
            if not any(phrase in listed for listed in SIZES.values()):
                continue
            behind = said[at + length] if at + length < len(said) else ""
            if phrase == "db":
                return "1 dB"
            if phrase not in _NO_SIZE or behind in _LOUDER or behind == "too":
                return phrase
    return ""
