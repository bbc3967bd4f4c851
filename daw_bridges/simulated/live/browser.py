"""Live's browser: a tree of what can be loaded, and loading it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from daw_bridges.simulated.live.browser_loading import Hotswap, load, replace
from daw_bridges.simulated.live.browser_tree import Leaf, Node, Shelf, build_tree
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.devices.spec import DeviceSpec
from daw_bridges.simulated.live.document import Document
from daw_bridges.simulated.live.drum_pad import DrumPad
from daw_bridges.simulated.live.lom import LomObject, Property, strict
from daw_bridges.simulated.live.undo import Undo

__all__ = ["Browser", "BrowserItem"]

_ANCESTOR, _EQUAL, _NO_RELATION = 0, 1, 3
_NO_FILTER = -1


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
        """Whether it is one of Live's own devices; plug-ins and presets are loadable but no devices."""
        return isinstance(self.node_, Leaf) and not self.node_.is_preset and not self.node_.is_plugin

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


def _root(name: str) -> property:
    """One of the browser's roots."""
    return property(lambda browser: browser.roots_[name])


class Browser(LomObject):
    """Application.browser."""

    audio_effects = _root("audio_effects")
    clips = _root("clips")
    current_project = _root("current_project")
    drums = _root("drums")
    instruments = _root("instruments")
    max_for_live = _root("max_for_live")
    midi_effects = _root("midi_effects")
    packs = _root("packs")
    plugins = _root("plugins")
    samples = _root("samples")
    sounds = _root("sounds")
    user_library = _root("user_library")

    filter_type = Property(int, _NO_FILTER, undo=Undo.NONE)
    _observable = ("hotswap_target", "full_refresh")

    def __init__(
        self,
        doc: Document,
        show_browser: Callable[[], None],
        installed: Sequence[DeviceSpec] | None = None,
    ) -> None:
        super().__init__(doc, None)
        self._installed = installed
        self._show_browser = show_browser
        self.previewed_: BrowserItem | None = None

    @cached_property
    def roots_(self) -> dict[str, BrowserItem]:
        return {name: BrowserItem(node) for name, node in build_tree(self._installed).items()}

    @property
    def user_folders(self) -> tuple[BrowserItem, ...]:
        return ()

    @property
    def colors(self) -> tuple[BrowserItem, ...]:
        return ()

    @property
    def legacy_libraries(self) -> tuple[BrowserItem, ...]:
        return ()

    @property
    def hotswap_target(self) -> Hotswap | None:
        """What the next item replaces; None while nothing is being swapped, or once it is gone."""
        target = self.one_("hotswap_target")
        return None if target == None else target  # noqa: E711 - what is deleted equals None

    @hotswap_target.setter
    def hotswap_target(self, target: Hotswap | None) -> None:
        if target is not None and target == self.hotswap_target:
            raise RuntimeError("Couldn't set hotswap target")
        self.assign_("hotswap_target", target, Undo.NONE)

    def load_item(self, item: BrowserItem) -> None:
        """Load a device or preset: in the hotswap target's place, else onto the selected track.

        There it goes behind the selected device, into the rack chain that is in, or where
        ``device_insert_mode`` says; the browser comes into view.
        """
        leaf = _loadable(strict(BrowserItem, item, "Browser.load_item"))
        with self.doc_.change():
            self._show_browser()
            target = self.hotswap_target
            if target is None:
                load(self.doc_.song, leaf)
            else:
                fresh = replace(target, leaf)
                self.assign_("hotswap_target", target if isinstance(target, DrumPad) else fresh, Undo.NONE)

    def preview_item(self, item: BrowserItem) -> None:
        """Play an item; the simulated Live only remembers which."""
        self.previewed_ = strict(BrowserItem, item, "Browser.preview_item")

    def stop_preview(self) -> None:
        self.previewed_ = None

    def relation_to_hotswap_target(self, item: BrowserItem) -> int:
        """A Live.Browser.Relation: whether the item is, holds or belongs to what is being swapped."""
        target = self.hotswap_target
        if isinstance(target, Device):
            if item.name.rsplit(".", 1)[0] == target.name:
                return _EQUAL
            if item.is_loadable and item.name == target.class_display_name:
                return _ANCESTOR
        return _NO_RELATION


def _loadable(item: BrowserItem) -> Leaf:
    leaf = item.node_
    if isinstance(leaf, Leaf):
        return leaf
    raise RuntimeError(f"'{item.name}' cannot be loaded")
