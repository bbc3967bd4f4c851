# type: ignore  # written for Live, which has no stubs
"""A script with a knob, a button and a component, as hardware controllers have them."""
from ableton.v2.control_surface import Component, ControlSurface
from _Framework.ButtonElement import ButtonElement
from _Framework.EncoderElement import EncoderElement
from _Framework.InputControlElement import MIDI_CC_TYPE, MIDI_NOTE_TYPE


class Mixer(Component):
    def __init__(self, *a, **k):
        super().__init__(*a, **k)
        self.ended = False
        self.track = self.song.tracks[0]
        self.track.mixer_device.volume.add_value_listener(self.update)

    def disconnect(self):
        self.ended = True
        self.track.mixer_device.volume.remove_value_listener(self.update)
        super().disconnect()


class HandsOn(ControlSurface):
    def __init__(self, c_instance):
        super().__init__(c_instance)
        self.values = []
        with self.component_guard():
            self.mixer = Mixer(name="Mixer")
            self.knob = EncoderElement(MIDI_CC_TYPE, 0, 7, 0)
            self.button = ButtonElement(True, MIDI_NOTE_TYPE, 0, 60)
        self.knob.add_value_listener(self._on_knob)
        self.button.add_value_listener(lambda value: self.values.append(("button", value)))

    def _on_knob(self, value):
        self.values.append(("knob", value))
        self.mixer.track.mixer_device.volume.value = value / 127


def create_instance(c_instance):
    return HandsOn(c_instance)
