"""As many workflows as are asked for, each in other words, made by number: the same for every system.

Only the standard library is used: other systems' Pythons read this file too.
"""

from __future__ import annotations

from typing import Any

__all__ = ["query", "workflow"]

_TREATMENTS = (
    "compression", "parallel compression", "a high-pass filter", "a low-pass filter", "a noise gate",
    "de-essing", "plate reverb", "spring reverb", "hall reverb", "slapback delay", "ping-pong delay",
    "tape saturation", "soft clipping", "bit crushing", "chorus", "phasing", "flanging", "tremolo",
    "auto-panning", "stereo widening", "mid-side EQ", "a dynamic EQ", "multiband compression",
    "transient shaping", "limiting", "pitch correction", "vocoding", "ring modulation", "an exciter",
    "ducking under the kick", "gain staging", "a tilt EQ", "glue compression", "drum bussing",
    "a formant shift", "granular delay", "convolution", "a telephone filter", "harmonic doubling",
    "an envelope filter",
)  # fmt: skip
_TARGETS = (
    "kick", "snare", "hi-hats", "toms", "overheads", "room mics", "bass guitar", "sub bass",
    "synth bass", "electric guitar", "acoustic guitar", "rhythm guitars", "lead guitar", "grand piano",
    "electric piano", "organ", "string section", "brass section", "flute", "pad", "pluck", "arpeggio",
    "lead synth", "lead vocal", "backing vocals", "rap vocal", "choir", "spoken word", "drum loop",
    "percussion loop", "shaker", "clap", "riser", "impact", "vinyl noise", "field recording",
    "drum bus", "instrument bus", "vocal bus", "whole mix",
)  # fmt: skip
_CHARACTERS = (
    "warm", "bright", "dark", "wide", "narrow", "punchy", "smooth", "gritty", "airy", "tight", "loose",
    "distant", "close", "huge", "small", "vintage", "modern", "lo-fi", "glossy", "raw", "steady",
    "lively", "soft", "hard", "deep",
)  # fmt: skip
_PURPOSES = (
    "in the verse", "in the chorus", "in the bridge", "in the intro", "in the outro", "in the drop",
    "in the breakdown", "for a ballad", "for a club track", "for a podcast", "for a film cue",
    "for a live set", "at low volume", "on small speakers", "next to a busy arrangement",
    "before mastering", "after comping", "without touching the fader", "with little latency",
    "for a rough mix",
)  # fmt: skip
_ASKED = (
    "please make the {} {} with {} {}",
    "i want my {} {}, try {} {}",
    "{} should sound {}: {} {}",
    "get the {} more {} using {} {}",
)


def _parts(number: int) -> tuple[str, str, str, str]:
    """Give treatment, target, character and purpose: no two numbers below 800,000 have all four alike."""
    number = number * 314_159 % 800_000  # neighbours by number are no neighbours by meaning
    number, treatment = divmod(number, len(_TREATMENTS))
    number, target = divmod(number, len(_TARGETS))
    number, character = divmod(number, len(_CHARACTERS))
    return _TREATMENTS[treatment], _TARGETS[target], _CHARACTERS[character], _PURPOSES[number]


def workflow(number: int) -> dict[str, Any]:
    """Give the workflow of that number, as Orbit keeps it."""
    treatment, target, character, purpose = _parts(number)
    step = {"step_number": 1, "action": "set_tempo", "bpm": 120, "expected_output": "The tempo is 120 BPM."}
    return {
        "workflow_name": f"workflow-{number:06d}",
        "title": f"{treatment[0].upper()}{treatment[1:]} on the {target}, {character} {purpose}",
        "task": f"Give the {target} {treatment} so that it sounds {character} {purpose}",
        "phrases": [f"make the {target} {character} {purpose}", f"{treatment} for the {target}"],
        "tags": [target, character],
        "steps": [step],
        "outcome": f"The {target} sounds {character}.",
        "result": f"The {target} has {treatment}.",
    }


def query(number: int, round_: int = 0) -> str:
    """Give a request for the workflow of that number, in other words than its own."""
    treatment, target, character, purpose = _parts(number)
    return _ASKED[(number + round_) % len(_ASKED)].format(target, character, treatment, purpose)
