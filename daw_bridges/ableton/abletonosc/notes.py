"""The notes of a clip, read in windows of time and pitch that fit into a datagram each."""

from __future__ import annotations

from daw_bridges.ableton.abletonosc.asking import ask_all, each
from daw_bridges.ableton.abletonosc.exchange import Exchange, TooLargeError
from daw_bridges.ableton.abletonosc.messages import ask

__all__ = ["NoteRow", "read_notes"]

NoteRow = list[float]
"""Pitch, start and length in beats, velocity."""

_FAR = 1e6
_PITCHES = 128
_SHORTEST = 1.0 / 64.0
_IN_A_ROW = 5


async def read_notes(exchange: Exchange, track: int, slot: int, length: float) -> list[NoteRow]:
    """Every note of the clip, also those outside what it plays, in time order; ``length`` in beats."""
    found = await _window(exchange, (track, slot), (-_FAR, _FAR), (0, _PITCHES))
    if found is None:
        # Most notes lie in what the clip plays: only that is cut up further.
        ends = [(-_FAR, 0.0), (0.0, length), (length, _FAR)]
        parts = await each(_cut(exchange, (track, slot), window, (0, _PITCHES)) for window in ends)
        found = [note for part in parts for note in part]
    return sorted(found, key=lambda note: note[1::-1])


async def _window(
    exchange: Exchange, clip: tuple[int, int], beats: tuple[float, float], pitches: tuple[int, int]
) -> list[NoteRow] | None:
    bounds = (pitches[0], pitches[1] - pitches[0], beats[0], beats[1] - beats[0])
    [flat] = await ask_all(exchange, [ask("clip/get/notes", *clip, *bounds, echoed=2)])
    if flat is None:
        return None
    # The fifth of each row says whether the note is switched off.
    return [[float(part) for part in flat[n : n + 4]] for n in range(0, len(flat), _IN_A_ROW)]


async def _cut(
    exchange: Exchange, clip: tuple[int, int], beats: tuple[float, float], pitches: tuple[int, int]
) -> list[NoteRow]:
    found = await _window(exchange, clip, beats, pitches)
    if found is not None:
        return found
    (start, end), (low, high) = beats, pitches
    if end - start > _SHORTEST:
        middle = (start + end) / 2.0
        halves = [((start, middle), pitches), ((middle, end), pitches)]
    elif high - low > 1:
        pitch = (low + high) // 2
        halves = [(beats, (low, pitch)), (beats, (pitch, high))]
    else:
        raise TooLargeError(f"The clip in slot {clip[1] + 1} holds more notes than AbletonOSC can tell.")
    parts = await each(_cut(exchange, clip, *half) for half in halves)
    return [note for part in parts for note in part]
