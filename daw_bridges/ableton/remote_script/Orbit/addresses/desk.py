"""What an address may use of the script: the set, an answer, listeners, MIDI mappings, the status bar."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Sequence, Tuple

from ..live import LiveSet

__all__ = ["LEVELS", "Desk"]

LEVELS = ("debug", "info", "warning", "error", "critical")

Key = Tuple[Any, ...]


class Desk:
    """The state behind the addresses; ``say`` sends a message to whoever wrote last."""

    def __init__(
        self,
        live: LiveSet,
        say: Callable[[str, Sequence[Any]], None],
        show: Callable[[str], None],
        rebuild_midi_map: Callable[[], None],
    ) -> None:
        self.live, self.say, self.show = live, say, show
        self.log_level = "info"
        self.mapped: Dict[Tuple[int, int], Any] = {}
        self._rebuild_midi_map = rebuild_midi_map
        self._listening: Dict[Key, Callable[[], None]] = {}

    @property
    def song(self) -> Any:
        return self.live.song

    def listen(self, key: Key, thing: Any, name: str, tell: Callable[[], None]) -> None:
        """Have ``tell`` called whenever a property of a thing changes, in place of who had the key before."""
        self.unlisten(key)
        getattr(thing, "add_%s_listener" % name)(tell)
        self._listening[key] = lambda: getattr(thing, "remove_%s_listener" % name)(tell)

    def unlisten(self, key: Key) -> None:
        """Listen no more; nothing happens where nobody listened."""
        _quietly(self._listening.pop(key, None))

    def map_cc(self, channel: int, controller: int, parameter: Any) -> None:
        """Let a MIDI controller move a parameter; channels are counted from 0."""
        self.mapped[channel, controller] = parameter
        self._rebuild_midi_map()

    def clear(self) -> None:
        """Listen to nothing any more."""
        while self._listening:
            _quietly(self._listening.popitem()[1])


def _quietly(remove: Optional[Callable[[], None]]) -> None:
    try:
        if remove is not None:
            remove()
    except (RuntimeError, TypeError):
        # What was listened to is gone, and its listeners with it.
        pass
