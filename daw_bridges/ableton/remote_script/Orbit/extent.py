"""How far a song reaches: Live refuses places behind its end, and the loop's brace is what moves it on.

The end lies some bars behind the last clip, locator or brace. Where the playhead or a locator has come to
stand behind it, it stays there when the brace goes back.
"""

from __future__ import annotations

from typing import Any, Iterator

_OTHER = {"loop_start": "loop_length", "loop_length": "loop_start"}


def move_brace(song: Any, name: str, target: float) -> Iterator[Any]:
    """Write one of the brace's two values, in as many steps as the end of the song asks for."""
    while True:
        before, room = getattr(song, name), song.song_length - getattr(song, _OTHER[name])
        step = min(target, room)
        if target <= before or step <= before:
            step = target
        setattr(song, name, step)
        if step == target:
            return
        yield


def reach(song: Any, beat: float) -> Iterator[Any]:
    """Let the song reach a beat; ``give_back`` puts the brace where it was."""
    if beat > song.song_length:
        yield from move_brace(song, "loop_length", beat - song.loop_start)


def give_back(song: Any, length: float) -> None:
    """Let the brace have its length again."""
    if song.loop_length != length:
        song.loop_length = length
