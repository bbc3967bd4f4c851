"""What can be wanted of sends."""

from __future__ import annotations

import math

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.moves import LEVEL_WORDS, NEGATIONS, read_move
from orbit.agent.offline.understanding.loosely.strips import Sending, all_of, read_sending, strip

__all__ = ["SENDS"]

_SEND = words("send sends sending sent feed feeds fed amount level")
_NO = words("no without none zero dry nothing")
_TAKING = words(
    "kill killed remove removed removing cut stop lose ditch drop rid mute muted disable disabled "
    "deactivate deactivated bypass cancel shut strip clear close closed delete turn take taken pull "
    "pulled get switch switched"
)
_OUT = words("off out away")
_ENDING = words(
    "kill killed remove removed removing stop lose ditch rid disable disabled deactivate cancel strip"
)
_WISHES = words("want any need should have anymore longer like")
_FULLY = words("completely totally fully entirely bone dead entirely all absolutely")
_MORE = words(
    "some lots plenty through throw dip drown drench soak bathe wash dial route routed bus bused patch "
    "push pull effect effects fx return space wet echo ride nudge trim level anymore any longer instead "
    "bring back only same still already current currently dripping over go goes come comes swimming "
    "wetter drier dryer use start starting try"
)


def _send(evidence: Evidence) -> str | None:
    """How much goes to a return: a level, or so much more or less."""
    sends = read_sending(evidence, "gain_db", "plain")
    if sends is None or _has_own(evidence, sends) or not _TAKING_ALL.isdisjoint(evidence.rest):
        return None
    values = evidence.all("gain_db", "plain")
    if not values and _is_off(evidence):
        return None
    move = read_move(evidence, _level_now(evidence, sends))
    if move is None or (not values and not move.to and not evidence.says("more", "less", "send")):
        return None
    sources, to = all_of(sends.sources), quoted(sends.to)
    return (
        f"send {sources} to {to} at {move.to}" if move.to else f"turn the {to} send of {sources} {move.words}"
    )


def _level_now(evidence: Evidence, sends: Sending) -> float:
    """The highest level at which one of them sends now."""
    return max(evidence.ground.track(name).sends.get(sends.to, -math.inf) for name in sends.sources)


_TAKING_ALL = words("no without none dry nothing")


def _open_send(evidence: Evidence) -> str | None:
    """The one send that is open, with no return named: "pull the vox send down 6"."""
    tracks = strip(evidence, "gain_db", "plain")
    sends = {
        to
        for name in evidence.names
        for to, level in evidence.ground.track(name).sends.items()
        if level > -math.inf
    }
    move = read_move(evidence) if tracks and len(sends) == 1 else None
    if move is None:
        return None
    to = quoted(*sends)
    return (
        f"send {tracks} to {to} at {move.to}" if move.to else f"turn the {to} send of {tracks} {move.words}"
    )


def _is_told(evidence: Evidence) -> bool:
    """Whether it says a level: whatever the verb, that is how much goes there."""
    return bool(evidence.all("gain_db")) and evidence.says("to", "into", "send", "at", "through")


def _none(evidence: Evidence) -> str | None:
    """Nothing to a return any more."""
    sends = read_sending(evidence)
    if sends is None or not _is_off(evidence):
        return None
    sources, to = all_of(sends.sources), quoted(sends.to)
    return f"turn off the {to} send of {sources}" if evidence.says(*_SEND) else f"no {to} on {sources}"


def _every(evidence: Evidence) -> str | None:
    """All the sends to one return that are open: closed, or so much more or less."""
    returns = [track.name for track in evidence.ground.session.returns]
    if (
        len(evidence.names) != 1
        or evidence.names[0] not in returns
        or not evidence.only("track", "gain_db", "plain")
    ):
        return None
    to = evidence.names[0]
    sending = [
        track.name
        for track in evidence.ground.session.tracks
        if not math.isinf(track.sends.get(to, -math.inf))
    ]
    values = evidence.all("gain_db", "plain")
    move = read_move(evidence) if values else None
    if not sending or (move is None and (values or not _is_off(evidence))):
        return None
    if move is None:
        return f"turn off the {quoted(to)} send of {all_of(sending)}"
    sources = all_of(sending)
    return (
        f"send {sources} to {quoted(to)} at {move.to}"
        if move.to
        else f"turn the {quoted(to)} send of {sources} {move.words}"
    )


def _is_off(evidence: Evidence) -> bool:
    """Whether it says that nothing is to be left of it."""
    rest = set(evidence.rest)
    if not NEGATIONS.isdisjoint(rest):
        return not _WISHES.isdisjoint(rest) and "much" not in rest and "too" not in rest
    some = not rest.isdisjoint(words("bit little touch tad some hair less")) and rest.isdisjoint(_FULLY)
    return not some and not rest.isdisjoint(_NO | _OUT | _ENDING | words("cut close closed clear mute muted"))


def _dry(evidence: Evidence) -> str | None:
    """Nothing to any return: each send that is open is closed."""
    if strip(evidence) is None:
        return None
    open_sends = [
        f"turn off the {quoted(to)} send of {quoted(name)}"
        for name in evidence.names
        for to, level in evidence.ground.track(name).sends.items()
        if not math.isinf(level)
    ]
    spaces = {device.kind for track in evidence.ground.session.returns for device in track.devices}
    own = any(
        device.kind in spaces for name in evidence.names for device in evidence.ground.track(name).devices
    )
    return " and ".join(open_sends) or None if not own else None


def _has_own(evidence: Evidence, sends: Sending) -> bool:
    """Whether a track has a device that does what the return does, and no send is spoken of."""
    ground = evidence.ground
    does = {device.kind for device in ground.track(sends.to).devices}
    own = any(device.kind in does for name in sends.sources for device in ground.track(name).devices)
    return own and not evidence.says("send", "sends", "sending", "into")


_BESIDE = _SEND | _MORE | LEVEL_WORDS | _FULLY

SENDS: tuple[Frame, ...] = (
    Frame(_send, more=_BESIDE, any_verb=_is_told),
    Frame(_open_send, words("send"), LEVEL_WORDS | words("level dial push pull put bring amount")),
    Frame(_none, _NO | _TAKING | _OUT | NEGATIONS, _BESIDE | _WISHES),
    Frame(_every, words("sends"), _BESIDE | _NO | _TAKING | _OUT | words("all every each any whole")),
    Frame(_dry, words("dry"), _FULLY | words("bring back send sends sound sounding no effects any")),
)
