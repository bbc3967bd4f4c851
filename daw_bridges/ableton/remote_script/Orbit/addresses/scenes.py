"""``/live/scene/…``: the rows of the Session grid."""

from __future__ import annotations

from typing import Any, Dict, List

from .area import Address, Answer, Area, addresses_of
from .desk import Desk

__all__ = ["ADDRESSES"]


def _fire_selected(desk: Desk, _arguments: List[Any]) -> Answer:
    desk.song.view.selected_scene.fire_as_selected()
    return None


_SCENE = Area(
    "scene",
    ("scene",),
    (lambda song: song.scenes,),
    shows=("is_empty", "is_triggered"),
    takes=(
        "color", "color_index", "name", "tempo", "tempo_enabled", "time_signature_denominator",
        "time_signature_enabled", "time_signature_numerator",
    ),
    does=("fire", "fire_as_selected"),
)  # fmt: skip

ADDRESSES: Dict[str, Address] = {
    **addresses_of(_SCENE),
    "/live/scene/fire_selected": Address((), _fire_selected),
}
