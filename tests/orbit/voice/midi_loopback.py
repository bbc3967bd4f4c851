"""A backend of mido's whose ports lead back into the test: ``MIDO_BACKEND`` names this module."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from mido import Parser

FOOTSWITCH = "FS-1 Footswitch 20:0"
opened: SimpleQueue[Input] = SimpleQueue()


def get_devices(**_: Any) -> list[dict[str, Any]]:
    names = (FOOTSWITCH, "Midi Through Port-0 14:0")
    return [{"name": name, "is_input": True, "is_output": False} for name in names]


class Input:
    """What a device sends, in bytes."""

    def __init__(self, name: str, callback: Callable[[Any], None], **_: Any) -> None:
        self.name, self._callback = name, callback
        self.closed = False
        opened.put(self)

    def sends(self, data: str) -> None:
        parser: Any = Parser()
        parser.feed(bytes.fromhex(data))
        for message in parser:
            self._callback(message)

    def close(self) -> None:
        self.closed = True
