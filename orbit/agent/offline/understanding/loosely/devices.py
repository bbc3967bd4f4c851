"""What can be wanted of devices: in the chain, out of it, switched."""

from __future__ import annotations

from dataclasses import replace

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.chains import CHAINS, END_WORDS, ends_of, sides_of
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.lexicon import PUTTING, TAKING
from orbit.agent.offline.understanding.loosely.sidechains import SIDECHAINS
from orbit.agent.offline.understanding.loosely.targets import is_definite, named_place, targets
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["DEVICES"]

_INDEFINITE = words("a an some one another 1")


def _insert(evidence: Evidence) -> str | None:
    """Devices that are not there yet, one behind the other."""
    devices = evidence.all("device")
    if not devices or not (evidence.tracks or evidence.ground.tracks):
        return None
    if not evidence.only("device", "track", "plain") or any(
        each.text != "1" for each in evidence.all("plain")
    ):
        return None
    if any(_is_somewhere(evidence, each) for each in devices) or not _together(evidence, devices):
        return None
    if not (evidence.says(*_INSERTING) or evidence.before_at(devices[0]) in _INDEFINITE or _bare(evidence)):
        return None
    if evidence.says(*_AWAY, *_COMPARING) or sides_of(evidence):
        return None
    kinds = " and ".join(f"a {each.values[0].replace('_', ' ')}" for each in devices)
    where = f" on {evidence.tracks}" if evidence.tracks else ""
    end = ends_of(evidence)
    if len(end) > 1:
        return None
    return f"put {kinds}{where}" + (f" at the {end[0]} of the chain" if end and where else "")


def _is_somewhere(evidence: Evidence, mention: Mention) -> bool:
    """Whether it is "the" device, and one is there, on the tracks that are named or anywhere else."""
    anywhere = replace(evidence, found=(mention,))
    return named_place(evidence, mention) or (
        is_definite(evidence, mention) and bool(targets(anywhere, mention))
    )


def _bare(evidence: Evidence) -> bool:
    """Whether devices are named with the track they are for, as on a list: "auto pan on the pad, first"."""
    devices = evidence.all("device")
    definite = evidence.before_at(devices[0]) in ("the", "this", "that", "its", "my")
    listed = len(devices) > 1 and evidence.says("chain")
    placed = bool(evidence.tracks) and evidence.says("on", "onto", "for")
    return not definite and (listed or placed)


def _together(evidence: Evidence, devices: list[Mention]) -> bool:
    """Whether no track stands between them: then each is wanted on all the tracks."""
    tracks = evidence.all("track")
    return not any(devices[0].start < each.start < devices[-1].start for each in tracks)


def _there(evidence: Evidence) -> str | None:
    """The one device that is named, as a plain sentence names it; None where it is not there."""
    devices = evidence.all("device")
    if len(devices) != 1 or not evidence.only("device", "track"):
        return None
    if evidence.before_at(devices[0]) in _INDEFINITE - {"one", "1"}:
        return None
    here = f" on {evidence.tracks}" if evidence.tracks else ""
    return f"the {devices[0].text}{here}" if targets(evidence, devices[0]) else None


def _remove(evidence: Evidence) -> str | None:
    gone = evidence.says(*_REMOVING) or (evidence.says(*_PULLING) and evidence.says(*_AWAY))
    unwanted = evidence.says("not", "longer", "without", "nobody") and evidence.says(*_WANTED)
    unwanted = unwanted or (evidence.says("no") and evidence.says("more"))
    leaving = evidence.says("go") and evidence.says("can", "has", "must", "should", "needs")
    if evidence.says(*_SWITCHING) or evidence.says("back", "hear", "listen") or ends_of(evidence):
        return None
    what = _there(evidence) if gone or unwanted or leaving else None
    return None if what is None or (evidence.says("not") and not unwanted) else f"remove {what}"


def _bypass(evidence: Evidence) -> str | None:
    listening = evidence.says("hear", "listen", "play") and evidence.says("without", "no")
    pulled = evidence.says(*_PULLING - {"bring"}) and not evidence.says("turn", "switch", "bypass", "circuit")
    if not (listening or (evidence.says(*_BYPASSING) and not pulled)):
        return None
    what = _there(evidence)
    return None if what is None else f"bypass {what}"


def _enable(evidence: Evidence) -> str | None:
    again = evidence.says("back", "again") and evidence.says("on", "in", "working", "running", "active")
    if not evidence.says(*_ENABLING) and not again:
        return None
    what = _there(evidence)
    return None if what is None else f"enable {what}"


_INSERTING = PUTTING | words("try through missing miss missed install equip reach lacks lacking new")
_REMOVING = (TAKING | words("yeet yank nuke unload uninstall toss strip clean clear eliminate")) - {"kill"}
_PULLING = words("take taken pull pulled get throw thrown drop rip chuck kick move send tear toss bring")
_AWAY = words("off away out from")
_COMPARING = words("more less like sound sounds make makes sit sits feel")
"""What a sound is like is no device: "make the snare sound like it is in a hall"."""
_WANTED = words("need needs wants want use like do anymore longer required")
_SWITCHING = words("circuit switch turn bypass disable enable")
_BYPASSING = words(
    "mute muted bypass bypassed bypassing disable disabled deactivate deactivated off circuit pause suspend"
)
_ENABLING = words(
    "enable enabled activate activated reactivate reactivated reenable unbypass unbypassed engage engaged "
    "unmute resume"
)
_THING = words(
    "effect effects plugin plugins device devices insert inserts fx instance instrument unit joint"
)
_CHAIN = words("chain rack slot bus signal path return aux")

DEVICES: tuple[Frame, ...] = (
    Frame(_insert, more=_INSERTING | _THING | _CHAIN | END_WORDS | words("then followed there order touch")),
    Frame(
        _remove,
        _REMOVING | _AWAY | _WANTED | {"go", "more"},
        _PULLING
        | _THING
        | _CHAIN
        | words(
            "nobody necessary once whatever not any more anymore no longer without completely whole there"
        ),
    ),
    Frame(
        _bypass,
        _BYPASSING | words("hear listen play"),
        _THING
        | _CHAIN
        | words(
            "taken once necessary out no without only dry clean temporarily moment sec second while "
            "compare on put "
            "hearing"
        ),
    ),
    Frame(
        _enable,
        _ENABLING | words("back again"),
        _THING | _CHAIN | words("on in working running active once needs more state"),
    ),
    *CHAINS,
    *SIDECHAINS,
)
