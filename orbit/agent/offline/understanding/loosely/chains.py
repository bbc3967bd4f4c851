"""Where in the chain a device stands: "before the EQ", "last", the two the other way round."""

from __future__ import annotations

from daw_bridges.references import device_index
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.lexicon import PUTTING
from orbit.agent.offline.understanding.loosely.targets import Target, named_place, targets
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["CHAINS", "END_WORDS", "ends_of", "sides_of"]

_ENDS = {
    "front": words("first front start beginning top"),
    "end": words("last end bottom final"),
}
_SIDES = {
    "before": words("before ahead above preceding"),
    "after": words("after behind below following underneath past"),
}
END_WORDS = frozenset[str]().union(*_ENDS.values()) | words("very thing place position spot slot")
_SIDE_WORDS = frozenset[str]().union(*_SIDES.values()) | words("front next left right")


def ends_of(evidence: Evidence) -> list[str]:
    """The ends of the chain that are said."""
    return [end for end, said in _ENDS.items() if evidence.says(*said)]


def sides_of(evidence: Evidence) -> list[str]:
    """The sides of something that are said."""
    sides = [side for side, said in _SIDES.items() if evidence.says(*said)]
    in_front = " in front of " in f" {' '.join(token.text for token in evidence.tokens)} "
    return [*sides, "before"] if in_front else sides


def _to_end(evidence: Evidence) -> str | None:
    """A device that is there to one end of the chain."""
    devices, ends = evidence.all("device"), ends_of(evidence)
    if len(devices) != 1 or len(ends) != 1 or not evidence.only("device", "track") or sides_of(evidence):
        return None
    if not named_place(evidence, devices[0]) and not evidence.says(*_MOVING):
        return None
    about = targets(evidence, devices[0])
    return f"move the {devices[0].text}{_on(about)} to the {ends[0]}" if about else None


def _beside(evidence: Evidence) -> str | None:
    """A device before or after another: the one that is there, or a new one."""
    devices, sides = evidence.all("device"), sides_of(evidence)
    if len(devices) != 2 or len(sides) != 1 or not evidence.only("device", "track"):
        return None
    first, second = devices if _between(evidence, *devices) else devices[::-1]
    about = targets(evidence, second)
    if not about or len({each.track for each in about}) != len(about):
        return None
    there = {each.track for each in targets(evidence, first)}.issuperset(each.track for each in about)
    new = evidence.before_at(first) in words("a an another some one new")
    if there and not new:
        return f"move the {first.text} {sides[0]} the {second.text}{_on(about)}"
    if there or not (new or evidence.says(*PUTTING)):
        return None
    return f"put a {first.values[0].replace('_', ' ')} {sides[0]} the {second.text}{_on(about)}"


def _between(evidence: Evidence, first: Mention, second: Mention) -> bool:
    """Whether the word for the side stands between the two: then it is the first that goes there."""
    return any(token.text in _SIDE_WORDS for token in evidence.tokens[first.end : second.start])


def _on(about: tuple[Target, ...]) -> str:
    return " on " + " and ".join(f'"{each.track}"' for each in about)


def _swap(evidence: Evidence) -> str | None:
    """Two devices the other way round, where one stands right behind the other."""
    devices = evidence.all("device")
    if len(devices) != 2 or not evidence.only("device", "track"):
        return None
    one, other = (targets(evidence, each) for each in devices)
    if len(one) != 1 or len(other) != 1 or one[0].track != other[0].track:
        return None
    first, second = (_place(evidence, each[0]) for each in (one, other))
    if abs(first - second) != 1:
        return None
    early, late = devices if first < second else devices[::-1]
    return f"move the {early.text} after the {late.text}{_on(one)}"


def _place(evidence: Evidence, target: Target) -> int:
    """Where in its chain a device stands, from 1."""
    track = evidence.ground.track(target.track)
    return device_index(track, target.reference) + 1


def _step(evidence: Evidence) -> str | None:
    """A device one place towards an end of the chain."""
    devices = evidence.all("device")
    up, down = evidence.says(*_EARLIER), evidence.says(*_LATER)
    about = targets(evidence, devices[0]) if len(devices) == 1 else ()
    if len(about) != 1 or up == down or not evidence.only("device", "track", "plain"):
        return None
    if any(each.text != "1" for each in evidence.all("plain")) or not evidence.says(*_PLACES, *_AWAY):
        return None
    place = _place(evidence, about[0]) + (-1 if up else 1)
    last = len(evidence.ground.track(about[0].track).devices)
    return f"move the {devices[0].text}{_on(about)} to place {place}" if 1 <= place <= last else None


_MOVING = words("move moved shift shifted go goes sit sits stand stands come comes belongs bring slide swap")
_EARLIER = words("up earlier forward forwards left")
_LATER = words("down later back backwards right")
_PLACES = words("place position slot spot step")
_AWAY = words("earlier later")
_CHAIN = words("chain rack order signal path line thing very effect plugin device rather should absolutely")

CHAINS: tuple[Frame, ...] = (
    Frame(_to_end, END_WORDS, _MOVING | _CHAIN | {"up", "all"}),
    Frame(
        _beside,
        _SIDE_WORDS,
        END_WORDS | _MOVING | _CHAIN | PUTTING | words("directly immediately straight way"),
    ),
    Frame(
        _swap,
        words("swap swapped switch flip exchange trade reverse round"),
        _CHAIN | words("places other around positions order out over"),
    ),
    Frame(_step, _EARLIER | _LATER, _MOVING | _CHAIN | _PLACES),
)
"""What can be wanted of the order of a chain."""
