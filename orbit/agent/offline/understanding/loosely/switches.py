"""What can be wanted of a strip's switches: mute, solo, record arm, monitoring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.moves import NEGATIONS
from orbit.agent.offline.understanding.loosely.strips import strip

__all__ = ["SWITCHES"]


@dataclass(frozen=True)
class _Switch:
    """A switch by its words."""

    on: str
    """The verb that puts it on, as a plain sentence has it."""
    off: str
    verbs: frozenset[str]
    """What is as well the switch's name: "mute it", "take it off mute"."""
    states: frozenset[str]
    undoing: frozenset[str]
    more: frozenset[str]

    @property
    def cues(self) -> frozenset[str]:
        """The words that speak of it."""
        return self.verbs | self.states | self.undoing


_WHO = words("i you we he she they someone somebody already just")
_JUDGING = words("great nice good cool sweet killer sick awesome lovely beautiful amazing tasty bad terrible")
_NOUN_BEFORE = words("the on in of off from its into to a record recording rec input")
_NOUN_BEHIND = words("of off on button from switch out in enabled disabled engaged activated state")
_LIFTING = words(
    "killed done finished quit close eliminate end off out remove removed lift lifted release released clear "
    "cleared cancel disable disabled disengage disengaged deactivate deactivated stop away no without "
    "rid drop lose kill undone"
)
_ENDED = words("longer anymore no")
_WISHED = words(
    "should must need needs want wants get have has make please keep put set let like supposed go be"
)
_MORE = words(
    "kill killed done finished quit open close eliminate end toggle up now alone button switch state "
    "status mode on "
    "off out in into enable enabled activate activated engage engaged hit press pressed push pushed "
    "hold still anymore longer any more completely entirely totally from remove removed lift lifted "
    "release released clear cleared cancel disable disabled disengage disengaged deactivate deactivated "
    "stop away no rid drop undone supposed already temporarily moment while sound audio click tap flip "
    "quick"
)

_MUTE = _Switch(
    "mute",
    "unmute",
    words("mute silence hush shush"),
    words("muted silent silenced mute muting"),
    words("unmute unmuted unmuting un"),
    words("kill"),
)
_SOLO = _Switch(
    "solo",
    "unsolo",
    words("solo"),
    words("soloed solo'd soloing isolated"),
    words("unsolo unsoloed unsoloing un"),
    words(""),
)
_ARM = _Switch(
    "arm",
    "disarm",
    words("arm rearm"),
    words("armed arming recordable"),
    words("disarm unarm disarmed unarmed disarming dearm un"),
    words("record recording rec ready for"),
)


def _switch(switch: _Switch, evidence: Evidence) -> str | None:
    tracks = strip(evidence)
    on = _wanted(switch, evidence) if tracks else None
    return None if on is None else f"{switch.on if on else switch.off} {tracks}"


def _wanted(switch: _Switch, evidence: Evidence) -> bool | None:
    """Whether a switch is to be on; None where that is not said."""
    rest, said = evidence.rest, [token.text for token in evidence.tokens]
    negated = not NEGATIONS.isdisjoint(rest)
    if any(word in switch.states and before in _WHO for before, word in pairwise(said)):
        return None  # somebody did it already
    if any(word in switch.verbs and before in _JUDGING for before, word in pairwise(said)):
        return None  # "great solo"
    if not switch.undoing.isdisjoint(rest):
        return None if negated or not switch.verbs.isdisjoint(rest) else False
    ended = not _ENDED.isdisjoint(rest)
    nouns = [at for at, word in enumerate(said) if word in switch.verbs and _is_noun(said, at)]
    verbs = [at for at, word in enumerate(said) if word in switch.verbs and at not in nouns]
    if verbs:
        return None if negated or ended else True
    if nouns:
        lifted = ended or not _LIFTING.isdisjoint(rest)
        return (False if ended else None) if negated else not lifted
    if negated or ended or "stop" in rest:
        return False if ended or "stop" in rest or not _WISHED.isdisjoint(rest) else None
    if any(before == "still" and word in switch.states for before, word in pairwise(said)):
        return None if _WISHED.isdisjoint(rest) else False  # "still muted, it should be on"
    stated = not {"is", "are", "still"}.isdisjoint(rest)
    return None if stated and _WISHED.isdisjoint(rest) else True


def _is_noun(said: list[str], at: int) -> bool:
    before = said[at - 1] if at else ""
    behind = said[at + 1] if at + 1 < len(said) else ""
    return before in _NOUN_BEFORE or behind in _NOUN_BEHIND


def _record_ready(evidence: Evidence) -> str | None:
    """To be recorded, or no longer, said without the switch's name."""
    tracks = strip(evidence)
    if not tracks:
        return None
    if evidence.says("out", "off") and not evidence.says("ready"):
        return f"disarm {tracks}"
    return f"arm {tracks}" if evidence.says("ready", "enable", "enabled", "prepare", "prep") else None


def _monitor(evidence: Evidence) -> str | None:
    """What of the input is heard."""
    tracks, rest = strip(evidence), set(evidence.rest)
    if not tracks:
        return None
    modes = {mode for mode, listed in _MODES.items() if not rest.isdisjoint(listed)}
    if "auto" in modes:
        modes = {"auto"}
    if not NEGATIONS.isdisjoint(rest):
        modes = {"off"} if modes <= {"in"} else set[str]()
    if "off" in modes:
        modes -= {"in"}
    mode = modes.pop() if len(modes) == 1 else "in" if not modes else None
    return f"set the monitoring of {tracks} to {mode}" if mode else None


def _heard_input(evidence: Evidence) -> str | None:
    """The input is to be heard."""
    return _monitor(evidence) if evidence.says("hear", "hearing", "listen", "pass", "through") else None


_MODES = {
    "auto": words("auto automatic automatically"),
    "off": words(
        "off disable disabled cut quit end close stop stopped no without kill remove deactivate "
        "deactivated none"
    ),
    "in": words("in input on enable enabled always active activate engage through"),
}


def _alone(evidence: Evidence) -> str | None:
    """To be heard with nothing else."""
    alone = evidence.says(
        "only", "together", "alone", "isolation", "nothing", "itself", "themselves", "own", "just", "solely"
    )
    alone = alone or any(each.text.casefold().startswith(("only ", "just ")) for each in evidence.found)
    return f"solo {tracks}" if alone and (tracks := strip(evidence)) else None


_ENDING = words("off kill silence cut leave shut take drop switch pull stop remove no hear not")


def _out(evidence: Evidence) -> str | None:
    """Not to be heard at all."""
    tracks = strip(evidence)
    if not evidence.says(*_ENDING) or evidence.says("bring", "stand", "come", "make", "back", "front"):
        return None  # "bring out the vocals" wants more of them
    returns = {track.name for track in evidence.ground.session.returns}
    return f"mute {tracks}" if tracks and returns.isdisjoint(evidence.names) else None


def _unheard(evidence: Evidence) -> str | None:
    """Not wanted any more: "I don't want to hear the pad"."""
    wanted = evidence.says("want", "need", "wanna", "wish", "must", "should")
    alike = evidence.says("like", "so", "too", "that", "this")  # how it sounds, and not whether
    return _out(evidence) if wanted and not alike and not NEGATIONS.isdisjoint(evidence.rest) else None


def _cut_off(evidence: Evidence) -> str | None:
    """Its sound is to stop."""
    return _out(evidence) if evidence.says("cut", "stop", "off", "kill", "out", "remove", "no") else None


def _back(evidence: Evidence) -> str | None:
    """To be heard again; only of what is muted."""
    tracks = strip(evidence)
    muted = [evidence.ground.track(name).mute for name in evidence.names]
    return f"unmute {tracks}" if tracks and all(muted) else None


def _clear(plain: str, evidence: Evidence) -> str | None:
    """A switch off wherever it is on."""
    return None if evidence.found else plain


_CLEARING = words(
    "all no any every clear remove release reset undo off out rid lift cancel kill lose drop disable "
    "away nothing none everything whatever anything whatever's more anymore longer not still currently "
    "active left take stay stays engaged wants buttons from mixer"
)
_HEARING = words(
    "together leave keep hear hearing listen listening play playing sound sounds alone isolation itself "
    "own themselves only just nothing but else everything"
)


def _frames(switch: _Switch) -> Frame:
    return Frame(partial(_switch, switch), switch.cues, switch.more | _MORE | _ENDED | NEGATIONS)


_CLEARED: tuple[tuple[frozenset[str], str], ...] = (
    (words("mutes"), "clear all mutes"),
    (words("solos"), "clear all solos"),
    (words("arms"), "clear record arms"),
)

SWITCHES: tuple[Frame, ...] = (
    *(_frames(switch) for switch in (_MUTE, _SOLO, _ARM)),
    Frame(
        _record_ready,
        words("record recording rec"),
        words("ready enable enabled prepare prep out off mode for"),
    ),
    Frame(
        _monitor,
        words("monitor monitoring monitored monitors mon"),
        frozenset[str]().union(*_MODES.values())
        | words(
            "input mode toggle state status switch back again revert return normal stay stays remain keep "
            "leave while any more anymore from through"
        )
        | NEGATIONS,
    ),
    Frame(
        _heard_input,
        words("input incoming"),
        words(
            "always constantly permanently so "
            "hear hearing listen while play sing coming comes in through pass"
        ),
    ),
    Frame(
        _alone, words("hear hearing listen listening play check isolate sounding audible playing"), _HEARING
    ),
    Frame(
        _out,
        words("out off kill silence"),
        words("cut drop leave shut switch sound audio completely entirely totally mixed whole"),
    ),
    Frame(_back, words("back again"), words("bring hear in on sound audio switch again come coming")),
    Frame(
        _unheard,
        words("hear hearing listen heard sound audible"),
        NEGATIONS | words("any more anymore longer"),
    ),
    Frame(_cut_off, words("sound audio"), words("cut stop off kill out remove no completely entirely")),
    *(Frame(partial(_clear, plain), cues, _CLEARING | words("record buttons")) for cues, plain in _CLEARED),
)
