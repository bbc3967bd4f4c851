"""The words of the trade: what each kind of device is called, what it is for, and how producers ask for it.

``{t}`` stands for the track it is done to. The first way to ask is the plainest.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

__all__ = ["DEVICES", "SETTINGS", "Trade", "trade_of"]


class Trade(NamedTuple):
    """What producers say of a device: a noun, ways to ask for it, and what else it is known by."""

    noun: str
    asks: tuple[str, ...]
    tags: tuple[str, ...] = ()


DEVICES = MappingProxyType(
    {
        "compressor": Trade(
            "compression",
            ("compress {t}", "even out the level of {t}", "control the dynamics of {t}"),
            ("dynamics", "compression"),
        ),
        "glue_compressor": Trade(
            "glue compression",
            ("glue {t} together", "put bus compression on {t}", "make {t} gel"),
            ("dynamics", "glue", "bus compression"),
        ),
        "eq": Trade("EQ", ("eq {t}", "shape the tone of {t}", "equalise {t}"), ("eq", "tone")),
        "eq_three": Trade("EQ", ("eq {t}", "turn bands of {t} up and down"), ("eq", "tone")),
        "channel_eq": Trade("EQ", ("eq {t}", "shape the tone of {t} like on a console"), ("eq", "tone")),
        "limiter": Trade(
            "limiting", ("limit {t}", "stop the peaks of {t}", "make {t} louder"), ("dynamics", "loudness")
        ),
        "gate": Trade("gating", ("gate {t}", "clean up the bleed on {t}"), ("dynamics", "noise")),
        "de_esser": Trade("de-essing", ("de-ess {t}", "tame the sibilance of {t}"), ("sibilance",)),
        "transient_shaper": Trade(
            "transient shaping", ("give {t} more punch", "shape the attack of {t}"), ("transients", "punch")
        ),
        "multiband_dynamics": Trade(
            "multiband dynamics",
            ("control {t} band by band", "put multiband compression on {t}"),
            ("dynamics", "multiband"),
        ),
        "reverb": Trade(
            "reverb",
            ("put reverb on {t}", "give {t} some room", "make {t} sound spacious"),
            ("space", "room"),
        ),
        "hybrid_reverb": Trade(
            "reverb", ("put a convolution reverb on {t}", "put {t} in a real room"), ("space", "convolution")
        ),
        "delay": Trade("delay", ("put a delay on {t}", "let {t} repeat"), ("space", "repeats")),
        "echo": Trade("echo", ("put an echo on {t}", "give {t} a tape echo"), ("space", "tape")),
        "saturator": Trade(
            "saturation", ("saturate {t}", "warm {t} up", "give {t} some grit"), ("warmth", "harmonics")
        ),
        "overdrive": Trade("overdrive", ("distort {t}", "overdrive {t}"), ("distortion", "drive")),
        "drum_buss": Trade(
            "drum buss", ("make {t} hit harder", "add punch and weight to {t}"), ("punch", "drums")
        ),
        "redux": Trade("bit reduction", ("crush {t}", "make {t} lo-fi"), ("lo-fi", "bitcrush")),
        "utility": Trade("gain and width", ("trim {t}", "set the gain and width of {t}"), ("gain", "width")),
        "tuner": Trade("tuner", ("tune {t}", "put a tuner on {t}"), ("tuning",)),
        "auto_filter": Trade(
            "filter", ("filter {t}", "put a filter on {t}", "close the filter on {t}"), ("filter", "sweep")
        ),
        "auto_pan": Trade(
            "auto pan", ("let {t} move from side to side", "auto-pan {t}"), ("movement", "tremolo")
        ),
        "chorus": Trade("chorus", ("put a chorus on {t}", "thicken {t}"), ("width", "modulation")),
        "phaser": Trade("phaser", ("put a phaser on {t}", "make {t} swirl"), ("modulation",)),
        "stereo_spread": Trade("stereo spread", ("widen {t}", "spread {t} out"), ("width", "stereo")),
        "synth": Trade("synth", ("put a synth on {t}", "give {t} a synth sound"), ("instrument", "sound")),
        "sampler": Trade(
            "sampler", ("put a sampler on {t}", "play samples on {t}"), ("instrument", "samples")
        ),
        "drum_rack": Trade("drum rack", ("put a drum rack on {t}", "load drums on {t}"), ("drums",)),
        "impulse": Trade("drum sampler", ("put a drum sampler on {t}", "load drums on {t}"), ("drums",)),
        "arpeggiator": Trade("arpeggio", ("arpeggiate {t}", "let {t} run up and down"), ("arp", "midi")),
        "scale": Trade("scale", ("keep {t} in key", "put a scale on {t}"), ("midi", "key")),
        "chord": Trade("chord", ("play chords on {t} with one finger", "put a chord on {t}"), ("midi",)),
        "velocity": Trade("velocity", ("even out the velocities of {t}",), ("midi",)),
    }
)
"""Kinds of device; plug-ins and racks are called by their names."""

SETTINGS = MappingProxyType(
    {
        "set_volume": Trade("level", ("set the level of {t}", "set the fader of {t}"), ("mix", "level")),
        "set_pan": Trade("panning", ("pan {t}", "place {t} in the stereo field"), ("mix", "panning")),
        "set_mute": Trade("mute", ("mute {t}", "switch {t} off or on"), ("mix",)),
        "set_solo": Trade("solo", ("solo {t}", "listen to {t} alone"), ("mix",)),
        "set_arm": Trade("arming", ("arm {t}", "get {t} ready to record"), ("recording",)),
        "set_monitor": Trade(
            "monitoring", ("set the monitoring of {t}", "hear the input of {t}"), ("recording",)
        ),
        "set_input": Trade(
            "input", ("set the input of {t}", "choose what {t} records"), ("routing", "recording")
        ),
        "set_output": Trade("routing", ("route {t}", "send the output of {t} to a bus"), ("routing", "bus")),
        "set_color": Trade("colour", ("colour {t}", "tidy up the colours of {t}"), ("colour", "tidy")),
        "rename_track": Trade("name", ("rename {t}", "give {t} its name"), ("tidy",)),
        "create_track": Trade("track", ("add a new track", "make a new track"), ("set-up",)),
        "duplicate_track": Trade("copy", ("duplicate {t}", "double {t} on a second track"), ("layer",)),
        "delete_track": Trade("removal", ("delete {t}", "get rid of {t}"), ("tidy",)),
        "set_tempo": Trade("tempo", ("set the tempo", "change the speed of the song"), ("tempo", "bpm")),
        "set_time_signature": Trade("time signature", ("set the time signature",), ("metre",)),
        "set_metronome": Trade("click", ("switch the click on or off",), ("metronome",)),
        "set_loop": Trade("loop", ("set the loop", "loop a part of the song"), ("loop",)),
        "play": Trade("playback", ("play it",), ()),
        "stop": Trade("playback", ("stop it",), ()),
        "record": Trade("recording", ("record",), ("recording",)),
        "create_clip": Trade("clip", ("make a clip on {t}", "start a part on {t}"), ("clip", "part")),
        "add_notes": Trade("notes", ("write a part on {t}", "put notes on {t}"), ("midi", "notes")),
        "duplicate_clip": Trade(
            "copy of a clip", ("copy a clip of {t}", "repeat the part of {t}"), ("clip",)
        ),
        "delete_clip": Trade("clip", ("delete a clip of {t}",), ("clip",)),
        "rename_clip": Trade("clip name", ("rename a clip of {t}",), ("clip",)),
        "fire_clip": Trade("clip", ("launch a clip of {t}",), ("clip", "live")),
        "stop_clip": Trade("clip", ("stop the clip of {t}",), ("clip", "live")),
        "create_scene": Trade("scene", ("add a scene", "make a new section"), ("scene", "structure")),
        "rename_scene": Trade("scene name", ("rename a scene",), ("scene",)),
        "delete_scene": Trade("scene", ("delete a scene",), ("scene",)),
        "fire_scene": Trade("scene", ("launch a scene",), ("scene", "live")),
        "add_locator": Trade("marker", ("put a marker in the arrangement", "mark a section"), ("structure",)),
        "remove_locator": Trade("marker", ("remove a marker",), ("structure",)),
    }
)
"""Edits that are not of a device."""


def trade_of(kind: str, noun: str) -> Trade:
    """What is said of a device, by its kind; one that nobody knows is called by its own name."""
    return DEVICES.get(kind) or Trade(noun, (f"put {noun} on {{t}}", f"run {{t}} through {noun}"))
