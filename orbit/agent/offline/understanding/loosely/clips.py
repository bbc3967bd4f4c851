"""What can be wanted of clips and scenes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from orbit.agent.offline.understanding.clips import ClipPlace, read_clip
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.deeds import (
    COPYING,
    CREATING,
    NAMING,
    REMOVING,
    RUNNING,
    STOPPING,
    THROWING,
)
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.removing import AWAY, removes
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.tokens import tokenize

__all__ = ["CLIPS"]

_NOUNS = words("clip clips pattern loop riff phrase part idea groove line sequence")


def _clip(evidence: Evidence) -> str | None:
    """The one clip that is meant, as a plain sentence names it: by its name, its slot or its track."""
    clips, tracks = evidence.all("clip") or _called(evidence), evidence.names
    if len(clips) > 1 or len(tracks) > 1:
        return None
    if clips:
        clip, track = clips[0].values
        return _there(clip, track) if not tracks or tracks[0] == track else None
    if not tracks or not evidence.says(*_NOUNS):
        return None
    slots = evidence.all("slot")
    return f"{slots[0].values[0] if slots else 'clip'} on {quoted(tracks[0])}"


def _there(clip: str, track: str) -> str:
    return (
        f"slot {clip[1:]} on {quoted(track)}"
        if clip.startswith("#")
        else f"{quoted(clip)} on {quoted(track)}"
    )


def _called(evidence: Evidence) -> list[Mention]:
    """The clip that is spoken of as the one called so."""
    found: list[Mention] = []
    for name in evidence.all("name"):
        meant = read_clip(evidence.ground, tokenize(quoted(name.values[0])))
        if isinstance(meant, ClipPlace):
            found.append(Mention("clip", (meant.clip, meant.track), name.start, name.end, name.text))
    return found


def _is_clip_alone(evidence: Evidence) -> bool:
    """Whether nothing is named beside a clip, its track and its slot."""
    names = evidence.all("name")
    return evidence.only("clip", "track", "slot", "name") and (
        not names or (names[0].values[0] != "" and len(_called(evidence)) == len(names))
    )


def _fire(evidence: Evidence) -> str | None:
    off = evidence.says("off") and not evidence.says("kick", "set", "fire", "start")
    clip = _clip(evidence) if _is_clip_alone(evidence) and not off and not _may_go(evidence) else None
    return None if clip is None else f"launch {clip}"


def _stop(evidence: Evidence) -> str | None:
    if not _is_clip_alone(evidence):
        return None
    if not evidence.found:
        every = evidence.says("all", "every", "both") and evidence.says(*_NOUNS)
        return "stop all clips" if every else None
    if evidence.all("clip", "name"):
        clip = _clip(evidence)
        return None if clip is None else f"stop clip on {quoted(_track_of(evidence))}"
    playing = evidence.says("whatever", "what", "anything", "playing", "plays", "running", *_NOUNS)
    return f"stop clips on {evidence.tracks}" if evidence.names and playing else None


def _track_of(evidence: Evidence) -> str:
    return (evidence.all("clip") or _called(evidence))[0].values[1]


def _create(evidence: Evidence) -> str | None:
    lengths, slots, names = (evidence.all(kind) for kind in ("length", "slot", "name"))
    if not evidence.only("track", "length", "slot", "name") or len(evidence.names) != 1:
        return None
    if max(len(lengths), len(slots), len(names)) > 1 or _called(evidence):
        return None
    if not (lengths or evidence.says(*CREATING)) or evidence.says("rename", "renamed", "change", "changed"):
        return None
    length = f" of {lengths[0].values[0]}" if lengths else ""
    slot = f" in {slots[0].values[0]}" if slots else ""
    called = f" called {quoted(names[0].values[0])}" if names else ""
    return f"create a clip on {evidence.tracks}{slot}{length}{called}"


def _copy(evidence: Evidence) -> str | None:
    """A clip to bars of the song, or several clips each to their own."""
    if not evidence.only("clip", "track", "place", "number") or not _are_bars(evidence):
        return None
    clips = evidence.all("clip")
    if len(clips) < 2:
        clip, places = _clip(evidence), evidence.all("place", "number")
        return None if clip is None or not places else _copied(clip, places)
    if evidence.all("track") or evidence.found[0].type != "clip":
        return None
    places = evidence.all("place", "number")
    if places and places[0].start > clips[-1].start:
        return " and ".join(_copied(_there(*clip.values), places) for clip in clips)
    ends = [*(each.start for each in clips[1:]), len(evidence.tokens)]
    parts = [
        (clip, [each for each in evidence.all("place", "number") if clip.end <= each.start < end])
        for clip, end in zip(clips, ends, strict=True)
    ]
    if not all(places for _, places in parts):
        return None
    return " and ".join(_copied(_there(*clip.values), places) for clip, places in parts)


def _copied(clip: str, places: Sequence[Mention]) -> str:
    bars = " and ".join(f"bar {each.values[0]}" for each in places)
    return f"copy {clip} to {bars}"


_MOST_SLOTS = 16


def _is_stretch(evidence: Evidence, one: Mention, other: Mention) -> bool:
    """Whether two bars are where something begins and ends: "bars 9 to 17"."""
    between = {token.text for token in evidence.tokens[one.end : other.start]}
    return between <= {"to", "the"} or not between.isdisjoint({"through", "until"})


def _are_bars(evidence: Evidence) -> bool:
    """Whether the bare numbers are bars: behind "at" or another bar, and too high for a slot alone."""
    numbers, places = evidence.all("number"), evidence.all("place", "number")
    if any(_is_stretch(evidence, one, other) for one, other in pairwise(places)):
        return False
    led = all(evidence.before(each) in _AT for each in numbers)
    sure = bool(evidence.all("place")) or all(float(each.values[0]) > _MOST_SLOTS for each in numbers)
    return led and sure


_AT = words("at to on and , bar bars again also in")


def _copy_to_slot(evidence: Evidence) -> str | None:
    slots = evidence.all("slot")
    if len(slots) != 1 or not evidence.only("clip", "track", "slot"):
        return None
    if not evidence.all("clip") and evidence.before(slots[0]) not in ("to", "into", "in"):
        return None
    tracks = evidence.names
    clip = (
        _clip(evidence)
        if evidence.all("clip")
        else f"clip on {quoted(tracks[0])}"
        if len(tracks) == 1
        else None
    )
    return None if clip is None else f"copy {clip} to {slots[0].values[0]}"


def _rename(evidence: Evidence) -> str | None:
    names = evidence.all("name")
    if not names or not evidence.only("clip", "track", "slot", "name"):
        return None
    clip = _clip(evidence) if evidence.all("clip") or (len(names) == 1 and not _called(evidence)) else None
    if clip is None or len(names) > 1:
        return None
    return f"rename {clip} to {quoted(names[0].values[0])}"


def _delete(evidence: Evidence) -> str | None:
    gone = removes(evidence) or _may_go(evidence)
    clip = _clip(evidence) if _is_clip_alone(evidence) and gone else None
    return None if clip is None else f"delete {clip}"


def _which_scene(evidence: Evidence) -> str | None:
    scenes = evidence.all("scene")
    if len(scenes) != 1:
        return None
    said = scenes[0].values[0]
    return f"scene {said[1:]}" if said.startswith("#") else f"scene {quoted(said)}"


def _fire_scene(evidence: Evidence) -> str | None:
    scene = _which_scene(evidence)
    fires = scene is not None and evidence.only("scene") and not _may_go(evidence)
    return f"launch {scene}" if fires else None


def _may_go(evidence: Evidence) -> bool:
    """Whether it says that something can go: that is to be away, and not to run."""
    return evidence.says("go") and evidence.says(
        "can", "could", "may", "must", "has", "have", "gotta", "needs"
    )


def _delete_scene(evidence: Evidence) -> str | None:
    scene = _which_scene(evidence)
    removed = scene is not None and evidence.only("scene") and (removes(evidence) or _may_go(evidence))
    return f"delete {scene}" if removed else None


def _rename_scene(evidence: Evidence) -> str | None:
    scene, names = _which_scene(evidence), evidence.all("name")
    if scene is None or len(names) != 1 or not evidence.only("scene", "name"):
        return None
    return f"rename {scene} to {quoted(names[0].values[0])}"


def _create_scene(evidence: Evidence) -> str | None:
    names = evidence.all("name")
    if len(names) != 1 or not evidence.only("name") or "scene" not in evidence.rest:
        return None
    behind = {token.text for token in evidence.tokens[names[0].end :]}
    if behind & {"and", "then", "it", ","}:
        return None  # "… called Outro, then fire it" asks for more
    return f"create a scene called {quoted(names[0].values[0])}"


_FIRE = RUNNING - {"hit", "restart", "set", "replay", "rewind"}
_PLAYING = words(
    "both all every playing plays whatever what running is that which session from clips on currently ,"
)
_LAY = CREATING - {"start", "mark", "flag", "open", "new", "empty", "blank", "fresh"}
_ALONG = words(
    "again another copy once more over out arrangement timeline linear view song starting beginning both and "
    ", down too also into same from session second time there"
)
_IN_A_CLIP = words(
    "long length midi of with lasting in slot box notes and that is for empty lasts it called named call name"
)
_NAMING = words("name title to as into with from it its new label")
_SCENE = words("scene scenes number row")

CLIPS: tuple[Frame, ...] = (
    Frame(_fire, _FIRE, _NOUNS | words("up slot in going get again hit")),
    Frame(_stop, STOPPING | words("off"), _NOUNS | _PLAYING | words("off down all slot in")),
    Frame(_create, words("clip"), CREATING | NAMING | _IN_A_CLIP, strangers=1),
    Frame(_copy, COPYING | _LAY, COPYING | _LAY | _NOUNS | _ALONG),
    Frame(_copy, words("arrangement timeline"), _NOUNS | _ALONG),
    Frame(_copy_to_slot, COPYING, _NOUNS | words("down up into another copy over slot free empty next more")),
    Frame(_rename, NAMING, _NOUNS | _NAMING | words("slot in and instead rather better")),
    Frame(_delete, REMOVING | THROWING | {"go"}, AWAY | _NOUNS | words("slot in from whole session")),
    Frame(_fire_scene, _FIRE | words("go switch jump move on over"), _SCENE | words("going up")),
    Frame(_delete_scene, REMOVING | THROWING | {"go"}, AWAY | _SCENE),
    Frame(_rename_scene, NAMING, _SCENE | _NAMING | words("instead rather")),
    Frame(
        _create_scene,
        CREATING | words("scene"),
        _SCENE | NAMING | _NAMING | words("empty at end bottom list"),
    ),
)
