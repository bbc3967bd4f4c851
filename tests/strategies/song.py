"""Drawing edits of the song, its tracks and their strips."""

from __future__ import annotations

from daw_bridges.actions import (
    Action,
    AddLocator,
    CreateTrack,
    DeleteTrack,
    DuplicateTrack,
    Play,
    Record,
    RemoveLocator,
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
    SetSend,
    SetSolo,
    SetTempo,
    SetTimeSignature,
    SetVolume,
    Stop,
)
from daw_bridges.session import Session, TrackKind
from tests.strategies.picking import (
    COLORS,
    NAMES,
    ORDINARY,
    RECORDABLE,
    RETURNS,
    SCENES,
    SIGNATURES,
    STRIPS,
    Maker,
    Pick,
    a_track,
    named,
)

__all__ = ["MAKERS"]


def _tempo(pick: Pick, session: Session) -> Action:
    return SetTempo(bpm=pick.number(200, 9990) / 10)


def _signature(pick: Pick, session: Session) -> Action:
    numerator, denominator = pick.of(SIGNATURES)
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
    return AddLocator(bar=pick.bar(), name=pick.of(SCENES))


def _no_locator(pick: Pick, session: Session) -> Action | None:
    locator = pick.maybe(session.locators)
    return None if locator is None else RemoveLocator(bar=locator.bar)


def _create_track(pick: Pick, session: Session) -> Action:
    kind = pick.of(("midi", "audio", "return"))
    if kind == "return":
        return CreateTrack(kind="return", name=pick.of(RETURNS))
    at = pick.number(1, len(session.ordinary_tracks) + 1) if pick.flag() else None
    return CreateTrack(kind="midi" if kind == "midi" else "audio", name=pick.of(NAMES), at=at)


def _duplicate_track(pick: Pick, session: Session) -> Action:
    name = pick.of(NAMES) if pick.flag() else None
    return DuplicateTrack(track=named(session, a_track(pick, session, *RECORDABLE)), name=name)


def _delete_track(pick: Pick, session: Session) -> Action:
    return DeleteTrack(track=named(session, a_track(pick, session, *STRIPS)))


def _rename_track(pick: Pick, session: Session) -> Action:
    index = a_track(pick, session, *STRIPS)
    names = RETURNS if session.tracks[index].kind is TrackKind.RETURN else NAMES
    return RenameTrack(track=named(session, index), name=pick.of(names))


def _color(pick: Pick, session: Session) -> Action:
    return SetColor(track=named(session, a_track(pick, session)), color=pick.of(COLORS))


def _volume(pick: Pick, session: Session) -> Action:
    return SetVolume(track=named(session, a_track(pick, session)), db=pick.level(6))


def _pan(pick: Pick, session: Session) -> Action:
    return SetPan(track=named(session, a_track(pick, session)), pan=pick.number(-50, 50) / 50)


def _send(pick: Pick, session: Session) -> Action | None:
    index, to = a_track(pick, session, *STRIPS), a_track(pick, session, TrackKind.RETURN)
    if to < 0 or index == to:
        return None
    return SetSend(track=named(session, index), to=named(session, to), db=pick.level(0))


def _mute(pick: Pick, session: Session) -> Action:
    return SetMute(track=named(session, a_track(pick, session, *STRIPS)), on=pick.flag())


def _solo(pick: Pick, session: Session) -> Action:
    return SetSolo(track=named(session, a_track(pick, session, *STRIPS)), on=pick.flag())


def _arm(pick: Pick, session: Session) -> Action:
    return SetArm(track=named(session, a_track(pick, session, *RECORDABLE)), on=pick.flag())


def _monitor(pick: Pick, session: Session) -> Action:
    mode = pick.of(("in", "auto", "off"))
    return SetMonitor.model_validate(
        {"track": named(session, a_track(pick, session, *RECORDABLE)), "mode": mode}
    )


def _output(pick: Pick, session: Session) -> Action | None:
    index, to = a_track(pick, session, *ORDINARY), a_track(pick, session, TrackKind.AUDIO, TrackKind.MASTER)
    if index == to:
        return None
    return SetOutput(track=named(session, index), to=pick.of((named(session, to), "Sends Only", "Ext. Out")))


def _input(pick: Pick, session: Session) -> Action | None:
    index = a_track(pick, session, *RECORDABLE)
    midi = session.tracks[index].kind is TrackKind.MIDI
    source = a_track(pick, session, *((TrackKind.MIDI,) if midi else RECORDABLE))
    if source in (index, -1):
        return None
    other = ("All Ins", "No Input") if midi else ("Ext. In", "Resampling", "No Input")
    return SetInput(track=named(session, index), source=pick.of((named(session, source), *other)))


MAKERS: dict[str, Maker] = {
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
    "add_locator": _locator,
    "remove_locator": _no_locator,
}
