"""Small data that scripts keep inside the set."""

from __future__ import annotations

import json
from typing import Any

from daw_bridges.simulated.live.lom import LomObject, strict
from daw_bridges.simulated.live.undo import Undo

__all__ = ["StoredData"]

LIMIT_BYTES = 100_000


class StoredData(LomObject):
    """``set_data`` and ``get_data``, as songs and tracks have them."""

    _observable = ("data",)

    def set_data(self, key: str, value: object) -> None:
        """Keep ``value`` under ``key``; RuntimeError unless it is JSON of at most 100 KB."""
        name = strict(str, key, "set_data")
        data = {**self._data(), name: value}
        if len(json.dumps(data)) > LIMIT_BYTES:
            raise RuntimeError("The data is too large to be stored in the set")
        self.assign_("data", data, Undo.NONE)

    def get_data(self, key: str, default_value: Any) -> Any:
        """What was kept under ``key``."""
        return self._data().get(strict(str, key, "get_data"), default_value)

    def _data(self) -> dict[str, object]:
        return self.get_("data") or {}
