"""The set as a whole: tracks, scenes, locators and the transport, from the root element on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from daw_bridges.ableton.saved.attributes import attributes_of
from daw_bridges.ableton.saved.cursor import Cursor, Handlers
from daw_bridges.ableton.saved.parts import FoundTrack
from daw_bridges.ableton.saved.track_reader import TrackReader

__all__ = ["KINDS_OF_TRACK", "FoundSet", "NotASetError", "read_parts"]

KINDS_OF_TRACK = {
    "MidiTrack": "midi",
    "AudioTrack": "audio",
    "GroupTrack": "group",
    "ReturnTrack": "return",
    "MasterTrack": "master",
    "MainTrack": "master",
}
"""The elements of tracks by the kinds of a session; Live 12 calls its master main."""


_SET = "LiveSet"


class NotASetError(Exception):
    """It is Live's XML, but of something else; the message says what it holds."""


@dataclass(slots=True)
class FoundSet:
    """All that was found in a set."""

    creator: str = ""
    tracks: list[FoundTrack] = field(default_factory=list[FoundTrack])
    master: FoundTrack | None = None
    scenes: list[str] = field(default_factory=list[str])
    locators: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    transport: dict[str, str] = field(default_factory=dict[str, str])
    unknown: list[str] = field(default_factory=list[str])
    """Elements among the tracks that are no track known here."""


def read_parts(pieces: Iterator[str]) -> FoundSet:
    """Read a set. Raises MalformedError, UnfinishedError or NotASetError."""
    cursor = Cursor(pieces)
    found = FoundSet()
    root, attributes = cursor.start()
    if root != "Ableton":
        raise NotASetError(f"it holds “{root}”")
    found.creator = attributes_of(attributes).get("Creator", "")
    inside: list[str] = []

    def part(tag: str, _: str) -> None:
        inside.append(tag)
        if inside == [_SET]:
            cursor.read(tag, _handlers(cursor, found))
        else:
            cursor.skip(tag)

    cursor.read("Ableton", other=part)
    if inside[:1] != [_SET]:
        raise NotASetError(f"it holds “{inside[0]}”" if inside else "it holds nothing")
    cursor.finish()
    return found


def _handlers(cursor: Cursor, found: FoundSet) -> Handlers:
    reader = TrackReader(cursor)

    def track(tag: str, attributes: str) -> None:
        if tag in KINDS_OF_TRACK:
            found.tracks.append(reader.read(tag, attributes))
        else:
            found.unknown.append(tag)
            cursor.skip(tag)

    def master(tag: str) -> None:
        found.master = reader.read(tag, "")

    def scene(_: str, attributes: str) -> None:
        leaves = cursor.read("Scene")
        found.scenes.append(leaves.get("Name") or attributes_of(attributes).get("Value", ""))

    def locators(_: str) -> None:
        cursor.read("Locators", {"Locators": locators, "Locator": locator})

    def locator(_: str) -> None:
        found.locators.append(cursor.read("Locator"))

    return {
        "Tracks": lambda _: cursor.read("Tracks", other=track),
        "MasterTrack": lambda _: master("MasterTrack"),
        "MainTrack": lambda _: master("MainTrack"),
        "SceneNames": lambda _: cursor.read("SceneNames", other=scene),
        "Scenes": lambda _: cursor.read("Scenes", other=scene),
        "Locators": locators,
        "Transport": lambda _: found.transport.update(cursor.read("Transport")),
    }
