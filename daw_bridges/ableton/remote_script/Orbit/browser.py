"""Loading through Live's browser: the only way for devices before Live 12.3, and for presets in any version.

The browser loads onto the selected track, behind the selected device: a selection borrowed and given back.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Dict, Iterable, Iterator, List

from .confirm import confirm
from .errors import NOT_APPLIED, NOT_FOUND, EditError
from .live import LiveSet, identity, place_of, same

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
    """The browser item of a device's preset, below the device's own item; a drum kit's among the drums."""
    kind = device.class_display_name
    found = yield from _search(_children((yield from find_item(live, kind, EVERYWHERE))), preset)
    if found is None and getattr(device, "can_have_drum_pads", False):
        found = yield from find_item(live, preset, ("drums",))
    if found is None:
        raise EditError(NOT_FOUND, "Live's browser has no preset “%s” for %s." % (preset, kind))
    return found


def _children(item: Any) -> Iterator[Any]:
    if item is None:
        return iter(())
    # A folder may hold thousands: they are asked for one by one where Live lets them.
    return iter(getattr(item, "iter_children", None) or getattr(item, "children", item))


def _search(items: Iterator[Any], name: str) -> Iterator[Any]:
    """Level by level: a device is found before the presets below it; in pieces: libraries are large."""
    waiting, wanted, left = deque([items]), name.casefold(), _MOST_ITEMS
    while waiting and left:
        item = next(waiting[0], None)
        if item is None:
            waiting.popleft()
            continue
        if item.is_loadable and _title(item.name) == wanted:
            return item
        waiting.append(_children(item))
        left -= 1
        yield
    return None


def _title(name: str) -> str:
    for ending in (".adv", ".adg", ".amxd", ".vst3", ".component"):
        if name.lower().endswith(ending):
            return name[: -len(ending)].casefold()
    return name.casefold()


def load(live: LiveSet, track: Any, holder: Any, item: Any) -> Iterator[Any]:
    """Load an item onto a track or into a chain of a rack on it; returns the device that appeared."""
    before = [identity(device) for device in holder.devices]
    view, browser = live.song.view, live.application.browser
    selected = view.selected_track
    view.selected_track = track
    if before:
        view.select_device(list(holder.devices)[-1])
    yield
    try:
        # Nothing in an empty chain can be selected, so it is named as what the next item goes into.
        if not before and not same(holder, track):
            browser.hotswap_target = holder
        browser.load_item(item)
        fresh = yield from _appeared(holder, before, item.name)
    finally:
        if not before and not same(holder, track):
            browser.hotswap_target = None
        if place_of(selected, live.tracks()) >= 0:
            view.selected_track = selected
    return fresh


def _appeared(holder: Any, before: List[int], name: str) -> Iterator[Any]:
    fresh = yield from confirm(
        lambda: [device for device in holder.devices if identity(device) not in before],
        bool,
        lambda _: "Live did not load “%s” onto %s." % (name, holder.name),
        _LOAD_SECONDS,
    )
    return fresh[0]


def replace(live: LiveSet, track: Any, holder: Any, device: Any, item: Any) -> Iterator[Any]:
    """Put a preset in a device's place: Live loads it as a new device, which takes the old one's seat."""
    seat, name, class_name = place_of(device, holder.devices), device.name, device.class_name
    fresh = yield from load(live, track, holder, item)
    if fresh.class_name != class_name:
        holder.delete_device(place_of(fresh, holder.devices))
        raise EditError(NOT_APPLIED, "“%s” is not a preset for %s." % (item.name, name))
    # A chain holds one instrument: Live has taken the old one out by itself.
    old = place_of(device, holder.devices)
    if old >= 0:
        holder.delete_device(old)
    yield from move(live, holder, fresh, seat)
    return fresh


def move(live: LiveSet, holder: Any, device: Any, seat: int) -> Iterator[Any]:
    """Bring a device to a place (from 0) in what it stands in."""
    now = place_of(device, holder.devices)
    if now != seat:
        # Live inserts in front of what stands at the target, counted before the device leaves its own place.
        live.song.move_device(device, holder, seat if seat < now else seat + 1)
    yield from confirm(
        lambda: place_of(device, holder.devices),
        lambda place: place == seat,
        lambda place: "Live left %s at place %d." % (device.name, place + 1),
    )


def observed_device(holder: Any, device: Any) -> Dict[str, Any]:
    """What is read back of a device's place in what it stands in."""
    return {
        "name": device.name,
        "class_name": device.class_name,
        "place": place_of(device, holder.devices) + 1,
    }
