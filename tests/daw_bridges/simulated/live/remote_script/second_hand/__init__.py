# type: ignore  # written for Live, which has no stubs
"""A script of the ableton.v2 generation that forgets a listener when it goes."""
import logging

from ableton.v2.base import liveobj_valid
from ableton.v2.control_surface import ControlSurface

logger = logging.getLogger(__name__)


class SecondHand(ControlSurface):
    def __init__(self, c_instance):
        super().__init__(c_instance)
        self.ticks = []
        self.count = 0
        self.track = self.song.tracks[0]
        self.song.add_tempo_listener(self._on_tempo)
        self.track.add_name_listener(self._on_name)
        self.schedule_message(1, self._on_message, "one")
        self.schedule_message(3, self._on_message, "three")

    def update_display(self):
        self.count += 1
        super().update_display()

    def _on_message(self, word):
        self.ticks.append((self.count, word))

    def _on_tempo(self):
        if liveobj_valid(self.track):
            self.show_message("Tempo %s" % self.song.tempo)

    def _on_name(self):
        raise ValueError("broken listener")

    def disconnect(self):
        self.song.remove_tempo_listener(self._on_tempo)
        super().disconnect()


def create_instance(c_instance):
    return SecondHand(c_instance)
