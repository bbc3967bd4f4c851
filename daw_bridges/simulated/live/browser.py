"""Live's browser: a tree of what can be loaded, and loading it onto the selected track."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from daw_bridges.simulated.live.browser_tree import ROOTS, Leaf, Node, Shelf, build_tree
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.document import Document
from daw_bridges.simulated.live.lom import LomObject, strict

__all__ = ["Browser", "BrowserItem"]


class BrowserItem:
    """A folder, a device, or a preset of one."""

    def __init__(self, node: Node) -> None:
        self.node_ = node

    @property
    def name(self) -> str:
        return self.node_.name

    @property
    def uri(self) -> str:
        """What identifies the item, as ``query:AudioFx#Compressor``."""
        return self.node_.uri

    @property
    def source(self) -> str:
        return "Core Library"

    @property
    def is_loadable(self) -> bool:
        return isinstance(self.node_, Leaf)

    @property
    def is_device(self) -> bool:
        return isinstance(self.node_, Leaf) and not self.node_.values

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder; Live says no for the browser's roots although they have children."""
        return isinstance(self.node_, Shelf) and not self.node_.is_root

    @property
    def is_selected(self) -> bool:
        return False

    @cached_property
    def children(self) -> tuple[BrowserItem, ...]:
        return tuple(BrowserItem(node) for node in self.node_.children)

    @property
    def iter_children(self) -> Iterator[BrowserItem]:
        return iter(self.children)


class Browser(LomObject):
    """Application.browser."""

    _observable = ("filter_type", "hotswap_target", "full_refresh")

    def __init__(self, doc: Document, show_browser: Callable[[], None]) -> None:
        super().__init__(doc, None)
        self._show_browser = show_browser
        self.previewed: BrowserItem | None = None

    @cached_property
    def _roots(self) -> dict[str, BrowserItem]:
        return {name: BrowserItem(node) for name, node in build_tree().items()}

    def __getattr__(self, name: str) -> BrowserItem:
        if name in ROOTS:
            return self._roots[name]
        self.check_alive_(name)
        raise AttributeError(f"'Browser' object has no attribute '{name}'")

    @property
    def user_folders(self) -> tuple[BrowserItem, ...]:
        return ()

    @property
    def colors(self) -> tuple[BrowserItem, ...]:
        return ()

    @property
    def hotswap_target(self) -> Device | None:
        return self.get_("hotswap_target")

    def load_item(self, item: BrowserItem) -> None:
        """Load a device or preset onto the selected track, behind the selected device; shows the browser."""
        leaf = _loadable(strict(BrowserItem, item, "Browser.load_item"))
        track = self.doc_.song.view.selected_track
        if not track.takes_(leaf.spec):
            raise RuntimeError(f"'{item.name}' cannot be loaded onto '{track.get_('name')}'")
        with self.doc_.change():
            self._show_browser()
            devices = track.devices
            selected = track.view.selected_device
            behind = devices.index(selected) + 1 if selected in devices else len(devices)
            self._swap_instrument(leaf, track.devices)
            place = track.nearest_place_(leaf.spec, behind, track.devices)
            device = track.load_(leaf.spec, place)
            leaf.apply_to(device)

    def preview_item(self, item: BrowserItem) -> None:
        """Play an item; the simulated Live only remembers which."""
        self.previewed = item

    def stop_preview(self) -> None:
        self.previewed = None

    def relation_to_hotswap_target(self, item: BrowserItem) -> int:
        """3: no relation, as nothing is being swapped."""
        return 3

    def _swap_instrument(self, leaf: Leaf, devices: tuple[Device, ...]) -> None:
        """Take the old instrument out before a new one comes: a chain holds one."""
        if leaf.spec.type == 1:
            track = self.doc_.song.view.selected_track
            for index, device in enumerate(devices):
                if device.is_instrument_():
                    track.delete_device(index)


def _loadable(item: BrowserItem) -> Leaf:
    leaf = item.node_
    if isinstance(leaf, Leaf):
        return leaf
    raise RuntimeError(f"'{item.name}' cannot be loaded")
