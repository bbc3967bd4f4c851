"""What can be wanted of the song's time: tempo, metronome, transport, loop, locators."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame

__all__ = ["TIME"]


def _tempo(evidence: Evidence) -> str | None:
    values = evidence.all("number", "plain")
    if len(values) != 1 or len(evidence.found) != 1 or values[0].text.endswith("%"):
        return None
    number = float(values[0].values[0])
    return f"set the tempo to {number:g} bpm" if evidence.says("by") is False and number >= 20 else None


def _metronome(evidence: Evidence) -> str | None:
    on, off = evidence.says("on"), evidence.says("off")
    return None if evidence.found or on == off else f"turn the metronome {'on' if on else 'off'}"


def _locator(evidence: Evidence) -> str | None:
    bars, names = evidence.all("bars"), evidence.all("text")
    if len(bars) != 1 or len(names) != 1 or len(evidence.found) != 2 or bars[0].text.endswith("s"):
        return None
    return f'put a marker at bar {bars[0].values[0]} called "{names[0].values[0]}"'


def _loop(evidence: Evidence) -> str | None:
    bars = evidence.all("bars")
    lengths = [each for each in bars if not each.text.startswith(("bar", "measure"))]
    places = [each for each in bars if each not in lengths]
    if len(evidence.found) != 2 or len(lengths) != 1 or len(places) != 1:
        return None
    return f"loop {lengths[0].values[0]} bars starting at bar {places[0].values[0]}"


def _play(evidence: Evidence) -> str | None:
    bars = evidence.all("bars")
    if len(evidence.found) != 1 or len(bars) != 1 or not bars[0].text.startswith("bar"):
        return None
    return f"play from bar {bars[0].values[0]}"


TIME: tuple[Frame, ...] = (
    Frame(_tempo, words("tempo bpm speed slower faster"), words("minute per song beats slow fast")),
    Frame(_tempo, words("song"), words("slow fast")),
    Frame(_metronome, words("click metronome ticking"), words("on off beat keeps clicking")),
    Frame(_locator, words("marker locator flag"), words("called named name begin")),
    Frame(_loop, words("loop looped looping cycle"), words("starting start")),
    Frame(_play, words("play roll start"), words("playing playback")),
)
