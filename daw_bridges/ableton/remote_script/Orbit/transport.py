"""Edits of the song itself: tempo, signature, metronome, loop, playing, recording, locators."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional

from .confirm import confirm, write
from .errors import NOT_APPLIED, NOT_FOUND, NOT_POSSIBLE, OUT_OF_RANGE, UNSUPPORTED, EditError
from .extent import give_back, move_brace, reach
from .live import LiveSet, required

_TEMPO = (20.0, 999.0)
_SAME_PLACE = 1e-4
_SEEK_SECONDS = 1.0
_NAMED_LOCATORS_SINCE = (12, 0, 0)


def _near(wanted: float, tolerance: float) -> Any:
    return lambda observed: abs(observed - wanted) <= tolerance


def _set_tempo(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    bpm = float(required(edit, "bpm"))
    if not _TEMPO[0] <= bpm <= _TEMPO[1]:
        raise EditError(
            OUT_OF_RANGE, "Live's tempo goes from %g to %g BPM, so it cannot be %g." % (*_TEMPO, bpm)
        )
    observed = yield from write(live.song, "tempo", bpm, "the tempo", _near(bpm, 0.005))
    return {"bpm": observed}


def _set_time_signature(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    observed = {}
    for field in ("numerator", "denominator"):
        name = "signature_" + field
        observed[field] = yield from write(live.song, name, int(required(edit, field)), "the time signature")
    return observed


def _switch(name: str, what: str) -> Any:
    def set_switch(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
        wanted = bool(required(edit, "on"))
        observed = yield from write(live.song, name, wanted, what, lambda value: bool(value) == wanted)
        return {"on": bool(observed)}

    return set_switch


def _set_loop(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    song = live.song
    start, end = edit.get("start", song.loop_start), edit.get("end", song.loop_start + song.loop_length)
    if end <= start or start < 0:
        raise EditError(OUT_OF_RANGE, "A loop ends after its start.")
    # Live refuses a start behind the loop's end: the length goes first when the loop moves to the left.
    places = [("loop_start", float(start)), ("loop_length", float(end - start))]
    for name, value in places if start < song.loop_start else reversed(places):
        yield from move_brace(song, name, value)
        yield from write(song, name, value, "the loop", _near(value, _SAME_PLACE))
    wanted = bool(required(edit, "on"))
    on = yield from write(song, "loop", wanted, "the loop switch", lambda value: bool(value) == wanted)
    return {"on": bool(on), "start": song.loop_start, "end": song.loop_start + song.loop_length}


def _seek(song: Any, beats: float) -> Iterator[Any]:
    """Move the playhead; the audio thread takes it over a moment later, and only then is it true."""
    brace = song.loop_length
    yield from reach(song, beats)
    try:
        song.current_song_time = beats
        yield from confirm(
            lambda: song.current_song_time,
            _near(beats, _SAME_PLACE),
            lambda observed: "Live did not move to beat %g; it is at %g." % (beats, observed),
            _SEEK_SECONDS,
        )
    finally:
        give_back(song, brace)


def _play(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    song = live.song
    if edit.get("from") is not None:
        if song.is_playing:
            song.stop_playing()
            # It stops a moment later, and until then it would play on from where it is sent.
            yield from _playing(song, wanted=False)
        yield from _seek(song, float(edit["from"]))
    song.start_playing()
    yield from _playing(song, wanted=True)
    return {"playing": True, "beat": song.current_song_time}


def _stop(live: LiveSet, _edit: Dict[str, Any]) -> Iterator[Any]:
    song = live.song
    # A second stop would send the playhead to the beginning.
    if song.is_playing:
        song.stop_playing()
    yield from _playing(song, wanted=False)
    if song.record_mode:
        yield from write(song, "record_mode", False, "the record button", lambda on: not on)
    return {"playing": False}


def _playing(song: Any, wanted: bool) -> Iterator[Any]:
    state = "start" if wanted else "stop"
    yield from confirm(
        lambda: bool(song.is_playing), lambda is_: is_ == wanted, lambda _: "Live did not %s." % state
    )


def _cue_at(song: Any, beat: float) -> Optional[Any]:
    return next((cue for cue in song.cue_points if abs(cue.time - beat) <= _SAME_PLACE), None)


def _toggle_cue(song: Any, beat: float) -> Iterator[Any]:
    """Create or delete the cue at a beat: Live can only do it where the playhead is, which then goes back."""
    if song.is_playing:
        raise EditError(NOT_POSSIBLE, "Live sets locators at the playhead: stop playing first.")
    before = song.current_song_time
    yield from _seek(song, beat)
    song.set_or_delete_cue()
    yield from _seek(song, before)


def _add_locator(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    song, beat, name = live.song, float(required(edit, "beat")), required(edit, "name")
    if live.version < _NAMED_LOCATORS_SINCE:
        raise EditError(
            UNSUPPORTED,
            "Live %d.%d.%d lets no script name a locator: Live 12 does. Add it by hand." % live.version,
        )
    there = _cue_at(song, beat)
    if there is not None:
        raise EditError(NOT_POSSIBLE, "There is already a locator at that place: “%s”." % there.name)
    yield from _toggle_cue(song, beat)
    cue = _cue_at(song, beat)
    if cue is None:
        raise EditError(NOT_APPLIED, "Live set no locator at beat %g." % beat)
    yield from write(cue, "name", name, "the locator's name")
    return {"beat": cue.time, "name": cue.name}


def _remove_locator(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    song, beat = live.song, float(required(edit, "beat"))
    cue = _cue_at(song, beat)
    if cue is None:
        raise EditError(NOT_FOUND, "There is no locator at beat %g." % beat)
    yield from _toggle_cue(song, cue.time)
    if _cue_at(song, beat) is not None:
        raise EditError(NOT_APPLIED, "Live did not remove the locator at beat %g." % beat)
    return {"beat": beat, "exists": False}


EDITS = {
    "set_tempo": _set_tempo,
    "set_time_signature": _set_time_signature,
    "set_metronome": _switch("metronome", "the metronome"),
    "record": _switch("record_mode", "the record button"),
    "set_loop": _set_loop,
    "play": _play,
    "stop": _stop,
    "add_locator": _add_locator,
    "remove_locator": _remove_locator,
}
