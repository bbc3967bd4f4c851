"""Words of what stands outside a session: beside the name of a parameter, another thing is meant."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words

__all__ = ["OUTSIDE"]

OUTSIDE = words(
    "buffer interface preamp samplerate driver headphones headphone latency screen window project file "
    "folder cpu computer laptop keyboard speaker speakers camera phone light lights lamp heating amplifier "
    "pedal pedalboard cable mic mics microphone webcam video film font zoom theme display disk cloud wifi "
    "network browser store account subscription license warp lyrics lyric sheet notation printer email mail "
    "drummer singer guitarist bassist pianist player"
)
"""Never strangers beside what is named: "the buffer size" is no reverb's size."""
