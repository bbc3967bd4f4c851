"""Loading through Live's browser: the only way for devices before Live 12.3, and for presets in any version.

The browser loads onto the selected track, behind the selected device: a selection borrowed and given back.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Dict, Iterable, Iterator, List

from .confirm import confirm
from .errors import NOT_APPLIED, NOT_FOUND, EditError
from .live import LiveSet, identity, place_of

FOREIGN = ("plugins", "max_for_live", "user_library", "packs")
EVERYWHERE = ("audio_effects", "midi_effects", "instruments", "drums", *FOREIGN)
_MOST_ITEMS = 20000
_LOAD_SECONDS = 4.0


def find_item(live: LiveSet, name: str, roots: Iterable[str]) -> Iterator[Any]:
    """The loadable browser item of a device below some of the browser's roots; None where there is none."""
    browser = live.application.browser
    for root in roots:
        item = yield from _search(_children(getattr(browser, root, None)), name)
        if item is not None:
            return item
    return None


def find_preset(live: LiveSet, device: Any, preset: str) -> Iterator[Any]:
    """The browser item of a device's preset, below the device's own item."""
    item = yield from find_item(live, device.class_display_name, EVERYWHERE)
    found = yield from _search(_children(item), preset)
    if found is None:
        raise EditError(
            NOT_FOUND, "Live's browser has no preset “%s” for %s." % (preset, device.class_display_name)
        )
    return found


def _children(item: Any) -> List[Any]:
    return [] if item is None else list(getattr(item, "children", item))


def _search(items: List[Any], name: str) -> Iterator[Any]:
    """Level by level: a device is found before the presets below it; in pieces: libraries are large."""
    waiting, wanted = deque(items), name.casefold()
    for _ in range(_MOST_ITEMS):
        if not waiting:
            return None
        item = waiting.popleft()
        if item.is_loadable and _title(item.name) == wanted:
            return item
        waiting.extend(_children(item))
        yield
    return None


def _title(name: str) -> str:
    for ending in (".adv", ".adg", ".amxd", ".vst3", ".component"):
        if name.lower().endswith(ending):
            return name[: -len(ending)].casefold()
    return name.casefold()


def load(live: LiveSet, track: Any, item: Any) -> Iterator[Any]:
    """Load an item onto a track; returns the device that appeared."""
    before = [identity(device) for device in track.devices]
    selected = live.song.view.selected_track
    live.song.view.selected_track = track
    if before:
        live.song.view.select_device(list(track.devices)[-1])
    yield
    live.application.browser.load_item(item)
    try:
        fresh = yield from _appeared(track, before, item.name)
    finally:
        if place_of(selected, live.tracks()) >= 0:
            live.song.view.selected_track = selected
    return fresh


def _appeared(track: Any, before: List[int], name: str) -> Iterator[Any]:
    fresh = yield from confirm(
        lambda: [device for device in track.devices if identity(device) not in before],
        bool,
        lambda _: "Live did not load “%s” onto %s." % (name, track.name),
        _LOAD_SECONDS,
    )
    return fresh[0]


def replace(live: LiveSet, track: Any, device: Any, item: Any) -> Iterator[Any]:
    """Put a preset in a device's place: Live loads it as a new device, which takes the old one's seat."""
    fresh = yield from load(live, track, item)
    if fresh.class_name != device.class_name:
        track.delete_device(place_of(fresh, track.devices))
        raise EditError(NOT_APPLIED, "“%s” is no preset for %s." % (item.name, device.name))
    seat = place_of(device, track.devices)
    track.delete_device(seat)
    yield from move(live, track, fresh, seat)
    return fresh


def move(live: LiveSet, track: Any, device: Any, seat: int) -> Iterator[Any]:
    """Bring a device to a place (from 0) on its track."""
    now = place_of(device, track.devices)
    if now != seat:
        # Live inserts in front of what stands at the target, counted before the device leaves its own place.
        live.song.move_device(device, track, seat if seat < now else seat + 1)
    yield from confirm(
        lambda: place_of(device, track.devices),
        lambda place: place == seat,
        lambda place: "Live left %s at place %d." % (device.name, place + 1),
    )


def observed_device(track: Any, device: Any) -> Dict[str, Any]:
    """What is read back of a device's place on its track."""
    return {
        "name": device.name,
        "class_name": device.class_name,
        "place": place_of(device, track.devices) + 1,
    }
