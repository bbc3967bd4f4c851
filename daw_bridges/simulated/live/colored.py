"""What has a colour: tracks, clips, scenes, chains. Live keeps the nearest colour of its palette."""

from __future__ import annotations

from daw_bridges.simulated.live.lom import LomObject, strict
from daw_bridges.simulated.live.palette import PALETTE, nearest_index

__all__ = ["Colored"]


class Colored(LomObject):
    """An object with ``color`` (0xRRGGBB) and ``color_index`` (0 … 69), two views of one thing."""

    _observable = ("color", "color_index")

    @property
    def color(self) -> int:
        return PALETTE[self.color_index]

    @color.setter
    def color(self, rgb: int) -> None:
        rgb = strict(int, rgb, "color")
        if not 0 <= rgb <= 0xFFFFFF:
            raise RuntimeError("Invalid color value")
        self.assign_("color_index", nearest_index(rgb))

    @property
    def color_index(self) -> int:
        return self.get_("color_index") or 0

    @color_index.setter
    def color_index(self, index: int) -> None:
        index = strict(int, index, "color_index")
        if not 0 <= index < len(PALETTE):
            raise RuntimeError("Invalid color index")
        self.assign_("color_index", index)

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "color_index":
            self.doc_.changed(self, "color")

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        self.__dict__["=color_index"] = other.get_("color_index")
