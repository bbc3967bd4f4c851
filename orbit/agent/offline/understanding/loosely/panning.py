"""What can be wanted of panning."""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.strips import is_fact, strip
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["PANNING"]

_SIDES = {
    "left": "left",
    "right": "right",
    "l": "left",
    "r": "right",
    "lefthand": "left",
    "righthand": "right",
}
_MIDDLES = words("center centered middle")
_OTHER = {"left": "right", "right": "left"}
_LETTERED = re.compile(r"(?:(?P<n1>\d+)(?P<behind>[lr])|(?P<before>[lr])(?P<n2>\d+))")
_FROM = words("from off out away than")
_NO_SIDE = words("now away there here")
"""Behind "right", they say when, and not where."""
_HARD = words("hard fully full completely entirely totally extreme far all entire")
_HALF = words("half halfway midway")
_LITTLE = words("bit little lil slightly touch tad hair smidge somewhat gently subtly notch")
_FURTHER = words("more further farther")
_PARTS = {"third": 3, "thirds": 3, "quarter": 4}
_PLACES = words(
    "side sides house stage speaker speakers ear ears hand headphone earphone channel position place panorama"
)
_VERBS = words(
    "only just try pan panned panning pans move moved push pushed throw slide shift shifted swing stick "
    "lean leaning hang nudge spread place placed park come comes coming send balance stay live lives "
    "belong belongs back way over away through toward towards hear heard dead straight down direct "
    "directly stereo pot same say point wide nicer better sitting turned "
    "play plays playing coming brought put shove yank scoot drag throw"
)


def _pan(evidence: Evidence) -> str | None:
    """To a side, as far as it says; further to it; or to the middle."""
    tracks = strip(evidence, "number", "plain")
    side = _side(evidence) if tracks else None
    values = evidence.all("number", "plain")
    if side is None or is_fact(evidence) or any(_is_other(evidence, each) for each in values):
        return None
    if side in _MIDDLES:
        return None if values else f"pan {tracks} to the center"
    if "too" in evidence.rest:
        return None if values else f"move {tracks} more to the {_OTHER[side]}"
    width = _width(evidence)
    if width is None:
        return None
    if evidence.says(*_FURTHER) and not any(evidence.before(each) in ("to", ",") for each in values):
        return f"move {tracks} {width if width.endswith('percent') else ''} more to the {side}"
    return f"pan {tracks} {width} {side}"


def _is_other(evidence: Evidence, value: Mention) -> bool:
    """Whether a number says something else than how far: "one of the vocals"."""
    behind = evidence.tokens[value.end].text if value.end < len(evidence.tokens) else ""
    return value.text.endswith("bpm") or behind == "of"


def _lettered(evidence: Evidence) -> str | None:
    """To where a mixer's display says: "40L"."""
    tracks = strip(evidence)
    places = [word for word in evidence.rest if _LETTERED.fullmatch(word)]
    return f"pan {tracks} {places[0]}" if tracks and len(places) == 1 else None


def _other_side(evidence: Evidence) -> str | None:
    """To the side where it is not, as far."""
    tracks = strip(evidence)
    pans = {name: evidence.ground.track(name).pan for name in evidence.names}
    if not tracks or not all(pans.values()) or _side(evidence) is not None:
        return None
    said = (
        f"pan {quoted(name)} {abs(pan) * 100:g} percent {'right' if pan < 0 else 'left'}"
        for name, pan in pans.items()
    )
    return " and ".join(said)


def _side(evidence: Evidence) -> str | None:
    """The one side that is meant, or the middle: not the one that it is to come away from."""
    named = {at for each in evidence.found for at in range(each.start, each.end)}
    said = [token.text for token in evidence.tokens]
    places = [
        at for at in range(len(said)) if at not in named and (said[at] in _SIDES or said[at] in _MIDDLES)
    ]
    if len(places) > 1:
        left = [at for at in places if _is_beside(said, at)]
        if any(said[at - 1] in ("from", "the") and not _is_there(evidence, said[at]) for at in left):
            return None  # a way from there to here, and no place
        places = [at for at in places if at not in left]
    sides = {_SIDES.get(said[at], "middle") for at in places if not _is_when(said, at)}
    return sides.pop() if len(sides) == 1 else None


_BETWEEN = words("the of hard far much to on a bit")


def _is_there(evidence: Evidence, side: str) -> bool:
    """Whether all that is named is on a side; of the middle, whether it is anywhere."""
    sign = {"left": -1, "right": 1}.get(_SIDES.get(side, ""), 0)
    return all(evidence.ground.track(name).pan * sign > 0 or not sign for name in evidence.names)


def _is_when(said: list[str], at: int) -> bool:
    return said[at] == "right" and at + 1 < len(said) and said[at + 1] in _NO_SIDE


def _is_beside(said: list[str], at: int) -> bool:
    """Whether a side is where something comes from, or no side at all: "right in the middle"."""
    before = [word for word in said[max(0, at - 4) : at] if word not in _BETWEEN][-1:]
    middle = said[at] == "right" and not _MIDDLES.isdisjoint(said[at + 1 : at + 5])
    return middle or not _FROM.union({"too"}).isdisjoint(before)


def _width(evidence: Evidence) -> str | None:
    """How far to the side, as a panning is written; None where it makes no sense."""
    values = evidence.all("number", "plain")
    if values:
        return _measured(evidence, float(values[0].values[0])) if len(values) == 1 else None
    for listed, width in ((_FURTHER, "bit"), (_HALF, "half"), (_LITTLE, "bit"), (_HARD, "hard")):
        if evidence.says(*listed):
            return width
    return next((f"{100 / part:.0f} percent" for word, part in _PARTS.items() if evidence.says(word)), "hard")


def _measured(evidence: Evidence, number: float) -> str | None:
    value = evidence.all("number", "plain")[0]
    part = next((part for word, part in _PARTS.items() if evidence.says(word)), None)
    if part is not None:
        return f"{100 * number / part:.0f} percent" if number <= part else None
    percent = value.type == "number" or number > 50
    return f"{number:g}{' percent' if percent else ''}" if 0 <= number <= 100 else None


_WIDTHS = _HARD | _HALF | _LITTLE | _FURTHER | frozenset(_PARTS)
_BESIDE = _WIDTHS | _PLACES | _VERBS | _FROM - {"than"}
_ANY_SIDE = frozenset(_SIDES) | _MIDDLES
_LETTERS = frozenset(f"{n}{side}" for n in range(101) for side in "lr") | frozenset(
    f"{side}{n}" for n in range(101) for side in "lr"
)


def _is_measured(evidence: Evidence) -> bool:
    """Whether it says how far to the side: whatever the verb, that is a panning."""
    return bool(evidence.all("number", "plain")) and not evidence.says(*_MIDDLES)


_RESETTING = words("reset null zero clear neutral neutralize remove no undo default recenter")


def _centered(evidence: Evidence) -> str | None:
    """A pan put back to the middle: "null the pan on the keys"."""
    tracks = strip(evidence)
    return f"pan {tracks} to the center" if tracks and evidence.says(*_RESETTING) else None


def _recentered(evidence: Evidence) -> str | None:
    """Every pan to the middle: "reset the pans"."""
    return (
        None if evidence.found or _side(evidence) not in (None, "middle") else "pan all tracks to the center"
    )


PANNING: tuple[Frame, ...] = (
    Frame(_pan, _ANY_SIDE, _BESIDE, any_verb=_is_measured),
    Frame(_centered, words("pan panning balance panorama"), _RESETTING | words("bring put back set to")),
    Frame(_lettered, _LETTERS, _BESIDE),
    Frame(
        _recentered,
        words("pans panning pannings panpots panoramas"),
        _MIDDLES | words("reset clear recenter all every 0 no remove undo zero back everything to default"),
    ),
    Frame(_other_side, words("other opposite flip"), _BESIDE),
)
