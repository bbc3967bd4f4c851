"""What can be wanted of the transport, the loop and the locators."""

from __future__ import annotations

from itertools import pairwise

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.deeds import CREATING, NAMING, REMOVING, SETTING, THROWING
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.removing import AWAY, removes
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["PLAYING"]

_THROUGH = words("through")
_UNTIL = words("to until through and up out end ends ending finish finishes stop stops")


def _between(evidence: Evidence, one: Mention, other: Mention) -> frozenset[str]:
    """The words between two things that are named."""
    return frozenset(token.text for token in evidence.tokens[one.end : other.start])


def _stretch(evidence: Evidence) -> str | None:
    """From where to where, as a plain sentence says it."""
    lengths, places = evidence.all("length"), evidence.all("place", "number")
    if len(lengths) + len(places) != len(evidence.found) or len(lengths) > 1:
        return None
    if lengths and len(places) < 2:
        start = places[0].values[0] if places else "1"
        first = places or evidence.says("first", "opening")
        return f"{lengths[0].values[0]} from bar {start}" if first and not evidence.says("last") else None
    if len(places) != 2 or lengths:
        return None
    between = _between(evidence, *places)
    if between.isdisjoint(_UNTIL):
        return None
    to = "through" if between & _THROUGH else "to"
    return f"bar {places[0].values[0]} {to} bar {places[1].values[0]}"


def _loop(evidence: Evidence) -> str | None:
    stretch = _stretch(evidence)
    turns = any(evidence.rest.count(word) > 1 for word in ("over", "round", "around"))
    over_and_over = turns or evidence.says(*_LOOPS)
    if stretch is None or not over_and_over or evidence.says("off", "not", "no"):
        return None
    return f"loop {stretch}"


_LOOP_ON = words("open on enable enabled activate activated engage engaged start back in")
_LOOP_OFF = words(
    "done finished enough close closed shut break off disable disabled deactivate stop stopped kill quit end "
    "exit leave drop lose disengage out rid away undo release clear cancel"
)


def _loop_switch(evidence: Evidence) -> str | None:
    if evidence.found:
        return None
    if evidence.says("on") and evidence.says("off"):
        return None
    off = evidence.says(*_LOOP_OFF, *REMOVING, "off", "out", "away") and not evidence.says("on")
    on = evidence.says(*_LOOP_ON)
    if evidence.says("not", "no"):
        return "turn the loop off" if evidence.says(*_NO_NEED) else None
    return f"turn the loop {'off' if off else 'on'}" if off or on else None


_NO_NEED = words("need needed necessary required want wanted more longer anymore")
_PLAYS = words(
    "play playing playback played start starts starting roll rolling run hear listen begin begins commence "
    "resume kick spin reproduce replay restart continue"
)


_TO_A_BAR = words("from at to with where goto")


def _play(evidence: Evidence) -> str | None:
    places = evidence.all("place", "number")
    if len(evidence.found) != 1 or len(places) != 1:
        return None
    there = places[0]
    before, behind = evidence.before(there), evidence.tokens[there.end : there.end + 1]
    # "Kick it up to 132" says no bar.
    leads = _TO_A_BAR if there.type == "place" else _TO_A_BAR - {"to", "with"}
    led = before in leads or (behind and behind[0].text in ("from", "on"))
    plays = before == "from" or evidence.says(*_PLAYS)
    return f"play from bar {there.values[0]}" if led and plays else None


def _start(evidence: Evidence) -> str | None:
    what = evidence.says("resume", "continue", "unpause", "restart", "playback", *(_MUSIC - {"it"}))
    return "play" if what and not evidence.found and not evidence.says("not", "no") else None


def _stop(evidence: Evidence) -> str | None:
    return None if evidence.found or evidence.says("not", "no") else "stop"


_RECORDING = words(
    "start begin commence stop end finish quit off out done halt cease on take hit press roll now mode punch "
    "in button enable"
)


def _record(evidence: Evidence) -> str | None:
    if evidence.found or evidence.says("not", "no"):
        return None
    off = evidence.says("stop", "end", "finish", "quit", "off", "out", "done", "halt", "cease")
    return f"{'stop' if off else 'start'} recording"


def _marks(evidence: Evidence) -> str | None:
    """Bars and names that stand by turns; one bar may go without a name."""
    marks = [each for each in evidence.found if each.type in ("place", "number", "name")]
    if not marks or len(marks) != len(evidence.found):
        return None
    if len(marks) == 1 and marks[0].type == "place":
        return f"put a marker at bar {marks[0].values[0]}"
    named = [each.type == "name" for each in marks]
    if len(marks) % 2 or any(one == other for one, other in pairwise(named)):
        return None
    pairs = list(zip(marks[::2], marks[1::2], strict=True))
    places = [(there, name) if name.type == "name" else (name, there) for there, name in pairs]
    return " and ".join(
        f"put a marker at bar {place.values[0]} called {quoted(name.values[0])}" for place, name in places
    )


def _unmark(evidence: Evidence) -> str | None:
    if not removes(evidence):
        return None
    marks = evidence.all("place", "name", "number")
    if len(marks) != 1 or len(evidence.found) != 1:
        return None
    if marks[0].type == "name":
        return f"delete the marker called {quoted(marks[0].values[0])}"
    return f"delete the marker at bar {marks[0].values[0]}"


def _rename_mark(evidence: Evidence) -> str | None:
    places, names = evidence.all("place", "number"), evidence.all("name")
    if not evidence.says(*_RENAMING) or len(evidence.found) != 2 or len(places) != 1 or len(names) != 1:
        return None
    return f"rename the marker at bar {places[0].values[0]} to {quoted(names[0].values[0])}"


_LOOPS = words(
    "loop loops looped looping cycle cycles cycled cycling repeat repeated repeating brace vamp vamping "
    "circle"
)
_LOOPING = _LOOPS | words("over round around")
_MUSIC = words("music song playback transport tune session track jam sound player playhead everything all it")
_REGION = words(
    "out in from between until through start starting starts begin beginning begins end ending ends run runs "
    "region section bit part area brace first opening length long set round around bars bar make create "
    "activate turn on enable hear listen play again repeat it shall lasting for whole over up and stretch "
    "passage keep going goes finish finishes finishing stops"
)
_MARKER = words(
    "marker markers locator locators pin pins flag flags flagged cue cues mark marked bookmark tag tagged "
    "label labelled note"
)
_MARKING = words(
    "with as point points chapter section part little new another number is by of it that this position "
    "timeline down saying says reads title goes"
)
_RENAMING = words("rename renamed renaming relabel relabelled retitle retitled change changed")
_AGAIN = words(
    "goto locate scrub move jump where comes in from again back it once more everything position point over "
    "spot"
)

PLAYING: tuple[Frame, ...] = (
    Frame(_loop, _LOOPING, _REGION | _MUSIC | SETTING, strangers=1),
    Frame(
        _loop_switch,
        _LOOPS,
        _LOOP_ON | _LOOP_OFF | REMOVING | words("not no more anymore longer any brace mode"),
    ),
    Frame(_play, _PLAYS | words("from"), _MUSIC | _PLAYS | _AGAIN | SETTING | words("hit fire launch rip")),
    Frame(
        _start,
        words("play playing playback start resume continue continuing roll unpause restart begin commence"),
        _MUSIC | words("back going again rolling on hit press it"),
    ),
    Frame(
        _stop,
        words("stop stopped stopping halt pause cease hold"),
        _MUSIC | words("playing it right there button hit press the stop everything up"),
    ),
    Frame(_record, words("record recording rec"), _RECORDING),
    Frame(_marks, _MARKER, CREATING | NAMING | _MARKING, strangers=2),
    Frame(_unmark, _MARKER, REMOVING | THROWING | AWAY | _MARKING | words("called named")),
    Frame(_rename_mark, _MARKER, _RENAMING | NAMING | _MARKING | words("to")),
)
