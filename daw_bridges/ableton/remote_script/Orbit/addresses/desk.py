"""What an address may use of the script: the set, an answer, listeners, MIDI mappings, the status bar."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Sequence, Tuple

from ..ears import Ears
from ..live import LiveSet
from .arguments import Unfit

__all__ = ["LEVELS", "Desk", "Source"]

LEVELS = ("debug", "info", "warning", "error", "critical")

Key = Tuple[Any, ...]
Source = Tuple[Sequence[Any], Tuple[str, ...]]
"""Objects, and the properties of theirs that are listened to."""


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
        self._listening: Dict[Key, List[Ears]] = {}

    @property
    def song(self) -> Any:
        return self.live.song

    def listen(self, key: Key, sources: Callable[[], List[Source]], tell: Callable[[], None]) -> None:
        """Have ``tell`` called at whatever changes there, in place of who had the key before.

        Raises Unfit where Live tells nobody of such changes.
        """

        def changed() -> None:
            # What is listened to may be other objects now: a locator more, or one fewer.
            for each, (things, _) in zip(ears, sources()):
                each.listen(things)
            tell()

        found = sources()
        for name in (
            name for things, names in found for thing in things for name in names if not _heard(thing, name)
        ):
            raise Unfit("Live does not tell when %s changes: ask for it instead" % name)
        self.unlisten(key)
        ears = self._listening[key] = [Ears(names, changed) for _, names in found]
        for each, (things, _) in zip(ears, found):
            each.listen(things)

    def unlisten(self, key: Key) -> None:
        """Listen no more; nothing happens where nobody listened."""
        for ears in self._listening.pop(key, ()):
            ears.close()

    def map_cc(self, channel: int, controller: int, parameter: Any) -> None:
        """Let a MIDI controller move a parameter; channels are counted from 0."""
        self.mapped[channel, controller] = parameter
        self._rebuild_midi_map()

    def clear(self) -> None:
        """Listen to nothing any more."""
        while self._listening:
            self.unlisten(next(iter(self._listening)))


def _heard(thing: Any, name: str) -> bool:
    return hasattr(thing, "add_%s_listener" % name)
