"""What is wanted without saying what exactly: it comes to the plain sentence that asks for the rest."""

from __future__ import annotations

from functools import partial

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.lexicon import DOWN, PUTTING, UP
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["ASKING", "ASKING_OF_DEVICES"]


def _named(evidence: Evidence) -> list[Mention]:
    """What is named, but for the "one" of "another one"."""
    return [each for each in evidence.found if evidence.tokens[each.start].raw.casefold() != "one"]


def _only_tracks(evidence: Evidence) -> bool:
    return bool(evidence.tracks) and all(each.type == "track" for each in _named(evidence))


def _tempo(evidence: Evidence) -> str | None:
    return None if _named(evidence) or not evidence.says(*_ELSE) else "change the tempo"


def _meter(evidence: Evidence) -> str | None:
    return None if _named(evidence) or not evidence.says(*_ELSE) else "change the time signature"


def _tracks_alone(evidence: Evidence) -> bool:
    return _only_tracks(evidence) and evidence.says(*_ELSE)


def _name(evidence: Evidence) -> str | None:
    one = len(evidence.names) == 1 and evidence.tracks.count('"') == 2
    return f"rename {evidence.tracks}" if one and _tracks_alone(evidence) else None


def _color(evidence: Evidence) -> str | None:
    return f"color {evidence.tracks}" if _tracks_alone(evidence) else None


def _level(evidence: Evidence) -> str | None:
    return f"set the volume of {evidence.tracks}" if _tracks_alone(evidence) else None


def _side(evidence: Evidence) -> str | None:
    return f"pan {evidence.tracks}" if _tracks_alone(evidence) else None


def _output(evidence: Evidence) -> str | None:
    return f"route {evidence.tracks} somewhere else" if _tracks_alone(evidence) else None


def _input(evidence: Evidence) -> str | None:
    return f"change the input of {evidence.tracks}" if _tracks_alone(evidence) else None


def _monitoring(evidence: Evidence) -> str | None:
    return f"change the monitoring of {evidence.tracks}" if _tracks_alone(evidence) else None


def _bare(request: str, evidence: Evidence) -> str | None:
    """A request that names nothing at all."""
    return None if _named(evidence) else request


def _insert(evidence: Evidence) -> str | None:
    """A device that is wanted somewhere: one that is spoken of as new."""
    devices = evidence.all("device")
    if len(devices) != 1 or len(_named(evidence)) != 1:
        return None
    before = evidence.tokens[devices[0].start - 1].text if devices[0].start else ""
    return f"add {devices[0].text}" if before in _NEW else None


def _level_to(evidence: Evidence) -> str | None:
    """A level that is given to nothing."""
    value, levels = evidence.value, evidence.all("gain_db")
    if value is None or not levels or levels != _named(evidence):
        return None
    if evidence.is_stated(value) and not evidence.way:
        return f"set the volume to {value.text}"
    way = evidence.way or (-1 if value.text.startswith("-") else 0)
    return f"make it {value.text.lstrip('+-')} {'louder' if way > 0 else 'quieter'}" if way else None


def _locator(evidence: Evidence) -> str | None:
    names = evidence.all("text")
    if len(names) != 1 or len(evidence.found) != 1:
        return None
    return f'put a marker called "{names[0].values[0]}"'


def _loop(evidence: Evidence) -> str | None:
    bars = evidence.all("bars")
    if len(bars) != 1 or len(evidence.found) != 1 or not bars[0].text.startswith("bar "):
        return None
    return f"loop from bar {bars[0].values[0]}"


_ELSE = words(
    "another other different differently new change changed changing else elsewhere switch switched adjust "
    "adjusted alter altered modify modified wrong fresh better"
)
"""Words for something else than there is, without saying what."""
_BESIDE = _ELSE | words("song groove beat whole project session something anything somewhere what should")
_NEW = frozenset({"a", "an", "some", "another", "1", "extra"})
_MUTING = words("mute muted muting silence silenced silent")
_SOLOING = words("solo soloed soloing isolate isolated")
_ARMING = words("arm armed arming")
_LAUNCHING = words("launch fire trigger play start run launched fired triggered played started")
_SCENES = words("scene")
_PLACING = words(
    "add insert drop place create throw stick plant new mark named called titled labelled name set"
)

ASKING: tuple[Frame, ...] = (
    Frame(_tempo, words("tempo bpm speed pace"), _BESIDE),
    Frame(_meter, words("signature meter metre"), _BESIDE | words("time do")),
    Frame(_name, words("name names named title label rename renamed relabel call called"), _BESIDE),
    Frame(_color, words("color colors colored recolor recolored painted paint"), _BESIDE),
    Frame(_level, words("volume level fader loudness gain"), _BESIDE),
    Frame(_side, words("pan panning panned position"), _BESIDE | words("stereo")),
    Frame(_output, words("output outputs routing routed route destination"), _BESIDE | words("send")),
    Frame(_input, words("input inputs"), _BESIDE),
    Frame(_monitoring, words("monitoring monitor monitored"), _BESIDE),
    Frame(partial(_bare, "mute"), _MUTING),
    Frame(partial(_bare, "solo"), _SOLOING),
    Frame(partial(_bare, "arm"), _ARMING, words("record recording")),
    Frame(partial(_bare, "launch the clip"), words("clip clips"), _LAUNCHING),
    Frame(partial(_bare, "create a scene"), _SCENES, words("new another add create insert extra")),
    Frame(_insert, PUTTING, words("insert there somewhere something")),
    Frame(
        _level_to,
        words("volume level fader gain loudness louder quieter loud quiet softer"),
        (UP - {"more"}) | DOWN | _BESIDE,
    ),
    Frame(_locator, words("marker locator flag cue"), _PLACING),
    Frame(
        _loop,
        words("loop looped looping cycle repeat"),
        words("starting start starts begin beginning onwards onward forward set make"),
    ),
)
"""Each of these says only what it is about; what is missing is asked for."""


def _of_several(evidence: Evidence) -> str | None:
    """A parameter of a device of which there may be several: the rules ask which."""
    devices, parameters, value = evidence.all("device"), evidence.all("parameter"), evidence.value
    if len(devices) != 1 or len(parameters) != 1 or value is None or len(evidence.found) != 3:
        return None
    before = evidence.before(value)
    if before not in ("to", "at") or evidence.says("by"):
        return None
    return f"set the {devices[0].text} {parameters[0].values[0]} to {value.text}"


_SETTING = words(
    "set dial move adjust shorten lengthen slow speed tighten loosen raise lower drop bring pull push turn "
    "open close change crank up down"
)

ASKING_OF_DEVICES: tuple[Frame, ...] = (Frame(_of_several, _SETTING, parameters=True),)
"""As ``ASKING``, where the names of parameters count as named."""
