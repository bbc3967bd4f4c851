"""What can be wanted of a device's parameters."""

from __future__ import annotations

from daw_bridges.quantities import Unit
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.aiming import Aim, aim, aim_at_choice, aim_at_switch
from orbit.agent.offline.understanding.loosely.evidence import AMOUNTS, Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.lexicon import ANYWHERE, DOWN, NEVER, OFF, ON, PUTTING, UP
from orbit.agent.offline.understanding.loosely.lists import settings_of, with_settings
from orbit.agent.offline.understanding.loosely.qualities import QUALITIES, QUALITY_WORDS
from orbit.agent.offline.understanding.loosely.strips import is_fact
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["PARAMETERS"]

_STRANGERS = 2


def _set(evidence: Evidence) -> str | None:
    """A parameter that is named, to a value or by so much."""
    what = aim(evidence, *AMOUNTS)
    if what is None or not what.named or _names_another(evidence):
        return None
    return _to_value(evidence, what)


def _names_another(evidence: Evidence) -> bool:
    """Whether a word that means nothing stands where a name does: "the compressor on the ukulele"."""
    at_home = {at for each in evidence.found for at in range(each.start, each.end)}
    starts = {each.start for each in evidence.all("device", "parameter")}
    for at, token in enumerate(evidence.tokens):
        before = evidence.tokens[at - 1].text if at else ""
        stranger = at not in at_home and token.text not in _PLAIN | ANYWHERE | NEVER
        if stranger and (before in _BEFORE_A_NAME or (at + 1 in starts and before in _ARTICLES)):
            return True
    return False


_BEFORE_A_NAME = words("the my our your his her their on of in for from with")


def _set_meant(evidence: Evidence) -> str | None:
    """A parameter that the words or the unit mean, to a value or by so much."""
    what = aim(evidence, *AMOUNTS)
    return _to_value(evidence, what) if what is not None and not what.named else None


def _to_value(evidence: Evidence, what: Aim) -> str | None:
    value = evidence.value
    if value is None or is_fact(evidence):
        return None
    if step := _interval(evidence, value):
        return _turned(what, _way(evidence, what), step)
    way = _way(evidence, what)
    before = evidence.before(value)
    stated = (
        before == "," or _opens_anew(evidence, value) or _mends(evidence, value, what)
    ) and evidence.after(value) not in UP | DOWN | _FURTHER
    by = before in _FURTHER or before == "by" or (evidence.way and not evidence.is_stated(value))
    if not stated and (by or (way < 0 and before in _CARVED)):
        return _turned(what, way, f"by {value.text.lstrip('+-')}")
    if (way < 0 and evidence.says("dry")) or not what.takes(_amount(value)):
        return None
    if what.says_a_choice(evidence, _PLAIN | ANYWHERE):
        return None  # "high shelf, plus 2 dB" is more than 2 dB
    return f"set {what.said} to {value.text}"


def _opens_anew(evidence: Evidence, value: Mention) -> bool:
    """Whether a value stands right behind its name, and that behind a comma: "repeat less, feedback 20%"."""
    return any(
        each.end == value.start and each.start and evidence.tokens[each.start - 1].text == ","
        for each in evidence.all("parameter")
    )


def _mends(evidence: Evidence, value: Mention, what: Aim) -> bool:
    """Whether a value is to stand in place of one that is too high or too low: "too low, make it 6"."""
    held = what.parameter
    moved = evidence.before(value) in UP | DOWN | _FURTHER | {"by"} or evidence.says("off")
    return "too" in evidence.rest and not moved and held is not None and held.unit is not Unit.DB


def _amount(value: Mention) -> float | str:
    return float(value.text) if value.type == "plain" else value.text


def _interval(evidence: Evidence, value: Mention) -> str:
    """So many octaves or semitones, where that is what the value counts."""
    if value.type == "plain" and "octave" in evidence.said:
        return f"{value.text} octaves"
    return f"{value.text} st" if value.type == "plain" and not _SEMITONES.isdisjoint(evidence.said) else ""


def _turned(what: Aim, way: int, step: str = "") -> str | None:
    return f"turn {what.said} {'up' if way > 0 else 'down'} {step}".rstrip() if way else None


def _way(evidence: Evidence, what: Aim) -> int:
    """Which way a parameter goes: longer is up for a time, faster is down; brighter is up for a filter."""
    held = what.parameter
    times = held is not None and held.unit is Unit.MS
    said = {*evidence.rest, *_mere_words(evidence, what)}
    if times and (slower := bool(said & _LENGTHENED) - bool(said & _SHORTENED)):
        return -slower if "too" in said else slower
    lowered = held is not None and held.unit is Unit.DB and bool(said & _CARVED)
    mere = bool(said & UP) - bool(said & DOWN) if evidence.way == 0 else 0
    way = evidence.way or mere or (-1 if lowered else int(bool(said & _FURTHER)))
    if way or held is None:
        return way
    ways = {each.way for each in QUALITIES if said & each.said and _is_meant(each.keys.values(), what)}
    return (-ways.pop() if "too" in said else ways.pop()) if len(ways) == 1 else 0


def _mere_words(evidence: Evidence, what: Aim) -> list[str]:
    """Words that are parameters of other devices: "trim the output"."""
    names = [each.values[0] for each in evidence.all("parameter")]
    return [name for name in names if f" {name}" not in f" {what.said}"]


def _is_meant(keys: object, what: Aim) -> bool:
    return any(key in tuple(keys) for _, key in what.held)  # pyright: ignore[reportArgumentType]


def _choose(evidence: Evidence) -> str | None:
    """A parameter to one of its choices."""
    found = None if evidence.value else aim_at_choice(evidence)
    return None if found is None else f"set {found[0].said} to {found[1]}"


def _nudge(evidence: Evidence) -> str | None:
    """A parameter up or down by a size in words, or by nothing that is said."""
    what = aim(evidence)
    if what is None or (evidence.says("off", "out") and not evidence.says(*(UP | DOWN) - {"off", "cut"})):
        return None
    return _turned(what, _way(evidence, what), _size(evidence))


def _size(evidence: Evidence) -> str:
    if "octave" in evidence.said:
        return "by an octave"
    return next((size for size, said in _SIZES.items() if evidence.says(*said)), "")


def _to_end(evidence: Evidence) -> str | None:
    """A parameter all the way, or half of it."""
    what = aim(evidence)
    held = None if what is None else what.parameter
    if what is None or held is None or held.unit is not Unit.PERCENT:
        return None
    if evidence.says("than") or (evidence.says("half") and evidence.says(*_HALVING)):
        return None  # "half as wet" is half of what it is
    if evidence.says("half", "halfway"):
        return f"set {what.said} to 50 %" if not evidence.way else None
    lowest = evidence.says("min", "minimum", "bone", "dry", "down", "off")
    return f"set {what.said} to {'min' if lowest else 'max'}"


def _times(evidence: Evidence) -> str | None:
    """Twice as much, or half."""
    what, twice = aim(evidence), evidence.says(*_TWICE)
    half = evidence.says(*_HALF - {"half"}) or (evidence.says("half") and evidence.says(*_HALVING))
    if what is None or twice == half:
        return None
    return f"{'double' if twice else 'halve'} {what.said}"


def _switch(evidence: Evidence) -> str | None:
    """A parameter that is a switch."""
    on, off = _is_on(evidence), evidence.says(*_SWITCHED_OFF)
    what = None if on == off else aim_at_switch(evidence)
    if what is not None and off and what.is_fed:
        return f"turn off the sidechain of {what.said.replace(' sidechain on', '')}"
    return None if what is None else f"turn {'on' if on else 'off'} {what.said}"


def _is_on(evidence: Evidence) -> bool:
    """Whether it says "on", and not of where something is."""
    if evidence.says(*_SWITCHED_ON - {"on"}):
        return True
    return any(_turns_on(evidence, at) for at, token in enumerate(evidence.tokens) if token.text == "on")


def _turns_on(evidence: Evidence, at: int) -> bool:
    """Whether an "on" is a switch's, and not the word before a place."""
    before, behind = evidence.tokens[:at], evidence.tokens[at + 1 :]
    named = any(each.start == at + 1 for each in evidence.found)
    place = named or (bool(behind) and behind[0].text in _ARTICLES)
    return not place or (bool(before) and before[-1].text in ("turn", "switch", "back"))


def _do(evidence: Evidence) -> str | None:
    """A switch whose name is a verb as well, or that has a verb of its own: "freeze the reverb"."""
    if evidence.says(*_SWITCHED_OFF) or _is_on(evidence):
        return None
    for phrase, on, verbs in _VERBS:
        if verbs <= evidence.said and (what := aim_at_switch(evidence, phrase)) is not None:
            return f"turn {'on' if on else 'off'} {what.said}"
    return None


_ARTICLES = words("the a an my our this that its")
_VERBS = tuple(
    (phrase, on, words(verbs))
    for phrase, on, verbs in (
        ("freeze", True, "freeze"),
        ("freeze", True, "frozen"),
        ("freeze", False, "unfreeze"),
        ("link", False, "unlink"),
        ("mono", True, "mono"),
        ("ping pong", True, "ping pong"),
        ("bass mono", True, "bass mono"),
        ("soft clip", True, "soft clip"),
        ("invert left", True, "invert left"),
        ("invert right", True, "invert right"),
        *(
            (f"invert {side}", True, f"{verb} {what} {side}")
            for side in ("left", "right")
            for verb in ("flip", "invert")
            for what in ("phase", "polarity")
        ),
    )
)
"""Switches by the words that turn them."""
_VERB_WORDS = frozenset[str]().union(*(verbs for _, _, verbs in _VERBS))
_SWITCHED_ON = ON - {"on", "in"} | words("on use using")
_SWITCHED_OFF = OFF - {"without"} | words("undo un no")
_SETTING = words(
    "set dial move nudge adjust shift slide ease roll open close tighten loosen speed slow shorten lengthen "
    "stretch reach keep has have at value back ought necessary once become becomes park out place leave land "
    "settle equal equals pin peg fix lock tune fast faster slow slower quick quicker short long longer high "
    "low higher lower minus plus point say should stay must remain rather prefer percent db time bus "
    "over try hard crank slam whack throw shove yank pass moves belongs belong comes come works "
    "sits wants asks calls dig leave hold reduce further another extra setting parameter knob dialed better"
)
_FURTHER = words("another extra further additional more")
_LENGTHENED = words("long longer lengthen stretch slow slower slowed ease relax")
_SHORTENED = words("short shorter shorten fast faster quick quicker speed snappy snappier tighter tighten")
_CARVED = words("scoop carve notch dip take shave duck attenuate")
_SEMITONES = words("semitone semitones st halftone halftones")
_SIZES = {
    "a touch": words("touch hair tad smidge smidgen tiny fraction notch"),
    "a bit": words("bit little slightly somewhat gently"),
    "a lot": words("lot lots way much loads considerably far ton tons"),
}
_EVERY_SIZE = frozenset[str]().union(*_SIZES.values())
_TWICE, _HALF = words("double doubled twice doubling"), words("halve halved half halving")
_HALVING = words("as by cut in reduce drop")
_WHOLLY = words("fully completely totally entirely full max maximum bone half halfway whole")

_SAY = (_set, _set_meant, _choose, _do, _to_end)


def _several(evidence: Evidence) -> str | None:
    """Several settings of what is there."""
    return settings_of(evidence, _SAY)


def _brought(evidence: Evidence) -> str | None:
    """A new device with its settings."""
    return with_settings(evidence, _SAY)


_PLAIN = UP | DOWN | _SETTING | QUALITY_WORDS | _VERB_WORDS | _WHOLLY | words("frequency use using")

PARAMETERS: tuple[Frame, ...] = (
    Frame(
        _set,
        more=UP | DOWN | _SETTING | _SEMITONES | QUALITY_WORDS | _CARVED | {"octave"},
        strangers=_STRANGERS,
        parameters=True,
    ),
    Frame(
        _set_meant,
        more=UP | DOWN | _SETTING | QUALITY_WORDS | _SEMITONES | words("octave frequency"),
        parameters=True,
    ),
    Frame(
        _choose,
        more=UP
        | DOWN
        | _SETTING
        | words(
            "mode type shape detection algorithm character use using go for lfo wave waveform curve bounce "
            "bouncing"
        )
        | _VERB_WORDS,
        parameters=True,
    ),
    Frame(_nudge, UP | DOWN | QUALITY_WORDS | {"more"}, _SETTING | _EVERY_SIZE, parameters=True),
    Frame(_to_end, _WHOLLY, _SETTING | QUALITY_WORDS | UP | DOWN | {"way"}, parameters=True),
    Frame(_times, _TWICE | _HALF, _SETTING | words("cut as"), parameters=True),
    Frame(_switch, _SWITCHED_ON | _SWITCHED_OFF, _SETTING, parameters=True),
    Frame(_several, more=_PLAIN, parameters=True),
    Frame(_brought, more=_PLAIN | PUTTING | words("with through across over onto"), parameters=True),
    Frame(_do, more=_SETTING | _VERB_WORDS | words("side channel collapse sum down make"), parameters=True),
)
