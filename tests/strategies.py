"""Hypothesis strategies for sessions, actions that can be done to one, and any well-formed action at all.

Generation is kept cheap (few draws an action, sessions grown from small skeletons by actions themselves) so
that the laws can be run on tens of thousands of cases.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from daw_bridges.actions import (
    ACTIONS,
    Action,
    AddLocator,
    AddNotes,
    AutomateParameter,
    CreateClip,
    CreateScene,
    CreateTrack,
    DeleteClip,
    DeleteScene,
    DeleteTrack,
    DuplicateClip,
    DuplicateTrack,
    EnableDevice,
    FireClip,
    FireScene,
    InsertDevice,
    LoadPreset,
    MoveDevice,
    Play,
    Record,
    RemoveDevice,
    RemoveLocator,
    RenameClip,
    RenameTrack,
    SetArm,
    SetColor,
    SetInput,
    SetLoop,
    SetMetronome,
    SetMonitor,
    SetMute,
    SetOutput,
    SetPan,
    SetParameter,
    SetSend,
    SetSidechain,
    SetSolo,
    SetTempo,
    SetTimeSignature,
    SetVolume,
    Stop,
    StopClip,
)
from daw_bridges.algebra import apply
from daw_bridges.catalog import catalog
from daw_bridges.errors import ActionError
from daw_bridges.quantities import Quantity, Unit, format_quantity
from daw_bridges.references import (
    arrangement_reference,
    clip_reference,
    device_reference,
    find_clip,
    track_reference,
)
from daw_bridges.session import (
    ArrangementClip,
    Clip,
    Device,
    Locator,
    Note,
    Parameter,
    Session,
    Track,
    TrackKind,
)

__all__ = ["COLORS", "KINDS", "Case", "cases", "possible_actions", "sessions", "well_formed_actions"]

T = TypeVar("T")

KINDS = ("compressor", "utility", "gate", "saturator", "limiter", "eq_three", "velocity", "drum_rack")
"""Devices that are inserted: small ones, so that cases stay cheap."""

COLORS = ("#ff94a6", "#ffa529", "#1aff2f", "#8bc5ff", "#ff3636", "#3c3c3c")
"""Colours that are in Live's palette, so that a host shows what was asked for."""

_NAMES = ("Kick", "Bass", "Vox", "Pad", "kick", "Drums #2", "#1", "Kick 2")
_RETURNS: tuple[str, ...] = ("A-Reverb", "B-Delay", "Vox", "C")
_SCENES = ("Intro", "Verse", "Drop", "Intro")
_CLIPS = ("Loop", "Fill", "Loop", "@9")
_SIGNATURES = ((4, 4), (3, 4), (7, 8), (6, 8), (5, 4))
_DEFAULT_CHAIN_LIMIT = 5


class Pick:
    """Cheap draws: everything is an integer, so that examples are small and shrink well."""

    def __init__(self, draw: DrawFn) -> None:
        self._draw = draw

    def number(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))

    def of(self, items: Sequence[T]) -> T:
        return items[self._draw(st.integers(0, len(items) - 1))]

    def flag(self) -> bool:
        return self._draw(st.booleans())

    def rarely(self) -> bool:
        return self._draw(st.integers(0, 7)) == 7

    def level(self, highest: int) -> float:
        tenths = self._draw(st.integers(-601, highest * 10))
        return -math.inf if tenths == -601 else tenths / 10

    def bar(self) -> float:
        return 1.0 + self._draw(st.integers(0, 96)) / 4

    def maybe(self, items: Sequence[T]) -> T | None:
        return self.of(items) if items else None


class Case(NamedTuple):
    """A session and actions that can be done to it, one after the other."""

    session: Session
    actions: tuple[Action, ...]


Maker = Callable[[Pick, Session], Action | None]


def _track(pick: Pick, session: Session, *kinds: TrackKind) -> int:
    """The place of one of the tracks of the given kinds (any, if none is given); −1 if there is none."""
    places = [i for i, track in enumerate(session.tracks) if not kinds or track.kind in kinds]
    return pick.of(places) if places else -1


def _named(session: Session, index: int) -> str:
    return track_reference(session, index)


_RECORDABLE = (TrackKind.MIDI, TrackKind.AUDIO)
_ORDINARY = (*_RECORDABLE, TrackKind.GROUP)
_STRIPS = (*_ORDINARY, TrackKind.RETURN)


def _tempo(pick: Pick, session: Session) -> Action:
    return SetTempo(bpm=pick.number(200, 9990) / 10)


def _signature(pick: Pick, session: Session) -> Action:
    numerator, denominator = pick.of(_SIGNATURES)
    return SetTimeSignature(numerator=numerator, denominator=denominator)


def _loop(pick: Pick, session: Session) -> Action:
    start, length = pick.bar(), pick.number(1, 16) / 4
    which = pick.number(0, 2)
    if which == 0:
        return SetLoop(on=pick.flag())
    if which == 1:
        return SetLoop(on=pick.flag(), end_bar=round(session.loop.start_bar + length, 9))
    return SetLoop(on=pick.flag(), start_bar=start, end_bar=start + length)


def _locator(pick: Pick, session: Session) -> Action:
    return AddLocator(bar=pick.bar(), name=pick.of(_SCENES))


def _no_locator(pick: Pick, session: Session) -> Action | None:
    locator = pick.maybe(session.locators)
    return None if locator is None else RemoveLocator(bar=locator.bar)


def _create_track(pick: Pick, session: Session) -> Action:
    kind = pick.of(("midi", "audio", "return"))
    if kind == "return":
        return CreateTrack(kind="return", name=pick.of(_RETURNS))
    at = pick.number(1, len(session.ordinary_tracks) + 1) if pick.flag() else None
    return CreateTrack(kind="midi" if kind == "midi" else "audio", name=pick.of(_NAMES), at=at)


def _duplicate_track(pick: Pick, session: Session) -> Action:
    name = pick.of(_NAMES) if pick.flag() else None
    return DuplicateTrack(track=_named(session, _track(pick, session, *_RECORDABLE)), name=name)


def _delete_track(pick: Pick, session: Session) -> Action:
    return DeleteTrack(track=_named(session, _track(pick, session, *_STRIPS)))


def _rename_track(pick: Pick, session: Session) -> Action:
    index = _track(pick, session, *_STRIPS)
    names = _RETURNS if session.tracks[index].kind is TrackKind.RETURN else _NAMES
    return RenameTrack(track=_named(session, index), name=pick.of(names))


def _color(pick: Pick, session: Session) -> Action:
    return SetColor(track=_named(session, _track(pick, session)), color=pick.of(COLORS))


def _volume(pick: Pick, session: Session) -> Action:
    return SetVolume(track=_named(session, _track(pick, session)), db=pick.level(6))


def _pan(pick: Pick, session: Session) -> Action:
    return SetPan(track=_named(session, _track(pick, session)), pan=pick.number(-50, 50) / 50)


def _send(pick: Pick, session: Session) -> Action | None:
    index, to = _track(pick, session, *_STRIPS), _track(pick, session, TrackKind.RETURN)
    if to < 0 or index == to:
        return None
    return SetSend(track=_named(session, index), to=_named(session, to), db=pick.level(0))


def _mute(pick: Pick, session: Session) -> Action:
    return SetMute(track=_named(session, _track(pick, session, *_STRIPS)), on=pick.flag())


def _solo(pick: Pick, session: Session) -> Action:
    return SetSolo(track=_named(session, _track(pick, session, *_STRIPS)), on=pick.flag())


def _arm(pick: Pick, session: Session) -> Action:
    return SetArm(track=_named(session, _track(pick, session, *_RECORDABLE)), on=pick.flag())


def _monitor(pick: Pick, session: Session) -> Action:
    mode = pick.of(("in", "auto", "off"))
    return SetMonitor.model_validate(
        {"track": _named(session, _track(pick, session, *_RECORDABLE)), "mode": mode}
    )


def _output(pick: Pick, session: Session) -> Action | None:
    index, to = _track(pick, session, *_ORDINARY), _track(pick, session, TrackKind.AUDIO, TrackKind.MASTER)
    if index == to:
        return None
    return SetOutput(
        track=_named(session, index), to=pick.of((_named(session, to), "Sends Only", "Ext. Out"))
    )


def _input(pick: Pick, session: Session) -> Action | None:
    index = _track(pick, session, *_RECORDABLE)
    midi = session.tracks[index].kind is TrackKind.MIDI
    source = _track(pick, session, *((TrackKind.MIDI,) if midi else _RECORDABLE))
    if source in (index, -1):
        return None
    other = ("All Ins", "No Input") if midi else ("Ext. In", "Resampling", "No Input")
    return SetInput(track=_named(session, index), source=pick.of((_named(session, source), *other)))


def _insert(pick: Pick, session: Session) -> Action | None:
    index = _track(pick, session)
    count = len(session.tracks[index].devices)
    if count >= _DEFAULT_CHAIN_LIMIT:
        return None
    at = pick.number(1, count + 1) if pick.flag() else None
    label = "squash" if pick.rarely() else None
    return InsertDevice(track=_named(session, index), device=pick.of(KINDS), at=at, label=label)


def _device(pick: Pick, session: Session, *, wanted: Callable[[Device], bool] = lambda _: True) -> Any:
    """References to a track and a device on it, and the device; None if there is none."""
    places = [
        (i, j)
        for i, track in enumerate(session.tracks)
        for j, device in enumerate(track.devices)
        if wanted(device)
    ]
    if not places:
        return None
    i, j = pick.of(places)
    device = session.tracks[i].devices[j]
    return _named(session, i), device.label or device_reference(session.tracks[i], j), device


def _remove(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session)
    return None if found is None else RemoveDevice(track=found[0], device=found[1])


def _move(pick: Pick, session: Session) -> Action | None:
    places = [i for i, track in enumerate(session.tracks) if len(track.devices) > 1]
    if not places:
        return None
    track = session.tracks[index := pick.of(places)]
    last = len(track.devices)
    device = device_reference(track, pick.number(0, last - 1))
    return MoveDevice(track=_named(session, index), device=device, to=pick.number(1, last))


def _enable(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session)
    return None if found is None else EnableDevice(track=found[0], device=found[1], on=pick.flag())


def _set_parameter(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session, wanted=lambda device: bool(device.parameters))
    if found is None:
        return None
    track, reference, device = found
    key = pick.of(tuple(device.parameters))
    value = _value(pick, device.parameters[key])
    return SetParameter(track=track, device=reference, parameter=key, value=value)


def _value(pick: Pick, parameter: Parameter) -> float | str:
    if parameter.unit is Unit.CHOICE:
        return pick.of(parameter.choices or ("off", "on"))
    low, high = parameter.range or (0.0, 1.0)
    place = pick.number(-1, 41)
    bounded = max(low, -70.0), min(high, 100.0)
    steps = {-1: low, 41: high}
    value = steps.get(place, round(bounded[0] + (bounded[1] - bounded[0]) * min(place, 40) / 40, 4))
    value = min(max(value, low), high)
    return format_quantity(Quantity(value, parameter.unit)) if pick.flag() or math.isinf(value) else value


def _sidechain(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session, wanted=lambda device: device.kind == "compressor")
    if found is None:
        return None
    source = None if pick.rarely() else _named(session, _track(pick, session, *_STRIPS))
    return SetSidechain(track=found[0], device=found[1], source=source)


def _preset(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session, wanted=lambda device: len(device.parameters) < 30)
    return None if found is None else LoadPreset(track=found[0], device=found[1], preset="Punch")


def _clip(pick: Pick, session: Session, *kinds: TrackKind, placed: bool = False) -> Any:
    """A track's place and a reference to a clip on it; None if there is none."""
    wanted = kinds or _RECORDABLE
    places = [
        (i, j)
        for i, track in enumerate(session.tracks)
        if track.kind in wanted
        for j in range(len(track.arrangement_clips if placed else track.clips))
    ]
    if not places:
        return None
    i, j = pick.of(places)
    track = session.tracks[i]
    return i, arrangement_reference(track.arrangement_clips[j]) if placed else clip_reference(track, j)


def _automate(pick: Pick, session: Session) -> Action | None:
    found = _device(
        pick, session, wanted=lambda device: any(p.range is not None for p in device.parameters.values())
    )
    if found is None:
        return None
    name, reference, device = found
    key = pick.of([key for key, parameter in device.parameters.items() if parameter.range is not None])
    low, high = (max(min(bound, 60.0), -60.0) for bound in device.parameters[key].range)
    points = tuple((float(beat), pick.of((low, high))) for beat in range(pick.number(0, 3)))
    track = next(t for i, t in enumerate(session.tracks) if _named(session, i) == name)
    clip = (
        clip_reference(track, pick.number(0, len(track.clips) - 1))
        if track.clips and not pick.rarely()
        else None
    )
    return AutomateParameter(track=name, device=reference, parameter=key, points=points, clip=clip)


def _free_slots(session: Session, track: Track) -> list[int]:
    taken = {clip.slot for clip in track.clips}
    return [slot for slot in range(1, len(session.scenes) + 1) if slot not in taken]


def _create_clip(pick: Pick, session: Session) -> Action | None:
    index = _track(pick, session, TrackKind.MIDI)
    slots = _free_slots(session, session.tracks[index]) if index >= 0 else []
    if not slots:
        return None
    name = pick.of(_CLIPS) if pick.flag() else None
    length = float(pick.of((1, 4, 16)))
    return CreateClip(track=_named(session, index), slot=pick.of(slots), length_beats=length, name=name)


def _delete_clip(pick: Pick, session: Session) -> Action | None:
    found = _clip(pick, session, placed=pick.flag())
    return None if found is None else DeleteClip(track=_named(session, found[0]), clip=found[1])


def _rename_clip(pick: Pick, session: Session) -> Action | None:
    found = _clip(pick, session, placed=pick.flag())
    if found is None:
        return None
    return RenameClip(track=_named(session, found[0]), clip=found[1], name=pick.of(_CLIPS))


def _note(pick: Pick) -> Note:
    packed = pick.number(0, 3 * 8 * 4 * 2 - 1)
    pitch, start, length, loud = packed % 3, packed // 3 % 8, packed // 24 % 4, packed // 96
    return Note(60 + pitch, start / 2, (length + 1) / 2, (64.0, 100.0)[loud])


def _add_notes(pick: Pick, session: Session) -> Action | None:
    found = _clip(pick, session, TrackKind.MIDI, placed=pick.rarely())
    if found is None:
        return None
    notes = tuple(_note(pick) for _ in range(pick.number(1, 3)))
    clip = find_clip(session.tracks[found[0]], found[1])
    if clip.notes != len(clip.note_list):
        return None  # where the host does not tell the notes, nobody can say afterwards which ones were added
    return AddNotes(track=_named(session, found[0]), clip=found[1], notes=notes)


def _duplicate_clip(pick: Pick, session: Session) -> Action | None:
    placed = pick.rarely()
    found = _clip(pick, session, placed=placed)
    if found is None:
        return None
    index, clip = found
    slots = _free_slots(session, session.tracks[index])
    if slots and not placed and pick.flag():
        return DuplicateClip(track=_named(session, index), clip=clip, to_slot=pick.of(slots))
    return DuplicateClip(track=_named(session, index), clip=clip, to_bar=pick.bar())


def _fire_clip(pick: Pick, session: Session) -> Action | None:
    found = _clip(pick, session)
    return None if found is None else FireClip(track=_named(session, found[0]), clip=found[1])


def _stop_clip(pick: Pick, session: Session) -> Action:
    return StopClip(track=_named(session, _track(pick, session, *_RECORDABLE)))


def _scene(pick: Pick, session: Session) -> str:
    return f"#{pick.number(1, len(session.scenes))}"


def _delete_scene(pick: Pick, session: Session) -> Action | None:
    return DeleteScene(scene=_scene(pick, session)) if len(session.scenes) > 1 else None


def _create_scene(pick: Pick, session: Session) -> Action | None:
    return CreateScene(name=pick.of(_SCENES)) if len(session.scenes) < 6 else None


_MAKERS: dict[str, Maker] = {
    "set_tempo": _tempo,
    "set_time_signature": _signature,
    "set_metronome": lambda pick, _: SetMetronome(on=pick.flag()),
    "set_loop": _loop,
    "play": lambda pick, _: Play(from_bar=pick.bar() if pick.flag() else None),
    "stop": lambda pick, _: Stop(),
    "record": lambda pick, _: Record(on=pick.flag()),
    "create_track": _create_track,
    "duplicate_track": _duplicate_track,
    "delete_track": _delete_track,
    "rename_track": _rename_track,
    "set_color": _color,
    "set_volume": _volume,
    "set_pan": _pan,
    "set_send": _send,
    "set_mute": _mute,
    "set_solo": _solo,
    "set_arm": _arm,
    "set_monitor": _monitor,
    "set_output": _output,
    "set_input": _input,
    "insert_device": _insert,
    "remove_device": _remove,
    "move_device": _move,
    "enable_device": _enable,
    "set_parameter": _set_parameter,
    "set_sidechain": _sidechain,
    "load_preset": _preset,
    "automate_parameter": _automate,
    "create_clip": _create_clip,
    "delete_clip": _delete_clip,
    "rename_clip": _rename_clip,
    "add_notes": _add_notes,
    "duplicate_clip": _duplicate_clip,
    "fire_clip": _fire_clip,
    "stop_clip": _stop_clip,
    "create_scene": _create_scene,
    "delete_scene": _delete_scene,
    "fire_scene": lambda pick, session: FireScene(scene=_scene(pick, session)),
    "add_locator": _locator,
    "remove_locator": _no_locator,
}

# The first is what cases shrink to. What needs something to be there first comes more often once it is.
_ORDER = (
    "set_mute",
    *(name for name in _MAKERS if name != "set_mute"),
    *(
        "insert_device",
        "set_sidechain",
        "move_device",
        "set_send",
        "delete_track",
        "move_device",
        "set_sidechain",
    ),
    *("create_track", "duplicate_track", "delete_track", "rename_track", "set_send", "set_parameter"),
    *("create_clip", "add_notes", "duplicate_clip", "delete_clip", "add_notes", "delete_scene", "fire_clip"),
)


def _next(pick: Pick, session: Session, names: Sequence[str]) -> tuple[Action, Session]:
    """The first action that can be done, from a drawn place in the list on, and the session after it."""
    start = pick.number(0, len(names) - 1)
    for step in range(len(names)):
        action = _MAKERS[names[(start + step) % len(names)]](pick, session)
        if action is None:
            continue
        try:
            return action, apply(session, action)
        except ActionError:  # a place that is taken, a name that is used, the last track …
            continue
    return Stop(), apply(session, Stop())


def _grown(pick: Pick, session: Session, names: Sequence[str], most: int) -> tuple[list[Action], Session]:
    actions: list[Action] = []
    for _ in range(pick.number(1, most)):
        action, session = _next(pick, session, names)
        actions.append(action)
    return actions, session


def _skeleton(pick: Pick, *, rebuildable: bool) -> Session:
    kinds = [TrackKind.MIDI, *(pick.of(_RECORDABLE) for _ in range(pick.number(0, 2)))]
    sends: dict[str, float] = dict.fromkeys(_RETURNS[: pick.number(0, 2)], -math.inf)
    scenes = tuple(_SCENES[: pick.number(1, 4)])
    tracks = [_ordinary(kind, _NAMES[place], sends) for place, kind in enumerate(kinds)]
    tracks[0] = _furnished(pick, tracks[0])
    if not rebuildable:
        scenes = (*scenes, "") if pick.flag() else scenes
        tracks = [_with_what_cannot_be_made(pick, track, len(scenes)) for track in tracks]
        if pick.rarely():
            tracks += _group(sends)
    tracks += [_return(name, sends) for name in sends]
    master = Track(name="Master", kind=TrackKind.MASTER)
    locators = (Locator(bar=9.0, name="Drop"),)
    return Session(daw="ableton", name="Set", scenes=scenes, tracks=(*tracks, master), locators=locators)


def _furnished(pick: Pick, track: Track) -> Track:
    """The track with some of what actions work on: devices, a clip with notes, another on the timeline."""
    what = pick.number(0, 31)
    notes = (Note(60, 0.0, 1.0, 100.0), Note(62, 1.0, 0.5, 80.0))
    devices = [catalog().new_device("ableton", KINDS[place]) for place in (0, 1, 0) if what & 1 << place]
    clip = Clip(slot=1, name="Loop", length_beats=4.0, note_list=notes)
    placed = ArrangementClip(name="Loop", start_bar=2.0, length_beats=4.0, note_list=notes)
    return track.model_copy(
        update={
            "devices": tuple(devices),
            "clips": (clip,) if what & 4 else (),
            "arrangement_clips": (placed,) if what & 8 else (),
            "playing_slot": 1 if what & 20 == 20 else None,
            "pan": -0.5 if what & 1 else 0.0,
        }
    )


def _ordinary(kind: TrackKind, name: str, sends: dict[str, float]) -> Track:
    source = "All Ins" if kind is TrackKind.MIDI else "Ext. In"
    return Track(name=name, kind=kind, input=source, output="Master", sends=sends)


def _return(name: str, sends: dict[str, float]) -> Track:
    others = {to: level for to, level in sends.items() if to != name}
    return Track(name=name, kind=TrackKind.RETURN, output="Master", sends=others)


def _group(sends: dict[str, float]) -> list[Track]:
    group = Track(name="Band", kind=TrackKind.GROUP, output="Master", sends=sends)
    inside = Track(
        name="Guitar", kind=TrackKind.AUDIO, group="Band", input="Ext. In", output="Group", sends=sends
    )
    return [group, inside]


_PLUG_IN = Device(
    name="Pro-Q",
    parameters={"tilt": Parameter(name="Tilt", value=0.25, text="25 %", range=(0.0, 1.0))},
)


def _with_what_cannot_be_made(pick: Pick, track: Track, slots: int) -> Track:
    """The track with audio, notes the host does not tell, a plug-in: what no action makes from nothing."""
    what = pick.number(0, 7)
    changes: dict[str, Any] = {}
    if what & 1:
        changes["devices"] = (*track.devices, _PLUG_IN)
    if what & 2 and track.kind is TrackKind.AUDIO:
        changes["clips"] = tuple(
            Clip(slot=slot, name=name, length_beats=length)
            for slot, name, length in ((1, "Take", 8.0), (2, "", 4.0))
            if slot <= slots
        )
    if what & 4 and track.kind is TrackKind.AUDIO:
        changes["arrangement_clips"] = (ArrangementClip(name="Take", start_bar=3.0, length_beats=8.0),)
    if what & 2 and track.kind is TrackKind.MIDI:
        changes |= {"clips": (Clip(slot=1, name="Part", length_beats=4.0, notes=5),), "playing_slot": None}
    return track.model_copy(update=changes)


@st.composite
def sessions(draw: DrawFn, *, rebuildable: bool = False, most: int = 6) -> Session:
    """Small sessions; ``rebuildable`` ones hold nothing that actions cannot make from nothing."""
    pick = Pick(draw)
    return _grown(pick, _skeleton(pick, rebuildable=rebuildable), _ORDER, most)[1]


@st.composite
def cases(
    draw: DrawFn,
    start: SearchStrategy[Session] | Session | None = None,
    *,
    rebuildable: bool = False,
    names: Collection[str] | None = None,
    most: int = 6,
) -> Case:
    """A session and up to ``most`` actions for it, of the given names or any but ``undo``."""
    if start is None:
        session = _skeleton(Pick(draw), rebuildable=rebuildable)
    else:
        session = start if isinstance(start, Session) else draw(start)
    chosen = _ORDER if names is None else tuple(name for name in _ORDER if name in names)
    actions, _ = _grown(Pick(draw), session, chosen, most)
    return Case(session, tuple(actions))


@st.composite
def possible_actions(draw: DrawFn, session: Session) -> Action:
    """An action that can be done to a session."""
    return _next(Pick(draw), session, _ORDER)[0]


_TEXT = st.text(min_size=1, max_size=12)
_WORDS = {
    "kind": st.sampled_from(["midi", "audio", "return"]),
    "mode": st.sampled_from(["in", "auto", "off"]),
    "color": st.from_regex(r"\A#[0-9a-fA-F]{6}\Z"),
    "db": st.one_of(st.just(-math.inf), st.floats(-1000, 1000)),
    "value": st.one_of(st.floats(allow_nan=False, allow_infinity=False), _TEXT),
    "points": st.lists(st.tuples(st.floats(0, 64), st.floats(-1000, 1000)), max_size=3).map(tuple),
    "notes": st.lists(
        st.builds(Note, st.integers(0, 127), st.floats(0, 64), st.floats(0.01, 64), st.floats(1, 127)),
        max_size=3,
    ).map(tuple),
}
_BY_TYPE: dict[str, SearchStrategy[Any]] = {
    "bool": st.booleans(),
    "int": st.integers(-1000, 1000),
    "float": st.floats(allow_nan=False, allow_infinity=False),
    "str": _TEXT,
}


def _field(name: str, annotation: str) -> SearchStrategy[Any]:
    if name in _WORDS:
        return _WORDS[name]
    plain = next(kind for kind in _BY_TYPE if kind in annotation)
    return st.none() | _BY_TYPE[plain] if "None" in annotation else _BY_TYPE[plain]


@st.composite
def well_formed_actions(draw: DrawFn) -> Action:
    """Any action with fields of the right form, whether or not some session could take it."""
    cls = ACTIONS[draw(st.sampled_from(sorted(ACTIONS)))]
    fields = {
        name: draw(_field(name, str(field.annotation)))
        for name, field in cls.model_fields.items()
        if name != "action"
    }
    if "to_slot" in fields:
        fields["to_slot"] = None if fields["to_bar"] is not None else draw(st.integers(1, 100))
    return cls.model_validate(fields)  # pyright: ignore[reportReturnType]
