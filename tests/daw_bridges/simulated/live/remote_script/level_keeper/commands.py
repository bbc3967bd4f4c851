# type: ignore  # written for Live, which has no stubs
"""What the lines do, by nothing but the Live Object Model."""
from __future__ import absolute_import

import Live


def names(song):
    return ",".join(track.name for track in song.tracks)


def volume(song, index, raw):
    parameter = song.tracks[int(index)].mixer_device.volume
    parameter.value = float(raw)
    return parameter.str_for_value(parameter.value)


def duck(song, target, source):
    track = song.tracks[int(target)]
    browser = Live.Application.get_application().browser
    song.view.selected_track = track
    browser.load_item(find(browser.audio_effects, "Compressor"))
    device = track.devices[-1]
    device.input_routing_type = [
        kind for kind in device.available_input_routing_types if kind.attached_object == song.tracks[int(source)]
    ][0]
    [p for p in device.parameters if p.name == "S/C On"][0].value = 1.0
    return "%s listens to %s" % (device.name, device.input_routing_type.display_name)


def note(song, index, slot):
    song.tracks[int(index)].clip_slots[int(slot)].create_clip(4.0)
    clip = song.tracks[int(index)].clip_slots[int(slot)].clip
    clip.add_new_notes((Live.Clip.MidiNoteSpecification(pitch=36, start_time=0.0, duration=0.25),))
    return len(clip.get_notes_extended(0, 128, 0.0, clip.length))


def find(item, name):
    if item.name == name and item.is_loadable:
        return item
    for child in item.children:
        found = find(child, name)
        if found is not None:
            return found
    return None


def add_track(song):
    song.create_midi_track(-1)
    return len(song.tracks)


COMMANDS = {"names": names, "volume": volume, "duck": duck, "note": note, "add_track": add_track}
